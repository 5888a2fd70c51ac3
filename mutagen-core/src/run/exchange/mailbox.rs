//! The mailbox of a worker: what comes from the exchange is written to a file first, with the
//! number of the test before which it came. A process that repeats the worker's run, or the spare
//! that takes over, gets the same tests at the same time from that file.

use super::Exchange;
use crate::run::protocol::{Frames, write_frame};
use crate::search::share::SharedTest;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// What came before one test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Letter {
    /// The number of the test.
    before: u64,
    /// The position of the exchange after it.
    position: u64,
    tests: Vec<SharedTest>,
}

/// The mailbox of a worker.
pub struct Mailbox {
    /// `None` if the run of the worker is repeated, or the mailbox is closed.
    exchange: Option<Box<dyn Exchange>>,
    /// Whether something has failed, so that nothing comes and nothing is given any more.
    is_closed: bool,
    path: PathBuf,
    file: Option<File>,
    /// What an earlier process has received and this one has not yet.
    earlier: VecDeque<Letter>,
    /// How many letters this process has received.
    letters: usize,
    /// How many tests came.
    tests: u64,
}

impl Mailbox {
    /// The mailbox of a worker that begins, with the file for what comes.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub fn create(path: &Path, exchange: Box<dyn Exchange>) -> io::Result<Mailbox> {
        File::create(path)?;
        let mut mailbox = Mailbox::of(path);
        mailbox.file = Some(OpenOptions::new().append(true).open(path)?);
        mailbox.exchange = Some(exchange);
        Ok(mailbox)
    }

    /// The mailbox of a process that goes on from the journal of an earlier one. The last tests
    /// come again, because that process may have died with them.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn resume(path: &Path, mut exchange: Box<dyn Exchange>) -> io::Result<Mailbox> {
        let mut earlier = read(path)?;
        let last = earlier.pop();
        let mut mailbox = Mailbox::of(path);
        mailbox.letters = earlier.len();
        mailbox.tests = earlier.iter().map(|letter| letter.tests.len() as u64).sum();
        if let Some(last) = last {
            exchange.go_to(last.position);
            mailbox.earlier.push_back(Letter { before: 0, ..last });
        }
        mailbox.file = Some(OpenOptions::new().append(true).open(path)?);
        mailbox.exchange = Some(exchange);
        Ok(mailbox)
    }

    /// The mailbox of a process that repeats the run of a worker, which has left this file.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn repeat(path: &Path) -> io::Result<Mailbox> {
        Ok(Mailbox { earlier: read(path)?.into(), ..Mailbox::of(path) })
    }

    fn of(path: &Path) -> Mailbox {
        let path = path.to_owned();
        let earlier = VecDeque::new();
        let is_closed = false;
        Mailbox { exchange: None, is_closed, path, file: None, earlier, letters: 0, tests: 0 }
    }

    /// Whether retained tests are to be given. In a run that is repeated, they are given to nobody.
    #[inline]
    pub fn is_open(&self) -> bool {
        !self.is_closed
    }

    fn close(&mut self) {
        (self.exchange, self.is_closed) = (None, true);
    }

    /// Whether something is to be received before the test with this number.
    #[inline]
    pub fn is_due(&self, number: u64) -> bool {
        match (self.earlier.front(), &self.exchange) {
            (Some(letter), _) => letter.before <= number,
            (None, Some(exchange)) => exchange.has_more(),
            (None, None) => false,
        }
    }

    /// What is to be received before the test with this number: the tests, and the number of the
    /// first one among all that were received.
    ///
    /// # Errors
    /// When the tests cannot be read or not be written down. The mailbox is closed then.
    pub fn receive(&mut self, number: u64) -> io::Result<(u64, Vec<SharedTest>)> {
        let first = self.tests;
        let tests = match self.earlier.pop_front() {
            Some(letter) => {
                if let (true, Some(exchange)) = (self.earlier.is_empty(), &mut self.exchange) {
                    exchange.go_to(letter.position);
                }
                letter.tests
            }
            None => match self.take(number) {
                Ok(tests) => tests,
                Err(error) => {
                    self.close();
                    return Err(error);
                }
            },
        };
        self.letters += usize::from(!tests.is_empty());
        self.tests += tests.len() as u64;
        Ok((first, tests))
    }

    fn take(&mut self, before: u64) -> io::Result<Vec<SharedTest>> {
        let (Some(exchange), Some(file)) = (&mut self.exchange, &mut self.file) else {
            return Ok(Vec::new());
        };
        let tests = exchange.take()?;
        if tests.is_empty() {
            return Ok(tests);
        }
        let letter = Letter { before, position: exchange.position(), tests };
        let mut frame = Vec::new();
        write_frame(&mut frame, &serde_json::to_vec(&letter)?)?;
        file.write_all(&frame)?;
        Ok(letter.tests)
    }

    /// Gives a test to the other workers.
    ///
    /// # Errors
    /// When it cannot be given. The mailbox is closed then.
    pub fn give(&mut self, test: &SharedTest) -> io::Result<()> {
        let Some(exchange) = &mut self.exchange else { return Ok(()) };
        let given = exchange.give(test);
        if given.is_err() {
            self.close();
        }
        given
    }

    /// Prepares this process, which was forked from one that has gone further, to receive again
    /// what that one has received since.
    ///
    /// # Errors
    /// When the file cannot be read. The mailbox is closed then.
    pub fn go_back(&mut self) -> io::Result<()> {
        match read(&self.path) {
            Ok(all) => {
                self.earlier = all.into_iter().skip(self.letters).collect();
                Ok(())
            }
            Err(error) => {
                self.close();
                Err(error)
            }
        }
    }
}

/// The texts of all tests that a worker has received.
///
/// # Errors
/// When the file cannot be read.
pub(crate) fn texts(path: &Path) -> io::Result<Vec<Rc<str>>> {
    let letters = read(path)?;
    Ok(letters.iter().flat_map(|letter| &letter.tests).map(|test| Rc::from(&*test.text)).collect())
}

fn read(path: &Path) -> io::Result<Vec<Letter>> {
    let (mut frames, mut letters) = (Frames::new(File::open(path)?), Vec::new());
    while let Some(message) = frames.receive()? {
        // The last one may be cut, because its process was killed.
        letters.extend(serde_json::from_slice::<Letter>(&message));
    }
    Ok(letters)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    fn test(text: &str) -> SharedTest {
        let text = text.to_owned();
        SharedTest { text, passed: true, edges: Vec::new(), batch: None }
    }

    /// Gives what the test has put there.
    #[derive(Clone, Default)]
    struct Shelf {
        all: Rc<RefCell<Vec<SharedTest>>>,
        taken: usize,
    }

    impl Shelf {
        fn put(&self, text: &str) {
            self.all.borrow_mut().push(test(text));
        }
    }

    impl Exchange for Shelf {
        fn give(&mut self, test: &SharedTest) -> io::Result<()> {
            self.all.borrow_mut().push(test.clone());
            Ok(())
        }
        fn has_more(&self) -> bool {
            self.taken < self.all.borrow().len()
        }
        fn take(&mut self) -> io::Result<Vec<SharedTest>> {
            let rest = self.all.borrow()[self.taken..].to_vec();
            self.taken += rest.len();
            Ok(rest)
        }
        fn position(&self) -> u64 {
            self.taken as u64
        }
        fn go_to(&mut self, position: u64) {
            self.taken = position as usize;
        }
    }

    /// What comes before each of these tests, as numbers and texts.
    fn received(mailbox: &mut Mailbox, tests: std::ops::Range<u64>) -> Vec<(u64, u64, String)> {
        let mut all = Vec::new();
        for number in tests {
            if mailbox.is_due(number) {
                let (first, tests) = mailbox.receive(number).unwrap();
                all.extend((first..).zip(tests).map(|(at, test)| (number, at, test.text)));
            }
        }
        all
    }

    fn of(expected: &[(u64, u64, &str)]) -> Vec<(u64, u64, String)> {
        expected.iter().map(|(number, at, text)| (*number, *at, (*text).to_owned())).collect()
    }

    #[test]
    fn the_run_of_a_worker_is_repeated_from_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let (path, shelf) = (folder.path().join("received"), Shelf::default());
        let mut mailbox = Mailbox::create(&path, Box::new(shelf.clone())).unwrap();
        shelf.put("1");
        shelf.put("2");
        let mut all = received(&mut mailbox, 4..6);
        shelf.put("3");
        all.extend(received(&mut mailbox, 9..11));
        assert_eq!(all, of(&[(4, 0, "1"), (4, 1, "2"), (9, 2, "3")]));
        let mut again = Mailbox::repeat(&path).unwrap();
        assert!(again.is_open(), "the search must know what it could give");
        again.give(&test("9")).unwrap();
        assert_eq!(received(&mut again, 1..20), all);
        assert_eq!(texts(&path).unwrap().iter().map(|text| &**text).collect::<String>(), "123");
    }

    #[test]
    fn a_spare_receives_again_what_came_since_the_fork_and_then_what_comes() {
        let folder = tempfile::tempdir().unwrap();
        let (path, shelf) = (folder.path().join("received"), Shelf::default());
        let mut mailbox = Mailbox::create(&path, Box::new(shelf.clone())).unwrap();
        shelf.put("1");
        received(&mut mailbox, 1..3);
        // As it is at the fork.
        let mut spare = Mailbox {
            exchange: Some(Box::new(Shelf { taken: 1, ..shelf.clone() })),
            file: Some(OpenOptions::new().append(true).open(&path).unwrap()),
            letters: mailbox.letters,
            tests: mailbox.tests,
            ..Mailbox::of(&path)
        };
        shelf.put("2");
        received(&mut mailbox, 5..6);
        shelf.put("3");
        received(&mut mailbox, 7..8);
        spare.go_back().unwrap();
        let mut all = received(&mut spare, 3..9);
        shelf.put("4");
        all.extend(received(&mut spare, 9..10));
        assert_eq!(all, of(&[(5, 1, "2"), (7, 2, "3"), (9, 3, "4")]));
    }

    #[test]
    fn a_process_that_resumes_receives_the_last_tests_again_under_their_numbers() {
        let folder = tempfile::tempdir().unwrap();
        let (path, shelf) = (folder.path().join("received"), Shelf::default());
        let mut mailbox = Mailbox::create(&path, Box::new(shelf.clone())).unwrap();
        for (text, number) in [("1", 3), ("2", 8)] {
            shelf.put(text);
            received(&mut mailbox, number..number + 1);
        }
        shelf.put("3");
        let mut resumed = Mailbox::resume(&path, Box::new(shelf.clone())).unwrap();
        assert_eq!(received(&mut resumed, 9..12), of(&[(9, 1, "2"), (10, 2, "3")]));
        // A letter that was cut is left out.
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() - 2]).unwrap();
        let mut again = Mailbox::repeat(&path).unwrap();
        assert_eq!(received(&mut again, 1..20), of(&[(3, 0, "1"), (8, 1, "2")]));
    }

    #[test]
    fn a_mailbox_that_cannot_write_down_what_came_is_closed() {
        let folder = tempfile::tempdir().unwrap();
        let (path, shelf) = (folder.path().join("received"), Shelf::default());
        let mut mailbox = Mailbox::create(&path, Box::new(shelf.clone())).unwrap();
        mailbox.file = Some(File::open(&path).unwrap());
        shelf.put("1");
        assert!(mailbox.receive(1).is_err());
        assert!(!mailbox.is_open() && !mailbox.is_due(2));
    }
}
