//! The properties as `cargo mutagen run` and `cargo test` find them, under the names of the
//! functions in `etna_bst::property`. The environment variable `ETNA_MUTANT` selects the planted
//! bug.

use etna_bst::{for_each_property, mutant, property};
use etna_common::register_properties;

for_each_property!(register_properties);
