//! Monitors beside those of sub-expressions: abstract domains and relations (thesis, Tables I and
//! III).

use crate::constant::named_float;
use smt_lang::{Sort, Term};

/// What to ask of an expression, by its sort (Table I). Nothing for sorts that have no domains.
pub fn domains(of: &Term) -> Vec<Term> {
    let of = || of.clone();
    let equal = |value: Term| Term::app("=", vec![of(), value]);
    match *of().sort() {
        Sort::Bool => vec![equal(Term::bool(true)), equal(Term::bool(false))],
        Sort::Int | Sort::Real => {
            let zero = if *of().sort() == Sort::Int { Term::int(0) } else { Term::real(0) };
            let compared = |op| Term::app(op, vec![of(), zero.clone()]);
            vec![compared("="), compared("<"), compared(">")]
        }
        Sort::String => {
            let empty = equal(Term::string(&[]));
            vec![empty.clone(), empty.not()]
        }
        Sort::Float(eb, sb) => {
            let named = |name: &str| named_float(name, eb, sb);
            let below = |a: Term, b: Term| Term::app("fp.lt", vec![a, b]);
            let between = |low: &str, high: &str| {
                Term::app("and", vec![below(named(low), of()), below(of(), named(high))])
            };
            vec![
                Term::app("fp.isNaN", vec![of()]),
                equal(named("-oo")),
                between("-oo", "-zero"),
                equal(named("-zero")),
                equal(named("+zero")),
                between("+zero", "+oo"),
                equal(named("+oo")),
            ]
        }
        _ => Vec::new(),
    }
}

/// What to ask of two expressions (Table III). Nothing if their sorts differ or have no relations.
pub fn relations(a: &Term, b: &Term) -> Vec<Term> {
    if a.sort() != b.sort() {
        return Vec::new();
    }
    let related = |op: &str| Term::app(op, vec![a.clone(), b.clone()]);
    let order: &[&str] = match a.sort() {
        Sort::Bool | Sort::String | Sort::BitVec(_) => &[],
        Sort::Int | Sort::Real => &[">", "<", ">=", "<="],
        Sort::Float(..) => &["fp.gt", "fp.lt", "fp.geq", "fp.leq"],
        _ => return Vec::new(),
    };
    let both = [related("="), related("=").not()];
    both.into_iter().chain(order.iter().map(|op| related(op))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(terms: &[Term]) -> Vec<String> {
        assert!(terms.iter().all(|term| *term.sort() == Sort::Bool), "{terms:?}");
        terms.iter().map(Term::to_string).collect()
    }

    #[test]
    fn domains_are_those_of_the_table() {
        let of = |sort| domains(&Term::var("s", sort));
        assert_eq!(texts(&of(Sort::Real)), ["(= s 0.0)", "(< s 0.0)", "(> s 0.0)"]);
        assert_eq!(texts(&of(Sort::String)), ["(= s \"\")", "(not (= s \"\"))"]);
        assert_eq!(of(Sort::Bool).len(), 2);
        let floats = texts(&of(Sort::Float(5, 11)));
        assert_eq!(floats.len(), 7);
        let low = "(and (fp.lt (_ -oo 5 11) s) (fp.lt s (_ -zero 5 11)))";
        assert_eq!(floats[2], low);
        assert!(of(Sort::BitVec(8)).is_empty());
    }

    #[test]
    fn relations_are_those_of_the_table() {
        let pair = |sort: Sort| relations(&Term::var("a", sort.clone()), &Term::var("b", sort));
        assert_eq!(texts(&pair(Sort::BitVec(8))), ["(= a b)", "(not (= a b))"]);
        assert_eq!(texts(&pair(Sort::Int)).len(), 6);
        assert_eq!(texts(&pair(Sort::Float(5, 11)))[3], "(fp.lt a b)");
        assert!(relations(&Term::int(1), &Term::real(1)).is_empty());
        assert!(pair(Sort::RegLan).is_empty());
    }
}
