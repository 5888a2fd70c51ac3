//! The protocol between a supervisor and its worker. The supervisor sends the [`Task`] over a
//! socket. The worker writes the running test and the counters to the shared [`Page`], the retained
//! tests to the journal, and sends [`Event`]s over the socket. It reads the literals of the code
//! under test from a file.

mod checked_line;
mod error;
mod event;
mod falls;
mod frame;
mod inherited;
mod inputs_file;
mod journal;
mod json_file;
mod lines;
mod literals_file;
mod new_edges;
pub(crate) mod owner;
mod page;
mod phase;
mod stopwatch;
mod task;

pub use checked_line::{checked_line, checked_text};
pub use error::{OWN_ERROR, ProtocolError};
pub use event::{DEBUG, Event, Replayed};
pub(crate) use falls::{
    base as frame_base, catch_falls, is_testing_thread, keep_stack, page as page_of_process,
    prepare_thread,
};
pub use frame::{Frames, write as write_frame};
pub(crate) use inherited::identity;
pub use inherited::{Channel, Deadly, Order, inherited, pass_on};
pub use inputs_file::{load as load_inputs, save as save_inputs};
pub use journal::{Journal, read as read_journal};
pub use lines::{Line, Lines, file_below};
pub(crate) use literals_file::load as load_literals;
pub use literals_file::save as save_literals;
pub use new_edges::{NewEdge, NewEdges};
pub use page::{MOST_SILENCED, Page, Running};
pub use phase::{Fall, Phase};
pub use stopwatch::Stopwatch;
pub use task::{Mode, Relating, Replaying, Shrinking, Task};
