//! Did you mean ...?

/// The candidate that a misspelt name most likely stands for, if one is near enough.
pub fn most_similar<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        if candidate == name {
            continue;
        }
        let distance = distance(name, candidate);
        if distance <= tolerance(name, candidate) && best.is_none_or(|(least, _)| distance < least)
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

/// A name that starts or ends like the candidate is near, however much longer it is.
fn distance(name: &str, candidate: &str) -> usize {
    let (short, long) = if name.len() < candidate.len() {
        (name, candidate)
    } else {
        (candidate, name)
    };
    if short.len() >= 3 && (long.starts_with(short) || long.ends_with(short)) {
        return 1;
    }
    let (name, candidate) = (name.to_lowercase(), candidate.to_lowercase());
    strsim::damerau_levenshtein(&name, &candidate)
}

fn tolerance(name: &str, candidate: &str) -> usize {
    match name.chars().count().max(candidate.chars().count()) {
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
}
