//! The properties of the case study, by name, for shrinking in this process.

use mutagen_core::internal::run::property::Property;
use mutagen_core::internal::value::Node;
use mutagen_core::text;
use shrinking_challenge::for_each_challenge;

macro_rules! by_name {
    ($($name:ident($($argument:ident: $type:ty),*);)*) => {
        /// The property of this name.
        pub(super) fn property_of(name: &str) -> Option<Property> {
            match name {
                $(
                    stringify!($name) => Some(Property::new::<($($type,)*)>(
                        stringify!($name),
                        &[$(stringify!($argument)),*],
                        |($($argument,)*), window| {
                            window.open();
                            shrinking_challenge::property::$name($($argument),*)
                        },
                        |($($argument,)*)| vec![$($argument),*],
                    )),
                )*
                _ => None,
            }
        }

        /// The arguments of a property, from mutagen's text form.
        pub(super) fn parse(name: &str, text: &str) -> Option<Box<dyn Node>> {
            match name {
                $(
                    stringify!($name) => {
                        let parsed = text::parse::<($($type,)*)>(text).ok()?;
                        Some(Box::new(parsed.value))
                    }
                )*
                _ => None,
            }
        }
    };
}

for_each_challenge!(by_name);
