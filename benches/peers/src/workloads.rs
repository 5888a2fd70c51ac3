//! The properties of all workloads that the package is built with. The function of a peer is
//! generic over the types of the arguments, with the bounds that its generators need.

/// Defines `property_of`, which passes the property of a trial to the function of this name in the
/// module. The function has this shape,
///
/// ```
/// # use mutagen_core::Outcome;
/// fn run<T: Default>(property: fn(&T) -> Outcome) {
///     let outcome = property(&T::default());
/// }
/// ```
///
/// with bounds for generators in place of `Default`; `T` is the tuple of the property's arguments.
#[macro_export]
macro_rules! workloads {
    ($run:ident) => {
        $crate::workloads!(@ $run, "bst", etna_bst);
        $crate::workloads!(@ $run, "fsub", etna_fsub);
        $crate::workloads!(@ $run, "rbt", etna_rbt);
        $crate::workloads!(@ $run, "stlc", etna_stlc);

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
                _ => None,
            }
        }
    };
    (@ $run:ident, $feature:literal, $package:ident) => {
        #[cfg(feature = $feature)]
        mod $package {
            use super::$run as run;
            use ::$package::{for_each_property, mutant, property};
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
