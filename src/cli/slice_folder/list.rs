//! The settings in the folder of a slice: they mark it as one, and list what we wrote with its checksums, so that the
//! next slice replaces that and nothing else.

use std::path::{Component, Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::semantics::load::{SLICE_MARK, kind_of};

/// What is said in the settings of the folder of a slice: without them, modules would be found in the folders of the
/// project, too.
const SETTINGS: &str = "roots = []\n";
const LIST: &str = "\n# The files of the slice with their checksums (SHA-256). The next slice replaces those that still have them:\n";
/// What stood there before there were checksums.
const OLDER_LIST: &str = "\n# The files of the slice, which the next one replaces:\n";
const ITEM: &str = "#   ";
const BETWEEN: &str = "  ";
const HEXADECIMAL: &[u8; 16] = b"0123456789abcdef";

/// A file of a slice, as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item {
    /// Where it is, below the folder of the slice.
    pub(super) path: PathBuf,
    pub(super) checksum: String,
}

impl Item {
    pub(super) fn of(path: &Path, text: &str) -> Item {
        Item {
            path: path.to_owned(),
            checksum: checksum(text.as_bytes()),
        }
    }

    /// One that a list names. Nothing but modules below the folder is ever ours.
    fn read(line: &str) -> Option<Item> {
        let (checksum, path) = line.strip_prefix(ITEM)?.split_once(BETWEEN)?;
        let path = PathBuf::from(path);
        let mut parts = path.components();
        let is_inside = parts.all(|part| matches!(part, Component::Normal(_)));
        let item = Item {
            checksum: checksum.to_owned(),
            path,
        };
        (is_inside && kind_of(&item.path).is_some()).then_some(item)
    }

    fn line(&self) -> String {
        let parts: Vec<_> = self
            .path
            .iter()
            .map(|part| part.to_string_lossy())
            .collect();
        format!("{ITEM}{}{BETWEEN}{}\n", self.checksum, parts.join("/"))
    }
}

/// What the settings in a folder are.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Settings {
    /// Those of a slice.
    Ours(Vec<Item>),
    /// Those of a slice from before there were checksums.
    Older,
    /// Somebody else's.
    Foreign,
}

/// Reads settings. What is not exactly as we write it is not ours.
pub(super) fn read(bytes: &[u8]) -> Settings {
    let Ok(text) = String::from_utf8(with_plain_ends(bytes)) else {
        return Settings::Foreign;
    };
    let Some(rest) = text.strip_prefix(SLICE_MARK) else {
        return Settings::Foreign;
    };
    let Some(rest) = rest.strip_prefix(SETTINGS) else {
        return Settings::Foreign;
    };
    if rest.starts_with(OLDER_LIST) {
        return Settings::Older;
    }
    let items = rest.strip_prefix(LIST).map(str::lines);
    let items = items.and_then(|lines| lines.map(Item::read).collect());
    items.map_or(Settings::Foreign, Settings::Ours)
}

/// The settings of a slice with the list of its files.
pub(super) fn write<'i>(items: impl Iterator<Item = &'i Item>) -> String {
    let head = [SLICE_MARK, SETTINGS, LIST].map(str::to_owned);
    head.into_iter().chain(items.map(Item::line)).collect()
}

/// Tells texts apart, whatever version control does to the ends of their lines.
pub(super) fn checksum(bytes: &[u8]) -> String {
    let digest = Sha256::digest(with_plain_ends(bytes));
    let digits = digest.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .map(|digit| char::from(HEXADECIMAL[usize::from(digit)]))
        .collect()
}

/// Bytes with `\n` in place of `\r\n`.
fn with_plain_ends(bytes: &[u8]) -> Vec<u8> {
    let followed = bytes.iter().zip(bytes.iter().skip(1).chain([&0]));
    let kept = followed.filter(|it| *it != (&b'\r', &b'\n'));
    kept.map(|(byte, _)| *byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items() -> Vec<Item> {
        let item = |path: &str| Item::of(Path::new(path), path);
        vec![item("Lamps.tebl"), item("bank/Account.ebl")]
    }

    #[test]
    fn what_is_written_can_be_read() {
        let text = write(items().iter());
        assert_eq!(read(text.as_bytes()), Settings::Ours(items()));
        let windows = text.replace('\n', "\r\n");
        assert_eq!(read(windows.as_bytes()), Settings::Ours(items()));
    }

    #[test]
    fn a_list_of_anything_but_modules_below_the_folder_is_not_ours() {
        let text = write(items().iter());
        for path in [
            "../Account.ebl",
            "/bank/Account.ebl",
            "bank/../../Account.ebl",
            "./Account.ebl",
            "id_rsa",
            "",
        ] {
            let other = text.replace("bank/Account.ebl", path);
            assert_eq!(read(other.as_bytes()), Settings::Foreign, "{path}");
        }
    }

    #[test]
    fn what_somebody_added_makes_settings_theirs() {
        let text = write(items().iter());
        for other in [
            format!("{text}\n"),
            format!("{text}# mine\n"),
            format!("{text}roots = [\"..\"]\n"),
            format!("# mine\n{text}"),
            text.replace("roots = []", "roots = [\"..\"]"),
            String::new(),
        ] {
            assert_eq!(read(other.as_bytes()), Settings::Foreign, "{other}");
        }
        let unreadable = [text.as_bytes(), b"#   \xff"].concat();
        assert_eq!(read(&unreadable), Settings::Foreign);
    }

    #[test]
    fn a_list_without_checksums_is_known_as_such() {
        let text = format!("{SLICE_MARK}{SETTINGS}{OLDER_LIST}{ITEM}Lamps.tebl\n");
        assert_eq!(read(text.as_bytes()), Settings::Older);
    }

    #[test]
    fn the_checksum_is_the_one_that_others_compute() {
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(checksum(b"abc"), known);
        assert_eq!(checksum(b"a\r\nb\r"), checksum(b"a\nb\r"));
        assert_ne!(checksum(b"a\rb"), checksum(b"ab"));
    }
}
