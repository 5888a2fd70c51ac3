//! The table of faults and answers, in the order of the report on faults. A row has the name of its
//! property; rows of one property have `__` and more.

use crate::run::Class::{Always, Any, NotAlways, OnlyAfterOtherTests};
use crate::run::{Answer, LIST, Row, check, project};
use std::fs;
use std::process::Command;

const FAILED: &[&str] = &["failed"];
const DIED: &[&str] = &["died"];
const HUNG: &[&str] = &["hung"];
const MEMORY: &[&str] = &["out of memory"];
const DROP: &[&str] = &["drop"];
const COPY: &[&str] = &["copy"];
const GENERATE: &[&str] = &["generate"];
const VALUES: &[&str] = &["generate", "copy", "drop", "outside"];
const BETWEEN: &[&str] = &["outside", "died", "hung"];

const FALSE: &[&str] = &["returned `false`"];
const REAL: &str = "the real reason";
const REASON: &[&str] = &[REAL];

/// The flags of a row that counts what it finds.
const GO_ON: &str = "--keep-going --max-time 2s";

macro_rules! rows {
    ($($(#[$attribute:meta])* $name:ident: $row:expr;)*) => {$(
        $(#[$attribute])*
        #[test]
        #[allow(non_snake_case)] // two underscores end the name of the property
        fn $name() {
            check(stringify!($name), &$row);
        }
    )*};
}

/// Rows that are like others. They are not run by default: the whole table takes seven minutes.
macro_rules! more_rows {
    ($($name:ident: $row:expr;)*) => {
        rows! {$(
            #[ignore = "the whole table: cargo test -p mutagen-cli --test faults -- --ignored table"]
            $name: $row;
        )*}
    };
}

mod kinds {
    use super::*;

    rows! {
        holds: Row::holds(20_000).flags("--max-tests 20000").repeats(true);
        hidden: Row::finds(FAILED).value("(3,)").debug("x = 3").says(FALSE).repeats(true);
        never_valid: Row::holds(2000).exits(&[3]).flags("--max-tests 2000");
        bug_a_hides_b: Row::finds(FAILED).ways(2, 2).says(&["bug A", "bug B"])
            .flags("--keep-going --max-tests 20000");
        two_checks: Row::finds(FAILED).ways(2, 2).flags("--keep-going --max-tests 20000")
            .count(1000).says(&["x % 7 == 0", "x % 2 == 0"]);
        panic_and_false: Row::finds(FAILED).ways(2, 2).flags("--keep-going --max-tests 20000")
            .says(&["this is the panic", "returned `false`"]);
        two_aborts: Row::finds(DIED).ways(2, 2).flags("--keep-going --max-tests 5000")
            .tests(5000).count(2);
    }

    more_rows! {
        holds_on_lists: Row::holds(1000).flags("--max-tests 1000");
        slow: Row::holds(5).flags("--max-time 1s");
        returns_err: Row::finds(FAILED).says(&["is too much", "returned `Err("]).repeats(true);
        bug_a_hides_b__seed_2: Row::finds(FAILED).ways(2, 2).says(&["bug A", "bug B"])
            .flags("--keep-going --max-tests 20000 --seed 2");
        bug_a_hides_b__seed_3: Row::finds(FAILED).ways(2, 2).says(&["bug A", "bug B"])
            .flags("--keep-going --max-tests 20000 --seed 3");
        two_calls: Row::finds(FAILED).ways(2, 2).flags("--keep-going --max-tests 20000")
            .count(1000);
        two_unwraps: Row::finds(FAILED).ways(2, 2).flags("--keep-going --max-tests 20000")
            .count(1000);
    }
}

mod ends {
    use super::*;

    rows! {
        aborts: Row::finds(DIED).says(&["aborted", "ends::aborts at "]).repeats(true);
        segv_write: Row::finds(DIED).says(&["invalid memory access", "ends::segv_write at "]);
        exits_0: Row::finds(DIED).says(&["exited with code 0"]);
        abort_says: Row::finds(DIED).says(&["the reason of the abort"]);
        panics_in_extern_c: Row::finds(DIED).says(&["inside extern C"]);
        double_panic: Row::finds(DIED).says(&["first"]);
        overflows: Row::finds(DIED).flags("--stack 8").says(&["overflowed its stack"]);
        aborts_7: Row::finds(DIED).flags("--keep-going --max-tests 5000").tests(5000).count(20);
        #[ignore = "40 s: cargo test -p mutagen-cli --test faults -- --ignored aborts_7__40_s"]
        // A death costs 50 ms at most.
        aborts_7__40_s: Row::finds(DIED).flags("--keep-going --max-time 40s")
            .count(800).ends_in(60);
        aborts_always: Row::finds(DIED).flags(GO_ON).count(5).ends_in(20);
        raises_kill: Row::finds(DIED).says(&["killed"]);
        kills_group: Row::finds(DIED);
        rlimit_cpu_later: Row::may_find(BETWEEN).tests(1000).lasts(1.5);
    }

    more_rows! {
        aborts_rarely: Row::finds(DIED).flags("--keep-going --max-tests 20000").tests(20000);
        exits_101: Row::finds(DIED).says(&["exited with code 101"]);
        exits_2: Row::finds(DIED).says(&["exited with code 2"]);
        exits_at_once: Row::finds(DIED).says(&["exited with code 0"]);
        execs_true: Row::finds(DIED).says(&["exited with code 0"]);
        abort_says_much: Row::finds(DIED).says(&["the first words", "the last words"]);
        double_free2: Row::finds(DIED).says(&["double free"]);
        overflows_in_a_thread: Row::finds(DIED).says(&["overflowed its stack"]);
        raises_term: Row::finds(DIED);
        raises_int: Row::finds(DIED);
        raises_hup: Row::finds(DIED);
        raises_ill: Row::finds(DIED);
        raises_fpe: Row::finds(DIED);
        raises_bus: Row::finds(DIED);
        raises_pipe: Row::finds(DIED);
        raises_alrm: Row::finds(DIED);
        raises_usr1: Row::finds(DIED);
        rlimit_cpu: Row::finds(DIED).flags("--timeout 8s");
    }
}

mod blocks {
    use super::*;

    rows! {
        loops: Row::finds(HUNG).says(&["still running after 1s", "blocks::loops at "]);
        sigstops: Row::finds(HUNG);
        setsid_loops: Row::finds(HUNG);
    }

    more_rows! {
        parks: Row::finds(HUNG);
        sleeps: Row::finds(HUNG);
        deadlocks: Row::finds(HUNG);
        reads_a_pipe: Row::finds(HUNG);
        segv_handler_returns: Row::finds(HUNG);
        ignores_signals: Row::finds(HUNG);
        masks_signals: Row::finds(HUNG);
        exit_hangs: Row::finds(HUNG);
    }
}

mod values {
    use super::*;

    rows! {
        drop_aborts_vec: Row::finds(DROP).says(&["aborted"]).ends_in(8);
        drop_panics_value: Row::finds(&["drop", "failed"]).says(&["dropped a large one"]);
        drop_loops_value: Row::finds(&["drop", "hung"]).ends_in(15);
        copy_aborts: Row::finds(COPY).says(&["aborted"]);
        generate_panics: Row::finds(GENERATE).no_value().says(&["no value of"]);
        generate_loops: Row::finds(GENERATE).no_value().ends_in(15);
        ord_panics: Row::finds(VALUES).no_value().says(&["cannot compare"]);
    }

    more_rows! {
        drop_panics_ref: Row::finds(DROP).says(&["dropped a large one"]).ends_in(8);
        drop_loops_vec: Row::finds(DROP).ends_in(15);
        drop_exits_vec: Row::finds(DROP).says(&["exited with code 0"]);
        drop_overflows_vec: Row::finds(DROP).flags("--stack 8").says(&["overflowed its stack"]);
        drop_rare_value: Row::finds(&["drop", "failed"]).says(&["dropped a list of five"]);
        drop_rare_ref: Row::may_find(DROP);
        copy_panics: Row::finds(COPY).says(&["no copy of"]).ends_in(8);
        copy_loops: Row::finds(COPY).ends_in(15);
        generate_aborts: Row::finds(GENERATE).no_value().says(&["aborted"]);
        generate_overflows: Row::finds(GENERATE).no_value().says(&["overflowed its stack"]);
        generate_exits: Row::finds(GENERATE).no_value().says(&["exited with code 0"]);
        smallest_panics: Row::finds(VALUES).class(Any).no_value().exits(&[1, 2]).ways(0, 1)
            .says(&["there is no smallest one"]);
        hash_aborts: Row::finds(VALUES).no_value().says(&["aborted"]);
        clone_unused: Row::holds(1000).flags("--max-tests 1000");
        clone_panics: Row::finds(FAILED).says(&["no clone of"]);
    }
}

mod panics {
    use super::*;

    const HOOK: &str = "replaces the panic hook";

    rows! {
        panic_100mb: Row::finds(FAILED).says(&["long long", "bytes more"]);
        panic_escapes: Row::finds(FAILED).says(&["erased"]);
        set_hook_quiet: Row::finds(FAILED).says(&["said without a hook", "panics.rs", HOOK]);
        take_hook: Row::finds(FAILED).says(&["said to nobody", "panics.rs", HOOK]);
    }

    more_rows! {
        payload_drop_panics: Row::finds(FAILED);
        payload_drop_loops: Row::finds(&["failed", "hung"]);
        payload_is_no_text: Row::finds(FAILED);
        set_hook_before: Row::finds(FAILED).says(&["said much later", "panics.rs", HOOK]);
        panics_in_std: Row::finds(FAILED).ways(2, 2).says(&["no entry found"])
            .flags("--keep-going --max-tests 20000");
        hook_exits: Row::finds(DIED);
        hook_panics: Row::finds(DIED).says(&["in the hook"]);
        hook_loops: Row::finds(HUNG);
        err_debug_panics: Row::finds(FAILED);
        err_debug_loops: Row::finds(&["failed", "hung"]);
        err_debug_aborts: Row::finds(&["failed", "died"]);
        catches_its_panic: Row::holds(1000).flags("--max-tests 1000");
        env_garbage: Row::finds(FAILED).says(FALSE);
        env_cleared: Row::finds(FAILED).says(FALSE);
        cwd_removed: Row::finds(FAILED).says(FALSE);
        chdir_root: Row::finds(FAILED).says(FALSE);
        umask_all: Row::finds(FAILED).says(FALSE);
        rlimit_files: Row::finds(FAILED).says(FALSE);
        rlimit_file_size: Row::finds(&["failed", "died", "outside"]).class(Any);
    }
}

mod children {
    use super::*;

    const SOME: &str = "--max-tests 5000";

    rows! {
        fork_returns: Row::holds(5000).flags(SOME);
        fork_hangs: Row::holds(5000).flags(SOME);
        fork_setsid_hangs: Row::holds(5000).flags(SOME);
        respawns_inherit: Row::holds(3000).flags("--max-tests 3000");
        #[ignore = "takes a minute: cargo test -p mutagen-cli --test faults -- --ignored respawns"]
        respawns_inherit__100_000: Row::holds(100_000).flags("--max-tests 100000").ends_in(300);
        respawns_null: Row::holds(3000).flags("--max-tests 3000");
        spawns_sleep_and_aborts: Row::finds(DIED).says(&["aborted"]);
        kills_children: Row::finds(FAILED).says(FALSE);
    }

    more_rows! {
        fork_returns__100_000: Row::holds(100_000).flags("--max-tests 100000");
        fork_fails: Row::holds(5000).flags(SOME);
        fork_panics: Row::holds(5000).flags(SOME);
        fork_aborts: Row::holds(5000).flags(SOME);
        fork_exits: Row::holds(5000).flags(SOME);
        fork_twice_hangs: Row::holds(5000).flags(SOME);
        fork_and_fail: Row::finds(FAILED).says(FALSE);
        spawns_sleep: Row::holds(5000).flags(SOME);
        reaps_all: Row::finds(FAILED).says(FALSE);
    }
}

mod threads {
    use super::*;

    rows! {
        thread_panics_later: Row::holds(1000).says(&["threads.rs", "in a thread", "panicked "]);
        thread_aborts_later: Row::finds(BETWEEN).class(NotAlways).ways(1, 4).no_value()
            .flags(GO_ON).lasts(1.5).says(&["aborted"]).tests(1000);
        a_then_abort_between: Row::finds(&["failed", "outside", "died"]).class(Any).ways(2, 4)
            .no_value().flags("--keep-going --max-time 3s").lasts(2.5)
            .says(&["returned `false`", "aborted"]);
        #[ignore = "takes 10 s: cargo test -p mutagen-cli --test faults -- --ignored a_then"]
        a_then_abort_between__10_s: Row::finds(&["failed", "outside", "died"]).class(Any)
            .ways(2, 4).no_value().flags("--keep-going --max-time 10s").lasts(9.0)
            .says(&["returned `false`", "aborted"]);
        stops_between: Row::may_find(BETWEEN).tests(1000).lasts(1.5);
    }

    more_rows! {
        threads_panic_often: Row::holds(1000).says(&["times; the first one panicked at "]);
        thread_exits_later: Row::finds(BETWEEN).class(NotAlways).ways(1, 4).no_value()
            .flags(GO_ON).lasts(1.5).says(&["exited with code 0"]).tests(1000);
        thread_overflows_later: Row::finds(BETWEEN).class(NotAlways).ways(1, 4).no_value()
            .flags(GO_ON).lasts(1.5).says(&["overflowed its stack"]).tests(1000);
        thread_loops: Row::holds(1000).flags("--max-time 1s");
        panics_in_joined_thread: Row::finds(FAILED).says(&["threads.rs"]);
    }
}

mod descriptors {
    use super::*;

    fn victims_are_empty(answer: &Answer) {
        let files: Vec<_> = fs::read_dir(&answer.folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.file_name().unwrap().to_string_lossy().starts_with("victim"))
            .collect();
        assert_ne!(files.len(), 0);
        for path in files {
            let text = fs::read(&path).unwrap();
            assert_eq!(String::from_utf8_lossy(&text), "", "{}", path.display());
        }
    }

    rows! {
        closes_fds_false: Row::finds(FAILED).says(FALSE);
        closes_fds_victim: Row::finds(FAILED).says(FALSE).after(victims_are_empty);
        fd0_garbage: Row::finds(FAILED).says(FALSE);
        fds_garbage: Row::finds(FAILED).says(FALSE);
        fds_shut_down: Row::finds(FAILED).says(FALSE);
        prints_much: Row::finds(FAILED).says(FALSE);
        #[ignore = "1 GB a run: cargo test -p mutagen-cli --test faults -- --ignored prints_much"]
        prints_much__1_gb: Row::finds(FAILED).says(FALSE).with(&[("FAULTS_MEGABYTES", "1024")])
            .flags("--timeout 30s").ends_in(240);
        #[ignore = "1 GB a run: cargo test -p mutagen-cli --test faults -- --ignored prints_much"]
        prints_much__1_gb_verbose: Row::finds(FAILED).says(FALSE).ends_in(240)
            .with(&[("FAULTS_MEGABYTES", "1024")]).flags("-v --timeout 30s");
    }

    more_rows! {
        closes_fds_aborts: Row::finds(DIED).says(&["aborted"]);
        closes_fds_before: Row::finds(FAILED).says(FALSE);
        closes_fds_but_streams: Row::finds(FAILED).says(FALSE);
        fd0_binary: Row::finds(FAILED).says(FALSE);
        reads_stdin: Row::holds(50).flags("--max-tests 50");
        prints_and_fails: Row::finds(FAILED).says(FALSE);
        prints_much__verbose: Row::finds(FAILED).says(FALSE).flags("-v --timeout 5s");
    }
}

mod memory {
    use super::*;

    const LIMIT: &str = "--max-memory 300M --max-time 10s";

    fn no_core(_: &Answer) {
        let entries = fs::read_dir(&project().folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let cores: Vec<String> = names.filter(|name| name.starts_with("core")).collect();
        assert_eq!(cores, [""; 0]);
    }

    rows! {
        oom: Row::finds(MEMORY).flags(LIMIT);
        #[ignore = "up to 4 GB: cargo test -p mutagen-cli --test faults -- --ignored oom__default"]
        oom__default: Row::finds(MEMORY).flags("--timeout 20s --max-time 60s").ends_in(240);
        #[ignore = "up to 6 GB: cargo test -p mutagen-cli --test faults -- --ignored oom__ulimit_6"]
        oom__ulimit_6_gb: Row::finds(MEMORY).shell("ulimit -v 6000000").ends_in(240)
            .flags("--max-memory 0 --timeout 20s --max-time 60s");
        takes_100_megabytes: Row::holds(1000).flags("--max-memory 1G --max-tests 1000");
        leaks: Row::finds(MEMORY).class(NotAlways).no_value().flags(LIMIT);
        leaks_maps: Row::finds(MEMORY).class(NotAlways).no_value().flags(LIMIT);
    }

    more_rows! {
        oom__ulimit: Row::finds(MEMORY).shell("ulimit -v 1500000").flags("--timeout 10s");
        oom_in_a_thread: Row::finds(MEMORY).flags(LIMIT);
        allocates_too_much: Row::finds(MEMORY);
        aborts__no_core: Row::finds(DIED).shell("ulimit -c unlimited").after(no_core);
    }
}

mod debug {
    use super::*;

    /// The file has the value to its last level.
    fn whole_value_is_kept(answer: &Answer) {
        let file = answer.report["failures"][0]["value_file"].as_str().expect("no file");
        let text = fs::read_to_string(file).unwrap();
        assert_eq!(text.matches("More").count(), 1_000_000, "{} bytes", text.len());
    }

    fn value_has_a_file(answer: &Answer) {
        let file = answer.report["failures"][0]["value_file"].as_str().expect("no file");
        assert!(fs::metadata(file).unwrap().len() > 1 << 20);
    }

    rows! {
        debug_loops: Row::finds(FAILED).says(&[REAL, "does not end"]).value("DebugLoops(");
        debug_endless: Row::finds(FAILED).says(REASON).value("DebugEndless(");
        debug_aborts: Row::finds(FAILED).says(&[REAL, "aborted"]).value("DebugAborts(");
        debug_100mb: Row::finds(FAILED).says(REASON).value("DebugLong(");
        debug_escape: Row::finds(FAILED).says(REASON).value("DebugEscape(");
        depth_fails__1000: Row::finds(FAILED).says(FALSE).value("More").with(&[("DEPTH", "1000")]);
        depth_fails__million: Row::finds(FAILED).says(FALSE).value("More").ends_in(10)
            .with(&[("DEPTH", "1000000")]).after(whole_value_is_kept);
        large_value_fails: Row::finds(FAILED).says(FALSE).after(value_has_a_file);
    }

    more_rows! {
        debug_panics: Row::finds(FAILED).says(&[REAL, "no words"]).value("DebugPanics(");
        debug_errs: Row::finds(FAILED).says(REASON).value("DebugErrs(");
        debug_overflows: Row::finds(FAILED).says(&[REAL, "overflowed its stack"])
            .value("DebugOverflows(");
        debug_exits: Row::finds(FAILED).says(&[REAL, "exited with code 0"]).value("DebugExits(");
        debug_eats: Row::finds(FAILED).says(REASON).value("DebugEats(")
            .flags("--max-memory 300M");
        debug_prints: Row::finds(FAILED).says(REASON).value("DebugNoise(");
        debug_loops_aborts: Row::finds(DIED).says(&["aborted"]).value("DebugLoops(");
        debug_aborts_hangs: Row::finds(HUNG).value("DebugAborts(");
        depth_fails: Row::finds(FAILED).says(FALSE).value("More");
        depth_fails__2000: Row::finds(FAILED).says(FALSE).value("More").with(&[("DEPTH", "2000")]);
        depth_fails__100_000: Row::finds(FAILED).says(FALSE).value("More")
            .with(&[("DEPTH", "100000")]);
        depth_aborts: Row::finds(DIED).value("More").with(&[("DEPTH", "100000")]);
        depth_passes: Row::holds(3).flags("--max-tests 3").with(&[("DEPTH", "1000000")]);
    }
}

mod state {
    use super::*;

    rows! {
        second_time: Row::finds(FAILED).class(Any).says(&["repeated"]);
        state_1000_aborts: Row::finds(DIED).class(OnlyAfterOtherTests);
        flaky_coin__ignored: Row::finds(FAILED).class(NotAlways).exits(&[0])
            .flags("--flaky ignore");
        flaky_crash: Row::finds(DIED).class(NotAlways);
        hash_order: Row::finds(FAILED).class(Any);
        hangs_once: Row::finds(HUNG).class(NotAlways);
    }

    more_rows! {
        state_1000_false: Row::finds(FAILED).class(OnlyAfterOtherTests);
        state_1000_aborts__keep_going: Row::finds(DIED).class(NotAlways).flags(GO_ON).count(2);
        state_1000_hangs: Row::finds(HUNG).class(OnlyAfterOtherTests);
        flaky_coin: Row::finds(FAILED).class(NotAlways);
        flaky_half: Row::finds(FAILED).class(Any);
        flaky_crash__keep_going: Row::finds(DIED).class(NotAlways).flags(GO_ON).count(2);
        flaky_hang: Row::finds(HUNG).class(NotAlways).flags("--timeout 500ms");
        random_branches: Row::may_find(FAILED).repeats(false).flags("--max-tests 20000");
        aborts_once: Row::finds(DIED).class(NotAlways).says(&["aborted"]);
        fails_once: Row::finds(FAILED).class(NotAlways);
        time_bomb: Row::finds(FAILED).class(NotAlways);
        aborts_late: Row::finds(DIED).class(NotAlways).no_value().says(&["aborted"]);
        message_differs: Row::finds(FAILED).class(Always).flags(GO_ON).says(&["by chance"]);
        kind_differs: Row::finds(&["died", "failed"]).class(Any);
    }
}

#[test]
#[ignore = "a minute: cargo test -p mutagen-cli --test faults -- --ignored both_bugs"]
fn both_bugs_are_found_with_each_of_twenty_seeds() {
    let row = Row::finds(FAILED).ways(2, 2).says(&["bug A", "bug B"]);
    for seed in 1..=20 {
        let flags = format!("--keep-going --max-tests 20000 --seed {seed}");
        check("bug_a_hides_b__twenty", &row.flags(flags.leak()));
    }
}

/// The crate and the table do not drift apart.
#[test]
fn each_property_has_a_row_and_each_row_a_property() {
    let listed = crate::command::run(project(), LIST);
    let properties: Vec<&str> = listed
        .out
        .lines()
        .filter_map(|line| line.split_whitespace().find(|word| word.contains("::")))
        .filter_map(|path| path.rsplit("::").next())
        .collect();
    let own = Command::new(std::env::current_exe().unwrap()).arg("--list").output().unwrap();
    let own = String::from_utf8(own.stdout).unwrap();
    let rows: Vec<&str> = own
        .lines()
        .filter_map(|line| line.strip_suffix(": test")?.strip_prefix("table::"))
        .filter_map(|path| path.split_once("::"))
        .map(|(_, name)| name.split("__").next().unwrap())
        .collect();
    assert!(properties.len() > 100, "{listed:#?}");
    // These have tests of their own. One kills the command, and the others are for shrinking and
    // wait for a full disk.
    let is_apart = |name: &str| {
        name == "kills_parent" || name.starts_with("shrink_") || name.ends_with("_when_full")
    };
    let without = |name: &&&str| !rows.contains(*name) && !is_apart(name);
    assert_eq!(properties.iter().filter(without).collect::<Vec<_>>(), [&""; 0]);
    let unknown: Vec<_> = rows.iter().filter(|name| !properties.contains(*name)).collect();
    assert_eq!(unknown, [&""; 0]);
}
