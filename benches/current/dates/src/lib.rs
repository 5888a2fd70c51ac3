//! Properties of crates of dates and times.

pub mod chrono;
pub mod cron;
pub mod humantime;
pub mod jiff;
pub mod speedate;
pub mod time;
