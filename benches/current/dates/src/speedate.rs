//! speedate 0.18.0: moments and durations are printed and read, as chrono reads them.

use mutagen_core::property;
use speedate::{Date, DateTime, Duration, Time};

/// What is read is printed, and read again.
#[property]
#[ignore = "not run yet"]
pub fn what_is_read_is_printed_and_read_again(text: &str) {
    if let Ok(moment) = DateTime::parse_str(text) {
        let printed = moment.to_string();
        assert_eq!(DateTime::parse_str(&printed), Ok(moment), "{printed}");
        let _ = moment.timestamp_tz();
    }
    if let Ok(date) = Date::parse_str(text) {
        let printed = date.to_string();
        assert_eq!(Date::parse_str(&printed), Ok(date), "{printed}");
    }
    if let Ok(time) = Time::parse_str(text) {
        let printed = time.to_string();
        assert_eq!(Time::parse_str(&printed), Ok(time), "{printed}");
    }
    if let Ok(duration) = Duration::parse_str(text) {
        let printed = duration.to_string();
        assert_eq!(Duration::parse_str(&printed), Ok(duration), "{printed}");
    }
}

/// A moment of the time stamp has this time stamp.
#[property]
#[ignore = "not run yet"]
pub fn moments_have_their_time_stamps(seconds: i64, micros: u32) {
    if let Ok(moment) = DateTime::from_timestamp(seconds, micros % 1_000_000) {
        let chrono = chrono::DateTime::from_timestamp(moment.timestamp(), 0).expect("a moment");
        let text = moment.to_string();
        assert!(
            text.starts_with(&chrono.format("%Y-%m-%dT%H:%M:%S").to_string()),
            "{text} {chrono}"
        );
        // From 2e10 on, and below -2e10, a number counts milliseconds.
        if seconds.abs() <= 20_000_000_000 {
            assert_eq!(moment.timestamp(), seconds, "{text}");
        }
    }
}

/// A duration of these parts is printed and read again, and compares as its length.
#[property]
#[ignore = "not run yet"]
pub fn durations_are_printed_and_compare(a: (bool, u32, u32, u32), b: (bool, u32, u32, u32)) {
    let make = |(positive, day, second, micro): (bool, u32, u32, u32)| {
        Duration::new(positive, day % 1_000_000_000, second, micro)
    };
    let (Ok(a), Ok(b)) = (make(a), make(b)) else { return };
    let length = |duration: &Duration| {
        let micros = (i128::from(duration.day) * 86_400 + i128::from(duration.second)) * 1_000_000
            + i128::from(duration.microsecond);
        if duration.positive { micros } else { -micros }
    };
    assert_eq!(a.partial_cmp(&b), Some(length(&a).cmp(&length(&b))), "{a:?} {b:?}");
    let text = a.to_string();
    assert_eq!(Duration::parse_str(&text).as_ref().map(length), Ok(length(&a)), "{text}");
}
