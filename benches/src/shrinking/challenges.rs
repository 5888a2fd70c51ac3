//! The properties of the shrinking challenge, each with its smallest counterexample, as the
//! specification of the study defines them.

use mutagen_core::internal::coverage::Window;
use mutagen_core::internal::run::property::Property;
use mutagen_core::internal::value::Node;
use mutagen_core::{Mutate, Outcome};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// The source of random numbers of the starts.
pub(super) type Random = Xoshiro256PlusPlus;

/// One challenge.
pub(super) struct Challenge {
    /// Its name on the command line.
    pub(super) name: &'static str,
    /// Makes the property.
    pub(super) property: fn() -> Property,
    /// Draws a value of about this size at random, with numbers from their whole range.
    pub(super) draw: fn(&mut Random, usize) -> Box<dyn Node>,
    /// The smallest counterexample and its mirrors, in mutagen's text form.
    pub(super) smallest: &'static [&'static str],
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
        property: bound5,
        draw: |random, size| {
            let mut list = || list(random, size / 5, |random| random.random::<i16>());
            Box::new((list(), list(), list(), list(), list()))
        },
        smallest: &["([], [], [], [-1], [-32768])"],
        most_evaluations: 137.0,
        is_large: true,
    },
    Challenge {
        name: "large_union_list",
        property: large_union_list,
        draw: |random, size| Box::new((lists(random, size),)),
        smallest: &["([[0, 1, -1, 2, -2]],)"],
        most_evaluations: 341.0,
        is_large: true,
    },
    Challenge {
        name: "reverse",
        property: reverse,
        draw: |random, size| Box::new((numbers(random, size),)),
        smallest: &["([0, 1],)"],
        most_evaluations: 46.0,
        is_large: true,
    },
    Challenge {
        name: "calculator",
        property: calculator,
        draw: |random, size| Box::new((expression(random, size),)),
        smallest: &["(Divide(Number(0), Add(Number(0), Number(0))),)"],
        most_evaluations: 341.0,
        is_large: true,
    },
    Challenge {
        name: "length_list",
        property: length_list,
        draw: |random, size| {
            let size = size.min(100);
            let element = |random: &mut Random| Element(random.random_range(0..=1000));
            Box::new((Short(list(random, size, element)),))
        },
        smallest: &["(Short([Element(900)]),)"],
        most_evaluations: 85.0,
        is_large: true,
    },
    Challenge {
        name: "difference_zero",
        property: || {
            difference("difference_zero", |numbers, window| differs(numbers, window, 0..=0))
        },
        draw: numbers_nearby,
        smallest: &["(Positive(10), Positive(10))"],
        most_evaluations: 500.0,
        is_large: false,
    },
    Challenge {
        name: "difference_small",
        property: || {
            difference("difference_small", |numbers, window| differs(numbers, window, 1..=4))
        },
        draw: numbers_nearby,
        smallest: &["(Positive(10), Positive(6))"],
        most_evaluations: 500.0,
        is_large: false,
    },
    Challenge {
        name: "difference_one",
        property: || {
            difference("difference_one", |numbers, window| differs(numbers, window, 1..=1))
        },
        draw: numbers_nearby,
        smallest: &["(Positive(10), Positive(9))"],
        most_evaluations: 500.0,
        is_large: false,
    },
    Challenge {
        name: "binheap",
        property: binheap,
        draw: |random, size| Box::new((heap(random, size, -100),)),
        smallest: &[
            "(Heap { value: 0, left: None, right: Some(Heap { value: 0, left: Some(Heap { value: \
             1, left: None, right: None }), right: Some(Heap { value: 0, left: None, right: None \
             }) }) },)",
        ],
        most_evaluations: 500.0,
        is_large: true,
    },
    Challenge {
        name: "coupling",
        property: coupling,
        draw: |random, size| {
            let length = random.random_range(2..=size);
            let index = |random: &mut Random| Index(random.random_range(0..length.min(11)) as u8);
            Box::new(((0..length).map(|_| index(random)).collect::<Vec<_>>(),))
        },
        smallest: &["([Index(1), Index(0)],)"],
        most_evaluations: 500.0,
        is_large: true,
    },
    Challenge {
        name: "deletion",
        property: deletion,
        draw: |random, size| {
            let mut list = numbers(random, size);
            let element = random.random();
            for _ in 0..2 {
                list.insert(random.random_range(0..=list.len()), element);
            }
            Box::new((list, element))
        },
        smallest: &["([0, 0], 0)"],
        most_evaluations: 500.0,
        is_large: true,
    },
    Challenge {
        name: "distinct",
        property: distinct,
        draw: |random, size| Box::new((numbers(random, size),)),
        smallest: &["([0, 1, -1],)"],
        most_evaluations: 500.0,
        is_large: true,
    },
    Challenge {
        name: "nested_lists",
        property: nested_lists,
        draw: |random, size| Box::new((lists(random, size),)),
        smallest: &["([[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],)"],
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

/// A property of one argument that holds where `holds` is `None` or true.
fn of_one<T: Mutate + std::fmt::Debug>(
    name: &'static str,
    call: fn(&(T,), &mut Window<'_>) -> Outcome,
) -> Property {
    Property::new::<(T,)>(name, &["value"], call, |(value,)| vec![value])
}

/// The outcome of a test whose precondition may not hold.
fn outcome(holds: Option<bool>) -> Outcome {
    match holds {
        None => Outcome::Discarded,
        Some(true) => Outcome::Passed,
        Some(false) => Outcome::Failed("the property does not hold".to_owned()),
    }
}

type Bound5 = (Vec<i16>, Vec<i16>, Vec<i16>, Vec<i16>, Vec<i16>);

fn bound5() -> Property {
    fn call((a, b, c, d, e): &Bound5, window: &mut Window<'_>) -> Outcome {
        window.open();
        let sum = |list: &Vec<i16>| list.iter().fold(0_i16, |sum, x| sum.wrapping_add(*x));
        let sums = [a, b, c, d, e].map(sum);
        let all = sums.iter().fold(0_i16, |all, sum| all.wrapping_add(*sum));
        outcome(sums.iter().all(|sum| *sum < 256).then_some(all < 5 * 256))
    }
    Property::new::<Bound5>("bound5", &["a", "b", "c", "d", "e"], call, |(a, b, c, d, e)| {
        vec![a, b, c, d, e]
    })
}

fn large_union_list() -> Property {
    of_one::<Vec<Vec<i64>>>("large_union_list", |(lists,), window| {
        window.open();
        let all: BTreeSet<_> = lists.iter().flatten().collect();
        outcome(Some(all.len() <= 4))
    })
}

fn reverse() -> Property {
    of_one::<Vec<i64>>("reverse", |(list,), window| {
        window.open();
        outcome(Some(list.iter().eq(list.iter().rev())))
    })
}

#[derive(Debug, Clone, Mutate)]
enum Expression {
    Number(i64),
    Add(Box<Expression>, Box<Expression>),
    Divide(Box<Expression>, Box<Expression>),
}

impl Expression {
    /// Whether no divisor is the literal 0.
    fn is_allowed(&self) -> bool {
        match self {
            Expression::Number(_) => true,
            Expression::Add(one, other) => one.is_allowed() && other.is_allowed(),
            Expression::Divide(one, other) => {
                !matches!(**other, Expression::Number(0)) && one.is_allowed() && other.is_allowed()
            }
        }
    }

    /// The value; `None` if it divides by 0.
    fn evaluate(&self) -> Option<i64> {
        match self {
            Expression::Number(number) => Some(*number),
            Expression::Add(one, other) => Some(one.evaluate()?.wrapping_add(other.evaluate()?)),
            Expression::Divide(one, other) => {
                let (one, other) = (one.evaluate()?, other.evaluate()?);
                (other != 0).then(|| one.wrapping_div(other))
            }
        }
    }
}

fn calculator() -> Property {
    of_one::<Expression>("calculator", |(expression,), window| {
        window.open();
        outcome(expression.is_allowed().then(|| expression.evaluate().is_some()))
    })
}

#[derive(Debug, Clone, Mutate)]
struct Short(#[mutate(max_len = 100)] Vec<Element>);

#[derive(Debug, Clone, Copy, Mutate)]
struct Element(#[mutate(range = 0..=1000)] u16);

fn length_list() -> Property {
    of_one::<Short>("length_list", |(Short(list),), window| {
        window.open();
        outcome(list.iter().map(|Element(number)| number).max().map(|most| *most < 900))
    })
}

/// Two positive numbers, of which the first is below 10 or the difference is not in a range.
type Numbers = (Positive, Positive);

#[derive(Debug, Clone, Copy, Mutate)]
struct Positive(#[mutate(range = 1..=10_000)] i32);

fn difference(name: &'static str, call: fn(&Numbers, &mut Window<'_>) -> Outcome) -> Property {
    Property::new::<Numbers>(name, &["x", "y"], call, |(x, y)| vec![x, y])
}

fn differs(
    (Positive(x), Positive(y)): &Numbers,
    window: &mut Window<'_>,
    near: RangeInclusive<u32>,
) -> Outcome {
    window.open();
    outcome(Some(*x < 10 || !near.contains(&x.abs_diff(*y))))
}

#[derive(Debug, Clone, Mutate)]
struct Heap {
    value: i64,
    left: Option<Box<Heap>>,
    right: Option<Box<Heap>>,
}

impl Heap {
    fn parts(&self) -> impl Iterator<Item = &Heap> {
        self.left.as_deref().into_iter().chain(self.right.as_deref())
    }

    fn is_ordered(&self) -> bool {
        self.parts().all(|part| self.value <= part.value && part.is_ordered())
    }

    fn to_list(&self) -> Vec<i64> {
        let mut list = vec![self.value];
        list.extend(self.parts().flat_map(Heap::to_list));
        list
    }

    /// The list that should be sorted, and is not always.
    fn wrong_sorted(&self) -> Vec<i64> {
        let rest = merge(self.left.as_deref(), self.right.as_deref());
        let mut list = vec![self.value];
        list.extend(rest.iter().flat_map(Heap::to_list));
        list
    }
}

/// Merges two heaps, wrongly as in the challenge.
fn merge(one: Option<&Heap>, other: Option<&Heap>) -> Option<Heap> {
    match (one, other) {
        (None, rest) | (rest, None) => rest.cloned(),
        (Some(one), Some(other)) => {
            let (root, other) = if one.value <= other.value { (one, other) } else { (other, one) };
            let left = merge(root.right.as_deref(), Some(other)).map(Box::new);
            Some(Heap { value: root.value, left, right: root.left.clone() })
        }
    }
}

fn binheap() -> Property {
    of_one::<Heap>("binheap", |(heap,), window| {
        window.open();
        outcome(heap.is_ordered().then(|| {
            let (list, mut sorted) = (heap.wrong_sorted(), heap.to_list());
            sorted.sort_unstable();
            list == sorted
        }))
    })
}

fn coupling() -> Property {
    of_one::<Vec<Index>>("coupling", |(list,), window| {
        window.open();
        let at = |at: usize| list.get(at).map(|Index(to)| usize::from(*to));
        let is_allowed = list.iter().all(|Index(to)| usize::from(*to) < list.len());
        let is_coupled =
            |from: usize| at(from).is_some_and(|to| to != from && at(to) == Some(from));
        outcome(is_allowed.then(|| !(0..list.len()).any(is_coupled)))
    })
}

#[derive(Debug, Clone, Copy, Mutate)]
struct Index(#[mutate(range = 0..=10)] u8);

fn deletion() -> Property {
    fn call((list, element): &(Vec<i64>, i64), window: &mut Window<'_>) -> Outcome {
        window.open();
        let first = list.iter().position(|other| other == element);
        outcome(first.map(|first| !list[first + 1..].contains(element)))
    }
    Property::new::<(Vec<i64>, i64)>("deletion", &["list", "element"], call, |(list, element)| {
        vec![list, element]
    })
}

fn distinct() -> Property {
    of_one::<Vec<i64>>("distinct", |(list,), window| {
        window.open();
        outcome(Some(list.iter().collect::<BTreeSet<_>>().len() <= 2))
    })
}

fn nested_lists() -> Property {
    of_one::<Vec<Vec<i64>>>("nested_lists", |(lists,), window| {
        window.open();
        outcome(Some(lists.iter().map(Vec::len).sum::<usize>() <= 10))
    })
}
