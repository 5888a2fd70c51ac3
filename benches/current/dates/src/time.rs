//! time 0.3.55: dates and durations agree with those of jiff and with numbers.

use mutagen_core::{Outcome, check, property};
use time::format_description::well_known::{Iso8601, Rfc2822, Rfc3339};
use time::{Date, Duration, OffsetDateTime, UtcOffset};

/// The parts of a date are those of jiff and chrono.
#[property]
#[ignore = "not run yet"]
pub fn the_parts_of_dates_agree(year: i16, day: u16) -> Outcome {
    let (year, day) = (year % 10_000, day % 366 + 1);
    let Ok(date) = Date::from_ordinal_date(year.into(), day) else { return Outcome::Discarded };
    let other = jiff::civil::Date::new(year, u8::from(date.month()) as i8, date.day() as i8);
    let other = other.expect("the same date");
    let third = chrono::NaiveDate::from_yo_opt(year.into(), day.into()).expect("the same date");
    assert_eq!(i32::from(other.day_of_year()), i32::from(day));
    let week = other.iso_week_date();
    let (a, b, c) = date.to_iso_week_date();
    assert_eq!((i32::from(week.year()), i32::from(week.week())), (a, i32::from(b)));
    assert_eq!(Date::from_iso_week_date(a, b, c), Ok(date));
    let third_week = chrono::Datelike::iso_week(&third);
    assert_eq!((third_week.year(), third_week.week()), (a, b.into()));
    assert_eq!(date.to_julian_day(), chrono::Datelike::num_days_from_ce(&third) + 1_721_425);
    assert_eq!(
        i32::from(other.weekday().to_monday_one_offset()),
        i32::from(c.number_from_monday())
    );
    assert_eq!(
        date.next_day().map(|day| day.to_julian_day()),
        other.tomorrow().ok().map(|_| date.to_julian_day() + 1)
    );
    Outcome::Passed
}

/// A printed moment is read again.
#[property]
#[ignore = "not run yet"]
pub fn printed_moments_are_read_again(seconds: i64, nanos: u32, minutes: i16) -> Outcome {
    let Ok(moment) = OffsetDateTime::from_unix_timestamp(seconds % 253_402_300_800) else {
        return Outcome::Discarded;
    };
    let offset = UtcOffset::from_whole_seconds(i32::from(minutes % 1440) * 60).expect("small");
    let moment = moment.replace_nanosecond(nanos % 1_000_000_000).expect("small");
    let Some(moment) = moment.checked_to_offset(offset) else { return Outcome::Discarded };
    if let Ok(text) = moment.format(&Rfc3339) {
        assert_eq!(OffsetDateTime::parse(&text, &Rfc3339), Ok(moment), "{text}");
    }
    if let Ok(text) = moment.format(&Iso8601::DEFAULT) {
        assert_eq!(OffsetDateTime::parse(&text, &Iso8601::DEFAULT), Ok(moment), "{text}");
    }
    let whole = moment.replace_nanosecond(0).expect("zero");
    if let Ok(text) = whole.format(&Rfc2822) {
        assert_eq!(OffsetDateTime::parse(&text, &Rfc2822), Ok(whole), "{text}");
    }
    Outcome::Passed
}

/// Durations are numbers of nanoseconds.
#[property]
#[ignore = "not run yet"]
pub fn durations_are_numbers(a: (i64, i32), b: (i64, i32), by: i32) -> Outcome {
    let make = |(seconds, nanos): (i64, i32)| Duration::new(seconds / 4, nanos);
    let (a, b) = (make(a), make(b));
    let (x, y) = (a.whole_nanoseconds(), b.whole_nanoseconds());
    assert_eq!(a.checked_add(b).map(Duration::whole_nanoseconds), Some(x + y));
    assert_eq!(a.checked_sub(b).map(Duration::whole_nanoseconds), Some(x - y));
    if let Some(product) = a.checked_mul(by) {
        assert_eq!(product.whole_nanoseconds(), x * i128::from(by));
    }
    if let Some(quotient) = a.checked_div(by) {
        assert_eq!(quotient.whole_nanoseconds(), x / i128::from(by));
    }
    check!(a.cmp(&b) == x.cmp(&y))
}

/// Text that is no moment is refused.
#[property]
#[ignore = "not run yet"]
pub fn any_text_is_read_or_refused(text: &str) {
    let _ = OffsetDateTime::parse(text, &Rfc3339);
    let _ = OffsetDateTime::parse(text, &Rfc2822);
    let _ = OffsetDateTime::parse(text, &Iso8601::DEFAULT);
    let _ = time::format_description::parse_borrowed::<2>(text);
}
