//! `chrono`: dates and times without a zone and in UTC, spans and weekdays. Each is one node, with
//! the mutants of its year, month and day, of its second and nanosecond, or of its date and its
//! time. A day that the month does not have becomes the last day of the month. Generated years are
//! within ±[`Generator::range`] of 2000. Values are printed in ISO 8601, between double quotes.

use crate::impls::by_shape::surrogate::{Surrogate, quoted, represented, unquoted};
use crate::value::generate::Generator;
use crate::value::mutate::Mutate;
use crate::value::text::{Form, ParseError, Parser};
use chrono::{
    DateTime, Datelike, Month, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Timelike, Utc,
    Weekday,
};

const SECOND: u32 = 1_000_000_000;

/// The year from which years are counted.
const EPOCH: i32 = 2000;

mutagen_derive::foreign! {
    enum Weekday { Mon, Tue, Wed, Thu, Fri, Sat, Sun }
}

mutagen_derive::foreign! {
    enum Month {
        January, February, March, April, May, June, July, August, September, October, November,
        December,
    }
}

/// The parts of the dates and times.
mod parts {
    #[derive(mutagen_derive::Mutate)]
    pub(crate) struct NaiveDate {
        /// Years after 2000, so that small numbers are contemporary years.
        pub(super) years: i32,
        #[mutate(range = 1..=12)]
        pub(super) month: u32,
        #[mutate(range = 1..=31)]
        pub(super) day: u32,
    }

    #[derive(mutagen_derive::Mutate)]
    pub(crate) struct NaiveTime {
        #[mutate(range = 0..=86_399)]
        pub(super) second: u32,
        /// Above 999,999,999 in a leap second.
        #[mutate(range = 0..=1_999_999_999)]
        pub(super) nanosecond: u32,
    }

    #[derive(mutagen_derive::Mutate)]
    pub(crate) struct TimeDelta {
        pub(super) secs: i64,
        #[mutate(range = 0..=super::SECOND - 1)]
        pub(super) nanos: u32,
    }
}

impl Surrogate for NaiveDate {
    type Parts = parts::NaiveDate;

    fn parts(&self) -> Option<Self::Parts> {
        let years = self.year() - EPOCH;
        Some(parts::NaiveDate { years, month: self.month(), day: self.day() })
    }
    fn of(parts: &Self::Parts) -> Self {
        let (first, last) = (NaiveDate::MIN.year(), NaiveDate::MAX.year());
        let year = parts.years.saturating_add(EPOCH).clamp(first, last);
        // A month lacks at most 3 of 31 days.
        let days = (parts.day.saturating_sub(3)..=parts.day).rev();
        let mut dates = days.filter_map(|day| NaiveDate::from_ymd_opt(year, parts.month, day));
        dates.next().unwrap_or_default()
    }
    fn write(&self) -> Form {
        quoted(self)
    }
    fn read(parser: &mut Parser) -> Result<Self, ParseError> {
        unquoted(parser, "a date such as \"2024-02-29\"")
    }
}

represented!([] NaiveDate);

impl Surrogate for NaiveTime {
    type Parts = parts::NaiveTime;

    fn parts(&self) -> Option<Self::Parts> {
        let (second, nanosecond) = (self.num_seconds_from_midnight(), self.nanosecond());
        Some(parts::NaiveTime { second, nanosecond })
    }
    fn of(parts: &Self::Parts) -> Self {
        let (second, nanosecond) = (parts.second, parts.nanosecond);
        // Only the last second of a minute can be a leap second.
        NaiveTime::from_num_seconds_from_midnight_opt(second, nanosecond)
            .or_else(|| NaiveTime::from_num_seconds_from_midnight_opt(second, nanosecond % SECOND))
            .unwrap_or_default()
    }
    fn draw(generator: &mut Generator) -> Self {
        let mut parts = parts::NaiveTime::generate(generator);
        if generator.one_in(2) {
            parts.nanosecond = 0;
        }
        Self::of(&parts)
    }
    fn write(&self) -> Form {
        quoted(self)
    }
    fn read(parser: &mut Parser) -> Result<Self, ParseError> {
        unquoted(parser, "a time such as \"23:59:00.5\"")
    }
}

represented!([] NaiveTime);

impl Surrogate for NaiveDateTime {
    type Parts = (NaiveDate, NaiveTime);

    fn parts(&self) -> Option<Self::Parts> {
        Some((self.date(), self.time()))
    }
    fn of(parts: &Self::Parts) -> Self {
        parts.0.and_time(parts.1)
    }
    fn write(&self) -> Form {
        quoted(format!("{self:?}"))
    }
    fn read(parser: &mut Parser) -> Result<Self, ParseError> {
        unquoted(parser, "a date and time such as \"2024-02-29T23:59:00\"")
    }
}

represented!([] NaiveDateTime);

impl Surrogate for DateTime<Utc> {
    type Parts = NaiveDateTime;

    fn parts(&self) -> Option<NaiveDateTime> {
        Some(self.naive_utc())
    }
    fn of(parts: &NaiveDateTime) -> Self {
        parts.and_utc()
    }
    fn write(&self) -> Form {
        quoted(format!("{:?}Z", self.naive_utc()))
    }
    fn read(parser: &mut Parser) -> Result<Self, ParseError> {
        unquoted(parser, "a date and time such as \"2024-02-29T23:59:00Z\"")
    }
}

represented!([] DateTime<Utc>);

impl Surrogate for TimeDelta {
    type Parts = parts::TimeDelta;

    fn parts(&self) -> Option<Self::Parts> {
        let (secs, nanos) = (self.num_seconds(), self.subsec_nanos());
        // `chrono` rounds seconds towards 0, so the nanoseconds of a negative span are negative.
        let borrow = i64::from(nanos < 0);
        let nanos = u32::try_from(nanos + borrow as i32 * SECOND as i32).ok()?;
        Some(parts::TimeDelta { secs: secs - borrow, nanos })
    }
    fn of(parts: &Self::Parts) -> Self {
        let nearest = if parts.secs < 0 { TimeDelta::MIN } else { TimeDelta::MAX };
        TimeDelta::new(parts.secs, parts.nanos).unwrap_or(nearest)
    }
}

represented!([] TimeDelta);
