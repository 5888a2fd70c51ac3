//! The clock of a run with a time limit. It is rarely read when tests are fast, because reading the
//! time takes longer than some tests.

use std::time::{Duration, Instant};

/// A clock with a time limit. A few tests are run even if they take longer.
pub(crate) struct Clock {
    start: Instant,
    time: Duration,
    /// The number of tests that are run after the time limit, and the time after which no further
    /// one of them starts.
    least: u64,
    longest: Duration,
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

    /// A clock that starts now. The first test and, within `longest`, the first `least` tests are
    /// run whatever the limit of `time`.
    pub(crate) fn start(time: Duration, least: u64, longest: Duration) -> Clock {
        let (start, last) = (Instant::now(), Duration::ZERO);
        Clock { start, time, least, longest, next: 0, stride: 1, last }
    }

    /// Whether the time limit is reached before the test with this number, counted from 0.
    pub(crate) fn is_over(&mut self, number: u64) -> bool {
        if number < self.next {
            return false;
        }
        let now = self.start.elapsed();
        let slow = now - self.last > Clock::PACE;
        // Nothing is known of the tests before the first one.
        self.stride = if slow || number == 0 { 1 } else { (self.stride * 2).min(Clock::FARTHEST) };
        self.last = now;
        self.next = number + self.stride;
        let limit = if number < self.least { self.time.max(self.longest) } else { self.time };
        number > 0 && now >= limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_read_before_every_slow_test_and_at_the_latest_every_thirty_second_fast_one() {
        let mut clock = Clock::start(Duration::MAX, 0, Duration::ZERO);
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

    #[test]
    fn the_first_tests_are_run_whatever_the_limit_and_the_very_first_in_any_case() {
        let over = |least, longest| {
            let mut clock = Clock::start(Duration::ZERO, least, longest);
            (0..200).find(|&number| clock.is_over(number)).unwrap()
        };
        let at_a_reading = 100..100 + Clock::FARTHEST;
        assert!(at_a_reading.contains(&over(100, Duration::MAX)));
        assert_eq!(over(100, Duration::ZERO), 1);
        assert_eq!(over(0, Duration::MAX), 1);
        let mut clock = Clock::start(Duration::ZERO, 100, Duration::from_millis(20));
        assert!(!clock.is_over(0));
        std::thread::sleep(Duration::from_millis(21));
        assert!(clock.is_over(1));
    }
}
