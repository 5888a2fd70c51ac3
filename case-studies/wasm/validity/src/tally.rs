//! Counts what came of the tests, for experiments. If the environment variable `WASM_STUDY_TALLY`
//! is the path of a file, lines of a name and a number are appended to that file; the sum of all
//! lines of a name is the number of tests. If the variable is unset, each test costs one load.

use std::cell::RefCell;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The environment variable that names the file.
pub const VARIABLE: &str = "WASM_STUDY_TALLY";

/// What came of a test. The two sides agree in those that are `Valid`, `Returned`, `Trapped` or
/// `Refused`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// The module needs what the engine lacks. The test also counts as what came of it.
    Lacks,
    /// Discarded: the module is invalid for both sides, or for the one that lacks what it needs.
    Invalid,
    /// Discarded: the reference or the engine reached a limit.
    Exhausted,
    /// Both sides accept the module, and nothing was called.
    Valid,
    /// A call returned, or there was nothing to call.
    Returned,
    /// No call returned, and something trapped. The search counts it as discarded.
    Trapped,
    /// Both sides refused the arguments of all calls. The search counts it as discarded.
    Refused,
    /// The two sides agree only with canonical NaNs. The test also counts as returned or trapped.
    Canonical,
}

const NAMES: [&str; 8] =
    ["lacks", "invalid", "exhausted", "valid", "returned", "trapped", "refused", "canonical"];

/// Tests between two times that the numbers are written. A process that is killed or exits early
/// may lose as many.
const KEPT: u64 = 10_000;

static FILE: OnceLock<Option<PathBuf>> = OnceLock::new();

thread_local! {
    static TALLY: RefCell<Option<Tally>> = const { RefCell::new(None) };
}

/// The numbers of one thread since they were last written.
struct Tally {
    file: File,
    counts: [u64; NAMES.len()],
    left: u64,
}

impl Tally {
    fn flush(&mut self) {
        let counted = NAMES.iter().zip(self.counts).filter(|(_, count)| *count > 0);
        let lines: String = counted.map(|(name, count)| format!("{name} {count}\n")).collect();
        // A failed write leaves a gap in an experiment, but the tests continue.
        let _ = self.file.write_all(lines.as_bytes());
        (self.counts, self.left) = ([0; NAMES.len()], KEPT);
    }
}

impl Drop for Tally {
    fn drop(&mut self) {
        self.flush();
    }
}

/// Whether tests are counted.
#[inline]
pub fn is_on() -> bool {
    path().is_some()
}

fn path() -> Option<&'static Path> {
    FILE.get_or_init(|| std::env::var_os(VARIABLE).map(PathBuf::from)).as_deref()
}

/// Counts one test. The last numbers are written when the thread ends.
///
/// # Panics
/// When the file cannot be opened, because an experiment without its record is worthless.
#[inline]
pub fn count(what: Count) {
    if let Some(path) = path() {
        note(path, what);
    }
}

#[cold]
fn note(path: &Path, what: Count) {
    TALLY.with_borrow_mut(|tally| {
        let tally = tally.get_or_insert_with(|| {
            match OpenOptions::new().create(true).append(true).open(path) {
                Ok(file) => Tally { file, counts: [0; NAMES.len()], left: KEPT },
                Err(error) => panic!(
                    "cannot open {}, set by {VARIABLE}: {error}; name a file in an existing \
                     directory",
                    path.display()
                ),
            }
        });
        tally.counts[what as usize] += 1;
        tally.left -= 1;
        if tally.left == 0 {
            tally.flush();
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_a_thread_are_written_at_its_end() {
        let path = std::env::temp_dir().join(format!("wasm-validity-tally-{}", std::process::id()));
        let thread_path = path.clone();
        let counting = std::thread::spawn(move || {
            (0..KEPT + 2).for_each(|_| note(&thread_path, Count::Returned));
            note(&thread_path, Count::Lacks);
        });
        counting.join().expect("the counting thread does not panic");
        let text = std::fs::read_to_string(&path).expect("the file was written");
        std::fs::remove_file(&path).expect("the file can be removed");
        assert_eq!(text, "returned 10000\nlacks 1\nreturned 2\n");
    }
}
