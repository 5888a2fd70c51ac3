//! Meta-formulas: monitors of what a skeleton says, and the enforcements of their values (thesis,
//! III-B).

use crate::constant::{Random, shuffle};
use crate::domain::{domains, relations};
use crate::locals::Locals;
use crate::skeleton::{Hole, Skeleton, fill};
use crate::strategy::{Coercion, Domains};
use rand::RngExt;
use smt_lang::{Binder, Command, Kind, Script, Sexp, Sort, SortedVar, Symbol, Term};
use std::collections::HashSet;

/// φ^meta: the declarations of a skeleton, and its monitors.
#[derive(Debug)]
pub struct Meta {
    coercion: Coercion,
    /// The declarations and definitions of the formula.
    declared: Vec<Command>,
    /// The declarations of holes.
    holes: Vec<Hole>,
    /// Local variables that became global.
    locals: Locals,
    /// The assertions of the skeleton.
    assertions: Vec<Term>,
    monitors: Vec<Monitor>,
}

/// A Boolean variable, and the expression that it equals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Monitor {
    /// The variable.
    pub name: Symbol,
    /// The expression, of global variables.
    pub term: Term,
}

/// Values of monitors that are enforced together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enforcement {
    /// Whether the assertions of the skeleton are asserted, or the negation of each of them; or
    /// neither. See [`Coercion::originals`].
    pub originals: Option<bool>,
    /// Numbers of monitors, with the values.
    pub values: Vec<(usize, bool)>,
}

impl Meta {
    /// The meta-formula of a skeleton. `random` chooses the holes that are related.
    pub fn of(skeleton: &Skeleton, coercion: Coercion, random: &mut Random) -> Meta {
        let mut locals = Locals::new(coercion.quantifiers, &skeleton.fresh("l"));
        let assertions: Vec<Term> = asserted(skeleton.commands());
        let global: Vec<Term> = assertions.iter().map(|term| locals.globalise(term)).collect();
        let values: Vec<Term> = locals.definitions.iter().map(|(_, value)| value.clone()).collect();
        let expressions: Vec<&Term> = values.iter().chain(&global).flat_map(open_parts).collect();
        let declared = declared(skeleton.commands());

        let mut terms: Vec<Term> = Vec::new();
        for part in expressions.iter().filter(|part| *part.sort() == Sort::Bool) {
            if !coercion.leaves || is_leaf(part) {
                terms.push(locals.close(part));
            }
        }
        match coercion.domains {
            Domains::None => {}
            Domains::Variables => {
                let constants = declared.iter().filter_map(constant);
                let bound = locals.variables.iter().map(variable);
                terms.extend(constants.chain(bound).flat_map(|v| domains(&v)));
            }
            Domains::Expressions => {
                let all = expressions.iter().flat_map(|part| domains(part));
                terms.extend(all.map(|term| locals.close(&term)));
            }
        }
        let related = chosen(skeleton.holes(), coercion.related, random);
        for (n, a) in related.iter().enumerate() {
            terms.extend(related[..n].iter().flat_map(|b| relations(&b.term(), &a.term())));
        }
        let mut seen = HashSet::new();
        terms.retain(|term| seen.insert(term.clone()));
        let monitors = terms.into_iter().enumerate();
        let monitors =
            monitors.map(|(n, term)| Monitor { name: skeleton.fresh(&format!("m{n}")), term });
        let monitors = monitors.collect();
        let holes = skeleton.holes().to_vec();
        Meta { coercion, declared, holes, locals, assertions, monitors }
    }

    /// The monitors.
    pub fn monitors(&self) -> &[Monitor] {
        &self.monitors
    }

    /// All enforcements in random order: each monitor with each value once, for each of the
    /// meta-formulas. Where several are enforced at once, random values of other monitors join.
    pub fn saturation(&self, random: &mut Random) -> Vec<Enforcement> {
        let sides: &[Option<bool>] =
            if self.coercion.originals { &[Some(true), Some(false)] } else { &[None] };
        let mut all = Vec::new();
        for &originals in sides {
            for monitor in 0..self.monitors.len() {
                for value in [true, false] {
                    let values = self.joined((monitor, value), random);
                    all.push(Enforcement { originals, values });
                }
            }
        }
        shuffle(&mut all, random);
        all
    }

    fn joined(&self, first: (usize, bool), random: &mut Random) -> Vec<(usize, bool)> {
        let mut values = vec![first];
        let wanted = self.coercion.enforced.clamp(1, self.monitors.len().max(1));
        while values.len() < wanted {
            let monitor = random.random_range(0..self.monitors.len());
            if values.iter().all(|(other, _)| *other != monitor) {
                values.push((monitor, random.random()));
            }
        }
        values
    }

    /// φ^test: the meta-formula with an enforcement, a check, and the question for the values of
    /// the holes. `not` has values of earlier models; none of them is given again.
    pub fn test(&self, enforcement: &Enforcement, not: &[Vec<Option<Term>>]) -> Script {
        let mut commands = vec![
            Command::SetOption(Sexp::word(":produce-models"), Some(Sexp::word("true"))),
            Command::SetLogic(Symbol::new("ALL")),
        ];
        let holes = self.holes.iter();
        commands.extend(holes.map(|h| Command::declare_const(h.name.clone(), h.sort.clone())));
        commands.extend(self.declared.iter().cloned());
        commands.extend(self.global());
        commands.extend(self.monitors.iter().flat_map(monitored));
        if let Some(holds) = enforcement.originals {
            let all = self.assertions.iter();
            commands.extend(all.map(|t| Command::Assert(if holds { t.clone() } else { t.not() })));
        }
        commands.extend(self.enforced(enforcement));
        commands.extend(not.iter().filter_map(|values| self.differs(values)));
        commands.push(Command::CheckSat);
        commands.push(Command::GetValue(self.holes.iter().map(Hole::term).collect()));
        Script { commands }
    }

    /// φ^sub with the monitors that are enforced, before its first check: EFFINAL.
    pub fn enforce_in(
        &self,
        skeleton: &Skeleton,
        values: &[Option<Term>],
        enforcement: &Enforcement,
    ) -> Script {
        let mut script = skeleton.fill(values);
        let values = skeleton.values(values);
        let monitors = enforcement.values.iter().flat_map(|(n, _)| monitored(&self.monitors[*n]));
        let added = self.global().chain(monitors).chain(self.enforced(enforcement));
        let added: Vec<Command> =
            added.map(|command| command.map_terms(|term| fill(term, &values))).collect();
        let at = script.commands.iter().position(Command::is_check);
        let at = at.unwrap_or(script.commands.len());
        script.commands.splice(at..at, added);
        script
    }

    /// The variables that were local, and their definitions.
    fn global(&self) -> impl Iterator<Item = Command> {
        let of = |name: &Symbol, sort: &Sort| Command::declare_const(name.clone(), sort.clone());
        let bound = self.locals.variables.iter();
        let bound = bound.map(|v| Command::declare_const(v.name.clone(), v.sort.clone()));
        let named = self.locals.definitions.iter().flat_map(move |(name, value)| {
            let equal = vec![Term::var(name.clone(), value.sort().clone()), value.clone()];
            [of(name, value.sort()), Command::Assert(Term::app("=", equal))]
        });
        bound.chain(named)
    }

    fn enforced(&self, enforcement: &Enforcement) -> Vec<Command> {
        let all = enforcement.values.iter().map(|(n, value)| {
            let monitor = Term::var(self.monitors[*n].name.clone(), Sort::Bool);
            Command::Assert(if *value { monitor } else { monitor.not() })
        });
        all.collect()
    }

    fn differs(&self, values: &[Option<Term>]) -> Option<Command> {
        let pairs = self.holes.iter().zip(values);
        let differ = |(hole, value): (&Hole, &Option<Term>)| {
            Some(Term::app("=", vec![hole.term(), value.clone()?]).not())
        };
        let mut terms: Vec<Term> = pairs.filter_map(differ).collect();
        let one = terms.pop()?;
        terms.push(one.clone());
        Some(Command::Assert(if terms.len() == 1 { one } else { Term::app("or", terms) }))
    }
}

fn monitored(monitor: &Monitor) -> [Command; 2] {
    let equal = vec![Term::var(monitor.name.clone(), Sort::Bool), monitor.term.clone()];
    [
        Command::declare_const(monitor.name.clone(), Sort::Bool),
        Command::Assert(Term::app("=", equal)),
    ]
}

/// What a script asserts or assumes, on whatever level.
fn asserted(commands: &[Command]) -> Vec<Term> {
    let asserts = commands
        .iter()
        .filter(|command| matches!(command, Command::Assert(_) | Command::CheckSatAssuming(_)));
    asserts.flat_map(Command::terms).cloned().collect()
}

/// The declarations and definitions, each once.
fn declared(commands: &[Command]) -> Vec<Command> {
    let mut declared: Vec<Command> = Vec::new();
    for command in commands {
        let declares = match command {
            Command::Other(sexp) => sexp
                .head()
                .is_some_and(|head| head.starts_with("declare") || head.starts_with("define")),
            _ => command.declares(),
        };
        if declares && !declared.contains(command) {
            declared.push(command.clone());
        }
    }
    declared
}

fn constant(command: &Command) -> Option<Term> {
    match command {
        Command::Declare(d) if d.arguments.is_empty() => {
            Some(Term::var(d.name.clone(), d.result.sort.clone()))
        }
        _ => None,
    }
}

fn variable(variable: &SortedVar) -> Term {
    Term::var(variable.name.clone(), variable.sort.sort.clone())
}

/// The parts that can stand alone: none of those in patterns, nor of those that have variables of
/// `lambda`, `match` and their kin.
fn open_parts(term: &Term) -> Vec<&Term> {
    let mut parts = Vec::new();
    let mut todo = vec![term];
    while let Some(term) = todo.pop() {
        parts.push(term);
        let children = term.children();
        let open = match term.kind() {
            Kind::Annotated(_) | Kind::Match(_) => &children[..1],
            Kind::Binder(Binder::Lambda | Binder::Choice | Binder::Comprehension, _) => &[],
            _ => children,
        };
        todo.extend(open.iter().rev());
    }
    parts
}

/// Compound, with no compound sub-expression of sort Bool (thesis, V-B).
fn is_leaf(term: &Term) -> bool {
    let compound = |term: &&Term| *term.sort() == Sort::Bool && !term.children().is_empty();
    compound(&term) && !term.preorder().skip(1).any(|part| compound(&part))
}

fn chosen<'h>(holes: &'h [Hole], wanted: usize, random: &mut Random) -> Vec<&'h Hole> {
    let mut all: Vec<&Hole> = holes.iter().collect();
    shuffle(&mut all, random);
    all.truncate(wanted);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::{BLENDB, Quantifiers, SKOLU};
    use rand::SeedableRng;
    use smt_lang::Dialect;

    fn meta(text: &str, coercion: Coercion) -> (Skeleton, Meta) {
        let skeleton = Skeleton::of(&Script::read(text.as_bytes()).unwrap());
        let meta = Meta::of(&skeleton, coercion, &mut Random::seed_from_u64(1));
        (skeleton, meta)
    }

    fn monitors(text: &str, coercion: Coercion) -> Vec<String> {
        meta(text, coercion).1.monitors().iter().map(|m| m.term.to_string()).collect()
    }

    const FIGURE_3: &str = "(declare-fun x () Int)(assert (or (< x 7) (> x -1)))(check-sat)";

    #[test]
    fn each_boolean_part_has_a_monitor_and_leaves_only_the_innermost() {
        let or = "(or (< x vf-h0) (> x vf-h1))";
        assert_eq!(monitors(FIGURE_3, SKOLU), [or, "(< x vf-h0)", "(> x vf-h1)"]);
        let leaves = Coercion { leaves: true, ..SKOLU };
        assert_eq!(monitors(FIGURE_3, leaves), ["(< x vf-h0)", "(> x vf-h1)"]);
    }

    #[test]
    fn local_variables_are_skolemised_or_copied() {
        let text = "(assert (forall ((x Int)) (let ((b (< x 1))) (and b true))))";
        let all = ["(< vf-l0 vf-h0)", "(and vf-l1 vf-h1)", "vf-l1", "vf-h1"];
        assert_eq!(monitors(text, SKOLU), all);
        let copied = Coercion { quantifiers: Quantifiers::Copied, ..SKOLU };
        let all = monitors(text, copied);
        assert_eq!(
            all[0],
            "(forall ((vf-l0 Int)) (let ((vf-l1 (< vf-l0 vf-h0))) (and vf-l1 vf-h1)))"
        );
        assert!(all.contains(&"(forall ((vf-l0 Int)) (< vf-l0 vf-h0))".to_owned()), "{all:?}");
    }

    #[test]
    fn domains_are_of_variables_or_of_all_expressions_and_relations_of_holes() {
        let text = "(declare-fun x () Int)(assert (= (+ x 1) 2))";
        let with = |domains, related| monitors(text, Coercion { domains, related, ..SKOLU });
        assert_eq!(with(Domains::None, 0).len(), 1);
        assert_eq!(with(Domains::Variables, 0)[1..], ["(= x 0)", "(< x 0)", "(> x 0)"]);
        // Of the equality itself, the sum, the variable and both holes.
        assert_eq!(with(Domains::Expressions, 0).len(), 1 + 2 + 4 * 3);
        let related = with(Domains::None, 3);
        assert_eq!(related.len(), 1 + 6);
        assert!(related[1].contains("vf-h0") && related[1].contains("vf-h1"), "{related:?}");
    }

    #[test]
    fn saturation_has_each_value_of_each_monitor_once_for_each_side() {
        let mut random = Random::seed_from_u64(1);
        let (_, of) = meta(FIGURE_3, Coercion { originals: true, ..SKOLU });
        let all = of.saturation(&mut random);
        assert_eq!(all.len(), 2 * 2 * 3);
        assert!(all.iter().enumerate().all(|(n, one)| !all[..n].contains(one)));
        let (_, of) = meta(FIGURE_3, Coercion { enforced: 2, ..BLENDB });
        let all = of.saturation(&mut random);
        assert_eq!(all.len(), 2 * of.monitors().len());
        assert!(all.iter().all(|one| one.values.len() == 2 && one.values[0].0 != one.values[1].0));
    }

    #[test]
    fn a_test_declares_defines_enforces_and_asks() {
        let text = "(set-logic QF_LIA)(declare-fun x () Int)(push 1)(assert (let ((y 3)) (< x y)))\
                    (check-sat)(pop 1)";
        let (skeleton, of) = meta(text, Coercion { originals: true, ..SKOLU });
        let enforcement = Enforcement { originals: Some(false), values: vec![(0, false)] };
        let test = of.test(&enforcement, &[vec![Some(Term::int(4))]]);
        let expected = "(set-option :produce-models true)\n(set-logic ALL)\n\
            (declare-fun vf-h0 () Int)\n(declare-fun x () Int)\n(declare-fun vf-l0 () Int)\n\
            (assert (= vf-l0 vf-h0))\n(declare-fun vf-m0 () Bool)\n\
            (assert (= vf-m0 (< x vf-l0)))\n(assert (not (let ((y vf-h0)) (< x y))))\n\
            (assert (not vf-m0))\n(assert (not (= vf-h0 4)))\n(check-sat)\n(get-value (vf-h0))\n";
        assert_eq!(test.to_string(), expected);
        assert!(test.resolved().unknown().next().is_none());
        // A solver that is not told to keep its model refuses the question.
        for dialect in [Dialect::Cvc4, Dialect::Cvc5, Dialect::Z3To488, Dialect::Z3] {
            let text = test.print(dialect);
            assert!(text.starts_with("(set-option :produce-models true)\n"), "{text}");
        }
        let last = of.enforce_in(&skeleton, &[Some(Term::int(4))], &enforcement).to_string();
        let added = "(assert (let ((y 4)) (< x y)))\n(declare-fun vf-l0 () Int)\n\
            (assert (= vf-l0 4))\n(declare-fun vf-m0 () Bool)\n(assert (= vf-m0 (< x vf-l0)))\n\
            (assert (not vf-m0))\n(check-sat)\n(pop 1)\n";
        assert!(last.ends_with(added), "{last}");
    }
}
