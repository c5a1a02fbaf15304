//! Documents to text.
//!
//! White space is written only when text follows it, so a line never ends in spaces, several requests for a
//! line break make one, and the text starts without an empty line.

use super::doc::{Indent, Op, Trailing};

/// How wide a line may be, where it can be broken at all.
const WIDTH: usize = 100;

/// Prints a document, with one line break at its end.
pub(super) fn print(ops: &[Op<'_>]) -> String {
    let mut printer = Printer::default();
    for (index, op) in ops.iter().enumerate() {
        printer.op(ops, index, *op);
    }
    printer.out.push('\n');
    printer.out
}

#[derive(Default)]
struct Printer {
    out: String,
    column: usize,
    /// The indentations that are open, each with those around it.
    indents: Vec<Indent>,
    /// For each open group, whether it is printed on one line.
    flat: Vec<bool>,
    pending: Pending,
    /// Where the last `//` comment behind a token began.
    comment_column: usize,
}

/// White space that is due before the next text.
#[derive(Clone, Copy, Default)]
struct Pending {
    line_breaks: usize,
    /// The indentation where the last line break was asked for.
    indent: usize,
    space: bool,
}

impl Printer {
    fn op(&mut self, ops: &[Op<'_>], index: usize, op: Op<'_>) {
        match op {
            Op::Text(text) => self.text(text),
            Op::Space => self.separate(true, self.indent().others),
            Op::Line { soft } if self.is_flat() => self.separate(!soft, self.indent().groups),
            Op::Line { .. } => self.break_line(1, self.indent().groups),
            Op::Newline { blank } => self.newline(blank),
            Op::Comment(text) => self.comment(text),
            Op::Trailing(comment) => self.trailing(comment),
            Op::BeginGroup { broken } => {
                let flat = self.is_flat() || !broken && self.fits(&ops[index..]);
                self.flat.push(flat);
            }
            Op::EndGroup => {
                self.flat.pop();
            }
            Op::BeginIndent(more) => self.begin_indent(more),
            Op::EndIndent => {
                self.indents.pop();
            }
        }
    }

    fn is_flat(&self) -> bool {
        self.flat.last().copied().unwrap_or(false)
    }

    fn indent(&self) -> Indent {
        self.indents.last().copied().unwrap_or_default()
    }

    fn begin_indent(&mut self, more: Indent) {
        let columns = self.indent().groups;
        self.indents.push(Indent {
            groups: columns + more.groups,
            others: columns + more.others,
        });
    }

    /// A space or nothing, unless the line ends anyway: then the next one starts here.
    fn separate(&mut self, space: bool, indent: usize) {
        self.pending.space |= space;
        if self.pending.line_breaks > 0 {
            self.pending.indent = indent;
        }
    }

    fn newline(&mut self, blank: bool) {
        self.break_line(if blank { 2 } else { 1 }, self.indent().others);
    }

    fn break_line(&mut self, line_breaks: usize, indent: usize) {
        self.pending.line_breaks = self.pending.line_breaks.max(line_breaks);
        self.pending.indent = indent;
    }

    fn text(&mut self, text: &str) {
        self.flush();
        self.out.push_str(text);
        self.column = match text.rfind('\n') {
            Some(at) => width(&text[at + 1..]),
            None => self.column + width(text),
        };
    }

    /// Writes the white space that is due.
    fn flush(&mut self) {
        let due = std::mem::take(&mut self.pending);
        if self.out.is_empty() {
            return;
        }
        if due.line_breaks > 0 {
            self.out.extend(std::iter::repeat_n('\n', due.line_breaks));
            self.start_line(due.indent);
        } else if due.space {
            self.out.push(' ');
            self.column += 1;
        }
    }

    fn start_line(&mut self, indent: usize) {
        self.out.extend(std::iter::repeat_n(' ', indent));
        self.column = indent;
    }

    fn trailing(&mut self, comment: Trailing<'_>) {
        self.pending.space |= comment.space_before;
        if comment.continues {
            self.pending.indent = self.comment_column;
        }
        self.comment(comment.text);
        self.pending.space |= comment.space_after;
        if comment.ends_line {
            self.comment_column = self.column.saturating_sub(width(comment.text.trim_end()));
            self.newline(false);
        }
    }

    /// A comment without white space at the ends of its lines. Lines that continue a block comment with `*` are
    /// aligned with its start; other lines may hold anything, so they keep their indentation.
    fn comment(&mut self, text: &str) {
        let starred = text
            .lines()
            .skip(1)
            .all(|line| line.trim().starts_with('*'));
        let indent = self.indent().others;
        for (number, line) in text.lines().enumerate() {
            if number == 0 {
                self.text(line.trim_end());
                continue;
            }
            self.out.push('\n');
            if starred {
                self.start_line(indent + 1);
                self.text(line.trim());
            } else {
                self.column = 0;
                self.text(line.trim_end());
            }
        }
    }

    /// Whether the group that these operations start with fits on the line, together with what
    /// follows it up to the next place where the line may break.
    fn fits(&self, ops: &[Op<'_>]) -> bool {
        let mut line = Measure::new(self.column, self.pending);
        let mut open_groups = 0_usize;
        let mut behind = false;
        for op in ops {
            match *op {
                Op::BeginGroup { .. } => open_groups += 1,
                Op::EndGroup => {
                    open_groups = open_groups.saturating_sub(1);
                    behind |= open_groups == 0;
                }
                Op::Line { .. } | Op::Newline { .. } if behind => return true,
                Op::Line { soft } => line.space |= !soft,
                Op::Space => line.space = true,
                Op::Text(text) if !line.takes(text) => return false,
                Op::Text(text) if text.contains('\n') => return true,
                Op::Comment(text) if !line.takes(text) => return false,
                Op::Trailing(comment) if comment.ends_line => return true,
                Op::Trailing(comment) if !line.takes_trailing(comment) => return false,
                _ => {}
            }
        }
        true
    }
}

/// How far a line would reach.
struct Measure {
    column: usize,
    space: bool,
}

impl Measure {
    fn new(column: usize, pending: Pending) -> Measure {
        if pending.line_breaks > 0 {
            return Measure {
                column: pending.indent,
                space: false,
            };
        }
        Measure {
            column,
            space: pending.space,
        }
    }

    /// Adds the first line of a text, and says whether there is room for it.
    fn takes(&mut self, text: &str) -> bool {
        let first = text.lines().next().unwrap_or_default();
        self.column += usize::from(std::mem::take(&mut self.space)) + width(first);
        self.column <= WIDTH
    }

    fn takes_trailing(&mut self, comment: Trailing<'_>) -> bool {
        self.space |= comment.space_before;
        let fits = self.takes(comment.text);
        self.space = comment.space_after;
        fits
    }
}

fn width(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        text.chars().count()
    }
}
