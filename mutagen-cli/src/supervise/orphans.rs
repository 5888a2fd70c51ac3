//! The processes that a worker leaves behind. A process that left the worker's process group
//! outlives the kill of the group. It then becomes a child of the supervisor, which ends it. Only
//! Linux can do this.

use rustix::process::{Pid, Signal, WaitOptions, kill_process, kill_process_group, waitpid};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How long to go on killing orphans that start new processes.
const PATIENCE: Duration = Duration::from_secs(1);

/// The orphans of the workers.
#[derive(Debug)]
pub(super) struct Orphans {
    /// The children that this process had before, or `None` if it adopts nothing.
    before: Option<Vec<Pid>>,
}

/// Makes this process the parent of orphaned descendants. Only the command does so: a test or a
/// benchmark that supervises a campaign has children of its own, which are not to be killed.
pub(super) fn adopt() -> Orphans {
    match the_command() {
        Some(_) => Orphans::adopt(),
        None => Orphans { before: None },
    }
}

/// The executable of this process, if it is the command `cargo mutagen`.
pub(super) fn the_command() -> Option<PathBuf> {
    let path = std::env::current_exe().ok()?;
    let name = format!("cargo-mutagen{}", std::env::consts::EXE_SUFFIX);
    (path.file_name()? == name.as_str()).then_some(path)
}

impl Orphans {
    #[cfg(target_os = "linux")]
    fn adopt() -> Orphans {
        let before = children();
        // Any process id stands for "yes".
        let adopts = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
        Orphans { before: adopts.is_ok().then_some(before) }
    }

    #[cfg(not(target_os = "linux"))]
    fn adopt() -> Orphans {
        Orphans { before: None }
    }

    /// Kills all orphans and the processes that they started, and waits for their end. `keep` holds
    /// the children that are no orphans: every process that this process has started itself since
    /// [`adopt`] and has not waited for. Returns the number of processes that were killed.
    pub(super) fn collect(&self, keep: &[Pid]) -> usize {
        let (start, mut killed) = (Instant::now(), 0);
        loop {
            self.reap_dead(keep);
            // The children of an orphan become orphans when it ends.
            let orphans = self.all(keep);
            if orphans.is_empty() || start.elapsed() > PATIENCE {
                return killed;
            }
            for orphan in &orphans {
                // The id cannot be reused until the orphan is waited for. Most orphans lead no
                // group.
                let _ = kill_process_group(*orphan, Signal::KILL);
                let _ = kill_process(*orphan, Signal::KILL);
            }
            killed += orphans.iter().filter(|orphan| reaped_in_time(**orphan, start)).count();
        }
    }

    /// Waits for the orphans that have ended by themselves, so that they take no process ids, and
    /// leaves the others alone. `keep` is the same as for [`Orphans::collect`]. Returns the number
    /// of processes that had ended.
    pub(super) fn reap_dead(&self, keep: &[Pid]) -> usize {
        self.all(keep).into_iter().filter(|orphan| reap(*orphan)).count()
    }

    /// The orphans, dead ones included.
    fn all(&self, keep: &[Pid]) -> Vec<Pid> {
        let Some(before) = &self.before else { return Vec::new() };
        let mut orphans = children();
        orphans.retain(|child| !keep.contains(child) && !before.contains(child));
        orphans
    }
}

/// Waits for a killed process. A process that the kernel holds is left for another time.
fn reaped_in_time(orphan: Pid, start: Instant) -> bool {
    loop {
        if reap(orphan) {
            return true;
        }
        if start.elapsed() > PATIENCE {
            return false;
        }
        std::thread::sleep(Duration::from_micros(100));
    }
}

/// Whether the child has ended. It is then gone.
fn reap(child: Pid) -> bool {
    !matches!(waitpid(Some(child), WaitOptions::NOHANG), Ok(None))
}

/// The children of all threads of this process.
fn children() -> Vec<Pid> {
    let Ok(threads) = std::fs::read_dir("/proc/self/task") else { return Vec::new() };
    let lists = threads.flatten().map(|thread| thread.path().join("children"));
    lists.flat_map(|path| parse(&std::fs::read_to_string(path).unwrap_or_default())).collect()
}

/// The process ids in a text like `/proc/PID/task/TID/children`.
fn parse(children: &str) -> Vec<Pid> {
    let numbers = children.split_whitespace().filter_map(|word| word.parse().ok());
    numbers.filter_map(Pid::from_raw).collect()
}

#[cfg(test)]
mod tests {
    use super::super::alone::alone;
    use super::*;
    use std::process::{Child, Command};

    #[test]
    fn the_children_of_a_thread_are_read() {
        let numbers: Vec<i32> =
            parse("11 22 3 ").iter().map(|pid| pid.as_raw_nonzero().get()).collect();
        assert_eq!(numbers, [11, 22, 3]);
        assert!(parse("").is_empty() && parse("0 x").is_empty());
    }

    #[test]
    fn a_program_that_is_not_the_command_adopts_nothing() {
        assert!(the_command().is_none());
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        let orphans = adopt();
        assert_eq!((orphans.collect(&[]), orphans.reap_dead(&[])), (0, 0));
        assert!(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// Waits until `expected` children exist, dead ones included.
    #[cfg(target_os = "linux")]
    fn wait_for(expected: usize) {
        let start = Instant::now();
        while children().len() != expected {
            assert!(start.elapsed() < Duration::from_secs(20), "{:?}", children());
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[cfg(target_os = "linux")]
    fn shell(script: &str) -> Child {
        Command::new("sh").args(["-c", script]).spawn().unwrap()
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn orphans_are_killed_with_their_children_and_no_other_process_is() {
        let name = "supervise::orphans::tests::\
                    orphans_are_killed_with_their_children_and_no_other_process_is";
        if let Some(mut command) = alone(name) {
            assert!(command.status().unwrap().success());
            return;
        }
        let mut before = shell("exec sleep 60");
        let orphans = Orphans::adopt();
        let mut kept = shell("exec sleep 60");
        let mut worker = shell("setsid sh -c 'sleep 60 & sleep 60' & setsid sleep 60 & sleep 0.3");
        let keep = [Pid::from_child(&kept), Pid::from_child(&worker)];
        assert_eq!(orphans.collect(&keep), 0, "the worker still lives");
        worker.wait().unwrap();
        wait_for(4);
        assert_eq!(orphans.reap_dead(&keep), 0);
        let killed = orphans.collect(&keep);
        assert!((2..=4).contains(&killed), "{killed}");
        assert_eq!(children().len(), 2);
        for child in [&mut before, &mut kept] {
            assert!(child.try_wait().unwrap().is_none());
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn an_orphan_that_has_ended_is_reaped() {
        let name = "supervise::orphans::tests::an_orphan_that_has_ended_is_reaped";
        if let Some(mut command) = alone(name) {
            assert!(command.status().unwrap().success());
            return;
        }
        let orphans = Orphans::adopt();
        shell("setsid sleep 0.1 &").wait().unwrap();
        wait_for(1);
        let start = Instant::now();
        while orphans.reap_dead(&[]) == 0 {
            assert!(start.elapsed() < Duration::from_secs(20));
        }
        assert_eq!(children(), []);
    }
}
