//! Tables of numbers as text.

/// Columns as wide as their widest cell, numbers to the right. All rows have as many cells as the first one.
pub(super) fn aligned(rows: &[Vec<String>]) -> String {
    let widths = widths(rows);
    rows.iter().map(|row| line(row, &widths)).collect()
}

/// The same with a line of names above, each for so many columns.
pub(super) fn grouped(names: &[(&str, usize)], rows: &[Vec<String>]) -> String {
    let widths = widths(rows);
    let mut rest = widths.as_slice();
    let mut spans = Vec::new();
    for (_, n_columns) in names {
        let (own, others) = rest.split_at((*n_columns).min(rest.len()));
        spans.push(own.iter().sum::<usize>() + GAP.len() * own.len().saturating_sub(1));
        rest = others;
    }
    let names = names.iter().zip(spans);
    let names = names.map(|((name, _), span)| format!("{name:<span$}"));
    let names: Vec<String> = names.collect();
    let body: String = rows.iter().map(|row| line(row, &widths)).collect();
    format!("{}\n{body}", names.join(GAP).trim_end())
}

/// What stands between two columns.
const GAP: &str = "  ";

fn widths(rows: &[Vec<String>]) -> Vec<usize> {
    let n_columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max();
    (0..n_columns).filter_map(width).collect()
}

fn line(row: &[String], widths: &[usize]) -> String {
    let cells = row.iter().zip(widths);
    let cells: Vec<String> = cells
        .map(|(cell, width)| format!("{cell:>width$}"))
        .collect();
    format!("{}\n", cells.join(GAP).trim_end())
}

/// A text for what is known, and a dash for what is not.
pub(super) fn cell<T>(value: Option<T>, text: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| "-".to_owned(), text)
}

/// Seconds as milliseconds with one decimal.
pub(super) fn milliseconds(seconds: f64) -> String {
    format!("{:.1}", seconds * 1e3)
}

/// Whether a target is met, and which one it is.
pub(super) fn verdict_line(verdict: &str, what: &str) -> String {
    format!("  {verdict:<12}  {what}\n")
}

/// Two digits that count, however small the number is.
pub(super) fn two_digits(number: f64) -> String {
    if number >= 10.0 || number <= 0.0 {
        return format!("{number:.0}");
    }
    let mut decimals = 1;
    let mut least = 1.0;
    while number < least {
        least /= 10.0;
        decimals += 1;
    }
    format!("{number:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::two_digits;

    #[test]
    fn ratios_keep_two_digits() {
        let numbers = [1234.5, 10.0, 9.94, 1.0, 0.47, 0.047, 0.000_012_3, 0.0];
        let texts = numbers.map(two_digits);
        let expected = ["1234", "10", "9.9", "1.0", "0.47", "0.047", "0.000012", "0"];
        assert_eq!(texts, expected);
    }
}
