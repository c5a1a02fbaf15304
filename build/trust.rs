//! What the build script asks before it trusts a folder or a file that others could have changed.
//!
//! The tests include this file as well, since a build script cannot be tested itself.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::Path;

use sha2::{Digest, Sha256};

/// Creates a folder that is the user's alone, with all folders above it, or refuses the one that is there.
pub(crate) fn private_folder(folder: &Path, scratch: &Path) -> Result<(), String> {
    create_private(folder)
        .map_err(|error| format!("Cannot create {}: {error}.", folder.display()))?;
    refuse_foreign(folder, scratch)
}

#[cfg(unix)]
fn create_private(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    if let Some(above) = folder.parent() {
        fs::create_dir_all(above)?;
    }
    match fs::DirBuilder::new().mode(0o700).create(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        created => created,
    }
}

#[cfg(not(unix))]
fn create_private(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

/// Says what is wrong with a folder in which somebody else could put a library of theirs.
#[cfg(unix)]
fn refuse_foreign(folder: &Path, scratch: &Path) -> Result<(), String> {
    use std::os::unix::fs::MetadataExt;
    let shown = folder.display();
    let unread = |error| format!("Cannot look at {shown}: {error}.");
    let metadata = fs::metadata(folder).map_err(unread)?;
    if !metadata.is_dir() {
        return Err(format!("{shown} is no folder."));
    }
    if metadata.uid() != own_user(scratch).map_err(unread)? {
        return Err(format!(
            "The folder {shown} belongs to another user, who could exchange the library in it.\n\
             Remove it, or set XDG_CACHE_HOME to a folder of your own."
        ));
    }
    if metadata.mode() & 0o022 != 0 {
        return Err(format!(
            "Other users may write to the folder {shown}, and could exchange the library in it.\n\
             Take that from them: chmod go-w {shown}"
        ));
    }
    Ok(())
}

#[cfg(not(unix))]
fn refuse_foreign(_folder: &Path, _scratch: &Path) -> Result<(), String> {
    Ok(())
}

/// The user that this process runs as: the owner of whatever it creates.
#[cfg(unix)]
fn own_user(scratch: &Path) -> io::Result<u32> {
    use std::os::unix::fs::MetadataExt;
    let probe = scratch.join(format!("owner-{}", std::process::id()));
    let user = fs::File::create(&probe)?.metadata()?.uid();
    fs::remove_file(&probe)?;
    Ok(user)
}

/// The bytes of a file, if they are those of which this is the SHA-256 checksum.
pub(crate) fn verified(file: &Path, checksum: &str) -> Result<Vec<u8>, String> {
    let shown = file.display();
    let bytes = fs::read(file).map_err(|error| format!("Cannot read {shown}: {error}."))?;
    let mut found = String::new();
    for byte in Sha256::digest(&bytes) {
        // Writing to a string does not fail.
        let _ = write!(found, "{byte:02x}");
    }
    if found == checksum {
        return Ok(bytes);
    }
    Err(format!(
        "The file {shown} is not the library that was published: somebody has changed it, or it is damaged.\n\
         Its SHA-256 checksum is {found}, and should be {checksum}.\n\
         Remove its folder and build again."
    ))
}
