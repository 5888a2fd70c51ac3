//! The challenges: their starts drawn at random, their smallest counterexamples, and the allowed
//! numbers of evaluations. The properties are in the case study `shrinking-challenge`.

use mutagen_core::internal::value::Node;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use shrinking_challenge::{Element, Expression, Heap, Index, Positive, Short};

/// The source of random numbers of the starts.
pub(super) type Random = Xoshiro256PlusPlus;

/// One challenge.
pub(super) struct Challenge {
    /// The name of the property.
    pub(super) name: &'static str,
    /// Draws a value of about this size at random, with numbers from their whole range.
    pub(super) draw: fn(&mut Random, usize) -> Box<dyn Node>,
    /// The smallest counterexample, in mutagen's text form.
    pub(super) smallest: &'static str,
    /// Another value that the challenge takes for as small.
    pub(super) as_small: Option<&'static str>,
    /// The mean number of evaluations that is allowed over starts drawn at random: Hypothesis's, or
    /// 500.
    pub(super) most_evaluations: f64,
    /// Whether values can have 50 nodes.
    pub(super) is_large: bool,
}

/// All challenges, in the order of the specification.
pub(super) const ALL: &[Challenge] = &[
    Challenge {
        name: "bound5",
        draw: |random, size| {
            let mut list = || list(random, size / 5, |random| random.random::<i16>());
            Box::new((list(), list(), list(), list(), list()))
        },
        smallest: "([], [], [], [-1], [-32768])",
        as_small: None,
        most_evaluations: 137.0,
        is_large: true,
    },
    Challenge {
        name: "large_union_list",
        draw: |random, size| Box::new((lists(random, size),)),
        smallest: "([[0, 1, -1, 2, -2]],)",
        as_small: None,
        most_evaluations: 341.0,
        is_large: true,
    },
    Challenge {
        name: "reverse",
        draw: |random, size| Box::new((numbers(random, size),)),
        smallest: "([0, 1],)",
        as_small: None,
        most_evaluations: 46.0,
        is_large: true,
    },
    Challenge {
        name: "calculator",
        draw: |random, size| Box::new((expression(random, size),)),
        smallest: "(Divide(Number(0), Add(Number(0), Number(0))),)",
        as_small: None,
        most_evaluations: 341.0,
        is_large: true,
    },
    Challenge {
        name: "length_list",
        draw: |random, size| {
            let size = size.min(100);
            let element = |random: &mut Random| Element(random.random_range(0..=1000));
            Box::new((Short(list(random, size, element)),))
        },
        smallest: "(Short([Element(900)]),)",
        as_small: None,
        most_evaluations: 85.0,
        is_large: true,
    },
    Challenge {
        name: "difference_zero",
        draw: numbers_nearby,
        smallest: "(Positive(10), Positive(10))",
        as_small: None,
        most_evaluations: 500.0,
        is_large: false,
    },
    Challenge {
        name: "difference_small",
        draw: numbers_nearby,
        smallest: "(Positive(10), Positive(6))",
        as_small: None,
        most_evaluations: 500.0,
        is_large: false,
    },
    Challenge {
        name: "difference_one",
        draw: numbers_nearby,
        smallest: "(Positive(10), Positive(9))",
        as_small: None,
        most_evaluations: 500.0,
        is_large: false,
    },
    Challenge {
        name: "binheap",
        draw: |random, size| Box::new((heap(random, size, -100),)),
        smallest: "(Heap { value: 0, left: None, right: Some(Heap { value: 0, left: Some(Heap { \
             value: 1, left: None, right: None }), right: Some(Heap { value: 0, left: None, \
             right: None }) }) },)",
        as_small: None,
        most_evaluations: 500.0,
        is_large: true,
    },
    Challenge {
        name: "coupling",
        draw: |random, size| {
            let length = random.random_range(2..=size);
            let index = |random: &mut Random| Index(random.random_range(0..length.min(11)) as u8);
            Box::new(((0..length).map(|_| index(random)).collect::<Vec<_>>(),))
        },
        smallest: "([Index(1), Index(0)],)",
        as_small: None,
        most_evaluations: 500.0,
        is_large: true,
    },
    Challenge {
        name: "deletion",
        draw: |random, size| {
            let mut list = numbers(random, size);
            let element = random.random();
            for _ in 0..2 {
                list.insert(random.random_range(0..=list.len()), element);
            }
            Box::new((list, element))
        },
        smallest: "([0, 0], 0)",
        as_small: None,
        most_evaluations: 500.0,
        is_large: true,
    },
    Challenge {
        name: "distinct",
        draw: |random, size| Box::new((numbers(random, size),)),
        smallest: "([0, 1, -1],)",
        as_small: Some("([0, 1, 2],)"),
        most_evaluations: 500.0,
        is_large: true,
    },
    Challenge {
        name: "nested_lists",
        draw: |random, size| Box::new((lists(random, size),)),
        smallest: "([[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],)",
        as_small: None,
        most_evaluations: 500.0,
        is_large: true,
    },
];

/// At most this many elements.
fn list<T>(random: &mut Random, most: usize, element: impl Fn(&mut Random) -> T) -> Vec<T> {
    let length = random.random_range(0..=most);
    (0..length).map(|_| element(random)).collect()
}

/// Half of the numbers are from their whole range, and half are small.
fn number(random: &mut Random) -> i64 {
    if random.random() { random.random() } else { random.random_range(-100..=100) }
}

fn numbers(random: &mut Random, most: usize) -> Vec<i64> {
    list(random, most, number)
}

fn lists(random: &mut Random, most: usize) -> Vec<Vec<i64>> {
    let inner = (most / 3).max(4);
    list(random, most / 3 + 3, |random| numbers(random, inner))
}

fn expression(random: &mut Random, size: usize) -> Expression {
    if size < 2 || random.random_range(0..16) == 0 {
        return Expression::Number(random.random_range(-3..=3));
    }
    let left = random.random_range(0..size);
    let one = Box::new(expression(random, left));
    let other = expression(random, size - 1 - left);
    match other {
        // A literal 0 is not allowed as divisor.
        other if random.random() => Expression::Add(one, Box::new(other)),
        Expression::Number(0) => Expression::Divide(one, Box::new(Expression::Number(1))),
        other => Expression::Divide(one, Box::new(other)),
    }
}

fn numbers_nearby(random: &mut Random, _: usize) -> Box<dyn Node> {
    let x = random.random_range(10..=10_000);
    let y = (x + random.random_range(-4..=4)).max(1);
    Box::new((Positive(x), Positive(y)))
}

fn heap(random: &mut Random, size: usize, least: i64) -> Heap {
    let value = least + random.random_range(0..20);
    let part = |random: &mut Random, size: usize| {
        (size > 0).then(|| Box::new(heap(random, size - 1, value)))
    };
    let left = random.random_range(0..=size);
    Heap { value, left: part(random, left), right: part(random, size - left) }
}

impl Challenge {
    /// Whether a counterexample is the smallest or a mirror of it: the same signs of the text form
    /// and the same magnitudes of numbers at each depth of brackets, in any order.
    pub(super) fn is_reached_by(&self, end: &str) -> bool {
        let end = parts(end);
        std::iter::once(self.smallest).chain(self.as_small).any(|smallest| parts(smallest) == end)
    }
}

/// The parts of a text, each with its depth of brackets, in order: numbers without their sign, and
/// single letters and signs.
fn parts(text: &str) -> Vec<(usize, String)> {
    let (mut parts, mut depth, mut number) = (Vec::new(), 0_usize, String::new());
    for letter in text.chars() {
        if letter.is_ascii_digit() {
            number.push(letter);
            continue;
        }
        if !number.is_empty() {
            parts.push((depth, std::mem::take(&mut number)));
        }
        depth += usize::from("([{".contains(letter));
        if letter != '-' {
            parts.push((depth, letter.to_string()));
        }
        depth = depth.saturating_sub(usize::from(")]}".contains(letter)));
    }
    parts.sort_unstable();
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_reached(name: &str, end: &str) -> bool {
        ALL.iter().any(|challenge| challenge.name == name && challenge.is_reached_by(end))
    }

    #[test]
    fn a_mirror_of_the_smallest_value_has_the_same_parts_in_another_order() {
        assert!(is_reached("bound5", "([-32768], [], [], [-1], [])"));
        assert!(!is_reached("bound5", "([-32767], [], [], [-2], [])"));
        assert!(!is_reached("bound5", "([-32768, -1], [], [], [], [])"));
        assert!(is_reached("distinct", "([1, 0, 2],)"));
        assert!(is_reached("distinct", "([1, -1, 0],)"));
        assert!(!is_reached("distinct", "([1, 0, 3],)"));
        assert!(is_reached("reverse", "([0, -1],)"));
        assert!(!is_reached("large_union_list", "([[0, 1], [-1, 2, -2]],)"));
        let leaf = |value| format!("Some(Heap {{ value: {value}, left: None, right: None }})");
        let node =
            |left: &str, right: &str| format!("Heap {{ value: 0, left: {left}, right: {right} }}");
        let inner = format!("Some({})", node(&leaf(0), &leaf(1)));
        assert!(is_reached("binheap", &format!("({},)", node(&inner, "None"))));
        let chain = format!("Some({})", node(&leaf(0), "None"));
        assert!(!is_reached("binheap", &format!("({},)", node(&chain, &leaf(1)))));
    }

    #[test]
    fn every_smallest_value_fails() {
        use crate::shrinking::subjects;
        use mutagen_core::Outcome;
        use mutagen_core::internal::run::execute::Executor;

        for challenge in ALL {
            let Some(property) = subjects::property_of(challenge.name) else {
                panic!("{}: no property", challenge.name)
            };
            for text in std::iter::once(challenge.smallest).chain(challenge.as_small) {
                let Some(value) = subjects::parse(challenge.name, text) else {
                    panic!("{text}: not a value")
                };
                let outcome = Executor::new(&property).run(&*value);
                assert!(matches!(outcome, Outcome::Failed(_)), "{}: {text}", challenge.name);
            }
        }
    }
}
