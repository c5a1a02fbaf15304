//! Trees of texts that were edited. Most keystrokes change one declaration, and all others keep their trees.

use std::ops::Range;

use rowan::{GreenNode, GreenNodeData, Language, NodeOrToken};

use super::SyntaxKind::{EVENT_DEF, INVARIANT_DEF, R_BRACE, SPECIFICATION};
use super::kind::Rebel;
use super::{FileKind, Parse, SyntaxError, SyntaxErrorKind, TextRange, TextSize, grammar, read};

/// The tree of a text by the tree of the text before it, if both differ in one declaration only, have no mistakes
/// elsewhere, and none there that makes it doubtful where the declaration ends; it is what [`super::parse`] would
/// give.
pub fn reparse(before: &Parse, old: &str, new: &str, file: FileKind) -> Option<Parse> {
    let edited = edited(old.as_bytes(), new.as_bytes());
    let (index, item) = Item::around(&before.green, &edited)?;
    // What is said of its first token may be about what is missing before it, as a module's header.
    let behind_first = item.range.start + braced(item.node)?.0..item.range.end;
    if !before.is_flawed_only_within(&behind_first) {
        return None;
    }
    if !has_columns_of_its_own(old, &item) {
        return None;
    }
    let behind = old.len() - item.range.end;
    let text = new.get(item.range.start..new.len().checked_sub(behind)?)?;
    let alone = read(text, file, grammar::declarations);
    let node = alone.only_node()?;
    let errors = alone.errors_moved_by(item.range.start)?;
    // The brace that closes it is still the same, and nothing in the text has swallowed it.
    let is_closed = node.kind() == item.node.kind() && braced(node)?.1 == braced(item.node)?.1;
    is_closed.then(|| Parse {
        green: before
            .green
            .replace_child(index, NodeOrToken::Node(node.to_owned())),
        errors,
        warnings: Vec::new(),
    })
}

/// Whether what a declaration looks like by itself tells which comments belong together: those behind something and
/// those below them begin in the same column.
fn has_columns_of_its_own(text: &str, item: &Item<'_>) -> bool {
    let before = text.get(..item.range.start);
    let starts_line = before.is_some_and(|before| before.is_empty() || before.ends_with('\n'));
    let ends_with_brace = braced(item.node).is_some_and(|(_, behind)| behind == 1);
    starts_line && ends_with_brace
}

impl Parse {
    /// Whether all that is wrong with the text stands in a part of it, without doubt where that ends.
    fn is_flawed_only_within(&self, part: &Range<usize>) -> bool {
        let is_within = |range: TextRange| {
            let range: Range<usize> = range.into();
            range.start >= part.start && range.end < part.end
        };
        let mut errors = self.errors.iter();
        self.warnings.is_empty()
            && errors.all(|error| is_within(error.range) && is_local(&error.kind))
    }

    /// The errors of a text that is put behind another; none if they cannot be told without that.
    fn errors_moved_by(&self, offset: usize) -> Option<Vec<SyntaxError>> {
        let offset = TextSize::try_from(offset).ok()?;
        let mut errors = self.errors.iter();
        let is_local = self.warnings.is_empty() && errors.all(|error| is_local(&error.kind));
        let moved =
            |error: &SyntaxError| SyntaxError::new(error.kind.clone(), error.range + offset);
        is_local.then(|| self.errors.iter().map(moved).collect())
    }

    /// The node that is all there is in the tree.
    fn only_node(&self) -> Option<&GreenNodeData> {
        let mut children = self.green.children();
        let only = children.next()?.into_node()?;
        children.next().is_none().then_some(only)
    }
}

/// Whether an error leaves it clear where the declaration ends that it stands in.
fn is_local(error: &SyntaxErrorKind) -> bool {
    matches!(
        error,
        SyntaxErrorKind::Expected { .. } | SyntaxErrorKind::MissingSemicolon
    )
}

/// What was replaced in a text, as a range of the old one.
fn edited(old: &[u8], new: &[u8]) -> Range<usize> {
    let start = common(old.chunks(CHUNK), new.chunks(CHUNK), |old, new| {
        old.iter().zip(new).take_while(|(a, b)| a == b).count()
    });
    let most = old.len().min(new.len()) - start;
    let behind = common(old.rchunks(CHUNK), new.rchunks(CHUNK), |old, new| {
        let pairs = old.iter().rev().zip(new.iter().rev());
        pairs.take_while(|(a, b)| a == b).count()
    });
    start..old.len() - behind.min(most)
}

/// Long texts are compared by pieces, which is much faster than byte by byte.
const CHUNK: usize = 1 << 12;

/// How many bytes are the same until the first that is not.
fn common<'t>(
    old: impl Iterator<Item = &'t [u8]>,
    new: impl Iterator<Item = &'t [u8]>,
    within: impl Fn(&[u8], &[u8]) -> usize,
) -> usize {
    let mut length = 0;
    for (old, new) in old.zip(new) {
        if old != new {
            return length + within(old, new);
        }
        length += old.len();
    }
    length
}

/// A declaration and where it stands.
struct Item<'t> {
    node: &'t GreenNodeData,
    range: Range<usize>,
}

impl Item<'_> {
    /// The declaration within whose braces, or between whose first word and those, a text was edited, with its number.
    fn around<'t>(root: &'t GreenNode, edited: &Range<usize>) -> Option<(usize, Item<'t>)> {
        let mut start = 0;
        for (index, child) in root.children().enumerate() {
            let range = start..start + usize::from(child.text_len());
            if range.end > edited.start {
                let node = child.into_node()?;
                let (first, behind) = braced(node)?;
                let close = range.end.checked_sub(behind)?;
                let is_inside = edited.start > range.start + first && edited.end <= close;
                return is_inside.then_some((index, Item { node, range }));
            }
            start = range.end;
        }
        None
    }
}

/// Where the first token of a declaration ends that is no trivia, and where its closing brace starts, counted from the
/// end. Nothing that may follow such a declaration could belong to it.
fn braced(node: &GreenNodeData) -> Option<(usize, usize)> {
    if !matches!(
        Rebel::kind_from_raw(node.kind()),
        EVENT_DEF | INVARIANT_DEF | SPECIFICATION
    ) {
        return None;
    }
    let mut behind = 0;
    for child in node.children().rev() {
        let kind = Rebel::kind_from_raw(child.kind());
        behind += usize::from(child.text_len());
        if kind == R_BRACE {
            return Some((end_of_first(node)?, behind));
        }
        if !kind.is_trivia() {
            return None;
        }
    }
    None
}

/// Where the first token ends that is no trivia. If it stands in a part, where that part ends.
fn end_of_first(node: &GreenNodeData) -> Option<usize> {
    let mut end = 0;
    for child in node.children() {
        end += usize::from(child.text_len());
        if !Rebel::kind_from_raw(child.kind()).is_trivia() {
            return Some(end);
        }
    }
    None
}
