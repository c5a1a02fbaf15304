//! What a name stands for: in its own module, then in direct imports, then further away.

use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use super::declarations::{Declarations, ModuleDeclarations, Table};
use crate::diagnostics::Span;
use crate::semantics::occurrences::NameKind;

/// The sorts of things that names are looked up as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::semantics) enum Kind {
    Specification,
    Event,
    Function,
    Invariant,
}

impl Kind {
    const ALL: [Kind; 4] = [
        Kind::Specification,
        Kind::Event,
        Kind::Function,
        Kind::Invariant,
    ];

    /// The same among all that have names.
    pub(in crate::semantics) fn name_kind(self) -> NameKind {
        match self {
            Kind::Specification => NameKind::Specification,
            Kind::Event => NameKind::Event,
            Kind::Function => NameKind::Function,
            Kind::Invariant => NameKind::Invariant,
        }
    }

    pub(in crate::semantics) fn word(self) -> &'static str {
        match self {
            Kind::Specification => "specification",
            Kind::Event => "event",
            Kind::Function => "function",
            Kind::Invariant => "invariant",
        }
    }
}

/// A declaration: its module and where it stands among that module's declarations of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::semantics) struct DeclarationId {
    pub(in crate::semantics) module: usize,
    pub(in crate::semantics) index: usize,
}

/// What came of looking a name up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::semantics) enum Lookup {
    /// In the module itself or a direct import.
    Found(DeclarationId),
    /// Only in a module that an import imports.
    Transitive(DeclarationId),
    /// In several modules equally near.
    Ambiguous(Vec<DeclarationId>),
    /// Nowhere.
    Missing,
}

/// The modules that one reaches through imports, nearest first.
pub(super) struct Ways {
    ways: Vec<Way>,
    /// How many of them it imports itself.
    direct: usize,
}

impl Ways {
    /// Those that only others import.
    fn further(&self) -> impl Iterator<Item = &Way> {
        self.ways[self.direct..].iter()
    }
}

/// How a module is reached.
struct Way {
    module: usize,
    /// The module that imports it, and which of its imports that is.
    importer: usize,
    import: usize,
    /// How the importer is reached, unless it is where we start.
    before: Option<usize>,
}

impl ModuleDeclarations {
    /// Everything that is declared, with its kind, name and place. The second of a name is left out.
    pub(super) fn all_names(&self) -> impl Iterator<Item = (Kind, SmolStr, usize)> {
        Kind::ALL.into_iter().flat_map(move |kind| {
            let names = self.names(kind).into_iter().map(SmolStr::from).enumerate();
            names
                .filter(move |(index, name)| self.index_of(kind, name) == Some(*index))
                .map(move |(index, name)| (kind, name, index))
        })
    }

    /// Where everything is declared, also what has the name of something before it.
    pub(in crate::semantics) fn declared(&self) -> impl Iterator<Item = (Kind, Span)> {
        Kind::ALL.into_iter().flat_map(move |kind| {
            let count = self.names(kind).len();
            (0..count).map(move |index| (kind, self.name_span(kind, index)))
        })
    }

    fn index_of(&self, kind: Kind, name: &str) -> Option<usize> {
        match kind {
            Kind::Specification => self.specs.index_of(name),
            Kind::Event => self.events.index_of(name),
            Kind::Function => self.functions.index_of(name),
            Kind::Invariant => self.invariants.index_of(name),
        }
    }

    fn names(&self, kind: Kind) -> Vec<&str> {
        fn of<T>(table: &Table<T>) -> Vec<&str> {
            table
                .iter()
                .map(|declared| declared.name.text.as_str())
                .collect()
        }
        match kind {
            Kind::Specification => of(&self.specs),
            Kind::Event => of(&self.events),
            Kind::Function => of(&self.functions),
            Kind::Invariant => of(&self.invariants),
        }
    }

    /// Where a declaration's name stands.
    pub(in crate::semantics) fn name_span(&self, kind: Kind, index: usize) -> Span {
        match kind {
            Kind::Specification => self.specs.get(index).name.span,
            Kind::Event => self.events.get(index).name.span,
            Kind::Function => self.functions.get(index).name.span,
            Kind::Invariant => self.invariants.get(index).name.span,
        }
    }

    fn mark_used(&self, kind: Kind, index: usize) {
        match kind {
            Kind::Specification => self.specs.get(index).used.set(true),
            Kind::Event => self.events.get(index).used.set(true),
            Kind::Function => self.functions.get(index).used.set(true),
            Kind::Invariant => self.invariants.get(index).used.set(true),
        }
    }
}

impl Declarations {
    /// Looks up a name, qualified or not, as it stands in a module. What is found counts as
    /// used, and so does the import that leads to it.
    pub(in crate::semantics) fn lookup(&self, from: usize, kind: Kind, path: &[SmolStr]) -> Lookup {
        self.lookups.set(self.lookups.get() + 1);
        let found = match path {
            [name] => self.lookup_name(from, kind, name),
            [modules @ .., name] => self.lookup_qualified(from, kind, &modules.join("."), name),
            [] => Lookup::Missing,
        };
        // Each of several candidates may be the one that is meant.
        let places = match &found {
            Lookup::Found(place) | Lookup::Transitive(place) => std::slice::from_ref(place),
            Lookup::Ambiguous(places) => places,
            Lookup::Missing => &[],
        };
        for place in places {
            self.modules[place.module].mark_used(kind, place.index);
            self.mark_import(from, place.module);
        }
        found
    }

    fn lookup_name(&self, from: usize, kind: Kind, name: &str) -> Lookup {
        let own = self.modules[from].index_of(kind, name);
        if let Some(index) = own {
            return Lookup::Found(DeclarationId {
                module: from,
                index,
            });
        }
        let direct = self.modules[from]
            .imports
            .iter()
            .filter_map(|import| import.target);
        match self.find_in(direct, kind, name) {
            Lookup::Missing => {
                let further = self.ways(from).further().map(|way| way.module);
                match self.find_in(further, kind, name) {
                    Lookup::Found(place) => Lookup::Transitive(place),
                    other => other,
                }
            }
            found => found,
        }
    }

    fn find_in(&self, modules: impl Iterator<Item = usize>, kind: Kind, name: &str) -> Lookup {
        let mut places: Vec<DeclarationId> = Vec::new();
        for module in modules {
            if let Some(index) = self.modules[module].index_of(kind, name)
                && !places.iter().any(|place| place.module == module)
            {
                places.push(DeclarationId { module, index });
            }
        }
        match places.as_slice() {
            [] => Lookup::Missing,
            [place] => Lookup::Found(*place),
            _ => Lookup::Ambiguous(places),
        }
    }

    /// `a.b.Lib.name`, or `a.b.Spec` for the specification of that module.
    fn lookup_qualified(&self, from: usize, kind: Kind, module: &str, name: &str) -> Lookup {
        let whole = format!("{module}.{name}");
        let in_module = |target: usize| {
            let declarations = &self.modules[target];
            let is_named = declarations.name == module;
            let is_whole = kind == Kind::Specification && declarations.name == whole.as_str();
            let index = declarations
                .index_of(kind, name)
                .filter(|_| is_named || is_whole);
            index.map(|index| DeclarationId {
                module: target,
                index,
            })
        };
        let direct = self.modules[from]
            .imports
            .iter()
            .filter_map(|import| import.target);
        if let Some(place) = std::iter::once(from).chain(direct).find_map(in_module) {
            return Lookup::Found(place);
        }
        let mut further = self.ways(from).further().map(|way| way.module);
        further
            .find_map(in_module)
            .map_or(Lookup::Missing, Lookup::Transitive)
    }

    /// The modules that are reached through a module's imports, nearest first.
    fn ways(&self, from: usize) -> &Ways {
        self.modules[from].ways.get_or_init(|| {
            let mut seen: FxHashSet<usize> = FxHashSet::from_iter([from]);
            let mut ways = Vec::new();
            self.add_ways(from, None, &mut seen, &mut ways);
            let direct = ways.len();
            let mut next = 0;
            while let Some(way) = ways.get(next) {
                self.add_ways(way.module, Some(next), &mut seen, &mut ways);
                next += 1;
            }
            Ways { ways, direct }
        })
    }

    /// Adds the modules that one imports and that were not reached before.
    fn add_ways(
        &self,
        importer: usize,
        before: Option<usize>,
        seen: &mut FxHashSet<usize>,
        ways: &mut Vec<Way>,
    ) {
        for (import, declared) in self.modules[importer].imports.iter().enumerate() {
            let target = declared.target.filter(|target| seen.insert(*target));
            ways.extend(target.map(|module| Way {
                module,
                importer,
                import,
                before,
            }));
        }
    }

    /// Marks the imports through which a module is reached. Those in between are needed, too, though they
    /// stand in other modules.
    fn mark_import(&self, from: usize, target: usize) {
        if from == target {
            return;
        }
        let imports = &self.modules[from].imports;
        if let Some(import) = imports.iter().find(|import| import.target == Some(target)) {
            return import.used.set(true);
        }
        let Ways { ways, direct } = self.ways(from);
        let mut next = ways[*direct..].iter().find(|way| way.module == target);
        while let Some(way) = next {
            self.modules[way.importer].imports[way.import]
                .used
                .set(true);
            next = way.before.map(|before| &ways[before]);
        }
    }

    /// All names of a kind that could be meant in a module, for suggestions.
    pub(in crate::semantics) fn visible_names(&self, from: usize, kind: Kind) -> Vec<&str> {
        let direct = self.modules[from]
            .imports
            .iter()
            .filter_map(|import| import.target);
        let further = self.ways(from).further().map(|way| way.module);
        std::iter::once(from)
            .chain(direct)
            .chain(further)
            .flat_map(|module| self.modules[module].names(kind))
            .collect()
    }

    /// The import to add so that a declaration is visible: its module's name.
    pub(in crate::semantics) fn module_name(&self, place: DeclarationId) -> &str {
        &self.modules[place.module].name
    }
}
