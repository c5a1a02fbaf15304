//! How two trees differ of which one was made from the other by [`super::reparse()`].

use rowan::{GreenNodeData, GreenTokenData, Language, NodeOrToken};

use super::SyntaxKind::{EVENT_DEF, L_BRACE};
use super::kind::Rebel;
use super::{Parse, TextRange, TextSize};

/// The body of an event in two texts that are the same in everything else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct EditedBody {
    /// From its opening brace to the end of the event in the old text.
    pub(crate) old: TextRange,
    /// The same in the new text.
    pub(crate) new: TextRange,
}

impl Parse {
    /// Whether two trees are one and the same.
    pub(crate) fn is_identical(&self, other: &Parse) -> bool {
        let (own, others): (&GreenNodeData, &GreenNodeData) = (&self.green, &other.green);
        std::ptr::eq(own, others)
    }

    /// The body of the event in which alone this differs from an older tree. Neither text may have errors elsewhere.
    pub(crate) fn edited_body(&self, before: &Parse) -> Option<EditedBody> {
        let (old, new) = (before.green.children(), self.green.children());
        if old.len() != new.len() {
            return None;
        }
        let mut start = TextSize::new(0);
        let mut edited = None;
        for (old, new) in old.zip(new) {
            if !is_same(old, new) {
                let body = body_of(old.into_node()?, new.into_node()?, start)?;
                if edited.replace(body).is_some() {
                    return None;
                }
            }
            start += old.text_len();
        }
        edited.filter(|body| before.errs_only_in(body.old) && self.errs_only_in(body.new))
    }

    fn errs_only_in(&self, part: TextRange) -> bool {
        let mut errors = self.errors.iter();
        errors.all(|error| part.contains_range(error.range))
    }
}

type Element<'t> = NodeOrToken<&'t GreenNodeData, &'t GreenTokenData>;

fn is_same(old: Element<'_>, new: Element<'_>) -> bool {
    match (old, new) {
        (NodeOrToken::Node(old), NodeOrToken::Node(new)) => std::ptr::eq(old, new),
        (NodeOrToken::Token(old), NodeOrToken::Token(new)) => std::ptr::eq(old, new),
        _ => false,
    }
}

/// The bodies of two events that start at the same place, if what stands before them is equal.
fn body_of(old: &GreenNodeData, new: &GreenNodeData, start: TextSize) -> Option<EditedBody> {
    let is_event = |node: &GreenNodeData| Rebel::kind_from_raw(node.kind()) == EVENT_DEF;
    if !is_event(old) || !is_event(new) {
        return None;
    }
    let mut body = start;
    for (before, now) in old.children().zip(new.children()) {
        if before != now {
            return None;
        }
        if Rebel::kind_from_raw(now.kind()) == L_BRACE {
            return Some(EditedBody {
                old: TextRange::new(body, start + old.text_len()),
                new: TextRange::new(body, start + new.text_len()),
            });
        }
        body += now.text_len();
    }
    None
}
