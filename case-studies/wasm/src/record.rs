//! Counting distinct valid modules, for experiments: with the environment variable
//! `WASM_STUDY_RECORD` set to the path of a file, the hash of the bytes of each module that both
//! accept is appended to that file, 8 bytes each, little endian. Distinct hashes are (but for
//! collisions) distinct modules. Unset, this costs one load for each valid module.

use std::cell::RefCell;
use std::fs::{File, OpenOptions};
use std::hash::{DefaultHasher, Hasher};
use std::io::Write;
use std::path::PathBuf;
use std::sync::OnceLock;

/// The environment variable that names the file.
pub const VARIABLE: &str = "WASM_STUDY_RECORD";

/// Bytes kept before they are written: what a process that is killed or exits early may lose.
const KEPT: usize = 4 * 1024;

static FILE: OnceLock<Option<PathBuf>> = OnceLock::new();

thread_local! {
    static RECORDER: RefCell<Option<Recorder>> = const { RefCell::new(None) };
}

/// The hashes of one thread. Each write appends whole hashes in one call, so that several threads
/// and processes can share a file.
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
        // A record that cannot be written is missing from an experiment; the tests go on.
        let _ = self.file.write_all(&self.hashes);
        self.hashes.clear();
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.flush();
    }
}

/// Notes a valid module. What is noted last is written when the thread ends.
///
/// # Panics
/// When the file cannot be opened: an experiment without its record is worthless.
#[inline]
pub fn valid_module(bytes: &[u8]) {
    if let Some(path) = FILE.get_or_init(|| std::env::var_os(VARIABLE).map(PathBuf::from)) {
        note(path, bytes);
    }
}

#[cold]
fn note(path: &PathBuf, bytes: &[u8]) {
    RECORDER.with_borrow_mut(|recorder| {
        let recorder = recorder.get_or_insert_with(|| match OpenOptions::new().create(true).append(true).open(path) {
            Ok(file) => Recorder { file, hashes: Vec::with_capacity(KEPT) },
            Err(error) => panic!("cannot open {}, set by {VARIABLE}: {error}; name a file in an existing directory", path.display()),
        });
        recorder.add(bytes);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_modules_are_recorded_alike_and_the_rest_is_written_at_the_end_of_the_thread() {
        let path = std::env::temp_dir().join(format!("wasm-study-record-{}", std::process::id()));
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
