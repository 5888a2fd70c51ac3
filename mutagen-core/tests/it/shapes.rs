//! Types shaped like those of ten popular crates, and every recursive shape that the users of other
//! tools ran into: each derives without help, generates, is mutated and undone. And how large the
//! values of six awkward recursive types become.

use mutagen_core::internal::search::batch::Batch;
use mutagen_core::internal::value::context::Context;
use mutagen_core::internal::value::node::Node;
use mutagen_core::internal::value::seed;
use mutagen_core::internal::value::walk::{size, structural_hash};
use mutagen_core::text::{parse, print};
use mutagen_core::{Generator, Mutate};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ops::Range;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

fn works<T: Mutate + Node>() {
    for number in 0..20 {
        let value = T::generate(&mut Generator::new(seed::random(number), 6));
        let text = print(&value);
        let hash = structural_hash(&value);
        let read = parse::<T>(&text).unwrap_or_else(|error| panic!("{error} in {text}")).value;
        assert_eq!(structural_hash(&read), hash, "{text}");
        let mut context = Context::new(number, 6);
        let mut batch = Batch::new(Box::new(value), 0, 1).regrow(true);
        while batch.serve(&mut context).is_some() {
            batch.restore(&mut context);
        }
        assert_eq!((structural_hash(batch.value()), print(batch.value())), (hash, text));
    }
}

// Like a JSON value, a TOML value, a syntax tree, a regular expression, a command line, an HTTP
// request, a URL, a log record, a cron schedule and a chess game.

#[derive(Debug, Clone, Mutate)]
enum Json {
    Null,
    Bool(bool),
    Number(f64),
    String(String),
    Array(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

#[derive(Debug, Clone, Mutate)]
enum Toml {
    Integer(i64),
    Datetime { date: Option<(u16, u8, u8)>, offset: Option<i16> },
    Table(HashMap<String, Toml>),
    Array(Vec<Toml>),
}

#[derive(Debug, Clone, Mutate)]
enum Syntax {
    Path { leading: bool, segments: Vec<(String, Option<Vec<Syntax>>)> },
    Call { function: Box<Syntax>, arguments: Vec<Syntax> },
    Closure(Vec<String>, Box<Syntax>, Span),
    If(Box<Syntax>, Box<Syntax>, Option<Box<Syntax>>),
}

#[derive(Debug, Clone, Mutate)]
struct Span(Range<u32>);

#[derive(Debug, Clone, Mutate)]
enum Regex {
    Empty,
    Literal(char),
    Class(Vec<(char, char)>, bool),
    Repeat { inner: Box<Regex>, least: u32, most: Option<u32>, greedy: bool },
    Either(Rc<[Box<Regex>; 2]>),
    Concat(Vec<Regex>),
}

#[derive(Debug, Clone, Mutate)]
struct CommandLine {
    program: PathBuf,
    arguments: Vec<String>,
    environment: BTreeMap<String, Option<String>>,
    subcommand: Option<Box<CommandLine>>,
}

#[derive(Debug, Clone, Mutate)]
struct Request<B> {
    method: Method,
    headers: Vec<(String, Vec<u8>)>,
    body: Result<B, Duration>,
}

#[derive(Debug, Clone, Mutate)]
enum Method {
    Get,
    Post,
    Extension(String),
}

#[derive(Debug, Clone, Mutate)]
struct Url {
    scheme: String,
    host: Option<std::net::IpAddr>,
    port: Option<std::num::NonZeroU16>,
    query: Vec<(String, Option<String>)>,
}

#[derive(Debug, Clone, Mutate)]
struct Record {
    level: std::cmp::Ordering,
    fields: VecDeque<(String, Json)>,
    cause: Option<Box<Record>>,
}

#[derive(Debug, Clone, Mutate)]
struct Schedule {
    #[mutate(range = 0..=59)]
    minute: u8,
    days: std::collections::BTreeSet<u8>,
    every: std::ops::Bound<Duration>,
}

#[derive(Debug, Clone, Mutate)]
struct Game {
    board: [[Option<Piece>; 8]; 8],
    moves: Vec<((u8, u8), (u8, u8))>,
}

#[derive(Debug, Clone, Mutate)]
enum Piece {
    Pawn { white: bool },
    King { white: bool, moved: bool },
}

#[test]
fn types_shaped_like_those_of_ten_popular_crates_derive_without_help() {
    works::<Json>();
    works::<Toml>();
    works::<Syntax>();
    works::<Regex>();
    works::<CommandLine>();
    works::<Request<Json>>();
    works::<Url>();
    works::<Record>();
    works::<Schedule>();
    works::<Game>();
}

#[derive(Debug, Clone, Mutate)]
enum Tree {
    E,
    T(Box<Tree>, i32, Box<Tree>),
}

/// Two structs that contain each other.
#[derive(Debug, Clone, Mutate)]
struct Folder {
    files: Vec<File>,
}

#[derive(Debug, Clone, Mutate)]
struct File {
    name: String,
    mounted: Option<Box<Folder>>,
}

#[derive(Debug, Clone, Mutate)]
enum Generic<A, B> {
    Leaf(A),
    Swap(Box<Generic<A, B>>, Vec<B>),
}

#[derive(Debug, Clone, Mutate)]
struct Rose(u8, Vec<Rose>);

#[derive(Debug, Clone, Mutate)]
enum Shared {
    Leaf,
    Both(std::sync::Arc<Shared>, Rc<Shared>),
}

#[derive(Debug, Clone, Mutate)]
enum Mapped {
    Nil,
    Names(HashMap<String, Mapped>, BTreeMap<u8, Box<Mapped>>),
}

macro_rules! many_variants {
    ($($name:ident)*) => {
        /// An enum of many variants, all of them recursive but the first.
        #[derive(Debug, Clone, Mutate)]
        enum Many { End, $($name(Box<Many>, u8)),* }
    };
}

many_variants! {
    A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 B0 B1 B2 B3 B4 B5 B6 B7 B8 B9 C0 C1 C2 C3 C4 C5 C6 C7 C8 C9
    D0 D1 D2 D3 D4 D5 D6 D7 D8 D9 E0 E1 E2 E3 E4 E5 E6 E7 E8 E9 F0 F1 F2 F3 F4 F5 F6 F7 F8 F9
    G0 G1 G2 G3 G4 G5 G6 G7 G8 G9
}

#[test]
fn every_recursive_shape_that_other_derives_fail_on_derives() {
    works::<Tree>();
    works::<Folder>();
    works::<File>();
    works::<Generic<u8, Tree>>();
    works::<Generic<Generic<u8, bool>, Folder>>();
    works::<Rose>();
    works::<Shared>();
    works::<Mapped>();
    works::<Many>();
}

#[derive(Debug, Clone, Mutate)]
enum Ternary {
    Leaf,
    Node(Box<Ternary>, Box<Ternary>, Box<Ternary>),
    Other(Box<Ternary>, Box<Ternary>, Box<Ternary>),
    Third([Box<Ternary>; 3]),
    Fourth(Vec<Ternary>),
    Fifth(Option<Box<Ternary>>, Box<Ternary>),
}

/// Nodes of 2000 values generated at size 10: least, median and most.
fn sizes<T: Mutate + Node>() -> [u64; 3] {
    let generated = |number| T::generate(&mut Generator::new(seed::random(number), 10));
    let mut sizes: Vec<u64> = (0..2000).map(|number| size(&generated(number))).collect();
    sizes.sort_unstable();
    [sizes[0], sizes[sizes.len() / 2], sizes[sizes.len() - 1]]
}

#[test]
fn six_awkward_types_neither_explode_nor_collapse() {
    // A binary tree, one leaf and five recursive variants, seventy unary variants, a rose tree whose
    // only constructor is recursive, two types through each other, and maps of maps.
    let table = [
        ("Tree", sizes::<Tree>()),
        ("Ternary", sizes::<Ternary>()),
        ("Many", sizes::<Many>()),
        ("Rose", sizes::<Rose>()),
        ("Folder", sizes::<Folder>()),
        ("Mapped", sizes::<Mapped>()),
    ];
    for (name, [least, median, most]) in table {
        assert!(least <= 3, "{name}: the smallest of 2000 has {least} nodes");
        assert!(most >= 10, "{name} collapses: the largest of 2000 has {most} nodes");
        assert!(median <= 60 && most <= 150, "{name} explodes: median {median}, most {most}");
    }
    let medians: Vec<u64> = table.iter().map(|(_, [_, median, _])| *median).collect();
    assert!(
        medians[1] >= 5 && medians[2] >= 15,
        "one leaf among many is drawn too often: {table:?}"
    );
}

/// A type with every kind of field that is made in place in its own way.
#[derive(Debug, Mutate)]
#[allow(dead_code, reason = "fields are only printed")]
enum Mixed {
    Leaf,
    Node(Box<Mixed>, i32, Box<Mixed>),
    Many { all: Vec<Mixed>, pair: (u8, Option<Box<Mixed>>) },
    Fixed(#[mutate(range = 3..=9)] u8, String),
}

#[test]
fn a_value_that_is_generated_in_place_is_the_one_that_would_be_generated() {
    let generator = |number, size| Generator::new(seed::random(number), size);
    let mut kept = (Mixed::Leaf, 0_i32);
    for seed in 0..3000 {
        let size = (seed % 11) as u32;
        Mutate::regenerate(&mut kept, &mut generator(seed, size));
        let fresh = <(Mixed, i32)>::generate(&mut generator(seed, size));
        assert_eq!(format!("{kept:?}"), format!("{fresh:?}"), "seed {seed}");
    }
}

#[test]
fn values_that_wait_for_use_again_do_not_show_in_what_is_generated() {
    let size = 9;
    let mut used = Generator::new(seed::random(0), size);
    let mut kept = (Mixed::Leaf, 0_i32);
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..3000 {
        used.reseed(seed::random(seed));
        Mutate::regenerate(&mut kept, &mut used);
        let fresh = <(Mixed, i32)>::generate(&mut Generator::new(seed::random(seed), size));
        assert_eq!(format!("{kept:?}"), format!("{fresh:?}"), "seed {seed}");
        seen.insert(Node::constructor(&kept.0));
    }
    assert_eq!(seen.len(), 4, "every constructor must give its place to others");
}
