//! Has workers look for terms of a specification that are equal, and confirm those that are given.
//! An operation that ends the process, or that hangs, is left out by the next worker.

use super::campaign::Start;
use super::death::{Ended, GaveUp};
use super::guard::Guard;
use super::orphans;
use super::process::{Listener, WorkerProcess};
use super::{Interrupt, SOCKET_LOST, SupervisedCampaign};
use crate::error::CliError;
use mutagen_core::internal::run::metamorphic::relations::{Confirmed, Mined, Vocabulary};
use mutagen_core::internal::run::protocol::{Event, Mode, Relating};
use mutagen_core::internal::search::statistics::Statistics;

/// What workers have told.
#[derive(Debug, Default)]
pub struct Related {
    /// What terms are written with.
    pub vocabulary: Option<Vocabulary>,
    /// The pairs that were looked for.
    pub mined: Option<Mined>,
    /// What came of each pair that was given, in their order.
    pub confirmed: Vec<Option<Confirmed>>,
    /// The places of the operations that have ended the process, or hung.
    pub deadly: Vec<u16>,
    trouble: Option<String>,
}

impl Listener for Related {
    fn event(&mut self, event: Event) {
        match event {
            Event::Vocabulary(names) => self.vocabulary = Some(*names),
            Event::Mined(mined) => self.mined = Some(*mined),
            Event::Judged { pair, confirmed } => {
                let place = usize::try_from(pair).ok().and_then(|at| self.confirmed.get_mut(at));
                if let Some(place) = place {
                    *place = Some(*confirmed);
                }
            }
            Event::CannotRun { why } => self.trouble = Some(why),
            _ => {}
        }
    }

    fn progress(&mut self, _: &Statistics, _: Option<u64>) {}
}

/// Looks for pairs, or confirms those of the request.
///
/// # Errors
/// When no process can be started or watched, the property is no specification, or an input ends the
/// process.
pub fn relate(
    campaign: &SupervisedCampaign,
    request: Relating,
    interrupt: &Interrupt,
) -> Result<Related, CliError> {
    let guard = Guard::start().ok();
    let mark = guard.as_ref().map(Guard::mark);
    let orphans = orphans::adopt();
    let result = relate_with(campaign, request, interrupt, mark.as_ref());
    orphans.collect(&guard.iter().map(Guard::pid).collect::<Vec<_>>());
    result
}

fn relate_with(
    campaign: &SupervisedCampaign,
    mut request: Relating,
    interrupt: &Interrupt,
    mark: Option<&(&'static str, String)>,
) -> Result<Related, CliError> {
    let limits = campaign.limits();
    let confirmed = vec![None; request.pairs.len()];
    let mut related = Related { confirmed, ..Related::default() };
    loop {
        let mode = Mode::Relations(Box::new(request.clone()));
        let task = campaign.task(mode, Start::default());
        let mut worker = WorkerProcess::start(campaign, &task, mark)?;
        let ended = worker.watch_tests(&limits, interrupt, &mut related)?;
        if let Some(why) = related.trouble.take() {
            return Err(CliError::CannotRun { property: campaign.path.clone(), why });
        }
        let death = match ended {
            Ended::Died(death) => death,
            _ => return Ok(related),
        };
        match death.gave_up() {
            Some(GaveUp::Error(why)) => return Err(CliError::Worker(why)),
            Some(GaveUp::SocketLost) => return Err(CliError::Worker(SOCKET_LOST.to_owned())),
            None => {}
        }
        let number = death.test.map_or(0, |(number, _)| number);
        let operation = number.checked_sub(1).and_then(|at| u16::try_from(at).ok());
        let Some(operation) = operation.filter(|it| !request.deadly.contains(it)) else {
            let why =
                format!("an input of the specification, or a process beside it, {}", death.how());
            return Err(CliError::CannotRun { property: campaign.path.clone(), why });
        };
        request.deadly.push(operation);
        related.deadly.push(operation);
        let confirmed = related.confirmed.iter().enumerate();
        request.done = confirmed.filter(|(_, it)| it.is_some()).map(|(at, _)| at).collect();
    }
}
