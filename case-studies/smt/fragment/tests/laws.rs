//! What holds for every formula, as properties.

use mutagen_core::{Outcome, assume, check, property};
use smt_fragment::bits::{BvOp, mask, signed};
use smt_fragment::float::Mode;
use smt_fragment::sort::Format;
use smt_fragment::value::Value;
use smt_fragment::{Draw, Formula, Script, exhaust, model, reduce};

/// The general language reads each formula, and gives each of its terms a sort.
#[property]
fn every_formula_reads_back(formula: &Formula) -> Outcome {
    let script = Script::of(formula);
    let general = script.general().expect("the printed script is read");
    let unknown: Vec<String> = general.unknown().map(ToString::to_string).collect();
    assert_eq!(unknown, Vec::<String>::new(), "{script}");
    check!(general.assertions().count() == script.assertions.len())
}

/// Two evaluators, written apart, give each assertion the same value, where both know it.
#[property]
fn both_evaluators_agree(formula: &Formula, draw: &Draw) -> Outcome {
    let script = Script::of(formula);
    let assignment = draw.assignment();
    let general = script.general().expect("the printed script is read");
    let check = general.check(0).expect("the script has a check");
    let model = script.general_model(&check, &assignment).expect("the printed model is read");
    for (ours, theirs) in script.assertions.iter().zip(&check.assertions) {
        let a = assignment.holds(ours);
        let b = model.value(theirs).and_then(|value| value.as_bool());
        if let (Some(a), Some(b)) = (a, b) {
            assert_eq!(a, b, "{ours} under {assignment:?}");
        }
    }
    Outcome::Passed
}

/// Parentheses and quotes are balanced, and each name is declared or bound.
#[property]
fn printed_formulas_are_balanced(formula: &Formula) {
    let text = Script::of(formula).to_string();
    let (mut depth, mut quoted) = (0i32, false);
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth -= 1,
            _ => {}
        }
        assert!(depth >= 0, "{text}");
    }
    assert!(depth == 0 && !quoted, "{text}");
}

/// What is made true holds.
#[property]
fn formulas_are_made_true(formula: &Formula, draw: &Draw) -> Outcome {
    let assignment = draw.assignment();
    check!(Script::of(formula).made_true(&assignment).holds(&assignment) == Some(true))
}

/// A formula of few assignments has no more of them than were tried.
#[property]
fn no_assignment_is_missed(formula: &Formula, draw: &Draw) -> Outcome {
    let script = Script::of(formula);
    let satisfiable = exhaust::satisfiable(&script);
    assume!(satisfiable.is_some());
    check!(satisfiable == Some(true) || script.holds(&draw.assignment()) == Some(false))
}

/// A value that is printed is read again.
#[property]
fn printed_values_are_read(draw: &Draw) {
    let assignment = draw.assignment();
    for sort in smt_fragment::sort::Sort::VARIABLES {
        for number in 0..smt_fragment::lower::VARIABLES {
            let value = assignment.get(sort, number);
            assert_eq!(value.and_then(|v| model::value(sort, &v.to_string())).as_ref(), value);
        }
    }
}

/// Reduction ends with a script that fails, and is not larger.
#[property]
fn reduction_keeps_the_failure(formula: &Formula) -> Outcome {
    let script = Script::of(formula);
    let fails = |script: &Script| script.to_string().contains("bv");
    assume!(fails(&script));
    let reduced = reduce(&script, 500, fails);
    check!(fails(&reduced) && reduced.size() <= script.size())
}

/// Quotient and remainder make up the dividend, with a sign and without.
#[property]
fn bit_vectors_are_divided(a: u8, b: u8) -> Outcome {
    let (a, b) = (u64::from(a), u64::from(b));
    let op = |op: BvOp, x, y| op.apply(8, x, y);
    let back = |q, r| op(BvOp::Add, op(BvOp::Mul, op(q, a, b), b), op(r, a, b));
    let unsigned = back(BvOp::Udiv, BvOp::Urem) == a;
    let modulo = op(BvOp::Smod, a, b);
    let fits = b == 0 || (modulo == 0 || (signed(8, modulo) < 0) == (signed(8, b) < 0));
    check!(unsigned && back(BvOp::Sdiv, BvOp::Srem) == a && fits)
}

/// A negated sum is the sum of the negated, and De Morgan's law holds.
#[property]
fn bit_vectors_are_a_ring(a: u8, b: u8) -> Outcome {
    let (a, b) = (u64::from(a), u64::from(b));
    let op = |op: BvOp, x, y| op.apply(8, x, y);
    let neg = |x| op(BvOp::Sub, 0, x);
    let sums = neg(op(BvOp::Add, a, b)) == op(BvOp::Add, neg(a), neg(b));
    check!(sums && op(BvOp::Nand, a, b) == op(BvOp::Or, a ^ mask(8), b ^ mask(8)))
}

/// A number of a format is rounded to itself in each mode.
#[property]
fn numbers_are_rounded_to_themselves(bits: u16, mode: Mode) -> Outcome {
    let format = Format::HALF;
    let bits = format.canonical(u64::from(bits));
    check!(format.encode(mode, &format.decode(bits)) == bits)
}

/// Rounding down is not above rounding up, and the nearest is one of both.
#[property]
fn rounding_is_between(a: i32, b: u16) -> Outcome {
    let x = smt_fragment::value::Rational::new(a.into(), (u32::from(b) + 1).into());
    let number = smt_fragment::float::Float::of(x);
    let of = |mode| Format::SMALL.decode(Format::SMALL.encode(mode, &number));
    let (down, up, nearest) = (of(Mode::Rtn), of(Mode::Rtp), of(Mode::Rne));
    let ordered = down.compare(&number).is_some_and(std::cmp::Ordering::is_le)
        && number.compare(&up).is_some_and(std::cmp::Ordering::is_le);
    check!(ordered && (nearest == down || nearest == up))
}

/// Half precision holds the product of two small numbers exactly, so rounding twice is no risk.
#[property]
fn sqrt_undoes_the_square(bits: u8) -> Outcome {
    let small = Format::SMALL.decode(u64::from(bits & 0x7f));
    let square = small.mul(&small);
    assume!(matches!(square, smt_fragment::float::Float::Number(_)));
    let root = square.finite().map(|x| Format::HALF.sqrt(Mode::Rne, &x));
    let same = Format::HALF.encode(Mode::Rne, &small);
    check!(root == Some(same) && Value::Fp(Format::HALF, same).to_string().starts_with("(fp"))
}
