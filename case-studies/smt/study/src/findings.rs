//! A finding is written as a file as soon as it is there: the script as the solver under test got
//! it, and in comments what each solver said, how it was called, and where the script comes from.

use crate::team::Judged;
use mutagen_core::Outcome;
use smt_lang::{Dialect, Script};
use smt_solvers::oracle::{Finding, Judgement};
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// The environment variable that names the folder of findings.
pub const VARIABLE: &str = "SMT_FINDINGS";

/// The folder of findings: [`VARIABLE`], else `smt-findings` in the current folder.
pub fn folder() -> PathBuf {
    std::env::var_os(VARIABLE).map_or_else(|| "smt-findings".into(), PathBuf::from)
}

/// The outcome of a property: what cannot be compared is discarded, and a finding is written before
/// this returns. `origin` is as for [`write()`], and `script` is made for a finding only.
///
/// # Panics
///
/// When a finding cannot be written: a campaign without its findings is worthless.
pub fn outcome(
    folder: &Path,
    judged: &Judged,
    script: impl FnOnce() -> Script,
    origin: impl FnOnce() -> String,
) -> Outcome {
    match &judged.judgement {
        Judgement::Agrees => Outcome::Passed,
        Judgement::Incomparable => Outcome::Discarded,
        Judgement::Finding(finding) => {
            let path = write(folder, finding, judged, &script(), &origin());
            let path = path.unwrap_or_else(|error| {
                panic!("{}: {error}; name a folder in {VARIABLE}", folder.display())
            });
            let text = format!("{}: {}\n{}", finding.class, finding.why, path.display());
            Outcome::failed_as(&finding.key, text)
        }
    }
}

/// Writes a finding. `origin` says where the script is from: seed, address or choices. A finding
/// that is there already is left as it is; a process that is killed leaves no half of one.
///
/// # Errors
///
/// When the folder or the file cannot be written.
pub fn write(
    folder: &Path,
    finding: &Finding,
    judged: &Judged,
    script: &Script,
    origin: &str,
) -> std::io::Result<PathBuf> {
    let solver = &judged.replies[0].0;
    let text = script.print(Dialect::of_solver(solver));
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let name = format!("{solver}-{}-{:016x}.smt2", finding.class, hasher.finish());
    let path = folder.join(&name);
    if path.exists() {
        return Ok(path);
    }
    let mut file = String::new();
    let line = |text: &str| text.replace(['\n', '\r'], " ");
    let culprit = finding.culprit.as_deref().unwrap_or("nobody knows who");
    let _ = writeln!(file, "; {} of {culprit}: {}", finding.class, line(&finding.why));
    let _ = writeln!(file, "; key: {}", line(&finding.key));
    for (name, reply) in &judged.replies {
        let _ = writeln!(file, "; {name}: {}", line(&reply.verdict.to_string()));
        let _ = writeln!(file, ";   {}", line(&reply.command));
    }
    let _ = writeln!(file, "; from: {}", line(origin));
    file.push_str(&text);
    std::fs::create_dir_all(folder)?;
    let part = folder.join(format!(".{name}.{}", std::process::id()));
    std::fs::write(&part, file)?;
    std::fs::rename(&part, &path)?;
    Ok(path)
}
