//! Names of folders: from packages, targets and properties to components of a path that cannot lead
//! out of the folder above, and that differ whenever the names differ.

use crate::select::Candidate;
use std::hash::Hasher;
use twox_hash::XxHash3_64;

/// The most bytes of a component before the digest. Some file systems allow only 143 in all.
const MOST: usize = 120;

/// The name of a cargo target in the path of a run: `lib`, `bin-NAME`, `tests-NAME`,
/// `example-NAME` or `bench-NAME`.
pub fn target_name(candidate: &Candidate) -> String {
    let Candidate { kind, target, .. } = candidate;
    match kind.as_str() {
        "test" => format!("tests-{target}"),
        "bin" | "example" | "bench" => format!("{kind}-{target}"),
        // A package has one library, whatever its kind.
        _ => "lib".to_owned(),
    }
}

/// The component of a path for this name. `::` is written as `.`. A name with characters that do
/// not belong into a path, or a long one, is changed and gets a digest of the whole name.
pub(crate) fn component(name: &str) -> String {
    let fits = |c: char| c.is_alphanumeric() || "_-.#+".contains(c);
    let dotted = name.replace("::", ".");
    let mut kept: String = dotted.chars().map(|c| if fits(c) { c } else { '_' }).collect();
    if kept.starts_with('.') {
        kept.replace_range(..1, "_");
    }
    let end = kept.floor_char_boundary(MOST);
    if kept == dotted && end == kept.len() && !kept.is_empty() {
        return kept;
    }
    kept.truncate(end);
    let mut hasher = XxHash3_64::new();
    hasher.write(name.as_bytes());
    format!("{kept}~{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaigns::samples::candidate;
    use std::collections::BTreeSet;
    use std::path::{Component, Path};

    #[test]
    fn ordinary_names_stay_as_they_are() {
        assert_eq!(component("shop-core"), "shop-core");
        assert_eq!(component("tests::r#type::größe_2"), "tests.r#type.größe_2");
    }

    #[test]
    fn no_name_leads_out_of_the_folder_and_no_two_names_share_one() {
        let long = "x".repeat(5000);
        let names = [
            "",
            ".",
            "..",
            "../..",
            "/",
            "/etc/passwd",
            "a/b",
            "a_b",
            "a\\b",
            "a\0b",
            "a\nb",
            ".hidden",
            "_hidden",
            "a b",
            "::",
            "…",
            long.as_str(),
            &long[1..],
        ];
        let made: BTreeSet<String> = names.iter().map(|name| component(name)).collect();
        assert_eq!(made.len(), names.len(), "{made:?}");
        for name in &made {
            let parts: Vec<Component> = Path::new(name).components().collect();
            assert!(matches!(parts[..], [Component::Normal(_)]), "{name}");
            assert!(name.len() <= 143 && !name.starts_with('.'), "{name}");
        }
    }

    #[test]
    fn targets_of_one_package_are_apart() {
        let names = |kind: &str| target_name(&candidate(kind, "shop"));
        let kinds = ["lib", "bin", "test", "example", "bench"];
        let expected = ["lib", "bin-shop", "tests-shop", "example-shop", "bench-shop"];
        assert_eq!(kinds.map(names), expected);
        assert_eq!(target_name(&candidate("proc-macro", "shop")), "lib");
    }
}
