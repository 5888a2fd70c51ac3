//! `chrono`: dates and times without a zone and in UTC, spans and weekdays. Each is one node, with
//! the mutants of its year, month and day, of its second and nanosecond, or of its date and its
//! time. A day that the month does not have becomes the last day of the month. Generated years are
//! within ±[`Generator::range`] of 2000. Values are printed in ISO 8601, between double quotes.

use crate::impls::by_shape::via::{Via, quoted, via};
use crate::value::{Generator, Mutate};
use chrono::{
    DateTime, Datelike, Month, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Timelike, Utc,
    Weekday,
};

const SECOND: u32 = 1_000_000_000;

/// The year from which years are counted.
const EPOCH: i32 = 2000;

mutagen_derive::foreign! {
    enum Weekday { Mon, Tue, Wed, Thu, Fri, Sat, Sun }

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

impl Via<parts::NaiveDate> for NaiveDate {
    fn to_parts(&self) -> Option<parts::NaiveDate> {
        let years = self.year() - EPOCH;
        Some(parts::NaiveDate { years, month: self.month(), day: self.day() })
    }
    fn from_parts(parts: &parts::NaiveDate) -> Self {
        let (first, last) = (NaiveDate::MIN.year(), NaiveDate::MAX.year());
        let year = parts.years.saturating_add(EPOCH).clamp(first, last);
        // A month lacks at most 3 of 31 days.
        let days = (parts.day.saturating_sub(3)..=parts.day).rev();
        let mut dates = days.filter_map(|day| NaiveDate::from_ymd_opt(year, parts.month, day));
        dates.next().unwrap_or_default()
    }
    quoted!("a date such as \"2024-02-29\"");
}

via!([] NaiveDate, parts::NaiveDate);

impl Via<parts::NaiveTime> for NaiveTime {
    fn to_parts(&self) -> Option<parts::NaiveTime> {
        let (second, nanosecond) = (self.num_seconds_from_midnight(), self.nanosecond());
        Some(parts::NaiveTime { second, nanosecond })
    }
    fn from_parts(parts: &parts::NaiveTime) -> Self {
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
        Self::from_parts(&parts)
    }
    quoted!("a time such as \"23:59:00.5\"");
}

via!([] NaiveTime, parts::NaiveTime);

impl Via<(NaiveDate, NaiveTime)> for NaiveDateTime {
    fn to_parts(&self) -> Option<(NaiveDate, NaiveTime)> {
        Some((self.date(), self.time()))
    }
    fn from_parts(parts: &(NaiveDate, NaiveTime)) -> Self {
        parts.0.and_time(parts.1)
    }
    quoted!("a date and time such as \"2024-02-29T23:59:00\"", |time| format!("{time:?}"));
}

via!([] NaiveDateTime, (NaiveDate, NaiveTime));

impl Via<NaiveDateTime> for DateTime<Utc> {
    fn to_parts(&self) -> Option<NaiveDateTime> {
        Some(self.naive_utc())
    }
    fn from_parts(parts: &NaiveDateTime) -> Self {
        parts.and_utc()
    }
    quoted!("a date and time such as \"2024-02-29T23:59:00Z\"", |time| format!(
        "{:?}Z",
        time.naive_utc()
    ));
}

via!([] DateTime<Utc>, NaiveDateTime);

impl Via<parts::TimeDelta> for TimeDelta {
    fn to_parts(&self) -> Option<parts::TimeDelta> {
        let (secs, nanos) = (self.num_seconds(), self.subsec_nanos());
        // `chrono` rounds seconds towards 0, so the nanoseconds of a negative span are negative.
        let borrow = i64::from(nanos < 0);
        let nanos = u32::try_from(nanos + borrow as i32 * SECOND as i32).ok()?;
        Some(parts::TimeDelta { secs: secs - borrow, nanos })
    }
    fn from_parts(parts: &parts::TimeDelta) -> Self {
        let nearest = if parts.secs < 0 { TimeDelta::MIN } else { TimeDelta::MAX };
        TimeDelta::new(parts.secs, parts.nanos).unwrap_or(nearest)
    }
}

via!([] TimeDelta, parts::TimeDelta);
