//! Finds the compiler wrapper that the user has configured, such as a compiler cache. Cargo accepts
//! only one wrapper, so mutagen's wrapper must call the user's. It may be set in the environment or
//! in cargo's configuration files.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The user's compiler wrapper, for a build that starts in `folder`.
pub(super) fn find(folder: &Path) -> Option<OsString> {
    let variables = ["RUSTC_WRAPPER", "CARGO_BUILD_RUSTC_WRAPPER"];
    // A variable that is set, even to the empty string, overrides the files.
    match variables.iter().find_map(std::env::var_os) {
        Some(set) => Some(set).filter(|set| !set.is_empty()),
        None => configured(folder, std::env::var_os("CARGO_HOME").map(PathBuf::from)),
    }
}

/// The wrapper set by the nearest configuration file: first in `folder` and its parents, then in
/// cargo's own folder.
fn configured(folder: &Path, cargo_home: Option<PathBuf>) -> Option<OsString> {
    let folder = folder.canonicalize().ok()?;
    let above = folder.ancestors().map(|folder| folder.join(".cargo"));
    let home = cargo_home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    above.chain(home).find_map(|folder| {
        let read = |name| std::fs::read_to_string(folder.join(name)).ok();
        let value = setting(&read("config").or_else(|| read("config.toml"))?)?;
        // A path with a folder in it is relative to the folder that contains `.cargo`.
        let path = Path::new(&value);
        let is_command = path.components().count() == 1;
        let wrapper = if is_command { path.to_owned() } else { folder.parent()?.join(path) };
        Some(wrapper.into_os_string())
    })
}

/// The value of `build.rustc-wrapper` in a configuration file's text.
fn setting(text: &str) -> Option<String> {
    let mut table = "";
    for line in text.lines().map(str::trim) {
        if line.starts_with('[') {
            table = line.trim_start_matches('[').split(']').next().unwrap_or_default().trim();
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        let is_ours = match key.trim() {
            "rustc-wrapper" => table == "build",
            "build.rustc-wrapper" => table.is_empty(),
            _ => false,
        };
        let value = value.trim();
        let quote = value.chars().next().filter(|quote| "\"'".contains(*quote));
        if let (true, Some(quote)) = (is_ours, quote) {
            let value = value[1..].split(quote).next().unwrap_or_default();
            return Some(value.to_owned()).filter(|value| !value.is_empty());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutated::{VERSIONS, slowest};
    use std::fs;
    use std::time::Duration;

    #[test]
    fn the_setting_is_found_in_its_table_only() {
        let found = |text| setting(text);
        assert_eq!(
            found("[build]\njobs = 2\nrustc-wrapper = \"sccache\" # fast").unwrap(),
            "sccache"
        );
        assert_eq!(found("build.rustc-wrapper = '/opt/a b'").unwrap(), "/opt/a b");
        assert_eq!(found("[alias]\nrustc-wrapper = \"x\"\n[build]\n"), None);
        assert_eq!(found("[build]\nrustc-wrapper = \"\""), None);
    }

    #[test]
    fn a_mutated_configuration_gives_a_setting_or_none() {
        let text = "[build]\njobs = 2\nrustc-wrapper = \"sccache\" # é\n[net]\nretry = 3\n";
        let (mut same, mut none) = (0, 0);
        let slowest = slowest(VERSIONS, text.as_bytes(), |version| {
            let found = setting(&String::from_utf8_lossy(version));
            assert!(found.as_ref().is_none_or(|found| !found.is_empty() && !found.contains('\n')));
            same += u64::from(found.as_deref() == Some("sccache"));
            none += u64::from(found.is_none());
        });
        assert!(slowest < Duration::from_secs(1), "{slowest:?}");
        assert!(same > VERSIONS / 10 && none > VERSIONS / 10, "{same} {none}");
    }

    #[test]
    fn the_nearest_file_decides_and_a_path_is_relative_to_it() {
        let top = tempfile::tempdir().unwrap();
        let top = top.path().canonicalize().unwrap();
        let below = top.join("a/b");
        fs::create_dir_all(below.join("c")).unwrap();
        let write = |folder: &Path, value: &str| {
            fs::create_dir_all(folder.join(".cargo")).unwrap();
            let text = format!("[build]\nrustc-wrapper = \"{value}\"\n");
            fs::write(folder.join(".cargo/config.toml"), text).unwrap();
        };
        write(&top, "above");
        let nowhere = Some(top.join("nowhere"));
        assert_eq!(configured(&below.join("c"), nowhere.clone()).unwrap(), "above");
        write(&below, "tools/wrap");
        let found = configured(&below.join("c"), nowhere).unwrap();
        assert_eq!(PathBuf::from(found), below.join("tools/wrap"));
    }
}
