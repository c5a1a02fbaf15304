//! Changes of a text, made all at once.

use super::headings::heading_of;
use crate::syntax::format::format;
use crate::syntax::{FileKind, SyntaxNode, TextRange, TextSize};

/// Changes of one text. Removals may overlap each other and swallow what is put inside them.
#[derive(Debug, Default)]
pub(super) struct Edits {
    removed: Vec<TextRange>,
    inserted: Vec<Insertion>,
}

#[derive(Debug, Clone)]
struct Insertion {
    at: TextSize,
    text: String,
    /// Whether it stays where what stands around it goes.
    stays: bool,
}

impl Edits {
    /// Whether the text stays as it is.
    pub(super) fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.inserted.is_empty()
    }

    /// Removes a part of the text.
    pub(super) fn remove(&mut self, range: TextRange) {
        self.removed.push(range);
    }

    /// Removes a node with its comments, but not a heading above it, which may speak of others, too.
    pub(super) fn remove_node(&mut self, node: &SyntaxNode) {
        let range = node.text_range();
        let start = heading_of(node).map_or(range.start(), TextRange::end);
        self.remove(TextRange::new(start, range.end()));
    }

    /// Puts a text at a place.
    pub(super) fn insert(&mut self, at: TextSize, text: impl Into<String>) {
        let text = text.into();
        let stays = false;
        self.inserted.push(Insertion { at, text, stays });
    }

    /// Puts a text behind something that stays, whatever goes behind that.
    pub(super) fn append(&mut self, at: TextSize, text: impl Into<String>) {
        let text = text.into();
        let stays = true;
        self.inserted.push(Insertion { at, text, stays });
    }

    /// Puts another text in the place of a part, whatever goes around it.
    pub(super) fn replace(&mut self, range: TextRange, text: impl Into<String>) {
        self.remove(range);
        self.append(range.end(), text);
    }

    /// The text with all changes, in the formatter's layout.
    pub(super) fn apply_with_layout(&self, text: &str, kind: FileKind) -> String {
        let edited = self.apply(text);
        format(&edited, kind).unwrap_or(edited)
    }

    /// The text with all changes.
    fn apply(&self, text: &str) -> String {
        let mut inserted = self.inserted.clone();
        inserted.sort_by_key(|it| it.at);
        let mut inserted = inserted.into_iter().peekable();
        let mut result = String::with_capacity(text.len());
        let mut done = 0;
        for (start, end) in self.merged(text) {
            while let Some(it) = inserted.next_if(|it| usize::from(it.at) < start) {
                result.push_str(&text[done..it.at.into()]);
                result.push_str(&it.text);
                done = it.at.into();
            }
            result.push_str(&text[done..start]);
            while let Some(it) = inserted.next_if(|it| usize::from(it.at) < end) {
                result.push_str(if it.stays { &it.text } else { "" });
            }
            done = end;
        }
        for it in inserted {
            result.push_str(&text[done..it.at.into()]);
            result.push_str(&it.text);
            done = it.at.into();
        }
        result.push_str(&text[done..]);
        if !text.ends_with("\n\n") {
            // The last thing may be gone, with empty lines left before it.
            let kept = result.trim_end_matches('\n').len();
            result.truncate((kept + 1).min(result.len()));
        }
        result
    }

    /// What of a text is removed.
    pub(super) fn removed(&self, text: &str) -> Removed {
        Removed(self.merged(text))
    }

    /// What is removed, in order and without overlaps; whole lines where nothing is left of them.
    fn merged(&self, text: &str) -> Vec<(usize, usize)> {
        let mut gaps: Vec<Gap> = self.removed.iter().copied().map(Gap::of).collect();
        gaps.sort_unstable_by_key(|gap| (gap.start, gap.end));
        // Where something stands in the place of what is removed, the line stays.
        let staying = self.inserted.iter().filter(|it| it.stays);
        let mut staying: Vec<usize> = staying.map(|it| it.at.into()).collect();
        staying.sort_unstable();
        let gaps = united(gaps, text, &staying);
        let is_replaced = |gap: &Gap| {
            let first = staying.partition_point(|at| *at <= gap.start);
            staying.get(first).is_some_and(|at| *at <= gap.end)
        };
        let lines = gaps.into_iter().map(|gap| {
            if is_replaced(&gap) {
                gap
            } else {
                gap.whole_lines(text)
            }
        });
        let gaps = united(lines.collect(), text, &staying);
        gaps.into_iter().map(|gap| (gap.start, gap.end)).collect()
    }
}

/// Parts of a text that are removed, in order.
pub(super) struct Removed(Vec<(usize, usize)>);

impl Removed {
    /// Whether nothing is left of a part.
    pub(super) fn covers(&self, part: TextRange) -> bool {
        let after = self
            .0
            .partition_point(|(start, _)| *start <= part.start().into());
        let last = self.0[..after].last();
        last.is_some_and(|(_, end)| *end >= part.end().into())
    }
}

/// A part of a text that is removed.
#[derive(Debug, Clone, Copy)]
struct Gap {
    start: usize,
    end: usize,
    /// Whether an empty line stood between things that are removed.
    has_empty_line: bool,
}

impl Gap {
    fn of(range: TextRange) -> Gap {
        Gap {
            start: range.start().into(),
            end: range.end().into(),
            has_empty_line: false,
        }
    }

    /// A removal that leaves a line without text takes the line, and one of two empty lines around it. An empty line
    /// within it stays if paragraphs would become one without it.
    fn whole_lines(self, text: &str) -> Gap {
        let before = text[..self.start].trim_end_matches([' ', '\t']);
        let behind = text[self.end..].trim_start_matches([' ', '\t', '\r']);
        let starts_line = before.is_empty() || before.ends_with('\n');
        if !starts_line || !(behind.is_empty() || behind.starts_with('\n')) {
            return self;
        }
        let mut end = text.len() - behind.strip_prefix('\n').unwrap_or(behind).len();
        let is_blank_before = before.ends_with("\n\n") || before.trim_end().ends_with('{');
        let next_line = text[end..].lines().next().unwrap_or("x");
        let is_blank_behind = next_line.trim().is_empty();
        let is_end = behind.trim_start().is_empty() || next_line.trim_start().starts_with('}');
        if is_blank_before && is_blank_behind {
            end = (end + next_line.len() + 1).min(text.len());
        } else if self.has_empty_line && !is_blank_before && !is_blank_behind && !is_end {
            end -= 1;
        }
        Gap {
            start: before.len(),
            end,
            ..self
        }
    }
}

/// Joins gaps with nothing but white space between them. That stays behind something that is put in the place of what
/// is removed: words would run together without it.
fn united(gaps: Vec<Gap>, text: &str, staying: &[usize]) -> Vec<Gap> {
    let mut united: Vec<Gap> = Vec::with_capacity(gaps.len());
    for gap in gaps {
        match united.last_mut() {
            Some(last) if gap.start <= last.end => {
                last.end = last.end.max(gap.end);
                last.has_empty_line |= gap.has_empty_line;
            }
            Some(last)
                if text[last.end..gap.start].trim().is_empty()
                    && staying.binary_search(&last.end).is_err() =>
            {
                let lines = text[last.end..gap.start].matches('\n').count();
                last.end = gap.end;
                last.has_empty_line |= gap.has_empty_line || lines > 1;
            }
            _ => united.push(gap),
        }
    }
    united
}

/// The range of a node without white space and comments around it.
pub(super) fn trimmed(node: &SyntaxNode) -> TextRange {
    let tokens = || {
        let tokens = node.descendants_with_tokens();
        let tokens = tokens.filter_map(rowan::NodeOrToken::into_token);
        tokens.filter(|token| !token.kind().is_trivia())
    };
    match (tokens().next(), tokens().last()) {
        (Some(first), Some(last)) => first.text_range().cover(last.text_range()),
        _ => node.text_range(),
    }
}
