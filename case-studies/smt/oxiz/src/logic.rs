//! The logic that a script sets. OxiZ chooses its procedure for arithmetic by the name of the
//! logic: for integers under `ALL`, it answers `unknown` to nearly everything.

use smt_fragment::Script;
use smt_fragment::op::{IntOp, Op};
use smt_fragment::sort::Sort;
use smt_fragment::term::Term;
use std::collections::BTreeSet;

/// The script, with the logic of linear integers where it is of that logic.
#[must_use]
pub fn chosen(mut script: Script) -> Script {
    let mut sorts = BTreeSet::new();
    let quantified = script.assertions.iter().fold(false, |any, term| any | sort(term, &mut sorts));
    let only = |allowed: &[Sort]| sorts.iter().all(|sort| allowed.contains(sort));
    if script.logic == "ALL"
        && !quantified
        && sorts.contains(&Sort::Int)
        && script.assertions.iter().all(linear)
    {
        script.logic = if only(&[Sort::Bool, Sort::Int]) {
            "QF_LIA"
        } else if only(&[Sort::Bool, Sort::Int, Sort::Array]) {
            "QF_ALIA"
        } else if only(&[Sort::Bool, Sort::Int, Sort::Str, Sort::Re]) {
            "QF_SLIA"
        } else {
            "ALL"
        };
    }
    script
}

/// Adds the sorts of a term; whether there is a quantifier.
fn sort(term: &Term, sorts: &mut BTreeSet<Sort>) -> bool {
    sorts.insert(term.sort);
    let here = matches!(term.op, Op::Quant(..));
    term.args.iter().fold(here, |any, arg| any | sort(arg, sorts))
}

/// Whether no integers are multiplied, and none is divided, but by literals.
fn linear(term: &Term) -> bool {
    let literal = |term: &Term| matches!(term.op, Op::Literal(_));
    let here = match (&term.op, term.args.as_slice()) {
        (Op::Int(IntOp::Mul), [a, b]) => literal(a) || literal(b),
        (Op::Int(IntOp::Div | IntOp::Mod), [_, b]) => literal(b),
        _ => true,
    };
    here && term.args.iter().all(linear)
}

#[cfg(test)]
mod tests {
    use super::*;
    use smt_fragment::value::Value;

    fn int(n: i32) -> Term {
        Term::literal(Value::Int(n.into()))
    }

    #[test]
    fn only_linear_integers_get_their_logic() {
        let x = || Term::new(Op::Var(Sort::Int, 0), Sort::Int, []);
        let logic = |a: Term, b: Term| {
            let product = Term::new(Op::Int(IntOp::Mul), Sort::Int, [a, b]);
            let order = smt_fragment::op::Order::Equal;
            let equal = Term::new(Op::IntTest(order), Sort::Bool, [product, int(1)]);
            chosen(Script { logic: "ALL", assertions: vec![equal] }).logic
        };
        assert_eq!(logic(x(), int(2)), "QF_LIA");
        assert_eq!(logic(x(), x()), "ALL");
    }
}
