//! Tests the options of `#[mutate(…)]`: every value that can be generated or reached by mutation
//! has the promised properties.

use mutagen_core::internal::search::batch::Batch;
use mutagen_core::internal::value::context::Context;
use mutagen_core::internal::value::node::Node;
use mutagen_core::internal::value::seed;
use mutagen_core::internal::value::walk::structural_hash;
use mutagen_core::text::{parse, print};
use mutagen_core::{Generator, Mutate, Via, With};
use std::time::Instant;

#[derive(Debug, Clone, PartialEq, Mutate)]
struct Config {
    #[mutate(range = 1..=6)]
    retries: u8,
    #[mutate(range = -1.5..=1.5, default = 0.5)]
    level: f32,
    #[mutate(max_len = 3)]
    name: String,
    #[mutate(max_len = 2)]
    parts: Vec<Part>,
    #[mutate(default = 7)]
    port: u16,
    #[mutate(fixed, default = "v1".to_owned())]
    version: String,
    #[mutate(fixed)]
    unused: Option<u8>,
}

#[derive(Debug, Clone, PartialEq, Mutate)]
enum Part {
    #[mutate(weight = 9)]
    Often,
    Rarely(u8),
    #[mutate(skip)]
    Never(u8),
}

fn holds(config: &Config) {
    assert!((1..=6).contains(&config.retries), "{config:?}");
    assert!((-1.5..=1.5).contains(&config.level), "{config:?}");
    assert!(config.name.chars().count() <= 3, "{config:?}");
    assert!(config.parts.len() <= 2, "{config:?}");
    assert!(!config.parts.iter().any(|part| matches!(part, Part::Never(_))), "{config:?}");
    assert_eq!((config.version.as_str(), config.unused), ("v1", None));
}

fn generate<T: Mutate>(number: u64) -> T {
    T::generate(&mut Generator::new(seed::random(number), 8))
}

#[test]
fn the_smallest_value_has_the_defaults() {
    let expected = Config {
        retries: 1,
        level: 0.5,
        name: String::new(),
        parts: vec![],
        port: 7,
        version: "v1".into(),
        unused: None,
    };
    assert_eq!(Config::smallest(), expected);
}

#[test]
fn generated_values_and_their_mutants_keep_the_rules_and_are_undone() {
    let mut longest = (0, 0);
    for number in 0..60 {
        let config: Config = generate(number);
        holds(&config);
        longest = (longest.0.max(config.name.chars().count()), longest.1.max(config.parts.len()));
        let mut context = Context::new(number, 8);
        let mut batch = Batch::new(Box::new(config.clone()), 0, 20);
        while batch.serve(&mut context).is_some() {
            holds(batch.value().downcast_ref().unwrap());
            batch.restore(&mut context);
            assert_eq!(batch.value().downcast_ref(), Some(&config));
        }
    }
    assert_eq!(longest, (3, 2), "the rules were never at work");
}

#[test]
fn a_ranged_number_reaches_both_ends() {
    let drawn: Vec<u8> = (0..200).map(|number| generate::<Config>(number).retries).collect();
    assert_eq!((drawn.iter().min(), drawn.iter().max()), (Some(&1), Some(&6)));
    let mut context = Context::new(0, 8);
    let mut batch = Batch::new(Box::new((Config::smallest(),)), 0, 60);
    let mut seen = [false; 7];
    while batch.serve(&mut context).is_some() {
        let (config,) = batch.value().downcast_ref::<(Config,)>().unwrap();
        seen[usize::from(config.retries)] = true;
        batch.restore(&mut context);
    }
    assert_eq!(seen, [false, true, true, true, true, true, true]);
}

#[test]
fn weights_whose_sum_is_great_keep_their_proportions() {
    #[derive(Debug, Mutate)]
    enum Heavy {
        #[mutate(weight = 4294967295)]
        First,
        #[mutate(weight = 4294967295)]
        Second,
        #[mutate(weight = 2147483648)]
        Third,
        #[mutate(weight = 0)]
        Never,
    }
    let mut drawn = [0; 4];
    let mut generator = Generator::new(seed::random(1), 10);
    for _ in 0..1000 {
        drawn[Heavy::generate(&mut generator) as usize] += 1;
    }
    for (drawn, expected) in drawn.into_iter().zip([400, 400, 200, 0]) {
        assert!((expected * 8 / 10..=expected * 12 / 10).contains(&drawn), "{drawn} of {expected}");
    }
}

#[test]
fn a_weight_makes_a_variant_likelier() {
    let parts: Vec<Part> = (0..2000).map(generate).collect();
    let often = parts.iter().filter(|part| **part == Part::Often).count();
    assert!((1700..1900).contains(&often), "{often} of 2000 where 1800 are to be expected");
}

#[test]
fn a_skipped_variant_that_a_user_made_is_left_by_mutation() {
    let mut context = Context::new(0, 8);
    let mut batch = Batch::new(Box::new(Part::Never(3)), 0, 1);
    let mut mutants = Vec::new();
    while let Some((0, _)) = batch.serve(&mut context) {
        mutants.push(batch.value().downcast_ref::<Part>().unwrap().clone());
        batch.restore(&mut context);
    }
    assert_eq!(mutants, [Part::Often, Part::Rarely(3)]);
}

#[test]
fn fixed_fields_are_not_written_and_missing_ones_get_their_default() {
    let text = print(&Config::smallest());
    assert_eq!(text, "Config { retries: 1, level: 0.5, name: \"\", parts: [], port: 7 }");
    let parsed = parse::<Config>("Config { retries: 2, name: \"a\", parts: [Never(1)] }").unwrap();
    assert_eq!((parsed.value.port, parsed.value.level), (7, 0.5));
    assert_eq!(parsed.notes.len(), 2);
    assert!(parsed.notes[1].contains("`port` of `Config` is missing and gets its default"));
    let error = parse::<Config>("Config { retries: 9, name: \"\", parts: [] }").unwrap_err();
    assert!(error.to_string().contains("a value from 1 to 6, found `9`"), "{error}");
    let error = parse::<Config>("Config { retries: 2, name: \"long\", parts: [] }").unwrap_err();
    assert!(error.to_string().contains("at most 3 elements"), "{error}");
}

/// A type of another crate, without `Mutate`, `Clone` and `Debug`.
struct Since;

impl With<Instant> for Since {
    fn smallest() -> Instant {
        Instant::now()
    }
    fn generate(generator: &mut Generator) -> Instant {
        Instant::now() + std::time::Duration::from_secs(u64::from(generator.number(1, 100)))
    }
}

#[derive(Mutate)]
struct Timed {
    #[mutate(with = Since)]
    at: Instant,
    count: u8,
}

struct Even;

impl With<u32> for Even {
    fn smallest() -> u32 {
        0
    }
    fn generate(generator: &mut Generator) -> u32 {
        2 * generator.number(0, 50)
    }
    fn mutants(value: &u32) -> Vec<u32> {
        vec![value + 2, value + 4]
    }
    fn copy(value: &u32) -> Option<u32> {
        Some(*value)
    }
    fn print(value: &u32) -> Option<String> {
        Some(value.to_string())
    }
    fn parse(text: &str) -> Option<u32> {
        text.parse().ok().filter(|number| number % 2 == 0)
    }
}

#[derive(Debug, Clone, PartialEq, Mutate)]
struct Evens(#[mutate(with = Even)] u32, #[mutate(with = Even)] u32);

#[test]
fn a_type_of_ones_own_makes_mutates_writes_and_reads_a_foreign_field() {
    let value = Evens(4, 8);
    let mut context = Context::new(0, 8);
    let mut batch = Batch::new(Box::new(value.clone()), 0, 3);
    let mut mutants = Vec::new();
    while batch.serve(&mut context).is_some() {
        mutants.push(batch.value().downcast_ref::<Evens>().unwrap().clone());
        batch.restore(&mut context);
    }
    assert_eq!(mutants[..3], [Evens(4, 4), Evens(8, 4), Evens(8, 8)]);
    assert_eq!(mutants[3..5], [Evens(6, 8), Evens(8, 8)]);
    assert_eq!(mutants.len(), 3 + 2 * (2 + 3));
    assert!(mutants.iter().all(|Evens(a, b)| a % 2 == 0 && b % 2 == 0));
    assert_eq!(print(&value), "Evens(\"4\", \"8\")");
    assert_eq!(parse::<Evens>(&print(&value)).unwrap().value, value);
    assert!(parse::<Evens>("Evens(\"4\", \"7\")").is_err());
    let timed = Timed::smallest();
    assert!(Mutate::copy(&timed).is_none());
    assert!(print(&timed).contains("<opaque "));
}

#[derive(Debug, Clone, PartialEq, Mutate)]
#[mutate(transparent)]
struct Meters(f64);

#[derive(Debug, Clone, PartialEq, Mutate)]
enum Chain {
    End,
    Link(Linked),
}

#[derive(Debug, Clone, PartialEq, Mutate)]
#[mutate(transparent)]
struct Linked {
    next: Box<Chain>,
}

#[test]
fn a_transparent_type_is_its_field_in_positions_mutants_and_text() {
    assert_eq!(print(&Meters(1.5)), "1.5");
    assert_eq!(parse::<Meters>("2.0").unwrap().value, Meters(2.0));
    assert_eq!(structural_hash(Mutate::node(&Meters(1.0))), structural_hash(&1.0_f64));
    let chain = Chain::Link(Linked { next: Box::new(Chain::End) });
    assert_eq!(print(&chain), "Link(End)");
    let mut context = Context::new(0, 8);
    let mut batch = Batch::new(Box::new(chain), 0, 1);
    // The child can replace the value, as with a box.
    assert_eq!(batch.serve(&mut context), Some((0, 0)));
    assert_eq!(batch.value().downcast_ref(), Some(&Chain::End));
}

/// A time of day in minutes, or no time at all.
#[derive(Debug, Clone, PartialEq, Mutate)]
#[mutate(via = (Hour, Minute))]
struct Time(u16);

#[derive(Mutate)]
struct Hour(#[mutate(range = 0..=23)] u16);

#[derive(Mutate)]
#[mutate(transparent)]
struct Minute(u8);

/// A value outside of all parts, which only users make.
const NEVER: Time = Time(9999);

impl Via<(Hour, Minute)> for Time {
    fn to_parts(&self) -> Option<(Hour, Minute)> {
        (*self != NEVER).then_some((Hour(self.0 / 60), Minute((self.0 % 60) as u8)))
    }
    fn from_parts((hour, minute): &(Hour, Minute)) -> Time {
        Time(60 * hour.0 + u16::from(minute.0.min(59)))
    }
}

/// A set in a type whose fields cannot have `Mutate`, with another name of the crate.
#[derive(Debug, Clone, PartialEq, Mutate)]
#[mutate(via = Vec<T>, crate = framework::property)]
struct Sorted<T> {
    all: &'static [u8],
    sorted: Vec<T>,
}

impl<T: Mutate + Ord + Clone> Via<Vec<T>> for Sorted<T> {
    fn to_parts(&self) -> Option<Vec<T>> {
        Some(self.sorted.clone())
    }
    fn from_parts(parts: &Vec<T>) -> Self {
        let mut sorted = parts.clone();
        sorted.sort();
        Sorted { all: b"", sorted }
    }
}

#[test]
fn a_type_via_its_parts_obeys_the_laws_and_keeps_its_invariant() {
    crate::laws::obeys::<Time>();
    crate::laws::obeys::<Sorted<u8>>();
    crate::laws::obeys::<Vec<Sorted<Option<bool>>>>();
    let mut changed = 0;
    for number in 0..60 {
        let mut context = Context::new(number, 8);
        let value = (generate::<Time>(number), generate::<Sorted<u8>>(number));
        let mut batch = Batch::new(Box::new(value.clone()), 0, 20);
        while batch.serve(&mut context).is_some() {
            let (time, sorted) = batch.value().downcast_ref::<(Time, Sorted<u8>)>().unwrap();
            assert!(time.0 < 24 * 60 && sorted.sorted.is_sorted(), "{time:?} {sorted:?}");
            changed += u32::from(*time != value.0 || *sorted != value.1);
            batch.restore(&mut context);
        }
    }
    assert!(changed > 2000, "{changed}");
}

#[test]
fn a_type_via_its_parts_has_their_mutants_and_text() {
    let time = Time(125);
    assert_eq!(print(&time), "(Hour(2), 5)");
    assert_eq!(parse::<Time>("(Hour(23), 77)").unwrap().value, Time(23 * 60 + 59));
    assert!(parse::<Time>("(Hour(24), 0)").unwrap_err().to_string().contains("from 0 to 23"));
    let sorted = Sorted { all: b"", sorted: vec![3, 7] };
    let parts = vec![3_u8, 7];
    let all = |node: &dyn Node| {
        let own = node.mutants();
        (0..node.children()).fold((own.pure, own.random), |(pure, random), at| {
            let inner = node.child(at).mutants();
            (pure + inner.pure, random + inner.random)
        })
    };
    assert_eq!(all(Mutate::node(&sorted)), all(Mutate::node(&parts)));
    assert_eq!(Mutate::node(&sorted).children(), 0);
}

#[test]
fn a_value_without_parts_is_only_replaced_by_a_fresh_one() {
    assert!(Mutate::copy(&NEVER).is_none());
    assert!(print(&NEVER).contains("<opaque "));
    let mut never = NEVER;
    let node = Mutate::node_mut(&mut never);
    assert_eq!((node.mutants().pure, node.mutants().random), (0, 1));
    let mut context = Context::new(0, 8);
    node.mutate(0, &mut context);
    assert!(node.downcast_ref::<Time>().unwrap().0 < 24 * 60);
    node.restore(0, &mut context);
    assert_eq!(never, NEVER);
}

#[derive(Debug, Clone, PartialEq, Mutate)]
#[mutate(default = Mode::Safe, bound = "T: Mutate + Clone")]
enum Mode<T> {
    Fast,
    Safe,
    Custom(Wrapper<T>),
}

/// A type whose parameter needs more bounds than the derive would add.
#[derive(Debug, Clone, PartialEq)]
struct Wrapper<T>(T);

impl<T: Mutate + Clone> Mutate for Wrapper<T> {
    fn smallest() -> Self {
        Wrapper(T::smallest())
    }
    fn generate(generator: &mut Generator) -> Self {
        Wrapper(T::generate(generator))
    }
}

#[test]
fn a_type_can_choose_its_smallest_value_and_its_bounds() {
    assert_eq!(Mode::<u8>::smallest(), Mode::Safe);
    let all: Vec<Mode<u8>> = (0..50).map(generate).collect();
    assert!(all.contains(&Mode::Fast));
    assert!(all.iter().any(|mode| matches!(mode, Mode::Custom(_))));
}

/// The greatest number of pieces.
const MOST: u16 = 40;
const SIZES: std::ops::RangeInclusive<i64> = -3..=3;
const LETTERS: usize = 2;

#[derive(Debug, Clone, PartialEq, Mutate)]
struct Named {
    #[mutate(range = MOST / 2..=MOST)]
    pieces: u16,
    #[mutate(range = SIZES)]
    size: i64,
    #[mutate(max_len = LETTERS)]
    name: String,
}

/// A type whose options are written by a macro.
macro_rules! bounded {
    ($name:ident, $range:expr, $longest:expr, $weight:expr) => {
        #[derive(Debug, Clone, PartialEq, Mutate)]
        enum $name {
            #[mutate(weight = $weight)]
            Only {
                #[mutate(range = $range)]
                number: u8,
                #[mutate(max_len = $longest)]
                list: Vec<bool>,
            },
        }
    };
}

bounded!(Written, 7..=9, 1, 3);

/// A type whose values have bounds that are its parameters.
#[derive(Debug, Clone, PartialEq, Mutate)]
struct Bounded<T, const LOW: i32, const LONGEST: usize> {
    #[mutate(range = LOW..=LOW + 4)]
    number: i32,
    #[mutate(max_len = LONGEST)]
    list: Vec<T>,
}

/// A type whose greatest length is known only when the program runs.
#[derive(Debug, Clone, PartialEq, Mutate)]
struct Measured {
    #[mutate(max_len = words())]
    words: Vec<bool>,
}

/// The number of words of this text: two.
fn words() -> usize {
    std::hint::black_box("two words").split(' ').count()
}

#[test]
fn a_greatest_length_may_be_computed() {
    let longest = (0..100).map(|number| generate::<Measured>(number).words.len()).max();
    assert_eq!(longest, Some(2));
    let short = parse::<Measured>("Measured { words: [true, false] }").unwrap();
    assert_eq!(short.value, Measured { words: vec![true, false] });
    let error = parse::<Measured>("Measured { words: [true, false, true] }").unwrap_err();
    assert!(error.to_string().contains("at most 2 elements"), "{error}");
    let mut batch = Batch::new(Box::new(Measured { words: vec![true, false] }), 0, 1);
    let mut context = Context::new(1, 4);
    while batch.serve(&mut context).is_some() {
        let Measured { words } = batch.value().downcast_ref().expect("its type");
        assert!(words.len() <= 2, "{words:?}");
        batch.restore(&mut context);
    }
}

#[test]
fn bounds_are_constants_fragments_of_a_macro_and_parameters() {
    for number in 0..100 {
        let Named { pieces, size, name } = generate(number);
        assert!((20..=40).contains(&pieces) && (-3..=3).contains(&size), "{pieces} {size}");
        assert!(name.chars().count() <= 2, "{name}");
        let Written::Only { number: low, list } = generate(number);
        assert!((7..=9).contains(&low) && list.len() <= 1, "{low} {list:?}");
        let Bounded { number, list } = generate::<Bounded<u8, -7, 3>>(number);
        assert!((-7..=-3).contains(&number) && list.len() <= 3, "{number} {list:?}");
    }
    assert_eq!(Named::smallest().pieces, 20);
    assert_eq!(Bounded::<u8, 5, 1>::smallest().number, 5);
}

/// The crate `mutagen_core` under another name.
mod framework {
    pub mod property {
        pub use mutagen_core::*;
    }
}

#[derive(Debug, Clone, PartialEq, Mutate)]
#[mutate(crate = framework::property)]
struct Renamed<T> {
    #[mutate(range = 3..=4)]
    number: u8,
    list: Vec<T>,
}

#[derive(Debug, Clone, PartialEq, Mutate)]
#[mutate(transparent, crate = self::framework::property)]
struct Wrapped(Renamed<bool>);

#[test]
fn a_derive_asks_the_path_that_it_was_given() {
    let value = Wrapped(Renamed { number: 3, list: vec![true] });
    assert_eq!(parse::<Wrapped>(&print(&value)).unwrap().value, value);
}
