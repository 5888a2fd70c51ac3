//! The judge on formulas of which the right answer is known: two defects of OxiZ 0.3.4, and
//! formulas that it decides rightly. `docs/findings/smt` describes the defects.

use mutagen_core::Outcome;
use smt_fragment::op::{IntOp, Op, Order};
use smt_fragment::sort::Sort;
use smt_fragment::term::Term;
use smt_fragment::value::Value;
use smt_fragment::{Assignment, Script};
use smt_oxiz::judge::{Class, Verdict, by_construction, by_model};
use smt_oxiz::report::outcome;

fn int(n: i64) -> Term {
    Term::literal(Value::Int(n.into()))
}

fn op(op: IntOp, a: Term, b: Term) -> Term {
    Term::new(Op::Int(op), Sort::Int, [a, b])
}

fn test(order: Order, a: Term, b: Term) -> Term {
    Term::new(Op::IntTest(order), Sort::Bool, [a, b])
}

fn script(assertions: Vec<Term>) -> Script {
    Script { logic: "QF_LIA", assertions }
}

/// `(< (- 9118560990981426082) 104811045873349727)`.
fn large_literals() -> Script {
    script(vec![test(Order::Less, int(-9_118_560_990_981_426_082), int(104_811_045_873_349_727))])
}

/// `(= 0 (mod (* 2 (+ i 1)) 33))` and `(= i 1)`.
fn product() -> Script {
    let i = || Term::new(Op::Var(Sort::Int, 0), Sort::Int, []);
    let double = op(IntOp::Mul, int(2), op(IntOp::Add, i(), int(1)));
    let rest = op(IntOp::Mod, double, int(33));
    script(vec![test(Order::Equal, int(0), rest), test(Order::Equal, i(), int(1))])
}

#[test]
fn a_wrong_unsat_is_seen_by_trying_all_assignments_and_by_construction() {
    let wrong = Verdict::Wrong(Class::WrongUnsat);
    assert_eq!(by_model(&large_literals()), wrong);
    assert_eq!(by_construction(&large_literals(), &Assignment::default()), wrong);
}

#[test]
fn a_model_that_does_not_hold_is_seen() {
    assert_eq!(by_model(&product()), Verdict::Wrong(Class::Model));
}

#[test]
fn right_answers_are_right() {
    let small = |a, b| script(vec![test(Order::Less, int(a), int(b))]);
    assert_eq!(by_model(&small(1, 2)), Verdict::Right);
    assert_eq!(by_model(&small(2, 1)), Verdict::Right);
    // What the assignment falsifies is not true by construction.
    assert_eq!(by_construction(&small(2, 1), &Assignment::default()), Verdict::Open);
}

#[test]
fn kinds_name_the_class_the_sorts_and_the_operators_of_the_reduced_script() {
    let mut padded = product();
    padded.assertions.push(Term::literal(Value::Bool(true)));
    let failed = outcome(&padded, by_model(&padded), 300, by_model);
    let Outcome::Failed(failure) = failed else { panic!("passed") };
    let text = format!("{failure:?}");
    assert!(text.contains("model: Int: * +\n"), "{text}");
    assert!(!text.contains("true"), "{text}");
}
