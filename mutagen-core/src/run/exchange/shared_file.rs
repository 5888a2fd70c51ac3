//! The exchange between workers of one machine: a file to which each worker appends the tests that
//! it gives. The first word of the file is its length so far. Each worker maps that word, so that
//! nothing has to be asked of the system before a test.

#![allow(unsafe_code)]

use super::Exchange;
use crate::run::protocol::{Frames, write_frame};
use crate::search::share::SharedTest;
use memmap2::{MmapOptions, MmapRaw};
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// The length of the head in bytes: the length of the file, in the byte order of the machine.
const HEAD: usize = 8;

/// The file of an exchange, as one worker has opened it.
#[derive(Debug)]
pub struct SharedFile {
    worker: u32,
    file: File,
    head: MmapRaw,
    /// The length of what this worker has taken.
    taken: u64,
}

impl SharedFile {
    /// Makes the file of a new exchange.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn create(path: &Path) -> io::Result<()> {
        std::fs::write(path, (HEAD as u64).to_ne_bytes())
    }

    /// Opens the file for the worker with this index.
    ///
    /// # Errors
    /// When the file cannot be opened or mapped, or is not one of an exchange.
    pub fn open(path: &Path, worker: u32) -> io::Result<SharedFile> {
        let file = OpenOptions::new().read(true).append(true).open(path)?;
        if file.metadata()?.len() < HEAD as u64 {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let head = MmapOptions::new().len(HEAD).map_raw(&file)?;
        Ok(SharedFile { worker, file, head, taken: HEAD as u64 })
    }

    fn length(&self) -> &AtomicU64 {
        // SAFETY: the map has the length of the word, it is aligned to a page, and it lives as long
        // as `self`. All processes use the word atomically.
        unsafe { &*self.head.as_ptr().cast::<AtomicU64>() }
    }
}

impl Exchange for SharedFile {
    fn give(&mut self, test: &SharedTest) -> io::Result<()> {
        let mut message = self.worker.to_le_bytes().to_vec();
        serde_json::to_writer(&mut message, test)?;
        let mut frame = Vec::new();
        write_frame(&mut frame, &message)?;
        // One call, so that the frames of two workers do not mix. The system orders the appending
        // calls, so that all before the end of this frame is complete.
        self.file.write_all(&frame)?;
        let end = self.file.stream_position()?;
        self.length().fetch_max(end, Ordering::Release);
        Ok(())
    }

    #[inline]
    fn has_more(&self) -> bool {
        self.length().load(Ordering::Relaxed) > self.taken
    }

    fn take(&mut self) -> io::Result<Vec<SharedTest>> {
        let end = self.length().load(Ordering::Acquire);
        let length = usize::try_from(end.saturating_sub(self.taken)).unwrap_or(0);
        let mut bytes = vec![0; length];
        self.file.read_exact_at(&mut bytes, self.taken)?;
        self.taken = end.max(self.taken);
        let (mut frames, mut tests) = (Frames::new(&bytes[..]), Vec::new());
        while let Some(message) = frames.receive()? {
            let Some((worker, test)) = message.split_first_chunk() else { continue };
            if u32::from_le_bytes(*worker) != self.worker {
                // A message that is damaged is lost, as one that was never given.
                tests.extend(serde_json::from_slice::<SharedTest>(test));
            }
        }
        Ok(tests)
    }

    fn position(&self) -> u64 {
        self.taken
    }

    fn go_to(&mut self, position: u64) {
        self.taken = position.max(HEAD as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::share::SharedBatch;
    use tempfile::TempDir;

    fn test(number: u64) -> SharedTest {
        SharedTest {
            text: format!("[{number}]"),
            passed: number.is_multiple_of(2),
            edges: vec![3, 5],
            batch: Some(SharedBatch { samples: number, regrown: true, new_edges: 2 }),
        }
    }

    fn exchange(workers: u32) -> (TempDir, Vec<SharedFile>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("exchange");
        SharedFile::create(&path).unwrap();
        let open = |worker| SharedFile::open(&path, worker).unwrap();
        let workers = (0..workers).map(open).collect();
        (folder, workers)
    }

    #[test]
    fn each_test_comes_once_to_all_others_and_not_back() {
        let (_folder, mut workers) = exchange(3);
        assert!(workers.iter().all(|worker| !worker.has_more()));
        workers[0].give(&test(1)).unwrap();
        workers[1].give(&test(2)).unwrap();
        assert!(workers.iter().all(Exchange::has_more));
        let mut taken =
            || workers.iter_mut().map(|worker| worker.take().unwrap()).collect::<Vec<_>>();
        assert_eq!(taken(), [vec![test(2)], vec![test(1)], vec![test(1), test(2)]]);
        assert!(taken().iter().all(Vec::is_empty));
        assert!(workers.iter().all(|worker| !worker.has_more()));
    }

    #[test]
    fn a_process_that_goes_back_takes_again_what_came_since() {
        let (_folder, mut workers) = exchange(2);
        workers[0].give(&test(1)).unwrap();
        workers[1].take().unwrap();
        let position = workers[1].position();
        workers[0].give(&test(2)).unwrap();
        workers[1].take().unwrap();
        workers[1].go_to(position);
        assert_eq!(workers[1].take().unwrap(), [test(2)]);
    }

    #[test]
    fn what_a_killed_worker_has_written_in_part_is_passed_over() {
        let (folder, mut workers) = exchange(2);
        let mut file =
            OpenOptions::new().append(true).open(folder.path().join("exchange")).unwrap();
        workers[0].give(&test(1)).unwrap();
        let whole = std::fs::read(folder.path().join("exchange")).unwrap();
        file.write_all(&whole[HEAD..whole.len() - 3]).unwrap();
        workers[0].give(&test(2)).unwrap();
        assert_eq!(workers[1].take().unwrap(), [test(1), test(2)]);
    }

    #[test]
    fn tests_that_many_threads_give_at_once_all_arrive() {
        let (folder, mut workers) = exchange(1);
        std::thread::scope(|scope| {
            for worker in 1..5 {
                let path = folder.path().join("exchange");
                scope.spawn(move || {
                    let mut exchange = SharedFile::open(&path, worker).unwrap();
                    (0..200).for_each(|number| exchange.give(&test(number)).unwrap());
                });
            }
        });
        assert_eq!(workers[0].take().unwrap().len(), 800);
    }

    #[test]
    fn a_file_that_is_no_exchange_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("exchange");
        assert!(SharedFile::open(&path, 0).is_err());
        std::fs::write(&path, "x").unwrap();
        assert!(SharedFile::open(&path, 0).is_err());
    }
}
