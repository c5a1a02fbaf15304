//! Did you mean ...?

/// Names of more letters are compared by their beginnings and ends only: to count the differences takes time that
/// grows with the product of both lengths.
const LONGEST_COMPARED: usize = 64;

/// Candidates beyond these are not looked at.
const MOST_CANDIDATES: usize = 10_000;

/// The candidate that a misspelt name most likely stands for, if one is near enough.
pub fn most_similar<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let misspelt = Misspelt::new(name);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates.into_iter().take(MOST_CANDIDATES) {
        if let Some(distance) = misspelt.distance(candidate)
            && best.is_none_or(|(least, _)| distance < least)
        {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// What a misspelt name most likely stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// The name that was probably meant.
    pub(super) meant: String,
    /// How many bytes the misspelt name has.
    pub(super) length: usize,
}

/// The suggestion for a misspelt name.
pub fn suggestion<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<Suggestion> {
    let meant = most_similar(name, candidates)?.to_owned();
    let length = name.len();
    Some(Suggestion { meant, length })
}

/// The help text for a misspelt name.
pub fn did_you_mean<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    most_similar(name, candidates).map(|candidate| format!("did you mean `{candidate}`?"))
}

/// A name and what is asked of it for every candidate.
struct Misspelt<'n> {
    name: &'n str,
    length: usize,
    /// None where it is too long for its letters to be compared.
    lowercase: Option<String>,
}

impl Misspelt<'_> {
    fn new(name: &str) -> Misspelt<'_> {
        let length = name.chars().count();
        Misspelt {
            name,
            length,
            lowercase: (length <= LONGEST_COMPARED).then(|| name.to_lowercase()),
        }
    }

    /// How far a candidate is from the name, if that is near enough.
    fn distance(&self, candidate: &str) -> Option<usize> {
        if candidate == self.name {
            return None;
        }
        if is_extended(self.name, candidate) {
            let tolerance = tolerance(self.length.max(candidate.chars().count()));
            return (tolerance >= 1).then_some(1);
        }
        let lowercase = self.lowercase.as_deref()?;
        // A letter has at most four bytes.
        if candidate.len() > 4 * LONGEST_COMPARED {
            return None;
        }
        let length = candidate.chars().count();
        let tolerance = tolerance(self.length.max(length));
        if length > LONGEST_COMPARED || self.length.abs_diff(length) > tolerance {
            return None;
        }
        let distance = strsim::damerau_levenshtein(lowercase, &candidate.to_lowercase());
        (distance <= tolerance).then_some(distance)
    }
}

/// Whether one name starts or ends like the other, however much longer it is.
fn is_extended(name: &str, candidate: &str) -> bool {
    let (short, long) = if name.len() < candidate.len() {
        (name, candidate)
    } else {
        (candidate, name)
    };
    short.len() >= 3 && (long.starts_with(short) || long.ends_with(short))
}

/// How many letters may differ in names of this length.
fn tolerance(length: usize) -> usize {
    match length {
        0..=2 => 0,
        3..=5 => 1,
        6..=9 => 2,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found() {
        assert_eq!(
            most_similar("balanse", ["amount", "balance"]),
            Some("balance")
        );
        assert_eq!(
            most_similar("cur", ["amount", "currency"]),
            Some("currency")
        );
        assert_eq!(
            most_similar("accountBelowZeroInMax", ["accountBelowZero"]),
            Some("accountBelowZero")
        );
        assert_eq!(most_similar("from", ["to", "amount"]), None);
    }

    #[test]
    fn letters_are_counted_up_to_a_length() {
        let name = "a".repeat(LONGEST_COMPARED - 1);
        let (one_more, misspelt) = (format!("{name}x"), format!("{name}y"));
        assert_eq!(most_similar(&misspelt, [&*one_more]), Some(&*one_more));
        let (one_more, misspelt) = (format!("{name}zx"), format!("{name}zy"));
        assert_eq!(most_similar(&misspelt, [&*one_more]), None);
        let longer = format!("{misspelt}AndMore");
        assert_eq!(most_similar(&misspelt, [&*longer]), Some(&*longer));
    }

    /// Nothing looks at the clock here: if letters were compared by pairs, this would not end.
    #[test]
    fn very_long_names_cost_no_more_than_to_read_them() {
        let (name, candidate) = ("a".repeat(10_000_000), "b".repeat(10_000_000));
        assert_eq!(most_similar(&name, [&*candidate]), None);
        let candidates: Vec<String> = (0..MOST_CANDIDATES).map(|n| format!("x{n}")).collect();
        let candidates = candidates.iter().map(String::as_str);
        assert_eq!(most_similar(&name, candidates), None);
    }

    #[test]
    fn not_all_of_very_many_candidates_are_looked_at() {
        let meant = |others| {
            let candidates = std::iter::repeat_n("nothing", others).chain(["balance"]);
            most_similar("balanse", candidates)
        };
        assert_eq!(meant(MOST_CANDIDATES - 1), Some("balance"));
        assert_eq!(meant(MOST_CANDIDATES), None);
    }
}
