//! What may reach a terminal: text that cannot move its cursor, set its title, hide anything or turn the direction of
//! writing.
//!
//! Texts of users, names of files and arguments can hold any character. [`harmless`] is the last thing that happens to
//! every text for people before it is written; nothing but line breaks and tabs gets through it. [`harmless_styled`]
//! lets our own colours through as well, and cannot tell them from colours that stand in a text of the user's: whoever
//! puts such a text between colours therefore makes it harmless first.

use std::io;

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, Serializer};

use crate::diagnostics::{Sources, Span};

/// Replaces whatever is not for reading.
pub fn harmless(text: &str) -> String {
    let mut chars = text.chars().peekable();
    let mut shown = String::with_capacity(text.len());
    while let Some(c) = chars.next() {
        // A line may end in both characters.
        let ends_line = c == '\r' && chars.peek() == Some(&'\n');
        shown.push(if is_harmful(c) && !ends_line {
            char::REPLACEMENT_CHARACTER
        } else {
            c
        });
    }
    shown
}

/// `file:12`
pub(super) fn place(sources: &Sources, span: Span) -> String {
    let path = sources.file(span.file).path().display().to_string();
    format!("{}:{}", harmless(&path), sources.line(span))
}

/// The same as [`harmless`], but sequences that set a colour or the weight of letters stay.
pub fn harmless_styled(text: &str) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while let Some((start, length)) = first_style(rest) {
        shown.push_str(&harmless(&rest[..start]));
        shown.push_str(&rest[start..start + length]);
        rest = &rest[start + length..];
    }
    shown + &harmless(rest)
}

/// Where the first sequence is that styles use, and how long it is.
fn first_style(text: &str) -> Option<(usize, usize)> {
    let mut starts = text.match_indices("\u{1b}[");
    starts.find_map(|(start, introducer)| {
        let parameters = &text[start + introducer.len()..];
        let end = parameters.find(|c: char| !matches!(c, '0'..='9' | ';'))?;
        let is_style = parameters[end..].starts_with('m') && are_of_styles(&parameters[..end]);
        is_style.then_some((start, introducer.len() + end + 1))
    })
}

/// Whether parameters are those that styles use: back to normal, bold, dim, italic, underlined, and colours of
/// letters.
fn are_of_styles(parameters: &str) -> bool {
    parameters.split(';').all(|parameter| {
        let number = parameter.parse::<u8>();
        parameter.is_empty() || matches!(number, Ok(0..=4 | 30..=37 | 39 | 90..=97))
    })
}

/// Whether a character would do something to a terminal other than to appear, end the line or leave a gap.
pub(crate) fn is_harmful(c: char) -> bool {
    let changes_direction = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    changes_direction || (c.is_control() && !matches!(c, '\n' | '\t'))
}

/// A document as one line of JSON without its end. What would be harmful on a terminal is escaped, and means the same.
pub fn json(document: &(impl Serialize + ?Sized)) -> serde_json::Result<String> {
    let mut bytes = Vec::new();
    document.serialize(&mut Serializer::with_formatter(&mut bytes, Escaping))?;
    // It is UTF-8, since what it was written from is.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Writes JSON compactly, with escapes for whatever is harmful.
struct Escaping;

impl Formatter for Escaping {
    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((start, c)) = rest.char_indices().find(|(_, c)| is_harmful(*c)) {
            CompactFormatter.write_string_fragment(writer, &rest[..start])?;
            // None of these characters takes more than four digits.
            write!(writer, "\\u{:04x}", u32::from(c))?;
            rest = &rest[start + c.len_utf8()..];
        }
        CompactFormatter.write_string_fragment(writer, rest)
    }
}

#[cfg(test)]
mod tests {
    use super::{harmless, harmless_styled, json};

    /// Sequences that do something to a terminal.
    const HARMFUL: [&str; 10] = [
        "\u{1b}]0;title\u{7}",
        "\u{1b}[2J",
        "\u{9b}31m",
        "\u{1b}[8m",
        "\u{1b}[38;5;1m",
        "\u{7f}",
        "\r",
        "\u{8}",
        "\u{202e}",
        "\u{1b}",
    ];

    #[test]
    fn nothing_harmful_is_left() {
        for harmful in HARMFUL {
            let text = format!("a{harmful}b");
            for shown in [harmless(&text), harmless_styled(&text)] {
                assert!(!shown.contains(super::is_harmful), "{text:?}: {shown:?}");
            }
        }
        assert!(!harmless("\u{1b}[31m").contains('\u{1b}'));
    }

    #[test]
    fn text_and_our_styles_stay() {
        for text in ["a\r\nb\tc\u{e9}", ""] {
            assert_eq!(harmless(text), text);
        }
        let styled = "a\u{1b}[1m\u{1b}[31mb\u{1b}[35;1m\u{1b}[0m\u{1b}[m";
        assert_eq!(harmless_styled(styled), styled);
        assert_eq!(
            harmless_styled("\u{1b}[1mx\u{1b}[2Jy\u{1b}[0m"),
            "\u{1b}[1mx\u{fffd}[2Jy\u{1b}[0m"
        );
    }

    #[test]
    fn json_means_the_same_and_is_harmless() {
        for harmful in HARMFUL {
            let text = format!("\"{harmful}\\ {harmful}{harmful}");
            let written = json(&text).unwrap();
            assert!(!written.contains(super::is_harmful), "{written:?}");
            assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text);
        }
    }
}
