//! Runs the parts of a long measurement in parallel, and takes each result at once, so that an
//! interrupted run loses only what was running.

use benches::study::Error;
use mutagen_cli::supervise::Interrupt;
use std::sync::{Mutex, PoisonError};

/// The number of errors after which the next parts would fail too.
const MOST_ERRORS: usize = 10;

/// Runs `work` for each item, so many at a time, and hands each result to `take`, whose text is
/// shown. `work` returns `None` if it was interrupted. Returns whether every item has a result.
///
/// # Errors
/// When a result cannot be taken.
pub(crate) fn each<T: Sync, R: Send>(
    items: &[T],
    jobs: usize,
    interrupt: &Interrupt,
    work: impl Fn(&T) -> Result<Option<R>, Error> + Sync,
    take: impl FnMut(R) -> Result<String, Error> + Send,
) -> Result<bool, Error> {
    struct State<F> {
        next: usize,
        done: usize,
        errors: usize,
        broken: Option<Error>,
        take: F,
    }
    let state = Mutex::new(State { next: 0, done: 0, errors: 0, broken: None, take });
    // A thread that panicked left the state consistent.
    let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, items.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let item = {
                        let mut state = lock();
                        let is_over = interrupt.count() > 0
                            || state.errors >= MOST_ERRORS
                            || state.broken.is_some();
                        let Some(item) = items.get(state.next).filter(|_| !is_over) else { return };
                        state.next += 1;
                        item
                    };
                    let result = work(item);
                    let mut state = lock();
                    match result.map(|result| result.map(|result| (state.take)(result))) {
                        Ok(Some(Ok(line))) => {
                            state.done += 1;
                            eprintln!("{} of {}: {line}", state.done, items.len());
                        }
                        Ok(Some(Err(error))) => state.broken = Some(error),
                        Ok(None) => {}
                        Err(error) => {
                            eprintln!("error: {error}");
                            state.errors += 1;
                        }
                    }
                }
            });
        }
    });
    let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
    match state.broken {
        Some(error) => Err(error),
        None => Ok(state.done == items.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(items: &[u32], interrupt: &Interrupt) -> (Vec<u32>, bool) {
        let mut taken = Vec::new();
        let work = |item: &u32| match item {
            0 => Err("it cannot be run".into()),
            1 => Ok(None),
            item => Ok(Some(*item)),
        };
        let take = |item| {
            taken.push(item);
            Ok(String::new())
        };
        let is_whole = each(items, 2, interrupt, work, take).unwrap();
        taken.sort_unstable();
        (taken, is_whole)
    }

    #[test]
    fn each_item_has_a_result_but_those_that_fail_or_are_interrupted() {
        assert_eq!(run(&[2, 3, 4], &Interrupt::default()), (vec![2, 3, 4], true));
        assert_eq!(run(&[2, 0, 4], &Interrupt::default()), (vec![2, 4], false));
        assert_eq!(run(&[1, 3], &Interrupt::default()), (vec![3], false));
    }

    #[test]
    fn a_result_that_cannot_be_taken_ends_the_run() {
        let take = |_: u32| Err("the disk is full".into());
        let run = each(&[1, 2], 1, &Interrupt::default(), |item| Ok(Some(*item)), take);
        assert_eq!(run.unwrap_err().to_string(), "the disk is full");
    }
}
