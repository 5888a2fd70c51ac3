//! A second interpreter of the tests of a specification, written as naively as possible: it walks
//! the text of a test and compares each implementation with the base. The operations are random
//! tables, so each seed is another specification, in which some implementations are right.

use super::{Outcome, Property, Subject};
use mutagen_core::internal::run::execute::Executor;
use mutagen_core::{Generator, text};

/// Operations of two sorts that are random tables.
#[mutagen_core::metamorphic]
#[ignore = "its tables are chosen by another test"]
pub mod tables {
    use std::cell::Cell;

    thread_local! {
        /// Which tables.
        pub static SEED: Cell<u64> = const { Cell::new(0) };
    }

    #[derive(Debug, Clone, PartialEq)]
    pub struct A(pub u8);

    #[derive(Debug, Clone, PartialEq)]
    pub struct B(pub u8);

    /// An entry of a table, below 3. Half of the tables are symmetric.
    pub fn look(table: u64, x: u8, y: u8) -> u8 {
        let seed = SEED.get();
        let (x, y) = if seed >> table & 1 == 0 { (x.min(y), x.max(y)) } else { (x, y) };
        let mut hash = seed ^ (table << 16 | u64::from(x) << 8 | u64::from(y));
        for _ in 0..3 {
            hash = (hash ^ hash >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        (hash >> 61) as u8 % 3
    }

    #[input]
    fn a(n: u8) -> A {
        A(n % 3)
    }

    #[input]
    fn b(n: u8) -> B {
        B(n % 3)
    }

    #[operation]
    fn f(x: &A, y: &A) -> A {
        A(look(0, x.0, y.0))
    }

    #[implements(f)]
    fn f_swapped(x: &A, y: &A) -> A {
        f(y, x)
    }

    #[implements(f, when = x.0 != y.0)]
    fn f_again(x: &A, y: &A) -> A {
        let mut z = x.clone();
        for _ in 0..2 {
            z = f(&z, y);
        }
        z
    }

    #[operation(requires = b.0 != a.0)]
    fn h(b: &B, a: A) -> B {
        B(look(1, b.0, a.0))
    }

    #[implements(h)]
    fn h_folded(b: &B, a: A) -> B {
        [1, 2].iter().fold(b.clone(), |b, _| if b.0 == a.0 { b } else { h(&b, f(&a, &a)) })
    }

    #[operation]
    fn g(a: &A) -> Option<B> {
        let b = look(2, a.0, 1);
        (b != 2).then_some(B(b))
    }

    #[implements(g)]
    fn g_shifted(a: &A) -> Option<B> {
        let b = g(&f(a, &k()))?;
        g(&A(b.0))
    }

    #[implements(g, partial)]
    fn g_partial(a: &A) -> Option<B> {
        g(&f(a, a))
    }

    #[operation(inner)]
    fn k() -> A {
        A(look(3, 0, 0))
    }

    #[implements(k)]
    fn k_of_any(#[any] x: &A) -> A {
        f(x, &k())
    }

    #[law]
    fn g_is_not_one(a: &A) -> bool {
        g(a).is_none_or(|b| b.0 != 1 || a.0 != 1)
    }
}

/// A part of a text.
#[derive(Debug, Default)]
struct Tree {
    name: String,
    /// The fields, with their names if they have any.
    fields: Vec<(String, Tree)>,
}

impl Tree {
    fn parse(text: &mut &str) -> Tree {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        *text = text.trim_start();
        let end = text.find(|c| !is_word(c)).unwrap_or(text.len());
        let mut tree = Tree { name: text[..end].to_owned(), fields: Vec::new() };
        *text = text[end..].trim_start();
        if text.starts_with(['(', '[', '{']) {
            *text = &text[1..];
            while !text.trim_start().starts_with([')', ']', '}']) {
                let mut field = Tree::parse(text);
                let mut name = String::new();
                if let Some(rest) = text.strip_prefix(':') {
                    (name, *text) = (field.name, rest);
                    field = Tree::parse(text);
                }
                tree.fields.push((name, field));
                *text = text.trim_start();
                *text = text.strip_prefix(',').unwrap_or(text);
            }
            *text = text.trim_start()[1..].trim_start();
        }
        tree
    }

    fn at(&self, index: usize) -> &Tree {
        &self.fields[index].1
    }

    fn named(&self, name: &str) -> &Tree {
        let found = self.fields.iter().find(|(known, _)| known == name);
        &found.unwrap_or_else(|| panic!("no {name} in {self:?}")).1
    }

    fn number(&self) -> u8 {
        self.name.parse().unwrap()
    }
}

/// How a test ended early.
#[derive(Debug, PartialEq)]
enum End {
    Discarded,
    NoValue,
    Failed(String),
}

struct World<'t> {
    variables: &'t Tree,
    expands: bool,
}

/// A value of any sort, if there is one.
type Value = Result<Option<u8>, End>;

impl World<'_> {
    fn term(&self, term: &Tree) -> Result<u8, End> {
        let value = match term.name.as_str() {
            "In" => Some(term.at(0).at(0).number() % 3),
            "Var" => panic!("the sort is not known here"),
            name => {
                let sort = |at: usize| if (name, at) == ("H", 1) { "bs" } else { "as_" };
                let arguments =
                    (1..term.fields.len()).map(|at| self.argument(sort(at), term.at(at)));
                let arguments = arguments.collect::<Result<Vec<u8>, End>>()?;
                if name == "H" && arguments[0] == arguments[1] {
                    return Err(End::Discarded);
                }
                self.call(&name.to_lowercase(), term.at(0), &arguments)?
            }
        };
        value.ok_or(End::NoValue)
    }

    fn argument(&self, sort: &str, term: &Tree) -> Result<u8, End> {
        if term.name != "Var" {
            return self.term(term);
        }
        let variables = self.variables.named(sort);
        let Some(last) = variables.fields.len().checked_sub(1) else { return Ok(0) };
        Ok(variables.at(usize::from(term.at(0).number()) % (last + 1)).at(0).number() % 3)
    }

    fn call(&self, operation: &str, expansion: &Tree, arguments: &[u8]) -> Value {
        let look = |table, x, y| Some(tables::look(table, x, y));
        let (x, y) = (arguments.first().copied(), arguments.get(1).copied());
        let (x, y) = (x.unwrap_or_default(), y.unwrap_or_default());
        if operation == "h" && x == y {
            return Err(End::Failed("the specification is wrong: `h".to_owned()));
        }
        let base = match operation {
            "f" => look(0, x, y),
            "h" => look(1, x, y),
            "g" => look(2, x, 1).filter(|b| *b != 2),
            _ => look(3, 0, 0),
        };
        let site = |name: &str| expansion.named(name);
        let some = |value: Value| Ok::<u8, End>(value?.unwrap());
        let actual = match expansion.name.as_str() {
            _ if !self.expands => return Ok(base),
            "FSwapped" => self.call("f", site("f"), &[y, x])?,
            "FAgain" if x != y => {
                let once = some(self.call("f", site("f"), &[x, y]))?;
                self.call("f", site("f"), &[once, y])?
            }
            "HFolded" => {
                let mut b = x;
                for _ in 0..2 {
                    if b != y {
                        let a = some(self.call("f", site("f"), &[y, y]))?;
                        if b == a {
                            let text = "the specification is wrong: `h by h_folded` calls `h`";
                            return Err(End::Failed(text.to_owned()));
                        }
                        b = some(self.call("h", site("h"), &[b, a]))?;
                    }
                }
                Some(b)
            }
            "GShifted" => {
                let k = some(self.call("k", site("k"), &[]))?;
                let a = some(self.call("f", site("f"), &[x, k]))?;
                match self.call("g", site("g"), &[a])? {
                    Some(b) => self.call("g", site("g_2"), &[b])?,
                    None => None,
                }
            }
            "GPartial" => {
                let a = some(self.call("f", site("f"), &[x, x]))?;
                match self.call("g", site("g"), &[a])? {
                    None => return Ok(base),
                    some => some,
                }
            }
            "KOfAny" => {
                let any = match self.argument("as_", site("x")) {
                    Err(End::NoValue) => return Err(End::Discarded),
                    any => any?,
                };
                let k = some(self.call("k", site("k"), &[]))?;
                self.call("f", site("f"), &[any, k])?
            }
            _ => return Ok(base),
        };
        if actual == base {
            return Ok(base);
        }
        let mut implementation = String::new();
        for c in expansion.name.chars() {
            if c.is_uppercase() && !implementation.is_empty() {
                implementation.push('_');
            }
            implementation.extend(c.to_lowercase());
        }
        let text = format!("`{operation}` and its implementation `{implementation}` disagree");
        Err(End::Failed(text))
    }

    /// The outcome of a test, or the start of its text.
    fn outcome(test: &Tree) -> Result<Outcome, String> {
        let (variables, subject) = (test.at(0), test.at(1));
        let run = |expands: bool| {
            let world = World { variables, expands };
            if subject.name != "GIsNotOne" {
                return world
                    .argument(if subject.name == "A" { "as_" } else { "bs" }, subject.at(0));
            }
            let a = world.argument("as_", subject.at(1)).map_err(|end| match end {
                End::NoValue => End::Discarded,
                other => other,
            })?;
            let b = world.call("g", subject.at(0).named("g"), &[a])?;
            match expands && b == Some(1) && a == 1 {
                true => Err(End::Failed("the law `g_is_not_one` does not hold".to_owned())),
                false => Ok(0),
            }
        };
        let ended = |end| match end {
            End::Discarded => Ok(Outcome::Discarded),
            End::NoValue => Ok(Outcome::Passed),
            End::Failed(text) => Err(text),
        };
        // A law is no term with bases.
        let bases = if subject.name == "GIsNotOne" { Ok(0) } else { run(false) };
        match bases {
            Err(end) if end != End::NoValue => ended(end),
            bases => match run(true) {
                Err(end) => ended(end),
                Ok(value) => {
                    assert_eq!(bases, Ok(value), "each call agreed");
                    Ok(Outcome::Passed)
                }
            },
        }
    }
}

#[test]
fn a_naive_interpreter_gives_the_same_outcomes() {
    let property: Property = tables::__Metamorphic::property("tables");
    let (mut passed, mut discarded, mut failed) = (0, 0, 0);
    for seed in 0..6_000 {
        tables::SEED.set(seed / 20);
        let size = (seed % 9) as u32;
        let value = property.generate(&mut Generator::seeded(seed, size));
        let text = text::print(&*value);
        let tree = Tree::parse(&mut text.as_str());
        let outcome = Executor::new(&property).run(&*value);
        match (World::outcome(&tree), &outcome) {
            (Err(start), Outcome::Failed(why)) => {
                assert!(why.starts_with(&start), "{text}: {why} is not {start}");
                failed += 1;
            }
            (Ok(expected), outcome) => {
                assert_eq!(expected, *outcome, "{text} of {seed}");
                match outcome {
                    Outcome::Discarded => discarded += 1,
                    _ => passed += 1,
                }
            }
            (expected, outcome) => panic!("{text} of {seed}: {outcome:?} is not {expected:?}"),
        }
    }
    assert!(passed > 500 && discarded > 50 && failed > 500, "{passed} {discarded} {failed}");
}
