//! The programs under `benches/programs`: built through the build plan of `cargo mutagen`, once a level
//! of fidelity, and asked for figures as processes that stay for all rounds.

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

/// One level's build of the programs.
pub(crate) struct Build {
    red_black: PathBuf,
    wasm: PathBuf,
    /// Where everything that `cargo mutagen` keeps is.
    pub(crate) folder: PathBuf,
}

impl Build {
    /// Builds both programs, or does nothing if they are up to date; says how long it took.
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
    /// Asks for something.
    ///
    /// # Errors
    /// When the program has ended, or answers with something else.
    pub(crate) fn ask(&mut self, question: &str) -> Result<Value, Box<dyn Error>> {
        writeln!(self.questions, "{question}")?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        serde_json::from_str(&answer)
            .map_err(|error| format!("`{question}` was answered by `{answer}` ({error})").into())
    }

    /// Asks for one figure.
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
        // It would end by itself when there are no more questions.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
