//! The clock of a run with a time limit. It is rarely read when tests are fast, because reading the
//! time takes longer than some tests.

use std::time::{Duration, Instant};

/// A clock with a time limit.
pub(crate) struct Clock {
    start: Instant,
    time: Duration,
    /// The number of the test before which the clock must be read next.
    pub(crate) next: u64,
    /// How many tests that is after the last reading, and the time of the last reading.
    stride: u64,
    last: Duration,
}

impl Clock {
    /// The intended time between two readings, and the largest number of tests between them. The
    /// number is limited because tests may suddenly become slow.
    const PACE: Duration = Duration::from_micros(20);
    const FARTHEST: u64 = 32;

    /// A clock that starts now.
    pub(crate) fn start(time: Duration) -> Clock {
        Clock { start: Instant::now(), time, next: 0, stride: 1, last: Duration::ZERO }
    }

    /// Whether the time limit is reached before the test with this number.
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
        assert_eq!((clock.stride, clock.next), (1, number + 1));
    }
}
