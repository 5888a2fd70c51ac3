//! Every property by name, with the names and types of its arguments. Code that needs the types, such
//! as a loop around another tool's generators, is written once as a macro and expanded for every
//! property by [`for_each_property!`](crate::for_each_property).

/// Expands a macro with the table of all properties: for each its name in ETNA's tables, the function
/// in [`property`](crate::property), and the arguments, which the function takes by reference.
///
/// ```
/// macro_rules! print_arguments {
///     ($($name:ident = $function:ident($($argument:ident: $type:ty),*);)*) => {
///         $(println!("{}: {}", stringify!($name), std::any::type_name::<($($type,)*)>());)*
///     };
/// }
/// etna_rbt::for_each_property!(print_arguments);
/// ```
#[macro_export]
macro_rules! for_each_property {
    ($callback:ident) => {
        $callback! {
            InsertValid = insert_valid(t: $crate::Tree, k: i32, v: i32);
            DeleteValid = delete_valid(t: $crate::Tree, k: i32);
            InsertPost = insert_post(t: $crate::Tree, k: i32, k2: i32, v: i32);
            DeletePost = delete_post(t: $crate::Tree, k: i32, k2: i32);
            InsertModel = insert_model(t: $crate::Tree, k: i32, v: i32);
            DeleteModel = delete_model(t: $crate::Tree, k: i32);
            InsertInsert = insert_insert(t: $crate::Tree, k: i32, k2: i32, v: i32, v2: i32);
            InsertDelete = insert_delete(t: $crate::Tree, k: i32, k2: i32, v: i32);
            DeleteInsert = delete_insert(t: $crate::Tree, k: i32, k2: i32, v2: i32);
            DeleteDelete = delete_delete(t: $crate::Tree, k: i32, k2: i32);
        }
    };
}

macro_rules! define {
    ($($name:ident = $function:ident($($argument:ident: $type:ty),*);)*) => {
        /// A property. Its text is its name in ETNA's tables.
        #[derive(Debug, derive_more::Display, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Property {
            $(
                #[doc = concat!("[`", stringify!($function), "`](crate::property::", stringify!($function), ")")]
                $name,
            )*
        }

        impl Property {
            /// All of them.
            pub const ALL: &[Property] = &[$(Property::$name),*];

            /// The name of the function, which is also that of the `#[property]` in `tests/properties.rs`.
            pub fn function(self) -> &'static str {
                match self {
                    $(Property::$name => stringify!($function),)*
                }
            }

            /// The property as mutagen's engine runs it, in a program that has no `#[property]` of it.
            pub fn for_engine(self) -> mutagen_core::internal::run::property::Property {
                match self {
                    $(Property::$name => mutagen_core::internal::run::property::Property::new::<($($type,)*)>(
                        concat!(module_path!(), "::", stringify!($function)),
                        &[$(stringify!($argument)),*],
                        |($($argument,)*), window| {
                            window.open();
                            crate::property::$function($($argument),*)
                        },
                        |($($argument,)*)| vec![$($argument as &dyn std::fmt::Debug),*],
                    ),)*
                }
            }
        }
    };
}

for_each_property!(define);

impl Property {
    /// The property of this name.
    pub fn named(name: &str) -> Option<Property> {
        Property::ALL.iter().copied().find(|property| property.to_string() == name)
    }
}
