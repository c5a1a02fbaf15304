//! A file's bytes to text, or a clear reason why not.

use std::io;
use std::path::Path;

use super::FileSystem;

/// The largest file that is read; a specification is never that long.
pub const LARGEST_FILE: u64 = 64 << 20;

/// Why a file could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// There is none.
    #[error("there is no such file")]
    Missing,
    /// It is a folder, a device or a pipe.
    #[error("this is not a file")]
    NotAFile,
    /// The system refuses.
    #[error("the file cannot be read: {0}")]
    Refused(String),
    /// It is larger than [`LARGEST_FILE`].
    #[error("the file is too large: {megabytes} MB, and at most {} MB are read", LARGEST_FILE >> 20)]
    TooLarge {
        /// Its size.
        megabytes: u64,
    },
    /// It is not text.
    #[error("the file is not UTF-8 text: byte {offset} cannot be part of it")]
    NotUtf8 {
        /// The first byte that is wrong.
        offset: usize,
    },
}

/// The text of a file.
pub fn read_text(files: &dyn FileSystem, path: &Path) -> Result<String, ReadError> {
    let metadata = files.metadata(path).map_err(|error| refusal(&error))?;
    if !metadata.is_file {
        return Err(ReadError::NotAFile);
    }
    if metadata.length > LARGEST_FILE {
        return Err(ReadError::TooLarge {
            megabytes: metadata.length >> 20,
        });
    }
    let bytes = files.read(path).map_err(|error| refusal(&error))?;
    String::from_utf8(bytes).map_err(|error| ReadError::NotUtf8 {
        offset: error.utf8_error().valid_up_to(),
    })
}

fn refusal(error: &io::Error) -> ReadError {
    match error.kind() {
        io::ErrorKind::NotFound => ReadError::Missing,
        _ => ReadError::Refused(error.to_string()),
    }
}
