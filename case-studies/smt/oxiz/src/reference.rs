//! The solvers that `SMT_SOLVERS` names: a second and a third opinion. They are releases of z3 that
//! `smt-solvers` has fetched, each run as a process.

use smt_fragment::Script;
use std::env;
use std::io::{Error, ErrorKind, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The variable that names them, separated by commas.
pub const VARIABLE: &str = "SMT_SOLVERS";

/// Seconds of one answer.
const SECONDS: u32 = 2;

/// Solvers that are asked where nothing else decides.
#[derive(Debug, Default)]
pub struct References {
    executables: Vec<PathBuf>,
}

/// The folder of fetched solvers, as `smt-solvers` has it.
fn cache() -> Option<PathBuf> {
    let named = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    named("SMT_CACHE")
        .or_else(|| named("XDG_CACHE_HOME").map(|folder| folder.join("mutagen-smt")))
        .or_else(|| named("HOME").map(|home| home.join(".cache/mutagen-smt")))
}

impl References {
    /// The solvers that the environment names; none if it names none.
    ///
    /// # Errors
    /// When one is no z3, or was not fetched. The text has the command for that.
    pub fn of_user() -> Result<References, Error> {
        let named = env::var(VARIABLE).unwrap_or_default();
        let names = named.split(',').map(str::trim).filter(|name| !name.is_empty());
        let mut executables = Vec::new();
        for name in names {
            if !name.starts_with("z3-") {
                let text = format!("{VARIABLE}: `{name}` is no z3; name releases such as z3-5.4.1");
                return Err(Error::new(ErrorKind::InvalidInput, text));
            }
            let path = cache().map(|folder| folder.join(name).join("bin/z3"));
            let Some(path) = path.filter(|path| path.is_file()) else {
                let command = format!("cargo run -p smt-solvers -- fetch {name}");
                let text = format!("{VARIABLE}: {name} is not there; run `{command}`");
                return Err(Error::new(ErrorKind::NotFound, text));
            };
            executables.push(path);
        }
        Ok(References { executables })
    }

    /// What the references say about a script: nothing if none of them decides, or two disagree.
    pub fn satisfiable(&self, script: &Script) -> Option<bool> {
        let text = script.to_string();
        let mut said = None;
        for executable in &self.executables {
            // A reference that cannot be started has no opinion.
            let Ok(output) = run(executable, &text) else { continue };
            let answer = match output.trim() {
                "sat" => true,
                "unsat" => false,
                // After an error, the rest of the output is about another script.
                _ => continue,
            };
            if said.is_some_and(|said| said != answer) {
                return None;
            }
            said = Some(answer);
        }
        said
    }
}

/// The output of z3 about a script on its standard input.
fn run(executable: &PathBuf, text: &str) -> Result<String, Error> {
    let mut child = Command::new(executable)
        .args(["-in", &format!("-T:{SECONDS}"), "-memory:1000"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    if let Some(mut input) = child.stdin.take() {
        // A solver that ends early does not read all.
        let _ = input.write_all(text.as_bytes());
    }
    let output = child.wait_with_output()?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
