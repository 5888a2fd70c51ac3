//! The properties of a workload by name. Code that needs the types of the arguments, such as a loop
//! around another tool's generators, is written once as a macro and expanded for every property.

use std::fmt::{Debug, Display};

/// A property in the form that mutagen's engine runs.
pub use mutagen_core::internal::run::property::Property as EngineProperty;

/// The properties of one workload, as [`define_properties!`](crate::define_properties) defines
/// them. The text of a property is its name in ETNA's tables.
pub trait NamedProperty: Copy + Ord + Debug + Display + 'static {
    /// All properties.
    const ALL: &'static [Self];

    /// The name of the function and of the `#[property]` in `tests/properties.rs`.
    fn function(self) -> &'static str;

    /// The property in the form that mutagen's engine runs, for a program without its
    /// `#[property]`.
    fn for_engine(self) -> EngineProperty;

    /// The property with this name.
    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|property| property.to_string() == name)
    }
}

/// Defines the enumeration `Property` from the table of a workload's properties. A row has the name
/// in ETNA's tables, the function in a module `property` that is in scope, and the arguments, which
/// the function takes by reference.
///
/// A workload keeps its table as a macro that takes a macro, so that other code can be expanded for
/// every property, too:
///
/// ```
/// mod property {
///     use mutagen_core::{Outcome, check};
///     /// Addition is commutative.
///     pub fn sum_commutes(a: &u8, b: &u8) -> Outcome {
///         check!(a.wrapping_add(*b) == b.wrapping_add(*a))
///     }
/// }
///
/// macro_rules! for_each_property {
///     ($callback:ident) => {
///         $callback! {
///             SumCommutes = sum_commutes(a: u8, b: u8);
///         }
///     };
/// }
///
/// use etna_common::define_properties;
/// for_each_property!(define_properties);
///
/// macro_rules! print_arguments {
///     ($($name:ident = $function:ident($($argument:ident: $type:ty),*);)*) => {
///         $(println!("{}: {}", stringify!($name), std::any::type_name::<($($type,)*)>());)*
///     };
/// }
/// for_each_property!(print_arguments);
/// assert_eq!(Property::SumCommutes.to_string(), "SumCommutes");
/// ```
#[macro_export]
macro_rules! define_properties {
    ($($name:ident = $function:ident($($argument:ident: $type:ty),*);)*) => {
        /// A property. Its text is its name in ETNA's tables.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Property {
            $(
                #[doc = concat!("The function `property::", stringify!($function), "`.")]
                $name,
            )*
        }

        impl std::fmt::Display for Property {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self {
                    $(Property::$name => stringify!($name),)*
                })
            }
        }

        impl $crate::NamedProperty for Property {
            const ALL: &'static [Property] = &[$(Property::$name),*];

            fn function(self) -> &'static str {
                match self {
                    $(Property::$name => stringify!($function),)*
                }
            }

            fn for_engine(self) -> $crate::registry::EngineProperty {
                match self {
                    $(Property::$name => $crate::registry::EngineProperty::new::<($($type,)*)>(
                        concat!(module_path!(), "::", stringify!($function)),
                        &[$(stringify!($argument)),*],
                        |($($argument,)*), window| {
                            window.open();
                            property::$function($($argument),*)
                        },
                        |($($argument,)*)| vec![$($argument as &dyn std::fmt::Debug),*],
                    ),)*
                }
            }
        }
    };
}

/// Registers every property of a workload with the engine, under the name of its function. Use it
/// in a test file that has the modules `property` and `mutant` of the workload in scope.
#[macro_export]
macro_rules! register_properties {
    ($($name:ident = $function:ident($($argument:ident: $type:ty),*);)*) => {
        /// Selects the planted bug, and registers the baseline with the workers.
        fn prepare() {
            $crate::register_baseline();
            mutant::select_from_env();
        }

        $(
            #[mutagen_core::property(before = prepare)]
            fn $function($($argument: &$type),*) -> mutagen_core::Outcome {
                property::$function($($argument),*)
            }
        )*
    };
}
