//! Looks for terms of a specification that are equal, and confirms those that are given. The
//! supervisor knows by the shared page which operation has ended the process.

use super::Worker;
use crate::run::metamorphic::relations::{MinedPair, Watch, confirm, mine, vocabulary};
use crate::run::protocol::{Event, Page, ProtocolError, Relating};
use crate::search::address::Address;
use std::time::{Duration, Instant};

/// What stands for the address of a test.
const NO_ADDRESS: Address = Address::Generated { number: 0, size: 0 };

/// Far from the seeds of the samples by which pairs are looked for.
const OTHER_SEED: u64 = 1 << 40;

impl Worker<'_> {
    /// Does what the task says.
    pub(super) fn relate(&mut self, relating: &Relating) -> Result<(), ProtocolError> {
        let Some(table) = self.property.table() else {
            let why = "only a property that `#[metamorphic]` makes has relations, and this is none";
            return self.channel.send(&Event::CannotRun { why: why.to_owned() });
        };
        let watched = Watched {
            page: self.page,
            deadly: &relating.deadly,
            start: Instant::now(),
            most: Duration::from_nanos(relating.most_nanoseconds),
        };
        let seed = self.task.seed;
        if relating.pairs.is_empty() {
            self.channel.send(&Event::Vocabulary(Box::new(vocabulary(table))))?;
            let mined = mine(table, &watched, seed, relating.size);
            return self.channel.send(&Event::Mined(Box::new(mined)));
        }
        let seed = seed.wrapping_add(OTHER_SEED);
        let is_done = |at: &usize| relating.done.contains(at);
        for (at, mined) in relating.pairs.iter().enumerate().filter(|(at, _)| !is_done(at)) {
            if watched.is_deadly(mined) {
                continue;
            }
            if !watched.goes_on() {
                break;
            }
            let confirmed = Box::new(confirm(table, &watched, mined, seed, relating.samples));
            watched.page.end();
            self.channel.send(&Event::Judged { pair: at as u64, confirmed })?;
        }
        Ok(())
    }
}

/// Shows the supervisor what runs.
struct Watched<'w> {
    page: &'static Page,
    deadly: &'w [u16],
    start: Instant,
    most: Duration,
}

impl Watched<'_> {
    /// Whether one of the terms calls an operation that has ended a process.
    fn is_deadly(&self, mined: &MinedPair) -> bool {
        let is_it = |operation: u16| self.deadly.contains(&operation);
        [&mined.pair.larger, &mined.pair.smaller].into_iter().any(|term| term.calls(&is_it))
    }
}

impl Watch for Watched<'_> {
    fn goes_on(&self) -> bool {
        self.page.end();
        self.start.elapsed() < self.most && !self.page.stop_requested()
    }

    fn calls(&self, operation: Option<u16>) {
        // The number of a test is that of the operation, from 1. An input has none.
        let number = operation.map_or(0, |operation| u64::from(operation) + 1);
        self.page.begin(number, &NO_ADDRESS.first_words(), &NO_ADDRESS);
    }

    fn leaves_out(&self, operation: u16) -> bool {
        self.deadly.contains(&operation)
    }
}
