//! `file:` addresses to paths and back.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use gen_lsp_types::Uri;

/// The path of a file; none where the address is not that of a file.
pub(in crate::lsp) fn path_of(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_ref().strip_prefix("file://")?;
    // There may be a host, which is this machine.
    let path = &rest[rest.find('/')?..];
    let decoded = decode(path)?;
    let path = PathBuf::from(without_drive_slash(&decoded));
    path.is_absolute().then_some(path)
}

/// `/C:/x` is `C:/x`.
fn without_drive_slash(path: &str) -> &str {
    let bytes = path.as_bytes();
    let has_drive = bytes.len() > 2 && bytes[1].is_ascii_alphabetic() && bytes[2] == b':';
    if has_drive && cfg!(windows) {
        &path[1..]
    } else {
        path
    }
}

fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        rest = behind;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let [high, low, behind @ ..] = rest else {
            return None;
        };
        rest = behind;
        let digit = |byte: u8| char::from(byte).to_digit(16);
        let value = digit(*high)? * 16 + digit(*low)?;
        bytes.push(u8::try_from(value).ok()?);
    }
    String::from_utf8(bytes).ok()
}

/// The address of a file.
pub(in crate::lsp) fn uri_of(path: &Path) -> Uri {
    let path = path.to_string_lossy().replace('\\', "/");
    let mut uri = String::from("file://");
    if !path.starts_with('/') {
        uri.push('/');
    }
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            // A string can always be written to.
            _ => drop(write!(uri, "%{byte:02X}")),
        }
    }
    Uri(uri)
}

#[cfg(test)]
mod tests {
    use super::{path_of, uri_of};
    use gen_lsp_types::Uri;
    use std::path::Path;

    #[test]
    fn addresses_lead_back_to_their_paths() {
        for path in ["/a b/ü.ebl", "/100%/x#y?.tebl", "/plain/Account.ebl"] {
            assert_eq!(
                path_of(&uri_of(Path::new(path))).as_deref(),
                Some(Path::new(path))
            );
        }
    }

    #[test]
    fn other_addresses_have_no_path() {
        for uri in [
            "untitled:Untitled-1",
            "file://",
            "file:///%zz",
            "http://x/y",
        ] {
            assert_eq!(path_of(&Uri::from(uri)), None, "{uri}");
        }
    }
}
