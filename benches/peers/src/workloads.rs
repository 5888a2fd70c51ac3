//! The properties of all workloads that the package is built with. The functions of a peer are
//! generic over the types of the arguments, with the bounds that its generators need.

/// Defines `property_of`, which passes the property of a trial to a function of the peer, which is
/// in the module of this path. The function `run` has this shape,
///
/// ```
/// # use mutagen_core::Outcome;
/// fn run<T: Default>(property: fn(&T) -> Outcome) {
///     let outcome = property(&T::default());
/// }
/// ```
///
/// with bounds for generators in place of `Default`; `T` is the tuple of the property's arguments.
/// A peer that is built with `constants` also has functions for properties of text and of bytes:
///
/// ```
/// # use mutagen_core::Outcome;
/// fn text(property: fn(&str) -> Outcome) {
///     let outcome = property("");
/// }
/// fn bytes(property: fn(&[u8]) -> Outcome) {
///     let outcome = property(&[]);
/// }
/// ```
#[macro_export]
macro_rules! workloads {
    ($($peer:ident)::+) => {
        $crate::workloads!(@ $($peer)::+, "bst", etna_bst);
        $crate::workloads!(@ $($peer)::+, "fsub", etna_fsub);
        $crate::workloads!(@ $($peer)::+, "rbt", etna_rbt);
        $crate::workloads!(@ $($peer)::+, "stlc", etna_stlc);

        #[cfg(feature = "constants")]
        mod constants {
            use ::constants::for_each_subject;
            use $($peer)::+::{bytes, run, text};
            use $crate::one_of_the_subjects;

            for_each_subject!(one_of_the_subjects);
        }

        /// Selects the mutant in the workload and returns the property, if the package was built
        /// with the workload and it has such a property.
        fn property_of(trial: &$crate::trial::Trial) -> Option<fn()> {
            match trial.workload.as_str() {
                #[cfg(feature = "bst")]
                "etna-bst" => etna_bst::property_of(&trial.property),
                #[cfg(feature = "fsub")]
                "etna-fsub" => etna_fsub::property_of(&trial.property),
                #[cfg(feature = "rbt")]
                "etna-rbt" => etna_rbt::property_of(&trial.property),
                #[cfg(feature = "stlc")]
                "etna-stlc" => etna_stlc::property_of(&trial.property),
                #[cfg(feature = "constants")]
                "constants" => constants::property_of(&trial.property),
                _ => None,
            }
        }
    };
    (@ $($peer:ident)::+, $feature:literal, $package:ident) => {
        #[cfg(feature = $feature)]
        mod $package {
            use ::$package::{for_each_property, mutant, property};
            use $($peer)::+::run;
            use $crate::one_of_them;

            for_each_property!(one_of_them);
        }
    };
}

/// Called with the table of a workload: the choice among its properties.
#[doc(hidden)]
#[macro_export]
macro_rules! one_of_them {
    ($($name:ident = $function:ident($($argument:ident: $type:ty),*);)*) => {
        /// Selects the mutant in the workload and returns the property of this name.
        pub fn property_of(name: &str) -> Option<fn()> {
            mutant::select_from_env();
            match name {
                $(stringify!($name) => Some(|| run::<($($type,)*)>(
                    |($($argument,)*)| property::$function($($argument),*),
                )),)*
                _ => None,
            }
        }
    };
}

/// Called with the table of `constants`: the choice among its properties. The types decide whether
/// a peer is given text, bytes, or values of a type.
#[doc(hidden)]
#[macro_export]
macro_rules! one_of_the_subjects {
    ($($group:ident: $name:ident($argument:ident: $($type:tt)*);)*) => {
        /// The property of this name.
        pub fn property_of(name: &str) -> Option<fn()> {
            match name {
                $(stringify!($name) => {
                    Some(|| $crate::one_of_the_subjects!(@ $name, $($type)*))
                })*
                _ => None,
            }
        }
    };
    (@ $name:ident, String) => {
        text(::constants::$name::property)
    };
    (@ $name:ident, Vec<u8>) => {
        bytes(::constants::$name::property)
    };
    (@ $name:ident, $type:ty) => {
        run::<$type>(|value| ::constants::$name::property(value))
    };
}
