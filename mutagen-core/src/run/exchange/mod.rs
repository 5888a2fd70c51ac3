//! How the workers of a campaign give one another the tests that they retain. The worker knows the
//! trait [`Exchange`] only, so that another exchange, such as one between machines, can take the
//! place of the [`SharedFile`]. A [`Mailbox`] keeps what came, and before which test, so that the
//! run of each worker can be repeated.

mod mailbox;
mod shared_file;

pub use mailbox::Mailbox;
pub(crate) use mailbox::texts;
pub use shared_file::SharedFile;

use crate::search::share::SharedTest;
use std::io;

/// The exchange as one worker sees it. Tests may come late, and in any order. A test that comes
/// twice does no harm.
pub trait Exchange {
    /// Gives a test to all other workers.
    ///
    /// # Errors
    /// When the test cannot be given.
    fn give(&mut self, test: &SharedTest) -> io::Result<()>;

    /// Whether other workers have given something since the last call of [`Exchange::take`]. The
    /// worker asks before each test, so the answer must cost no more than a few nanoseconds.
    fn has_more(&self) -> bool;

    /// The tests that other workers have given since the last call.
    ///
    /// # Errors
    /// When what they gave cannot be read.
    fn take(&mut self) -> io::Result<Vec<SharedTest>>;

    /// How far the worker has taken what others gave.
    fn position(&self) -> u64;

    /// Goes on from a position that [`Exchange::position`] gave to an earlier process of the
    /// worker.
    fn go_to(&mut self, position: u64);
}
