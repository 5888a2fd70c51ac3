//! The searches that a worker can run: mutagen's own campaign, and searches that a test executable
//! registers under a name. The benchmarks register the algorithms that they compare with.

use crate::run::protocol::ProtocolError;
use crate::search::campaign::Campaign;
use crate::search::interface::{Search, Subject};
use crate::search::options::Options;
use crate::search::share::Share;
use crate::value::literals::Literals;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Mutex, PoisonError};

/// Makes a new search from its subject, a seed and options.
pub type MakeSearch = for<'s> fn(&'s dyn Subject, u64, &Options) -> Box<dyn Search + 's>;

/// A search that was made.
pub(crate) enum Made<'s> {
    /// Mutagen's own.
    Own(Box<Campaign<'s>>),
    /// One that the executable registers.
    Registered(Box<dyn Search + 's>),
}

impl Made<'_> {
    /// The search.
    pub(crate) fn as_dyn(&self) -> &dyn Search {
        match self {
            Made::Own(campaign) => &**campaign,
            Made::Registered(search) => &**search,
        }
    }
}

/// What mutagen's own search is given beside its options.
#[derive(Clone, Copy, Default)]
pub(crate) struct Given {
    /// The literals of the code under test.
    pub literals: Option<&'static Literals>,
    /// The inputs that the campaign starts from, each with the texts of which the first that is a
    /// value counts.
    pub inputs: &'static [Vec<String>],
    /// The tests that the worker has received, for a process that makes one of them again.
    pub received: &'static [Rc<str>],
}

static REGISTERED: Mutex<BTreeMap<&'static str, MakeSearch>> = Mutex::new(BTreeMap::new());

/// Registers a search for the workers of this executable. Call it before the property runs.
pub fn register(name: &'static str, make: MakeSearch) {
    REGISTERED.lock().unwrap_or_else(PoisonError::into_inner).insert(name, make);
}

/// Makes the search that is registered under this name, or mutagen's own without a name. Only the
/// latter uses what is given and shares its work.
pub(crate) fn make<'s>(
    name: Option<&str>,
    subject: &'s dyn Subject,
    (seed, share): (u64, Share),
    options: &Options,
    given: Given,
) -> Result<Made<'s>, ProtocolError> {
    let Some(name) = name else {
        let Given { literals, inputs, received } = given;
        let campaign = Campaign::new(subject, seed, options.clone()).with_share(share);
        let campaign = campaign.with_literals(literals).with_inputs(inputs).with_received(received);
        return Ok(Made::Own(Box::new(campaign)));
    };
    let registered = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner);
    match registered.get(name) {
        Some(make) => Ok(Made::Registered(make(subject, seed, options))),
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
            make(name, &property, (1, Share::WHOLE), &Options::default(), Given::default())
                .map(|search| search.as_dyn().statistics().samples)
        };
        assert_eq!(made(None).unwrap(), 1);
        assert_eq!(made(Some("registered")).unwrap(), 77);
        let error = made(Some("unknown")).unwrap_err().to_string();
        assert!(error.contains("`unknown`") && error.contains("`register`"), "{error}");
    }
}
