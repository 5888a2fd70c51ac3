//! The output of a worker. It is read without delay so that the worker never blocks on a full pipe,
//! shown if the user wants it, and its end is kept for an error message.

use std::io::{Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The most bytes that are kept.
const KEPT: usize = 16 * 1024;

/// How long to wait for the rest after the worker's end. A process that inherited the stream from
/// the worker may keep it open forever.
const PATIENCE: Duration = Duration::from_millis(500);

/// One output stream of a worker.
#[derive(Debug)]
pub(super) struct Output {
    kept: Arc<Mutex<Vec<u8>>>,
    reader: JoinHandle<()>,
}

impl Output {
    /// Starts reading the stream. With `show`, everything is copied to the standard error stream.
    pub(super) fn read(mut stream: impl Read + Send + 'static, show: bool) -> Output {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::clone(&kept);
        let reader = std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = stream.read(&mut buffer) {
                let new = &buffer[..read];
                if show {
                    // A closed standard error stream must not stop the campaign.
                    let _ = std::io::stderr().write_all(new);
                }
                let mut kept = shared.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend_from_slice(new);
                let superfluous = kept.len().saturating_sub(KEPT);
                kept.drain(..superfluous);
            }
        });
        Output { kept, reader }
    }

    /// The end of the output. Call it after the worker has ended.
    pub(super) fn end(&self) -> String {
        let start = Instant::now();
        while !self.reader.is_finished() && start.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(1));
        }
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&kept).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_is_kept() {
        let text = format!("start{}the end", "x".repeat(2 * KEPT));
        let output = Output::read(std::io::Cursor::new(text), false);
        let end = output.end();
        assert_eq!(end.len(), KEPT);
        assert!(end.starts_with('x') && end.ends_with("the end"));
    }

    #[test]
    fn a_stream_that_somebody_keeps_open_is_not_waited_for() {
        let (reader, mut writer) = std::io::pipe().unwrap();
        writer.write_all(b"said").unwrap();
        let output = Output::read(reader, false);
        assert_eq!(output.end(), "said");
        drop(writer);
    }
}
