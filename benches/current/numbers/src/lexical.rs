//! lexical-core 1.0.6: numbers are read and written as std does.

use mutagen_core::{Mutate, Outcome, check, property};

/// A float as text: digits, a point, digits, an exponent.
#[derive(Debug, Clone, Mutate)]
pub struct Float {
    negative: bool,
    before: u64,
    #[mutate(max_len = 30)]
    digits: Vec<Digit>,
    exponent: Option<i16>,
}

/// A digit.
#[derive(Debug, Clone, Copy, Mutate)]
pub struct Digit(#[mutate(range = 0..=9)] u8);

impl Float {
    fn print(&self) -> String {
        let mut text = if self.negative { String::from("-") } else { String::new() };
        text.push_str(&self.before.to_string());
        text.push('.');
        text.extend(self.digits.iter().map(|digit| char::from(b'0' + digit.0)));
        if let Some(exponent) = self.exponent {
            text.push_str(&format!("e{exponent}"));
        }
        text
    }
}

/// A printed float is read as std reads it.
#[property]
pub fn floats_are_read_as_by_std(float: &Float) -> Outcome {
    let text = float.print();
    let std: f64 = text.parse().expect("a float");
    let given = lexical_core::parse::<f64>(text.as_bytes());
    let single: f32 = text.parse().expect("a float");
    assert_eq!(lexical_core::parse::<f32>(text.as_bytes()).map(f32::to_bits), Ok(single.to_bits()));
    check!(given.map(f64::to_bits) == Ok(std.to_bits()))
}

/// A written float is read again as the same one.
#[property]
pub fn written_floats_are_read_again(value: f64) -> Outcome {
    let mut buffer = [0; 128];
    let text = lexical_core::write(value, &mut buffer);
    let read: f64 = str::from_utf8(text).expect("ASCII").parse().expect("a float");
    check!(read.to_bits() == value.to_bits() || value.is_nan())
}

/// Text is a whole number for both or for none.
#[property]
pub fn whole_numbers_are_read_as_by_std(text: &str) -> Outcome {
    assert_eq!(lexical_core::parse::<u8>(text.as_bytes()).ok(), text.parse().ok());
    check!(lexical_core::parse::<i64>(text.as_bytes()).ok() == text.parse().ok())
}
