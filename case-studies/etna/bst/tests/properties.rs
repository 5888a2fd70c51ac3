//! The properties as `cargo mutagen run` and `cargo test` find them, under the names of the functions
//! in `etna_bst::property`. The environment variable `ETNA_MUTANT` says which planted bug is in the
//! program.

use etna_bst::mutant::select_from_env;
use mutagen_core::{Outcome, property};

macro_rules! register {
    ($($name:ident = $function:ident($($argument:ident: $type:ty),*);)*) => {$(
        #[property(before = select_from_env)]
        fn $function($($argument: &$type),*) -> Outcome {
            etna_bst::property::$function($($argument),*)
        }
    )*};
}

etna_bst::for_each_property!(register);
