//! The searches that a worker can run: mutagen's own campaign, and those that a test executable
//! registers under a name, as the benchmarks do with the algorithms that they compare with.

use crate::run::protocol::{CampaignOptions, ProtocolError};
use crate::search::campaign::{Campaign, Options};
use crate::search::interface::{Search, Subject};
use std::sync::{Mutex, PoisonError};

/// Makes a search that has run no test yet, from what it is to generate, a seed and options.
pub type MakeSearch = for<'s> fn(&'s dyn Subject, u64, &Options) -> Box<dyn Search + 's>;

static REGISTERED: Mutex<Vec<(&'static str, MakeSearch)>> = Mutex::new(Vec::new());

/// Makes a search known to the workers of this executable; to be called before the property runs.
pub fn register(name: &'static str, make: MakeSearch) {
    REGISTERED.lock().unwrap_or_else(PoisonError::into_inner).push((name, make));
}

/// The search that the options ask for.
pub(crate) fn make<'s>(
    subject: &'s dyn Subject,
    seed: u64,
    options: &CampaignOptions,
) -> Result<Box<dyn Search + 's>, ProtocolError> {
    let Some(name) = &options.search else {
        return Ok(Box::new(Campaign::new(subject, seed, options.campaign())));
    };
    let registered = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner);
    match registered.iter().find(|(known, _)| known == name) {
        Some((_, make)) => Ok(make(subject, seed, &options.campaign())),
        None => Err(ProtocolError::UnknownSearch { name: name.clone() }),
    }
}
