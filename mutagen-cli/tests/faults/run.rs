//! One row of the table: runs the command on a fault property and compares its answer and the files
//! of the run with what the row says.

use crate::command;
use crate::processes::{MARK, left_behind};
use crate::project::{Project, scratch};
use serde_json::Value;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Condvar, Mutex, OnceLock};
use std::time::{Duration, Instant};

/// The flags of each row. A later flag of a row replaces one of these. With the profile for
/// development, in which only what the crate depends on is optimised, the crate builds in seconds.
const LIMITS: [(&str, &str); 5] = [
    ("--seed", "1"),
    ("--timeout", "1s"),
    ("--max-time", "2s"),
    ("--message-format", "json"),
    ("--profile", "dev"),
];

/// The command that builds the crate as the rows do, and lists its properties.
pub const LIST: &str = "list --profile dev";

/// The most bytes of each stream of the command, whatever the property prints; and with `-v`, which
/// shows both of the property's streams on one.
const MOST_OUTPUT: u64 = 4 << 20;
const MOST_WITH_V: u64 = 10 << 20;

/// How long processes of a row may take to end after the command.
const PATIENCE: Duration = Duration::from_secs(2);

/// Whether a failure repeats.
#[derive(Debug, Clone, Copy)]
pub enum Class {
    /// Not certain.
    Any,
    Always,
    OnlyAfterOtherTests,
    /// `K of N` with less than all, or only after other tests.
    NotAlways,
}

/// What the command answers about a property.
#[derive(Clone, Copy)]
pub struct Row {
    /// More flags; a flag replaces that of all rows.
    flags: &'static str,
    environment: &'static [(&'static str, &'static str)],
    /// A command of the shell before the command, such as `ulimit -c unlimited`.
    shell: &'static str,
    /// The possible exit codes.
    exits: &'static [i32],
    /// The possible kinds of the failures.
    kinds: &'static [&'static str],
    class: Class,
    /// A part of the value, in either form.
    value: Option<&'static str>,
    /// The value as `{:#?}` prints it.
    debug: Option<&'static str>,
    /// Parts of the report's failures, notes or error.
    says: &'static [&'static str],
    /// The least and the most ways to fail.
    ways: (usize, usize),
    /// The least tests that failed in one of the ways. Without `--keep-going`, it is one each.
    count: u64,
    tests: u64,
    /// The least seconds of the campaign.
    lasts: f64,
    /// The most seconds of the command.
    ends_in: u64,
    repeats: Option<bool>,
    after: Option<fn(&Answer)>,
}

/// What a run answered.
pub struct Answer {
    pub status: ExitStatus,
    pub report: Value,
    /// The folder that the property sees as `FAULTS_FOLDER`.
    pub folder: PathBuf,
}

const PLAIN: Row = Row {
    flags: "",
    environment: &[],
    shell: "",
    exits: &[0],
    kinds: &[],
    class: Class::Any,
    value: None,
    debug: None,
    says: &[],
    ways: (0, 0),
    count: 0,
    tests: 1,
    lasts: 0.0,
    ends_in: 30,
    repeats: None,
    after: None,
};

impl Row {
    /// The property holds, whatever else it does: exit code 0, and at least so many tests.
    pub const fn holds(tests: u64) -> Row {
        Row { tests, ..PLAIN }
    }

    /// One way to fail, of one of these kinds, that repeats, with a value.
    pub const fn finds(kinds: &'static [&'static str]) -> Row {
        Row {
            exits: &[1],
            kinds,
            class: Class::Always,
            value: Some(""),
            ways: (1, 1),
            tests: 0,
            ..PLAIN
        }
    }

    /// Both is right: nothing found, or a failure of one of these kinds.
    pub const fn may_find(kinds: &'static [&'static str]) -> Row {
        Row { exits: &[0, 1], kinds, ways: (0, 1), ..PLAIN }
    }

    pub const fn flags(self, flags: &'static str) -> Row {
        Row { flags, ..self }
    }

    pub const fn with(self, environment: &'static [(&'static str, &'static str)]) -> Row {
        Row { environment, ..self }
    }

    pub const fn shell(self, shell: &'static str) -> Row {
        Row { shell, ..self }
    }

    pub const fn exits(self, exits: &'static [i32]) -> Row {
        Row { exits, ..self }
    }

    pub const fn class(self, class: Class) -> Row {
        Row { class, ..self }
    }

    pub const fn value(self, part: &'static str) -> Row {
        Row { value: Some(part), ..self }
    }

    pub const fn debug(self, value: &'static str) -> Row {
        Row { debug: Some(value), ..self }
    }

    pub const fn count(self, least: u64) -> Row {
        Row { count: least, ..self }
    }

    /// There may be no value, for example because none could be made.
    pub const fn no_value(self) -> Row {
        Row { value: None, ..self }
    }

    pub const fn says(self, says: &'static [&'static str]) -> Row {
        Row { says, ..self }
    }

    pub const fn ways(self, least: usize, most: usize) -> Row {
        Row { ways: (least, most), ..self }
    }

    pub const fn tests(self, tests: u64) -> Row {
        Row { tests, ..self }
    }

    pub const fn lasts(self, seconds: f64) -> Row {
        Row { lasts: seconds, ..self }
    }

    pub const fn ends_in(self, seconds: u64) -> Row {
        Row { ends_in: seconds, ..self }
    }

    pub const fn repeats(self, repeats: bool) -> Row {
        Row { repeats: Some(repeats), ..self }
    }

    pub const fn after(self, after: fn(&Answer)) -> Row {
        Row { after: Some(after), ..self }
    }
}

/// The crate of fault properties, written and built once.
pub fn project() -> &'static Project {
    static PROJECT: OnceLock<Project> = OnceLock::new();
    PROJECT.get_or_init(|| {
        let project = write("faults");
        let listed = command::run(&project, LIST);
        assert_eq!(listed.code, Some(0), "{listed:#?}");
        project
    })
}

/// Writes the crate to a folder of its own with this name.
pub fn write(name: &str) -> Project {
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/crate");
    let read = |file: fs::DirEntry| {
        let place = format!("src/{}", file.file_name().to_str().unwrap());
        (place, fs::read_to_string(file.path()).unwrap())
    };
    let files: Vec<(String, String)> =
        fs::read_dir(files).unwrap().map(|file| read(file.unwrap())).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(at, text)| (&at[..], &text[..])).collect();
    let more = "libc = \"0.2\"\n\n[profile.dev.package.\"*\"]\nopt-level = 2\n";
    Project::write_with(name, name, more, &files)
}

/// A right to run a command. There are two: a row must not be slow because of others.
pub struct Turn;

static TURNS: Mutex<usize> = Mutex::new(2);
static FREE: Condvar = Condvar::new();

impl Turn {
    pub fn take() -> Turn {
        project();
        let mut turns = FREE.wait_while(TURNS.lock().unwrap(), |turns| *turns == 0).unwrap();
        *turns -= 1;
        Turn
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *TURNS.lock().unwrap() += 1;
        FREE.notify_one();
    }
}

/// A folder for the files of this row, empty.
pub fn folder(row: &str) -> PathBuf {
    let folder = scratch().join("faults-rows").join(row);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The mark of the processes of this row.
pub fn mark(row: &str) -> String {
    format!("{row}-{}", std::process::id())
}

/// The command on the fault crate, with a mark, that runs `arguments`.
pub fn prepare(row: &str, folder: &Path, arguments: &str) -> Command {
    let mut command = command::command(project(), arguments);
    command.env("FAULTS_FOLDER", folder).env(MARK, mark(row));
    command.env("MUTAGEN_REGRESSIONS", "off");
    command
}

/// The same command, run by a shell after `script`.
pub fn in_shell(command: &Command, script: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("{script} && exec \"$0\" \"$@\""));
    shell.arg(command.get_program()).args(command.get_args()).stdin(Stdio::null());
    shell.current_dir(command.get_current_dir().unwrap());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    shell
}

/// Waits for the command, and kills it after the time. Returns its status if it ended itself.
pub fn wait(child: &mut Child, patience: Duration) -> Option<ExitStatus> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status);
        }
        if start.elapsed() > patience {
            child.kill().unwrap();
            child.wait().unwrap();
            return None;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The arguments of `run` for a property, with the limits that the flags do not set.
pub fn run_arguments(property: &str, flags: &str) -> String {
    let mut arguments = format!("run {property}");
    for (flag, value) in LIMITS {
        // A number of tests has as much time as a row may take.
        let replaced = flag == "--max-time" && flags.contains("--max-tests");
        if !flags.contains(flag) && !replaced {
            arguments += &format!(" {flag} {value}");
        }
    }
    // Only the tests of shrinking wait for it.
    let shrinks = if flags.contains("--shrink") { "" } else { " --no-shrink" };
    format!("{arguments}{shrinks} {flags}").trim_end().to_owned()
}

/// Runs a row. Its name is that of the property, and perhaps `__` and more.
pub fn check(name: &str, row: &Row) {
    let _turn = Turn::take();
    let property = name.split("__").next().unwrap();
    let folder = folder(name);
    let mut command = prepare(name, &folder, &run_arguments(property, row.flags));
    command.envs(row.environment.iter().copied());
    if !row.shell.is_empty() {
        command = in_shell(&command, row.shell);
    }
    let [out, err] = ["stdout", "stderr"].map(|stream| folder.join(stream));
    command.stdout(File::create(&out).unwrap()).stderr(File::create(&err).unwrap());
    let mut child = command.spawn().unwrap();
    let status = wait(&mut child, Duration::from_secs(row.ends_in));
    let mut faults = Faults::default();
    let left = left_behind(&mark(name), PATIENCE);
    faults.expect(left.is_empty(), || format!("left behind: {left:#?}"));
    let most = if row.flags.contains("-v ") { MOST_WITH_V } else { MOST_OUTPUT };
    for path in [&out, &err] {
        let length = fs::metadata(path).unwrap().len();
        faults.expect(length < most, || format!("{length} bytes in {}", path.display()));
    }
    let said = String::from_utf8_lossy(&fs::read(&err).unwrap()).into_owned();
    let control = |c: char| c.is_control() && c != '\n' && c != '\t';
    faults.expect(!said.contains(control), || "control characters on stderr".to_owned());
    faults.expect(!said.contains("mutagen-cli/src"), || "the command panicked".to_owned());
    match (status, serde_json::from_slice::<Value>(&fs::read(&out).unwrap())) {
        (None, _) => faults.add(format!("did not end in {} s", row.ends_in)),
        (Some(status), Err(error)) => faults.add(format!("{status}, no report: {error}")),
        (Some(status), Ok(report)) => {
            let answer = Answer { status, report, folder };
            row.compare(&answer, &mut faults);
            faults.show(name, &format!("{:#}", answer.report), &said);
            row.after.inspect(|after| after(&answer));
            return;
        }
    }
    faults.show(name, "", &said);
}

/// What differs from a row.
#[derive(Default)]
struct Faults(Vec<String>);

impl Faults {
    fn add(&mut self, fault: String) {
        self.0.push(fault);
    }

    fn expect(&mut self, holds: bool, fault: impl FnOnce() -> String) {
        if !holds {
            self.add(fault());
        }
    }

    fn show(&self, name: &str, report: &str, said: &str) {
        let end = said.floor_char_boundary(said.len().min(8 << 10));
        let report = &report[..report.floor_char_boundary(report.len().min(16 << 10))];
        assert!(
            self.0.is_empty(),
            "{name}: {}\nreport: {report}\nstderr: {}",
            self.0.join("\n  and: "),
            &said[..end]
        );
    }
}

impl Row {
    fn compare(&self, answer: &Answer, faults: &mut Faults) {
        let Answer { status, report, .. } = answer;
        let code = status.code();
        let right = code.is_some_and(|code| self.exits.contains(&code));
        faults.expect(right, || format!("exit code {status}, not {:?}", self.exits));
        let told = report["exit_code"].as_i64();
        faults
            .expect(told == code.map(i64::from), || format!("the report says exit code {told:?}"));
        let failures = report["failures"].as_array().map_or(&[][..], Vec::as_slice);
        let ((least, most), ways) = (self.ways, failures.len());
        let counted = (least..=most).contains(&ways);
        faults.expect(counted, || format!("{ways} ways to fail, not {least} to {most}"));
        let counts = !self.flags.contains("--flaky ignore");
        faults.expect(!counts || (ways > 0) == (code == Some(1)), || {
            format!("{ways} ways to fail with exit code {code:?}")
        });
        for (at, failure) in failures.iter().enumerate() {
            self.compare_failure(failure, faults);
            let id = at as u64 + 1;
            faults.expect(failure["id"] == id, || format!("id {} of failure {id}", failure["id"]));
            let is_twice = failures[..at].iter().any(|other| other["key"] == failure["key"]);
            faults.expect(!is_twice, || format!("two failures with the key {}", failure["key"]));
        }
        self.compare_counts(failures, faults);
        let said =
            [&report["failures"], &report["notes"], &report["error"]].map(strings).join("\n");
        for part in self.says {
            faults.expect(said.contains(part), || format!("nowhere it says `{part}`"));
        }
        let tests = report["statistics"]["tests"].as_u64().unwrap_or_default();
        faults.expect(tests >= self.tests, || format!("{tests} tests, not {}", self.tests));
        let wall = report["wall_seconds"].as_f64().unwrap_or_default();
        faults.expect(wall >= self.lasts, || format!("over after {wall} s, not {}", self.lasts));
        if let Some(repeats) = self.repeats {
            faults.expect(report["repeats"] == repeats, || format!("repeats is not {repeats}"));
        }
        faults.expect(report["seed"].is_u64(), || "no seed".to_owned());
        if code != Some(2) {
            compare_disk(report, faults);
        }
    }

    fn compare_counts(&self, failures: &[Value], faults: &mut Faults) {
        let counts: Vec<u64> =
            failures.iter().map(|it| it["count"].as_u64().unwrap_or_default()).collect();
        let goes_on = self.flags.contains("--keep-going");
        let right = match counts.iter().max() {
            None => self.count == 0,
            Some(most) => *most >= self.count && !counts.contains(&0),
        };
        let right = right && (goes_on || counts.iter().all(|count| *count == 1));
        faults.expect(right, || format!("counts {counts:?}, not {} or more", self.count));
    }

    fn compare_failure(&self, failure: &Value, faults: &mut Faults) {
        let text = |name: &str| failure[name].as_str().unwrap_or_default();
        let kind = text("kind");
        faults.expect(self.kinds.contains(&kind), || format!("kind {kind}, not {:?}", self.kinds));
        faults.expect(!text("message").is_empty(), || "no message".to_owned());
        faults.expect(!text("key").is_empty(), || "no key".to_owned());
        let class = text("class");
        let counts = class.split_once(" of ").and_then(|(k, n)| Some((count(k)?, count(n)?)));
        let right = match self.class {
            Class::Any => class == "always" || class == ALONE || counts.is_some(),
            Class::Always => class == "always",
            Class::OnlyAfterOtherTests => class == ALONE,
            Class::NotAlways => class == ALONE || counts.is_some_and(|(k, n)| k < n),
        };
        // What happened between two tests is no test that can be run again.
        let is_outside = kind == "outside" && class == "not confirmed";
        let right = right || is_outside && !matches!(self.class, Class::Always);
        faults.expect(right, || format!("class {class}, not {:?}", self.class));
        // A worker that cannot read its own files is no finding about the property.
        let own = strings(failure).contains("mutagen worker:");
        faults.expect(!own, || "a fault of mutagen is reported as a failure".to_owned());
        faults.expect(!text("key").is_empty(), || "no key".to_owned());
        if let Some(debug) = self.debug {
            let value = text("value");
            faults.expect(value == debug, || format!("the value `{value}`, not `{debug}`"));
        }
        if let Some(part) = self.value {
            let is_there = !text("text").is_empty() || !text("value").is_empty();
            faults.expect(is_there, || "no value".to_owned());
            let is_right = text("text").contains(part) || text("value").contains(part);
            faults.expect(is_right, || format!("a value without `{part}`"));
            let is_addressed = failure["address"].is_string();
            faults.expect(is_addressed, || "no address".to_owned());
        }
    }
}

/// The class of a failure that needs the tests before it.
const ALONE: &str = "only after other tests";

fn count(text: &str) -> Option<u32> {
    text.parse().ok()
}

/// All texts in a value.
fn strings(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(strings).collect::<Vec<_>>().join("\n"),
        Value::Object(fields) => fields.values().map(strings).collect::<Vec<_>>().join("\n"),
        _ => String::new(),
    }
}

/// What a run leaves: seed, program, a record of each way to fail, of its class and its value, and
/// of the end.
fn compare_disk(report: &Value, faults: &mut Faults) {
    let Some(folder) = report["folder"].as_str().map(Path::new) else {
        return faults.add("no folder".to_owned());
    };
    let info = fs::read(folder.join("run.json")).unwrap_or_default();
    let info: Value = serde_json::from_slice(&info).unwrap_or_default();
    faults.expect(info["seed"] == report["seed"], || "not the seed on disk".to_owned());
    let program = !info["program"].is_null() && info["program"] == report["program"];
    faults.expect(program, || "not the program on disk".to_owned());
    let records = fs::read_to_string(folder.join("records.jsonl")).unwrap_or_default();
    let lines = |kind: &str| {
        let start = format!("{{\"{kind}\":");
        records.lines().filter(|line| line.contains(&start)).count()
    };
    let failures = report["failures"].as_array().map_or(&[][..], Vec::as_slice);
    let (found, ways) = (lines("found"), failures.len());
    faults.expect(found == ways, || format!("{found} findings on disk, and {ways} reported"));
    let with_text = failures.iter().filter(|failure| failure["text"].is_string()).count();
    faults.expect(lines("value") >= with_text, || "a value is not on disk".to_owned());
    let is_classed = |failure: &&Value| failure["class"] != "not confirmed";
    let classed = failures.iter().filter(is_classed).count();
    faults.expect(lines("classed") >= classed, || "a class is not on disk".to_owned());
    faults.expect(lines("ended") == 1, || "no end on disk".to_owned());
    for failure in failures {
        if let Some(file) = failure["value_file"].as_str() {
            faults.expect(Path::new(file).is_file(), || format!("no file {file}"));
        }
    }
}
