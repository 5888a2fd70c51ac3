//! Generates five values of a type and prints them as text, in the form that `text::parse` reads.
//!
//! ```text
//! $ cargo run -p mutagen-core --example generate
//! Number(-2)
//! Negate(Negate(Number(3)))
//! Negate(Add(Add(Number(0), Negate(Number(3))), Add(Number(0), Number(2))))
//! Number(2)
//! Negate(Add(Number(3), Number(3)))
//! ```

use mutagen_core::{Generator, Mutate, text};

/// A term of a small calculator.
#[derive(Debug, PartialEq, Mutate)]
enum Term {
    Number(i32),
    Add(Box<Term>, Box<Term>),
    Negate(Box<Term>),
}

fn main() -> Result<(), text::ParseError> {
    for seed in 0..5 {
        let term = Term::generate(&mut Generator::seeded(seed, 6));
        let printed = text::print(&term);
        println!("{printed}");
        assert_eq!(text::parse::<Term>(&printed)?.value, term);
    }
    Ok(())
}
