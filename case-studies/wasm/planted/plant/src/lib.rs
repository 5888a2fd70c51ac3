//! Makes a changed copy of a released crate, so that no line of that crate need be in this
//! repository. The build script of a crate of ours calls [`build`]. It finds the source of a
//! build-dependency, whose version is pinned, applies the entries of a file of changes, and writes
//! the result into the build script's folder `OUT_DIR`. Our crate then includes that.
//!
//! - [`entries`]: the file of changes, its form and its checks.
//! - [`source`]: where the source of the released crate is.
//! - [`apply`]: the changes of one text.
//! - [`copy`]: the changed copy, written whole or not at all.
//! - [`error`]: what can go wrong, and what to do about it.
#![forbid(unsafe_code)]

pub mod apply;
pub mod copy;
pub mod entries;
pub mod error;
pub mod source;

pub use entries::Plan;
pub use error::PlantError;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Plants the entries of `plan`, a path relative to the manifest, in `package`, a build-dependency
/// of the crate whose build script calls this. The result is `OUT_DIR/src`. If anything is wrong,
/// the message is printed, the build stops, and what was there before is left as it was.
///
/// # Panics
/// When it is not called by a build script of cargo.
pub fn build(package: &str, plan: &str) -> ExitCode {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=Cargo.toml");
    println!("cargo::rerun-if-changed={plan}");
    let folder = |name| {
        PathBuf::from(std::env::var_os(name).expect("cargo sets the folders of a build script"))
    };
    match plant(package, &folder("CARGO_MANIFEST_DIR"), plan, &folder("OUT_DIR")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Does what [`build`] does, with the folders of the manifest and of the result.
///
/// # Errors
/// When the file of changes or one of its entries is wrong, when the source has another version or
/// is not there, and when the result cannot be written.
pub fn plant(package: &str, manifest: &Path, plan: &str, out: &Path) -> Result<(), PlantError> {
    let path = manifest.join(plan);
    let text = std::fs::read_to_string(&path)
        .map_err(|error| PlantError::Unreadable { path: path.clone(), error })?;
    let plan = Plan::parse(&text, &path)?;
    let release = plan.release(package)?;
    source::check_pin(&release, manifest)?;
    let folder = source::find(&release, manifest, out)?;
    let files = copy::changed(&plan, &release, &folder)?;
    copy::write(&files, out)
}
