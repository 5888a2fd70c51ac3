//! The compiler flags for an instrumented crate, by level of fidelity.
//!
//! The pass that inserts counters normally runs after optimisation. Code that optimisation folds
//! into one basic block (`a && b`, a choice between two constants) then has a single counter for
//! all its cases. [`Fidelity::Branches`] therefore disables the transformations that fold, and
//! [`Fidelity::Exact`] runs the pass before them. The names of options and passes belong to LLVM
//! and change with its version, and an unknown name is an error. Each option is therefore tried
//! before it is used.

use super::plan::fingerprint;
use super::toolchain::Toolchain;
use super::{BuildError, BuildOptions, Fidelity};
use std::fs;
use std::io::{Read, Write};
use std::path::Path;

/// The pass that inserts counters.
const PASS: &str = "-Cpasses=sancov-module";

/// The passes of [`Fidelity::Exact`]. The first passes shrink the code without changing its
/// branches, and do all the inlining: an inlined copy of a function has its own counters, and a
/// function with counters is never inlined later, because the table of addresses refers to its
/// blocks. Then the counters are inserted. Then the optimiser's normal passes for the crate's level
/// run; they cannot fold blocks with counters.
const EARLY: &str = "-Cpasses=function(sroa,early-cse,TIDY),always-inline,\
    cgscc(inline,function(sroa,early-cse,TIDY,instcombine<no-verify-fixpoint>)),globaldce,\
    sancov-module,default<OLEVEL>";

/// Merges blocks and removes unreachable ones, but folds nothing.
const TIDY: &str = "simplifycfg<no-simplify-cond-branch;no-speculate-blocks;no-switch-to-lookup;\
    no-switch-range-to-icmp;no-hoist-common-insts;no-sink-common-insts;bonus-inst-threshold=0>";

/// Disables the optimiser's own passes in favour of [`EARLY`].
const NO_OTHERS: &str = "-Cno-prepopulate-passes";

/// The LLVM options that coverage needs: one byte per edge, and the addresses of the edges.
const NEEDED: [&str; 3] = [
    "-sanitizer-coverage-level=3",
    "-sanitizer-coverage-inline-8bit-counters",
    "-sanitizer-coverage-pc-table",
];

/// The LLVM option that makes instrumented code report what it compares.
const COMPARISONS: &str = "-sanitizer-coverage-trace-compares";

/// The LLVM option that gives each block a counter, also one that runs whenever another one does.
const EACH_BLOCK: &str = "-sanitizer-coverage-prune-blocks=0";

/// The flags for the code that a suite runs. A flag an edge cannot overflow as a counter does.
pub(super) fn of_suite() -> Vec<String> {
    let options =
        [NEEDED[0], "-sanitizer-coverage-inline-bool-flag", NEEDED[2], EACH_BLOCK].map(argument);
    let others = [PASS, MANGLING].map(str::to_owned);
    others.into_iter().chain(options).collect()
}

/// LLVM options for these reports. The first makes them conditional on a word in memory, so that
/// most runs only test that word. The second leaves each comparison of texts to `memcmp` or `bcmp`,
/// for which functions of ours stand in: see `stub`.
const REPORTED: [&str; 2] =
    ["-sanitizer-coverage-gated-trace-callbacks", "-max-loads-per-memcmp=0"];

/// LLVM options that prevent branches from being folded before they are counted.
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

/// Gives each instance of a generic function a distinct name. Functions are numbered by their
/// names, so a seed gives the same tests wherever the linker places the functions.
const MANGLING: &str = "-Csymbol-mangling-version=v0";

/// A placeholder that the wrapper replaces by the crate's optimisation level: `3` or `s`.
pub(super) const LEVEL: &str = "LEVEL";

/// The flags that this compiler supports for an instrumented crate; no flags for
/// [`Fidelity::None`]. The result of the probing is cached in `folder`.
///
/// # Errors
/// When the compiler lacks a required flag, or the folder cannot be written.
pub(super) fn known(
    toolchain: &Toolchain,
    folder: &Path,
    options @ BuildOptions { verbose, fidelity, .. }: &BuildOptions,
) -> Result<Vec<String>, BuildError> {
    let (passes, unfolded) = match fidelity {
        Fidelity::None => return Ok(Vec::new()),
        Fidelity::Plain => (vec![PASS.to_owned()], &[][..]),
        Fidelity::Branches => (vec![PASS.to_owned()], &UNFOLDED[..]),
        Fidelity::Exact => (vec![NO_OTHERS.to_owned(), EARLY.replace("TIDY", TIDY)], &[][..]),
    };
    let traced = options.traces_comparisons();
    let needed: Vec<&str> = NEEDED.into_iter().chain(traced.then_some(COMPARISONS)).collect();
    let wanted = if traced { &REPORTED[..] } else { &[] };
    let options: Vec<&str> = needed.iter().chain(wanted).chain(unfolded).copied().collect();
    let asked = options.iter().copied().chain(passes.iter().map(String::as_str));
    let asked = asked.chain([toolchain.version()]);
    let kept = folder.join(format!("llvm-options-{:016x}", fingerprint(asked)));
    let known = match known_before(&kept, &options) {
        Some(known) => known,
        None => {
            if *fidelity == Fidelity::Exact {
                try_passes(toolchain, &passes)?;
            }
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
    for option in unfolded.iter().filter(is_unknown).filter(|_| *verbose) {
        let _ = writeln!(
            std::io::stderr(),
            "this compiler does not know the LLVM option `{option}`; some branches may be one"
        );
    }
    let arguments = known.iter().map(|option| argument(option));
    Ok(passes.into_iter().chain(arguments).chain([MANGLING.to_owned()]).collect())
}

/// The options in this file, which an earlier build has written. `None` if there is no file, or if
/// it is damaged: it has a line that is none of these options. The compiler is then asked again.
fn known_before(kept: &Path, options: &[&str]) -> Option<Vec<String>> {
    // Longer than all options together.
    const LONGEST: u64 = 1 << 16;
    let mut text = String::new();
    fs::File::open(kept).ok()?.take(LONGEST).read_to_string(&mut text).ok()?;
    let is_option = |line: &str| options.contains(&line);
    text.lines().all(is_option).then(|| text.lines().map(str::to_owned).collect())
}

fn argument(option: &str) -> String {
    format!("-Cllvm-args={option}")
}

/// The options that the compiler supports. Nearly every compiler supports all of them, so they are
/// first tried together.
fn probe(toolchain: &Toolchain, options: &[&str]) -> Result<Vec<String>, BuildError> {
    let knows = |options: &[&str]| {
        // Nothing needs to be compiled: LLVM reads its options whatever is printed.
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

/// Compiles a trivial crate with these passes, because LLVM reads their names only when it
/// optimises.
fn try_passes(toolchain: &Toolchain, passes: &[String]) -> Result<(), BuildError> {
    let folder = tempfile::tempdir()
        .map_err(|error| BuildError::File { path: std::env::temp_dir(), error })?;
    let source = folder.path().join("empty.rs");
    write(&source, "#![no_std]\n")?;
    let words = ["--crate-type", "lib", "--emit", "obj", "-Copt-level=3", "--out-dir"];
    let passes = passes.iter().map(|flag| flag.replace(LEVEL, "3"));
    let paths = [folder.path(), &source].map(|path| path.to_string_lossy().into_owned());
    let arguments = words.into_iter().map(str::to_owned).chain(paths).chain(passes);
    let output = toolchain.ask(arguments)?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(BuildError::NoPasses { rustc: toolchain.name().to_owned(), said })
}

/// Writes a file and creates its parent folders. No other process ever sees a partial file.
pub(super) fn write(path: &Path, text: &str) -> Result<(), BuildError> {
    let error = |error| BuildError::File { path: path.to_owned(), error };
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(error)?;
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(error)?;
    file.write_all(text.as_bytes()).map_err(error)?;
    file.persist(path).map(drop).map_err(|failed| error(failed.error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutated::{self, VERSIONS, slowest};
    use std::time::Duration;

    #[test]
    fn this_compiler_knows_every_option_and_the_answer_is_kept() {
        let toolchain = Toolchain::find(None).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let options = BuildOptions::default();
        let flags = known(&toolchain, folder.path(), &options).unwrap();
        let llvm = NEEDED.len() + 1 + REPORTED.len() + UNFOLDED.len();
        assert_eq!(flags.len(), 1 + llvm + 1, "{flags:?}");
        let kept = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
        fs::write(&kept, [&NEEDED[..], &[COMPARISONS]].concat().join("\n")).unwrap();
        let needed = [&flags[..5], &[MANGLING.to_owned()]].concat();
        assert_eq!(known(&toolchain, folder.path(), &options).unwrap(), needed);
        fs::write(&kept, NEEDED[1]).unwrap();
        let error = known(&toolchain, folder.path(), &options).unwrap_err().to_string();
        assert!(error.contains(NEEDED[0]) && error.contains("rustc 1."), "{error}");
    }

    #[test]
    fn a_mutated_answer_gives_only_options_that_were_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let kept = folder.path().join("kept");
        write(&kept, &UNFOLDED.join("\n")).unwrap();
        assert_eq!(known_before(&kept, &UNFOLDED).unwrap(), UNFOLDED);
        let bytes = fs::read(&kept).unwrap();
        let mut refused = 0;
        let slowest = slowest(VERSIONS, &bytes, |version| {
            mutated::write(&kept, version);
            let known = known_before(&kept, &UNFOLDED);
            refused += u64::from(known.is_none());
            let known = known.unwrap_or_default();
            assert!(known.iter().all(|option| UNFOLDED.contains(&option.as_str())));
        });
        assert!(slowest < Duration::from_secs(1), "{slowest:?}");
        assert!((VERSIONS / 2..VERSIONS).contains(&refused), "{refused}");
    }

    #[test]
    fn passes_that_the_compiler_does_not_know_are_an_error_with_what_to_do() {
        let toolchain = Toolchain::find(None).unwrap();
        let passes = [NO_OTHERS.to_owned(), "-Cpasses=no-such-pass".to_owned()];
        let error = try_passes(&toolchain, &passes).unwrap_err().to_string();
        assert!(error.contains("no-such-pass") && error.contains("--fidelity"), "{error}");
    }

    #[test]
    fn each_level_is_told_something_else() {
        let toolchain = Toolchain::find(None).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let levels = [Fidelity::None, Fidelity::Plain, Fidelity::Branches, Fidelity::Exact];
        let flags = levels.map(|fidelity| {
            let options = BuildOptions { fidelity, ..BuildOptions::default() };
            known(&toolchain, folder.path(), &options).unwrap()
        });
        assert_eq!(flags.each_ref().map(Vec::len), [0, 2 + 6, 2 + 6 + UNFOLDED.len(), 3 + 6]);
        assert_eq!(flags[3][0], NO_OTHERS);
        assert!(flags[3][1].contains(LEVEL) && !flags[3][1].contains("TIDY"), "{flags:?}");
    }

    #[test]
    fn without_traced_comparisons_only_the_flags_for_them_are_missing() {
        let toolchain = Toolchain::find(None).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let [with, without] = [false, true].map(|no_trace_cmp| {
            let options = BuildOptions { no_trace_cmp, ..BuildOptions::default() };
            known(&toolchain, folder.path(), &options).unwrap()
        });
        let missing: Vec<&String> = with.iter().filter(|flag| !without.contains(flag)).collect();
        let of_comparisons = [COMPARISONS, REPORTED[0], REPORTED[1]].map(argument);
        assert_eq!(missing, of_comparisons.each_ref());
        assert_eq!(without.len() + missing.len(), with.len());
    }

    #[test]
    fn an_unknown_option_is_dropped_and_the_others_stay() {
        let toolchain = Toolchain::find(None).unwrap();
        let options = ["-switch-to-lookup=0", "-no-such-option-of-llvm=0", NEEDED[0]];
        assert_eq!(probe(&toolchain, &options).unwrap(), ["-switch-to-lookup=0", NEEDED[0]]);
    }
}
