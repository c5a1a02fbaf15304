//! Finds the Z3 library, and makes every binary of the package find it again when it starts.
//!
//! The bindings (`z3-sys`) only ask the linker for `-lz3`: where the library comes from is decided here.
//!
//! 1. With the feature `vendored` the bindings compile Z3 themselves and nothing is left to do.
//! 2. A folder named by `FRETSAW_Z3_LIB_DIR` wins over everything that could be fetched.
//! 3. Otherwise the library is taken from Z3's Python wheel, because that is the one build of Z3 that is
//!    published for every common system in the version the bindings need. It is fetched once, into a
//!    cache folder of the user, so that neither a rebuild nor a new clone needs a network.
//!
//! The library is then copied beside the binaries, which look for it relative to their own place.
//! A target folder can therefore be moved, and the binaries run from anywhere.

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
    let source_dir = match given {
        Some(dir) => given_library_dir(platform, Path::new(&dir))?,
        None => wheel_library_dir(platform)?,
    };
    copy_library(platform, &source_dir, &profile_dir()?)?;
    print_link_arguments(platform, &source_dir);
    Ok(())
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

fn given_library_dir(platform: &Platform, dir: &Path) -> Result<PathBuf, Failure> {
    let library = dir.join(platform.link_name);
    println!("cargo::rerun-if-changed={}", library.display());
    if !library.is_file() {
        return Err(format!(
            "{LIB_DIR_VARIABLE} is set, but there is no file {}.",
            library.display()
        ));
    }
    fs::canonicalize(dir)
        .map_err(|error| format!("Cannot read the folder {}: {error}.", dir.display()))
}

/// The folder of the wheel's library in the user's cache, which is filled when it is not there yet.
fn wheel_library_dir(platform: &Platform) -> Result<PathBuf, Failure> {
    let target = variable("TARGET")?;
    if target != variable("HOST")? {
        return Err(format!(
            "The wheel of Z3 is fetched for this machine, but the build is for {target}."
        ));
    }
    // The target is part of the key because a home folder may be shared by machines of several kinds.
    let cached = cache_home()?
        .join("fretsaw")
        .join(format!("z3-{WHEEL_VERSION}-{target}"));
    if !cached.join(platform.link_name).is_file() {
        fetch_wheel(platform, &cached)?;
    }
    Ok(cached)
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
fn fetch_wheel(platform: &Platform, cached: &Path) -> Result<(), Failure> {
    let scratch = partial_path(cached);
    fs::create_dir_all(&scratch)
        .map_err(|error| format!("Cannot create {}: {error}.", scratch.display()))?;
    let fetched = install_wheel(&scratch).and_then(|()| {
        match fs::rename(scratch.join("z3").join("lib"), cached) {
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

fn install_wheel(dir: &Path) -> Result<(), Failure> {
    let requirement = format!("{WHEEL_PACKAGE}=={WHEEL_VERSION}");
    let output = Command::new("python3")
        .args(PIP_INSTALL.split(' '))
        .arg(dir)
        .arg(&requirement)
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
fn copy_library(platform: &Platform, from: &Path, to: &Path) -> Result<(), Failure> {
    let copied = library_names(platform, from).and_then(|names| {
        names.iter().try_for_each(|name| {
            let copy = to.join(name);
            // A copy that somebody removes is made again by the next build.
            println!("cargo::rerun-if-changed={}", copy.display());
            replace_file(&from.join(platform.link_name), &copy)
        })
    });
    copied.map_err(|error| {
        format!(
            "Cannot copy Z3 from {} to {}: {error}.",
            from.display(),
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

/// Copies a file in one step as seen by others, since a binary that is running may have the old one open.
fn replace_file(from: &Path, to: &Path) -> io::Result<()> {
    let partial = partial_path(to);
    fs::copy(from, &partial)?;
    // Cargo runs a build script again when a file it watches is younger than the start of the last run,
    // as a fresh copy would always be.
    File::options()
        .write(true)
        .open(&partial)?
        .set_modified(SystemTime::UNIX_EPOCH)?;
    fs::rename(&partial, to)
}

/// The name under which this process, and no other, prepares what will be at `path`.
fn partial_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".partial-{}", process::id()));
    PathBuf::from(name)
}

/// Tells the linker where the library is now, and the binaries where it will be when they start.
fn print_link_arguments(platform: &Platform, source_dir: &Path) {
    println!("cargo::rustc-link-search=native={}", source_dir.display());
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
