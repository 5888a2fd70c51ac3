//! Makes the archives that instrumented executables are linked with.
//!
//! One has empty versions of the functions that instrumented code calls. Without it, an executable
//! that lacks the coverage runtime (a `[[bin]]` of an instrumented package, an integration test
//! without properties) could not be linked. The linker takes only missing symbols from an archive,
//! so the archive never replaces the runtime.
//!
//! The other has the functions that stand in for `memcmp` and `bcmp`. The linker's option `--wrap`
//! directs the calls of the executable to them, and they report what is compared. If a package
//! defines its own `memcmp`, they call that one.

use super::BuildError;
use super::flags::write;
use super::plan::fingerprint;
use super::toolchain::Toolchain;
use std::fs;
use std::path::{Path, PathBuf};

/// The functions that the coverage runtime defines too.
const SOURCE: &str = "\
//! Stands in for the coverage runtime in executables that have none.
#![no_std]

#[unsafe(no_mangle)]
pub extern \"C\" fn __sanitizer_cov_8bit_counters_init(_: *mut u8, _: *mut u8) {}

#[unsafe(no_mangle)]
pub extern \"C\" fn __sanitizer_cov_pcs_init(_: *const usize, _: *const usize) {}

#[unsafe(no_mangle)]
pub static __sancov_should_track: core::sync::atomic::AtomicU64 =
    core::sync::atomic::AtomicU64::new(0);

#[unsafe(no_mangle)]
pub extern \"C\" fn __mutagen_compared(_: *const u8, _: *const u8, _: usize) {}

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

/// The functions that stand in for the comparisons of texts.
const COMPARE: &str = "\
//! Stands in for the functions that compare texts, and reports what they compare.
#![no_std]

use core::sync::atomic::{AtomicU64, Ordering};

unsafe extern \"C\" {
    static __sancov_should_track: AtomicU64;
    fn __mutagen_compared(one: *const u8, other: *const u8, length: usize);
}

macro_rules! comparisons {
    ($($wrap:ident, $real:ident;)*) => {$(
        unsafe extern \"C\" {
            fn $real(one: *const u8, other: *const u8, length: usize) -> i32;
        }

        #[unsafe(no_mangle)]
        pub unsafe extern \"C\" fn $wrap(one: *const u8, other: *const u8, length: usize) -> i32 {
            unsafe {
                if __sancov_should_track.load(Ordering::Relaxed) != 0 {
                    __mutagen_compared(one, other, length);
                }
                // How far the result is from 0 depends on where the texts are in memory, and code
                // that compares it with 0 would show that.
                $real(one, other, length).signum()
            }
        }
    )*};
}

comparisons! {
    __wrap_memcmp, __real_memcmp;
    __wrap_bcmp, __real_bcmp;
}
";

/// The functions that instrumented code calls in the executables of a suite, with a flag an edge.
/// At the end of the process, they write the path of the executable, the address of one of them,
/// and the address of each edge with its flag.
const SUITE: &str = "\
//! Writes at the end of a process which edges it has reached.
#![no_std]
#![allow(static_mut_refs)]

use core::ffi::{c_char, c_int, c_void};

unsafe extern \"C\" {
    fn atexit(function: extern \"C\" fn()) -> c_int;
    fn getenv(name: *const c_char) -> *const c_char;
    fn getpid() -> c_int;
    fn readlink(path: *const c_char, buffer: *mut u8, length: usize) -> isize;
    fn creat(path: *const c_char, mode: c_int) -> c_int;
    fn write(file: c_int, bytes: *const c_void, length: usize) -> isize;
    fn close(file: c_int) -> c_int;
}

/// The most modules of a process.
const MOST: usize = 64;

/// The first flag of each module, their number, and the first entry of the table of addresses.
static mut MODULES: [(*const u8, usize, *const [usize; 2]); MOST] =
    [(core::ptr::null(), 0, core::ptr::null()); MOST];
static mut LENGTH: usize = 0;

#[unsafe(no_mangle)]
pub unsafe extern \"C\" fn __sanitizer_cov_bool_flag_init(start: *const u8, stop: *const u8) {
    unsafe {
        let length = stop as usize - start as usize;
        let is_known = MODULES[..LENGTH].iter().any(|module| module.0 == start);
        if length == 0 || is_known || LENGTH == MOST {
            return;
        }
        if LENGTH == 0 {
            atexit(finish);
        }
        MODULES[LENGTH] = (start, length, core::ptr::null());
        LENGTH += 1;
    }
}

#[unsafe(no_mangle)]
pub unsafe extern \"C\" fn __sanitizer_cov_pcs_init(
    start: *const [usize; 2],
    stop: *const [usize; 2],
) {
    unsafe {
        let length = (stop as usize - start as usize) / size_of::<[usize; 2]>();
        let mut open = MODULES[..LENGTH].iter_mut().rev();
        if let Some(module) = open.find(|module| module.2.is_null() && module.1 == length) {
            module.2 = start;
        }
    }
}

unsafe fn put(file: c_int, bytes: *const c_void, length: usize) {
    let mut at = 0;
    while at < length {
        match unsafe { write(file, bytes.cast::<u8>().add(at).cast(), length - at) } {
            ..=0 => return,
            written => at += written as usize,
        }
    }
}

extern \"C\" fn finish() {
    unsafe {
        let folder = getenv(c\"MUTAGEN_REACHED\".as_ptr());
        if folder.is_null() {
            return;
        }
        // The folder, a slash and the number of the process.
        let mut path = [0_u8; 4096];
        let mut at = 0;
        while *folder.add(at) != 0 {
            if at + 32 > path.len() {
                return;
            }
            path[at] = *folder.add(at) as u8;
            at += 1;
        }
        path[at] = b'/';
        let mut number = getpid() as u32;
        loop {
            at += 1;
            path[at] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                break;
            }
        }
        let file = creat(path.as_ptr().cast(), 0o644);
        if file < 0 {
            return;
        }
        let mut own = [0_u8; 4096];
        readlink(c\"/proc/self/exe\".as_ptr(), own.as_mut_ptr(), own.len());
        put(file, own.as_ptr().cast(), own.len());
        let known = __sanitizer_cov_pcs_init as *const () as u64;
        put(file, (&raw const known).cast(), size_of::<u64>());
        for &(flags, length, table) in &MODULES[..LENGTH] {
            if table.is_null() {
                continue;
            }
            let mut part = [[0_u64; 2]; 256];
            let mut used = 0;
            for at in 0..length {
                part[used] = [(*table.add(at))[0] as u64, u64::from(*flags.add(at))];
                used += 1;
                if used == part.len() || at + 1 == length {
                    put(file, part.as_ptr().cast(), used * size_of::<[u64; 2]>());
                    used = 0;
                }
            }
        }
        close(file);
    }
}
";

/// The flags with which the executables of a suite are linked.
///
/// # Errors
/// When the archive cannot be made in the folder.
pub(super) fn suite_link_flags(
    toolchain: &Toolchain,
    triple: &str,
    folder: &Path,
) -> Result<Vec<String>, BuildError> {
    let archive = make(toolchain, triple, folder, "mutagen_suite", SUITE)?;
    Ok(vec![format!("-Clink-arg={}", archive.display())])
}

/// The flags with which everything is linked, for executables of this target.
///
/// # Errors
/// When an archive cannot be made in the folder.
pub(super) fn link_flags(
    toolchain: &Toolchain,
    triple: &str,
    folder: &Path,
    traces_comparisons: bool,
) -> Result<Vec<String>, BuildError> {
    let argument = |text: String| format!("-Clink-arg={text}");
    let archive = |name: &str, source: &str| -> Result<String, BuildError> {
        let archive = make(toolchain, triple, folder, name, source)?;
        Ok(argument(archive.display().to_string()))
    };
    let mut flags = Vec::new();
    // Other linkers than those of Linux have no `--wrap`.
    if traces_comparisons && triple.contains("linux") {
        flags.push(archive("mutagen_compare", COMPARE)?);
        let names = ["memcmp", "bcmp"].into_iter();
        flags.extend(names.map(|name| argument(format!("-Wl,--wrap={name}"))));
    }
    flags.push(archive("mutagen_stub", SOURCE)?);
    Ok(flags)
}

/// Makes an archive of this text for a target in a folder, unless it exists already.
///
/// # Errors
/// When the archive cannot be compiled or written.
fn make(
    toolchain: &Toolchain,
    triple: &str,
    folder: &Path,
    krate: &str,
    text: &str,
) -> Result<PathBuf, BuildError> {
    // The target may be the path of a target specification.
    let name = Path::new(triple).file_stem().unwrap_or_default().to_string_lossy();
    // With another text, the path must be another one: cargo would not link anew.
    let archive =
        folder.join(format!("lib{krate}-{name}-{:016x}.rlib", fingerprint([text].into_iter())));
    if archive.is_file() {
        return Ok(archive);
    }
    let error = |error| BuildError::File { path: archive.clone(), error };
    fs::create_dir_all(folder).map_err(error)?;
    let scratch = tempfile::tempdir_in(folder).map_err(error)?;
    let made = scratch.path().join("made.rlib");
    let own_source = scratch.path().join("source.rs");
    write(&own_source, text)?;
    let crate_name = format!("--crate-name={krate}");
    let output = toolchain.ask([
        own_source.as_os_str(),
        "--edition=2024".as_ref(),
        crate_name.as_ref(),
        "--crate-type=rlib".as_ref(),
        "-Copt-level=3".as_ref(),
        "-Cpanic=abort".as_ref(),
        "--target".as_ref(),
        triple.as_ref(),
        "-o".as_ref(),
        made.as_os_str(),
    ])?;
    if !output.status.success() {
        let lacks_core = String::from_utf8_lossy(&output.stderr).contains("error[E0463]");
        return Err(if lacks_core && !triple.ends_with(".json") {
            BuildError::NoStd { triple: triple.to_owned() }
        } else {
            toolchain.failed(&crate_name, &output)
        });
    }
    fs::rename(&made, &archive).map_err(error)?;
    Ok(archive)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_is_made_once_and_another_text_gives_another_path() {
        let toolchain = Toolchain::find(None).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let make = |text: &str| {
            make(&toolchain, toolchain.host(), folder.path(), "mutagen_stub", text).unwrap()
        };
        let archive = make(SOURCE);
        let bytes = fs::read(&archive).unwrap();
        let has = |name: &str| bytes.windows(name.len()).any(|part| part == name.as_bytes());
        assert!(has("__sanitizer_cov_8bit_counters_init") && has("__sanitizer_cov_pcs_init"));
        assert!(has("__sanitizer_cov_trace_const_cmp8") && has("__sanitizer_cov_trace_switch"));
        fs::write(&archive, "kept").unwrap();
        assert_eq!(make(SOURCE), archive);
        assert_eq!(fs::read(&archive).unwrap(), b"kept");
        let other = make(&SOURCE.replace("//! ", "//! Other: "));
        assert!(other != archive && other.is_file());
    }

    #[test]
    fn a_target_without_its_std_is_said_to_lack_it() {
        let toolchain = Toolchain::find(None).unwrap();
        let folder = tempfile::tempdir().unwrap();
        // A target that hardly anyone has.
        let triple = "riscv32im-unknown-none-elf";
        let error = make(&toolchain, triple, folder.path(), "mutagen_stub", SOURCE).unwrap_err();
        assert!(error.to_string().contains("`rustup target add riscv32im-unknown-none-elf`"));
    }
}
