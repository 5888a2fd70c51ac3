//! Solvers that go wrong: each is one verdict, the next script is asked about as if nothing had
//! been, and no process and no file is left.

use smt_solvers::cache::Solver;
use smt_solvers::catalogue::{Code, Entry, Registry, Runs};
use smt_solvers::driver::{Driver, Executable, Host, Library, Settings, ask};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::Mutex;
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const FAKE: &str = env!("CARGO_BIN_EXE_smt-fake");

/// Held by a test that looks at all processes of this one.
static ALONE: Mutex<()> = Mutex::new(());

/// A z3 that is the fake, in a folder of its own.
fn fake(runs: Runs) -> (Solver, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("bin")).unwrap();
    for name in ["bin/z3", "python3"] {
        symlink(FAKE, folder.path().join(name)).unwrap();
    }
    let entry = Entry {
        name: "z3-0.0".to_owned(),
        code: Code::Z3,
        runs,
        from: Registry::Pypi,
        ask: Vec::new(),
        files: Vec::new(),
    };
    (Solver { entry, folder: folder.path().to_owned() }, folder)
}

/// Limits that hold for a script: a short time only for what waits for ever.
fn settings(told: &str) -> Settings {
    let mut settings = Settings::seconds(1);
    let waits = ["half", "stubborn"].contains(&told);
    settings.limits.wall = Duration::from_millis(if waits { 300 } else { 60_000 });
    settings.limits.memory = 256 << 20;
    settings.limits.output = 1 << 16;
    settings
}

fn script(told: &str, checks: usize) -> String {
    format!("; fake {told}\n{}", "(check-sat)".repeat(checks))
}

/// The processes whose parent this one is.
fn children() -> Vec<String> {
    let own = std::process::id().to_string();
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let parent = |stat: &str| stat.rsplit(") ").next()?.split(' ').nth(1).map(str::to_owned);
    let stats = processes.filter_map(|entry| fs::read_to_string(entry.path().join("stat")).ok());
    stats.filter(|stat| parent(stat).as_ref() == Some(&own)).collect()
}

/// Waits until a process is gone, or a zombie that nobody waits for.
fn is_gone(process: &str) -> bool {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(20) {
        let stat = fs::read_to_string(format!("/proc/{process}/stat"));
        if !stat.is_ok_and(|stat| !stat.contains(") Z ")) {
            return true;
        }
        sleep(Duration::from_millis(5));
    }
    false
}

#[test]
fn each_way_to_go_wrong_is_one_verdict_and_the_campaign_goes_on() {
    let _alone = ALONE.lock();
    let (solver, _folder) = fake(Runs::Z3);
    let mut driver = Executable::new(&solver).unwrap();
    let lies = "says unsat";
    for (told, checks, expected) in [
        ("says sat", 1, "sat"),
        ("dies 11", 1, "sat, crash (SIGSEGV)"),
        ("dies 6", 1, "sat, crash (SIGABRT)"),
        ("dies 9", 1, "sat, killed"),
        ("mute", 1, "garbled (0 answers to 1 checks)"),
        ("half", 1, "timeout"),
        ("grandchild", 1, "sat"),
        ("stubborn", 1, "timeout"),
        ("closes", 1, "sat, killed"),
        ("error", 1, "sat, error ((error \"line 1 column 1: unknown constant x\"))"),
        ("says sat unsat", 1, "sat/unsat, garbled (2 answers to 1 checks)"),
        ("says sat", 2, "sat, garbled (1 answers to 2 checks)"),
        ("says sat sat unsat", 2, "sat/sat/unsat, garbled (3 answers to 2 checks)"),
        ("bytes", 1, "garbled (its output is not UTF-8)"),
        ("spins", 1, "timeout"),
        ("eats", 1, "memory"),
        (lies, 1, "unsat"),
        ("says sat unsat", 2, "sat/unsat"),
    ] {
        let reply = driver.ask(&script(told, checks), &settings(told)).unwrap();
        assert_eq!(reply.verdict.to_string(), expected, "{told}");
        if told == "grandchild" {
            let process = reply.output.split("process ").nth(1).unwrap();
            assert!(is_gone(process.trim_end().trim_end_matches(')')), "{}", reply.output);
        }
    }
    let flood = driver.ask(&script("floods", 1), &settings("floods")).unwrap();
    assert_eq!(flood.verdict.end.word(), "flood");
    assert_eq!(flood.output.len(), 1 << 16);
    assert_eq!(children(), [""; 0]);
}

#[test]
fn a_model_of_approximate_values_is_asked_for_without_validation() {
    let _alone = ALONE.lock();
    let (solver, _folder) = fake(Runs::Z3);
    let mut driver = Executable::new(&solver).unwrap();
    let reply = ask(&mut driver, &script("approximates", 1), &settings("")).unwrap();
    assert_eq!(reply.verdict.to_string(), "unsat");
    assert!(!reply.command.contains("model_validate"), "{}", reply.command);
    let plain = ask(&mut driver, &script("error", 1), &settings("")).unwrap();
    assert!(plain.command.contains("model_validate"), "{}", plain.command);
}

#[test]
fn what_a_solver_writes_goes_with_its_driver() {
    let _alone = ALONE.lock();
    let (solver, _folder) = fake(Runs::Z3);
    let mut driver = Executable::new(&solver).unwrap();
    let reply = driver.ask(&script("writes", 1), &settings("")).unwrap();
    let folder = Path::new(reply.output.split('"').nth(1).unwrap()).to_owned();
    assert!(folder.join("a").exists() && folder.join("b").exists(), "{}", reply.output);
    drop(driver);
    assert!(!folder.exists());
}

#[test]
fn a_child_that_lives_on_is_replaced_when_a_script_ends_it() {
    let _alone = ALONE.lock();
    let (solver, folder) = fake(Runs::Z3);
    let mut host = Host::by(&solver, folder.path().join("python3").into()).unwrap();
    for (told, checks, expected) in [
        ("says sat", 1, "sat"),
        ("says sat unsat", 2, "sat/unsat"),
        ("dies 11", 1, "crash (SIGSEGV)"),
        ("says unsat", 1, "unsat"),
        ("half", 1, "timeout"),
        ("says unsat", 1, "unsat"),
        ("floods", 1, "flood"),
        ("eats", 1, "memory"),
        ("spins", 1, "timeout"),
        ("grandchild", 1, "sat"),
        ("says unknown", 1, "unknown"),
    ] {
        let reply = host.ask(&script(told, checks), &settings(told)).unwrap();
        assert_eq!(reply.verdict.to_string(), expected, "{told}: {}", reply.output);
    }
    drop(host);
    assert_eq!(children(), [""; 0]);
}

#[test]
fn a_child_that_ends_between_scripts_says_nothing_about_the_next() {
    let _alone = ALONE.lock();
    let (solver, folder) = fake(Runs::Z3);
    let mut host = Host::by(&solver, folder.path().join("python3").into()).unwrap();
    for told in ["leaves", "says unsat", "leaves", "leaves", "says unsat"] {
        let expected = if told == "leaves" { "sat" } else { "unsat" };
        let reply = host.ask(&script(told, 1), &settings(told)).unwrap();
        assert_eq!(reply.verdict.to_string(), expected);
    }
}

#[test]
fn a_child_is_kept_only_while_its_limits_of_memory_and_output_stay() {
    let _alone = ALONE.lock();
    let (solver, folder) = fake(Runs::Z3);
    let mut host = Host::by(&solver, folder.path().join("python3").into()).unwrap();
    let mut process = |change: fn(&mut Settings)| {
        let mut settings = settings("process");
        change(&mut settings);
        host.ask(&script("process", 1), &settings).unwrap().output
    };
    let first = process(|_| {});
    assert_eq!(process(|settings| settings.limits.cpu = 2), first);
    let second = process(|settings| settings.limits.output = 1 << 17);
    assert_ne!(second, first);
    assert_ne!(process(|settings| settings.limits.memory = 255 << 20), second);
}

#[test]
fn a_solver_that_cannot_be_started_is_an_error_that_names_it() {
    let _alone = ALONE.lock();
    let (mut solver, folder) = fake(Runs::Z3);
    fs::remove_file(folder.path().join("bin/z3")).unwrap();
    let error_of = |driver: &mut dyn Driver| {
        driver.ask(&script("says sat", 1), &settings("")).unwrap_err().to_string()
    };
    let error = error_of(&mut Executable::new(&solver).unwrap());
    assert!(error.starts_with("z3-0.0 cannot be started: "), "{error}");
    let error = error_of(&mut Host::by(&solver, "no/such/python".into()).unwrap());
    assert!(error.contains("no/such/python"), "{error}");
    solver.entry.runs = Runs::Cvc5Python;
    let python = folder.path().join("python3");
    let error = error_of(&mut Host::by(&solver, python.into()).unwrap());
    assert!(error.contains("ImportError: no module for cvc5-python"), "{error}");
    assert!(Executable::new(&solver).unwrap_err().to_string().contains("as an executable"));
    assert!(Library::load(&solver).unwrap_err().to_string().ends_with("take one that can: z3"));
    solver.entry.runs = Runs::Z3;
    let error = Library::load(&solver).unwrap_err().to_string();
    assert!(error.contains("libz3.so"), "{error}");
}
