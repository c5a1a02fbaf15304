//! Edits that leave the layout of a text as people write it.

use crate::diagnostics::{Edit, FileId, Span};
use crate::syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize, trimmed_range};

/// A text that is edited.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    pub(super) file: FileId,
    pub(super) text: &'a str,
}

impl<'a> Text<'a> {
    fn edit(self, range: TextRange, text: impl Into<String>) -> Edit {
        Edit {
            span: Span::new(self.file, range),
            text: text.into(),
        }
    }

    pub(super) fn insert(self, at: TextSize, text: impl Into<String>) -> Edit {
        self.edit(TextRange::empty(at), text)
    }

    pub(super) fn replace(self, range: TextRange, text: impl Into<String>) -> Edit {
        self.edit(range, text)
    }

    /// Removes a node, with its lines where nothing else stands on them.
    pub(super) fn remove(self, node: &SyntaxNode) -> Edit {
        self.remove_range(trimmed_range(node))
    }

    /// Removes a part of the text, with its lines where nothing else stands on them, and otherwise with the space that
    /// parted it from the rest.
    pub(super) fn remove_range(self, range: TextRange) -> Edit {
        let (start, end) = (usize::from(range.start()), usize::from(range.end()));
        let head = self.text.get(..start).unwrap_or_default();
        let tail = self.text.get(end..).unwrap_or_default();
        let space_before = head.len() - head.trim_end_matches([' ', '\t']).len();
        let blank = tail.len() - tail.trim_start_matches([' ', '\t']).len();
        let opens_line = head[..start - space_before]
            .chars()
            .next_back()
            .is_none_or(|last| last == '\n');
        let range = match line_break(&tail[blank..]) {
            Some(end_of_line) if opens_line => {
                let next = &tail[blank + end_of_line..];
                let before = &head[..start - space_before];
                let (ahead, behind) = blank_line_between(before, next);
                before.len() - ahead..end + blank + end_of_line + behind
            }
            _ if opens_line => start..end + blank,
            _ => start - space_before..end,
        };
        self.edit(text_range(range), "")
    }

    /// Removes a part of a list with the comma that belongs to it.
    pub(super) fn remove_from_list(self, node: &SyntaxNode) -> Edit {
        let own = trimmed_range(node);
        let is_comma = |token: &SyntaxToken| token.kind() == SyntaxKind::COMMA;
        let behind = next_solid(node.last_token()).filter(is_comma);
        let ahead = previous_solid(node.first_token()).filter(is_comma);
        let range = if let Some(comma) = ahead {
            TextRange::new(comma.text_range().start(), own.end())
        } else if let Some(comma) = behind {
            let rest = &self.text[usize::from(comma.text_range().end())..];
            let space = rest.len() - rest.trim_start().len();
            let end = usize::from(comma.text_range().end()) + space;
            TextRange::new(own.start(), text_range(end..end).start())
        } else {
            own
        };
        self.edit(range, "")
    }

    /// Removes a word and the space behind it.
    pub(super) fn remove_word(self, token: &SyntaxToken) -> Edit {
        let range = token.text_range();
        let tail = &self.text[usize::from(range.end())..];
        let space = tail.len() - tail.trim_start().len();
        let end = usize::from(range.end()) + space;
        self.edit(text_range(range.start().into()..end), "")
    }

    /// Writes lines at the end of what stands in the braces of a node.
    pub(super) fn add_last(self, block: &SyntaxNode, lines: &str) -> Option<Edit> {
        let close = closing_brace(block)?.text_range().start();
        let head = &self.text[..usize::from(close)];
        let line = head.rfind('\n').map_or(0, |at| at + 1);
        let indent = &head[line..];
        if !indent.trim().is_empty() {
            let gap = if head.ends_with([' ', '\t']) { "" } else { " " };
            return Some(self.insert(close, format!("{gap}{lines} ")));
        }
        let inner = format!("{indent}{STEP}");
        let at = text_range(line..line).start();
        let line_break = self.line_break();
        Some(self.insert(at, self.indented(lines, &inner) + line_break))
    }

    /// Writes a declaration behind all others.
    pub(super) fn add_declaration(self, lines: &str) -> Edit {
        let line_break = self.line_break();
        let used = self.text.trim_end().len();
        let declaration = self.indented(lines, "");
        let text = format!("{line_break}{line_break}{declaration}{line_break}");
        self.edit(text_range(used..self.text.len()), text)
    }

    /// Lines with the same white space before each.
    pub(super) fn indented(self, lines: &str, indent: &str) -> String {
        let lines: Vec<String> = lines
            .lines()
            .map(|line| format!("{indent}{line}"))
            .collect();
        lines.join(self.line_break())
    }

    /// The white space that the line of a place begins with.
    pub(super) fn indent_at(self, at: TextSize) -> &'a str {
        let head = &self.text[..usize::from(at)];
        let line = &head[head.rfind('\n').map_or(0, |at| at + 1)..];
        &line[..line.len() - line.trim_start().len()]
    }

    /// How the text ends its lines.
    pub(super) fn line_break(self) -> &'static str {
        if self.text.contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        }
    }
}

/// One step of indentation.
pub(super) const STEP: &str = "    ";

fn text_range(range: std::ops::Range<usize>) -> TextRange {
    let size = |at: usize| TextSize::try_from(at).unwrap_or_default();
    TextRange::new(size(range.start), size(range.end))
}

/// How much of an empty line to take along before and behind what is removed, so that two do not become neighbours and
/// none ends the text.
fn blank_line_between(before: &str, next: &str) -> (usize, usize) {
    let is_after_blank = before.ends_with("\n\n") || before.ends_with("\n\r\n");
    let ahead = if before.ends_with("\r\n") { 2 } else { 1 };
    match line_break(next) {
        _ if !is_after_blank => (0, 0),
        Some(_) if next.is_empty() => (ahead, 0),
        Some(length) => (0, length),
        None => (0, 0),
    }
}

/// The length of the line break that a text begins with. The end of the text is one, too.
fn line_break(text: &str) -> Option<usize> {
    let is_break = text.is_empty() || text.starts_with('\n') || text.starts_with("\r\n");
    is_break.then(|| text.find('\n').map_or(0, |at| at + 1))
}

/// The brace that closes a block.
fn closing_brace(block: &SyntaxNode) -> Option<SyntaxToken> {
    let tokens = block.children_with_tokens();
    let mut braces = tokens.filter_map(rowan::NodeOrToken::into_token);
    braces.find(|token| token.kind() == SyntaxKind::R_BRACE)
}

fn next_solid(token: Option<SyntaxToken>) -> Option<SyntaxToken> {
    let mut behind = std::iter::successors(token?.next_token(), SyntaxToken::next_token);
    behind.find(|token| !token.kind().is_trivia())
}

fn previous_solid(token: Option<SyntaxToken>) -> Option<SyntaxToken> {
    let mut ahead = std::iter::successors(token?.prev_token(), SyntaxToken::prev_token);
    ahead.find(|token| !token.kind().is_trivia())
}
