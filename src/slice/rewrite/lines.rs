//! Which lines of life cycles a text keeps, and which states become final.

use rustc_hash::FxHashSet;

use super::keep::Keeper;
use super::left::{Position, place};
use super::{Request, Tree};
use crate::semantics::specification::{SpecId, StateId};
use crate::syntax::ast::{self, AstNode};

/// The lines of the life cycles of a slice.
#[derive(Clone, Copy)]
pub(super) struct Lines<'l> {
    pub(super) request: &'l Request<'l>,
    pub(super) keeper: &'l Keeper<'l>,
}

/// What a line says of its state besides arrows.
#[derive(PartialEq, Eq)]
struct Modifiers {
    is_initial: bool,
    is_final: bool,
}

impl Lines<'_> {
    /// The lines in the life cycle of a specification that stay, and the others.
    pub(super) fn divide(
        self,
        tree: &Tree<'_>,
        id: SpecId,
        block: &ast::LifeCycle,
    ) -> (Vec<ast::StateFrom>, Vec<ast::StateFrom>) {
        let name = |line: &ast::StateFrom| line.ident_token().map(|it| it.text().to_owned());
        // A specification may have several life cycles, which are one.
        let blocks = block.syntax().parent().into_iter();
        let blocks = blocks.flat_map(|spec| spec.children());
        let lines = blocks.filter_map(ast::LifeCycle::cast);
        let lines = lines.flat_map(|block| block.state_froms());
        let lines: Vec<ast::StateFrom> = lines.collect();
        let kept = lines.iter().filter(|it| self.keeps_name(tree, it));
        let kept: FxHashSet<String> = kept.filter_map(name).collect();
        // A state may be listed on several lines, of which only the first has its place, and perhaps another one says
        // that it is initial or final.
        let says_more = |line: &ast::StateFrom| {
            line.modifier_token().is_some() && name(line).is_some_and(|it| kept.contains(&it))
        };
        let staying = lines.iter();
        let staying = staying.filter(|it| self.keeps_arrow(tree, it) || says_more(it));
        let staying: FxHashSet<String> = staying.filter_map(name).collect();
        block.state_froms().partition(|line| {
            let is_bare = line.modifier_token().is_none() && line.state_tos().next().is_some();
            let is_continued = is_bare && name(line).is_some_and(|it| staying.contains(&it));
            self.keeps_arrow(tree, line)
                || (self.keeps_name(tree, line) || says_more(line))
                    && !self.is_repeated(id, line)
                    && !is_continued
        })
    }

    /// Whether a line has the place of a state that is kept.
    fn keeps_name(self, tree: &Tree<'_>, line: &ast::StateFrom) -> bool {
        let name = line.ident_token();
        name.is_some_and(|name| self.keeper.keeps_within(tree.id, name.text_range()))
    }

    /// Whether a line has an arrow left.
    fn keeps_arrow(self, tree: &Tree<'_>, line: &ast::StateFrom) -> bool {
        let mut events = line.state_tos().flat_map(|arrow| arrow.name_refs());
        events.any(|event| {
            let range = event.syntax().text_range();
            self.keeper.keeps_within(tree.id, range)
        })
    }

    /// Whether a state without the arrows that it had is the same as the inherited one, so that it need not be
    /// declared again.
    fn is_repeated(self, id: SpecId, line: &ast::StateFrom) -> bool {
        let had_arrows = line.state_tos().next().is_some();
        let (Some(name), true) = (line.ident_token(), had_arrows) else {
            return false;
        };
        let inherited = self.inherited(id, name.text());
        inherited.is_some() && inherited == self.declared(id, name.text())
    }

    /// What the nearest ancestor says of a state.
    fn inherited(self, id: SpecId, name: &str) -> Option<Modifiers> {
        let mut ancestors = self.keeper.ancestors(id);
        ancestors.find_map(|ancestor| self.declared(ancestor, name))
    }

    /// What the text of a specification says of a state, if it has the state itself.
    fn declared(self, id: SpecId, name: &str) -> Option<Modifiers> {
        let spec = self.request.analysis.program.spec(id);
        let state = &spec.states[spec.state_named(name)?.index()];
        let declared = state.name.span;
        let is_own = spec.span.contains(declared) && self.keeper.keeps(declared);
        is_own.then(|| Modifiers {
            is_initial: state.initial,
            is_final: state.last || self.becomes_final(place(declared)),
        })
    }

    /// Whether nothing leads out of a state any more. It is final then, if nothing asks for that and it is not the
    /// initial one.
    pub(super) fn becomes_final(self, declared: Position) -> bool {
        let specs = self.request.analysis.program.specifications.iter();
        let mut is_declared = false;
        for (index, spec) in specs.enumerate().filter(|(_, spec)| !spec.is_partial()) {
            let id = SpecId::at(index);
            let mut states = spec.states.iter();
            let state = states.position(|it| place(it.name.span) == declared);
            let is_whole = self.keeper.keeps_spec(id) && !self.keeper.is_only_a_parent(id);
            let Some(state) = state.filter(|_| is_whole) else {
                continue;
            };
            if spec.states[state].initial {
                return false;
            }
            let state = StateId::at(state);
            let mut bridges = self.request.united.parts.classes[index].bridges.iter();
            let is_bridged = bridges.any(|(from, _)| *from == state);
            if is_bridged && !spec.span.contains(spec.states[state.index()].name.span) {
                // An heir declares the state itself, with the bridges.
                continue;
            }
            is_declared = true;
            let inherited = self.keeper.inherited_bridges(self.request, id);
            let mut arrows = spec.transitions.iter().filter(|it| it.from == state);
            if is_bridged
                || inherited.iter().any(|(from, _)| *from == state)
                || arrows.any(|it| self.keeper.keeps(it.span))
                || self.keeper.asks_for_final(id)
            {
                return false;
            }
        }
        is_declared
    }
}
