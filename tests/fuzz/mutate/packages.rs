//! Changes to packages: to one of their files, or to which files there are.

use std::borrow::Cow;

use fretsaw::syntax::FileKind;

use super::trees::{self, Source};
use super::{bytes, words};
use crate::package::{Package, kind_of};
use crate::support::generate::random::Random;

/// Changes a package, perhaps by something of another one.
pub(crate) fn mutate(random: &mut Random, input: &[u8], other: &[u8]) -> Vec<u8> {
    let (mut package, other) = (Package::read(input), Package::read(other));
    if package.files.is_empty() {
        return bytes::mutate(random, input, &other.write());
    }
    if random.chance(4) {
        change_files(random, &mut package, &other);
        return package.write();
    }
    let at = random.below(package.files.len());
    // What the package has itself fits better than what others have.
    let donor = if random.chance(60) { &package } else { &other };
    let donor = random.pick_any(&donor.files).cloned().unwrap_or_default();
    let (path, text) = &mut package.files[at];
    *text = match kind_of(path) {
        Some(kind) if random.chance(96) => source(random, (kind, text), &donor),
        Some(_) => bytes::mutate(random, text, &donor.1),
        None => {
            let (text, donor) = (lossy(text), lossy(&donor.1));
            words::mutate(
                random,
                &text,
                &donor,
                &["\"", "=", "[", "]", "\n", "#", "."],
            )
            .into()
        }
    };
    package.write()
}

fn lossy(text: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(text)
}

fn source(
    random: &mut Random,
    (kind, text): (FileKind, &[u8]),
    (path, donor): &(String, Vec<u8>),
) -> Vec<u8> {
    let (text, donor) = (lossy(text), lossy(donor));
    let source = Source { text: &text, kind };
    let other = Source {
        text: &donor,
        kind: kind_of(path).unwrap_or(kind),
    };
    trees::mutate(random, source, other).into()
}

/// Renames, removes, doubles or adds files.
fn change_files(random: &mut Random, package: &mut Package, other: &Package) {
    let at = random.below(package.files.len());
    match random.below(5) {
        0 => drop(package.files.remove(at)),
        1 => {
            let second = random.below(package.files.len());
            let path = package.files[second].0.clone();
            package.files[at].0 = path;
        }
        2 => {
            let path = &mut package.files[at].0;
            *path = match random.below(4) {
                0 => format!("deep/{path}"),
                1 => path.replacen('/', "/other/", 1),
                2 => path.rsplit('/').next().unwrap_or_default().to_owned(),
                _ => path.replace(".ebl", "2.ebl"),
            };
        }
        3 => {
            let second = random.below(package.files.len());
            package.files[at].1 = package.files[second].1.clone();
        }
        _ => package.files.extend(random.pick_any(&other.files).cloned()),
    }
}
