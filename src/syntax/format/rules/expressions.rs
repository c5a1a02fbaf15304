//! Expressions.

use crate::syntax::SyntaxKind::{self, *};
use crate::syntax::format::doc::Indent;
use crate::syntax::format::layout::{INDENT, Layout, elements, spaced, tight, usual};
use crate::syntax::{SyntaxElement, SyntaxNode};

/// Operators that form one chain, however many of them stand in a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chain {
    Implication,
    Or,
    And,
    Comparison,
    Sum,
    Product,
}

impl Layout<'_> {
    /// `a && b && c`: on one line, or else with each operator at the start of a line.
    pub(super) fn operator_expr(&mut self, node: &SyntaxNode, children: &[SyntaxElement]) {
        let Some(chain) = chain_of(node) else {
            return self.run(children, usual);
        };
        let goes_on = |operand: &SyntaxNode| chain_of(operand) == Some(chain);
        let parts = match chain {
            Chain::Implication => right_chain(node, goes_on),
            _ => left_chain(node, goes_on),
        };
        if chain == Chain::Comparison && parts.last().is_some_and(ends_in_brackets) {
            self.hugged_comparison(&parts);
        } else {
            self.broken_before_operators(node, &parts);
        }
    }

    /// `c ? a : d ? b : e`
    pub(super) fn conditional_expr(&mut self, node: &SyntaxNode) {
        let goes_on = |operand: &SyntaxNode| operand.kind() == CONDITIONAL_EXPR;
        let parts = right_chain(node, goes_on);
        self.broken_before_operators(node, &parts);
    }

    /// Operands and operators on one line, or else with each operator at the start of a line.
    fn broken_before_operators(&mut self, node: &SyntaxNode, parts: &[SyntaxElement]) {
        let columns = continuation_indent(node);
        let Some((first, rest)) = parts.split_first() else {
            return;
        };
        self.group(|layout| {
            layout.first_operand(first);
            layout.indent_by(Indent::all(columns), |layout| {
                let mut behind_operator = false;
                for part in rest {
                    let is_operator = part.as_token().is_some();
                    match (behind_operator, is_operator) {
                        (false, _) => layout.line(),
                        (true, false) => layout.space(),
                        // `++` is two tokens.
                        (true, true) => {}
                    }
                    behind_operator = is_operator;
                    layout.element(part);
                }
            });
        });
    }

    /// Lines of an operand that is a chain itself are indented more than those of the chain around it.
    fn first_operand(&mut self, operand: &SyntaxElement) {
        if operand
            .as_node()
            .is_some_and(|node| chain_of(node).is_some())
        {
            self.indent(|layout| layout.element(operand));
        } else {
            self.element(operand);
        }
    }

    /// `a == f(b)`, where the brackets at the end may break while the rest stays on its line.
    fn hugged_comparison(&mut self, parts: &[SyntaxElement]) {
        let [left, operator, right] = parts else {
            return self.run(parts, spaced);
        };
        self.group(|layout| {
            layout.first_operand(left);
            layout.indent(Layout::fill_line);
            layout.element(operator);
            layout.space();
            layout.element(right);
        });
    }

    /// `forall x : s | c, c`
    pub(super) fn quantifier_expr(&mut self, children: &[SyntaxElement]) {
        self.group(|layout| layout.quantified(children));
    }

    /// `{x : s | c, c}`
    pub(super) fn comprehension_expr(&mut self, children: &[SyntaxElement]) {
        let [open, quantified @ .., close] = children else {
            return;
        };
        self.group(|layout| {
            layout.element(open);
            layout.quantified(quantified);
            layout.leading_comments();
            layout.soft_line();
            layout.element(close);
        });
    }

    /// A variable, what it ranges over, and the conditions, which take lines of their own if need
    /// be.
    fn quantified(&mut self, parts: &[SyntaxElement]) {
        let Some((conditions, head)) = parts.split_last() else {
            return;
        };
        self.run(head, spaced);
        self.indent(|layout| {
            layout.line();
            layout.element(conditions);
        });
    }

    pub(super) fn condition_list(&mut self, children: &[SyntaxElement]) {
        self.items(children, false);
    }

    /// `{a, b}`; values without parts share lines.
    pub(super) fn set_expr(&mut self, children: &[SyntaxElement]) {
        let is_plain = |item: &SyntaxElement| {
            matches!(item, SyntaxElement::Token(_))
                || matches!(item.kind(), LITERAL | MONEY_LITERAL | NAME_EXPR)
        };
        self.list(children, children.iter().all(is_plain));
    }

    /// `{a .. b}`, or `a .. b by c` in a domain.
    pub(super) fn range_expr(&mut self, children: &[SyntaxElement]) {
        match children {
            [open, ends @ .., close] if open.kind() == L_BRACE => {
                self.element(open);
                self.run(ends, spaced);
                self.element(close);
            }
            _ => self.run(children, spaced),
        }
    }

    /// `a[b]`
    pub(super) fn index_expr(&mut self, children: &[SyntaxElement]) {
        let Some((base, index)) = children.split_first() else {
            return;
        };
        self.element(base);
        self.list(index, false);
    }

    /// `(a)`
    pub(super) fn paren_expr(&mut self, children: &[SyntaxElement]) {
        self.indent(|layout| layout.run(children, tight));
    }

    /// `new a`, `-a`, `- -a`
    pub(super) fn prefix_expr(&mut self, children: &[SyntaxElement]) {
        match children {
            [operator, operand] if operator.kind() == MINUS && !is_negation(operand) => {
                self.run(children, tight);
            }
            _ => self.run(children, spaced),
        }
    }
}

fn is_negation(element: &SyntaxElement) -> bool {
    element
        .as_node()
        .is_some_and(|node| node.kind() == PREFIX_EXPR && operator(node) == Some(MINUS))
}

/// Operators are indented below the first operand, unless parentheses see to that.
fn continuation_indent(node: &SyntaxNode) -> usize {
    match node.parent().map(|parent| parent.kind()) {
        Some(PAREN_EXPR) => 0,
        _ => INDENT,
    }
}

/// Whether an operand can stay on its line because there are brackets to break.
fn ends_in_brackets(operand: &SyntaxElement) -> bool {
    matches!(
        operand.kind(),
        CALL_EXPR | SET_EXPR | MAP_EXPR | COMPREHENSION_EXPR
    )
}

/// The chain that an expression belongs to, if its operator forms one.
fn chain_of(node: &SyntaxNode) -> Option<Chain> {
    let starts_with_operand = || {
        elements(node)
            .first()
            .is_some_and(|first| first.as_node().is_some())
    };
    match node.kind() {
        BINARY_EXPR => operator(node).and_then(chain_of_operator),
        TARIFF_EXPR if starts_with_operand() => Some(Chain::Sum),
        _ => None,
    }
}

fn operator(node: &SyntaxNode) -> Option<SyntaxKind> {
    node.children_with_tokens()
        .filter_map(SyntaxElement::into_token)
        .map(|token| token.kind())
        .find(|kind| !kind.is_trivia())
}

fn chain_of_operator(operator: SyntaxKind) -> Option<Chain> {
    Some(match operator {
        ARROW => Chain::Implication,
        PIPE_PIPE => Chain::Or,
        AMP_AMP => Chain::And,
        IN_KW | LT | LT_EQ | GT | GT_EQ | EQ_EQ | BANG_EQ => Chain::Comparison,
        PLUS | MINUS => Chain::Sum,
        STAR | SLASH | PERCENT => Chain::Product,
        _ => return None,
    })
}

/// The operands and operators of a chain that nests to the left, as long as `goes_on` says so.
fn left_chain(top: &SyntaxNode, goes_on: impl Fn(&SyntaxNode) -> bool) -> Vec<SyntaxElement> {
    let mut links = Vec::new();
    let mut next = Some(top.clone());
    while let Some(node) = next {
        let mut parts = elements(&node);
        next = node.first_child().filter(&goes_on);
        if next.is_some() {
            parts.remove(0);
        }
        links.push(parts);
    }
    links.into_iter().rev().flatten().collect()
}

/// The operands and operators of a chain that nests to the right.
fn right_chain(top: &SyntaxNode, goes_on: impl Fn(&SyntaxNode) -> bool) -> Vec<SyntaxElement> {
    let mut links = Vec::new();
    let mut next = Some(top.clone());
    while let Some(node) = next {
        links.extend(elements(&node));
        next = node.last_child().filter(&goes_on);
        if next.is_some() {
            links.pop();
        }
    }
    links
}
