//! Statements in the wrong place, or of no use.

use super::edits::{STEP, Text};
use super::{Finding, fix};
use crate::diagnostics::Fix;
use crate::diagnostics::codes::conditions::REMOVE_IT;
use crate::syntax::ast::{self, AstNode};
use crate::syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange, trimmed_range};

const BLOCKS: &[SyntaxKind] = &[
    SyntaxKind::PRECONDITIONS,
    SyntaxKind::POSTCONDITIONS,
    SyntaxKind::INVARIANT_DEF,
];

impl Finding<'_> {
    /// The whole statement that the finding is about, and the block that it stands in.
    fn statement(&self) -> Option<(SyntaxNode, SyntaxNode)> {
        let token = self.texts.token(self.diagnostic.primary.span)?;
        token.parent_ancestors().find_map(|node| {
            let block = node.parent()?;
            BLOCKS.contains(&block.kind()).then_some((node, block))
        })
    }
}

/// Moves a statement from the preconditions to the postconditions, or back.
pub(super) fn move_statement(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    let (statement, block) = finding.statement()?;
    let (target, word) = match block.kind() {
        SyntaxKind::PRECONDITIONS => (SyntaxKind::POSTCONDITIONS, "postconditions"),
        SyntaxKind::POSTCONDITIONS => (SyntaxKind::PRECONDITIONS, "preconditions"),
        _ => return None,
    };
    let text = finding.text();
    let is_alone = block.children().filter_map(ast::Statement::cast).count() == 1;
    let existing = block.parent()?.children().find(|it| it.kind() == target);
    let moved = &text.text[std::ops::Range::<usize>::from(trimmed_range(&statement))];
    let edits = match (existing, is_alone) {
        (Some(existing), true) => vec![text.add_last(&existing, moved)?, text.remove(&block)],
        (Some(existing), false) => vec![text.add_last(&existing, moved)?, text.remove(&statement)],
        (None, true) => {
            let keyword = block.first_token()?;
            let keyword = std::iter::successors(Some(keyword), SyntaxToken::next_token)
                .find(|it| !it.kind().is_trivia())?;
            vec![text.replace(keyword.text_range(), word)]
        }
        (None, false) => vec![
            new_block(text, &block, word, moved),
            text.remove(&statement),
        ],
    };
    Some(vec![fix(format!("move it to the {word}"), edits)])
}

/// Writes a block of conditions beside another one. Preconditions come first.
fn new_block(
    text: Text<'_>,
    beside: &SyntaxNode,
    word: &str,
    statement: &str,
) -> crate::diagnostics::Edit {
    let range = trimmed_range(beside);
    let indent = text.indent_at(range.start());
    let line_break = text.line_break();
    let block = format!("{word} {{{line_break}{indent}{STEP}{statement}{line_break}{indent}}}");
    if word == "preconditions" {
        text.insert(range.start(), format!("{block}{line_break}{indent}"))
    } else {
        text.insert(range.end(), format!("{line_break}{indent}{block}"))
    }
}

pub(super) fn remove_statement(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    let (statement, _) = finding.statement()?;
    let removal = finding.text().remove(&statement);
    Some(vec![fix("remove the statement", vec![removal])])
}

/// A condition that is always false is no less wrong without it.
pub(super) fn remove_constant(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    let is_harmless = finding.diagnostic.help.as_deref() == Some(REMOVE_IT);
    is_harmless.then(|| remove_statement(finding))?
}

pub(super) fn remove_default(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    let param = ast::Param::cast(finding.node(&[SyntaxKind::PARAM])?)?;
    let start = trimmed_range(param.ty()?.syntax()).end();
    let range = TextRange::new(start, trimmed_range(param.default()?.syntax()).end());
    let removal = finding.text().replace(range, "");
    Some(vec![fix("remove the default", vec![removal])])
}

/// `not a == b` becomes `(not a) == b`, as it is read.
pub(super) fn keep_negation(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    let range = trimmed_range(&finding.node(&[SyntaxKind::PREFIX_EXPR])?);
    let text = finding.text();
    let negated = &text.text[std::ops::Range::<usize>::from(range)];
    let edits = vec![
        text.insert(range.start(), "("),
        text.insert(range.end(), ")"),
    ];
    Some(vec![fix(format!("put `{negated}` in parentheses"), edits)])
}

/// `a < b < c` becomes `a < b && b < c`.
pub(super) fn join_comparisons(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    let second = ast::BinaryExpr::cast(finding.node(&[SyntaxKind::BINARY_EXPR])?)?;
    let ast::Expr::BinaryExpr(first) = second.left()? else {
        return None;
    };
    let middle = trimmed_range(first.right()?.syntax());
    let text = finding.text();
    let shared = &text.text[std::ops::Range::<usize>::from(middle)];
    let joined = text.insert(middle.end(), format!(" && {shared}"));
    Some(vec![fix("join two comparisons by `&&`", vec![joined])])
}
