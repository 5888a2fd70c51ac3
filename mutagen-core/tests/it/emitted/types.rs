//! Types of users of every kind that an emitted test has to name. The modules inside have types
//! that the properties do not import.

use super::text;
use mutagen_core::{Generator, Mutate, Via, With};
use std::collections::BTreeMap;

#[derive(Debug, Clone, PartialEq, Mutate)]
pub enum Tree {
    E,
    T(paint::Color, Box<Tree>, i32, Box<Tree>),
}

pub mod paint {
    //! Types that are not imported.

    use mutagen_core::Mutate;

    #[derive(Debug, Clone, Copy, PartialEq, Mutate)]
    pub enum Color {
        R,
        B,
    }

    pub mod r#type {
        //! A module with a keyword for a name.

        use mutagen_core::Mutate;

        /// It has the name of a type in another module, and names that are keywords.
        #[derive(Debug, Mutate)]
        pub struct Config {
            pub r#type: r#Match,
            pub width: Option<f32>,
        }

        #[derive(Debug, Mutate)]
        pub enum r#Match {
            r#Self_,
            Loop { r#loop: u8, r#in: char },
        }
    }
}

#[derive(Debug, Mutate)]
pub struct Config {
    pub retries: u8,
    pub name: String,
    pub limits: BTreeMap<String, Pair<u8, Vec<Option<i64>>>>,
    pub inner: paint::r#type::Config,
}

#[derive(Debug, Clone, Mutate)]
pub struct Pair<A, B> {
    pub first: A,
    pub second: B,
}

#[derive(Debug, Mutate)]
#[mutate(transparent)]
pub struct Meters(pub f64);

#[derive(Debug, Mutate)]
#[mutate(transparent)]
pub struct Name {
    pub text: Box<Option<String>>,
}

#[derive(Debug, Mutate)]
pub struct Unit;

#[derive(Debug, Mutate)]
pub struct Braces {}

#[derive(Debug, Mutate)]
pub enum Empty {
    Parentheses(),
    Braces {},
}

/// A field that the engine does not see.
#[derive(Debug, Mutate)]
pub struct Cached(
    pub u64,
    #[expect(dead_code)]
    #[mutate(fixed, cell, default = std::cell::Cell::new(None))]
    pub std::cell::Cell<Option<u8>>,
    pub u8,
);

/// Fields with rules of their own.
#[derive(Debug, Mutate)]
pub struct Ruled {
    #[mutate(range = -10..=10)]
    pub celsius: i8,
    #[mutate(max_len = 3)]
    pub few: Vec<Tree>,
    #[mutate(regex = "[a-z]{1,3}")]
    pub word: String,
    #[mutate(regex = r"(?-u)[\x00-\x03]{0,4}")]
    pub bytes: Box<[u8]>,
    #[mutate(with = Ports)]
    pub port: Port,
    #[expect(dead_code)]
    #[mutate(fixed)]
    pub seen: u8,
}

#[derive(Debug, PartialEq)]
pub struct Port(pub u16);

pub struct Ports;

impl With<Port> for Ports {
    fn smallest() -> Port {
        Port(1)
    }
    fn generate(_: &mut Generator) -> Port {
        Port(1)
    }
    fn print(port: &Port) -> Option<String> {
        Some(format!("port {}", port.0))
    }
    fn parse(text: &str) -> Option<Port> {
        text.strip_prefix("port ")?.parse().ok().map(Port)
    }
}

/// A type that is mutated through its parts.
#[derive(Debug, Mutate)]
#[mutate(via = parts::Time)]
pub struct Time(pub u16);

pub mod parts {
    //! The parts of a time.

    #[derive(mutagen_core::Mutate)]
    pub struct Time {
        pub hour: u16,
        #[mutate(range = 0..=59)]
        pub minute: u16,
    }
}

impl Via<parts::Time> for Time {
    fn to_parts(&self) -> Option<parts::Time> {
        Some(parts::Time { hour: self.0 / 60, minute: self.0 % 60 })
    }
    fn from_parts(parts: &parts::Time) -> Time {
        Time(60 * parts.hour + parts.minute)
    }
}

/// A type that is mutated through a number.
#[derive(Debug, Mutate)]
#[mutate(via = u16)]
pub struct Bits(pub u16);

impl Via<u16> for Bits {
    fn to_parts(&self) -> Option<u16> {
        Some(self.0)
    }
    fn from_parts(parts: &u16) -> Bits {
        Bits(*parts)
    }
}

/// A type with a text form of its own.
#[derive(Debug)]
pub struct Celsius(f32);

impl Mutate for Celsius {
    fn smallest() -> Self {
        Celsius(0.0)
    }
    fn generate(generator: &mut Generator) -> Self {
        Celsius(f32::generate(generator))
    }
    fn form(this: &Self) -> text::Form {
        text::Form::Atom(format!("{:?}", this.0))
    }
    fn parse(parser: &mut text::Parser) -> Result<Self, text::ParseError> {
        f32::parse(parser).map(Celsius)
    }
}

/// A type without a text form.
#[derive(Debug)]
pub struct Handle;

impl Mutate for Handle {
    fn smallest() -> Self {
        Handle
    }
    fn generate(_: &mut Generator) -> Self {
        Handle
    }
}
