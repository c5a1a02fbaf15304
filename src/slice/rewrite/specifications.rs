//! The edits of a specification: its fields, the events it lists, its invariants and its life cycle.

use super::edits::Edits;
use super::keep::Keeper;
use super::left::{Position, place};
use super::lines::Lines;
use super::lists::{Left, remove_between_brackets, remove_items};
use super::modules::{Configuration, rewrite_params};
use super::{Request, Tree};
use crate::semantics::specification::SpecId;
use crate::syntax::ast::{self, AstNode};
use crate::syntax::{SyntaxNode, TextRange};

/// The edits of a specification, whose name is at a place.
pub(super) fn rewrite(
    request: &Request<'_>,
    keeper: &Keeper<'_>,
    configuration: &Configuration,
    (tree, name): (&Tree<'_>, Position),
    node: &ast::Specification,
    edits: &mut Edits,
) {
    let specs = &request.analysis.program.specifications;
    let id = specs.iter().position(|spec| place(spec.name.span) == name);
    let Some(id) = id.map(SpecId::at) else {
        return;
    };
    if let (Some(word), None) = (node.specification_token(), node.modifier_token())
        && keeper.is_only_a_parent(id)
    {
        edits.insert(word.text_range().start(), "abstract ");
    }
    if let Some(extends) = node.extends()
        && !keeper.still_extends(id)
    {
        edits.remove_node(extends.syntax());
    }
    let editor = Editor {
        keeper,
        configuration,
        tree,
        id,
        lines: Lines { request, keeper },
    };
    for member in node.specification_members() {
        match member {
            ast::SpecificationMember::FieldBlock(block) => editor.fields(&block, edits),
            ast::SpecificationMember::EventBlock(block) => editor.events(&block, edits),
            ast::SpecificationMember::InvariantBlock(block) => editor.invariants(&block, edits),
            ast::SpecificationMember::LifeCycle(block) => editor.life_cycle(&block, edits),
        }
    }
}

struct Editor<'e> {
    keeper: &'e Keeper<'e>,
    configuration: &'e Configuration,
    tree: &'e Tree<'e>,
    /// The specification that is edited.
    id: SpecId,
    lines: Lines<'e>,
}

impl Editor<'_> {
    fn keeps(&self, range: Option<TextRange>) -> bool {
        range.is_some_and(|range| self.keeper.keeps_within(self.tree.id, range))
    }

    /// Removes the nodes of a block that are not kept, or the whole block with them.
    fn block<N: AstNode>(
        &self,
        block: &SyntaxNode,
        nodes: impl Iterator<Item = N>,
        name: impl Fn(&N) -> Option<TextRange>,
        edits: &mut Edits,
    ) -> Vec<N> {
        let (kept, cut): (Vec<N>, Vec<N>) = nodes.partition(|node| self.keeps(name(node)));
        if kept.is_empty() {
            edits.remove_node(block);
        } else {
            for node in &cut {
                edits.remove_node(node.syntax());
            }
        }
        kept
    }

    fn fields(&self, block: &ast::FieldBlock, edits: &mut Edits) {
        let name = |field: &ast::Field| field.ident_token().map(|it| it.text_range());
        for field in self.block(block.syntax(), block.fields(), name, edits) {
            let place = name(&field).and_then(|it| self.keeper.place_within(self.tree.id, it));
            if place.is_some_and(|place| self.keeper.left.references.contains(&place)) {
                continue;
            }
            let references = field.annotations().filter(|it| it.ref_token().is_some());
            for reference in references {
                edits.remove_node(reference.syntax());
            }
        }
    }

    fn events(&self, block: &ast::EventBlock, edits: &mut Edits) {
        let name = |event: &ast::EventRef| event.path().map(|it| it.syntax().text_range());
        for event in self.block(block.syntax(), block.event_refs(), name, edits) {
            if let Some(list) = event.param_list() {
                rewrite_params(self.keeper, self.tree, &list, edits);
            }
            let listed = name(&event).and_then(|it| self.keeper.place_within(self.tree.id, it));
            let definition = listed.and_then(|it| self.keeper.left.definitions.get(&it));
            let used = definition.and_then(|it| self.configuration.get(it));
            if let (Some(list), Some(used)) = (event.config_arg_list(), used) {
                let values: Vec<SyntaxNode> =
                    list.config_args().map(|it| it.syntax().clone()).collect();
                let keeps = |_: usize, value: &SyntaxNode| {
                    let name = ast::ConfigArg::cast(value.clone()).and_then(|it| it.ident_token());
                    name.is_some_and(|name| used.contains(name.text()))
                };
                remove_between_brackets(list.syntax(), &values, keeps, edits);
            }
        }
    }

    fn invariants(&self, block: &ast::InvariantBlock, edits: &mut Edits) {
        let name = |it: &ast::InvariantRef| it.path().map(|it| it.syntax().text_range());
        self.block(block.syntax(), block.invariant_refs(), name, edits);
    }

    fn life_cycle(&self, block: &ast::LifeCycle, edits: &mut Edits) {
        let (kept, cut) = self.lines.divide(self.tree, self.id, block);
        if kept.is_empty() {
            edits.remove_node(block.syntax());
            return;
        }
        for state in &cut {
            edits.remove_node(state.syntax());
        }
        for state in kept {
            self.arrows(&state, edits);
            if let Some(name) = state.ident_token()
                && state.modifier_token().is_none()
                && self
                    .lines
                    .becomes_final((self.tree.id, name.text_range().start()))
            {
                edits.insert(name.text_range().start(), "final ");
            }
        }
    }

    fn arrows(&self, state: &ast::StateFrom, edits: &mut Edits) {
        let arrows: Vec<SyntaxNode> = state.state_tos().map(|it| it.syntax().clone()).collect();
        let events_of = |arrow: &SyntaxNode| -> Vec<SyntaxNode> {
            let arrow = ast::StateTo::cast(arrow.clone());
            let events = arrow.into_iter().flat_map(|arrow| arrow.name_refs());
            events.map(|event| event.syntax().clone()).collect()
        };
        let keeps = |_: usize, event: &SyntaxNode| self.keeps(Some(event.text_range()));
        let has_events =
            |_: usize, arrow: &SyntaxNode| events_of(arrow).iter().any(|event| keeps(0, event));
        if remove_items(&arrows, has_events, edits) == Left::Nothing {
            for arrow in &arrows {
                edits.remove_node(arrow);
            }
            return;
        }
        for arrow in arrows.iter().filter(|arrow| has_events(0, arrow)) {
            remove_items(&events_of(arrow), keeps, edits);
        }
    }
}
