//! The compiler wrapper that the user has already, such as a compiler cache: cargo takes one only,
//! and so ours must call it. It may be set by the environment or by cargo's configuration files.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The user's compiler wrapper, for a build that is started in `folder`.
pub(super) fn find(folder: &Path) -> Option<OsString> {
    let variables = ["RUSTC_WRAPPER", "CARGO_BUILD_RUSTC_WRAPPER"];
    // A variable that is set, even to nothing, hides what the files say.
    match variables.iter().find_map(std::env::var_os) {
        Some(set) => Some(set).filter(|set| !set.is_empty()),
        None => configured(folder, std::env::var_os("CARGO_HOME").map(PathBuf::from)),
    }
}

/// What the files say: the one nearest to `folder` on the way up, then the one in cargo's own folder.
fn configured(folder: &Path, cargo_home: Option<PathBuf>) -> Option<OsString> {
    let folder = folder.canonicalize().ok()?;
    let above = folder.ancestors().map(|folder| folder.join(".cargo"));
    let home = cargo_home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    above.chain(home).find_map(|folder| {
        let read = |name| std::fs::read_to_string(folder.join(name)).ok();
        let value = setting(&read("config").or_else(|| read("config.toml"))?)?;
        // A name with a folder in it is relative to the folder that `.cargo` is in.
        let path = Path::new(&value);
        let is_command = path.components().count() == 1;
        let wrapper = if is_command { path.to_owned() } else { folder.parent()?.join(path) };
        Some(wrapper.into_os_string())
    })
}

/// The value of `build.rustc-wrapper` in the text of a configuration file.
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
    use std::fs;

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
