//! The inputs that a campaign starts from: tests that earlier campaigns retained, and tests that a
//! user has written. They run before all other tests, in order. Each is read when its turn comes,
//! and run once. Those that show something new are mutated and edited as other retained tests are.

use crate::search::interface::Subject;
use crate::search::share::Share;
use crate::value::node::Node;
use std::rc::Rc;

/// The most inputs that are passed over before another test is run. To read many may take long, and
/// a worker that runs no test counts as hanging.
const MOST_UNREADABLE: usize = 64;

/// The inputs of a campaign, and which of them comes next.
#[derive(Debug, Default)]
pub(super) struct Inputs {
    all: &'static [Vec<String>],
    share: Share,
    /// The next one of this worker's share.
    next: usize,
    /// The text of the last one that was served.
    text: &'static str,
    /// Those that were passed over, since somebody asked.
    unreadable: Vec<u64>,
}

/// The first text of an input that is a value of the property, and the value.
pub(super) fn read<'t>(
    subject: &dyn Subject,
    texts: &'t [String],
) -> Option<(&'t str, Box<dyn Node>)> {
    texts.iter().find_map(|text| Some((&**text, subject.parse(text)?)))
}

impl Inputs {
    /// These inputs, each with the texts of which the first that is a value of the property counts.
    /// Only those of the share are served.
    pub(super) fn new(all: &'static [Vec<String>], share: Share) -> Inputs {
        let mut inputs = Inputs { all, share, ..Inputs::default() };
        inputs.go_to(0);
        inputs
    }

    /// Goes to the first input of the share from this place on.
    fn go_to(&mut self, place: usize) {
        let next = self.share.next(0, place as u64);
        self.next = usize::try_from(next).unwrap_or(usize::MAX);
    }

    /// All inputs.
    pub(super) fn all(&self) -> &'static [Vec<String>] {
        self.all
    }

    /// How many were served or belong to the shares of other workers.
    pub(super) fn served(&self) -> u64 {
        self.next as u64
    }

    /// Whether all were served.
    #[inline]
    pub(super) fn are_over(&self) -> bool {
        self.next >= self.all.len()
    }

    /// The number and the value of the next input. Those that are no values of the property are
    /// passed over.
    pub(super) fn next(&mut self, subject: &dyn Subject) -> Option<(u64, Box<dyn Node>)> {
        for _ in 0..MOST_UNREADABLE {
            let (number, texts) = (self.next as u64, self.all.get(self.next)?);
            self.go_to(self.next + 1);
            match read(subject, texts) {
                Some((text, value)) => {
                    self.text = text;
                    return Some((number, value));
                }
                None => self.unreadable.push(number),
            }
        }
        None
    }

    /// The text of the last input that was served.
    pub(super) fn text(&self) -> Rc<str> {
        Rc::from(self.text)
    }

    /// Takes the numbers of those that were passed over.
    pub(super) fn take_unreadable(&mut self) -> Vec<u64> {
        std::mem::take(&mut self.unreadable)
    }

    /// Continues after the inputs that an earlier process has served.
    pub(super) fn start_at(&mut self, served: u64) {
        self.go_to(usize::try_from(served).unwrap_or(usize::MAX).max(self.next));
    }
}
