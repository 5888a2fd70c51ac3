//! Counts distinct valid modules, for experiments. If the environment variable `WASM_STUDY_RECORD`
//! is the path of a file, the hash of the bytes of each module that both sides accept is appended
//! to that file, 8 bytes each, little endian. Apart from collisions, distinct hashes are distinct
//! modules. If the variable is unset, each valid module costs one load.

use std::cell::RefCell;
use std::fs::{File, OpenOptions};
use std::hash::{DefaultHasher, Hasher};
use std::io::Write;
use std::path::PathBuf;
use std::sync::OnceLock;

/// The environment variable that names the file.
pub const VARIABLE: &str = "WASM_STUDY_RECORD";

/// Bytes that are buffered before they are written. A process that is killed or exits early may
/// lose them.
const KEPT: usize = 4 * 1024;

static FILE: OnceLock<Option<PathBuf>> = OnceLock::new();

thread_local! {
    static RECORDER: RefCell<Option<Recorder>> = const { RefCell::new(None) };
}

/// The hashes of one thread. Each write appends whole hashes in one call, so several threads and
/// processes can share a file.
struct Recorder {
    file: File,
    hashes: Vec<u8>,
}

impl Recorder {
    fn add(&mut self, bytes: &[u8]) {
        let mut hasher = DefaultHasher::new();
        hasher.write(bytes);
        self.hashes.extend_from_slice(&hasher.finish().to_le_bytes());
        if self.hashes.len() >= KEPT {
            self.flush();
        }
    }

    fn flush(&mut self) {
        // A failed write leaves a gap in an experiment, but the tests continue.
        let _ = self.file.write_all(&self.hashes);
        self.hashes.clear();
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.flush();
    }
}

/// Records a valid module. The last hashes are written when the thread ends.
///
/// # Panics
/// When the file cannot be opened, because an experiment without its record is worthless.
#[inline]
pub fn valid_module(bytes: &[u8]) {
    if let Some(path) = FILE.get_or_init(|| std::env::var_os(VARIABLE).map(PathBuf::from)) {
        note(path, bytes);
    }
}

#[cold]
fn note(path: &PathBuf, bytes: &[u8]) {
    RECORDER.with_borrow_mut(|recorder| {
        let recorder = recorder.get_or_insert_with(|| {
            match OpenOptions::new().create(true).append(true).open(path) {
                Ok(file) => Recorder { file, hashes: Vec::with_capacity(KEPT) },
                Err(error) => panic!(
                    "cannot open {}, set by {VARIABLE}: {error}; name a file in an existing \
                     directory",
                    path.display()
                ),
            }
        });
        recorder.add(bytes);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_modules_are_recorded_alike_and_the_rest_is_written_at_the_end_of_the_thread() {
        let path =
            std::env::temp_dir().join(format!("wasm-validity-record-{}", std::process::id()));
        let thread_path = path.clone();
        let recording = std::thread::spawn(move || {
            for bytes in [&b"one"[..], b"two", b"one"] {
                note(&thread_path, bytes);
            }
        });
        recording.join().expect("the recording thread does not panic");
        let recorded = std::fs::read(&path).expect("the file was written");
        std::fs::remove_file(&path).expect("the file can be removed");
        let hashes: Vec<&[u8]> = recorded.chunks(8).collect();
        assert_eq!(hashes.len(), 3);
        assert_eq!(hashes[0], hashes[2]);
        assert_ne!(hashes[0], hashes[1]);
    }
}
