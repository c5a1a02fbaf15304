//! Which folders and libraries the build script refuses. It cannot be tested itself, so its questions are asked here.

#[path = "../../build/trust.rs"]
mod trust;

use std::fs;

use trust::{private_folder, verified};

/// The checksum of `abc`, the first example of the standard.
const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

#[test]
fn a_library_is_taken_only_with_its_checksum() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("libz3.so");
    fs::write(&library, "abc").unwrap();
    assert_eq!(verified(&library, ABC).unwrap(), b"abc");
    fs::write(&library, "abd").unwrap();
    let refusal = verified(&library, ABC).unwrap_err();
    assert!(
        refusal.contains("is not the library that was published"),
        "{refusal}"
    );
}

#[cfg(unix)]
#[test]
fn a_cache_is_the_users_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("home/.cache/fretsaw");
    private_folder(&cache, folder.path()).unwrap();
    let mode = || fs::metadata(&cache).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(), 0o700);
    // What others may read is no danger; what they may write is.
    for (mode, is_safe) in [
        (0o755, true),
        (0o775, false),
        (0o777, false),
        (0o702, false),
    ] {
        fs::set_permissions(&cache, fs::Permissions::from_mode(mode)).unwrap();
        let outcome = private_folder(&cache, folder.path());
        assert_eq!(outcome.is_ok(), is_safe, "{mode:o}: {outcome:?}");
        let told = outcome.err().unwrap_or_default();
        assert!(is_safe || told.contains("chmod go-w"), "{told}");
    }
}

#[cfg(unix)]
#[test]
fn a_cache_of_somebody_else_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("fretsaw");
    fs::create_dir(&cache).unwrap();
    if std::os::unix::fs::chown(&cache, Some(12_345), None).is_err() {
        eprintln!("note: only root can give a folder away, so none is refused here");
        return;
    }
    let told = private_folder(&cache, folder.path()).unwrap_err();
    assert!(told.contains("belongs to another user"), "{told}");
}
