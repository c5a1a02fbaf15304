//! Names by the place that they stand in.

use super::clauses::{self, SetupPart};
use super::visible::name_of;
use super::{Cursor, Offer, OfferKind, snippets};
use crate::ide::hover::{event_head, function_head};
use crate::ide::trees::line_of;
use crate::semantics::occurrences::NameKind;
use crate::semantics::specification::{Event, Name, Specification};
use crate::semantics::types::Type;
use crate::syntax::ast::{self, AstNode};
use crate::syntax::{FileKind, SyntaxKind};

impl Cursor<'_> {
    /// What an expression can begin with.
    pub(super) fn expressions(&self) -> Vec<Offer> {
        let mut offers = Vec::new();
        if let Some(spec) = self.constrained() {
            offers.extend(self.fields(spec));
        }
        for param in self.params() {
            let Some(name) = param.ident_token() else {
                continue;
            };
            let kind = OfferKind::Named(NameKind::Parameter);
            let ty = param
                .ty()
                .map_or_else(String::new, |ty| line_of(ty.syntax()));
            offers.push(Offer::new(name.text(), kind).detail(ty));
        }
        offers.extend(self.variables());
        offers.extend(self.functions());
        for spec in self.specifications() {
            let offer = specification(spec);
            let snippet = format!("{}[$1]", spec.name.text);
            offers.push(offer.snippet(snippet));
        }
        offers.extend(snippets::expression_words(self));
        offers
    }

    /// The variables of quantifiers and comprehensions around the cursor.
    fn variables(&self) -> Vec<Offer> {
        let around = self.parent.ancestors();
        let bound = around.filter_map(|node| {
            let quantifier = ast::QuantifierExpr::cast(node.clone());
            let quantifier = quantifier.and_then(|it| it.ident_token());
            let comprehension = ast::ComprehensionExpr::cast(node);
            quantifier.or_else(|| comprehension?.ident_token())
        });
        let kind = OfferKind::Named(NameKind::Variable);
        bound.map(|name| Offer::new(name.text(), kind)).collect()
    }

    fn functions(&self) -> Vec<Offer> {
        let functions = self.declarations::<ast::FunctionDef>().into_iter();
        let offers = functions.filter_map(|(_, node)| {
            let name = name_of(node.path())?;
            let kind = OfferKind::Named(NameKind::Function);
            let snippet = format!("{name}($1)");
            let head = function_head(node.syntax());
            Some(Offer::new(name, kind).detail(head).snippet(snippet))
        });
        offers.collect()
    }

    /// The types there are.
    pub(super) fn types(&self) -> Vec<Offer> {
        let built_in = Type::BUILT_IN.into_iter();
        let mut offers: Vec<Offer> = built_in
            .map(|name| Offer::new(name, OfferKind::Type))
            .collect();
        offers.push(Offer::new("set", OfferKind::Type).snippet("set[$1]"));
        offers.push(Offer::new("map", OfferKind::Type).snippet("map[$1: $2]"));
        // A domain is for all values of a type, or for a field or parameter of a specification.
        let entry = self.grandparent().map(|node| node.kind());
        if entry == Some(SyntaxKind::DOMAIN_ENTRY) {
            offers.extend(self.specification_names());
        }
        offers
    }

    /// What a path can lead to, by what it is for.
    pub(super) fn paths(&self) -> Vec<Offer> {
        use SyntaxKind::{
            ANNOTATION, EVENT_REF, EXTENDS, IMPORT, INSTANCE_SETUP, INVARIANT_REF, SYNC_STMT,
        };
        match self.grandparent().map(|node| node.kind()) {
            Some(EVENT_REF) => self.defined_events(),
            Some(INVARIANT_REF) => self.defined_invariants(),
            Some(IMPORT) => self.modules(),
            Some(SYNC_STMT) => {
                let specs = self.specifications().into_iter();
                let offers = specs.map(|spec| {
                    let snippet = format!("{}[$1].$2($3);", spec.name.text);
                    specification(spec).snippet(snippet)
                });
                let not = Offer::new("not", OfferKind::Keyword);
                offers.chain([not]).collect()
            }
            Some(INSTANCE_SETUP) => self.setup(),
            Some(EXTENDS | ANNOTATION) => self.specification_names(),
            _ => Vec::new(),
        }
    }

    fn specification_names(&self) -> Vec<Offer> {
        self.specifications()
            .into_iter()
            .map(specification)
            .collect()
    }

    fn defined_events(&self) -> Vec<Offer> {
        let own = self.own_specification();
        let is_listed =
            |name: &str| own.is_some_and(|spec| spec.events.iter().any(|it| it.name.text == name));
        let events = self.declarations::<ast::EventDef>().into_iter();
        let offers = events.filter_map(|(_, node)| {
            let name = name_of(node.path())?;
            let kind = OfferKind::Named(NameKind::Event);
            let snippet = format!("{name}[$1]");
            let head = event_head(node.syntax());
            let offer = Offer::new(name.clone(), kind).detail(head);
            (!is_listed(&name)).then(|| offer.snippet(snippet))
        });
        let mut offers: Vec<Offer> = offers.collect();
        offers.push(Offer::new("internal", OfferKind::Keyword));
        offers
    }

    fn defined_invariants(&self) -> Vec<Offer> {
        let invariants = self.declarations::<ast::InvariantDef>().into_iter();
        let names = invariants.filter_map(|(_, node)| name_of(node.path()));
        let kind = OfferKind::Named(NameKind::Invariant);
        names.map(|name| Offer::new(name, kind)).collect()
    }

    /// The modules that are not imported yet.
    fn modules(&self) -> Vec<Offer> {
        let project = &self.spot.project;
        let imported = self.files();
        let others = project.modules().iter().filter(|module| {
            let is_library = project.sources().file(module.file).kind() == FileKind::Specification;
            is_library && !imported.contains(&module.file) && !module.name.is_empty()
        });
        // What is written of the name already stays, so only the rest is offered.
        let written = super::super::trees::line_of(&self.parent);
        let written = written.rsplit_once('.').map_or("", |(before, _)| before);
        let rest = others.filter_map(|module| match written {
            "" => Some(module.name.as_str()),
            _ => module.name.strip_prefix(written)?.strip_prefix('.'),
        });
        rest.map(|name| Offer::new(name, OfferKind::Module))
            .collect()
    }

    /// What a reference to a state, event or domain can be.
    pub(super) fn references(&self) -> Vec<Offer> {
        use SyntaxKind::{
            FROM_CLAUSE, INSTANCE_SETUP, INSTATE_EXPR, REACHABILITY, STATE_SET, STATE_TO,
            WITHIN_CLAUSE,
        };
        match self.grandparent().map(|node| node.kind()) {
            Some(STATE_TO) => {
                let own = self.own_specification();
                own.map_or_else(Vec::new, |spec| self.events_of(spec, false))
            }
            Some(STATE_SET | INSTATE_EXPR) => self.all_states(),
            Some(INSTANCE_SETUP) => self.setup(),
            Some(REACHABILITY) => {
                let mut offers = self.test_states();
                offers
                    .push(Offer::new("invariants", OfferKind::Keyword).snippet("invariants hold"));
                offers
            }
            Some(FROM_CLAUSE) => self.test_states(),
            Some(WITHIN_CLAUSE) => {
                let domains = self.test_module().map(|it| it.domains.iter());
                let names = domains.into_iter().flatten().map(|it| &it.name);
                named(names, NameKind::Domain)
            }
            _ => Vec::new(),
        }
    }

    fn test_states(&self) -> Vec<Offer> {
        let states = self.test_module().map(|it| it.states.iter());
        let names = states.into_iter().flatten().map(|it| &it.name);
        named(names, NameKind::TestState)
    }

    /// The states of what is meant, where that is known, or else of all specifications.
    fn all_states(&self) -> Vec<Offer> {
        let meant = self.constrained();
        let specs = meant.map_or_else(|| self.specifications(), |spec| vec![spec]);
        specs.into_iter().flat_map(states_of).collect()
    }

    /// What a statement of a test state can go on with.
    pub(super) fn setup(&self) -> Vec<Offer> {
        let mut offers = self.specification_names();
        let states = self.specifications().into_iter().flat_map(states_of);
        match clauses::part_of_setup(self) {
            SetupPart::Words(words) => return words,
            SetupPart::Specification => {}
            SetupPart::State => {
                offers.extend(states);
                offers.push(Offer::new("uninitialized", OfferKind::Keyword));
            }
            SetupPart::Beginning => {
                offers.extend(states);
                offers.extend(snippets::setup_words());
            }
        }
        offers
    }

    pub(super) fn begin_state(&self) -> Vec<Offer> {
        let mut offers = self.states_of_own();
        for word in ["initial", "final"] {
            offers.push(Offer::new(word, OfferKind::Keyword));
        }
        offers
    }

    pub(super) fn states_of_own(&self) -> Vec<Offer> {
        self.own_specification().map_or_else(Vec::new, states_of)
    }

    /// The events of the specification that a sync is with.
    pub(super) fn events_of_partner(&self) -> Vec<Offer> {
        let sync = ast::SyncStmt::cast(self.parent.clone());
        let name = sync.and_then(|sync| name_of(sync.path()));
        let spec = name.and_then(|name| self.specification(&name));
        spec.map_or_else(Vec::new, |spec| self.events_of(spec, true))
    }

    fn events_of(&self, spec: &Specification, is_called: bool) -> Vec<Offer> {
        let events = spec.events.iter().map(|event| {
            let kind = OfferKind::Named(NameKind::Event);
            let offer = Offer::new(event.name.text.as_str(), kind).detail(self.shown(event));
            if !is_called {
                return offer;
            }
            let params = event.params.iter().enumerate();
            let holes = params.map(|(at, it)| format!("${{{}:{}}}", at + 1, it.name.text));
            let holes = holes.collect::<Vec<_>>().join(", ");
            offer.snippet(format!("{}({holes})", event.name.text))
        });
        events.collect()
    }

    /// The configuration parameters of a listed event.
    pub(super) fn configuration(&self) -> Vec<Offer> {
        let listed = self.around::<ast::EventRef>();
        let name = listed.and_then(|listed| name_of(listed.path()));
        let event = name.and_then(|name| self.definition(&name));
        let list = event.and_then(|event| event.config_param_list());
        let params = list.into_iter().flat_map(|list| list.params());
        let offers = params.filter_map(|param| {
            let name = param.ident_token()?.text().to_owned();
            let snippet = format!("{name} = $1");
            let kind = OfferKind::Named(NameKind::Configuration);
            let offer = Offer::new(name, kind).detail(line_of(param.syntax()));
            Some(offer.snippet(snippet))
        });
        offers.collect()
    }

    /// Specifications, and behind the dot their events or fields.
    pub(super) fn parts_of_pattern(&self) -> Vec<Offer> {
        let spec = super::super::trees::tokens_in(&self.parent)
            .find(|it| it.kind() == SyntaxKind::TYPE_NAME);
        let is_first = spec.as_ref().is_none_or(|spec| *spec == self.token);
        if is_first && clauses::is_behind_using(self) {
            return vec![clauses::events()];
        }
        if is_first {
            return self.specification_names();
        }
        let spec = spec.and_then(|spec| self.specification(spec.text()));
        let Some(spec) = spec else {
            return Vec::new();
        };
        if let Some(event) = self.event_before(spec) {
            return self.params_of(event);
        }
        let mut offers = self.events_of(spec, false);
        if self.parent.kind() == SyntaxKind::DOMAIN_PATH {
            offers.extend(self.fields(spec));
        }
        offers
    }

    /// The event that a path names before the cursor.
    fn event_before<'p>(&self, spec: &'p Specification) -> Option<&'p Event> {
        let mut names = super::super::trees::tokens_in(&self.parent)
            .filter(|it| it.kind() == SyntaxKind::IDENT);
        let event = names.find(|it| *it != self.token)?;
        let is_before = event.text_range().start() < self.token.text_range().start();
        let mut events = spec.events.iter();
        is_before.then(|| events.find(|it| it.name.text == event.text()))?
    }

    fn params_of(&self, event: &Event) -> Vec<Offer> {
        let kind = OfferKind::Named(NameKind::Parameter);
        let params = event.params.iter();
        let offers =
            params.map(|it| Offer::new(it.name.text.as_str(), kind).detail(self.show(&it.ty)));
        offers.collect()
    }

    /// The words that can begin something here.
    pub(super) fn keywords(&self) -> Vec<Offer> {
        snippets::words_in(self)
    }
}

fn specification(spec: &Specification) -> Offer {
    let kind = OfferKind::Named(NameKind::Specification);
    Offer::new(spec.name.text.as_str(), kind).detail(spec.module.as_str())
}

fn states_of(spec: &Specification) -> Vec<Offer> {
    let states = spec.states.iter().map(|state| {
        let kind = OfferKind::Named(NameKind::State);
        Offer::new(state.name.text.as_str(), kind).detail(spec.name.text.as_str())
    });
    states.collect()
}

fn named<'n>(names: impl Iterator<Item = &'n Name>, kind: NameKind) -> Vec<Offer> {
    let kind = OfferKind::Named(kind);
    names
        .map(|name| Offer::new(name.text.as_str(), kind))
        .collect()
}
