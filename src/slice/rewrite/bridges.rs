//! The events of amorphous slices: one a specification that does nothing, and arrows for it where steps were cut.
//!
//! A specification that is a slice already may have such an event, and keeps it then, with those of its arrows that
//! are needed again.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::edits::Edits;
use super::keep::Keeper;
use super::lines::Lines;
use super::{Request, Tree};
use crate::semantics::Program;
use crate::semantics::specification::{Event, EventId, Modifier, SpecId, Specification, StateId};
use crate::semantics::test_module::Check;
use crate::syntax::ast::{self, AstNode};
use crate::syntax::{SyntaxNode, TextSize};

/// What it says of itself.
const DOC: &str = "@bridge{Stands for any number of steps that the slice leaves out.}";

/// The events that stand for steps that were cut.
pub(super) struct Bridges<'b> {
    program: &'b Program,
    /// A name that no other event has.
    name: String,
    specs: Vec<(SpecId, SpecBridges)>,
}

/// An arrow from a state to another.
type Arrow = (StateId, StateId);

/// The bridges of a specification, by whether its text has them from an earlier slice.
pub(super) struct SpecBridges {
    /// The event of the earlier slice, if some of its arrows are needed again.
    pub(super) earlier: Option<EventId>,
    /// These arrows, by their numbers.
    pub(super) there: Vec<usize>,
    /// Where new arrows lead from and to.
    pub(super) missing: BTreeSet<Arrow>,
}

impl SpecBridges {
    /// Divides the bridges of a specification, which come in order.
    pub(super) fn of(spec: &Specification, bridges: &[Arrow]) -> SpecBridges {
        let earlier = spec.events.iter().position(does_nothing).map(EventId::at);
        let mut missing: BTreeSet<Arrow> = bridges.iter().copied().collect();
        let mut there = Vec::new();
        for (index, arrow) in spec.transitions.iter().enumerate() {
            let ends = (arrow.from, arrow.to);
            if Some(arrow.event) == earlier && bridges.binary_search(&ends).is_ok() {
                missing.remove(&ends);
                there.push(index);
            }
        }
        SpecBridges {
            earlier: earlier.filter(|_| !there.is_empty()),
            there,
            missing,
        }
    }
}

/// Whether an event is just what we would write as a bridge.
fn does_nothing(event: &Event) -> bool {
    event.bridge
        && !event.internal
        && event.params.is_empty()
        && event.preconditions.is_empty()
        && event.postconditions.is_empty()
        && event.syncs.is_empty()
}

impl<'b> Bridges<'b> {
    pub(super) fn of(request: &Request<'b>, keeper: &Keeper<'_>) -> Bridges<'b> {
        let program = &request.analysis.program;
        let parts = request.united.parts.classes.iter().enumerate();
        let bridged = parts.filter(|(_, parts)| parts.kept && !parts.bridges.is_empty());
        let specs = bridged.map(|(index, parts)| {
            let id = SpecId::at(index);
            (id, SpecBridges::of(program.spec(id), &parts.bridges))
        });
        Bridges {
            program,
            name: fresh_name(program, keeper),
            specs: specs.collect(),
        }
    }

    /// Whether there are none, so that runs of the slice are as long as those of the original.
    pub(super) fn is_empty(&self) -> bool {
        self.specs.is_empty()
    }

    /// The name of the event of a specification.
    fn name_in(&self, spec: SpecId, own: &SpecBridges) -> &str {
        let events = &self.program.spec(spec).events;
        own.earlier
            .map_or(&self.name, |event| &events[event.index()].name.text)
    }

    /// What a check that lists events has to list besides: bridges stand for events of any kind.
    pub(super) fn patterns(&self, check: &Check) -> Vec<String> {
        let unlisted = self.specs.iter().filter(|(id, own)| {
            let mut using = check.using.iter().filter(|it| it.spec == *id);
            !using.any(|it| it.event.is_none() || it.event == own.earlier)
        });
        let pattern = |(id, own): &(SpecId, SpecBridges)| {
            let spec = &self.program.spec(*id).name.text;
            format!("{spec}.{}", self.name_in(*id, own))
        };
        unlisted.map(pattern).collect()
    }

    /// Adds the events to the specifications of a module.
    pub(super) fn add_to(&self, lines: Lines<'_>, tree: &Tree<'_>, edits: &mut Edits) {
        let mut is_defined_here = false;
        for (id, own) in &self.specs {
            let spec = self.program.spec(*id);
            if spec.span.file != tree.id {
                continue;
            }
            let nodes = tree.root.children().filter_map(ast::Specification::cast);
            let name = |it: &ast::Specification| it.type_name_token().map(|it| it.text_range());
            let place = Some(spec.name.span.range());
            let Some(node) = nodes.into_iter().find(|node| name(node) == place) else {
                continue;
            };
            let text = Text {
                id: *id,
                own,
                life_cycle: kept_life_cycle(lines, tree, *id, &node),
                node,
            };
            is_defined_here |= self.list(lines.keeper, tree, &text, edits);
            self.connect(&text, edits);
        }
        if is_defined_here {
            let items = tree.root.children().filter(|it| {
                ast::Item::can_cast(it.kind())
                    && lines.keeper.keeps_within(tree.id, it.text_range())
            });
            let end = items.last().map(|it| it.text_range().end());
            let text = format!("\n\n{DOC}\nevent {}() {{}}\n", self.name);
            edits.append(end.unwrap_or(TextSize::of(tree.text)), text);
        }
    }

    /// Lists the event, unless it is there already or inherited. Tells whether it has to be defined.
    fn list(
        &self,
        keeper: &Keeper<'_>,
        tree: &Tree<'_>,
        text: &Text<'_>,
        edits: &mut Edits,
    ) -> bool {
        let Text { id, own, node, .. } = text;
        let is_inherited = keeper.still_extends(*id) && self.is_inherited(*id);
        if own.earlier.is_some() || is_inherited {
            return false;
        }
        let is_external = self.program.spec(*id).modifier == Some(Modifier::External);
        let listed = format!("{}{}", self.name, if is_external { "()" } else { "[]" });
        let block = node
            .specification_members()
            .find_map(|member| match member {
                ast::SpecificationMember::EventBlock(block) => Some(block),
                _ => None,
            });
        let events = block.into_iter().flat_map(|block| block.event_refs());
        let events = events.map(|event| event.syntax().text_range());
        let last = events.filter(|event| keeper.keeps_within(tree.id, *event));
        if let Some(last) = last.last() {
            edits.append(last.end(), format!("\n{listed}"));
            return !is_external;
        }
        let block = format!("events {{\n{listed}\n}}\n\n");
        match &text.life_cycle {
            Some((next, _)) => edits.insert(next.syntax().text_range().start(), block),
            None => insert_before_end(node.syntax(), &block, edits),
        }
        !is_external
    }

    fn is_inherited(&self, id: SpecId) -> bool {
        let mut next = self.program.spec(id).parent;
        while let Some(parent) = next {
            if self.specs.iter().any(|(spec, _)| *spec == parent) {
                return true;
            }
            next = self.program.spec(parent).parent;
        }
        false
    }

    /// Adds the arrows: behind the names of states that the text has, and with their states where it has not.
    fn connect(&self, text: &Text<'_>, edits: &mut Edits) {
        let arrows = &text.own.missing;
        let spec = self.program.spec(text.id);
        let name = self.name_in(text.id, text.own);
        let kept = text.life_cycle.as_ref();
        let states = kept.map_or(&[][..], |(_, states)| states);
        let mut missing = String::new();
        for from in arrows
            .iter()
            .map(|(from, _)| *from)
            .collect::<BTreeSet<_>>()
        {
            let targets = arrows.iter().filter(|(at, _)| *at == from);
            let targets = targets.map(|(_, to)| &spec.states[to.index()].name.text);
            let mut arrows = String::new();
            for to in targets {
                // Writing to a string does not fail.
                let _ = write!(arrows, " -> {to}: {name}");
            }
            let from = &spec.states[from.index()];
            let mut declared = states.iter().filter_map(ast::StateFrom::ident_token);
            if let Some(name) = declared.find(|name| name.text() == from.name.text) {
                edits.insert(name.text_range().end(), arrows);
                continue;
            }
            let modifier = match (from.initial, from.last) {
                (true, _) => "initial ",
                (false, true) => "final ",
                (false, false) => "",
            };
            let _ = writeln!(missing, "{modifier}{}{arrows}", from.name.text);
        }
        match kept {
            _ if missing.is_empty() => {}
            Some((_, lines)) => {
                let end = lines.last().map(|it| it.syntax().text_range().end());
                edits.append(end.unwrap_or_default(), format!("\n{}", missing.trim_end()));
            }
            None => {
                let block = format!("\nlifeCycle {{\n{missing}}}\n");
                insert_before_end(text.node.syntax(), &block, edits);
            }
        }
    }
}

/// A specification that has bridges.
struct Text<'t> {
    id: SpecId,
    own: &'t SpecBridges,
    node: ast::Specification,
    life_cycle: Option<LifeCycle>,
}

/// A life cycle with those of its lines that are kept.
type LifeCycle = (ast::LifeCycle, Vec<ast::StateFrom>);

/// The life cycle in the text of a specification, if any of its lines are kept: otherwise all of it goes.
fn kept_life_cycle(
    lines: Lines<'_>,
    tree: &Tree<'_>,
    id: SpecId,
    node: &ast::Specification,
) -> Option<LifeCycle> {
    let block = node
        .specification_members()
        .find_map(|member| match member {
            ast::SpecificationMember::LifeCycle(block) => Some(block),
            _ => None,
        })?;
    let (states, _) = lines.divide(tree, id, &block);
    (!states.is_empty()).then_some((block, states))
}

/// Puts a text before the brace that closes a block.
fn insert_before_end(block: &SyntaxNode, text: &str, edits: &mut Edits) {
    let tokens = block
        .children_with_tokens()
        .filter_map(rowan::NodeOrToken::into_token);
    let brace = tokens.filter(|token| token.text() == "}").last();
    if let Some(brace) = brace {
        edits.insert(brace.text_range().start(), text);
    }
}

/// A name that no event or function of the slice has. The bridges of an earlier slice that are cut make room for ours.
fn fresh_name(program: &Program, keeper: &Keeper<'_>) -> String {
    let events = program.specifications.iter().flat_map(|spec| &spec.events);
    let events = events.filter(|event| !event.bridge || keeper.keeps(event.listed));
    let events = events.map(|event| event.name.text.as_str());
    let functions = program.functions.iter().map(|it| it.name.text.as_str());
    let known: rustc_hash::FxHashSet<&str> = events.chain(functions).collect();
    let numbered = (2..).map(|number: u32| format!("skip{number}"));
    let mut names = std::iter::once("skip".to_owned()).chain(numbered);
    names
        .find(|name| !known.contains(name.as_str()))
        .unwrap_or_default()
}
