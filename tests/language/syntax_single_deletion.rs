//! One token that is missing is one mistake: wherever it is missing in our own files, there is hardly
//! ever more than one error.

use fretsaw::syntax::{TextRange, TextSize, parse, tokenize};

use crate::support::files;
use crate::support::files::Source;

/// Of a thousand deletions, at most this many may give more than one error. Most that do make a note of an annotation
/// bare text, with characters that belong to no token.
const TOLERATED_PER_THOUSAND: usize = 1;

#[test]
fn one_missing_token_hardly_ever_gives_two_errors() {
    let (mut deletions, mut repeated) = (0, Vec::new());
    for file in own_files() {
        for range in ranges_of_tokens(&file.text) {
            deletions += 1;
            let errors = errors_without(&file, range);
            if errors > 1 {
                let place = file.text[..usize::from(range.start())].lines().count();
                repeated.push(format!(
                    "{}:{place} {:?} {errors}",
                    file.name, &file.text[range]
                ));
            }
        }
    }
    assert!(deletions > 1000, "only {deletions} tokens were deleted");
    eprintln!(
        "{} of {deletions} deletions give several errors",
        repeated.len()
    );
    assert!(
        repeated.len() * 1000 <= deletions * TOLERATED_PER_THOUSAND,
        "{} of {deletions} deletions give several errors:\n{}",
        repeated.len(),
        repeated.join("\n")
    );
}

fn own_files() -> Vec<Source> {
    let mut sources = files::sources_under(&files::project().join("rebel-examples"));
    sources.extend(files::sources_under(&files::project().join("testmodules")));
    sources
}

/// Where the tokens of a text stand that are neither space nor comment.
fn ranges_of_tokens(text: &str) -> Vec<TextRange> {
    let mut start = TextSize::new(0);
    let mut ranges = Vec::new();
    for token in tokenize(text).0 {
        if !token.kind.is_trivia() {
            ranges.push(TextRange::new(start, token.end));
        }
        start = token.end;
    }
    ranges
}

fn errors_without(file: &Source, range: TextRange) -> usize {
    let mut text = file.text.clone();
    text.replace_range(std::ops::Range::<usize>::from(range), "");
    parse(&text, file.kind).errors().len()
}
