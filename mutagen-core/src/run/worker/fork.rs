//! Forks the spare of a worker, and lets it wait until it takes over.

#![allow(unsafe_code)]

use super::Worker;
use super::spare::Fork;
use crate::run::protocol::{Deadly, Order, Stopwatch, owner};
use std::time::Instant;

impl Worker<'_> {
    /// Replaces the spare by a fork of this process. `test` is the number of the last test.
    pub(super) fn fork(&mut self, test: u64) -> Fork {
        let start = Instant::now();
        self.page.set_spare(0, test);
        self.spare.end();
        if !self.spare.is_possible() {
            self.spare.put_off();
            return Fork::Worker;
        }
        let search = self.stopwatch.nanoseconds();
        let process = Stopwatch::process_nanoseconds();
        // SAFETY: this thread holds no lock here, and the other thread of the process only waits
        // for this one. The child uses memory, the page, the journal and the socket.
        let forked = unsafe { libc::fork() };
        if forked != 0 {
            if forked < 0 {
                self.spare.put_off();
            } else {
                // What the property starts is ended with the process group of its worker, and the
                // worker may die before the spare has left the group.
                // SAFETY: the call changes only the child.
                unsafe { libc::setpgid(forked, forked) };
                self.spare.begin(forked, start);
                self.page.set_spare(forked.unsigned_abs().into(), test);
            }
            return Fork::Worker;
        }
        self.spare.become_successor();
        let deadly = self.wait();
        self.stopwatch = Stopwatch::carried(search, process);
        Fork::Successor(deadly)
    }

    /// Waits as a spare. It ends the process if the supervisor ends.
    fn wait(&mut self) -> Vec<Deadly> {
        // SAFETY: the call changes only this process.
        unsafe { libc::setpgid(0, 0) };
        let Ok(Some(Order::TakeOver { deadly })) = self.channel.receive() else {
            // SAFETY: the process ends without destructors or exit handlers, which belong to the
            // worker.
            unsafe { libc::_exit(0) }
        };
        owner::own();
        super::die_with_the_supervisor();
        self.page.set_spare(0, 0);
        self.page.own();
        deadly
    }
}
