//! What arrives on a stream that a thread of its own reads: after the writer's death, it is known
//! when the thread has taken everything, even if the thread has to wait for the CPU.

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::ioctl_fionread;
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The time between two looks at the reading thread.
const LOOK: Duration = Duration::from_micros(50);

/// What the reading thread does.
#[derive(Debug, Default)]
struct State {
    /// Whether the thread has bytes with which it has not finished.
    is_busy: AtomicBool,
    /// Whether the thread has ended.
    is_over: AtomicBool,
}

/// The view of those that wait for the reading thread.
#[derive(Debug)]
pub(super) struct Arrivals {
    /// A second handle of the stream.
    stream: OwnedFd,
    state: Arc<State>,
}

/// The stream as the reading thread reads it. The thread has finished with what it has read when it
/// reads again.
#[derive(Debug)]
pub(super) struct Reader<S> {
    stream: S,
    state: Arc<State>,
}

impl Arrivals {
    /// Divides a stream into a part for a reading thread and a part for those that wait for it.
    ///
    /// # Errors
    /// When the system has no file descriptor left.
    pub(super) fn of<S: Read + AsFd>(stream: S) -> io::Result<(Arrivals, Reader<S>)> {
        let state = Arc::<State>::default();
        let handle = stream.as_fd().try_clone_to_owned()?;
        let reader = Reader { stream, state: Arc::clone(&state) };
        Ok((Arrivals { stream: handle, state }, reader))
    }

    /// Waits until the thread has finished with all that has arrived, but not longer than
    /// `patience`: a process that inherited the stream may go on writing forever.
    pub(super) fn wait(&self, patience: Duration) {
        let start = Instant::now();
        while !self.are_taken() && start.elapsed() < patience {
            std::thread::sleep(LOOK);
        }
    }

    fn are_taken(&self) -> bool {
        let is_empty = ioctl_fionread(&self.stream) == Ok(0);
        // The order matters: the thread says that it is busy before it takes bytes.
        let is_busy = self.state.is_busy.load(Ordering::SeqCst);
        is_empty && !is_busy || self.state.is_over.load(Ordering::SeqCst)
    }
}

impl<S: AsFd> Reader<S> {
    /// Waits until there is something to read.
    ///
    /// # Errors
    /// When the system cannot wait.
    pub(super) fn wait(&self) -> io::Result<()> {
        self.state.is_busy.store(false, Ordering::SeqCst);
        poll(&mut [PollFd::new(&self.stream, PollFlags::IN)], None)?;
        self.state.is_busy.store(true, Ordering::SeqCst);
        Ok(())
    }
}

impl<S: Read + AsFd> Read for Reader<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.wait()?;
        self.stream.read(buffer)
    }
}

impl<S> Drop for Reader<S> {
    fn drop(&mut self) {
        self.state.is_over.store(true, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn all_that_arrived_is_taken_by_a_thread_that_is_slow() {
        let (reader, mut writer) = io::pipe().unwrap();
        let (arrivals, mut reader) = Arrivals::of(reader).unwrap();
        let taken = Arc::<AtomicUsize>::default();
        let counted = Arc::clone(&taken);
        let thread = std::thread::spawn(move || {
            while let Ok(read @ 1..) = reader.read(&mut [0; 7]) {
                std::thread::sleep(Duration::from_millis(1));
                counted.fetch_add(read, Ordering::SeqCst);
            }
        });
        for round in 1..=20 {
            writer.write_all(&[1; 50]).unwrap();
            arrivals.wait(Duration::from_secs(60));
            assert_eq!(taken.load(Ordering::SeqCst), 50 * round);
        }
        drop(writer);
        thread.join().unwrap();
        arrivals.wait(Duration::from_secs(60));
    }

    #[test]
    fn a_stream_that_is_never_empty_is_waited_for_with_patience() {
        let (reader, mut writer) = io::pipe().unwrap();
        let (arrivals, _reader) = Arrivals::of(reader).unwrap();
        writer.write_all(b"nobody reads this").unwrap();
        let start = Instant::now();
        arrivals.wait(Duration::from_millis(30));
        assert!(start.elapsed() >= Duration::from_millis(30));
    }
}
