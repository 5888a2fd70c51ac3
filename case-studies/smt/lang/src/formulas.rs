//! Where the formulas of the study are. They are not in the repository.

use std::path::{Path, PathBuf};

/// The environment variable that names the folder.
pub const VARIABLE: &str = "SMT_FORMULAS";

/// The folder of all formulas, whether or not it is there: [`VARIABLE`], else `../shared/smt`
/// beside the workspace.
pub fn folder() -> PathBuf {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/smt");
    let named = std::env::var_os(VARIABLE).filter(|value| !value.is_empty());
    named.map_or(beside, PathBuf::from)
}
