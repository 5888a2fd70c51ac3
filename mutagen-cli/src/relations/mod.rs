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
use choose::{Chosen, equations, is_equation, suspects};
use mutagen_core::internal::run::metamorphic::LeftOut;
use mutagen_core::internal::run::metamorphic::relations::{
    Confirmed, Exception, Mined, MinedPair, Vocabulary,
};
use mutagen_core::internal::run::protocol::Relating;
use report::Report;
use std::collections::{BTreeMap, BTreeSet};
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
    /// The smallest exceptions, by the place of a pair.
    exceptions: BTreeMap<usize, Exception>,
    /// The shares of the exceptions that differ from one another.
    different: BTreeMap<usize, f64>,
    chosen: Chosen,
    /// The places of the pairs that were run on many samples.
    confirmed: BTreeSet<usize>,
    /// The places of the suspects.
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
        let mut found = Found {
            names,
            mined,
            exceptions: BTreeMap::new(),
            different: BTreeMap::new(),
            chosen: Chosen::default(),
            confirmed: BTreeSet::new(),
            suspects: Vec::new(),
            deadly: related.deadly,
        };
        for _ in 0..ROUNDS {
            found.chosen = equations(&found.names, &found.mined.pairs, self.arguments.lines);
            if !self.confirm_equations(&mut found)? {
                break;
            }
        }
        let Found { chosen, mined, .. } = &mut found;
        let suspects = suspects(&mined.pairs, &mut chosen.rules, self.arguments.lines);
        let is_new = |place: &usize| !found.confirmed.contains(place);
        let new: Vec<usize> = suspects.iter().copied().filter(is_new).collect();
        found.suspects = suspects;
        self.confirm(&new, &mut found)?;
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

    /// Runs the equations that are to be printed on many samples, unless that was done. Returns
    /// whether one was refuted.
    fn confirm_equations(&self, found: &mut Found) -> Result<bool, CliError> {
        let places = found.chosen.places().into_iter();
        let places: Vec<usize> = places.filter(|it| !found.confirmed.contains(it)).collect();
        self.confirm(&places, found)?;
        Ok(places.iter().any(|place| !is_equation(&found.mined.pairs[*place].tally)))
    }

    /// Runs pairs on many samples.
    fn confirm(&self, places: &[usize], found: &mut Found) -> Result<(), CliError> {
        found.confirmed.extend(places);
        // Without time, what was seen so far must do.
        let left = self.left() / 2;
        if places.is_empty() || left.is_zero() || self.interrupt.exit_code().is_some() {
            return Ok(());
        }
        let pairs = places.iter().map(|place| found.mined.pairs[*place].clone());
        let mut request = self.request(pairs.collect(), left);
        request.deadly.clone_from(&found.deadly);
        let related = relate(self.campaign, request, self.interrupt)?;
        found.deadly.extend(related.deadly);
        for (place, confirmed) in places.iter().zip(related.confirmed) {
            let Some(Confirmed { tally, exceptions, exception }) = confirmed else { continue };
            found.mined.pairs[*place].tally.merge(&tally);
            let share = exceptions as f64 / tally.different.max(1) as f64;
            found.different.insert(*place, share);
            if let Some(exception) = exception {
                found.exceptions.insert(*place, exception);
            }
        }
        Ok(())
    }
}
