//! A date of an HTTP header, and the three forms in which it is written.

use mutagen_core::Mutate;

/// A date and a time, in one of the three forms.
#[derive(Debug, Clone, Mutate)]
pub struct Date {
    /// How the date is written.
    pub form: Form,
    /// The day of the week, from Monday.
    #[mutate(range = 0..=6)]
    pub weekday: u8,
    /// The day of the month: two digits.
    #[mutate(range = 0..=99)]
    pub day: u8,
    /// The month, from January.
    #[mutate(range = 0..=11)]
    pub month: u8,
    /// The year: four digits.
    #[mutate(range = 0..=9999)]
    pub year: u16,
    /// Hours, minutes and seconds: two digits each.
    pub time: (Digits, Digits, Digits),
}

/// Two digits.
#[derive(Debug, Clone, Copy, Mutate)]
pub struct Digits(#[mutate(range = 0..=99)] pub u8);

/// A form of a date.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Form {
    /// `Sun, 06 Nov 1994 08:49:37 GMT`
    Imf,
    /// `Sunday, 06-Nov-94 08:49:37 GMT`
    Rfc850,
    /// `Sun Nov  6 08:49:37 1994`
    Asctime,
}

const WEEKDAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

impl Date {
    /// The date as a header has it.
    pub fn print(&self) -> String {
        let weekday = WEEKDAYS[usize::from(self.weekday)];
        let short = &weekday[..3];
        let month = MONTHS[usize::from(self.month)];
        let (Digits(hour), Digits(minute), Digits(second)) = self.time;
        let time = format!("{hour:02}:{minute:02}:{second:02}");
        let Date { day, year, .. } = self;
        match self.form {
            Form::Imf => format!("{short}, {day:02} {month} {year:04} {time} GMT"),
            Form::Rfc850 => format!("{weekday}, {day:02}-{month}-{:02} {time} GMT", year % 100),
            Form::Asctime => format!("{short} {month} {day:>2} {time} {year:04}"),
        }
    }
}
