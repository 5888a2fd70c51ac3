//! Terms that only some solvers take, as terms that a solver takes. Names are left to
//! [`Dialect::name`].

use crate::names::Dialect;
use crate::term::Term;

/// The term that a solver gets in the place of this one, if it takes only that.
pub(crate) fn respell(term: &Term, dialect: Dialect) -> Option<Term> {
    if matches!(dialect, Dialect::Z3 | Dialect::Z3From489) {
        return None;
    }
    let name = term.theory_op()?;
    let children = term.children();
    let ident = term.ident()?;
    if dialect == Dialect::Z3To488 {
        let n = ident.index(0).filter(|_| name == "re.^")?;
        return Some(Term::theory("re.loop", &[n, n], children.to_vec()));
    }
    match (name, children) {
        (_, [only]) if takes_one(name) && ident.indices.is_empty() => Some(only.clone()),
        ("distinct", [_]) => Some(Term::bool(true)),
        // z3 searches from the beginning.
        ("str.indexof" | "seq.indexof", [s, t]) => {
            Some(Term::app(ident.name.name(), vec![s.clone(), t.clone(), Term::int(0)]))
        }
        ("re.loop", [regex, low, high]) => {
            let bounds = [numeral(low)?, numeral(high)?];
            Some(Term::theory("re.loop", &bounds, vec![regex.clone()]))
        }
        ("re.loop", [regex, low]) => Some(at_least(numeral(low)?, regex)),
        ("re.loop", [regex]) if ident.indices.len() == 1 => Some(at_least(ident.index(0)?, regex)),
        _ => None,
    }
}

/// Operators that z3 takes with one argument, which they give back, and others do not.
fn takes_one(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "and", "or", "xor", "+", "*", "bvadd", "bvmul", "bvand", "bvor", "bvxor", "concat",
        "str.++", "seq.++", "re.++", "re.union", "re.inter",
    ];
    NAMES.contains(&name)
}

fn numeral(term: &Term) -> Option<u32> {
    term.literal(crate::TokenKind::Numeral)?.parse().ok()
}

/// That many times or more.
fn at_least(n: u32, regex: &Term) -> Term {
    let first = Term::theory("re.^", &[n], vec![regex.clone()]);
    let more = Term::app("re.*", vec![regex.clone()]);
    Term::app("re.++", vec![first, more])
}
