//! The memory of a worker: how much it may use, how much it uses, and whether memory explains its
//! death. Where the system does not tell, nothing is known and nothing is explained.

use rustix::process::Pid;
use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};

/// The limit on a machine with much memory.
const MOST: u64 = 4 << 30;

/// Where the system mounts the control groups of version 2, alone or beside those of version 1.
const UNIFIED: [&str; 2] = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"];

/// Where the system mounts the control groups of version 1 that limit memory.
const LEGACY: &str = "/sys/fs/cgroup/memory";

/// The memory in bytes that a worker may use by default: 4 GiB, but at most 3/4 of what its control
/// group may use, and of the machine's memory.
pub fn limit_default() -> u64 {
    let group = cgroup_limit();
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| total_memory(&text));
    [group, machine].into_iter().flatten().map(|bytes| bytes / 4 * 3).fold(MOST, u64::min)
}

/// The resident memory of a process in bytes.
pub(super) fn resident(pid: Pid) -> Option<u64> {
    let statm = fs::read_to_string(format!("/proc/{}/statm", pid.as_raw_nonzero())).ok()?;
    let pages = resident_pages(&statm)?;
    Some(pages * u64::try_from(rustix::param::page_size()).ok()?)
}

/// The smallest limit of this process's control group and of the groups around it, in bytes.
fn cgroup_limit() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let files = group_files(&groups, "memory.max", "memory.limit_in_bytes");
    files.iter().filter_map(|path| fs::read_to_string(path).ok()?.trim().parse().ok()).min()
}

/// The number of processes in this process's control group that the system has killed because
/// memory ran out; on a system without such groups, of all processes.
fn oom_kills() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let mut files = group_files(&groups, "memory.events", "memory.oom_control");
    files.push(PathBuf::from("/proc/vmstat"));
    files.iter().find_map(|path| count_of_kills(&fs::read_to_string(path).ok()?))
}

/// The paths of a file of a control group, from the process's group to the root, for a text like
/// `/proc/self/cgroup`. In a container, the root may be the container's group, whatever the text
/// says. Some of the files do not exist.
fn group_files(groups: &str, unified: &str, legacy: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for line in groups.lines() {
        let mut parts = line.splitn(3, ':');
        let (Some(_), Some(controllers), Some(path)) = (parts.next(), parts.next(), parts.next())
        else {
            continue;
        };
        let (roots, file): (&[&str], &str) = match controllers {
            "" => (&UNIFIED, unified),
            _ if controllers.split(',').any(|name| name == "memory") => (&[LEGACY], legacy),
            _ => continue,
        };
        let path = path.trim_start_matches('/');
        for root in roots {
            for above in Path::new(path).ancestors() {
                files.push(Path::new(root).join(above).join(file));
            }
        }
    }
    files
}

/// The memory of the machine in bytes, from a text like `/proc/meminfo`.
fn total_memory(meminfo: &str) -> Option<u64> {
    let rest = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = rest.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// The resident pages, from a text like `/proc/PID/statm`.
fn resident_pages(statm: &str) -> Option<u64> {
    statm.split_whitespace().nth(1)?.parse().ok()
}

/// The count from a text like `memory.events`, `memory.oom_control` or `/proc/vmstat`.
fn count_of_kills(events: &str) -> Option<u64> {
    events.lines().find_map(|line| line.strip_prefix("oom_kill ")?.trim().parse().ok())
}

/// Watches whether the system kills processes because memory ran out.
#[derive(Debug)]
pub(super) struct OomKills {
    before: Option<u64>,
}

impl OomKills {
    /// Starts watching.
    pub(super) fn watch() -> OomKills {
        OomKills { before: oom_kills() }
    }

    /// Whether the system has killed a process of this process's control group since then.
    pub(super) fn increased(&self) -> bool {
        self.before.zip(oom_kills()).is_some_and(|(before, now)| now > before)
    }
}

/// The number of the latest samples that are all kept. At a sample each 20 ms, these are 10 s.
const LATEST: usize = 512;

/// The most samples that are kept of the time before.
const EARLIER: usize = 512;

/// The least number of samples in which a growth can be seen.
const FEWEST: usize = 5;

/// How the memory of one worker changes with the number of tests.
#[derive(Debug, Default)]
pub(super) struct Growth {
    /// Thinned out: one of `stride` samples.
    earlier: Vec<Sample>,
    latest: VecDeque<Sample>,
    /// The number of samples that have left `latest`.
    left: u64,
    stride: u64,
}

#[derive(Debug, Clone, Copy)]
struct Sample {
    tests: u64,
    resident: u64,
}

impl Growth {
    /// Records the number of tests that this worker has run, and its resident memory in bytes.
    pub(super) fn record(&mut self, tests: u64, resident: u64) {
        match self.latest.back_mut() {
            // Within one test only the last sample counts.
            Some(last) if last.tests >= tests => last.resident = resident,
            _ => self.latest.push_back(Sample { tests, resident }),
        }
        if self.latest.len() > LATEST {
            self.thin_out();
        }
    }

    fn thin_out(&mut self) {
        let Some(sample) = self.latest.pop_front() else { return };
        if self.left.is_multiple_of(self.stride.max(1)) {
            self.earlier.push(sample);
        }
        self.left += 1;
        if self.earlier.len() > EARLIER {
            let mut number = 0;
            self.earlier.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.stride = self.stride.max(1) * 2;
        }
    }

    /// Why the worker died, as a sentence, if its memory grew with the number of tests to half of
    /// the limit in bytes or more. Memory that only one test uses is no such growth.
    pub(super) fn explains_death(&self, limit: u64) -> Option<String> {
        let samples: Vec<Sample> = self.earlier.iter().chain(&self.latest).copied().collect();
        let last = samples.last()?;
        let least = samples.iter().map(|sample| sample.resident).min()?;
        let grown = last.resident.checked_sub(least)?;
        if last.resident < limit / 2 || grown < limit / 4 {
            return None;
        }
        // The growth may have begun late, for example when the search found the way to the leak.
        let flat = least + grown / 20;
        let begin = samples.iter().rposition(|sample| sample.resident <= flat)?;
        [&samples[..], &samples[begin..]].into_iter().find(|growth| is_steady(growth)).map(
            |growth| {
                let tests = last.tests - growth[0].tests;
                let (from, to) = (in_words(growth[0].resident), in_words(last.resident));
                format!("the worker's memory grew from {from} to {to} over {tests} tests")
            },
        )
    }
}

/// Whether memory follows the number of tests, faster or slower but without a jump.
fn is_steady(samples: &[Sample]) -> bool {
    let (Some(first), Some(last)) = (samples.first(), samples.last()) else { return false };
    let share = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
    let grown = last.resident.saturating_sub(first.resident);
    let jumps = |pair: &[Sample]| {
        let jump = pair[1].resident.saturating_sub(pair[0].resident);
        share(jump, grown) > 0.5
    };
    let strays = |sample: &Sample| {
        let tests = share(sample.tests - first.tests, last.tests - first.tests);
        let memory = share(sample.resident.saturating_sub(first.resident), grown);
        (tests - memory).abs() > 0.3
    };
    samples.len() >= FEWEST && !samples.windows(2).any(jumps) && !samples.iter().any(strays)
}

/// A number of bytes for people.
fn in_words(bytes: u64) -> String {
    let mebibytes = bytes as f64 / f64::from(1 << 20);
    if mebibytes < 1000.0 {
        format!("{mebibytes:.0} MiB")
    } else {
        format!("{:.1} GiB", mebibytes / 1024.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::alone::alone;
    use super::*;
    use rustix::process::getpid;

    const MIB: u64 = 1 << 20;
    const LIMIT: u64 = 4096 * MIB;

    /// Whether and how a death is explained after these amounts of MiB, 100 tests apart.
    fn explained(amounts: impl IntoIterator<Item = u64>) -> Option<String> {
        let mut growth = Growth::default();
        for (number, amount) in (0..).zip(amounts) {
            growth.record(number * 100, amount * MIB);
        }
        growth.explains_death(LIMIT)
    }

    #[test]
    fn memory_that_grows_with_the_tests_explains_a_death() {
        let words = explained((0..=40).map(|step| 40 + step * 99));
        assert_eq!(
            words.as_deref(),
            Some("the worker's memory grew from 40 MiB to 3.9 GiB over 4000 tests")
        );
        assert!(explained((0..=60).map(|step| 40 + step * step)).is_some(), "faster and faster");
        assert!(explained((0..=60).map(|step| 40 + step * 60 + step % 3 * 90)).is_some(), "rough");
    }

    #[test]
    fn a_leak_that_begins_late_in_a_long_campaign_explains_a_death() {
        let amounts = (0..200_000).map(|_| 50).chain((0..40).map(|step| 50 + step * 100));
        let words = explained(amounts).unwrap();
        assert!(words.contains(" MiB to 3.9 GiB over 3"), "{words}");
    }

    #[test]
    fn a_slow_leak_of_a_long_campaign_explains_a_death_and_few_samples_are_kept() {
        let mut growth = Growth::default();
        for sample in 0..300_000 {
            growth.record(sample * 7, 50 * MIB + sample * 13_000);
        }
        assert!(growth.explains_death(LIMIT).is_some());
        assert!(growth.earlier.len() <= EARLIER && growth.latest.len() <= LATEST);
    }

    #[test]
    fn other_memory_explains_nothing() {
        assert_eq!(explained([]), None);
        assert_eq!(explained([40, 4000]), None, "too few samples");
        assert_eq!(explained((0..50).map(|_| 40).chain([4000])), None, "one test");
        assert_eq!(explained((0..25).map(|_| 40).chain((0..25).map(|_| 4000))), None, "a jump");
        assert_eq!(explained((0..50).map(|_| 3000)), None, "always the same");
        assert_eq!(explained((0..50).map(|step| 40 + step)), None, "far from the limit");
        assert_eq!(explained((0..50).map(|step| 4000 - step * 79)), None, "it shrinks");
    }

    #[test]
    fn memory_that_one_test_takes_step_by_step_explains_nothing() {
        let mut growth = Growth::default();
        for test in 0..50 {
            growth.record(test, 40 * MIB);
        }
        for step in 0..40 {
            growth.record(50, (40 + step * 100) * MIB);
        }
        assert_eq!(growth.explains_death(LIMIT), None);
    }

    #[test]
    fn the_files_of_a_control_group_are_looked_for_from_the_inside_to_the_root() {
        let files = |groups| group_files(groups, "memory.max", "memory.limit_in_bytes");
        let unified = files("0::/a.slice/b.scope\n");
        let of = |path: &str| unified.iter().position(|file| file == Path::new(path)).unwrap();
        assert_eq!(of("/sys/fs/cgroup/a.slice/b.scope/memory.max"), 0);
        assert_eq!(of("/sys/fs/cgroup/a.slice/memory.max"), 1);
        assert_eq!(of("/sys/fs/cgroup/memory.max"), 2);
        let legacy = files("9:name=systemd:/\n4:cpu,memory:/docker/1\n3:cpuset:/x\n");
        assert_eq!(
            legacy,
            ["docker/1/", "docker/", ""]
                .map(|group| PathBuf::from(format!("{LEGACY}/{group}memory.limit_in_bytes")))
        );
        assert!(files("").is_empty() && files("nonsense\n").is_empty());
    }

    #[test]
    fn the_figures_of_the_system_are_read() {
        assert_eq!(total_memory("MemTotal:       24684084 kB\nMemFree: 1 kB\n"), Some(25276502016));
        assert_eq!(total_memory("MemFree: 1 kB\n"), None);
        assert_eq!(resident_pages("2264 406 372 5 0 143 0\n"), Some(406));
        assert_eq!(resident_pages(""), None);
        assert_eq!(count_of_kills("oom 4\noom_kill 3\noom_group_kill 0\n"), Some(3));
        assert_eq!(count_of_kills("oom_kill_disable 0\nunder_oom 0\noom_kill 2\n"), Some(2));
        assert_eq!(count_of_kills("oom_kill_disable 0\nunder_oom 0\n"), None);
    }

    #[test]
    fn the_default_limit_is_above_zero_and_nothing_is_killed_by_looking() {
        assert!((MIB..=MOST).contains(&limit_default()), "{}", limit_default());
        assert!(!OomKills::watch().increased());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_memory_of_a_process_is_seen() {
        // Other tests of the same process free memory meanwhile.
        let name = "supervise::memory::tests::the_memory_of_a_process_is_seen";
        if let Some(mut command) = alone(name) {
            assert!(command.status().unwrap().success());
            return;
        }
        let before = resident(getpid()).unwrap();
        let memory = vec![1_u8; 64 << 20];
        let after = resident(getpid()).unwrap();
        assert!(after > before + (32 << 20), "{before} {after} {}", memory.len());
        assert_eq!(resident(Pid::from_raw(i32::MAX).unwrap()), None);
    }
}
