//! Models: a solver is asked for constants, and what it prints becomes terms.

use crate::constant::{fraction, integer_of, is_value};
use crate::skeleton::Hole;
use smt_lang::{
    Dialect, Kind, Limits, Scope, Script, Sexp, Sort, Symbol, Term, TokenKind, strings,
};
use smt_solvers::SolverError;
use smt_solvers::catalogue::Code;
use smt_solvers::driver::{Driver, Reply, Settings};
use smt_solvers::verdict::Answer;
use std::collections::HashMap;

/// What came of a test formula.
#[derive(Debug, Clone)]
pub struct Solved {
    /// Its answer, if it gave one.
    pub answer: Option<Answer>,
    /// The constants for the holes, if it is `sat`. A value that is no constant, as an algebraic
    /// number, is missing.
    pub values: Option<Vec<Option<Term>>>,
    /// All that it said.
    pub reply: Reply,
}

/// Asks a solver about a formula that [`crate::Meta::test`] made. Its choices are random, by a seed
/// (thesis, appendix B).
///
/// # Errors
/// As [`Driver::ask`].
pub fn solve(
    driver: &mut dyn Driver,
    test: &Script,
    holes: &[Hole],
    settings: &Settings,
    seed: u64,
) -> Result<Solved, SolverError> {
    let mut settings = settings.clone();
    // Solvers take 32 bits with a sign.
    settings.seed = Some(seed % (1 << 31));
    settings.validates = false;
    if driver.code() == Code::Z3 {
        let random = ["smt.arith.random_initial_value=true", "smt.phase_selection=5"];
        settings.options.extend(random.map(str::to_owned));
    }
    let dialect = Dialect::of_solver(driver.name());
    let reply = driver.ask(&test.print(dialect), &settings)?;
    let answer = reply.verdict.answers.first().copied();
    let values =
        (answer == Some(Answer::Sat)).then(|| read(&reply.output, holes, dialect)).flatten();
    Ok(Solved { answer, values, reply })
}

/// The values of holes in what a solver printed after `sat`; `None` if it printed none.
///
/// ```
/// use smt_lang::{Dialect, Script, Term};
/// use smt_valfuzz::{Skeleton, model};
/// let script = Script::read(b"(assert (< 1 2))").unwrap();
/// let skeleton = Skeleton::of(&script);
/// let printed = "sat\n((vf-h0 (- 7)) (vf-h1 0))\n";
/// let values = model::read(printed, skeleton.holes(), Dialect::Z3).unwrap();
/// assert_eq!(values, [Some(Term::int(-7)), Some(Term::int(0))]);
/// ```
pub fn read(printed: &str, holes: &[Hole], dialect: Dialect) -> Option<Vec<Option<Term>>> {
    let rest = printed.trim_start().strip_prefix("sat")?;
    let sexps = Sexp::read_all(rest.as_bytes(), Limits::default()).ok()?;
    let mut scope = Scope::new();
    let mut values: HashMap<Symbol, Term> = HashMap::new();
    for pair in sexps.iter().filter_map(Sexp::list).flatten() {
        if let Some([name, value]) = pair.list()
            && let Some(name) = name.any_symbol()
        {
            values.insert(name, scope.read_term(value));
        }
    }
    if !holes.iter().any(|hole| values.contains_key(&hole.name)) {
        return None;
    }
    let value = |hole: &Hole| constant(values.get(&hole.name)?, &hole.sort, dialect);
    Some(holes.iter().map(value).collect())
}

/// A printed value as a constant of a sort.
fn constant(value: &Term, sort: &Sort, dialect: Dialect) -> Option<Term> {
    if *sort == Sort::Real {
        let value = real(value)?;
        return is_value(&value).then_some(value);
    }
    if value.sort() != sort || !is_value(value) {
        return None;
    }
    match value.literal(TokenKind::String) {
        Some(text) => Some(Term::string(&strings::read(text, dialect.escapes()))),
        None => Some(value.clone()),
    }
}

/// A value whose numerals may be printed without a point, as a Real.
fn real(value: &Term) -> Option<Term> {
    match (value.kind(), value.children()) {
        (Kind::Literal(TokenKind::Numeral, text), []) => Some(Term::real(text)),
        (Kind::Literal(TokenKind::Decimal, _), []) => Some(value.clone()),
        (_, [of]) if value.is_op("-") => {
            Some(Term::new(value.kind().clone(), vec![real(of)?], Sort::Real))
        }
        (_, [above, below]) if value.is_op("/") => match (integer_of(above), integer_of(below)) {
            (Some(above), Some(below)) if below > 0 => Some(fraction(above, below)),
            _ => Some(Term::app("/", vec![real(above)?, real(below)?])),
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::Skeleton;

    fn read_one(formula: &str, value: &str, dialect: Dialect) -> Option<String> {
        let skeleton = Skeleton::of(&Script::read(formula.as_bytes()).unwrap());
        let printed = format!("sat\n((vf-h0 {value}))\n");
        read(&printed, skeleton.holes(), dialect)?[0].as_ref().map(Term::to_string)
    }

    #[test]
    fn values_are_read_as_each_solver_prints_them() {
        let real = "(declare-const x Real) (assert (< x 1.5))";
        for (value, read) in [
            ("(/ 1.0 3.0)", "(/ 1.0 3.0)"),
            ("(/ 1 3)", "(/ 1.0 3.0)"),
            ("(- (/ 1.0 3.0))", "(- (/ 1.0 3.0))"),
            ("(/ (- 1) 3)", "(/ (- 1.0) 3.0)"),
            ("2.5", "2.5"),
            ("4", "4.0"),
        ] {
            assert_eq!(read_one(real, value, Dialect::Z3).as_deref(), Some(read), "{value}");
        }
        assert_eq!(read_one(real, "(root-obj (+ (^ x 2) (- 2)) 1)", Dialect::Z3), None);
        let string = "(assert (= \"\" \"a\"))";
        let new = |dialect| read_one(string, "\"\\x0a\"", dialect).unwrap();
        assert_eq!(new(Dialect::Z3To488), "\"\\u{a}\"");
        assert_eq!(new(Dialect::Z3), "\"\\u{5c}x0a\"");
        let float = "(assert (fp.isNaN (fp #b0 #b000 #b001)))";
        assert_eq!(read_one(float, "(_ NaN 3 4)", Dialect::Z3).unwrap(), "(_ NaN 3 4)");
        let bits = "(assert (= #x0f (bvnot #xf0)))";
        assert_eq!(read_one(bits, "#xab", Dialect::Cvc5).unwrap(), "#xab");
        assert_eq!(read_one(bits, "#xa", Dialect::Cvc5), None);
    }

    #[test]
    fn without_values_there_is_no_model() {
        assert_eq!(read("sat\n(error \"no model\")", &[], Dialect::Z3), None);
        assert_eq!(read("unsat\n", &[], Dialect::Z3), None);
    }
}
