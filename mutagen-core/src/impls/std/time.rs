//! `Duration` and `SystemTime`: one node each, with the mutants of its seconds and of its
//! nanoseconds, which stay below a second. A `Duration` is printed in seconds, `1.5s`. The parser
//! also accepts `ms`, `us` and `ns`. A `SystemTime` is printed as its parts, relative to the start
//! of 1970.

use crate::impls::by_shape::via::{Via, via};
use crate::value::{Form, ParseError, Parser};
use std::time::{Duration, SystemTime};

const SECOND: u32 = 1_000_000_000;

/// The parts of the times.
mod parts {
    #[derive(mutagen_derive::Mutate)]
    pub(crate) struct Duration {
        pub(super) secs: u64,
        #[mutate(range = 0..=super::SECOND - 1)]
        pub(super) nanos: u32,
    }

    #[derive(mutagen_derive::Mutate)]
    pub(crate) struct SystemTime {
        pub(super) secs: i64,
        #[mutate(range = 0..=super::SECOND - 1)]
        pub(super) nanos: u32,
    }
}

impl Via<parts::Duration> for Duration {
    fn to_parts(&self) -> Option<parts::Duration> {
        Some(parts::Duration { secs: self.as_secs(), nanos: self.subsec_nanos() })
    }
    fn from_parts(parts: &parts::Duration) -> Self {
        Duration::new(parts.secs, parts.nanos)
    }
    fn write(this: &Self) -> Form {
        let text = format!("{}.{:09}", this.as_secs(), this.subsec_nanos());
        Form::Atom(format!("{}s", text.trim_end_matches('0').trim_end_matches('.')))
    }
    fn read(parser: &mut Parser) -> Result<Self, ParseError> {
        let expected = "a time such as `1.5s`, `20ms`, `7us` or `1ns`";
        parser.read_literal(expected, |literal| duration(&literal.replace('_', "")))
    }
}

via!([] Duration, parts::Duration);

/// The duration that a text denotes exactly.
fn duration(text: &str) -> Option<Duration> {
    let start = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let (number, unit) = text.split_at(start);
    // The number of digits after the point down to a nanosecond.
    let digits = match unit {
        "s" => 9,
        "ms" => 6,
        "us" => 3,
        "ns" => 0,
        _ => return None,
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let fraction = fraction.trim_end_matches('0');
    if fraction.len() > digits {
        return None;
    }
    let nanos: u128 = format!("{whole}{fraction:0<digits$}").parse().ok()?;
    let secs = u64::try_from(nanos / u128::from(SECOND)).ok()?;
    Some(Duration::new(secs, (nanos % u128::from(SECOND)) as u32))
}

impl Via<parts::SystemTime> for SystemTime {
    fn to_parts(&self) -> Option<parts::SystemTime> {
        let (after, distance) = match self.duration_since(SystemTime::UNIX_EPOCH) {
            Ok(distance) => (true, distance),
            Err(error) => (false, error.duration()),
        };
        // A time before a full second counts from the second before, as in Unix time.
        let borrow = !after && distance.subsec_nanos() > 0;
        let nanos = if borrow { SECOND - distance.subsec_nanos() } else { distance.subsec_nanos() };
        let secs = i128::from(distance.as_secs());
        let secs = if after { secs } else { -secs - i128::from(borrow) };
        Some(parts::SystemTime { secs: i64::try_from(secs).ok()?, nanos })
    }
    fn from_parts(parts: &parts::SystemTime) -> Self {
        let distance = Duration::from_secs(parts.secs.unsigned_abs());
        let epoch = SystemTime::UNIX_EPOCH;
        let start =
            if parts.secs < 0 { epoch.checked_sub(distance) } else { epoch.checked_add(distance) };
        // A time outside the range of the platform's clock becomes the start of 1970.
        start
            .and_then(|start| start.checked_add(Duration::from_nanos(parts.nanos.into())))
            .unwrap_or(epoch)
    }
}

via!([] SystemTime, parts::SystemTime);
