//! The clock of a run that is bounded in time, read seldom where tests are fast: reading it takes
//! longer than some tests.

use std::time::{Duration, Instant};

/// The clock.
pub(crate) struct Clock {
    start: Instant,
    time: Duration,
    /// The test before which it is read next, how many tests after the last, and when that was.
    next: u64,
    stride: u64,
    last: Duration,
}

impl Clock {
    /// About so often it should be read, and after so many tests at the latest: they may become
    /// slow from one to the next.
    const PACE: Duration = Duration::from_micros(20);
    const FARTHEST: u64 = 32;

    /// A clock that starts now.
    pub(crate) fn start(time: Duration) -> Clock {
        Clock { start: Instant::now(), time, next: 0, stride: 1, last: Duration::ZERO }
    }

    /// Whether the time is over, before the test with this number.
    pub(crate) fn is_over(&mut self, number: u64) -> bool {
        if number < self.next {
            return false;
        }
        let now = self.start.elapsed();
        let slow = now - self.last > Clock::PACE;
        self.stride = if slow { 1 } else { (self.stride * 2).min(Clock::FARTHEST) };
        self.last = now;
        self.next = number + self.stride;
        now >= self.time
    }

    /// The number of the test before which the clock is to be read again.
    pub(crate) fn next(&self) -> u64 {
        self.next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_read_before_every_slow_test_and_at_the_latest_every_thirty_second_fast_one() {
        let mut clock = Clock::start(Duration::MAX);
        let mut number = 0;
        while clock.stride < Clock::FARTHEST {
            clock.is_over(number);
            number += 1;
            assert!(number < 1_000_000, "the clock is read too often: {}", clock.stride);
        }
        while clock.next > number {
            number += 1;
        }
        std::thread::sleep(2 * Clock::PACE);
        assert!(!clock.is_over(number));
        assert_eq!((clock.stride, clock.next()), (1, number + 1));
    }
}
