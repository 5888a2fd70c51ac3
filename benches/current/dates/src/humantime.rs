//! humantime 2.4.0, httpdate 1.0.3, iso8601 0.6.6: durations and moments are printed and read.

use mutagen_core::{Outcome, check, property};
use std::time::{Duration, UNIX_EPOCH};

/// A printed duration is read again.
#[property]
#[ignore = "not run yet"]
pub fn printed_durations_are_read_again(seconds: u64, nanos: u32) -> Outcome {
    let duration = Duration::new(seconds, nanos % 1_000_000_000);
    let text = humantime::format_duration(duration).to_string();
    check!(humantime::parse_duration(&text) == Ok(duration))
}

/// A printed moment is read again.
#[property]
#[ignore = "not run yet"]
pub fn printed_moments_are_read_again(seconds: u64, nanos: u32) {
    let moment = UNIX_EPOCH + Duration::new(seconds % 253_402_300_800, nanos % 1_000_000_000);
    let text = humantime::format_rfc3339(moment).to_string();
    assert_eq!(humantime::parse_rfc3339(&text).ok(), Some(moment), "{text}");
    let text = humantime::format_rfc3339_nanos(moment).to_string();
    assert_eq!(humantime::parse_rfc3339_weak(&text).ok(), Some(moment), "{text}");
    let whole = UNIX_EPOCH + Duration::from_secs(seconds % 253_402_300_800);
    let text = httpdate::fmt_http_date(whole);
    assert_eq!(httpdate::parse_http_date(&text).ok(), Some(whole), "{text}");
}

/// Text that is no moment or duration is refused.
#[property]
#[ignore = "not run yet"]
pub fn any_text_is_read_or_refused(text: &str) {
    let _ = humantime::parse_duration(text);
    let _ = humantime::parse_rfc3339(text);
    let _ = humantime::parse_rfc3339_weak(text);
    if let Ok(moment) = httpdate::parse_http_date(text) {
        let _ = httpdate::fmt_http_date(moment);
    }
}

/// Text that is no date of ISO 8601 is refused.
#[property]
#[ignore = "not run yet"]
pub fn any_text_is_a_date_or_refused(text: &str) {
    let _ = iso8601::datetime(text);
    let _ = iso8601::date(text);
    let _ = iso8601::time(text);
    if let Ok(duration) = iso8601::duration(text) {
        let _ = duration.to_string();
    }
}
