//! chrono 0.4.23, chronotope/chrono pull 941. Days are added to a date by way of a duration of
//! milliseconds, which has no room for that many days: the function that should return nothing then
//! panics.

use chrono::{Days, NaiveDate};
use mutagen_core::Mutate;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::bytes("chrono-941", days_are_added_to_the_date_in_the_bytes);

/// A date, as days since the first day of year 1, and days.
#[derive(Debug, Clone, Copy, Mutate)]
pub struct Sum {
    day: i32,
    days: u64,
}

/// Days are added to a date, and taken off the sum again, or there is no such date.
#[property]
#[ignore = "finds the bug"]
pub fn days_are_added(sum: &Sum) {
    BUG.only(|| {
        let Some(date) = NaiveDate::from_num_days_from_ce_opt(sum.day) else { return };
        let days = Days::new(sum.days);
        if let Some(later) = date.checked_add_days(days) {
            assert_eq!(later.checked_sub_days(days), Some(date));
        }
    });
}

/// The same of a date and days as twelve bytes.
#[property]
#[ignore = "finds the bug"]
pub fn days_are_added_to_the_date_in_the_bytes(bytes: &[u8]) {
    if let Some((day, rest)) = bytes.split_first_chunk()
        && let Some(days) = rest.first_chunk()
    {
        let (day, days) = (i32::from_le_bytes(*day), u64::from_le_bytes(*days));
        days_are_added(&Sum { day, days });
    }
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}
