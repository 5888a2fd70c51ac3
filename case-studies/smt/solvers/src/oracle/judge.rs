//! The judgement on one solver, by references and evidence.

use super::key::is_wrong;
use super::{Class, Evidence, Finding, Judgement, Opinion, Weighed, key};
use crate::SolverError;
use crate::catalogue::Code;
use crate::verdict::{Answer, End};
use std::collections::BTreeSet;

/// Judges a solver. The first that fits is the judgement: crash, soundness at the first `check-sat`
/// where it can be told, invalid model, difference, agreement.
///
/// # Errors
/// When the evidence cannot be had because a solver cannot be run.
pub fn judge(
    suspect: &Opinion,
    references: &[Opinion],
    evidence: &mut dyn Evidence,
) -> Result<Judgement, SolverError> {
    if let End::Crash(text) = &suspect.verdict.end {
        return Ok(found(Class::Crash, None, Some(suspect), text, text));
    }
    let (mut is_compared, mut difference) = (false, None);
    for (check, &answer) in suspect.verdict.comparable().iter().enumerate() {
        let at = At { suspect, check, answer, votes: votes(references, check) };
        if answer == Answer::Unknown || at.votes.is_empty() {
            continue;
        }
        is_compared = true;
        let against = at.codes(|vote| vote.contradicts(answer));
        let beside = at.codes(|vote| vote == answer);
        if against.is_empty() {
            continue;
        }
        if against.len() >= 2 && against.len() > beside.len() {
            return Ok(at.soundness(&format!("{} say {}", at.names_against(), answer.other())));
        }
        if let Some(finding) = at.by_evidence(evidence)? {
            return Ok(finding);
        }
        difference.get_or_insert_with(|| at.difference());
    }
    if let End::InvalidModel(text) = &suspect.verdict.end {
        let check = suspect.verdict.answers.len().checked_sub(1);
        // Which line it was, and which theories the model is of, tells nothing about the bug.
        return Ok(found(Class::InvalidModel, check, Some(suspect), text, "its own validation"));
    }
    Ok(difference.unwrap_or(match is_compared {
        true => Judgement::Agrees,
        false => Judgement::Incomparable,
    }))
}

fn found(
    class: Class,
    check: Option<usize>,
    culprit: Option<&Opinion>,
    why: &str,
    said: &str,
) -> Judgement {
    let culprit = culprit.map(|opinion| opinion.name.clone());
    let key = key(class, said);
    Judgement::Finding(Finding { class, check, culprit, why: why.to_owned(), key })
}

/// What the references say at a `check-sat`, those left out that say nothing, or went wrong
/// themselves.
fn votes(references: &[Opinion], check: usize) -> Vec<(&Opinion, Answer)> {
    let is_sound = |end: &End| !matches!(end, End::Crash(_) | End::InvalidModel(_));
    let sound = references.iter().filter(|opinion| is_sound(&opinion.verdict.end));
    let vote = |opinion: &'_ Opinion| opinion.verdict.comparable().get(check).copied();
    let said = sound.filter_map(|opinion| Some((opinion, vote(opinion)?)));
    said.filter(|(_, answer)| *answer != Answer::Unknown).collect()
}

/// A `check-sat` at which the suspect and some references have an answer.
struct At<'j> {
    suspect: &'j Opinion,
    check: usize,
    answer: Answer,
    votes: Vec<(&'j Opinion, Answer)>,
}

impl At<'_> {
    /// The code bases of the references with such an answer. One whose releases contradict each
    /// other is no witness.
    fn codes(&self, is_such: impl Fn(Answer) -> bool) -> BTreeSet<Code> {
        let all = |is_such: &dyn Fn(Answer) -> bool| -> BTreeSet<Code> {
            let such = self.votes.iter().filter(|(_, answer)| is_such(*answer));
            such.map(|(opinion, _)| opinion.code).collect()
        };
        let (such, others) = (all(&is_such), all(&|answer| !is_such(answer)));
        such.difference(&others).copied().collect()
    }

    fn against(&self) -> impl Iterator<Item = &Opinion> {
        let against = self.votes.iter().filter(|(_, answer)| answer.contradicts(self.answer));
        against.map(|(opinion, _)| *opinion)
    }

    fn names_against(&self) -> String {
        let names: Vec<&str> = self.against().map(|opinion| opinion.name.as_str()).collect();
        names.join(" and ")
    }

    fn soundness(&self, why: &str) -> Judgement {
        self.wrong(self.suspect, self.answer, why)
    }

    fn wrong(&self, culprit: &Opinion, answer: Answer, why: &str) -> Judgement {
        let said = is_wrong(answer);
        let why = format!("{} says {answer}: {why}", culprit.name);
        found(Class::Soundness, Some(self.check), Some(culprit), &why, &said)
    }

    fn difference(&self) -> Judgement {
        let (name, answer) = (&self.suspect.name, self.answer);
        let why = format!("{name} says {answer}, {} the contrary", self.names_against());
        let said = format!("{answer} against {}", self.names_against());
        found(Class::Difference, Some(self.check), None, &why, &said)
    }

    /// What a model tells: the one of the side that says `sat` satisfies the formula, or not.
    fn by_evidence(&self, evidence: &mut dyn Evidence) -> Result<Option<Judgement>, SolverError> {
        if self.answer == Answer::Sat {
            let Some(opponent) = self.against().next() else { return Ok(None) };
            let is_last = self.check + 1 == self.suspect.verdict.answers.len();
            if matches!(self.suspect.verdict.end, End::InvalidModel(_)) && is_last {
                let why = format!("{} says unsat, and so does its own validation", opponent.name);
                return Ok(Some(self.soundness(&why)));
            }
            return Ok(evidence.weigh(&self.suspect.name, self.check)?.map(|weighed| {
                let by = &weighed.by;
                match weighed.holds {
                    true => {
                        let why = format!("{by} confirms the model of {}", self.suspect.name);
                        self.wrong(opponent, Answer::Unsat, &why)
                    }
                    false => {
                        let why = format!("{} says unsat, {by} rejects its model", opponent.name);
                        self.soundness(&why)
                    }
                }
            }));
        }
        let mut rejected = None;
        for opponent in self.against() {
            match evidence.weigh(&opponent.name, self.check)? {
                Some(Weighed { holds: true, by }) => {
                    let why = format!("{by} confirms the model of {}", opponent.name);
                    return Ok(Some(self.soundness(&why)));
                }
                // It has said so before.
                Some(Weighed { by, .. }) if by == self.suspect.name => {}
                Some(Weighed { holds: false, by }) => rejected = rejected.or(Some((opponent, by))),
                None => {}
            }
        }
        Ok(rejected.map(|(opponent, by)| {
            let why = format!("{} says unsat, {by} rejects its model", self.suspect.name);
            self.wrong(opponent, Answer::Sat, &why)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::Nothing;
    use crate::verdict::Verdict;

    fn opinion(name: &str, code: Code, answers: &[Answer], end: End) -> Opinion {
        let verdict = Verdict { answers: answers.to_vec(), end };
        Opinion { name: name.to_owned(), code, verdict }
    }

    fn says(name: &str, code: Code, answers: &[Answer]) -> Opinion {
        opinion(name, code, answers, End::Answered)
    }

    /// Evidence about the models of these solvers.
    struct Known(Vec<(&'static str, bool)>);

    impl Evidence for Known {
        fn weigh(&mut self, solver: &str, _: usize) -> Result<Option<Weighed>, SolverError> {
            let known = self.0.iter().find(|(name, _)| *name == solver);
            Ok(known.map(|(_, holds)| Weighed { holds: *holds, by: "the evaluator".to_owned() }))
        }
    }

    use Answer::{Sat, Unknown, Unsat};
    use Code::{Bitwuzla, Cvc, Yices, Z3};

    fn judged(suspect: &Opinion, references: &[Opinion], known: &[(&'static str, bool)]) -> String {
        match judge(suspect, references, &mut Known(known.to_vec())).unwrap() {
            Judgement::Finding(finding) => {
                let culprit = finding.culprit.unwrap_or("nobody".to_owned());
                format!("{} of {culprit}", finding.class)
            }
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn two_code_bases_against_a_solver_make_it_unsound_and_two_releases_do_not() {
        let old = says("old", Z3, &[Sat, Unsat]);
        let new = says("new", Z3, &[Sat, Sat]);
        let cvc = says("cvc", Cvc, &[Sat, Sat]);
        let cvc_2 = says("cvc-2", Cvc, &[Sat, Sat]);
        let pair = [new.clone(), cvc.clone()];
        assert_eq!(judged(&old, &pair, &[]), "soundness of old");
        assert_eq!(judged(&old, &[cvc.clone(), cvc_2], &[]), "difference of nobody");
        assert_eq!(judged(&old, std::slice::from_ref(&new), &[]), "difference of nobody");
        let judgement = judge(&old, &pair, &mut Nothing).unwrap();
        let finding = judgement.finding().unwrap();
        assert_eq!((finding.check, finding.key.as_str()), (Some(1), "soundness: unsat is wrong"));
        assert_eq!(finding.why, "old says unsat: new and cvc say sat");
        assert_eq!(finding.wrong(), Some(Unsat));
        let unsure = judge(&old, std::slice::from_ref(&cvc), &mut Nothing).unwrap();
        assert_eq!(unsure.finding().unwrap().wrong(), None);
        assert!(finding.is_same(finding) && !finding.is_same(unsure.finding().unwrap()));
        // A code base on both sides is on none, and as many with the solver as against it decide
        // nothing.
        let cvc_3 = says("cvc-3", Cvc, &[Sat, Unsat]);
        let split = [new.clone(), cvc.clone(), cvc_3];
        assert_eq!(judged(&old, &split, &[]), "difference of nobody");
        let bitwuzla = says("b", Bitwuzla, &[Sat, Unsat]);
        let yices = says("y", Yices, &[Sat, Unsat]);
        assert_eq!(judged(&old, &[new, cvc, bitwuzla, yices], &[]), "difference of nobody");
    }

    #[test]
    fn a_model_decides_between_one_and_one() {
        let (sat, unsat) = (says("a", Z3, &[Sat]), says("b", Cvc, &[Unsat]));
        for (suspect, reference) in [(&sat, &unsat), (&unsat, &sat)] {
            let judged = |known| judged(suspect, std::slice::from_ref(reference), known);
            assert_eq!(judged(&[("a", true)]), "soundness of b");
            assert_eq!(judged(&[("a", false)]), "soundness of a");
            assert_eq!(judged(&[("b", true)]), "difference of nobody");
        }
        let invalid = opinion("a", Z3, &[Sat], End::InvalidModel("m".to_owned()));
        assert_eq!(judged(&invalid, std::slice::from_ref(&unsat), &[]), "soundness of a");
    }

    #[test]
    fn a_solver_that_says_unsat_twice_is_no_second_witness() {
        struct Itself(bool);
        impl Evidence for Itself {
            fn weigh(&mut self, _: &str, _: usize) -> Result<Option<Weighed>, SolverError> {
                Ok(Some(Weighed { holds: self.0, by: "b".to_owned() }))
            }
        }
        let (sat, unsat) = (says("a", Z3, &[Sat]), says("b", Cvc, &[Unsat]));
        let class = |holds| {
            let references = std::slice::from_ref(&sat);
            let judgement = judge(&unsat, references, &mut Itself(holds)).unwrap();
            judgement.finding().map(|finding| finding.class)
        };
        assert_eq!(class(false), Some(Class::Difference));
        // That it confirms what it has denied is another matter.
        assert_eq!(class(true), Some(Class::Soundness));
    }

    #[test]
    fn a_rejected_model_is_invalid_unless_sat_itself_is_wrong() {
        let end = || End::InvalidModel("error 7".to_owned());
        let invalid = opinion("a", Z3, &[Sat], end());
        assert_eq!(judged(&invalid, &[says("b", Cvc, &[Sat])], &[]), "invalid_model of a");
        assert_eq!(judged(&invalid, &[], &[]), "invalid_model of a");
        // CVC stops before it answers.
        let silent = opinion("a", Cvc, &[], end());
        assert_eq!(judged(&silent, &[says("b", Z3, &[Unsat])], &[]), "invalid_model of a");
    }

    #[test]
    fn what_ended_in_an_error_or_has_no_answer_is_not_compared() {
        let unsat = says("b", Cvc, &[Unsat]);
        let compared = |answers: &[Answer], end| {
            judged(&opinion("a", Z3, answers, end), std::slice::from_ref(&unsat), &[])
        };
        assert_eq!(compared(&[Sat], End::Error("e".to_owned())), "Incomparable");
        assert_eq!(compared(&[Sat], End::Garbled("g".to_owned())), "Incomparable");
        assert_eq!(compared(&[Unknown], End::Answered), "Incomparable");
        assert_eq!(compared(&[], End::Timeout), "Incomparable");
        assert_eq!(compared(&[Unsat], End::Timeout), "Agrees");
        assert_eq!(compared(&[Sat], End::Memory), "difference of nobody");
        assert_eq!(compared(&[Sat], End::Crash("c 3".to_owned())), "crash of a");
        let dropped = opinion("b", Cvc, &[Unsat], End::Error("e".to_owned()));
        let sat = says("a", Z3, &[Sat]);
        assert_eq!(judged(&sat, &[dropped], &[]), "Incomparable");
        let wrong = |end| judged(&sat, &[opinion("b", Cvc, &[Unsat], end)], &[]);
        assert_eq!(wrong(End::Crash("c".to_owned())), "Incomparable");
        assert_eq!(wrong(End::InvalidModel("m".to_owned())), "Incomparable");
        assert_eq!(wrong(End::Timeout), "difference of nobody");
    }
}
