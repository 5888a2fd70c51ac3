//! Skeletons: a formula whose constants are holes, each occurrence one (thesis, III-A).

use crate::constant::{has_constants, is_constant};
use smt_lang::{Command, Kind, Script, Sort, Symbol, Term};
use std::collections::HashMap;

/// A place of a constant, and the variable that stands for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hole {
    /// The variable; no name of the formula begins as it does.
    pub name: Symbol,
    /// The sort of the constant.
    pub sort: Sort,
    /// The constant of the formula.
    pub original: Term,
}

impl Hole {
    /// The variable as a term.
    pub fn term(&self) -> Term {
        Term::var(self.name.clone(), self.sort.clone())
    }
}

/// A formula with its constants apart.
///
/// ```
/// use smt_lang::{Script, Term};
/// use smt_valfuzz::Skeleton;
/// let script = Script::read(b"(declare-const x Int) (assert (or (< x 7) (> x (- 1))))").unwrap();
/// let skeleton = Skeleton::of(&script);
/// let filled = skeleton.fill(&[None, Some(Term::int(9))]);
/// assert_eq!(filled.assertions().next().unwrap().to_string(), "(or (< x 7) (> x (- 9)))");
/// ```
#[derive(Debug, Clone)]
pub struct Skeleton {
    commands: Vec<Command>,
    holes: Vec<Hole>,
    prefix: String,
}

impl Skeleton {
    /// The skeleton of a formula. Constants in patterns of quantifiers are no holes: nothing
    /// depends on their values.
    pub fn of(script: &Script) -> Skeleton {
        let text = script.to_string();
        let mut prefix = "vf".to_owned();
        while text.contains(&prefix) {
            prefix.push('x');
        }
        let mut holes = Vec::new();
        let commands = script.commands.iter();
        let commands = commands.map(|c| c.map_terms(|t| open(t, &prefix, &mut holes))).collect();
        Skeleton { commands, holes, prefix }
    }

    /// The holes, in the order of the text.
    pub fn holes(&self) -> &[Hole] {
        &self.holes
    }

    /// The commands; holes are variables that nothing declares.
    pub(crate) fn commands(&self) -> &[Command] {
        &self.commands
    }

    /// A name that the formula does not have.
    pub(crate) fn fresh(&self, name: &str) -> Symbol {
        Symbol::new(&format!("{}-{name}", self.prefix))
    }

    /// The declarations of the holes.
    pub fn declarations(&self) -> impl Iterator<Item = Command> {
        self.holes.iter().map(|hole| Command::declare_const(hole.name.clone(), hole.sort.clone()))
    }

    /// φ^skel: the formula with variables instead of constants. It has no logic, as those that have
    /// the constants may forbid what the variables make of it.
    pub fn script(&self) -> Script {
        let all = Command::SetLogic(Symbol::new("ALL"));
        let rest = self.commands.iter().filter(|c| !matches!(c, Command::SetLogic(_)));
        let commands = [all].into_iter().chain(self.declarations()).chain(rest.cloned());
        Script { commands: commands.collect() }
    }

    /// φ^sub: the formula with these constants in its holes. A hole without one keeps its own.
    pub fn fill(&self, values: &[Option<Term>]) -> Script {
        let values = self.values(values);
        let commands = self.commands.iter();
        Script { commands: commands.map(|c| c.map_terms(|t| fill(t, &values))).collect() }
    }

    /// The constants to fill in, by the names of the holes.
    pub(crate) fn values(&self, values: &[Option<Term>]) -> HashMap<Symbol, Term> {
        let value = |(n, hole): (usize, &Hole)| {
            let given = values.get(n).cloned().flatten();
            (hole.name.clone(), given.unwrap_or_else(|| hole.original.clone()))
        };
        self.holes.iter().enumerate().map(value).collect()
    }
}

/// A term with other terms for the variables of these names, which nothing binds.
pub(crate) fn fill(term: &Term, values: &HashMap<Symbol, Term>) -> Term {
    term.map(|part| values.get(&part.variable()?.name).cloned())
}

/// The term with variables for its constants.
fn open(term: &Term, prefix: &str, holes: &mut Vec<Hole>) -> Term {
    let mut found: Vec<(usize, Hole)> = Vec::new();
    // Parts before this number are inside a constant or a pattern.
    let mut next = 0;
    let mut skipped: Vec<(usize, usize)> = Vec::new();
    for part in term.parts() {
        skipped.retain(|(_, end)| part.at < *end);
        if let Kind::Annotated(_) = part.term.kind() {
            let first = part.at + 1 + part.term.children()[0].size();
            skipped.push((first, part.at + part.term.size()));
        }
        let is_skipped = skipped.iter().any(|(start, end)| (*start..*end).contains(&part.at));
        if part.at < next || is_skipped || !is_constant(part.term) {
            continue;
        }
        debug_assert!(has_constants(part.term.sort()));
        next = part.at + part.term.size();
        let name = Symbol::new(&format!("{prefix}-h{}", holes.len() + found.len()));
        let above = part.parent.and_then(|(parent, _)| term.part(parent));
        let is_real = *part.term.sort() == Sort::Int && above.is_some_and(means_real);
        let sort = if is_real { Sort::Real } else { part.term.sort().clone() };
        let original = part.term.clone();
        found.push((part.at, Hole { name, sort, original }));
    }
    // From the end, so that the numbers before stay right.
    let opened =
        found.iter().rev().fold(term.clone(), |t, (at, hole)| t.replace(*at, &hole.term()));
    holes.extend(found.into_iter().map(|(_, hole)| hole));
    opened
}

/// Whether a numeral without a point means a Real as an operand of this term: solvers convert the
/// numeral, and some of them no variable.
fn means_real(term: &Term) -> bool {
    let Some(op) = term.theory_op() else { return false };
    let has_real = || term.children().iter().any(|child| *child.sort() == Sort::Real);
    match op {
        "/" => true,
        "+" | "-" | "*" | "ite" => *term.sort() == Sort::Real,
        "=" | "distinct" | "<" | "<=" | ">" | ">=" => has_real(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skeleton(text: &str) -> Skeleton {
        Skeleton::of(&Script::read(text.as_bytes()).unwrap())
    }

    #[test]
    fn each_occurrence_is_a_hole_and_a_float_is_one() {
        let of = skeleton(
            "(declare-const vf (_ FloatingPoint 3 4)) (assert (and true (= vf (fp #b0 #b000 #b001)
             (_ +oo 3 4)))) (assert (= (+ 1 1) (bv2nat (_ bv1 8)) (str.len \"a\")))",
        );
        let originals: Vec<String> = of.holes().iter().map(|h| h.original.to_string()).collect();
        let constants =
            ["true", "(fp #b0 #b000 #b001)", "(_ +oo 3 4)", "1", "1", "(_ bv1 8)", "\"a\""];
        assert_eq!(originals, constants);
        assert_eq!(of.holes()[3].name.name(), "vfx-h3");
        assert_eq!(*of.holes()[5].term().sort(), Sort::BitVec(8));
    }

    #[test]
    fn numerals_that_mean_reals_are_holes_of_reals() {
        let text = "(declare-const a Real) (declare-const i Int) (assert (< (/ 0 1) a))
                    (assert (= 2 (* 3 a))) (assert (= i 4))";
        let of = skeleton(text);
        let sorts: Vec<&Sort> = of.holes().iter().map(|hole| &hole.sort).collect();
        assert_eq!(sorts, [&Sort::Real, &Sort::Real, &Sort::Real, &Sort::Real, &Sort::Int]);
    }

    #[test]
    fn holes_with_their_own_constants_give_the_formula_again() {
        let text = "(set-logic QF_LIA)\n(define-fun f ((a Int)) Int (+ a 1))\n(push 1)\n\
                    (assert (let ((b 2)) (forall ((c Int)) (! (> (f c) b 3) :pattern ((f 4))))))\n\
                    (check-sat)\n(pop 1)\n";
        let script = Script::read(text.as_bytes()).unwrap();
        let of = Skeleton::of(&script);
        assert_eq!(of.fill(&[]), script);
        // The 4 is in a pattern.
        assert_eq!(of.holes().len(), 3);
        let open = of.script().to_string();
        assert!(open.starts_with("(set-logic ALL)") && !open.contains("QF_LIA"), "{open}");
        assert!(of.script().resolved().unknown().next().is_none());
    }
}
