//! How distinct valid values are counted: a second run of a seed that continues after
//! counterexamples until a fixed CPU time, in which the program appends a hash of each valid value
//! to a file.

use crate::study::rows::row::Row;

/// How distinct valid values of a workload are counted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Counting {
    /// The environment variable that names the file to which the program appends hashes, 8 bytes
    /// each.
    pub variable: &'static str,
    /// CPU seconds of the testing thread.
    pub seconds: f64,
}

impl Counting {
    /// CPU seconds of the counting part of a trial that has so many to find a counterexample.
    pub fn limit(&self, limit: f64) -> f64 {
        self.seconds.min(limit)
    }

    /// Whether a row has the counts of a trial with this limit.
    pub fn is_in(&self, row: &Row, limit: f64) -> bool {
        row.counted.is_some_and(|counted| counted.limit == self.limit(limit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::rows::row::tests::{counted, row};

    #[test]
    fn counting_takes_no_longer_than_the_search() {
        let counting = Counting { variable: "V", seconds: 10.0 };
        assert_eq!((counting.limit(60.0), counting.limit(1.0)), (10.0, 1.0));
    }

    #[test]
    fn a_row_that_counted_for_another_time_or_not_at_all_is_not_enough() {
        let mut row = row("a", "W/m/P", 0, Some(12.0));
        let counting = Counting { variable: "V", seconds: 10.0 };
        assert!(!counting.is_in(&row, 60.0));
        row.counted = Some(counted(1.0, 5));
        assert!(!counting.is_in(&row, 60.0) && counting.is_in(&row, 1.0));
    }
}
