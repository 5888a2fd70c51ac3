//! A regular expression, printed to text.

use mutagen_core::Mutate;
use std::fmt::Write;

/// Expressions one after the other.
#[derive(Debug, Clone, Mutate)]
pub struct Pattern(pub Vec<Item>);

/// An expression.
#[derive(Debug, Clone, Mutate)]
pub enum Item {
    /// A letter.
    Letter(char),
    /// Any character.
    Any,
    /// The start or the end.
    Anchor(bool),
    /// A backslash, a letter, and digits for it.
    Escape {
        /// What is escaped.
        kind: Escape,
        /// Digits of base 16.
        #[mutate(max_len = 8)]
        digits: Vec<Digit>,
        /// Whether the digits are in braces.
        braces: bool,
    },
    /// A class of characters.
    Class {
        /// Whether the class has the other characters.
        negated: bool,
        /// The characters.
        ranges: Vec<(char, char)>,
    },
    /// An expression in parentheses.
    Group(Group, Pattern),
    /// One expression or the other.
    Either(Pattern, Pattern),
    /// An expression again and again.
    Repeat(Box<Item>, Repeat),
}

/// What is escaped.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Escape {
    /// A character by its number, of two digits.
    Hex2,
    /// Of four digits.
    Hex4,
    /// Of eight digits.
    Hex8,
    /// A property of characters.
    Property,
    /// A group by its number.
    Group,
    /// A class such as `\d` or `\W`.
    Class(bool),
    /// The start or the end of a word.
    Word,
    /// Any character.
    Other(char),
}

/// A digit of base 16.
#[derive(Debug, Clone, Copy, Mutate)]
pub struct Digit(#[mutate(range = 0..=15)] pub u8);

/// What parentheses are for.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Group {
    /// The text in them is remembered.
    Capture,
    /// The text in them has a name.
    Named,
    /// They only group.
    Plain,
    /// The text comes next, or does not come next.
    Ahead(bool),
    /// The text comes before, or does not come before.
    Behind(bool),
    /// No other way to match the text is tried.
    Atomic,
}

/// How often an expression is repeated.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Repeat {
    /// `*`
    Any,
    /// `+`
    Some,
    /// `?`
    Maybe,
    /// Numbers in braces.
    Count(#[mutate(range = 0..=9)] u8, #[mutate(range = 0..=9)] u8),
}

impl Pattern {
    /// The text of the pattern.
    pub fn print(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) {
        for item in &self.0 {
            item.write(out);
        }
    }
}

impl Item {
    fn write(&self, out: &mut String) {
        match self {
            Item::Letter(letter) => out.push(*letter),
            Item::Any => out.push('.'),
            Item::Anchor(start) => out.push(if *start { '^' } else { '$' }),
            Item::Escape { kind, digits, braces } => {
                out.push('\\');
                out.push(kind.letter());
                if *braces {
                    out.push('{');
                }
                for Digit(digit) in digits {
                    write!(out, "{digit:x}").expect("a text has room");
                }
                if *braces {
                    out.push('}');
                }
            }
            Item::Class { negated, ranges } => {
                out.push_str(if *negated { "[^" } else { "[" });
                for (first, last) in ranges {
                    write!(out, "{first}-{last}").expect("a text has room");
                }
                out.push(']');
            }
            Item::Group(group, pattern) => {
                out.push_str(group.start());
                pattern.write(out);
                out.push(')');
            }
            Item::Either(left, right) => {
                left.write(out);
                out.push('|');
                right.write(out);
            }
            Item::Repeat(item, repeat) => {
                item.write(out);
                match repeat {
                    Repeat::Any => out.push('*'),
                    Repeat::Some => out.push('+'),
                    Repeat::Maybe => out.push('?'),
                    Repeat::Count(least, most) => {
                        write!(out, "{{{least},{most}}}").expect("a text has room");
                    }
                }
            }
        }
    }
}

impl Escape {
    fn letter(self) -> char {
        match self {
            Escape::Hex2 => 'x',
            Escape::Hex4 => 'u',
            Escape::Hex8 => 'U',
            Escape::Property => 'p',
            Escape::Group => '1',
            Escape::Class(digit) => {
                if digit {
                    'd'
                } else {
                    'W'
                }
            }
            Escape::Word => 'b',
            Escape::Other(letter) => letter,
        }
    }
}

impl Group {
    fn start(self) -> &'static str {
        match self {
            Group::Capture => "(",
            Group::Named => "(?<name>",
            Group::Plain => "(?:",
            Group::Ahead(true) => "(?=",
            Group::Ahead(false) => "(?!",
            Group::Behind(true) => "(?<=",
            Group::Behind(false) => "(?<!",
            Group::Atomic => "(?>",
        }
    }
}
