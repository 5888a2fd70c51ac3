//! The protocol between a supervisor and its worker: the [`Task`] that the worker gets in its
//! environment, the shared [`Page`] with the running test and the counters, the journal, and the
//! [`Event`]s that the worker sends.

mod error;
mod event;
mod journal;
mod new_edges;
mod page;
mod stopwatch;
mod task;

pub use error::ProtocolError;
pub use event::{Channel, Event};
pub use journal::Journal;
pub use new_edges::{NewEdge, NewEdges};
pub use page::{Page, Running};
pub use stopwatch::Stopwatch;
pub use task::{Mode, Task};
