//! Amounts of memory as people write them.

/// Reads `1000`, `64K`, `512M`, `4G` or `1T`; each letter is 1024 times the one before.
pub(super) fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let unit = text[digits.len()..].to_ascii_uppercase();
    let power = match unit.trim_end_matches('B').trim_end_matches('I') {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return Err("sizes are written like `512M` or `4G`".to_owned()),
    };
    let number: u64 = digits
        .parse()
        .map_err(|_| "sizes are written like `512M` or `4G`".to_owned())?;
    let bytes = number.checked_mul(1 << power);
    bytes
        .filter(|bytes| *bytes > 0)
        .ok_or_else(|| "it must be positive, and not beyond all measure".to_owned())
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn sizes_have_units() {
        assert_eq!(bytes("1000"), Ok(1000));
        assert_eq!(bytes("64k"), Ok(64 << 10));
        assert_eq!(bytes("512MB"), Ok(512 << 20));
        assert_eq!(bytes("4GiB"), Ok(4 << 30));
    }

    #[test]
    fn what_is_no_size_is_refused() {
        for text in [
            "",
            "G",
            "4X",
            "-1",
            "0",
            "0G",
            "99999999999999999999",
            "99999999T",
            "1.5G",
        ] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}
