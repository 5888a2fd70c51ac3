//! The properties as `cargo mutagen run` and `cargo test` find them, under the names of the
//! functions in `etna_rbt::property`. The environment variable `ETNA_MUTANT` selects the planted
//! bug.

use etna_common::register_properties;
use etna_rbt::{for_each_property, mutant, property};

for_each_property!(register_properties);
