//! Finds the Z3 library, and makes every binary of the package find it again when it starts.
//!
//! The bindings (`z3-sys`) only ask the linker for `-lz3`: where the library comes from is decided here.
//!
//! 1. With the feature `vendored` the bindings compile Z3 themselves and nothing is left to do.
//! 2. A folder named by `FRETSAW_Z3_LIB_DIR` wins over everything that could be fetched.
//! 3. Otherwise the library is taken from Z3's Python wheel, because that is the one build of Z3 that is
//!    published for every common system in the version the bindings need. It is fetched once, into a
//!    cache folder of the user, so that neither a rebuild nor a new clone needs a network.
//!    pip takes the wheel only if it is one of those whose checksums are written here, and the library is
//!    compared with its own checksum each time it is used (`build/trust.rs`).
//!
//! The library is then copied beside the binaries, which look for it relative to their own place.
//! A target folder can therefore be moved, and the binaries run from anywhere.

#[path = "build/trust.rs"]
mod trust;

use std::env;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::time::SystemTime;

/// The Python package whose wheel holds the library.
const WHEEL_PACKAGE: &str = "z3-solver";

/// The version of the wheel; `.cargo/config.toml` tells the same version to the bindings.
const WHEEL_VERSION: &str = "5.3.2.0";

/// The checksums of the published wheels, one of which pip will choose.
const WHEEL_CHECKSUMS: [&str; 5] = [
    // macosx_13_0_arm64
    "ac0c1457a8e7a487470386af5f60d6fef7c10db40004647fcfa7dc6e6ccec190",
    // macosx_13_0_x86_64
    "27f1b0e6333b8b1d57653ef7db34fc9901ed2983b0cb9fb1efd27840e5ea880a",
    // manylinux_2_27_x86_64
    "f17df07300228a383470d4b4e1ad9daf429dc94885996712a1844a8242803935",
    // manylinux_2_38_aarch64
    "b8add6becdc222090b78d4bd5300b6a212d5ecfb0e3eadb1df008b43ddef8602",
    // manylinux_2_38_riscv64
    "229e18c98007771c0e0aed2b2855930b76a422bafe429aa9df71df3ad77aad63",
];

/// The checksums of the libraries in these wheels, by operating system and processor.
const LIBRARY_CHECKSUMS: [(&str, &str, &str); 5] = [
    (
        "macos",
        "aarch64",
        "e912c610ffb91c76739b17086e70ed2ac203bd731a403b728004facef30e2a14",
    ),
    (
        "macos",
        "x86_64",
        "6bcb381aa0461bb0e4414cb27009d6810badaee866d38ca2fee66b2322480d25",
    ),
    (
        "linux",
        "x86_64",
        "2467921f3226efb4607daba74d1301e9af286ded5b4f5c65caaafeae245eb059",
    ),
    (
        "linux",
        "aarch64",
        "2ce59cc5b37fdc3a8e28441c6c862161cb946eb4b420e2770785fc8e3b761ff7",
    ),
    (
        "linux",
        "riscv64",
        "397516d786125293c171559fcdf66ae4388c05843f7fb6e012e975ee596c1e4b",
    ),
];

/// What python3 is told; the folder and the requirement follow.
///
/// `--target` needs no virtual environment and is allowed where the system manages Python.
const PIP_INSTALL: &str = "-m pip install --no-deps --only-binary :all: --target";

/// The environment variable with which a user supplies a library.
const LIB_DIR_VARIABLE: &str = "FRETSAW_Z3_LIB_DIR";

/// What went wrong, in words for the person who started the build.
type Failure = String;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build/trust.rs");
    println!("cargo::rerun-if-env-changed={LIB_DIR_VARIABLE}");
    if env::var_os("CARGO_FEATURE_VENDORED").is_some() {
        return;
    }
    if let Err(failure) = provide_library() {
        report(&failure);
    }
}

/// Ends the build with the failure and the ways out of it.
///
/// Cargo fails the build when a script prints an error. A failing exit code would make it print
/// everything a second time, among the script's other output.
fn report(failure: &str) {
    for line in failure.lines().chain([""]).chain(ways_out().lines()) {
        println!("cargo::error={line}");
    }
}

fn ways_out() -> String {
    format!(
        "Fretsaw needs the library of Z3 4.13.3 or newer. There are three ways to give it one:\n\
         \x20 1. Set {LIB_DIR_VARIABLE} to the folder of a libz3 that is already installed\n\
         \x20    (and Z3_SYS_Z3_VERSION to its version when that is not the one of `.cargo/config.toml`).\n\
         \x20 2. Make python3 with pip and a package index reachable and build again, or run this by hand and\n\
         \x20    set {LIB_DIR_VARIABLE} to DIR/z3/lib:\n\
         \x20    python3 {PIP_INSTALL} DIR {WHEEL_PACKAGE}=={WHEEL_VERSION}\n\
         \x20 3. Compile Z3 from source with `cargo build --features vendored`: this needs CMake 3.26 and\n\
         \x20    a C++20 compiler such as GCC 13, and takes up to an hour."
    )
}

/// Finds the library, copies it to where the binaries look for it, and tells Cargo how to link.
fn provide_library() -> Result<(), Failure> {
    let platform = Platform::of_target()?;
    let given = env::var_os(LIB_DIR_VARIABLE).filter(|dir| !dir.is_empty());
    let library = match given {
        Some(dir) => given_library(platform, Path::new(&dir))?,
        None => wheel_library(platform)?,
    };
    let profile_dir = profile_dir()?;
    copy_library(platform, &library, &profile_dir)?;
    print_link_arguments(platform, &profile_dir, &library.dir);
    Ok(())
}

/// The library as it was found.
struct Library {
    /// Its folder, which may have it under several names.
    dir: PathBuf,
    bytes: Vec<u8>,
}

/// How shared libraries are named and found on the system that the build is for.
struct Platform {
    /// The file that the linker opens for `-lz3`.
    link_name: &'static str,
    /// What marks a file name as that of a shared library; a version may stand before or behind it.
    suffix: &'static str,
    /// How a binary names its own folder in a run path.
    origin: &'static str,
}

impl Platform {
    fn of_target() -> Result<&'static Self, Failure> {
        const ELF: Platform = Platform {
            link_name: "libz3.so",
            suffix: ".so",
            origin: "$ORIGIN",
        };
        const MACH_O: Platform = Platform {
            link_name: "libz3.dylib",
            suffix: ".dylib",
            origin: "@loader_path",
        };
        match variable("CARGO_CFG_TARGET_OS")?.as_str() {
            "windows" => Err("On Windows only the last of the ways below is open.".to_owned()),
            "macos" => Ok(&MACH_O),
            _ => Ok(&ELF),
        }
    }

    /// Whether `name` is one of the library's: `libz3.so`, `libz3.so.5.3`, `libz3.5.3.dylib`.
    fn is_library(&self, name: &str) -> bool {
        name.starts_with("libz3.") && name.contains(self.suffix)
    }
}

/// The library that the user supplies, whatever it is.
fn given_library(platform: &Platform, dir: &Path) -> Result<Library, Failure> {
    let file = dir.join(platform.link_name);
    println!("cargo::rerun-if-changed={}", file.display());
    let bytes = fs::read(&file).map_err(|error| {
        format!(
            "{LIB_DIR_VARIABLE} is set, but there is no file {} that can be read: {error}.",
            file.display()
        )
    })?;
    let dir = fs::canonicalize(dir)
        .map_err(|error| format!("Cannot read the folder {}: {error}.", dir.display()))?;
    Ok(Library { dir, bytes })
}

/// The wheel's library in the user's cache, which is filled when it is not there yet.
fn wheel_library(platform: &Platform) -> Result<Library, Failure> {
    let target = variable("TARGET")?;
    if target != variable("HOST")? {
        return Err(format!(
            "The wheel of Z3 is fetched for this machine, but the build is for {target}."
        ));
    }
    let checksum = library_checksum(&target)?;
    let scratch = PathBuf::from(variable("OUT_DIR")?);
    let cache = cache_home()?.join("fretsaw");
    trust::private_folder(&cache, &scratch)?;
    // The target is part of the key because a home folder may be shared by machines of several kinds.
    let dir = cache.join(format!("z3-{WHEEL_VERSION}-{target}"));
    let file = dir.join(platform.link_name);
    if !file.is_file() {
        fetch_wheel(platform, &dir, checksum)?;
    }
    trust::private_folder(&dir, &scratch)?;
    println!("cargo::rerun-if-changed={}", file.display());
    let bytes = trust::verified(&file, checksum)?;
    Ok(Library { dir, bytes })
}

fn library_checksum(target: &str) -> Result<&'static str, Failure> {
    let (system, processor) = (
        variable("CARGO_CFG_TARGET_OS")?,
        variable("CARGO_CFG_TARGET_ARCH")?,
    );
    let known = LIBRARY_CHECKSUMS
        .iter()
        .find(|known| known.0 == system && known.1 == processor);
    known
        .map(|known| known.2)
        .ok_or_else(|| format!("There is no wheel of Z3 for {target}."))
}

/// The folder for cached files, after the XDG base directory specification.
fn cache_home() -> Result<PathBuf, Failure> {
    println!("cargo::rerun-if-env-changed=XDG_CACHE_HOME");
    println!("cargo::rerun-if-env-changed=HOME");
    let xdg = env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .filter(|dir| dir.is_absolute());
    let home = || env::var_os("HOME").map(|home| Path::new(&home).join(".cache"));
    xdg.or_else(home)
        .ok_or_else(|| "There is no folder for caches: HOME is not set.".to_owned())
}

/// Fetches the wheel and puts its library folder at `cached`.
///
/// The work is done in a folder of this process's own that is renamed at the end: a build that is
/// interrupted leaves nothing that looks complete, and of two builds at the same time the later one finds
/// the place taken and uses what is there.
fn fetch_wheel(platform: &Platform, cached: &Path, checksum: &str) -> Result<(), Failure> {
    let scratch = partial_path(cached);
    trust::private_folder(&scratch, Path::new(&variable("OUT_DIR")?))?;
    let fetched = install_wheel(&scratch).and_then(|()| {
        let library_dir = scratch.join("z3").join("lib");
        let file = library_dir.join(platform.link_name);
        trust::verified(&file, checksum)?;
        prepare(&library_dir, &file)
            .map_err(|error| format!("Cannot prepare {}: {error}.", file.display()))?;
        match fs::rename(library_dir, cached) {
            Err(_) if cached.join(platform.link_name).is_file() => Ok(()),
            outcome => {
                outcome.map_err(|error| format!("Cannot create {}: {error}.", cached.display()))
            }
        }
    });
    // What remains is of no use to anyone, and failing to remove it harms no one.
    let _ = fs::remove_dir_all(&scratch);
    fetched
}

/// Makes what pip wrote the user's alone, whatever the user's settings make of new files, and old in the eyes of Cargo.
fn prepare(dir: &Path, file: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(dir, fs::Permissions::from_mode(0o700))?;
    }
    let _ = dir;
    make_old(file)
}

fn install_wheel(dir: &Path) -> Result<(), Failure> {
    let requirement = format!("{WHEEL_PACKAGE}=={WHEEL_VERSION}");
    let requirements = dir.join("requirements.txt");
    fs::write(&requirements, pinned(&requirement))
        .map_err(|error| format!("Cannot write {}: {error}.", requirements.display()))?;
    let output = Command::new("python3")
        .args(PIP_INSTALL.split(' '))
        .arg(dir)
        .args(["--require-hashes", "--requirement"])
        .arg(&requirements)
        .args(["--quiet", "--no-input", "--no-compile"])
        // Two common settings of users' that would make pip refuse `--target`.
        .envs([("PIP_USER", "0"), ("PIP_REQUIRE_VIRTUALENV", "0")])
        .output()
        .map_err(|error| format!("Cannot fetch Z3, because python3 does not start: {error}."))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!(
        "Cannot fetch Z3: pip could not install {requirement}.\n{}",
        said.trim_end()
    ))
}

/// A requirement that only the published wheels satisfy, as pip reads it.
fn pinned(requirement: &str) -> String {
    let checksums = WHEEL_CHECKSUMS.map(|checksum| format!(" --hash=sha256:{checksum}"));
    format!("{requirement}{}\n", checksums.concat())
}

/// The folder `target/<profile>`, in which Cargo puts the binaries.
///
/// Cargo does not tell it to build scripts, but `OUT_DIR` is `target/<profile>/build/<package>/out`.
/// Where a user's configuration makes it something else, the binaries still find the library at its source.
fn profile_dir() -> Result<PathBuf, Failure> {
    let out_dir = PathBuf::from(variable("OUT_DIR")?);
    let dir = out_dir.ancestors().nth(3);
    dir.map(Path::to_path_buf)
        .ok_or_else(|| format!("{} is not inside a target folder.", out_dir.display()))
}

/// Copies the library, under every name that the folder has for it.
///
/// A binary asks for the name that the library has written inside itself, which is a versioned one on
/// Linux and the plain one on macOS. Having all names spares us reading it out of the file.
fn copy_library(platform: &Platform, library: &Library, to: &Path) -> Result<(), Failure> {
    let copied = library_names(platform, &library.dir).and_then(|names| {
        names.iter().try_for_each(|name| {
            let copy = to.join(name);
            // A copy that somebody removes is made again by the next build.
            println!("cargo::rerun-if-changed={}", copy.display());
            replace_file(&library.bytes, &copy)
        })
    });
    copied.map_err(|error| {
        format!(
            "Cannot copy Z3 from {} to {}: {error}.",
            library.dir.display(),
            to.display()
        )
    })
}

fn library_names(platform: &Platform, dir: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(dir)? {
        let name = entry?.file_name();
        names.extend(
            name.to_str()
                .filter(|name| platform.is_library(name))
                .map(str::to_owned),
        );
    }
    Ok(names)
}

/// Writes a file in one step as seen by others, since a binary that is running may have the old one open.
///
/// It is written from what was looked at before, and not copied: nobody can exchange it in between.
fn replace_file(bytes: &[u8], to: &Path) -> io::Result<()> {
    let partial = partial_path(to);
    fs::write(&partial, bytes)?;
    make_old(&partial)?;
    fs::rename(&partial, to)
}

/// Cargo runs a build script again when a file it watches is younger than the start of the last run, as one that the
/// script wrote itself would always be.
fn make_old(file: &Path) -> io::Result<()> {
    File::options()
        .write(true)
        .open(file)?
        .set_modified(SystemTime::UNIX_EPOCH)
}

/// The name under which this process, and no other, prepares what will be at `path`.
fn partial_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".partial-{}", process::id()));
    PathBuf::from(name)
}

/// Tells the linker where the library is now, and the binaries where it will be when they start.
fn print_link_arguments(platform: &Platform, copy_dir: &Path, source_dir: &Path) {
    // The copy is what was looked at; the source may change later.
    println!("cargo::rustc-link-search=native={}", copy_dir.display());
    // Programs lie beside the library; tests, benchmarks and examples lie one folder deeper.
    let origin = platform.origin;
    println!("cargo::rustc-link-arg=-Wl,-rpath,{origin}");
    println!("cargo::rustc-link-arg=-Wl,-rpath,{origin}/..");
    // The last resort: `cargo install` copies the program elsewhere and leaves the library behind.
    println!("cargo::rustc-link-arg=-Wl,-rpath,{}", source_dir.display());
}

fn variable(name: &str) -> Result<String, Failure> {
    env::var(name).map_err(|error| format!("Cargo gave no usable value of {name}: {error}."))
}
