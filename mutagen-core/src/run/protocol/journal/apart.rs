//! Does work in a fork of the process, so that the memory that it needs for a moment is not kept by
//! the process for ever.

#![allow(unsafe_code)]

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Two numbers, the result of the work.
pub(super) type Answer = [u64; 2];

/// Does the work in a fork and waits for it. `None` if the work has no answer, or if the fork did
/// not come to its end. Call it only while the process has no thread that the work could wait for.
pub(super) fn do_apart(work: impl FnOnce() -> Option<Answer>) -> Option<Answer> {
    let (reader, writer) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC).ok()?;
    // SAFETY: the child has a copy of all that the work uses, and ends without destructors and exit
    // handlers.
    let forked = unsafe { libc::fork() };
    if forked == 0 {
        let answer = catch_unwind(AssertUnwindSafe(work)).ok().flatten();
        let is_told = answer.is_some_and(|answer| tell(writer, answer));
        // SAFETY: it only ends the child.
        unsafe { libc::_exit(i32::from(!is_told)) }
    }
    drop(writer);
    if forked < 0 {
        return None;
    }
    let answer = hear(reader);
    // SAFETY: the process is a child of this one that was not waited for.
    unsafe { libc::waitpid(forked, std::ptr::null_mut(), 0) };
    answer
}

fn tell(writer: OwnedFd, answer: Answer) -> bool {
    let bytes = answer.map(u64::to_ne_bytes).concat();
    File::from(writer).write_all(&bytes).is_ok()
}

fn hear(reader: OwnedFd) -> Option<Answer> {
    let mut bytes = [0; 16];
    File::from(reader).read_exact(&mut bytes).ok()?;
    let (first, second) = bytes.split_at(8);
    Some([first, second].map(|bytes| u64::from_ne_bytes(bytes.try_into().unwrap_or_default())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_of_a_fork_is_heard_and_what_it_changed_is_not_seen() {
        let mut here = vec![1];
        let answer = do_apart(|| {
            here.push(2);
            Some([here.len() as u64, u64::MAX])
        });
        assert_eq!((answer, here), (Some([2, u64::MAX]), vec![1]));
    }

    #[test]
    fn work_that_fails_panics_or_ends_its_process_has_no_answer() {
        assert_eq!(do_apart(|| None), None);
        // SAFETY: it only ends the fork.
        assert_eq!(do_apart(|| unsafe { libc::_exit(0) }), None);
        assert_eq!(do_apart(|| std::panic::resume_unwind(Box::new(()))), None);
    }
}
