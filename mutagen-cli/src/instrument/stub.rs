//! An archive with the functions that instrumented code calls when it is loaded, doing nothing. An
//! executable without the coverage runtime (a `[[bin]]` of an instrumented package, an integration
//! test without properties) could not be linked otherwise. The linker takes from an archive only what
//! is still missing, and so it never stands in the runtime's way.

use super::BuildError;
use super::flags::write;
use super::toolchain::Toolchain;
use std::fs;
use std::path::{Path, PathBuf};

/// The functions that the runtime has too: they go together, and so do these.
const SOURCE: &str = "\
//! Stands in for the coverage runtime in executables that have none.
#![no_std]

#[unsafe(no_mangle)]
pub extern \"C\" fn __sanitizer_cov_8bit_counters_init(_: *mut u8, _: *mut u8) {}

#[unsafe(no_mangle)]
pub extern \"C\" fn __sanitizer_cov_pcs_init(_: *const usize, _: *const usize) {}

macro_rules! comparisons {
    ($($name:ident: $number:ty;)*) => {$(
        #[unsafe(no_mangle)]
        pub extern \"C\" fn $name(_: $number, _: $number) {}
    )*};
}

comparisons! {
    __sanitizer_cov_trace_cmp1: u8;
    __sanitizer_cov_trace_cmp2: u16;
    __sanitizer_cov_trace_cmp4: u32;
    __sanitizer_cov_trace_cmp8: u64;
    __sanitizer_cov_trace_const_cmp1: u8;
    __sanitizer_cov_trace_const_cmp2: u16;
    __sanitizer_cov_trace_const_cmp4: u32;
    __sanitizer_cov_trace_const_cmp8: u64;
}

#[unsafe(no_mangle)]
pub extern \"C\" fn __sanitizer_cov_trace_switch(_: u64, _: *const u64) {}
";

/// Makes the archive for a target in a folder, unless it is there.
///
/// # Errors
/// When it cannot be compiled or written.
pub(super) fn make(
    toolchain: &Toolchain,
    triple: &str,
    folder: &Path,
) -> Result<PathBuf, BuildError> {
    // A target may be a file.
    let name = Path::new(triple).file_stem().unwrap_or_default().to_string_lossy();
    let archive = folder.join(format!("libmutagen_stub-{name}.rlib"));
    let source = folder.join("stub.rs");
    if archive.is_file() && fs::read_to_string(&source).is_ok_and(|text| text == SOURCE) {
        return Ok(archive);
    }
    let error = |error| BuildError::File { path: archive.clone(), error };
    fs::create_dir_all(folder).map_err(error)?;
    let scratch = tempfile::tempdir_in(folder).map_err(error)?;
    let made = scratch.path().join("libmutagen_stub.rlib");
    let own_source = scratch.path().join("stub.rs");
    write(&own_source, SOURCE)?;
    let output = toolchain.ask([
        own_source.as_os_str(),
        "--edition=2024".as_ref(),
        "--crate-name=mutagen_stub".as_ref(),
        "--crate-type=rlib".as_ref(),
        "-Copt-level=3".as_ref(),
        "-Cpanic=abort".as_ref(),
        "--target".as_ref(),
        triple.as_ref(),
        "-o".as_ref(),
        made.as_os_str(),
    ])?;
    if !output.status.success() {
        return Err(toolchain.failed("--crate-name=mutagen_stub", &output));
    }
    fs::rename(&made, &archive).map_err(error)?;
    write(&source, SOURCE)?;
    Ok(archive)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_archive_is_made_once_and_made_anew_when_its_source_changed() {
        let toolchain = Toolchain::find(None).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let make = || make(&toolchain, toolchain.host(), folder.path()).unwrap();
        let archive = make();
        let bytes = fs::read(&archive).unwrap();
        let has = |name: &str| bytes.windows(name.len()).any(|part| part == name.as_bytes());
        assert!(has("__sanitizer_cov_8bit_counters_init") && has("__sanitizer_cov_pcs_init"));
        assert!(has("__sanitizer_cov_trace_const_cmp8") && has("__sanitizer_cov_trace_switch"));
        fs::write(&archive, "kept").unwrap();
        make();
        assert_eq!(fs::read(&archive).unwrap(), b"kept");
        fs::write(folder.path().join("stub.rs"), "old").unwrap();
        make();
        assert_ne!(fs::read(&archive).unwrap(), b"kept");
    }
}
