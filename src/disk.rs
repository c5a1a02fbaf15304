//! The real file system, for the edges of the program: the command line and the language server.

use std::io;
use std::path::{Path, PathBuf};

use crate::semantics::{FileSystem, Metadata};

/// The files of this machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct Disk;

impl FileSystem for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        std::fs::read(path)
    }

    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        let metadata = std::fs::metadata(path)?;
        Ok(Metadata {
            is_folder: metadata.is_dir(),
            is_file: metadata.is_file(),
            length: metadata.len(),
            modified: metadata.modified().ok(),
        })
    }

    fn entries(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        std::fs::read_dir(folder)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect()
    }

    fn canonical(&self, path: &Path) -> io::Result<PathBuf> {
        std::fs::canonicalize(path)
    }
}
