//! `quickcheck::Arbitrary`. A value is shrunk to its parts of the same type first, and then to the
//! same value with one part shrunk. The size is divided between the parts of a recursive value.

use crate::{Element, Expression, Heap, Index, Positive, Short};
use quickcheck::{Arbitrary, Gen};
use std::sync::LazyLock;

/// What a value is shrunk to.
type Shrunk<T> = Box<dyn Iterator<Item = T>>;

/// The largest length of a [`Short`].
const LONGEST: usize = 100;

/// All numbers that are chosen from.
static NUMBERS: LazyLock<Vec<u16>> = LazyLock::new(|| (0..10_000).collect());

/// A number below a bound of at most 10 000. All are equally likely.
fn below(g: &mut Gen, bound: usize) -> u16 {
    g.choose(&NUMBERS[..bound]).copied().unwrap_or(0)
}

impl Arbitrary for Expression {
    fn arbitrary(g: &mut Gen) -> Expression {
        expression(g, g.size())
    }

    fn shrink(&self) -> Shrunk<Expression> {
        match self {
            Expression::Number(number) => Box::new(number.shrink().map(Expression::Number)),
            Expression::Add(one, other) => operands(one, other, Expression::Add),
            Expression::Divide(one, other) => operands(one, other, Expression::Divide),
        }
    }
}

fn expression(g: &mut Gen, size: usize) -> Expression {
    match if size == 0 { 0 } else { below(g, 3) } {
        0 => Expression::Number(i64::arbitrary(g)),
        kind => {
            let one = Box::new(expression(g, size / 2));
            let other = Box::new(expression(g, size / 2));
            let make = if kind == 1 { Expression::Add } else { Expression::Divide };
            make(one, other)
        }
    }
}

/// The operands, then the same operation with one operand shrunk.
fn operands(
    one: &Expression,
    other: &Expression,
    make: fn(Box<Expression>, Box<Expression>) -> Expression,
) -> Shrunk<Expression> {
    let parts = [one.clone(), other.clone()].into_iter();
    let (one, other) = (Box::new(one.clone()), Box::new(other.clone()));
    let shrunk = (one, other).shrink().map(move |(one, other)| make(one, other));
    Box::new(parts.chain(shrunk))
}

impl Arbitrary for Heap {
    fn arbitrary(g: &mut Gen) -> Heap {
        heap(g, g.size())
    }

    fn shrink(&self) -> Shrunk<Heap> {
        let Heap { value, left, right } = self.clone();
        let parts = [left.clone(), right.clone()].into_iter().flatten().map(|part| *part);
        let shrunk = (value, left, right).shrink();
        let shrunk = shrunk.map(|(value, left, right)| Heap { value, left, right });
        Box::new(parts.chain(shrunk))
    }
}

fn heap(g: &mut Gen, size: usize) -> Heap {
    let part = |g: &mut Gen| (size > 0 && bool::arbitrary(g)).then(|| Box::new(heap(g, size / 2)));
    Heap { value: i64::arbitrary(g), left: part(g), right: part(g) }
}

impl Arbitrary for Short {
    fn arbitrary(g: &mut Gen) -> Short {
        let length = 1 + below(g, LONGEST);
        Short((0..length).map(|_| Element::arbitrary(g)).collect())
    }

    fn shrink(&self) -> Shrunk<Short> {
        let Short(list) = self;
        Box::new(list.shrink().filter(|list| !list.is_empty()).map(Short))
    }
}

impl Arbitrary for Element {
    fn arbitrary(g: &mut Gen) -> Element {
        Element(below(g, 1001))
    }

    fn shrink(&self) -> Shrunk<Element> {
        Box::new(self.0.shrink().map(Element))
    }
}

impl Arbitrary for Positive {
    fn arbitrary(g: &mut Gen) -> Positive {
        Positive(1 + i32::from(below(g, 10_000)))
    }

    fn shrink(&self) -> Shrunk<Positive> {
        Box::new(self.0.shrink().filter(|number| *number > 0).map(Positive))
    }
}

impl Arbitrary for Index {
    fn arbitrary(g: &mut Gen) -> Index {
        Index(below(g, 11) as u8)
    }

    fn shrink(&self) -> Shrunk<Index> {
        Box::new(self.0.shrink().map(Index))
    }
}
