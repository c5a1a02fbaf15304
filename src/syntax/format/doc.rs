//! Documents: what to print, with the places where a line may break.
//!
//! The algebra is Wadler's (groups, nesting, lines that break only where their group does not fit),
//! written down as a flat list of operations with opening and closing marks. A flat list needs no
//! recursion to be built, printed or dropped, however deep the tree that it came from.

/// Text, or an instruction to the printer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Op<'s> {
    /// The text of a token.
    Text(&'s str),
    /// A space, unless a line starts or ends here.
    Space,
    /// A line break, or else a space (nothing if `soft`) where the group around it fits its line.
    Line { soft: bool },
    /// A line break in any case, with an empty line before the next text if `blank`.
    Newline { blank: bool },
    /// A comment within or at the start of a line, or on a line of its own.
    Comment(&'s str),
    /// A comment behind a token on its line.
    Trailing(Trailing<'s>),
    /// Its lines break all together or not at all; `broken` if something in it needs a line of
    /// its own.
    BeginGroup { broken: bool },
    /// The end of the innermost group.
    EndGroup,
    /// The lines that start within are moved to the right.
    BeginIndent(Indent),
    /// The end of the innermost indentation.
    EndIndent,
}

/// By how many columns lines are indented.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Indent {
    /// Those that start where a group breaks.
    pub(super) groups: usize,
    /// Those that start for other reasons, such as behind a comment.
    pub(super) others: usize,
}

impl Indent {
    /// The same for all lines.
    pub(super) fn all(columns: usize) -> Indent {
        Indent {
            groups: columns,
            others: columns,
        }
    }
}

/// A comment behind a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Trailing<'s> {
    pub(super) text: &'s str,
    /// It is a `//` comment, so nothing can follow on its line.
    pub(super) ends_line: bool,
    /// It stands below the trailing comment before it, which it goes on with.
    pub(super) continues: bool,
    pub(super) space_before: bool,
    pub(super) space_after: bool,
}

/// Collects a document.
#[derive(Debug, Default)]
pub(super) struct DocBuilder<'s> {
    ops: Vec<Op<'s>>,
}

impl<'s> DocBuilder<'s> {
    pub(super) fn push(&mut self, op: Op<'s>) {
        self.ops.push(op);
    }

    /// Whether text that is pushed now would touch other text.
    pub(super) fn ends_with_text(&self) -> bool {
        matches!(self.ops.last(), Some(Op::Text(_)))
    }

    /// Ends a group or an indentation. Comments behind its last token end up outside, so that they do not
    /// break what stands before them.
    pub(super) fn end(&mut self, end: Op<'s>) {
        let comments = self
            .ops
            .iter()
            .rev()
            .take_while(|op| matches!(op, Op::Trailing(_)))
            .count();
        self.ops.insert(self.ops.len() - comments, end);
    }

    /// The document, each group told whether it must break.
    pub(super) fn finish(mut self) -> Vec<Op<'s>> {
        let mut open: Vec<(usize, bool)> = Vec::new();
        for index in 0..self.ops.len() {
            match self.ops[index] {
                Op::BeginGroup { .. } => open.push((index, false)),
                Op::EndGroup => {
                    let Some((begin, broken)) = open.pop() else {
                        continue;
                    };
                    self.ops[begin] = Op::BeginGroup { broken };
                    break_innermost(&mut open, broken);
                }
                op => break_innermost(&mut open, needs_own_line(op)),
            }
        }
        self.ops
    }
}

fn break_innermost(open: &mut [(usize, bool)], breaks: bool) {
    if let Some((_, broken)) = open.last_mut() {
        *broken |= breaks;
    }
}

/// Whether a group that holds this operation cannot stand on one line.
fn needs_own_line(op: Op<'_>) -> bool {
    match op {
        Op::Newline { .. } => true,
        Op::Comment(text) => text.contains('\n'),
        Op::Trailing(comment) => comment.ends_line || comment.text.contains('\n'),
        _ => false,
    }
}
