//! The protocol between a supervisor and its worker. The supervisor passes the [`Task`] in an
//! environment variable. The worker writes the running test and the counters to the shared
//! [`Page`], the retained tests to the journal, and sends [`Event`]s over a socket. It
//! reads the literals of the code under test from a file.

mod error;
mod event;
mod journal;
mod literals_file;
mod new_edges;
mod page;
mod stopwatch;
mod task;

pub use error::ProtocolError;
pub use event::{Channel, Event};
pub use journal::{Journal, read as read_journal};
pub(crate) use literals_file::load as load_literals;
pub use literals_file::save as save_literals;
pub use new_edges::{NewEdge, NewEdges};
pub use page::{Page, Running};
pub use stopwatch::Stopwatch;
pub use task::{Mode, Task};
