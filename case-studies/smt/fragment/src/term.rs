//! Terms: a tree of operators, the common form of all sorts. It is printed, evaluated and reduced.

use crate::op::Op;
use crate::sort::Sort;
use crate::value::Value;
use std::collections::BTreeSet;
use std::fmt;

/// A term that has a sort. Terms are made by [`lower`](crate::lower), so that their arguments have
/// the sorts that the operator takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// The operator, variable or literal.
    pub op: Op,
    /// The sort of the term.
    pub sort: Sort,
    /// The arguments.
    pub args: Vec<Term>,
}

impl Term {
    /// A term of this sort.
    pub fn new(op: Op, sort: Sort, args: impl IntoIterator<Item = Term>) -> Term {
        Term { op, sort, args: args.into_iter().collect() }
    }

    /// A literal.
    pub fn literal(value: Value) -> Term {
        let sort = value.sort();
        Term::new(Op::Literal(value), sort, [])
    }

    /// The negation of a truth value.
    #[must_use]
    pub fn negated(self) -> Term {
        Term::new(Op::Not, Sort::Bool, [self])
    }

    /// The number of operators, variables and literals.
    pub fn size(&self) -> usize {
        1 + self.args.iter().map(Term::size).sum::<usize>()
    }

    /// Adds the declared variables of the term.
    pub fn variables(&self, into: &mut BTreeSet<(Sort, u8)>) {
        if let Op::Var(sort, number) = self.op {
            into.insert((sort, number));
        }
        self.args.iter().for_each(|arg| arg.variables(into));
    }

    /// Whether each bound variable is within its quantifier.
    pub fn is_closed(&self) -> bool {
        fn closed(term: &Term, bound: &mut Vec<(Sort, u8)>) -> bool {
            match term.op {
                Op::Bound(sort, level) => bound.contains(&(sort, level)),
                Op::Quant(_, sort, level) => {
                    bound.push((sort, level));
                    let all = term.args.iter().all(|arg| closed(arg, bound));
                    bound.pop();
                    all
                }
                _ => term.args.iter().all(|arg| closed(arg, bound)),
            }
        }
        closed(self, &mut Vec::new())
    }

    /// Adds what kinds of failures say of the term: its sorts and its operators.
    pub fn words(&self, sorts: &mut BTreeSet<&'static str>, ops: &mut BTreeSet<&'static str>) {
        sorts.insert(self.sort.word());
        if !self.op.word().is_empty() {
            ops.insert(self.op.word());
        }
        self.args.iter().for_each(|arg| arg.words(sorts, ops));
    }
}

/// The head of an application, with its indices.
fn write_head(f: &mut fmt::Formatter<'_>, term: &Term) -> fmt::Result {
    let word = term.op.word();
    match &term.op {
        Op::Divisible(n) => write!(f, "(_ divisible {n})"),
        Op::Extract(low, count) => write!(f, "(_ extract {} {low})", low + count - 1),
        Op::ZeroExtend(n) | Op::SignExtend(n) | Op::RotateLeft(n) | Op::RotateRight(n) => {
            write!(f, "(_ {word} {n})")
        }
        Op::ReLoop(low, high) => write!(f, "(_ re.loop {low} {high})"),
        Op::Constant => write!(f, "(as const {})", term.sort),
        Op::ToFp(_, format) | Op::OfBits(format) | Op::FpOfBv(_, _, format) => {
            write!(f, "(_ {word} {} {})", format.exponent, format.significand)
        }
        Op::FpToBv(_, _, width) => write!(f, "(_ {word} {width})"),
        _ => f.write_str(word),
    }?;
    match &term.op {
        Op::Fp(_, mode)
        | Op::Fma(mode)
        | Op::Sqrt(mode)
        | Op::Round(mode)
        | Op::ToFp(mode, _)
        | Op::FpOfBv(mode, ..)
        | Op::FpToBv(mode, ..) => write!(f, " {}", mode.name()),
        _ => Ok(()),
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.op {
            Op::Literal(value) => return write!(f, "{value}"),
            Op::Var(sort, number) => return write!(f, "{}{number}", sort.prefix()),
            Op::Bound(sort, level) => return write!(f, "q{}{level}", sort.prefix()),
            Op::Quant(quantifier, sort, level) => {
                write!(f, "({} ((q{}{level} {sort}))", quantifier.name(), sort.prefix())?;
            }
            op @ (Op::ReNone | Op::ReAll | Op::ReAllChar) => return f.write_str(op.word()),
            _ => {
                f.write_str("(")?;
                write_head(f, self)?;
            }
        }
        for arg in &self.args {
            write!(f, " {arg}")?;
        }
        f.write_str(")")
    }
}
