//! The test that a witness shows its bug: by the panic that it causes, or, where the bug ends the
//! process or does not return, by the fate of a child process.

use crate::{Kind, Trophy};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{env, panic, thread};

/// Names the bug whose witness a child process runs.
const CHILD: &str = "TROPHY_WITNESS";

/// How long a witness of an endless loop runs before the loop counts as endless.
const LIMIT: Duration = Duration::from_secs(5);

/// Asserts that the witness breaks the property in the way that the bug says. To be called from a
/// `#[test]`, which the child process runs again.
#[track_caller]
pub fn assert_reproduces(trophy: &Trophy) {
    let bug = trophy.bug();
    if let Ok(name) = env::var(CHILD) {
        if name == bug.name {
            trophy.run(&bug.witness);
        }
        return;
    }
    if bug.takes_text {
        assert!(str::from_utf8(&bug.witness).is_ok(), "{}: the witness is not text", bug.name);
    }
    if bug.kind.ends_the_process() {
        let end = end_of_child(bug.name);
        let expected = match bug.kind {
            Kind::Loop => end.is_none(),
            // The runtime reports the overflow and aborts: the process has no exit code.
            _ => end.is_some_and(|status| status.code().is_none()),
        };
        assert!(expected, "{}: the process ended with {end:?}", bug.name);
    } else {
        let panic =
            panic_of(trophy, &bug.witness).unwrap_or_else(|| panic!("{}: no panic", bug.name));
        assert!(bug.is_shown_by(&panic), "{}: another panic: {panic}", bug.name);
    }
}

/// The message and the place of the panic that a witness causes.
fn panic_of(trophy: &Trophy, witness: &[u8]) -> Option<String> {
    // The hook belongs to the process, and the tests of a package run side by side.
    static HOOK: Mutex<()> = Mutex::new(());
    static SEEN: Mutex<Option<String>> = Mutex::new(None);
    let _alone = HOOK.lock().unwrap_or_else(PoisonError::into_inner);
    let before = panic::take_hook();
    panic::set_hook(Box::new(|panic| {
        *SEEN.lock().unwrap_or_else(PoisonError::into_inner) = Some(panic.to_string());
    }));
    let outcome = catch_unwind(AssertUnwindSafe(|| trophy.run(witness)));
    panic::set_hook(before);
    let seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner).take();
    outcome.is_err().then(|| seen.unwrap_or_default())
}

/// How a process that runs the witness ends; nothing if it exceeds the time limit.
fn end_of_child(bug: &str) -> Option<ExitStatus> {
    let mut command = Command::new(env::current_exe().expect("the test has a path"));
    // With one thread, the tests run on the main thread: all of them return at once but one.
    if let Some(test) = thread::current().name().filter(|&name| name != "main") {
        command.args(["--exact", test]);
    }
    command.env(CHILD, bug).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the test can be started again");
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the child can be waited for") {
            return Some(status);
        }
        if start.elapsed() > LIMIT {
            child.kill().expect("the child can be ended");
            child.wait().expect("the child can be waited for");
            return None;
        }
        thread::sleep(Duration::from_millis(10));
    }
}
