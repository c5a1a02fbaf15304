//! Holds the source to the layers of `ARCHITECTURE.md`: a module uses only those before it.

use std::path::Path;

use crate::support::files;

/// The layers, lowest first; modules on one line may use each other.
const LAYERS: &[&[&str]] = &[
    &["number"],
    &["syntax"],
    &["diagnostics"],
    &["semantics"],
    &["model"],
    &["dependence", "slice"],
    &["logic"],
    &["ground"],
    &["solver"],
    &["finite"],
    &["dve"],
    &["engines"],
    &["trace", "simulation", "report"],
    &["checking"],
    &["disk"],
    &["ide"],
    &["cli", "lsp"],
    &["bench"],
];

/// What is allowed though it goes up: the list of verbs and where they are called, for the verbs of the benchmarks.
const UPWARD: &[(&str, &str)] = &[("cli/arguments.rs", "bench"), ("cli/mod.rs", "bench")];

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|modules| modules.contains(&module))
}

/// The modules of this package that a source file's code names: `crate::module`.
fn used_modules(text: &str) -> impl Iterator<Item = &str> {
    let code = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| line.split("crate::").skip(1))
        .map(|rest| {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            &rest[..end.unwrap_or(rest.len())]
        })
}

/// The code of all files below `src`, without comments, by their paths.
fn all_code() -> Vec<(String, String)> {
    let root = files::project().join("src");
    let mut paths = Vec::new();
    sources(&root, &mut paths);
    let code = paths.iter().map(|path| {
        let text = std::fs::read_to_string(path).expect("UTF-8");
        let lines = text.lines().map(str::trim_start);
        let code: Vec<&str> = lines.filter(|line| !line.starts_with("//")).collect();
        let inside = path.strip_prefix(&root).expect("below src");
        (inside.to_string_lossy().into_owned(), code.join("\n"))
    });
    code.collect()
}

fn sources(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn modules_use_only_the_layers_below_them() {
    let root = files::project().join("src");
    let mut paths = Vec::new();
    sources(&root, &mut paths);
    let mut looked_at = 0;
    for path in paths {
        let inside = path.strip_prefix(&root).expect("below src");
        let own = inside
            .iter()
            .next()
            .and_then(|part| part.to_str())
            .unwrap_or_default();
        let own = own.trim_end_matches(".rs");
        if matches!(own, "lib" | "main") {
            continue;
        }
        let own_layer = layer(own).unwrap_or_else(|| panic!("{own} has no place in the layers"));
        let text = std::fs::read_to_string(&path).expect("UTF-8");
        for used in used_modules(&text).filter(|used| layer(used).is_some()) {
            looked_at += 1;
            let is_allowed = UPWARD.contains(&(&*inside.to_string_lossy(), used));
            assert!(
                layer(used) <= Some(own_layer) || is_allowed,
                "{} uses `{used}`, which is a layer above it",
                inside.display()
            );
        }
        assert!(
            text.starts_with("//!"),
            "{} does not say what it is for",
            inside.display()
        );
    }
    assert!(looked_at > 100, "only {looked_at} uses were looked at");
}

/// The dependences as published give wrong slices: nobody gets them by mistake.
#[test]
fn only_benchmarks_ask_for_the_dependences_of_the_thesis() {
    let code = all_code();
    let asking = code
        .iter()
        .filter(|(_, text)| text.contains("Dependences::Thesis"));
    let asking: Vec<&str> = asking.map(|(path, _)| path.as_str()).collect();
    assert_eq!(asking.len(), 2, "{asking:?}");
    assert!(asking.contains(&"bench/phases.rs") && asking.contains(&"dependence/mod.rs"));
}
