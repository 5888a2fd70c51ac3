//! The searches that a worker can run: mutagen's own campaign, and those that a test executable
//! registers under a name, as the benchmarks do with the algorithms that they compare with.

use crate::run::protocol::{CampaignOptions, ProtocolError};
use crate::search::campaign::{Campaign, Options};
use crate::search::interface::{Search, Subject};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Makes a search that has run no test yet, from what it is to generate, a seed and options.
pub type MakeSearch = for<'s> fn(&'s dyn Subject, u64, &Options) -> Box<dyn Search + 's>;

static REGISTERED: Mutex<BTreeMap<&'static str, MakeSearch>> = Mutex::new(BTreeMap::new());

/// Makes a search known to the workers of this executable; to be called before the property runs.
pub fn register(name: &'static str, make: MakeSearch) {
    REGISTERED.lock().unwrap_or_else(PoisonError::into_inner).insert(name, make);
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
    match registered.get(name.as_str()) {
        Some(make) => Ok(make(subject, seed, &options.campaign())),
        None => Err(ProtocolError::UnknownSearch { name: name.clone() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::outcome::Outcome;
    use crate::run::property::Property;

    #[test]
    fn a_registered_search_is_found_by_its_name_and_no_other() {
        register("registered", |subject, seed, options| {
            let options = Options { samples: 77, ..options.clone() };
            Box::new(Campaign::new(subject, seed, options))
        });
        let property = Property::new::<(u8,)>("p", &["x"], |_, _| Outcome::Passed, |(x,)| vec![x]);
        let made = |name: Option<&str>| {
            let search = name.map(str::to_owned);
            let options = CampaignOptions { search, ..CampaignOptions::default() };
            make(&property, 1, &options).map(|search| search.statistics().samples)
        };
        assert_eq!(made(None).unwrap(), 1);
        assert_eq!(made(Some("registered")).unwrap(), 77);
        let error = made(Some("unknown")).unwrap_err().to_string();
        assert!(error.contains("`unknown`") && error.contains("`register`"), "{error}");
    }
}
