//! The files of a slice in the place of those of an earlier one.
//!
//! The new files are written aside, the old ones moved aside, and the new ones to their places. Whatever fails,
//! everything is moved back: where a slice cannot be written, the one before it is still there. Nothing that comes in
//! between is written over.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use super::aside::{self, Aside};
use super::list::{self, Item};
use super::standing::{self, Standing};
use super::{NotWritten, checksums, failed, make_folder, remove_empty};
use crate::semantics::load::CONFIG_NAME;
use crate::slice::rewrite::SlicedFile;

/// What is put in the place of what.
pub(super) struct Exchange<'e> {
    pub(super) folder: &'e Path,
    /// The files of the earlier slice, if there was one.
    pub(super) earlier: Option<&'e [Item]>,
    pub(super) sliced: &'e [SlicedFile],
}

/// What has been done, and has to be undone if something fails.
#[derive(Default)]
struct Done {
    /// Folders that were made, the outer ones first.
    made: Vec<PathBuf>,
    /// Where files are written to and moved to for the time being.
    aside: Option<Aside>,
    /// Whether the settings were written.
    settings: bool,
    /// Where old files were, and where they are now.
    moved: Vec<(PathBuf, PathBuf)>,
    /// New files at their places, with their checksums.
    placed: Vec<(PathBuf, String)>,
}

impl Exchange<'_> {
    pub(super) fn run(&self) -> Result<(), NotWritten> {
        let mut done = Done::default();
        let outcome = self.attempt(&mut done);
        if outcome.is_err() {
            self.undo(done);
        } else {
            for (path, _) in &done.moved {
                self.remove_emptied(path);
            }
            drop(done);
            aside::remove_abandoned(self.folder);
        }
        outcome
    }

    /// The files of the earlier slice.
    fn earlier(&self) -> &[Item] {
        self.earlier.unwrap_or_default()
    }

    /// The paths of the earlier slice, each once.
    fn earlier_paths(&self) -> Vec<&Path> {
        let paths = self.earlier().iter().map(|item| item.path.as_path());
        let mut paths: Vec<&Path> = paths.collect();
        paths.sort_unstable();
        paths.dedup();
        paths
    }

    /// The files of the earlier slice that this one does not have.
    pub(super) fn gone(&self) -> impl Iterator<Item = &Path> {
        let is_kept = |path: &Path| self.sliced.iter().any(|file| file.path == path);
        let paths = self.earlier_paths().into_iter();
        paths.filter(move |path| !is_kept(path))
    }

    fn attempt(&self, done: &mut Done) -> Result<(), NotWritten> {
        make_folder(self.folder, &mut done.made)?;
        let new: Vec<Item> = self
            .sliced
            .iter()
            .map(|file| Item::of(&file.path, &file.text))
            .collect();
        let all = || self.earlier().iter().chain(&new);
        let aside = Aside::new(self.folder, all()).map_err(|error| failed(self.folder, error))?;
        let aside = &*done.aside.insert(aside);
        for (number, file) in self.sliced.iter().enumerate() {
            write_new(&aside.new_file(number), &file.text)?;
        }
        for folder in new.iter().filter_map(|item| item.path.parent()) {
            make_folder(&self.folder.join(folder), &mut done.made)?;
        }
        // The list comes first: whatever happens afterwards, the next slice knows what is there.
        self.write_settings(aside.path(), all())?;
        done.settings = true;
        self.move_earlier(aside, &mut done.moved)?;
        for (number, item) in new.iter().enumerate() {
            standing::below(self.folder, &item.path)?;
            let path = self.folder.join(&item.path);
            move_to(&aside.new_file(number), &path)?;
            done.placed.push((path, item.checksum.clone()));
        }
        self.write_settings(aside.path(), new.iter())
    }

    /// Moves the files of the earlier slice aside. Only there nobody changes them any more, so that is where they are
    /// looked at.
    fn move_earlier(
        &self,
        aside: &Aside,
        done: &mut Vec<(PathBuf, PathBuf)>,
    ) -> Result<(), NotWritten> {
        for (number, relative) in self.earlier_paths().into_iter().enumerate() {
            if standing::below(self.folder, relative)? == Standing::Nothing {
                continue;
            }
            let path = self.folder.join(relative);
            let moved = aside.old_file(number);
            move_to(&path, &moved)?;
            done.push((path.clone(), moved.clone()));
            if !standing::has_checksum(&moved, &checksums(self.earlier(), relative)) {
                return Err(NotWritten::OverChanges { path });
            }
        }
        Ok(())
    }

    /// Writes the settings, in the place of ours or of none.
    fn write_settings<'i>(
        &self,
        aside: &Path,
        items: impl Iterator<Item = &'i Item>,
    ) -> Result<(), NotWritten> {
        let (path, written) = (self.folder.join(CONFIG_NAME), aside.join(CONFIG_NAME));
        write_new(&written, &list::write(items))?;
        match super::listed(self.folder)? {
            None => move_to(&written, &path),
            Some(_) => fs::rename(&written, &path).map_err(|error| failed(&path, error)),
        }
    }

    /// Removes the folders that have lost their last file: modules that this slice does not have would seem to belong
    /// to it.
    fn remove_emptied(&self, path: &Path) {
        let above = path.ancestors().skip(1);
        remove_empty(above.take_while(|above| *above != self.folder));
    }

    /// Puts everything back.
    fn undo(&self, done: Done) {
        for (path, checksum) in &done.placed {
            if standing::has_checksum(path, &[checksum]) {
                let _ = fs::remove_file(path);
            }
        }
        let mut are_back = true;
        for (path, moved) in &done.moved {
            are_back &= move_to(moved, path).is_ok();
        }
        if let Some(aside) = done.aside {
            if done.settings {
                self.restore_settings(aside.path());
            }
            if !are_back {
                // What somebody has put in the place of an old file is not worth more than that file.
                aside.keep();
            }
        }
        remove_empty(done.made.iter().rev());
    }

    /// Makes the settings those of the earlier slice again.
    fn restore_settings(&self, aside: &Path) {
        let is_ours = super::listed(self.folder).is_ok_and(|listed| listed.is_some());
        match self.earlier {
            Some(earlier) => {
                // A file that was written before may still be there.
                let _ = fs::remove_file(aside.join(CONFIG_NAME));
                let _ = self.write_settings(aside, earlier.iter());
            }
            None if is_ours => {
                let _ = fs::remove_file(self.folder.join(CONFIG_NAME));
            }
            None => {}
        }
    }
}

/// Moves a file to where nothing is.
fn move_to(from: &Path, to: &Path) -> Result<(), NotWritten> {
    let file = TempPath::try_from_path(from).map_err(|error| failed(to, error))?;
    file.persist_noclobber(to).map_err(|refused| {
        // Where it cannot be moved, it stays.
        let _ = refused.path.keep();
        failed(to, refused.error)
    })
}

/// Writes a file where nothing is.
fn write_new(path: &Path, text: &str) -> Result<(), NotWritten> {
    let write = || -> io::Result<()> {
        let mut file = fs::File::create_new(path)?;
        io::Write::write_all(&mut file, text.as_bytes())
    };
    write().map_err(|error| failed(path, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> SlicedFile {
        SlicedFile {
            path: path.into(),
            text: text.to_owned(),
        }
    }

    /// The files below a folder, hidden ones as well.
    fn names(folder: &Path) -> Vec<String> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let inside = if path.is_dir() {
                names(&path)
            } else {
                Vec::new()
            };
            found.push(path.display().to_string());
            found.extend(inside);
        }
        found.sort();
        found
    }

    /// Somebody changes a file after it was looked at, and before it is replaced.
    #[test]
    fn everything_is_put_back_where_something_fails() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("slices");
        let first = [file("a/Lamp.ebl", "lamp"), file("a/Lamps.tebl", "lamps")];
        let second = [file("a/Lamp.ebl", "another"), file("b/Lamps.tebl", "more")];
        let exchange = |earlier: Option<&[Item]>, sliced: &[SlicedFile]| {
            let folder = &folder;
            Exchange {
                folder,
                earlier,
                sliced,
            }
            .run()
        };
        exchange(None, &first).unwrap();
        let settings = fs::read(folder.join(CONFIG_NAME)).unwrap();
        let items = first.each_ref().map(|it| Item::of(&it.path, &it.text));
        let before = names(&folder);
        fs::write(folder.join("a/Lamps.tebl"), "mine").unwrap();
        let refused = exchange(Some(&items), &second);
        assert!(matches!(refused, Err(NotWritten::OverChanges { .. })));
        assert_eq!(names(&folder), before);
        assert_eq!(fs::read(folder.join(CONFIG_NAME)).unwrap(), settings);
        assert_eq!(fs::read(folder.join("a/Lamp.ebl")).unwrap(), b"lamp");
        assert_eq!(fs::read(folder.join("a/Lamps.tebl")).unwrap(), b"mine");
        // What comes to stand where a new file belongs is not written over either.
        fs::write(folder.join("a/Lamps.tebl"), "lamps").unwrap();
        fs::create_dir(folder.join("b")).unwrap();
        fs::write(folder.join("b/Lamps.tebl"), "mine").unwrap();
        let before = names(&folder);
        let refused = exchange(Some(&items), &second);
        assert!(matches!(refused, Err(NotWritten::Failed { .. })));
        assert_eq!(names(&folder), before);
        assert_eq!(fs::read(folder.join("a/Lamp.ebl")).unwrap(), b"lamp");
        assert_eq!(fs::read(folder.join("b/Lamps.tebl")).unwrap(), b"mine");
        // A first slice that fails leaves nothing.
        let fresh = place.path().join("fresh");
        let twice = [file("Lamp.ebl", "lamp"), file("Lamp.ebl", "lamp")];
        let (folder, earlier, sliced) = (&fresh, None, twice.as_slice());
        assert!(
            Exchange {
                folder,
                earlier,
                sliced
            }
            .run()
            .is_err()
        );
        assert!(!fresh.exists());
    }
}
