//! Why something is in a slice, as people read it: one sentence, and the chain of dependences in the texts.

use super::diagnostics_text::{Drawing, counted, remark, remarks};
use super::why_words::{Words, asked, link, name};
use crate::diagnostics::{Label, Sources};
use crate::model::Model;
use crate::slice::Slice;
use crate::slice::why::{Answer, Chain, Why};

/// Tells why something is in a slice, or that it is not.
pub fn render(
    sources: &Sources,
    model: &Model<'_>,
    slice: &Slice,
    why: &Why,
    drawing: Drawing,
) -> String {
    let words = Words { model, slice };
    let sentence = sentence(model, why);
    match &why.answer {
        Answer::Chain(chain) => {
            let places = places(&words, chain);
            format!("{sentence}\n\n{}", excerpts(sources, &places, drawing))
        }
        _ => format!("{sentence}\n"),
    }
}

/// The answer in one sentence.
pub fn sentence(model: &Model<'_>, why: &Why) -> String {
    let name = name(model.program, why.what);
    match &why.answer {
        Answer::Cut => format!(
            "`{name}` is cut: nothing that the check asks about depends on it, so the check has the same answer whatever it is"
        ),
        Answer::Named => format!(
            "`{name}` is kept in the text only: something names it, a way to a state leads over it, or what shares its text needs it, and the check has the same answer whatever it is"
        ),
        Answer::Bridged => format!(
            "`{name}` is cut: an event of the slice stands for any number of steps in its place, so that the slice can reach what the original cannot"
        ),
        Answer::NeededByBridged => format!(
            "`{name}` is cut: only what an event of the slice stands for depends on it, so that the slice can reach what the original cannot"
        ),
        Answer::NamedThoughBridged => format!(
            "`{name}` is kept in the text only: for this check, an event of the slice stands for the steps that need it, so that the slice can reach what the original cannot"
        ),
        Answer::Chain(chain) if chain.links.is_empty() => {
            format!("`{name}` is kept: the check asks about it")
        }
        Answer::Chain(chain) => {
            let links = counted(chain.links.len(), "dependence");
            format!("`{name}` is kept: what the check asks about depends on it, by {links}")
        }
        Answer::Key => format!("`{name}` is kept: it is the key that tells instances apart"),
        Answer::Start => format!("`{name}` is kept: the start of the check speaks of it"),
        Answer::NoState => format!(
            "`{name}` is kept: some domain is empty, so that there is no state at all, and nothing is cut"
        ),
    }
}

/// What is said of which place, in order.
fn places(words: &Words<'_, '_>, chain: &Chain) -> Vec<Label> {
    let mut places = vec![Label {
        span: chain.asked,
        text: asked(words, chain.start),
    }];
    places.extend(chain.links.iter().map(|it| Label {
        span: it.span,
        text: format!("{}: {}", it.reason.name(), link(words, it)),
    }));
    for (index, place) in places.iter_mut().enumerate() {
        place.text = format!("{}. {}", index + 1, place.text);
    }
    places
}

/// One excerpt for places that follow each other in the same file, so that they are read from above.
fn excerpts(sources: &Sources, places: &[Label], drawing: Drawing) -> String {
    let is_below = |one: &Label, next: &Label| {
        one.span.file == next.span.file && one.span.range().end() <= next.span.range().start()
    };
    let excerpts = places.chunk_by(is_below).map(|places| match places {
        [only] => {
            let place = Label {
                span: only.span,
                text: String::new(),
            };
            remark(sources, &only.text, &place, drawing)
        }
        several => remarks(sources, "and from there", several, drawing),
    });
    excerpts.collect()
}
