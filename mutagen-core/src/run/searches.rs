//! The searches that a worker can run: mutagen's own campaign, and those that a test executable
//! registers under a name, as the benchmarks do with the algorithms that they compare with.

use crate::run::protocol::ProtocolError;
use crate::search::campaign::Campaign;
use crate::search::interface::{Search, Subject};
use crate::search::options::Options;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Makes a search that has run no test yet, from what it is to generate, a seed and options.
pub type MakeSearch = for<'s> fn(&'s dyn Subject, u64, &Options) -> Box<dyn Search + 's>;

static REGISTERED: Mutex<BTreeMap<&'static str, MakeSearch>> = Mutex::new(BTreeMap::new());

/// Makes a search known to the workers of this executable; to be called before the property runs.
pub fn register(name: &'static str, make: MakeSearch) {
    REGISTERED.lock().unwrap_or_else(PoisonError::into_inner).insert(name, make);
}

/// The registered search of this name; without a name, mutagen's own.
pub(crate) fn make<'s>(
    name: Option<&str>,
    subject: &'s dyn Subject,
    seed: u64,
    options: &Options,
) -> Result<Box<dyn Search + 's>, ProtocolError> {
    let Some(name) = name else {
        return Ok(Box::new(Campaign::new(subject, seed, options.clone())));
    };
    let registered = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner);
    match registered.get(name) {
        Some(make) => Ok(make(subject, seed, options)),
        None => Err(ProtocolError::UnknownSearch { name: name.to_owned() }),
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
            make(name, &property, 1, &Options::default()).map(|search| search.statistics().samples)
        };
        assert_eq!(made(None).unwrap(), 1);
        assert_eq!(made(Some("registered")).unwrap(), 77);
        let error = made(Some("unknown")).unwrap_err().to_string();
        assert!(error.contains("`unknown`") && error.contains("`register`"), "{error}");
    }
}
