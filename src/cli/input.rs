//! Files and folders that the command line names, for verbs that read files one by one.
//!
//! What can be wrong with them is told in the same words as by [`crate::semantics::load`].

use std::collections::BTreeSet;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::diagnostics::codes::modules;
use crate::diagnostics::{Diagnostic, FileId, Sources, Span};
use crate::disk::Disk;
use crate::semantics::load::{LARGEST_FILE, ReadError, kind_of, list, read_text};
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

/// Reads standard input as if it were the file of this name.
pub(super) fn read_stdin(sources: &mut Sources, name: &Path) -> Result<FileId, Box<Diagnostic>> {
    let Some(kind) = kind_of(name) else {
        let place = placeholder(sources, name);
        return Err(Box::new(modules::foreign_extension(place, name)));
    };
    match stdin_text() {
        Ok(text) => Ok(sources.add(name.to_owned(), Arc::from(text), kind)),
        Err(error) => Err(Box::new(unreadable(sources, name, &error))),
    }
}

fn stdin_text() -> Result<String, ReadError> {
    let mut bytes = Vec::new();
    let mut limited = io::stdin().lock().take(LARGEST_FILE + 1);
    let read = limited.read_to_end(&mut bytes);
    let length = read.map_err(|error| ReadError::Refused(error.to_string()))? as u64;
    if length > LARGEST_FILE {
        let megabytes = length >> 20;
        return Err(ReadError::TooLarge { megabytes });
    }
    String::from_utf8(bytes).map_err(|error| ReadError::NotUtf8 {
        offset: error.utf8_error().valid_up_to(),
    })
}

/// The specifications and test modules that paths stand for: files as they are named, folders
/// with all that is below them. What cannot be looked into becomes a diagnostic.
pub(super) fn expand(
    sources: &mut Sources,
    paths: &[PathBuf],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in paths {
        if !path.is_dir() {
            found.push(path.clone());
            continue;
        }
        let listing = list(&Disk, path);
        if listing.files.is_empty() && listing.refused.is_empty() {
            let place = placeholder(sources, path);
            diagnostics.push(modules::no_specifications(place, path));
        }
        for (refused, error) in listing.refused {
            let error = ReadError::Refused(error.to_string());
            diagnostics.push(unreadable(sources, &refused, &error));
        }
        found.extend(listing.files);
    }
    // A file that is named twice is read once, at its first place.
    let mut seen = BTreeSet::new();
    found.retain(|path| seen.insert(path.clone()));
    found
}

/// Tells why a file could not be read.
pub(super) fn unreadable(sources: &mut Sources, path: &Path, error: &ReadError) -> Diagnostic {
    modules::unreadable(placeholder(sources, path), &error.to_string())
}

/// A place in a file as a whole: what is said of it stands in an entry without text.
pub(super) fn placeholder(sources: &mut Sources, path: &Path) -> Span {
    let file = sources.add(path.to_owned(), Arc::from(""), FileKind::Specification);
    Span::new(file, TextRange::default())
}
