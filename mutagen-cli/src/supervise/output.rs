//! The output of a worker. It is read without delay so that the worker never blocks on a full pipe,
//! shown if the user wants it, and both its ends are kept for an error message.

use super::arrivals::Arrivals;
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The number of bytes that are kept from the start: the first panic is often there, before a
/// backtrace or the panics that follow from it.
const HEAD: usize = 2 * 1024;

/// The number of bytes that are kept from the end.
const TAIL: usize = 4 * 1024;

/// The most bytes of a stream that are shown.
const SHOWN: usize = 1024 * 1024;

/// How long to wait for the rest after the worker's end. A process that inherited the stream from
/// the worker may keep it open forever.
const PATIENCE: Duration = Duration::from_millis(500);

/// One output stream of a worker.
#[derive(Debug)]
pub(super) struct Output {
    kept: Arc<Mutex<Kept>>,
    arrivals: Option<Arrivals>,
}

impl Output {
    /// Starts reading the stream. With `show`, up to 1 MiB is copied to the standard error stream,
    /// without `skip` at its start.
    ///
    /// # Errors
    /// When the system has no file descriptor left.
    pub(super) fn read(
        stream: impl Read + AsFd + Send + 'static,
        show: bool,
        skip: &str,
    ) -> io::Result<Output> {
        let skip = skip.as_bytes().to_vec();
        let shown = show.then(|| Shown { to: io::stderr(), left: SHOWN, full: false, skip });
        Output::copy(stream, shown)
    }

    /// The output of a process that has no such stream.
    pub(super) fn nothing() -> Output {
        Output { kept: Arc::default(), arrivals: None }
    }

    /// Forgets what was read so far: another process goes on with the stream.
    pub(super) fn forget(&self) {
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = Kept::default();
    }

    fn copy(
        stream: impl Read + AsFd + Send + 'static,
        mut shown: Option<Shown<impl Write + Send + 'static>>,
    ) -> io::Result<Output> {
        let (arrivals, mut stream) = Arrivals::of(stream)?;
        let kept = Arc::new(Mutex::new(Kept::default()));
        let shared = Arc::clone(&kept);
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            loop {
                match stream.read(&mut buffer) {
                    Ok(read @ 1..) => {
                        let new = &buffer[..read];
                        shown.iter_mut().for_each(|shown| shown.add(new));
                        shared.lock().unwrap_or_else(PoisonError::into_inner).add(new);
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Ok(0) | Err(_) => break,
                }
            }
        });
        Ok(Output { kept, arrivals: Some(arrivals) })
    }

    /// The start and the end of the output, and between them how much was left out. Call it after
    /// the worker has ended.
    pub(super) fn end(&self) -> String {
        self.arrivals.iter().for_each(|arrivals| arrivals.wait(PATIENCE));
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).text()
    }
}

/// What a worker said on both its streams, the error stream first; empty if it said nothing. Call
/// it after the worker has ended.
pub(super) fn last_words(stdout: &Output, stderr: &Output) -> String {
    let (errors, output) = (stderr.end(), stdout.end());
    [errors.trim(), output.trim()].join("\n").trim().to_owned()
}

/// Both ends of a stream.
#[derive(Debug, Default)]
struct Kept {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    left_out: u64,
}

impl Kept {
    fn add(&mut self, new: &[u8]) {
        let (head, rest) = new.split_at(new.len().min(HEAD - self.head.len()));
        self.head.extend_from_slice(head);
        self.tail.extend(rest);
        let superfluous = self.tail.len().saturating_sub(TAIL);
        self.tail.drain(..superfluous);
        self.left_out += superfluous as u64;
    }

    fn text(&self) -> String {
        let (mut head, mut tail) = (self.head.clone(), Vec::from(self.tail.clone()));
        if self.left_out == 0 {
            head.append(&mut tail);
            return String::from_utf8_lossy(&head).into_owned();
        }
        // A character of which a part is missing is left out as a whole.
        let cut = head.utf8_chunks().last().map_or(0, |chunk| chunk.invalid().len());
        head.truncate(head.len() - cut);
        let continued = tail.iter().take(3).take_while(|byte| **byte & 0xC0 == 0x80).count();
        tail.drain(..continued);
        let left_out = self.left_out + (cut + continued) as u64;
        let (head, tail) = (String::from_utf8_lossy(&head), String::from_utf8_lossy(&tail));
        format!("{head}\n… {left_out} bytes left out …\n{tail}")
    }
}

/// Where a stream is shown.
struct Shown<W> {
    to: W,
    /// The number of bytes that may still be shown.
    left: usize,
    /// Whether more was said than may be shown.
    full: bool,
    /// What is left out at the start, as far as it was not read yet.
    skip: Vec<u8>,
}

impl<W: Write> Shown<W> {
    fn add(&mut self, mut new: &[u8]) {
        if self.full {
            return;
        }
        let same = new.iter().zip(&self.skip).take_while(|(new, skip)| new == skip).count();
        new = &new[same..];
        self.skip.drain(..same);
        if !new.is_empty() {
            self.skip.clear();
        }
        let shown = &new[..new.len().min(self.left)];
        self.left -= shown.len();
        // A closed standard error stream must not stop the campaign.
        let _ = self.to.write_all(shown);
        if shown.len() < new.len() {
            self.full = true;
            let _ = writeln!(self.to, "\nnote: the property prints much; the rest is not shown");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn read(text: impl AsRef<[u8]>) -> Output {
        said(text.as_ref(), None::<Shown<io::Stderr>>)
    }

    /// What becomes of this output.
    fn said(text: &[u8], shown: Option<Shown<impl Write + Send + 'static>>) -> Output {
        let (reader, mut writer) = io::pipe().unwrap();
        let output = Output::copy(reader, shown).unwrap();
        writer.write_all(text).unwrap();
        output
    }

    #[test]
    fn both_ends_are_kept_and_what_is_between_them_is_counted() {
        let filler = "x".repeat(100_000);
        let text = format!("the first panic{filler}the end");
        let left_out = text.len() - HEAD - TAIL;
        let end = read(text).end();
        assert!(end.starts_with("the first panic") && end.ends_with("the end"), "{end}");
        assert!(end.contains(&format!("x\n… {left_out} bytes left out …\nx")), "{end}");
        assert!(end.len() < HEAD + TAIL + 50, "{}", end.len());
    }

    #[test]
    fn output_that_fits_is_kept_as_it_is() {
        for length in [0, 1, HEAD, HEAD + 1, HEAD + TAIL] {
            let text: String = ('a'..='z').cycle().take(length).collect();
            assert_eq!(read(text.clone()).end(), text);
        }
        assert_eq!(read(b"ab\xFFcd").end(), "ab\u{FFFD}cd");
    }

    #[test]
    fn no_character_is_cut_in_two() {
        for shift in ["", "a", "ab"] {
            let end = read(shift.to_owned() + &"€".repeat(10_000)).end();
            assert!(!end.contains('\u{FFFD}'), "{end}");
            let left_out = 30_000 + shift.len() - (end.matches('€').count() * 3 + shift.len());
            assert!(end.contains(&format!("… {left_out} bytes left out …")), "{end}");
        }
    }

    #[test]
    fn a_stream_that_somebody_keeps_open_is_not_waited_for() {
        let (reader, mut writer) = io::pipe().unwrap();
        writer.write_all(b"said").unwrap();
        let output = Output::read(reader, false, "").unwrap();
        assert_eq!(output.end(), "said");
        drop(writer);
    }

    #[test]
    fn what_was_said_on_both_streams_is_joined_without_empty_lines_around_it() {
        let words = |output: &str, errors: &str| last_words(&read(output), &read(errors));
        assert_eq!(words("\nanswer 42\n", "thread panicked\n\n"), "thread panicked\nanswer 42");
        assert_eq!(words("", " free(): double free\n"), "free(): double free");
        assert_eq!(words("only this", "\n"), "only this");
        assert_eq!(words(" \n", ""), "");
    }

    struct Screen(mpsc::Sender<Vec<u8>>);

    impl Write for Screen {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.send(bytes.to_vec()).map_err(io::Error::other)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn shown(length: usize, limit: usize) -> String {
        let (sender, receiver) = mpsc::channel();
        let shown = Shown { to: Screen(sender), left: limit, full: false, skip: Vec::new() };
        let output = said(&vec![b'x'; length], Some(shown));
        let screen: Vec<u8> = receiver.iter().flatten().collect();
        assert!(output.end().ends_with('x'));
        String::from_utf8(screen).unwrap()
    }

    #[test]
    fn what_the_harness_says_first_is_not_shown() {
        for (parts, expected) in [
            (["runn", "ing: sum", " 3"], "sum 3"),
            (["running: ", "", "sum"], "sum"),
            (["runs", "running: ", ""], "srunning: "),
        ] {
            let (sender, receiver) = mpsc::channel();
            let skip = b"running: ".to_vec();
            let mut shown = Shown { to: Screen(sender), left: 100, full: false, skip };
            parts.iter().for_each(|part| shown.add(part.as_bytes()));
            drop(shown);
            let screen: Vec<u8> = receiver.iter().flatten().collect();
            assert_eq!(String::from_utf8(screen).unwrap(), expected);
        }
    }

    #[test]
    fn of_a_long_output_only_the_start_is_shown_and_it_is_said_that_there_is_more() {
        let screen = shown(50_000, 10_000);
        let (shown, note) = screen.split_once('\n').unwrap();
        assert_eq!(shown, "x".repeat(10_000));
        assert_eq!(note.lines().count(), 1);
        assert!(note.contains("the rest is not shown"), "{note}");
    }

    #[test]
    fn of_a_short_output_everything_is_shown() {
        assert_eq!(shown(10_000, 10_000), "x".repeat(10_000));
    }
}
