//! How much room texts take, without a font at hand.

/// The size of letters in nodes, and of those at edges.
pub(crate) const NODE_FONT: f64 = 13.0;
pub(crate) const EDGE_FONT: f64 = 11.5;

/// The height of a line of text in a font of this size.
pub(crate) fn line_height(font: f64) -> f64 {
    (font * 1.25).ceil()
}

/// The height of some lines.
pub(crate) fn height(lines: usize, font: f64) -> f64 {
    number(lines) * line_height(font)
}

/// The width of the widest of some lines.
pub(crate) fn width(lines: &[String], font: f64) -> f64 {
    let widths = lines.iter().map(|line| line_width(line, font));
    widths.fold(0.0, f64::max)
}

/// The width of a line in common sans-serif fonts, rather too much than too little.
pub(crate) fn line_width(line: &str, font: f64) -> f64 {
    line.chars().map(em).sum::<f64>() * font
}

/// The width of a character in parts of the font's size.
fn em(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '\'' | '|' => 0.28,
        'f' | 't' | 'I' | ' ' | '.' | ',' | ':' | ';' | '!' | '/' => 0.34,
        'r' | '(' | ')' | '[' | ']' | '-' | '"' | '*' | '`' => 0.42,
        's' | 'c' | 'k' | 'v' | 'x' | 'y' | 'z' | 'J' => 0.56,
        'm' | 'M' | 'W' | '@' | '%' => 0.97,
        'w' | '<' | '>' | '=' | '+' | '~' | '#' => 0.84,
        _ if c.is_ascii_uppercase() => 0.73,
        _ if c.is_ascii() => 0.63,
        // Most letters of other alphabets are narrower; ideographs fill their square.
        _ => 1.0,
    }
}

/// A count as a length.
#[allow(
    clippy::cast_precision_loss,
    reason = "nobody draws so many things that their count has no floating-point number"
)]
pub(crate) fn number(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_letters_take_less_room_than_wide_ones() {
        assert!(line_width("ill", 10.0) < line_width("WWW", 10.0) / 2.0);
        let lines = ["a".to_owned(), "aaa".to_owned()];
        assert!((width(&lines, 10.0) - line_width("aaa", 10.0)).abs() < 1e-9);
    }
}
