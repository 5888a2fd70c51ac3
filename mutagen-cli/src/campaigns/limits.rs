//! The limits of a file of records. They hold for writing and for reading, so that what was written
//! can be read, and a file of anyone costs a bounded amount of time and memory.

use super::Record;

/// The most bytes of a line.
pub(super) const LINE: u64 = 1 << 20;

/// The most bytes of a file.
pub(super) const FILE: u64 = 64 << 20;

/// The most bytes that the records of a file take in memory.
const MEMORY: u64 = 64 << 20;

/// What the record of the end needs.
const RESERVED: u64 = 64 << 10;

/// How much of the limits is used.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Used {
    bytes: u64,
    memory: u64,
}

impl Used {
    /// Whether half of a limit is used.
    pub(super) fn is_half(&self) -> bool {
        self.bytes > FILE / 2 || self.memory > MEMORY / 2
    }

    /// Takes the room of a record that is to be written. Returns whether there is room for it, and
    /// afterwards for the record of the end.
    pub(super) fn write(&mut self, record: &Record, line: u64) -> bool {
        let reserved = if matches!(record, Record::Ended { .. }) { 0 } else { RESERVED };
        self.take(record, line, reserved)
    }

    /// Takes the room of a record that was read. Returns whether there is room for it.
    pub(super) fn read(&mut self, record: &Record, line: u64) -> bool {
        self.take(record, line, 0)
    }

    fn take(&mut self, record: &Record, line: u64, reserved: u64) -> bool {
        let (bytes, memory) = (self.bytes + line, self.memory + record.memory());
        let fits = line <= LINE && bytes + reserved <= FILE && memory + reserved <= MEMORY;
        if fits {
            (self.bytes, self.memory) = (bytes, memory);
        }
        fits
    }
}
