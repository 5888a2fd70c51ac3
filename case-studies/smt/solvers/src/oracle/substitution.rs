//! Evidence about the model of the solver that says `sat`: by our evaluator, and where that does
//! not know, as HistFuzz has it: the model is put into the formula in place of the declarations,
//! and solvers of other code bases decide what is left, which is easy.

use super::script::{active, asking_for_model, text_for};
use super::{Evidence, Weighed};
use crate::SolverError;
use crate::driver::{Driver, Settings};
use crate::verdict::Answer;
use smt_lang::{Command, Dialect, Script, Sexp, Symbol};
use std::collections::{BTreeMap, BTreeSet};

/// The model of one solver, checked by the evaluator and by the others.
pub struct Substitution<'s> {
    /// The script in question.
    pub script: &'s Script,
    /// The solvers whose models are asked for, and those that check them, in the order in which
    /// they are asked.
    pub drivers: Vec<&'s mut dyn Driver>,
    /// How they are asked. Their own validation is turned off.
    pub settings: Settings,
}

/// The name under which the evaluator says that a model holds, or not.
pub const EVALUATOR: &str = "the evaluator";

impl Evidence for Substitution<'_> {
    fn weigh(&mut self, solver: &str, check: usize) -> Result<Option<Weighed>, SolverError> {
        let settings = Settings { validates: false, ..self.settings.clone() };
        let Some(question) = asking_for_model(self.script, check) else { return Ok(None) };
        let author = self.drivers.iter_mut().find(|driver| driver.name() == solver);
        let Some(author) = author else { return Ok(None) };
        let code = author.code();
        let reply = author.ask(&text_for(&question, solver), &settings)?;
        if reply.verdict.answers.get(check) != Some(&Answer::Sat) {
            return Ok(None);
        }
        if let Some(holds) = evaluated(self.script, check, &reply.output, solver) {
            return Ok(Some(Weighed { holds, by: EVALUATOR.to_owned() }));
        }
        let Some(model) = model(&reply.output) else { return Ok(None) };
        let Some(script) = substituted(self.script, check, &model) else { return Ok(None) };
        for driver in self.drivers.iter_mut().filter(|driver| driver.code() != code) {
            let name = driver.name().to_owned();
            let reply = driver.ask(&text_for(&script, &name), &settings)?;
            let holds = match reply.verdict.comparable() {
                [Answer::Sat] => true,
                [Answer::Unsat] => false,
                _ => continue,
            };
            return Ok(Some(Weighed { holds, by: name }));
        }
        Ok(None)
    }
}

/// What the evaluator says about the model that a solver has printed. `None` if the formula or the
/// model has something that it does not know, as a division by zero.
pub fn evaluated(script: &Script, check: usize, output: &str, solver: &str) -> Option<bool> {
    let check = script.check(check)?;
    let model = check.model(output, Dialect::of_solver(solver)).ok()?;
    check.holds(&model)
}

/// The definitions of the last model in an output: a list of them, with the word `model` before it
/// in old releases.
fn model(output: &str) -> Option<Vec<Sexp>> {
    let all = Sexp::read_all(output.as_bytes(), smt_lang::Limits::default()).ok()?;
    let last = all.into_iter().rev().find(|sexp| sexp.list().is_some())?;
    let list = last.list()?;
    let definitions = match last.head() {
        Some("model") => &list[1..],
        Some(_) => return None,
        None => list,
    };
    let is_definition = |sexp: &Sexp| sexp.head().is_some_and(|head| head.starts_with("define-"));
    definitions.iter().all(is_definition).then(|| definitions.to_vec())
}

/// The formula at a check with a model in it: what the model defines is defined, and not declared.
/// `None` if there is no such check, or the model defines nothing that is declared, so that the
/// formula would stay as it is.
pub fn substituted(script: &Script, check: usize, model: &[Sexp]) -> Option<Script> {
    let formula = active(script, check)?;
    let mut by_name: BTreeMap<Symbol, &Sexp> = BTreeMap::new();
    for definition in model {
        by_name.insert(definition.list()?.get(1)?.any_symbol()?, definition);
    }
    let (mut before, mut after): (Vec<Sexp>, Vec<Sexp>) = (Vec::new(), Vec::new());
    let mut is_changed = false;
    for command in &formula.commands {
        let sexps =
            Sexp::read_all(command.print(Dialect::AsRead).as_bytes(), smt_lang::Limits::default())
                .ok()?;
        match command {
            Command::DeclareSort(..) | Command::DefineSort(..) | Command::Datatypes(..) => {
                before.extend(sexps);
            }
            Command::Declare(declaration) if by_name.contains_key(&declaration.name) => {
                is_changed = true;
            }
            // What the model leaves open may have any value; it may be used by the model.
            Command::Declare(_) => before.extend(sexps),
            _ => after.extend(sexps),
        }
    }
    if !is_changed {
        return None;
    }
    before.extend(in_order(&by_name).into_iter().cloned());
    before.extend(after);
    Some(Script::of_sexps(&before))
}

/// The definitions, each after those that it uses.
fn in_order<'m>(by_name: &BTreeMap<Symbol, &'m Sexp>) -> Vec<&'m Sexp> {
    let uses = |definition: &Sexp| -> BTreeSet<Symbol> {
        let body = definition.list().and_then(<[Sexp]>::last);
        let tokens = body.map(Sexp::tokens).unwrap_or_default();
        let symbols = tokens.iter().map(|token| Symbol::spelled(token.text));
        symbols.filter(|symbol| by_name.contains_key(symbol)).collect()
    };
    let mut left: Vec<(&Symbol, &'m Sexp, BTreeSet<Symbol>)> =
        by_name.iter().map(|(name, sexp)| (name, *sexp, uses(sexp))).collect();
    let mut done: BTreeSet<Symbol> = BTreeSet::new();
    let mut ordered = Vec::new();
    while !left.is_empty() {
        let ready = left.iter().position(|(_, _, uses)| uses.is_subset(&done));
        // A circle is the solver's fault, and those who check will say so.
        let (name, sexp, _) = left.remove(ready.unwrap_or(0));
        done.insert(name.clone());
        ordered.push(sexp);
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_read_in_old_and_new_spelling_and_nothing_else_is() {
        let defines = |output: &str| model(output).map(|all| all.len());
        let one = "(define-fun x () Int 3)";
        assert_eq!(defines(&format!("sat\n(model\n {one} {one})\n")), Some(2));
        assert_eq!(defines(&format!("unsat\nsat\n({one})")), Some(1));
        assert_eq!(defines("sat\n(model (declare-sort U 0))"), None);
        assert_eq!(defines("sat\n(error \"no model\")"), None);
        assert_eq!(defines("sat\n()"), Some(0));
        assert_eq!(defines("unknown"), None);
    }

    #[test]
    fn the_evaluator_decides_what_it_knows() {
        let text = "(declare-const x Int) (assert (> x 2)) (check-sat) (assert (= (div x 0) 1)) \
                    (check-sat)";
        let script = Script::read(text.as_bytes()).unwrap();
        let holds = |check, value: &str| {
            let output = format!("sat\n(model (define-fun x () Int {value}))");
            evaluated(&script, check, &output, "z3-4.8.5")
        };
        assert_eq!((holds(0, "3"), holds(0, "2")), (Some(true), Some(false)));
        assert_eq!((holds(1, "3"), holds(2, "3"), holds(0, "(f 3)")), (None, None, None));
    }

    #[test]
    fn definitions_take_the_place_of_declarations_each_after_what_it_uses() {
        let text = "(declare-sort U 0) (declare-fun f (Int) Int) (declare-const a Int) \
                    (declare-const b Int) (assert (= (f a) b)) (check-sat)";
        let script = Script::read(text.as_bytes()).unwrap();
        let model = model(
            "sat ((define-fun a () Int (g 1)) (define-fun f ((x Int)) Int (g x)) \
             (define-fun g ((x Int)) Int (ite (= x 1) 2 3)))",
        );
        let expected = "(declare-sort U 0)\n(declare-const b Int)\n\
                        (define-fun g ((x Int)) Int (ite (= x 1) 2 3))\n\
                        (define-fun a () Int (g 1))\n(define-fun f ((x Int)) Int (g x))\n\
                        (assert (= (f a) b))\n(check-sat)\n";
        let new = substituted(&script, 0, &model.unwrap()).unwrap();
        assert_eq!(new.to_string(), expected);
        assert!(new.unknown().next().is_none());
        assert_eq!(substituted(&script, 1, &[]), None);
        assert_eq!(substituted(&script, 0, &[]), None);
    }
}
