//! The programs under `benches/programs`. They are built through the build plan of `cargo mutagen`,
//! once for each fidelity. Their processes stay alive for all rounds and answer with figures.

use mutagen_cli::instrument::{BuildOptions, Fidelity, build};
use serde_json::Value;
use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

/// The red-black tree.
pub(crate) const RED_BLACK: &str = "measured-red-black";

/// The WebAssembly validator.
pub(crate) const WASM: &str = "measured-wasm";

/// The programs built at one fidelity.
pub(crate) struct Build {
    red_black: PathBuf,
    wasm: PathBuf,
    /// The folder of `cargo mutagen`.
    pub(crate) folder: PathBuf,
}

impl Build {
    /// Builds both programs unless they are up to date, and prints the time it took.
    ///
    /// # Errors
    /// When the build fails.
    pub(crate) fn at(fidelity: Fidelity) -> Result<Build, Box<dyn Error>> {
        println!("building the programs, fidelity {fidelity:?}");
        let start = Instant::now();
        let built = build(&BuildOptions {
            packages: vec![RED_BLACK.to_owned(), WASM.to_owned()],
            manifest_path: Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml")),
            fidelity,
            ..BuildOptions::default()
        })?;
        println!("built in {:.1} s", start.elapsed().as_secs_f64());
        let path = |package: &str| {
            let its = built.executables.iter().find(|e| e.package == package && e.kind == "test");
            its.map(|executable| executable.path.clone()).ok_or("a program was not built")
        };
        let (red_black, wasm) = (path(RED_BLACK)?, path(WASM)?);
        Ok(Build { red_black, wasm, folder: built.target_folder })
    }

    /// The executable of one of the two.
    pub(crate) fn executable(&self, package: &str) -> &Path {
        if package == WASM { &self.wasm } else { &self.red_black }
    }

    /// Starts a program.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(crate) fn start(&self, package: &str) -> Result<Program, Box<dyn Error>> {
        let mut child = Command::new(self.executable(package))
            .arg("--measure")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(questions), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("a program without its streams".into());
        };
        Ok(Program { child, questions, answers: BufReader::new(answers) })
    }
}

/// A running program.
pub(crate) struct Program {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Program {
    /// Sends a question and returns the answer.
    ///
    /// # Errors
    /// When the program has ended, or the answer is malformed.
    pub(crate) fn ask(&mut self, question: &str) -> Result<Value, Box<dyn Error>> {
        writeln!(self.questions, "{question}")?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        serde_json::from_str(&answer)
            .map_err(|error| format!("`{question}` was answered by `{answer}` ({error})").into())
    }

    /// Sends a question and returns one figure of the answer.
    ///
    /// # Errors
    /// As [`Program::ask`], and when the answer does not have the figure.
    pub(crate) fn figure(&mut self, question: &str, name: &str) -> Result<f64, Box<dyn Error>> {
        let answer = self.ask(question)?;
        let figure = answer[name].as_f64();
        figure.ok_or_else(|| format!("`{question}` gave no `{name}`: {answer}").into())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // The program would also end when its input ends.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
