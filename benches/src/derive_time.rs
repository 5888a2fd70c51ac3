//! `derive`: the compile time of `#[derive(Mutate)]`. A generated crate has one enum of 200
//! variants with 0 to 3 fields. The figure is the CPU time of the rustc process that compiles this
//! crate, in release, with `Mutate` and without it, or with the `mutagen-core` of another checkout.

use crate::report::{Bound, Options, Report};
use crate::rounds::Pairs;
use rustix::param::clock_ticks_per_second;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Variants of the enum.
const VARIANTS: usize = 200;

/// The types of the fields, in turns.
const FIELDS: [&str; 8] = ["u8", "u32", "bool", "i64", "String", "Vec<u8>", "Option<u16>", "char"];

/// The name of the generated package.
const PACKAGE: &str = "variants";

/// The environment variable with the file for the CPU seconds of rustc.
const VARIABLE: &str = "BENCHES_RUSTC_SECONDS";

/// The largest ratio to the other checkout. The derive was to take half of the time that it took at
/// the tag `with-retired-options`.
const MOST: f64 = 0.5;

/// Arguments of `derive`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Compare with another `mutagen-core`: the folder of a checkout, or a revision of this
    /// repository
    #[arg(long, value_name = "DIR|REV")]
    against: Option<String>,
    /// Compilations of each crate. Default: 7, or 1 with `--quick`
    #[arg(long, value_name = "N")]
    rounds: Option<usize>,
    /// `--quick` (one compilation of each crate) and `--keep`
    #[command(flatten)]
    options: Options,
}

/// Measures and prints; returns whether the bound holds.
pub(crate) fn measure(arguments: &Arguments) -> Result<bool, Box<dyn Error>> {
    let rounds = arguments.rounds.unwrap_or(if arguments.options.quick { 1 } else { 7 });
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize()?;
    let executable = std::env::current_exe()?;
    let target = executable.ancestors().nth(2).ok_or("the executable is in no target folder")?;
    let folder = target.join("derive");
    let mut report = Report::new("derive", arguments.options);
    let here = Subject::write(&folder.join("here"), &own, true)?;
    let bare = Subject::write(&folder.join("bare"), &own, false)?;
    let pairs = Pairs::measure(rounds, || here.compile(), || bare.compile())?;
    report.figure("200 variants with `Mutate`", pairs.medians().0, "CPU s", Bound::None);
    report.ratio("200 variants: with / without `Mutate`", &pairs, "CPU s", Bound::None);
    if let Some(against) = &arguments.against {
        let there = checkout(against, &own, &folder)?;
        let there = Subject::write(&folder.join("there"), &there, true)?;
        let pairs = Pairs::measure(rounds, || here.compile(), || there.compile())?;
        let what = format!("200 variants with `Mutate`: here / {against}");
        report.ratio(&what, &pairs, "CPU s", Bound::AtMost(MOST));
    }
    report.finish()
}

/// The folder of another checkout; a revision gets a worktree, which stays for the next time.
fn checkout(against: &str, own: &Path, folder: &Path) -> Result<PathBuf, Box<dyn Error>> {
    if Path::new(against).join("mutagen-core").is_dir() {
        return Ok(Path::new(against).canonicalize()?);
    }
    let resolve = ["rev-parse", "--verify", "--quiet"];
    let revision = format!("{against}^{{commit}}");
    let output = Command::new("git").args(resolve).arg(revision).current_dir(own).output()?;
    let commit = String::from_utf8(output.stdout)?.trim().to_owned();
    if commit.is_empty() {
        return Err(format!("`{against}` is neither a checkout nor a revision").into());
    }
    let tree = folder.join(&commit);
    if !tree.is_dir() {
        let mut git = Command::new("git");
        git.args(["worktree", "add", "--detach"]).arg(&tree).arg(&commit);
        if !git.current_dir(own).status()?.success() {
            return Err(format!("git made no worktree of {commit}").into());
        }
    }
    Ok(tree)
}

/// A generated crate.
struct Subject {
    folder: PathBuf,
}

impl Subject {
    /// Writes a crate that depends on the `mutagen-core` of a checkout.
    fn write(folder: &Path, checkout: &Path, mutate: bool) -> Result<Subject, Box<dyn Error>> {
        fs::create_dir_all(folder.join("src"))?;
        let core = checkout.join("mutagen-core");
        let manifest = format!(
            "[package]\nname = \"{PACKAGE}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [workspace]\n\n[dependencies]\nmutagen-core = {{ path = {core:?} }}\n"
        );
        fs::write(folder.join("Cargo.toml"), manifest)?;
        fs::write(folder.join("src/lib.rs"), source(mutate))?;
        fs::copy(checkout.join("Cargo.lock"), folder.join("Cargo.lock"))?;
        Ok(Subject { folder: folder.to_owned() })
    }

    /// Compiles the crate, its dependencies first, and gives the CPU seconds of its own rustc.
    fn compile(&self) -> Result<f64, Box<dyn Error>> {
        let source = self.folder.join("src/lib.rs");
        // A newer file is compiled again.
        fs::write(&source, fs::read(&source)?)?;
        let seconds = self.folder.join("seconds");
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo
            .args(["build", "--quiet", "--release", "--target-dir"])
            .arg(self.folder.join("target"));
        cargo.current_dir(&self.folder).env_remove("RUSTFLAGS").env("CARGO_INCREMENTAL", "0");
        cargo.env("RUSTC_WRAPPER", std::env::current_exe()?).env(VARIABLE, &seconds);
        if !cargo.status()?.success() {
            return Err(format!("`{PACKAGE}` does not compile").into());
        }
        let text = fs::read_to_string(&seconds)?;
        fs::remove_file(&seconds)?;
        Ok(text.parse()?)
    }
}

/// The enum.
fn source(mutate: bool) -> String {
    let mut text = "//! Generated by `benches -- derive`.\n\n".to_owned();
    text.push_str(if mutate { "use mutagen_core::Mutate;\n\n" } else { "" });
    let mutate = if mutate { ", Mutate" } else { "" };
    let _ = writeln!(text, "#[derive(Debug, Clone, PartialEq{mutate})]\npub enum Variants {{");
    let mut types = FIELDS.iter().cycle();
    for variant in 0..VARIANTS {
        let fields: Vec<&str> = types.by_ref().take(variant % 4).copied().collect();
        let fields =
            if fields.is_empty() { String::new() } else { format!("({})", fields.join(", ")) };
        let _ = writeln!(text, "    V{variant}{fields},");
    }
    text + "}\n"
}

/// Runs rustc where cargo calls this executable as its wrapper for a measurement, and writes the
/// CPU seconds of rustc if it compiles the generated package.
pub(crate) fn run_if_wrapper() -> Option<ExitCode> {
    let file = std::env::var_os(VARIABLE)?;
    let mut arguments = std::env::args_os().skip(1);
    let rustc = arguments.next()?;
    let arguments: Vec<_> = arguments.collect();
    let ours = arguments.windows(2).any(|pair| pair[0] == "--crate-name" && pair[1] == PACKAGE);
    let status = Command::new(rustc).args(arguments).status().ok()?;
    if ours {
        fs::write(file, children_seconds()?.to_string()).ok()?;
    }
    Some(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// CPU seconds of the children of this process that have ended.
fn children_seconds() -> Option<f64> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the executable, in brackets, may have spaces.
    let mut fields = text.rsplit_once(')')?.1.split_whitespace().skip(13);
    let ticks = fields.next()?.parse::<f64>().ok()? + fields.next()?.parse::<f64>().ok()?;
    Some(ticks / clock_ticks_per_second() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_enum_has_200_variants_of_up_to_three_fields() {
        let text = source(true);
        assert_eq!(text.matches("\n    V").count(), VARIANTS);
        assert!(text.contains("    V4,\n    V5("), "{text}");
        assert!(text.contains("PartialEq, Mutate)]") && !source(false).contains("Mutate"));
    }

    #[test]
    fn the_cpu_time_of_a_child_is_counted_when_it_has_ended() {
        let before = children_seconds().unwrap();
        let busy = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
        assert!(Command::new("sh").args(["-c", busy]).status().unwrap().success());
        assert!(children_seconds().unwrap() > before);
    }
}
