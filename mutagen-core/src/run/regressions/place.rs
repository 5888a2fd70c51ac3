//! Where the regressions of a property are, and whether they are read and written.

use derive_more::{Display, Error};
use std::path::PathBuf;

/// The folder of regressions, beside the manifest of the package.
pub const FOLDER: &str = "mutagen-regressions";

/// The environment variable that says how regressions are used.
const VARIABLE: &str = "MUTAGEN_REGRESSIONS";

/// The environment variable that a service for continuous integration sets.
const CI: &str = "CI";

/// How regressions are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// They are neither run nor written.
    Off,
    /// They are run, and new ones are only shown.
    Read,
    /// They are run, and new ones are written.
    Write,
}

/// The text is none of those of a [`Use`].
#[derive(Debug, Display, Error, Clone, PartialEq, Eq)]
#[display("{VARIABLE} is `{_0}`: set it to `write`, `read` or `off`, or unset it")]
pub struct UnknownUse(#[error(not(source))] String);

impl Use {
    /// What the environment says: `MUTAGEN_REGRESSIONS` if it is set; otherwise `Read` where `CI`
    /// is set, and `Write` elsewhere.
    ///
    /// # Errors
    /// When `MUTAGEN_REGRESSIONS` has another value than `write`, `read` and `off`.
    pub fn of_environment() -> Result<Use, UnknownUse> {
        let variable = |name| std::env::var_os(name).map(|value| value.to_string_lossy().into());
        Use::from_variables(variable(VARIABLE), variable(CI))
    }

    fn from_variables(said: Option<String>, ci: Option<String>) -> Result<Use, UnknownUse> {
        let is_ci = ci.is_some_and(|ci| !matches!(ci.as_str(), "" | "0" | "false"));
        match said.as_deref() {
            Some("write") => Ok(Use::Write),
            Some("read") => Ok(Use::Read),
            Some("off") => Ok(Use::Off),
            Some(other) => Err(UnknownUse(other.to_owned())),
            None if is_ci => Ok(Use::Read),
            None => Ok(Use::Write),
        }
    }
}

/// The path of a property's file, relative to the folder of the package's manifest:
/// `mutagen-regressions/TARGET/MODULES/PROPERTY.txt`. `property` is the path of the property
/// without the crate. The mark of raw identifiers (`r#`) is left out.
pub fn file_of(target: &str, property: &str) -> PathBuf {
    let mut file = PathBuf::from(FOLDER);
    file.push(target);
    let names = property.split("::").map(|name| name.strip_prefix("r#").unwrap_or(name));
    file.extend(names);
    // A name has no dot, so that nothing is cut off.
    file.set_extension("txt");
    file
}

/// The name of a cargo target in the path of a file: `lib`, `bin-NAME` for a binary or an example,
/// `tests-CRATE` for an integration test or a benchmark. `binary` and `temporary` are the variables
/// `CARGO_BIN_NAME` and `CARGO_TARGET_TMPDIR` that cargo sets when it compiles the target.
pub fn target_of(binary: Option<&str>, temporary: Option<&str>, krate: &str) -> String {
    match (binary, temporary) {
        (Some(binary), _) => format!("bin-{binary}"),
        (None, Some(_)) => format!("tests-{krate}"),
        (None, None) => "lib".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn the_target_is_told_by_what_cargo_sets() {
        assert_eq!(target_of(None, None, "shop"), "lib");
        assert_eq!(target_of(Some("my-shop"), None, "my_shop"), "bin-my-shop");
        assert_eq!(target_of(None, Some("/tmp"), "laws"), "tests-laws");
    }

    #[test]
    fn the_file_follows_the_modules() {
        let file = file_of("lib", "laws::r#type::order");
        assert_eq!(file, Path::new("mutagen-regressions/lib/laws/type/order.txt"));
        let file = file_of("tests-laws", "order");
        assert_eq!(file, Path::new("mutagen-regressions/tests-laws/order.txt"));
    }

    #[test]
    fn writing_is_off_in_ci_unless_it_is_asked_for() {
        let found = |said: Option<&str>, ci: Option<&str>| {
            Use::from_variables(said.map(str::to_owned), ci.map(str::to_owned))
        };
        assert_eq!(found(None, None), Ok(Use::Write));
        assert_eq!(found(None, Some("true")), Ok(Use::Read));
        assert_eq!(found(None, Some("false")), Ok(Use::Write));
        assert_eq!(found(None, Some("")), Ok(Use::Write));
        assert_eq!(found(Some("write"), Some("1")), Ok(Use::Write));
        assert_eq!(found(Some("off"), None), Ok(Use::Off));
        assert_eq!(found(Some("read"), None), Ok(Use::Read));
        let error = found(Some("on"), None).unwrap_err().to_string();
        assert!(error.contains("MUTAGEN_REGRESSIONS is `on`: set it to `write`"), "{error}");
    }
}
