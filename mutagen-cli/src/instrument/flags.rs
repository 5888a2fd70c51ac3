//! What the compiler is told for an instrumented crate, by level of fidelity.
//!
//! The pass that inserts counters normally runs after optimisation. What optimisation folds into one
//! block of straight code (`a && b`, a choice between two constants) then has one counter for all its
//! cases, and so the transformations that fold are switched off ([`Fidelity::Branches`]), or the pass
//! runs before them ([`Fidelity::Exact`]). The names of options and passes are LLVM's own and change
//! with its version, and an unknown one is an error: each option is tried before it is used.

use super::plan::fingerprint;
use super::toolchain::Toolchain;
use super::{BuildError, BuildOptions, Fidelity};
use std::fs;
use std::path::Path;

/// The pass itself.
const PASS: &str = "-Cpasses=sancov-module";

/// The passes of [`Fidelity::Exact`]. First what makes code small without changing its branches, with
/// all inlining: an inlined copy of a function has counters of its own, and a function with counters
/// is not inlined any more, because the table of addresses refers to its blocks. Then the pass, then
/// everything that the optimiser does for the crate's level, which cannot fold blocks that count.
const EARLY: &str = "-Cpasses=function(sroa,early-cse,TIDY),always-inline,\
    cgscc(inline,function(sroa,early-cse,TIDY,instcombine<no-verify-fixpoint>)),globaldce,sancov-module,default<OLEVEL>";

/// Merges blocks and removes those that are not reached, but folds nothing.
const TIDY: &str = "simplifycfg<no-simplify-cond-branch;no-speculate-blocks;no-switch-to-lookup;\
    no-switch-range-to-icmp;no-hoist-common-insts;no-sink-common-insts;bonus-inst-threshold=0>";

/// Leaves the optimiser's passes to [`EARLY`].
const NO_OTHERS: &str = "-Cno-prepopulate-passes";

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

/// Names that tell the instances of a generic function apart: functions are numbered by their names, so that
/// a seed gives the same tests wherever the linker puts them.
const MANGLING: &str = "-Csymbol-mangling-version=v0";

/// What the wrapper replaces by the crate's level of optimisation: `3`, or `s`.
pub(super) const LEVEL: &str = "LEVEL";

/// The flags for an instrumented crate that this compiler knows, none for [`Fidelity::None`]. What was
/// found out is kept in `folder`.
///
/// # Errors
/// When it does not know what is needed, or the folder cannot be written.
pub(super) fn known(
    toolchain: &Toolchain,
    folder: &Path,
    BuildOptions { verbose, trace_cmp, fidelity, .. }: &BuildOptions,
) -> Result<Vec<String>, BuildError> {
    let (passes, unfolded) = match fidelity {
        Fidelity::None => return Ok(Vec::new()),
        Fidelity::Plain => (vec![PASS.to_owned()], &[][..]),
        Fidelity::Branches => (vec![PASS.to_owned()], &UNFOLDED[..]),
        Fidelity::Exact => (vec![NO_OTHERS.to_owned(), EARLY.replace("TIDY", TIDY)], &[][..]),
    };
    let asked_for = [COMPARISONS].into_iter().filter(|_| *trace_cmp);
    let needed: Vec<&str> = NEEDED.into_iter().chain(asked_for).collect();
    let options: Vec<&str> = needed.iter().chain(unfolded).copied().collect();
    let asked = options.iter().copied().chain(passes.iter().map(String::as_str));
    let asked = asked.chain([toolchain.version()]);
    let kept = folder.join(format!("llvm-options-{:016x}", fingerprint(asked)));
    let known = match fs::read_to_string(&kept) {
        Ok(text) => text.lines().map(str::to_owned).collect(),
        Err(_) => {
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
        eprintln!(
            "this compiler does not know the LLVM option `{option}`; some branches may be one"
        );
    }
    let arguments = known.iter().map(|option| argument(option));
    Ok(passes.into_iter().chain(arguments).chain([MANGLING.to_owned()]).collect())
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

/// Compiles next to nothing with these passes: LLVM reads their names only when it optimises.
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
        assert_eq!(flags.len(), 1 + NEEDED.len() + UNFOLDED.len() + 1, "{flags:?}");
        let kept = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
        fs::write(&kept, NEEDED.join("\n")).unwrap();
        let needed = [&flags[..4], &[MANGLING.to_owned()]].concat();
        assert_eq!(known(&toolchain, folder.path(), &options).unwrap(), needed);
        fs::write(&kept, NEEDED[1]).unwrap();
        let error = known(&toolchain, folder.path(), &options).unwrap_err().to_string();
        assert!(error.contains(NEEDED[0]) && error.contains("rustc 1."), "{error}");
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
        assert_eq!(flags.each_ref().map(Vec::len), [0, 2 + 3, 2 + 3 + UNFOLDED.len(), 3 + 3]);
        assert_eq!(flags[3][0], NO_OTHERS);
        assert!(flags[3][1].contains(LEVEL) && !flags[3][1].contains("TIDY"), "{flags:?}");
    }

    #[test]
    fn an_unknown_option_is_dropped_and_the_others_stay() {
        let toolchain = Toolchain::find(None).unwrap();
        let options = ["-switch-to-lookup=0", "-no-such-option-of-llvm=0", NEEDED[0]];
        assert_eq!(probe(&toolchain, &options).unwrap(), ["-switch-to-lookup=0", NEEDED[0]]);
    }
}
