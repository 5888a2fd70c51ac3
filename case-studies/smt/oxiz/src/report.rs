//! Kinds of failures, and the script that shows the failure.

use crate::judge::{Class, Verdict};
use mutagen_core::Outcome;
use smt_fragment::{Script, reduce};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::{env, fs};

/// The folder that gets a script of each kind, if it is set.
pub const VARIABLE: &str = "SMT_FINDINGS";

/// The outcome of a test: a failure has the script, reduced, and a kind made of its class, sorts
/// and operators. `judge` judges smaller scripts; it is called at most `tries` times.
pub fn outcome(
    script: &Script,
    verdict: Verdict,
    tries: usize,
    mut judge: impl FnMut(&Script) -> Verdict,
) -> Outcome {
    let class = match verdict {
        Verdict::Right => return Outcome::Passed,
        Verdict::Open => return Outcome::Discarded,
        Verdict::Wrong(class) => class,
    };
    // A panic while reducing is another failure: that script is not taken.
    let same = |candidate: &Script| {
        catch_unwind(AssertUnwindSafe(|| judge(candidate))).ok() == Some(Verdict::Wrong(class))
    };
    let reduced = reduce(script, tries, same);
    let kind = kind(class, &reduced);
    keep(&kind, &reduced);
    Outcome::failed_as(&kind, format!("{kind}\n{reduced}"))
}

/// The kind of a failure: its class, sorts and operators.
pub fn kind(class: Class, reduced: &Script) -> String {
    format!("{}: {}", class.word(), reduced.words())
}

/// Writes the script into the folder for findings, unless there is a smaller one of its kind.
fn keep(kind: &str, script: &Script) {
    let Some(folder) = env::var_os(VARIABLE).map(PathBuf::from) else { return };
    let name: String = kind
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || ".-".contains(c) { c } else { '_' })
        .collect();
    let path = folder.join(format!("{}.smt2", &name[..name.len().min(120)]));
    let text = format!("; {kind}\n{script}");
    let smaller = fs::metadata(&path).is_ok_and(|file| file.len() <= text.len() as u64);
    if !smaller {
        // Findings are a convenience: the campaign has the value whatever comes of the file.
        let _ = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, text));
    }
}
