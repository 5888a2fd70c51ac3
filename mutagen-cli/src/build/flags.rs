//! What the compiler is told for an instrumented crate.
//!
//! The counters are inserted after optimisation. What optimisation folds into one block of straight
//! code (`a && b`, a choice between two constants) has one counter for all its cases, and so the
//! transformations that fold are switched off. Their names are LLVM's own and change with its
//! version, and an unknown one is an error: each is tried before it is used.

use super::plan::fingerprint;
use super::toolchain::Toolchain;
use super::{BuildError, BuildOptions};
use std::fs;
use std::path::Path;

/// The pass itself.
const PASS: &str = "-Cpasses=sancov-module";

/// LLVM options without which there is no coverage: edges, a byte each, with their addresses.
const NEEDED: [&str; 3] = [
    "-sanitizer-coverage-level=3",
    "-sanitizer-coverage-inline-8bit-counters",
    "-sanitizer-coverage-pc-table",
];

/// The LLVM option that lets instrumented code say what it compares.
const COMPARISONS: &str = "-sanitizer-coverage-trace-compares";

/// LLVM options that keep branches from being folded before they are counted.
const UNFOLDED: [&str; 11] = [
    "-phi-node-folding-threshold=0",
    "-two-entry-phi-node-folding-threshold=0",
    "-speculate-one-expensive-inst=0",
    "-simplifycfg-hoist-common=0",
    "-simplifycfg-sink-common=0",
    "-simplifycfg-hoist-cond-stores=0",
    "-simplifycfg-merge-cond-stores=0",
    "-switch-to-lookup=0",
    "-switch-range-to-icmp=0",
    "-bonus-inst-threshold=0",
    "-simplifycfg-branch-fold-threshold=0",
];

/// The flags for an instrumented crate that this compiler knows. What was found out is kept in
/// `folder`.
///
/// # Errors
/// When it does not know what is needed, or the folder cannot be written.
pub(super) fn known(
    toolchain: &Toolchain,
    folder: &Path,
    BuildOptions { verbose, trace_cmp, .. }: &BuildOptions,
) -> Result<Vec<String>, BuildError> {
    let asked_for = [COMPARISONS].into_iter().filter(|_| *trace_cmp);
    let needed: Vec<&str> = NEEDED.into_iter().chain(asked_for).collect();
    let options: Vec<&str> = needed.iter().copied().chain(UNFOLDED).collect();
    let asked = options.iter().copied().chain([toolchain.version()]);
    let kept = folder.join(format!("llvm-options-{:016x}", fingerprint(asked)));
    let known = match fs::read_to_string(&kept) {
        Ok(text) => text.lines().map(str::to_owned).collect(),
        Err(_) => {
            let known = probe(toolchain, &options)?;
            write(&kept, &known.join("\n"))?;
            known
        }
    };
    let is_unknown = |option: &&&str| !known.iter().any(|known| known == **option);
    if let Some(&option) = needed.iter().find(is_unknown) {
        let (rustc, option) = (toolchain.name().to_owned(), option.to_owned());
        return Err(BuildError::NoCounters { rustc, option });
    }
    for option in UNFOLDED.iter().filter(is_unknown).filter(|_| *verbose) {
        eprintln!(
            "this compiler does not know the LLVM option `{option}`; some branches may be one"
        );
    }
    let arguments = known.iter().map(|option| argument(option));
    Ok([PASS.to_owned()].into_iter().chain(arguments).collect())
}

fn argument(option: &str) -> String {
    format!("-Cllvm-args={option}")
}

/// The options that the compiler knows: all of them, nearly always, and so they are tried together
/// first.
fn probe(toolchain: &Toolchain, options: &[&str]) -> Result<Vec<String>, BuildError> {
    let knows = |options: &[&str]| {
        // Nothing is compiled: LLVM reads its options whatever is printed.
        let arguments = options.iter().map(|option| argument(option));
        let output = toolchain.ask(["--print=sysroot".to_owned()].into_iter().chain(arguments))?;
        Ok(output.status.success())
    };
    let mut known = Vec::new();
    if knows(options)? {
        known.extend(options.iter().map(|&option| option.to_owned()));
    } else {
        for &option in options {
            if knows(&[option])? {
                known.push(option.to_owned());
            }
        }
    }
    Ok(known)
}

/// Writes a file and the folders above it; another process never sees half of it.
pub(super) fn write(path: &Path, text: &str) -> Result<(), BuildError> {
    let error = |error| BuildError::File { path: path.to_owned(), error };
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(error)?;
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(error)?;
    std::io::Write::write_all(&mut file, text.as_bytes()).map_err(error)?;
    file.persist(path).map(drop).map_err(|failed| error(failed.error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_compiler_knows_every_option_and_the_answer_is_kept() {
        let toolchain = Toolchain::find(None).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let options = BuildOptions::default();
        let flags = known(&toolchain, folder.path(), &options).unwrap();
        assert_eq!(flags.len(), 1 + NEEDED.len() + UNFOLDED.len(), "{flags:?}");
        let kept = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
        fs::write(&kept, NEEDED.join("\n")).unwrap();
        assert_eq!(known(&toolchain, folder.path(), &options).unwrap(), flags[..4]);
        fs::write(&kept, NEEDED[1]).unwrap();
        let error = known(&toolchain, folder.path(), &options).unwrap_err().to_string();
        assert!(error.contains(NEEDED[0]) && error.contains("rustc 1."), "{error}");
    }

    #[test]
    fn an_unknown_option_is_dropped_and_the_others_stay() {
        let toolchain = Toolchain::find(None).unwrap();
        let options = ["-switch-to-lookup=0", "-no-such-option-of-llvm=0", NEEDED[0]];
        assert_eq!(probe(&toolchain, &options).unwrap(), ["-switch-to-lookup=0", NEEDED[0]]);
    }
}
