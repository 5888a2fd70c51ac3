//! `cargo mutagen relations`: looks for terms of a specification that are equal, and for those that
//! nearly are. Workers evaluate the terms; what follows from other equations is dropped here.

mod choose;
#[cfg(test)]
mod made;
mod prune;
mod report;
mod short;
mod write;
mod written;

use crate::args;
use crate::error::CliError;
use crate::exit_code::Exit;
use crate::messages::line;
use crate::outside::Outside;
use crate::properties::properties;
use crate::select::select;
use crate::stdout;
use crate::supervise::{Interrupt, SupervisedCampaign, relate};
use choose::{equations, is_equation, suspects};
use mutagen_core::internal::run::metamorphic::LeftOut;
use mutagen_core::internal::run::metamorphic::relations::{
    Confirmed, Exception, Mined, MinedPair, Vocabulary,
};
use mutagen_core::internal::run::protocol::Relating;
use report::Report;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// On how many samples a pair is confirmed.
const SAMPLES: u64 = 3_000;

/// How often equations are chosen anew after some were refuted.
const ROUNDS: usize = 4;

/// Prints what was found.
///
/// # Errors
/// When the build fails, the property is not found or is no specification, no process can be
/// started, or the standard output cannot be written.
pub fn relations(arguments: &args::Relations) -> Result<Exit, CliError> {
    let (built, candidates) = properties(&arguments.build)?;
    let candidate = select(&candidates, &arguments.property)?;
    let interrupt = Interrupt::install()?;
    let mut outside = Outside::of(&built, candidate, &arguments.limits)?;
    outside.campaign.seed = arguments.seed;
    outside.campaign.left_out =
        LeftOut { without: arguments.without.clone(), ..LeftOut::default() };
    let search = Search {
        campaign: &outside.campaign,
        interrupt: &interrupt,
        arguments,
        start: Instant::now(),
    };
    let found = search.run()?;
    let report = Report::of(candidate, arguments, &found);
    let exit = interrupt.exit_code().map_or(Exit::NothingFound, Exit::Signal);
    let text = match arguments.output.is_json() {
        true => line(&report.message(exit)),
        false => report.text(),
    };
    stdout::write(&text)?;
    Ok(exit)
}

/// What was found.
pub(crate) struct Found {
    names: Vocabulary,
    mined: Mined,
    /// What was seen on many samples, by the place of a pair.
    exceptions: BTreeMap<usize, Exception>,
    /// The places of the suspects that were run on many samples.
    suspects: Vec<usize>,
    /// The places of the operations that were left out.
    deadly: Vec<u16>,
}

struct Search<'s> {
    campaign: &'s SupervisedCampaign,
    interrupt: &'s Interrupt,
    arguments: &'s args::Relations,
    start: Instant,
}

impl Search<'_> {
    fn run(&self) -> Result<Found, CliError> {
        let half = self.arguments.max_time / 2;
        let related = relate(self.campaign, self.request(Vec::new(), half), self.interrupt)?;
        let (Some(names), Some(mined)) = (related.vocabulary, related.mined) else {
            return match self.interrupt.exit_code() {
                Some(code) => Err(CliError::Interrupted(code)),
                None => Err(CliError::Worker("it has told no terms".to_owned())),
            };
        };
        let (exceptions, suspects) = (BTreeMap::new(), Vec::new());
        let mut found = Found { names, mined, exceptions, suspects, deadly: related.deadly };
        for _ in 0..ROUNDS {
            if !self.confirm_equations(&mut found)? {
                break;
            }
        }
        self.confirm_suspects(&mut found)?;
        Ok(found)
    }

    fn request(&self, pairs: Vec<MinedPair>, most: Duration) -> Relating {
        Relating {
            pairs,
            done: Vec::new(),
            size: self.arguments.size,
            samples: SAMPLES,
            most_nanoseconds: u64::try_from(most.as_nanos()).unwrap_or(u64::MAX),
            deadly: Vec::new(),
        }
    }

    fn left(&self) -> Duration {
        self.arguments.max_time.saturating_sub(self.start.elapsed())
    }

    /// Runs the equations that are to be printed on many samples. Returns whether one was refuted.
    fn confirm_equations(&self, found: &mut Found) -> Result<bool, CliError> {
        let chosen = equations(&found.names, &found.mined.pairs);
        let short = chosen.short.iter().flat_map(|short| short.pairs.iter().copied());
        let first = chosen.equations.iter().copied().take(self.arguments.lines);
        let pairs: Vec<MinedPair> = short.chain(first).cloned().collect();
        let confirmed = self.confirm(&pairs, found)?;
        let mut is_refuted = false;
        for (mined, confirmed) in pairs.iter().zip(confirmed) {
            let Some(confirmed) = confirmed else { continue };
            is_refuted |= !is_equation(&confirmed.tally);
            found.take(mined, confirmed);
        }
        Ok(is_refuted)
    }

    fn confirm_suspects(&self, found: &mut Found) -> Result<(), CliError> {
        let mut rules = equations(&found.names, &found.mined.pairs).rules;
        let chosen = suspects(&found.mined.pairs, &mut rules, self.arguments.lines);
        let pairs: Vec<MinedPair> = chosen.into_iter().cloned().collect();
        let confirmed = self.confirm(&pairs, found)?;
        for (mined, confirmed) in pairs.iter().zip(confirmed) {
            let place = match confirmed {
                Some(confirmed) => found.take(mined, confirmed),
                None => found.place(mined),
            };
            found.suspects.extend(place);
        }
        Ok(())
    }

    fn confirm(
        &self,
        pairs: &[MinedPair],
        found: &mut Found,
    ) -> Result<Vec<Option<Confirmed>>, CliError> {
        // Without time, what was seen so far must do.
        let left = self.left() / 2;
        if pairs.is_empty() || left.is_zero() || self.interrupt.exit_code().is_some() {
            return Ok(vec![None; pairs.len()]);
        }
        let mut request = self.request(pairs.to_vec(), left);
        request.deadly.clone_from(&found.deadly);
        let related = relate(self.campaign, request, self.interrupt)?;
        found.deadly.extend(related.deadly);
        Ok(related.confirmed)
    }
}

impl Found {
    /// The place of a pair.
    fn place(&self, mined: &MinedPair) -> Option<usize> {
        self.mined.pairs.iter().position(|known| known.pair == mined.pair)
    }

    /// Takes what came of a pair. Returns its place.
    fn take(&mut self, mined: &MinedPair, confirmed: Confirmed) -> Option<usize> {
        let place = self.place(mined)?;
        let tally = confirmed.tally;
        let known = &mut self.mined.pairs[place].tally;
        // A pair whose first sample took all of the time was not compared.
        if tally != Default::default() {
            known.equal += tally.equal;
            known.both += tally.both;
            known.different += tally.different;
            known.panicked += tally.panicked;
            known.larger_outside += tally.larger_outside;
            known.smaller_outside += tally.smaller_outside;
        }
        if let Some(exception) = confirmed.exception {
            self.exceptions.insert(place, exception);
        }
        Some(place)
    }
}
