//! Mutated versions of what a writer has written, for the tests of its reader. A number always
//! gives the same version.

use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// How many versions of each kind of file are read.
pub(crate) const VERSIONS: u64 = 10_000;

/// Numbers that a text may have in place of another.
const HUGE: [&str; 4] = ["4294967296", "18446744073709551615", "18446744073709551616", "1e999"];

/// Reads mutated versions one after the other. Returns the longest time of a call, and
/// prints it. It is CPU time, so that other load of the machine does not count.
pub(crate) fn slowest(original: &[u8], mut read: impl FnMut(&[u8])) -> Duration {
    let mut slowest = Duration::ZERO;
    for seed in 0..VERSIONS {
        let version = mutated(original, seed);
        let start = cpu_time();
        read(&version);
        slowest = slowest.max(cpu_time() - start);
    }
    println!("the slowest of {VERSIONS} mutated versions took {slowest:?}");
    slowest
}

/// The CPU time of this thread.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The bytes after some random changes, which the seed decides.
fn mutated(bytes: &[u8], seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut below = |end: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % end.max(1)
    };
    let mut bytes = bytes.to_vec();
    if below(20) == 0 {
        return (0..below(500)).map(|_| below(256) as u8).collect();
    }
    for _ in 0..=below(4) {
        let at = below(bytes.len());
        let end = (at + below(60)).min(bytes.len());
        match below(8) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let copy = bytes[at..end].to_vec();
                let to = below(bytes.len());
                bytes.splice(to..to, copy);
            }
            3 => bytes.insert(at, below(256) as u8),
            // Two lines change places.
            4 => {
                let mut lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
                let (one, other) = (below(lines.len()), below(lines.len()));
                lines.swap(one, other);
                bytes = lines.join(&b'\n');
            }
            // The next number is a huge one.
            5 => {
                let is_digit = u8::is_ascii_digit;
                let start = bytes[at..].iter().position(is_digit).map_or(bytes.len(), |n| at + n);
                let length = bytes[start..].iter().take_while(|byte| is_digit(byte)).count();
                bytes.splice(start..start + length, HUGE[below(HUGE.len())].bytes());
            }
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << below(8);
                }
            }
        }
    }
    bytes
}
