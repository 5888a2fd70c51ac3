//! Scripts as the oracle needs them: for a solver, and as they are at one of their checks.

use smt_lang::{Command, Dialect, Kind, Script, Term};

/// A script in the dialect of a solver, which is named as in the catalogue. Yices wants a logic
/// before everything else, one that has products of variables if there are some.
pub fn text_for(script: &Script, solver: &str) -> String {
    let dialect = Dialect::of_solver(solver);
    if !solver.starts_with("yices") {
        return script.print(dialect);
    }
    let is_product = |term: &Term| {
        let is_variable = |factor: &&Term| !matches!(factor.kind(), Kind::Literal(..));
        let factors = || term.children().iter().filter(is_variable).count();
        match term.theory_op() {
            Some("*") => factors() > 1,
            Some("/" | "div" | "mod") => term.children().last().is_some_and(|d| is_variable(&d)),
            _ => false,
        }
    };
    let has_products = script.terms().flat_map(Term::preorder).any(is_product);
    let logic = if has_products { "QF_AUFNIRA" } else { "ALL" };
    let is_kept = |command: &&Command| !matches!(command, Command::SetLogic(_));
    let commands = script.commands.iter().filter(is_kept).cloned().collect();
    format!("(set-logic {logic})\n{}", Script { commands }.print(dialect))
}

/// The formula at a check, by its number from 0, as a script of its own with one check: what is
/// declared, defined and asserted there, without levels. `None` if there is no such check, or it is
/// one with a tactic, or a `pop` before it ends more levels than are open; of those of one `push`,
/// [`Command::MOST_LEVELS`] are.
pub fn active(script: &Script, check: usize) -> Option<Script> {
    let (mut kept, mut levels): (Vec<Command>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut seen = 0;
    for command in &script.commands {
        match command {
            Command::Push(number) => {
                let number = number.unwrap_or(1).min(Command::MOST_LEVELS) as usize;
                levels.extend(std::iter::repeat_n(kept.len(), number));
            }
            Command::Pop(number) => {
                for _ in 0..number.unwrap_or(1) {
                    kept.truncate(levels.pop()?);
                }
            }
            Command::Reset => {
                kept.clear();
                levels.clear();
            }
            Command::ResetAssertions => {
                kept.retain(|command| !matches!(command, Command::Assert(_)));
                levels.clear();
            }
            Command::Exit => return None,
            command if command.is_check() => {
                if seen == check {
                    match command {
                        Command::CheckSat => {}
                        Command::CheckSatAssuming(terms) => {
                            kept.extend(terms.iter().cloned().map(Command::Assert));
                        }
                        _ => return None,
                    }
                    kept.push(Command::CheckSat);
                    return Some(Script { commands: kept });
                }
                seen += 1;
            }
            Command::SetLogic(_)
            | Command::SetInfo(..)
            | Command::GetValue(_)
            | Command::About(..)
            | Command::Other(_) => {}
            other => kept.push(other.clone()),
        }
    }
    None
}

/// The script up to a check, and a question for its model.
pub(super) fn asking_for_model(script: &Script, check: usize) -> Option<Script> {
    let checks = script.commands.iter().enumerate().filter(|(_, command)| command.is_check());
    let (end, _) = checks.into_iter().nth(check)?;
    let is_kept = |command: &Command| {
        !matches!(command, Command::GetValue(_) | Command::Exit | Command::SetInfo(..))
            && !is_question(command)
    };
    let before = script.commands[..=end].iter().filter(|command| is_kept(command)).cloned();
    let [models, question] = ["(set-option :produce-models true)", "(get-model)"].map(one);
    let commands = models.into_iter().chain(before).chain(question).collect();
    Some(Script { commands })
}

/// Whether a command only asks for something: `get-model`, `echo`.
fn is_question(command: &Command) -> bool {
    let Command::Other(sexp) = command else { return false };
    sexp.head().is_some_and(|head| head.starts_with("get-") || head == "echo")
}

fn one(text: &str) -> Option<Command> {
    Script::read(text.as_bytes()).ok()?.commands.pop()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(text: &str) -> Script {
        Script::read(text.as_bytes()).unwrap()
    }

    const LEVELS: &str = "(set-logic QF_UF) (declare-const p Bool) (assert p) (push) \
        (declare-const q Bool) (assert q) (check-sat) (get-model) (pop) (push 2) (assert (not p)) \
        (check-sat-assuming (p)) (pop 1) (pop 1) (check-sat)";

    #[test]
    fn the_formula_at_a_check_is_what_is_asserted_there() {
        let at = |check| active(&script(LEVELS), check).map(|script| script.to_string());
        let all = "(declare-const p Bool)\n(assert p)\n";
        let first = format!("{all}(declare-const q Bool)\n(assert q)\n(check-sat)\n");
        assert_eq!(at(0).unwrap(), first);
        let second = format!("{all}(assert (not p))\n(assert p)\n(check-sat)\n");
        assert_eq!((at(1).unwrap(), at(2).unwrap()), (second, format!("{all}(check-sat)\n")));
        assert_eq!(at(3), None);
        assert_eq!(active(&script("(pop) (check-sat)"), 0), None);
    }

    #[test]
    fn levels_are_bounded_so_that_a_number_takes_no_memory() {
        let text = "(push 4000000000) (assert false) (pop 9999) (check-sat) (pop 1) (check-sat)";
        let at = |check| active(&script(text), check).unwrap().to_string();
        assert_eq!([at(0), at(1)], ["(check-sat)\n", "(check-sat)\n"]);
        assert_eq!(active(&script("(push 4000000000) (pop 10001) (check-sat)"), 0), None);
    }

    #[test]
    fn a_model_is_asked_for_after_the_check_in_question() {
        let text = asking_for_model(&script(LEVELS), 1).unwrap().to_string();
        assert!(text.starts_with("(set-option :produce-models true)\n(set-logic"), "{text}");
        assert!(text.ends_with("(check-sat-assuming (p))\n(get-model)\n"), "{text}");
        assert_eq!(text.matches("get-model").count(), 1);
        assert_eq!(asking_for_model(&script("(assert true)"), 0), None);
    }

    #[test]
    fn yices_gets_a_logic_that_fits() {
        let text = |text: &str, solver: &str| text_for(&script(text), solver);
        assert_eq!(text("(check-sat)", "z3-4.8.5"), "(check-sat)\n");
        assert_eq!(
            text("(set-logic HO_ALL)(check-sat)", "yices-2.6.5"),
            "(set-logic ALL)\n(check-sat)\n"
        );
        let logic = |term: &str| {
            let all = format!("(declare-const x Int)(assert (= {term} 3))");
            text(&all, "yices-2.6.5").lines().next().unwrap_or_default().to_owned()
        };
        for term in ["(* x x)", "(div 3 x)"] {
            assert_eq!(logic(term), "(set-logic QF_AUFNIRA)", "{term}");
        }
        for term in ["(* 2 x)", "(mod x 3)", "x"] {
            assert_eq!(logic(term), "(set-logic ALL)", "{term}");
        }
    }
}
