//! Runs this executable as a compiler wrapper. Cargo starts the wrapper once per crate with the
//! compiler and its arguments. If the crate is to be instrumented, the wrapper adds the
//! instrumentation flags. Only code for the target is instrumented: the build passes `--target` to
//! cargo even for the host, and cargo compiles build scripts and procedural macros without it,
//! which tells them apart.

use super::flags::LEVEL;
use super::graph::ident;
use super::user_wrapper;
use serde::{Deserialize, Serialize};
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::Path;
use std::process::{Command, ExitCode};

/// The environment variable that turns this executable into a wrapper and holds its instructions.
const VARIABLE: &str = "MUTAGEN_WRAPPER";

/// The instructions of the wrapper, written by the build and read by each wrapper process.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Instructions {
    /// The packages to instrument, by name and version.
    pub(super) packages: Vec<String>,
    /// The flags to add for an instrumented crate.
    pub(super) flags: Vec<String>,
    /// The flags to add wherever something is linked.
    pub(super) link: Vec<String>,
    /// The wrapper to call, if the user has one.
    pub(super) next: Option<String>,
}

impl Instructions {
    /// Instructions that go on with the wrapper of the user.
    pub(super) fn new(
        packages: Vec<String>,
        flags: Vec<String>,
        link: Vec<String>,
    ) -> Instructions {
        let next = user_wrapper::find(Path::new("."));
        let next = next.map(|wrapper| wrapper.to_string_lossy().into_owned());
        Instructions { packages, flags, link, next }
    }

    /// The name and value of the environment variable.
    pub(super) fn to_env(&self) -> Option<(&'static str, String)> {
        Some((VARIABLE, serde_json::to_string(self).ok()?))
    }

    /// The flags to add to a compiler's arguments. `package` is the name and the version of the
    /// package, and `name` the name of the crate, as the compiler's environment has them.
    fn additions(
        &self,
        arguments: &[OsString],
        package: Option<&str>,
        name: Option<&OsStr>,
    ) -> Vec<String> {
        let mut additions = Vec::new();
        let crate_types: Vec<&str> = values(arguments, "--crate-type").collect();
        let for_target = values(arguments, "--target").next().is_some();
        // A build script that probes the compiler has no crate of cargo's in its environment.
        let is_cargos =
            name.is_some() && name == values(arguments, "--crate-name").next().map(OsStr::new);
        if !for_target || !is_cargos || crate_types.contains(&"proc-macro") {
            return additions;
        }
        if self.packages.iter().any(|instrumented| Some(instrumented.as_str()) == package) {
            let level = values(arguments, "opt-level").last().unwrap_or("0");
            additions.extend(self.flags.iter().map(|flag| flag.replace(LEVEL, level)));
        }
        let is_linked = |kind: &&str| ["bin", "dylib", "cdylib"].contains(kind);
        if crate_types.iter().any(is_linked) || arguments.iter().any(|a| a == "--test") {
            additions.extend(self.link.iter().cloned());
        }
        additions
    }
}

/// The values of an option that is given as `--option value` or `--option=value`.
fn values<'a>(arguments: &'a [OsString], option: &'a str) -> impl Iterator<Item = &'a str> {
    arguments.iter().enumerate().filter_map(move |(at, argument)| {
        let rest = argument.to_str()?.strip_prefix(option)?;
        match rest.strip_prefix('=') {
            Some(value) => Some(value),
            None if rest.is_empty() => arguments.get(at + 1)?.to_str(),
            None => None,
        }
    })
}

/// Acts as a compiler wrapper if the process was started as one, and then returns the exit code.
/// Call it before anything else.
pub fn run_if_wrapper() -> Option<ExitCode> {
    let text = std::env::var(VARIABLE).ok()?;
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let Ok(instructions) = serde_json::from_str::<Instructions>(&text) else {
        say(&format!("{VARIABLE} is not for setting by hand; unset it"));
        return Some(ExitCode::from(2));
    };
    let (compiler, arguments) = arguments.split_first()?;
    let variable = |name| std::env::var(name).ok();
    let package = variable("CARGO_PKG_NAME").zip(variable("CARGO_PKG_VERSION"));
    let package = package.map(|(name, version)| ident(&name, &version));
    let name = std::env::var_os("CARGO_CRATE_NAME");
    let additions = instructions.additions(arguments, package.as_deref(), name.as_deref());
    let mut command = match &instructions.next {
        Some(next) => {
            let mut command = Command::new(next);
            command.arg(compiler);
            command
        }
        None => Command::new(compiler),
    };
    command.args(arguments).args(additions);
    Some(replace_with(command))
}

/// Replaces this process by the other.
#[cfg(unix)]
fn replace_with(mut command: Command) -> ExitCode {
    let error = std::os::unix::process::CommandExt::exec(&mut command);
    failed(&command, &error)
}

/// Runs the other program and waits for it.
#[cfg(not(unix))]
fn replace_with(mut command: Command) -> ExitCode {
    match command.status() {
        Ok(status) => ExitCode::from(status.code().and_then(|c| u8::try_from(c).ok()).unwrap_or(1)),
        Err(error) => failed(&command, &error),
    }
}

fn failed(command: &Command, error: &std::io::Error) -> ExitCode {
    let program = command.get_program().to_string_lossy();
    say(&format!("`{program}` could not be started: {error}; check the compiler wrapper settings"));
    ExitCode::from(101)
}

fn say(error: &str) {
    // The exit code says the same if the standard error stream is closed.
    let _ = writeln!(std::io::stderr(), "error: {error}");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn added(line: &str, package: &str, name: &str) -> Vec<String> {
        added_to(line, &ident(package, "1.2.0"), name)
    }

    fn added_to(line: &str, package: &str, name: &str) -> Vec<String> {
        let instructions = Instructions {
            packages: vec!["shop@1.2.0".into()],
            flags: vec!["-FLEVEL".into()],
            link: vec!["-L".into()],
            next: None,
        };
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let name = Some(name).filter(|name| !name.is_empty());
        instructions.additions(&words, Some(package), name.map(OsStr::new))
    }

    #[test]
    fn libraries_of_the_packages_are_instrumented_and_others_not() {
        let line = "--crate-name shop src/lib.rs --crate-type lib --target x86";
        assert_eq!(added(line, "shop", "shop"), ["-F0"]);
        assert_eq!(added(&line.replace("shop", "till"), "till", "till"), Vec::<String>::new());
        assert_eq!(added(&line.replace("--target x86", "--target=x86"), "shop", "shop"), ["-F0"]);
    }

    #[test]
    fn another_version_of_the_package_is_not_instrumented() {
        let line = "--crate-name shop src/lib.rs --crate-type lib --target x86";
        assert_eq!(added_to(line, "shop@1.2.0", "shop"), ["-F0"]);
        assert_eq!(added_to(line, "shop@1.2.1", "shop"), Vec::<String>::new());
        assert_eq!(added_to(line, "shop@1.2.0-beta", "shop"), Vec::<String>::new());
    }

    #[test]
    fn the_flags_are_told_how_much_the_crate_is_optimised() {
        let line = "--crate-name shop --crate-type lib -C opt-level=1 --target x86 -C opt-level=s";
        assert_eq!(added(line, "shop", "shop"), ["-Fs"]);
    }

    #[test]
    fn whatever_is_linked_gets_the_stub() {
        let of = |kind: &str, package| {
            added(&format!("--crate-name c {kind} --target x86"), package, "c")
        };
        assert_eq!(of("--crate-type bin", "shop"), ["-F0", "-L"]);
        assert_eq!(of("--crate-type bin", "till"), ["-L"]);
        assert_eq!(of("--test", "shop"), ["-F0", "-L"]);
        assert_eq!(of("--crate-type=lib --crate-type=cdylib", "till"), ["-L"]);
    }

    #[test]
    fn nothing_that_runs_in_the_build_is_touched() {
        let none = Vec::<String>::new();
        assert_eq!(
            added("--crate-name build_script_build --crate-type bin", "shop", "build_script_build"),
            none
        );
        assert_eq!(
            added("--crate-name shop --crate-type proc-macro --target x86", "shop", "shop"),
            none
        );
        // A build script's probe, not a crate that cargo named.
        assert_eq!(added("--crate-name probe --crate-type lib --target x86", "shop", ""), none);
        assert_eq!(added("--crate-name ___ --print=cfg --target x86", "shop", "shop"), none);
    }
}
