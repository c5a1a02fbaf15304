//! Which layout each kind of node has.
//!
//! Most nodes are their children in a row; the others have a rule in one of the modules below, which follow
//! the parts of the grammar.

mod declarations;
mod expressions;
mod statements;
mod test_modules;

use super::layout::{Layout, elements, spaced, tight, usual};
use crate::syntax::SyntaxKind::*;
use crate::syntax::{SyntaxElement, SyntaxNode};

/// Expressions may nest a thousand levels deep, each of them taking a few frames.
const STACK_LEFT: usize = 128 * 1024;
const STACK_MORE: usize = 2 * 1024 * 1024;

impl Layout<'_> {
    /// A node or a token.
    pub(super) fn element(&mut self, element: &SyntaxElement) {
        match element {
            SyntaxElement::Token(token) => self.token(token),
            SyntaxElement::Node(node) => {
                stacker::maybe_grow(STACK_LEFT, STACK_MORE, || self.node(node));
            }
        }
    }

    pub(super) fn node(&mut self, node: &SyntaxNode) {
        let children = elements(node);
        match node.kind() {
            MODULE | TEST_MODULE => self.file(&children),

            SPECIFICATION | EVENT_DEF | INVARIANT_DEF | STATE_SETUP | DOMAIN | FIELD_BLOCK
            | EVENT_BLOCK | INVARIANT_BLOCK | LIFE_CYCLE | PRECONDITIONS | POSTCONDITIONS
            | SYNC_BLOCK | SETUP_BLOCK | CASE_STMT => self.braced_declaration(&children),
            FUNCTION_DEF => self.function_def(&children),
            STATE_FROM => self.state_from(&children),
            STATE_TO => self.state_to(&children),

            EXPR_STMT | SYNC_STMT | NOW_SETUP | DOMAIN_ENTRY => self.statement(&children),
            PAREN_STMT => self.paren_stmt(&children),
            CASE_ARM => self.value_behind(&children, FAT_ARROW),

            INSTANCE_SETUP => self.instance_setup(&children),
            WITH_CLAUSE | ONE_WITH_CLAUSE => self.constraints(&children),
            CHECK => self.check(&children),
            USING_CLAUSE => self.using_clause(&children),

            ARG_LIST | PARAM_LIST | CONFIG_PARAM_LIST | CONFIG_ARG_LIST | TUPLE_TYPE | MAP_EXPR => {
                self.list(&children, false);
            }
            STATE_SET => self.list(&children, true),
            SET_EXPR => self.set_expr(&children),
            BINARY_EXPR | TARIFF_EXPR => self.operator_expr(node, &children),
            CONDITIONAL_EXPR => self.conditional_expr(node),
            QUANTIFIER_EXPR => self.quantifier_expr(&children),
            COMPREHENSION_EXPR => self.comprehension_expr(&children),
            CONDITION_LIST => self.condition_list(&children),
            INDEX_EXPR => self.index_expr(&children),
            RANGE_EXPR => self.range_expr(&children),
            PAREN_EXPR => self.paren_expr(&children),
            PREFIX_EXPR => self.prefix_expr(&children),

            ANNOTATION | PATH | NAME_REF | NAME_EXPR | FIELD_EXPR | CALL_EXPR
            | CARDINALITY_EXPR | SET_TYPE | EVENT_PATTERN | DOMAIN_PATH => {
                self.run(&children, tight);
            }
            MAP_TYPE => self.map_type(&children),
            MAP_ENTRY | TIME_LITERAL => self.run(&children, spaced),
            _ => self.run(&children, usual),
        }
    }
}
