//! Files and folders that the command line names, for verbs that read files one by one.
//!
//! What can be wrong with them is told in the same words as by [`crate::semantics::load`].

use std::path::Path;
use std::sync::Arc;

use crate::diagnostics::codes::modules;
use crate::diagnostics::{Diagnostic, FileId, Sources, Span};
use crate::disk::Disk;
use crate::semantics::load::{ReadError, read_text};
use crate::syntax::{FileKind, TextRange};

/// Reads a specification or test module.
pub(super) fn read(sources: &mut Sources, path: &Path) -> Result<FileId, Box<Diagnostic>> {
    let text = read_text(&Disk, path);
    let foreign = kind_of(path).is_none() && text != Err(ReadError::Missing);
    match (kind_of(path), text) {
        (Some(kind), Ok(text)) => Ok(sources.add(path.to_owned(), Arc::from(text), kind)),
        (_, Err(error)) if !foreign => Err(Box::new(unreadable(sources, path, &error))),
        _ => {
            let place = placeholder(sources, path);
            Err(Box::new(modules::foreign_extension(place, path)))
        }
    }
}

/// The language that a path's extension tells.
fn kind_of(path: &Path) -> Option<FileKind> {
    FileKind::of_extension(path.extension()?.to_str()?)
}

fn unreadable(sources: &mut Sources, path: &Path, error: &ReadError) -> Diagnostic {
    modules::unreadable(placeholder(sources, path), &error.to_string())
}

/// A place in a file as a whole: what is said of it stands in an entry without text.
fn placeholder(sources: &mut Sources, path: &Path) -> Span {
    let file = sources.add(path.to_owned(), Arc::from(""), FileKind::Specification);
    Span::new(file, TextRange::default())
}
