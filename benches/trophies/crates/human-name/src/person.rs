//! The name of a person, printed to text.

use mutagen_core::Mutate;

/// A name.
#[derive(Debug, Clone, Mutate)]
pub struct Person {
    /// Words in their order.
    #[mutate(max_len = 6)]
    pub words: Vec<Word>,
    /// Whether the surname comes first, and a comma after it.
    pub surname_first: bool,
    /// What follows the name.
    pub suffix: Option<Suffix>,
}

/// A word of a name.
#[derive(Debug, Clone, Mutate)]
pub enum Word {
    /// A title.
    Title(Title),
    /// An initial, with or without a point.
    Initial(char, bool),
    /// A name that starts with a capital letter, or not.
    Name {
        /// Whether the first letter is a capital one.
        capital: bool,
        /// The letters.
        #[mutate(max_len = 8)]
        letters: Vec<Letter>,
    },
    /// A word that belongs to a surname.
    Particle(Particle),
    /// Any text.
    Other(#[mutate(max_len = 6)] String),
}

/// A letter of a name.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Letter {
    /// From `a` to `z`.
    Plain(#[mutate(range = 0..=25)] u8),
    /// A hyphen.
    Hyphen,
    /// An apostrophe.
    Apostrophe,
    /// A letter of another alphabet, or a mark on a letter.
    Other(char),
}

/// A title.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Title {
    /// `Mr.`
    Mr,
    /// `Dr`
    Dr,
    /// `Prof.`
    Professor,
}

/// A word that belongs to a surname.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Particle {
    /// `de`
    De,
    /// `van der`
    VanDer,
    /// `Mac`
    Mac,
}

/// What follows a name.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Suffix {
    /// `Jr.`
    Junior,
    /// `III`
    Third,
    /// `PhD`
    Doctor,
}

impl Person {
    /// The text of the name.
    pub fn print(&self) -> String {
        let mut words: Vec<_> = self.words.iter().map(Word::print).collect();
        if self.surname_first
            && let Some(surname) = words.pop()
        {
            words.insert(0, format!("{surname},"));
        }
        words.extend(self.suffix.map(|suffix| suffix.text().to_owned()));
        words.join(" ")
    }
}

impl Word {
    fn print(&self) -> String {
        match self {
            Word::Title(Title::Mr) => "Mr.".to_owned(),
            Word::Title(Title::Dr) => "Dr".to_owned(),
            Word::Title(Title::Professor) => "Prof.".to_owned(),
            Word::Initial(letter, true) => format!("{letter}."),
            Word::Initial(letter, false) => letter.to_string(),
            Word::Name { capital, letters } => {
                let text = String::from_iter(letters.iter().map(|letter| letter.char()));
                let mut chars = text.chars();
                match chars.next() {
                    Some(first) if *capital => first.to_uppercase().chain(chars).collect(),
                    _ => text,
                }
            }
            Word::Particle(Particle::De) => "de".to_owned(),
            Word::Particle(Particle::VanDer) => "van der".to_owned(),
            Word::Particle(Particle::Mac) => "Mac".to_owned(),
            Word::Other(text) => text.clone(),
        }
    }
}

impl Letter {
    fn char(self) -> char {
        match self {
            Letter::Plain(letter) => char::from(b'a' + letter),
            Letter::Hyphen => '-',
            Letter::Apostrophe => '\'',
            Letter::Other(letter) => letter,
        }
    }
}

impl Suffix {
    fn text(self) -> &'static str {
        match self {
            Suffix::Junior => "Jr.",
            Suffix::Third => "III",
            Suffix::Doctor => "PhD",
        }
    }
}
