//! cron 0.17.0: the next moments of a schedule are those that it includes.

use chrono::{DateTime, TimeDelta, Utc};
use cron::Schedule;
use mutagen_core::{Mutate, Outcome, check, property};
use std::str::FromStr;

/// A field of a schedule.
#[derive(Debug, Clone, Mutate)]
pub enum Field {
    /// All values.
    All,
    /// One value.
    One(u8),
    /// A range.
    Range(u8, u8),
    /// Steps from a value.
    Step(u8, #[mutate(range = 1..=7)] u8),
    /// Two values.
    Two(u8, u8),
}

impl Field {
    fn print(&self, low: u8, high: u8) -> String {
        let fit = |value: u8| low + value % (high - low + 1);
        match self {
            Field::All => "*".into(),
            Field::One(value) => fit(*value).to_string(),
            Field::Range(a, b) => format!("{}-{}", fit(*a).min(fit(*b)), fit(*a).max(fit(*b))),
            Field::Step(start, step) => format!("{}/{step}", fit(*start)),
            Field::Two(a, b) => format!("{},{}", fit(*a), fit(*b)),
        }
    }
}

/// The next moment is after the start and in the schedule, and the last one before is found again.
#[property]
#[ignore = "not run yet"]
pub fn the_next_moment_is_in_the_schedule(fields: &[Field; 6], start: u32, whole: bool) -> Outcome {
    let ranges = [(0, 59), (0, 59), (0, 23), (1, 31), (1, 12), (1, 7)];
    let texts: Vec<String> =
        fields.iter().zip(ranges).map(|(field, (low, high))| field.print(low, high)).collect();
    let text = texts.join(" ");
    let schedule = Schedule::from_str(&text).expect("a schedule");
    let start: DateTime<Utc> = DateTime::from_timestamp(start.into(), 0).expect("a moment");
    let start = if whole { start } else { start + TimeDelta::milliseconds(5) };
    let Some(next) = schedule.after(&start).next() else { return Outcome::Discarded };
    assert!(next > start && schedule.includes(next), "{text}: {next}");
    // The seconds up to the next moment, or many of them, are not in the schedule.
    let mut moment = DateTime::from_timestamp(start.timestamp() + 1, 0).expect("a moment");
    for _ in 0..300 {
        if moment >= next {
            break;
        }
        assert!(!schedule.includes(moment), "{text}: {moment} is before {next}");
        moment += TimeDelta::seconds(1);
    }
    check!(schedule.after(&(next - TimeDelta::seconds(1))).next() == Some(next))
}

/// Text that is no schedule is refused.
#[property]
pub fn any_text_is_a_schedule_or_refused(text: &str) {
    if let Ok(schedule) = Schedule::from_str(text) {
        let start = DateTime::from_timestamp(0, 0).expect("a moment");
        let _ = schedule.after(&start).next();
    }
}
