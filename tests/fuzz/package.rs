//! Several files in one input: each begins with a line `//// path`, so that an input can be read and edited.

use std::path::{Path, PathBuf};

use fretsaw::semantics::{Analysis, MemoryFiles, analyse};
use fretsaw::syntax::FileKind;

/// The folder that packages stand in.
pub(crate) const FOLDER: &str = "/project";

/// What a line begins with that begins a file.
const MARK: &[u8] = b"//// ";

/// Files with their paths.
#[derive(Debug, Clone, Default)]
pub(crate) struct Package {
    pub(crate) files: Vec<(String, Vec<u8>)>,
}

impl Package {
    /// The files of an input. What comes before the first mark is left out.
    pub(crate) fn read(input: &[u8]) -> Package {
        let mut files: Vec<(String, Vec<u8>)> = Vec::new();
        for line in input.split_inclusive(|byte| *byte == b'\n') {
            if let Some(path) = line.strip_prefix(MARK) {
                let path = String::from_utf8_lossy(path).trim().to_owned();
                files.push((path, Vec::new()));
            } else if let Some((_, text)) = files.last_mut() {
                text.extend(line);
            }
        }
        Package { files }
    }

    /// The input with these files.
    pub(crate) fn write(&self) -> Vec<u8> {
        let mut input = Vec::new();
        for (path, text) in &self.files {
            if input.last().is_some_and(|byte| *byte != b'\n') {
                input.push(b'\n');
            }
            input.extend([MARK, path.as_bytes(), b"\n", text].concat());
        }
        input
    }

    /// The text of a file.
    pub(crate) fn file(&self, path: &str) -> Option<&[u8]> {
        let found = self.files.iter().find(|(it, _)| it == path);
        found.map(|(_, text)| text.as_slice())
    }

    /// The files, where programs find them.
    pub(crate) fn in_memory(&self) -> MemoryFiles {
        let mut files = MemoryFiles::default();
        for (path, text) in &self.files {
            files.insert(place(path), text.as_slice());
        }
        files
    }

    /// All files, as `lint` looks at a folder.
    pub(crate) fn analyse_folder(&self) -> Analysis {
        analyse(&self.in_memory(), &[PathBuf::from(FOLDER)], &[])
    }

    /// The first test module and what it imports, as most verbs look at a file.
    pub(crate) fn analyse_test(&self) -> Option<Analysis> {
        let mut paths = self.files.iter().map(|(path, _)| path);
        let path = paths.find(|path| kind_of(path) == Some(FileKind::Test))?;
        Some(analyse(&self.in_memory(), &[place(path)], &[]))
    }
}

fn place(path: &str) -> PathBuf {
    Path::new(FOLDER).join(path.trim_start_matches('/'))
}

/// Whether a file is a specification or a test module.
pub(crate) fn kind_of(path: &str) -> Option<FileKind> {
    FileKind::of_extension(Path::new(path).extension()?.to_str()?)
}
