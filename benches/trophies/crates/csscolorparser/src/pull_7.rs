//! csscolorparser 0.5.0, mazznoer/csscolorparser-rs pull 7. A color in hexadecimal digits is sliced
//! by the number of its bytes, without a check that they are digits.

use mutagen_core::Mutate;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::text("csscolorparser-7", any_text_is_read_or_refused);

/// A text that is no color is an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_text_is_read_or_refused(text: &str) {
    BUG.only(|| {
        let _ = csscolorparser::parse(text);
    });
}

/// A color of CSS, as an author writes it.
#[derive(Debug, Clone, Mutate)]
pub enum Color {
    /// By name.
    Named(String),
    /// By the digits after `#`.
    Hex(#[mutate(max_len = 8)] Vec<char>),
    /// By a function of three or four values.
    Function(Function, Vec<Value>),
}

/// The function of a color.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Function {
    /// `rgb`
    Rgb,
    /// `rgba`
    Rgba,
    /// `hsl`
    Hsl,
    /// `hwb`
    Hwb,
    /// `hsv`
    Hsv,
}

/// An argument of a function.
#[derive(Debug, Clone, Mutate)]
pub enum Value {
    /// `128`
    Plain(f32),
    /// `50%`
    Percent(f32),
    /// `120deg`
    Degrees(f32),
    /// `2rad`
    Radians(f32),
}

impl Color {
    fn print(&self) -> String {
        match self {
            Color::Named(name) => name.clone(),
            Color::Hex(digits) => format!("#{}", digits.iter().collect::<String>()),
            Color::Function(function, values) => {
                let name = match function {
                    Function::Rgb => "rgb",
                    Function::Rgba => "rgba",
                    Function::Hsl => "hsl",
                    Function::Hwb => "hwb",
                    Function::Hsv => "hsv",
                };
                let values: Vec<String> = values.iter().map(Value::print).collect();
                format!("{name}({})", values.join(", "))
            }
        }
    }
}

impl Value {
    fn print(&self) -> String {
        match self {
            Value::Plain(value) => format!("{value}"),
            Value::Percent(value) => format!("{value}%"),
            Value::Degrees(value) => format!("{value}deg"),
            Value::Radians(value) => format!("{value}rad"),
        }
    }
}

/// A color, or what an author takes for one, is read or refused.
#[property]
#[ignore = "finds the bug"]
pub fn colors_are_read_or_refused(color: &Color) {
    any_text_is_read_or_refused(&color.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}
