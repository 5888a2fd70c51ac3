//! The choice of a trial's property, which a tool then runs on bytes or on text.

use crate::packages;
use mutagen_core::Outcome;
use std::sync::OnceLock;
use trial::Trial;
use trophy::{Property, Trophy};

static CHOSEN: OnceLock<&'static Trophy> = OnceLock::new();

/// Chooses the bug of a trial; returns whether there is one.
pub fn choose(trial: &Trial) -> bool {
    let of_trial = |trophy: &&Trophy| {
        let bug = trophy.bug();
        bug.package == trial.workload && bug.property == trial.property
    };
    packages::bugs().find(of_trial).is_some_and(|trophy| CHOSEN.set(trophy).is_ok())
}

/// The property of the chosen bug; nothing before the choice.
pub fn chosen() -> Option<Property> {
    CHOSEN.get().map(|trophy| trophy.property)
}

/// Defines `property_of`, which chooses the property of a trial and returns the function that
/// passes it to a tool, which is in the module of this path.
#[macro_export]
macro_rules! property_of {
    ($($tool:ident)::+) => {
        fn property_of(trial: &$crate::trial::Trial) -> Option<fn()> {
            $crate::choice::choose(trial).then_some(|| match $crate::choice::chosen() {
                Some(::trophy::Property::Bytes(property)) => {
                    $($tool)::+::bytes(move |bytes| $crate::choice::passed(|| property(bytes)));
                }
                Some(::trophy::Property::Text(property)) => {
                    $($tool)::+::text(move |text| $crate::choice::passed(|| property(text)));
                }
                None => {}
            })
        }
    };
}

/// The outcome of a property that panics if it does not hold.
pub fn passed(property: impl FnOnce()) -> Outcome {
    property();
    Outcome::Passed
}
