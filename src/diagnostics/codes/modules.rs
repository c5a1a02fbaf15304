//! R03: files, modules and imports.

use std::path::{Path, PathBuf};

use crate::diagnostics::code::codes;
use crate::diagnostics::{Diagnostic, Span};

codes! {
    /// An import that leads nowhere.
    IMPORT_NOT_FOUND = "R0301" "import-not-found" Error
        include_str!("../explanations/R0301.md");
    /// An import that leads to two files.
    IMPORT_AMBIGUOUS = "R0302" "import-ambiguous" Error
        include_str!("../explanations/R0302.md");
    /// A module that is called otherwise than its file.
    OTHER_FILE_NAME = "R0303" "other-file-name" Warning
        include_str!("../explanations/R0303.md");
    /// A specification that is called otherwise than its module.
    OTHER_SPECIFICATION_NAME = "R0304" "other-specification-name" Warning
        include_str!("../explanations/R0304.md");
    /// A module that imports itself.
    OWN_IMPORT = "R0305" "own-import" Error
        include_str!("../explanations/R0305.md");
    /// An import that leads out of the folders that may be read.
    OUTSIDE = "R0306" "import-outside" Error
        include_str!("../explanations/R0306.md");
    /// An import that nothing needs.
    UNUSED_IMPORT = "R0307" "unused-import" Warning
        include_str!("../explanations/R0307.md");
    /// The same import twice.
    SECOND_IMPORT = "R0308" "second-import" Warning
        include_str!("../explanations/R0308.md");
    /// A file that cannot be read.
    UNREADABLE = "R0309" "unreadable-file" Error
        include_str!("../explanations/R0309.md");
    /// A folder with nothing to read in it.
    NO_SPECIFICATIONS = "R0310" "no-specifications" Error
        include_str!("../explanations/R0310.md");
    /// A `fretsaw.toml` with a mistake.
    BAD_CONFIG = "R0311" "bad-configuration" Error
        include_str!("../explanations/R0311.md");
}

/// An import of a test module.
pub fn import_of_tests(span: Span, name: &str, relative: &Path) -> Diagnostic {
    Diagnostic::new(
        &IMPORT_NOT_FOUND,
        span,
        format!("the module `{name}` cannot be imported"),
    )
    .help(format!(
        "`{}` is a test module; only modules of specifications are imported",
        relative.display()
    ))
}

/// An import that leads nowhere. Names the module that may be meant, or the folders that were searched.
pub fn import_not_found(
    span: Span,
    name: &str,
    relative: &Path,
    searched: &[PathBuf],
    near: Option<&str>,
) -> Diagnostic {
    let relative = relative.display();
    let places: Vec<String> = searched
        .iter()
        .map(|place| format!("`{}`", shown(place)))
        .collect();
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there is no `{relative}` in {}", places.join(" or ")),
    };
    let missing = Diagnostic::new(
        &IMPORT_NOT_FOUND,
        span,
        format!("cannot find the module `{name}`"),
    )
    .help(help);
    match near {
        Some(near) => missing.fix(format!("import `{near}`"), span, near),
        None => missing,
    }
}

fn shown(folder: &Path) -> String {
    if folder.as_os_str().is_empty() {
        ".".to_owned()
    } else {
        folder.display().to_string()
    }
}

/// An import whose module exists and cannot be read.
pub fn import_unreadable(span: Span, name: &str, reason: &str) -> Diagnostic {
    Diagnostic::new(
        &IMPORT_NOT_FOUND,
        span,
        format!("cannot read the module `{name}`: {reason}"),
    )
}

/// An import that leads to several files.
pub fn import_ambiguous(span: Span, name: &str, found: &[PathBuf]) -> Diagnostic {
    let found: Vec<String> = found
        .iter()
        .map(|path| format!("`{}`", path.display()))
        .collect();
    Diagnostic::new(
        &IMPORT_AMBIGUOUS,
        span,
        format!("the module `{name}` is found in {} places", found.len()),
    )
    .help(format!("remove one of {}", found.join(", ")))
}

/// A module that is called otherwise than its file.
pub fn other_file_name(span: Span, name: &str, path: &Path) -> Diagnostic {
    let parts = name.split('.').count();
    let folders = path.components().count().saturating_sub(parts);
    let path: PathBuf = path.components().skip(folders).collect();
    Diagnostic::new(
        &OTHER_FILE_NAME,
        span,
        format!(
            "the module is called `{name}`, its file `{}`",
            path.display()
        ),
    )
    .help("others import a module by the name that its file has; rename one of them")
}

/// A specification that is called otherwise than its module.
pub fn other_specification_name(span: Span, name: &str, module: &str) -> Diagnostic {
    Diagnostic::new(
        &OTHER_SPECIFICATION_NAME,
        span,
        format!("the only specification of the module `{module}` is called `{name}`"),
    )
    .help("name a specification like its module, so that one finds it")
}

/// A module that imports itself.
pub fn own_import(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        &OWN_IMPORT,
        span,
        format!("the module `{name}` imports itself"),
    )
    .help("remove the import")
}

/// An import that leads out of the folders that may be read.
pub fn outside(span: Span, name: &str, path: &Path) -> Diagnostic {
    Diagnostic::new(
        &OUTSIDE,
        span,
        format!("the module `{name}` lies outside the folders that may be read"),
    )
    .help(format!(
        "`{}` is a link that leads elsewhere; list the folder it leads to as a root",
        path.display()
    ))
}

/// An import that nothing needs.
pub fn unused_import(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        &UNUSED_IMPORT,
        span,
        format!("nothing of the module `{name}` is used here"),
    )
    .help("remove the import")
}

/// The same import twice.
pub fn second_import(span: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::new(
        &SECOND_IMPORT,
        span,
        format!("the module `{name}` is imported twice"),
    )
    .also(first, "first imported here")
    .help("remove the import")
}

/// A file that cannot be read.
pub fn unreadable(span: Span, reason: &str) -> Diagnostic {
    Diagnostic::new(&UNREADABLE, span, reason)
}

/// A file that is none of ours.
pub fn foreign_extension(span: Span, path: &Path) -> Diagnostic {
    Diagnostic::new(
        &UNREADABLE,
        span,
        format!("`{}` is not a specification", path.display()),
    )
    .help("specifications end in `.ebl`, test modules in `.tebl`")
}

/// A folder with nothing to read in it.
pub fn no_specifications(span: Span, folder: &Path) -> Diagnostic {
    Diagnostic::new(
        &NO_SPECIFICATIONS,
        span,
        format!("there are no specifications in `{}`", folder.display()),
    )
    .help("specifications end in `.ebl`, test modules in `.tebl`")
}

/// A `fretsaw.toml` with a mistake.
pub fn bad_config(span: Span, message: &str) -> Diagnostic {
    Diagnostic::new(
        &BAD_CONFIG,
        span,
        format!("the configuration cannot be read: {}", message.trim_end()),
    )
}
