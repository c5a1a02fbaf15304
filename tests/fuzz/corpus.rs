//! What fuzzing begins with: the examples as packages, and the inputs that are kept in `tests/fuzz/corpus`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use fretsaw::syntax::{FileKind, SyntaxKind, SyntaxNode, parse};

use crate::package::{Package, kind_of};
use crate::support::files::{project, sources_under};

/// The folder of a target's inputs.
pub(crate) fn folder(target: &str) -> PathBuf {
    project().join("tests/fuzz/corpus").join(target)
}

/// The inputs of a target with their names, in order.
pub(crate) fn kept(target: &str) -> Vec<(String, Vec<u8>)> {
    let Ok(entries) = std::fs::read_dir(folder(target)) else {
        return Vec::new();
    };
    let entries = entries.flatten().map(|entry| {
        let input = std::fs::read(entry.path()).expect("the corpus can be read");
        (entry.file_name().to_string_lossy().into_owned(), input)
    });
    let mut kept: Vec<_> = entries.collect();
    kept.sort();
    kept
}

/// Adds an input to those of a target.
pub(crate) fn keep(target: &str, what: &str, input: &[u8]) -> PathBuf {
    let path = folder(target).join(format!("{what}-{:08x}", number(input)));
    std::fs::create_dir_all(folder(target)).expect("the folder can be made");
    std::fs::write(&path, input).expect("the input can be written");
    path
}

/// A number that tells inputs apart: FNV-1a, the same on every machine.
fn number(input: &[u8]) -> u32 {
    let add = |number: u32, byte: &u8| (number ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    input.iter().fold(0x811c_9dc5, add)
}

/// Each package of the examples with its test modules.
pub(crate) fn examples() -> Vec<Package> {
    let mut packages: BTreeMap<String, Package> = BTreeMap::new();
    for folder in ["rebel-examples", "testmodules"] {
        for source in sources_under(&project().join(folder)) {
            let (_, path) = source.name.split_once('/').unwrap_or_default();
            let package = path.split('/').next().unwrap_or_default().to_owned();
            let package = packages.entry(package).or_default();
            package.files.push((path.to_owned(), source.text.into()));
        }
    }
    packages.into_values().collect()
}

/// The packages of the examples with each of their checks alone, which is answered sooner than all of them.
pub(crate) fn single_checks() -> Vec<Package> {
    let packages = examples();
    packages.iter().flat_map(with_single_checks).collect()
}

fn with_single_checks(package: &Package) -> Vec<Package> {
    let is_test = |path: &str| kind_of(path) == Some(FileKind::Test);
    let specs = package.files.iter().filter(|(path, _)| !is_test(path));
    let tests = package.files.iter().filter(|(path, _)| is_test(path));
    let mut single = Vec::new();
    for (path, text) in tests {
        let text = String::from_utf8_lossy(text);
        let root = parse(&text, FileKind::Test).root();
        let checks: Vec<SyntaxNode> = root
            .children()
            .filter(|node| node.kind() == SyntaxKind::CHECK)
            .collect();
        for kept in &checks {
            let mut left = text.clone().into_owned();
            for check in checks.iter().rev().filter(|check| *check != kept) {
                left.replace_range(std::ops::Range::<usize>::from(check.text_range()), "");
            }
            let mut files: Vec<_> = specs.clone().cloned().collect();
            files.push((path.clone(), left.into_bytes()));
            single.push(Package { files });
        }
    }
    single
}
