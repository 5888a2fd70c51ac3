//! The planted bugs of a workload, and the switch that selects one of them.

use derive_more::{Display, Error};
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU8, Ordering};

/// The environment variable that [`select_from_env`] reads.
pub const VARIABLE: &str = "ETNA_MUTANT";

/// The number that selects no mutant: the program is correct.
pub const NONE: u8 = u8::MAX;

/// The mutants of one workload, as [`mutants!`](crate::mutants) defines them. The text of a mutant
/// is its name in ETNA's tables.
pub trait PlantedBug:
    Copy + Ord + fmt::Debug + fmt::Display + FromStr<Err = UnknownMutant> + 'static
{
    /// All mutants, in the order of the table in the workload's README.
    const ALL: &'static [Self];

    /// The position in [`ALL`](PlantedBug::ALL).
    fn number(self) -> u8;

    /// Holds the number of the selected mutant, or [`NONE`].
    fn switch() -> &'static AtomicU8;
}

/// A text that is not the name of a mutant.
#[derive(Debug, Display, Error, Clone, PartialEq, Eq)]
#[display("there is no mutant `{name}`; take one of {names}")]
pub struct UnknownMutant {
    /// The text.
    #[error(not(source))]
    pub name: String,
    /// The valid names, separated by commas.
    pub names: String,
}

/// The mutant with this name.
///
/// # Errors
/// When no mutant has this name; the error lists the valid names.
pub fn named<M: PlantedBug>(name: &str) -> Result<M, UnknownMutant> {
    let found = M::ALL.iter().find(|mutant| mutant.to_string() == name);
    found.copied().ok_or_else(|| UnknownMutant {
        name: name.to_owned(),
        names: M::ALL.iter().map(M::to_string).collect::<Vec<String>>().join(", "),
    })
}

/// Selects a mutant for this process, or none.
pub fn select<M: PlantedBug>(mutant: Option<M>) {
    M::switch().store(mutant.map_or(NONE, M::number), Ordering::Relaxed);
}

/// The selected mutant.
pub fn selected<M: PlantedBug>() -> Option<M> {
    M::ALL.get(usize::from(M::switch().load(Ordering::Relaxed))).copied()
}

/// Selects the mutant that the environment variable [`VARIABLE`] names. If the variable is unset or
/// empty, the program is correct.
///
/// # Panics
/// When the variable holds anything else; the message lists the valid names.
pub fn select_from_env<M: PlantedBug>() {
    let name = std::env::var_os(VARIABLE).unwrap_or_default();
    if name.is_empty() {
        return select::<M>(None);
    }
    match named::<M>(&name.to_string_lossy()) {
        Ok(mutant) => select(Some(mutant)),
        Err(error) => panic!("{VARIABLE}: {error}"),
    }
}

/// Defines the planted bugs of a workload, `Mutant`, from their names in code and in ETNA's tables:
///
/// ```
/// mod mutant {
///     etna_common::mutants! {
///         /// Addition forgets the carry.
///         NoCarry = "no_carry",
///     }
/// }
/// use mutant::Mutant;
///
/// fn sum(a: u8, b: u8) -> u8 {
///     if mutant::is(Mutant::NoCarry) { a ^ b } else { a + b }
/// }
///
/// mutant::select(Some(Mutant::NoCarry));
/// assert_eq!(sum(1, 1), 0);
/// mutant::select(None);
/// assert_eq!(sum(1, 1), 2);
/// ```
///
/// The switch and the function `is` become code of the workload. A test calls `is` often, so `is`
/// is inlined: one load and one comparison. Its counters belong to the workload, which is the
/// instrumented crate.
#[macro_export]
macro_rules! mutants {
    ($($(#[$about:meta])* $name:ident = $text:literal,)*) => {
        /// A planted bug. Its text is its name in ETNA's tables.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Mutant {
            $($(#[$about])* $name,)*
        }

        /// The number of the selected mutant. It is selected before the tests and constant while
        /// they run. No other memory is ordered against it, so a relaxed load is enough, which is
        /// an ordinary load on the usual processors.
        static SELECTED: std::sync::atomic::AtomicU8 =
            std::sync::atomic::AtomicU8::new($crate::mutant::NONE);

        impl $crate::PlantedBug for Mutant {
            const ALL: &'static [Mutant] = &[$(Mutant::$name),*];

            fn number(self) -> u8 {
                self as u8
            }

            fn switch() -> &'static std::sync::atomic::AtomicU8 {
                &SELECTED
            }
        }

        impl std::fmt::Display for Mutant {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self {
                    $(Mutant::$name => $text,)*
                })
            }
        }

        impl std::str::FromStr for Mutant {
            type Err = $crate::UnknownMutant;

            fn from_str(name: &str) -> Result<Mutant, $crate::UnknownMutant> {
                $crate::mutant::named(name)
            }
        }

        /// Selects a mutant for this process, or none.
        pub fn select(mutant: Option<Mutant>) {
            $crate::mutant::select(mutant);
        }

        /// Selects the mutant that the environment variable `ETNA_MUTANT` names. If the variable is
        /// unset or empty, the program is correct.
        ///
        /// # Panics
        /// When the variable holds anything else; the message lists the valid names.
        pub fn select_from_env() {
            $crate::mutant::select_from_env::<Mutant>();
        }

        /// Whether this mutant is selected. The code under test calls it where the code differs.
        #[inline]
        pub(crate) fn is(mutant: Mutant) -> bool {
            SELECTED.load(std::sync::atomic::Ordering::Relaxed) == mutant as u8
        }
    };
}
