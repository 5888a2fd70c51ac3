//! Tests the text form with texts and values that someone made to do harm: reading and printing
//! never panic, never overflow the stack, and take a bounded time.

use mutagen_core::internal::run::thread::{STACK, on_big_stack};
use mutagen_core::internal::value::seed;
use mutagen_core::text::{ParseError, parse, print};
use mutagen_core::{Generator, Mutate};
use std::collections::{BTreeMap, HashSet};
use std::fmt::{self, Debug, Formatter};
use std::num::NonZero;
use std::time::{Duration, Instant};

#[derive(Debug, Mutate)]
enum Tree {
    E,
    T(Box<Tree>, i32, Box<Tree>),
}

#[derive(Debug, Mutate)]
struct Config {
    retries: Option<u8>,
    name: String,
    limits: Vec<(f64, char)>,
    tree: Tree,
}

#[derive(Mutate)]
struct Link {
    next: Option<Box<Link>>,
}

impl Debug for Link {
    fn fmt(&self, _: &mut Formatter<'_>) -> fmt::Result {
        panic!("the text form must call no code of the user")
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        let mut next = self.next.take();
        while let Some(mut link) = next {
            next = link.next.take();
        }
    }
}

type Map = BTreeMap<String, Vec<Option<i64>>>;
type Mixed = (Map, HashSet<NonZero<u16>>, [Vec<u8>; 2], f32);

const MOST: Duration = Duration::from_secs(1);

/// The error of a text, which must come soon.
fn error<T: Mutate>(text: &str) -> ParseError {
    let start = Instant::now();
    let read = parse::<T>(text);
    assert!(start.elapsed() < MOST, "{:?}", start.elapsed());
    let Err(error) = read else { panic!("a hostile text was read") };
    error
}

/// A text that someone changed.
fn changed(text: &str, random: &mut Generator) -> String {
    const WORDS: [&str; 24] = [
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "..",
        ",",
        ":",
        "-",
        "\"",
        "'",
        "b\"",
        "r#\"",
        "/*",
        "//",
        "#",
        "T(",
        "E",
        "NaN(",
        "1e999",
        "0x",
        "\u{0}",
        "\u{1f600}",
    ];
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..random.below(4) {
        let at = random.below(text.len() as u32 + 1) as usize;
        let end = (at + random.below(9) as usize).min(text.len());
        let word = WORDS[random.below(24) as usize];
        match random.below(7) {
            0 => text.truncate(at),
            1 => drop(text.drain(at..end)),
            2 => drop(text.splice(at..end, word.chars())),
            3 => drop(text.splice(at..at, word.repeat(1 << random.below(14)).chars())),
            4 => {
                let part: String = text[at..end].iter().collect();
                text.splice(at..at, part.repeat(1 << random.below(12)).chars());
            }
            5 => {
                text = (0..random.below(40))
                    .filter_map(|_| char::from_u32(random.below(256)))
                    .collect()
            }
            _ => text.reverse(),
        }
    }
    text.into_iter().collect()
}

/// Reads changed texts of a type, and returns how many of them were read.
fn torture<T: Mutate>(many: u64) -> u64 {
    let mut read = 0;
    for number in 0..many {
        let mut random = Generator::new(seed::random(number), 30);
        let text = changed(&print(&T::generate(&mut random)), &mut random);
        let start = Instant::now();
        let parsed = parse::<T>(&text);
        let printed = parsed.as_ref().map(|parsed| print(&parsed.value));
        assert!(start.elapsed() < MOST, "{:?} for {text}", start.elapsed());
        match printed {
            Ok(printed) => {
                read += 1;
                assert_eq!(print(&parse::<T>(&printed).unwrap().value), printed);
            }
            Err(error) => assert!(error.line > 0 && error.column > 0 && error.found.len() < 100),
        }
    }
    read
}

#[test]
fn ten_thousand_changed_texts_are_read_or_refused_each_within_a_second() {
    for read in [torture::<Tree>(3000), torture::<Config>(3000), torture::<Mixed>(4000)] {
        assert!(read > 100, "only {read} of the texts were right: the changes are too great");
    }
}

#[test]
fn texts_that_are_too_long_are_refused_with_the_place() {
    let at = |error: ParseError| (error.line, error.column, error.expected);
    let many = format!("[\n{}]", "1,".repeat(1 << 20));
    let expected = "a text of at most 524288 names, literals, marks and ends of brackets";
    assert_eq!(at(error::<Vec<u8>>(&many)), (2, 1 << 19, expected.to_owned()));
    let most = format!("[{}]", "1,".repeat((1 << 18) - 1));
    assert_eq!(parse::<Vec<u8>>(&most).unwrap().value.len(), (1 << 18) - 1);
    let long = "ä".repeat((2 << 20) + 1);
    assert_eq!(at(error::<String>(&long)).2, "a text of at most 4 MiB");
    let digits = "1".repeat(3 << 20);
    assert!(error::<u64>(&digits).to_string().len() < 200);
    assert!(error::<f64>(&format!("{digits}x")).to_string().len() < 200);
}

#[test]
fn brackets_as_deep_as_a_text_allows_are_refused_where_the_stack_ends() {
    for (open, close) in [("T(", ")"), ("[", "]"), ("(", ")"), ("{", "}")] {
        let many = (1 << 19) / 3;
        assert!(error::<Tree>(&open.repeat(many)).expected.contains("closed brackets"));
        let text = open.repeat(many) + &close.repeat(many);
        let _ = error::<Tree>(&text);
        let _ = error::<Vec<u8>>(&text);
    }
    let chain = |depth| {
        format!(
            "{}Link {{ next: None }}{}",
            "Link { next: Some(".repeat(depth),
            ") }".repeat(depth)
        )
    };
    assert!(parse::<Link>(&chain(20)).is_ok());
    let deep = chain(40_000);
    let refused = error::<Link>(&deep);
    assert!(refused.expected.starts_with("fewer brackets inside one another"), "{refused}");
    assert!(refused.line == 1 && refused.column > 20 * 18, "{refused}");
    // The stack of a property has room for more.
    let read = on_big_stack(STACK, || parse::<Link>(&chain(5000)).map(|read| print(&read.value)));
    assert_eq!(read.unwrap(), Ok(chain(5000)));
    let read = on_big_stack(STACK, || parse::<Link>(&deep).map(drop)).unwrap();
    assert!(read.as_ref().err().is_none_or(|error| error.expected == refused.expected), "{read:?}");
}

#[derive(Debug, Mutate)]
struct Large {
    #[mutate(fixed)]
    _bytes: [[u64; 32]; 32],
    number: u8,
}

#[test]
fn a_short_text_of_large_values_is_refused_before_they_fill_the_memory() {
    let text = format!("[{}]", "Large { .. }, ".repeat(40_000));
    let refused = error::<Vec<Large>>(&text);
    assert_eq!(refused.expected, "values that take at most 64 MiB");
    assert!(refused.column > 4000 * 14, "{refused}");
    let boxed = error::<Vec<Box<Large>>>(&text);
    assert_eq!(boxed.expected, refused.expected);
}

/// A chain of a million links, printed on a stack that no recursion would fit on.
#[test]
fn a_million_links_are_printed_on_a_small_stack() {
    let chain =
        (0..1_000_000).fold(Link { next: None }, |rest, _| Link { next: Some(Box::new(rest)) });
    let text = on_big_stack(128 << 10, || print(&chain)).unwrap();
    assert_eq!(text.len(), 1_000_000 * 21 + 19);
    assert!(text.starts_with("Link { next: Some(Link { next: Some(") && text.ends_with(") }) }"));
}
