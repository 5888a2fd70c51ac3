//! A solver below a limit of CPU time that this process itself has: a file of its own, as the limit
//! holds for ever.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use smt_solvers::cache::Solver;
use smt_solvers::catalogue::{Code, Entry, Registry, Runs};
use smt_solvers::driver::{Driver, Executable, Host, Settings};
use std::os::unix::fs::symlink;

#[test]
fn below_a_limit_of_the_caller_solvers_are_asked_and_end_at_that_limit() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("bin")).unwrap();
    for name in ["bin/z3", "python3"] {
        symlink(env!("CARGO_BIN_EXE_smt-fake"), folder.path().join(name)).unwrap();
    }
    let entry = Entry {
        name: "z3-0.0".to_owned(),
        code: Code::Z3,
        runs: Runs::Z3,
        from: Registry::Pypi,
        ask: Vec::new(),
        files: Vec::new(),
    };
    let solver = Solver { entry, folder: folder.path().to_owned() };
    let limit = Rlimit { maximum: Some(1), ..getrlimit(Resource::Cpu) };
    setrlimit(Resource::Cpu, Rlimit { current: Some(1), ..limit }).unwrap();
    let settings = Settings::seconds(30);
    let mut host = Host::by(&solver, folder.path().join("python3").into()).unwrap();
    for (told, expected) in [("says sat", "sat"), ("says unsat", "unsat")] {
        let reply = host.ask(&format!("; fake {told}\n(check-sat)"), &settings).unwrap();
        assert_eq!(reply.verdict.to_string(), expected);
    }
    let mut process = Executable::new(&solver).unwrap();
    let reply = process.ask("; fake spins\n(check-sat)", &settings).unwrap();
    assert_eq!(reply.verdict.to_string(), "timeout");
}
