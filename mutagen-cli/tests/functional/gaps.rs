//! Tests of `cargo mutagen gaps`: a crate whose suite misses a branch, and a specification of it.

use crate::command::{Ran, report, run};
use crate::messages::check;
use crate::project::{Project, scratch, update};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// Line 8 is that of the branch.
const BITS: &str = "\
/// A set of numbers below 64.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bits(pub u64);

impl Bits {
    pub fn union(self, other: Bits) -> Bits {
        if self.0 & other.0 != 0 {
            return Bits((self.0 ^ other.0) + (self.0 & other.0));
        }
        Bits(self.0 + other.0)
    }

    pub fn complement(self) -> Bits {
        Bits(!self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disjoint_sets() {
        assert_eq!(Bits(1).union(Bits(2)), Bits(3));
        assert_eq!(Bits(1).complement(), Bits(u64::MAX - 1));
    }
}
";

const LAWS: &str = r#"
#[mutagen_core::metamorphic]
mod sets {
    use gap_bits::Bits;

    #[operation(commutative, idempotent)]
    fn union(a: &Bits, b: &Bits) -> Bits {
        a.union(*b)
    }

    #[operation(involution)]
    fn complement(a: &Bits) -> Bits {
        a.complement()
    }

    #[input]
    fn of(bits: u64) -> Bits {
        Bits(bits)
    }
}

#[cfg(test)]
mod laws {
    #[mutagen_core::property]
    fn holds(_: u8) {}
}
"#;

/// Crates beside the project: one has a suite, one has none, and that of one fails.
const CRATES: [(&str, &str); 3] = [
    ("gap-bits", BITS),
    ("gap-none", "pub fn one() -> u8 {\n    1\n}\n"),
    ("gap-red", "#[test]\nfn fails() {\n    assert_eq!(1, 2);\n}\n"),
];

/// The project with the specification.
pub fn project() -> &'static Project {
    static PROJECT: OnceLock<Project> = OnceLock::new();
    PROJECT.get_or_init(|| {
        let mut manifest = String::new();
        for (name, source) in CRATES {
            let folder = scratch().join("gap-crates").join(name);
            let package = format!(
                "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
                 [workspace]\n"
            );
            update(&folder.join("Cargo.toml"), &package);
            update(&folder.join("src/lib.rs"), source);
            manifest += &format!("{name} = {{ path = {folder:?} }}\n");
        }
        Project::write_with("gaps", "gaps", &manifest, &[("src/lib.rs", LAWS)])
    })
}

/// A file for tests, which is not there yet.
pub fn emitted() -> PathBuf {
    let file = project().folder.join("emitted.rs");
    let _ = fs::remove_file(&file);
    file
}

/// The command, and what it says.
pub fn gaps(specification: &str, krate: &str, more: &str) -> Ran {
    let line = format!("gaps {specification} --suite-of {krate} --seed 1 --max-tests 2000 {more}");
    run(project(), line.trim())
}

#[test]
fn a_crate_that_is_not_there_is_named_with_the_nearest_and_nothing_is_built() {
    let file = emitted();
    let ran = gaps("sets", "gap-bit", &format!("--emit {}", file.display()));
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    assert!(ran.err.starts_with("error: there is no package `gap-bit` (the nearest: gap-bits"));
    assert!(!file.exists() && ran.out.is_empty() && !ran.err.contains("Compiling"), "{ran:#?}");
}

#[test]
#[ignore = "a minute: cargo test -p mutagen-cli --test functional -- --ignored gaps"]
fn a_branch_that_the_suite_misses_gets_a_test_that_passes_alone() {
    let file = emitted();
    let more = format!("--emit {} --message-format json", file.display());
    let ran = gaps("sets", "gap-bits", &more);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let said: Value = serde_json::from_str(&ran.out).unwrap();
    check("Gaps", &said);
    assert_eq!(said["file"], file.display().to_string(), "{said:#}");
    assert_eq!(said["suite_tests"], 1, "{said:#}");
    assert_eq!(said["files"][0]["file"], "src/lib.rs", "{said:#}");
    assert_eq!(said["files"][0]["lines"], serde_json::json!([8]), "{said:#}");
    assert_eq!((&said["gained"], said["tests"].as_array().unwrap().len()), (&1.into(), 1));
    assert!(said["suite_lines"].as_u64() < said["lines"].as_u64(), "{said:#}");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("fn sets_reaches_lib_8()") && text.contains("src/lib.rs:8."), "{text}");
    // The values are as small as they can be.
    assert!(text.contains("of(1)"), "{text}");

    // The test is one of its own: without mutagen, it passes.
    let tests = scratch().join("gap-alone");
    update(
        &tests.join("Cargo.toml"),
        &format!(
            "[workspace]\n[package]\nname = \"gap-alone\"\nedition = \"2024\"\n[dependencies]\n\
             gap-bits = {{ path = {:?} }}\n",
            scratch().join("gap-crates/gap-bits")
        ),
    );
    update(&tests.join("tests/gaps.rs"), &text);
    let cargo = std::env::var_os("CARGO").unwrap();
    let ran = Command::new(cargo)
        .args(["test", "--offline", "--target-dir"])
        .arg(crate::project::target())
        .current_dir(&tests)
        .output()
        .unwrap();
    let out = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success() && out.contains("1 passed"), "{ran:#?}");

    let again = gaps("sets", "gap-bits", &more);
    let notes: Value = serde_json::from_str(&again.out).unwrap();
    assert!(notes["notes"][0].as_str().unwrap().ends_with("already"), "{notes:#}");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}

#[test]
#[ignore = "a minute: cargo test -p mutagen-cli --test functional -- --ignored gaps"]
fn a_suite_that_cannot_be_compared_with_is_said_to_be_so_and_nothing_is_written() {
    let file = emitted();
    let refused = |specification: &str, krate: &str, why: &str| {
        let ran = gaps(specification, krate, &format!("--emit {}", file.display()));
        assert_eq!(ran.code, Some(2), "{ran:#?}");
        assert!(ran.err.contains(why), "{ran:#?}");
        assert!(!file.exists() && ran.out.is_empty(), "{ran:#?}");
    };
    refused("sets", "gap-none", "error: gap-none@0.1.0 has no suite");
    refused("sets", "gap-red", "error: the suite of gap-red@0.1.0 fails");
    refused("laws::holds", "gap-bits", "cannot be run: it is no specification");
    let ran = gaps("sets", "gap-none", "--message-format json");
    let said = report(&ran);
    check("GapsError", &said);
    assert_eq!(said["suite_of"], "gap-none", "{said:#}");
}
