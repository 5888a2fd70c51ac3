//! Dates in the form of ISO 8601, four digits, two digits and two digits, with hyphens. Texts that
//! are no date are discarded. The bug: every fourth year is a leap year for the reader, centuries
//! included, so a date that does not exist comes back as another one from its number of days.

use mutagen_core::{Outcome, assume, check};

/// A date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Date {
    /// The year.
    pub year: u32,
    /// The month, from 1.
    pub month: u32,
    /// The day of the month, from 1.
    pub day: u32,
}

impl Date {
    /// Reads a date.
    pub fn parse(text: &str) -> Option<Date> {
        let [year, month, day] = fields(text)?;
        if year < 1583 || !(1..=12).contains(&month) {
            return None;
        }
        (day >= 1 && day <= days_of_month(year, month)).then_some(Date { year, month, day })
    }

    /// Days since the first of March of the year 0.
    pub fn number(self) -> u32 {
        // A year begins in March, so that the leap day is its last one.
        let (year, month) = if self.month > 2 {
            (self.year, self.month - 3)
        } else {
            (self.year - 1, self.month + 9)
        };
        year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + self.day - 1
    }

    /// The date with this number of days.
    pub fn from_number(number: u32) -> Date {
        let era = number / 146_097;
        let day_of_era = number % 146_097;
        let leap = day_of_era / 1_460 - day_of_era / 36_524 + day_of_era / 146_096;
        let year_of_era = (day_of_era - leap) / 365;
        let day_of_year = day_of_era - (year_of_era * 365 + year_of_era / 4 - year_of_era / 100);
        let month = (day_of_year * 5 + 2) / 153;
        let day = day_of_year - (month * 153 + 2) / 5 + 1;
        let year = era * 400 + year_of_era;
        match month {
            0..10 => Date { year, month: month + 3, day },
            _ => Date { year: year + 1, month: month - 9, day },
        }
    }
}

/// Year, month and day.
fn fields(text: &str) -> Option<[u32; 3]> {
    let bytes = text.as_bytes();
    if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
        return None;
    }
    Some([number(&bytes[..4])?, number(&bytes[5..7])?, number(&bytes[8..])?])
}

fn number(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |number, digit| {
        digit.is_ascii_digit().then(|| number * 10 + u32::from(digit - b'0'))
    })
}

fn days_of_month(year: u32, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) => 29,
        2 => 28,
        _ => 31,
    }
}

/// A date comes back from its number of days.
pub fn property(text: &str) -> Outcome {
    let date = Date::parse(text);
    assume!(date.is_some());
    let Some(date) = date else { return Outcome::Discarded };
    check!(Date::from_number(date.number()) == date)
}
