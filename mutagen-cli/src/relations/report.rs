//! What was found as text for people and as a message for programs.

use super::Found;
use super::choose::{is_equation, suspicion};
use super::prune::Rules;
use super::write::Writer;
use super::written::written;
use crate::args;
use crate::escape::escape;
use crate::exit_code::Exit;
use crate::messages::{Relation, Relations, Suspect, VariableValue, Written};
use crate::select::Candidate;
use mutagen_core::internal::run::metamorphic::relations::{Exception, MinedPair, Vocabulary};
use std::fmt::Write as _;

/// The most characters of a value in a line.
const VALUE: usize = 60;

/// What is printed.
pub struct Report {
    message: Relations,
}

impl Report {
    /// Of what was found.
    pub(super) fn of(candidate: &Candidate, arguments: &args::Relations, found: &Found) -> Report {
        let names = &found.names;
        let chosen = &found.chosen;
        let pair = |place: &usize| &found.mined.pairs[*place];
        let mut rules = Rules::default();
        chosen.places().iter().for_each(|place| rules.add(&pair(place).pair));
        let mut writer = Writer::new(names);
        let mut relations: Vec<Relation> = Vec::new();
        for short in &chosen.short {
            let pairs = || short.places.iter().map(pair);
            let name = operation_name(names, short.operation);
            relations.push(Relation {
                source: format!("#[operation({})] fn {name}", short.forms.join(", ")),
                equations: pairs().map(|mined| equation(&writer, mined)).collect(),
                inputs: pairs().map(|mined| mined.tally.equal).min().unwrap_or(0),
            });
        }
        for mined in chosen.equations.iter().map(pair) {
            relations.push(Relation {
                source: writer.function(mined),
                equations: vec![equation(&writer, mined)],
                inputs: mined.tally.equal,
            });
        }
        let all = found.mined.pairs.iter().filter(|mined| is_equation(&mined.tally));
        let written = written(names, arguments.size).into_iter();
        let written = written.map(|(name, pair)| Written { name, found: rules.imply(&pair) });
        let message = Relations {
            property: candidate.full_name(),
            exit_code: 0,
            terms: found.mined.terms,
            different_terms: found.mined.classes,
            complete: found.mined.is_complete,
            left_out: found.deadly.iter().map(|it| operation_name(names, *it)).collect(),
            equations: all.count() as u64,
            relations,
            suspects: of_suspects(&writer, arguments, found),
            written: written.collect(),
        };
        Report { message }
    }

    /// The message for programs.
    pub fn message(self, exit: Exit) -> Relations {
        Relations { exit_code: exit.code(), ..self.message }
    }

    /// The text for people.
    pub fn text(&self) -> String {
        let Relations { terms, different_terms, complete, equations, relations, .. } =
            &self.message;
        let mut text = String::new();
        // Nothing fails when it is written to a text.
        let _ = writeln!(
            text,
            "{terms} terms, {different_terms} of them different, {equations} equations{}; those \
             from which others follow:",
            if *complete { "" } else { " (there was no time for all terms)" },
        );
        for relation in relations {
            let _ = writeln!(text, "{}", relation.source);
        }
        let found = self.message.written.iter().filter(|written| written.found).count();
        if !self.message.written.is_empty() {
            let missing = self.message.written.iter().filter(|written| !written.found);
            let missing: Vec<&str> = missing.map(|written| written.name.as_str()).collect();
            let _ = write!(
                text,
                "{found} of {} implementations that are such terms follow from them",
                self.message.written.len()
            );
            let _ = match missing.is_empty() {
                true => writeln!(text),
                false => writeln!(text, "; not: {}", missing.join(", ")),
            };
        }
        if self.message.suspects.is_empty() {
            let _ = writeln!(text, "no suspects");
        } else {
            let _ = writeln!(text, "suspects, which are equal on nearly all inputs:");
        }
        for suspect in &self.message.suspects {
            let _ = writeln!(text, "{}", line(suspect));
        }
        for name in &self.message.left_out {
            let _ = writeln!(
                text,
                "`{name}` was left out, because it ended the process or did not end in time"
            );
        }
        escape(&text).into_owned()
    }
}

/// A suspect on one line.
fn line(suspect: &Suspect) -> String {
    let Suspect { larger, smaller, inputs, exceptions, values, .. } = suspect;
    let mut line = format!("{larger} = {smaller}, but not on {exceptions} of {inputs}");
    if let (Some(one), Some(other)) = (&suspect.larger_value, &suspect.smaller_value) {
        let values = values.iter().map(|it| format!("{} = {}", it.name, short(&it.value)));
        let values = values.collect::<Vec<String>>().join(", ");
        let _ = write!(line, ": {} and {} for {values}", short(one), short(other));
    }
    line
}

/// The beginning and the end of a long text.
fn short(text: &str) -> String {
    let count = text.chars().count();
    if count <= VALUE {
        return text.to_owned();
    }
    let begin: String = text.chars().take(VALUE / 2).collect();
    let end: String = text.chars().skip(count - VALUE / 3).collect();
    format!("{begin}…{end}")
}

fn operation_name(names: &Vocabulary, operation: u16) -> String {
    names.operations[usize::from(operation)].name.clone()
}

fn equation(writer: &Writer<'_>, mined: &MinedPair) -> String {
    format!("{} = {}", writer.plain(&mined.pair.larger), writer.plain(&mined.pair.smaller))
}

fn of_suspects(writer: &Writer<'_>, arguments: &args::Relations, found: &Found) -> Vec<Suspect> {
    let all = found.suspects.iter().map(|place| {
        let mined = &found.mined.pairs[*place];
        let different = found.different.get(place).copied().unwrap_or(1.0);
        (suspicion(mined, different), mined, found.exceptions.get(place))
    });
    let mut all: Vec<(f64, &MinedPair, Option<&Exception>)> =
        all.filter(|(_, mined, _)| !is_equation(&mined.tally)).collect();
    all.sort_by(|one, other| one.0.total_cmp(&other.0).then_with(|| one.1.pair.cmp(&other.1.pair)));
    all.truncate(arguments.lines);
    let suspect = |(_, mined, exception): (f64, &MinedPair, Option<&Exception>)| {
        let values = exception.iter().flat_map(|exception| &exception.values);
        let values = values.map(|(sort, index, value)| VariableValue {
            name: writer.variable(*sort, *index),
            value: value.clone(),
        });
        Suspect {
            larger: writer.plain(&mined.pair.larger),
            smaller: writer.plain(&mined.pair.smaller),
            inputs: mined.tally.equal + mined.tally.different,
            exceptions: mined.tally.different,
            values: values.collect(),
            larger_value: exception.map(|it| it.larger.clone()),
            smaller_value: exception.map(|it| it.smaller.clone()),
        }
    };
    all.into_iter().map(suspect).collect()
}
