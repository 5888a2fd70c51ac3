//! Makes a verdict of what is left of a run. The first that fits holds: crash, limit, invalid
//! model, error, answers that do not fit the script, answers.

use super::words::{Piece, head, pieces};
use super::{Answer, End, Verdict, signs};
use crate::process::{Ended, Limits, Way};

/// The verdict of a run under these limits about a script with so many checks.
pub fn read(ended: &Ended, limits: &Limits, checks: usize) -> Verdict {
    let output = String::from_utf8_lossy(&ended.output);
    let errors = String::from_utf8_lossy(&ended.errors);
    let pieces = pieces(&output);
    // A word that a kill has cut short may be the start of another one.
    let is_said = |is_whole: bool| is_whole || matches!(ended.way, Way::Exit(_));
    let answers: Vec<Answer> = pieces
        .iter()
        .filter_map(|piece| match piece {
            Piece::Word { text, is_whole } if is_said(*is_whole) => Answer::of(text),
            _ => None,
        })
        .collect();
    let end = end(ended, limits, &output, &errors, &pieces)
        .unwrap_or_else(|| count(ended, &output, &errors, answers.len(), checks));
    Verdict { answers, end }
}

/// How a run ended, unless it ended in order.
fn end(
    ended: &Ended,
    limits: &Limits,
    output: &str,
    errors: &str,
    pieces: &[Piece<'_>],
) -> Option<End> {
    let streams = [errors, output];
    let said = |signs: &[&str]| {
        streams.iter().find_map(|text| Some(message(text, signs::first(signs, text)?)))
    };
    // CVC's validation ends as its failed assertions do. z3's is one error of several.
    if let Some(text) = said(&signs::INVALID_MODEL[1..]) {
        return Some(End::InvalidModel(text));
    }
    let is_full = ended.resident >= limits.memory / 10 * 9 || said(&signs::MEMORY).is_some();
    if let Way::Signal(_) | Way::Exit(_) = ended.way
        && !matches!(ended.way, Way::Exit(0))
        && is_full
    {
        return Some(End::Memory);
    }
    if let Some(text) = said(&signs::CRASH) {
        let is_known = streams.iter().any(|text| signs::first(&signs::NO_CRASH, text).is_some());
        return Some(if is_known { End::Error(text) } else { End::Crash(text) });
    }
    match ended.way {
        Way::Cpu | Way::Wall => return Some(End::Timeout),
        Way::Output => return Some(End::Flood),
        Way::Signal(libc::SIGKILL | libc::SIGTERM | libc::SIGINT) => return Some(End::Killed),
        Way::Signal(signal) => {
            let line = errors.lines().find(|line| !line.trim().is_empty());
            let line = line.map_or(String::new(), |line| format!(": {}", line.trim()));
            return Some(End::Crash(format!("{}{line}", name(signal))));
        }
        Way::Exit(_) => {}
    }
    let complaints = complaints(pieces, errors);
    if let Some(text) =
        complaints.iter().find(|text| signs::first(&signs::INVALID_MODEL, text).is_some())
    {
        return Some(End::InvalidModel((*text).to_owned()));
    }
    let is_harmless = |text: &&str| signs::first(&signs::HARMLESS, text).is_some();
    if let Some(text) = complaints.iter().find(|text| !is_harmless(text)) {
        let is_time = signs::first(&signs::TIMEOUT, text).is_some();
        return Some(if is_time { End::Timeout } else { End::Error(line(text)) });
    }
    let has_timed_out = |piece: &Piece<'_>| matches!(piece, Piece::Word { text: "timeout", .. });
    if pieces.iter().any(has_timed_out) || signs::first(&signs::TIMEOUT, errors).is_some() {
        return Some(End::Timeout);
    }
    None
}

/// The errors that a solver tells in SMT-LIB's way, on either stream.
fn complaints<'t>(output: &[Piece<'t>], errors: &'t str) -> Vec<&'t str> {
    let of_errors = pieces(errors);
    let all = output.iter().cloned().chain(of_errors);
    let lists = all.filter_map(|piece| match piece {
        Piece::List(list) if head(list) == "error" => Some(list),
        _ => None,
    });
    lists.collect()
}

/// How a run ended that has no sign of an error: in order if it has as many answers as checks.
fn count(ended: &Ended, output: &str, errors: &str, answers: usize, checks: usize) -> End {
    if output.contains('\u{fffd}') {
        return End::Garbled("its output is not UTF-8".to_owned());
    }
    match ended.way {
        _ if answers == checks => End::Answered,
        Way::Exit(code) if code != 0 => {
            let said = errors.lines().chain(output.lines()).find(|line| !line.trim().is_empty());
            End::Error(said.map_or_else(|| format!("it exited with {code}"), line))
        }
        _ => End::Garbled(format!("{answers} answers to {checks} checks")),
    }
}

/// The line of a text with a sign, and the lines after it that say where, for solvers that write
/// the place below.
fn message(text: &str, at: usize) -> String {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text[start..].lines().map(str::trim);
    let mut message = line(lines.next().unwrap_or_default());
    for next in lines.take(3) {
        let is_place = ["File:", "Line:"].iter().any(|place| next.starts_with(place));
        if is_place {
            message = message + " " + next;
        }
    }
    message
}

/// The first line of a text, at most 400 characters.
fn line(text: &str) -> String {
    text.trim().lines().next().unwrap_or_default().chars().take(400).collect()
}

/// The name of a signal.
fn name(signal: i32) -> String {
    let named = match signal {
        libc::SIGSEGV => "SIGSEGV",
        libc::SIGABRT => "SIGABRT",
        libc::SIGBUS => "SIGBUS",
        libc::SIGFPE => "SIGFPE",
        libc::SIGILL => "SIGILL",
        libc::SIGSYS => "SIGSYS",
        libc::SIGXFSZ => "SIGXFSZ",
        number => return format!("signal {number}"),
    };
    named.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn verdict(way: Way, output: &str, errors: &str, checks: usize) -> String {
        let ended = Ended {
            way,
            output: output.into(),
            errors: errors.into(),
            cpu: Duration::ZERO,
            resident: 0,
        };
        read(&ended, &Limits::seconds(1), checks).to_string()
    }

    #[test]
    fn the_first_sign_in_the_order_of_the_oracle_is_the_end() {
        let (fine, segv) = (Way::Exit(0), Way::Signal(libc::SIGSEGV));
        let z3 = "ASSERTION VIOLATION\nFile: ../src/a.cpp\nLine: 12\nx > 0\n";
        let cvc = "Fatal failure within f() at b.cpp:3\nInternal error detected\n\
                   ERRORS SATISFYING ASSERTIONS WITH MODEL\n";
        let invalid = "sat\n(error \"line 3 column 1: an invalid model was generated\")\n";
        for (way, output, errors, checks, expected) in [
            (fine, "sat\nunsat\n", "", 2, "sat/unsat"),
            (fine, "sat", "", 1, "sat"),
            (segv, "sat\nuns", "", 2, "sat, crash (SIGSEGV)"),
            (segv, "", "oh no\n", 1, "crash (SIGSEGV: oh no)"),
            (
                Way::Exit(1),
                "sat\n",
                z3,
                1,
                "sat, crash (ASSERTION VIOLATION File: ../src/a.cpp Line: 12)",
            ),
            (
                Way::Signal(libc::SIGABRT),
                "",
                cvc,
                1,
                "invalid_model (ERRORS SATISFYING ASSERTIONS WITH MODEL)",
            ),
            (segv, invalid, "", 1, "sat, crash (SIGSEGV)"),
            (Way::Cpu, invalid, "", 2, "sat, timeout"),
            (
                fine,
                invalid,
                "",
                1,
                "sat, invalid_model ((error \"line 3 column 1: an invalid model was generated\"))",
            ),
            (Way::Wall, "sat\nunsat", "", 2, "sat, timeout"),
            (Way::Output, "sat\n", "", 1, "sat, flood"),
            (Way::Signal(libc::SIGKILL), "", "", 1, "killed"),
            (Way::Exit(101), "(error \"out of memory\")", "", 1, "memory"),
            (Way::Signal(libc::SIGABRT), "", "terminate called: std::bad_alloc", 1, "memory"),
            (
                Way::Exit(1),
                "(error \"unknown sort\")\nsat\n",
                "",
                1,
                "sat, error ((error \"unknown sort\"))",
            ),
            (
                Way::Exit(1),
                "",
                "(error \"Parse Error: x\")",
                1,
                "error ((error \"Parse Error: x\"))",
            ),
            (Way::Exit(1), "unsat\n(error \"line 2: model is not available\")\n", "", 1, "unsat"),
            (Way::Exit(3), "", "bad option\n", 1, "error (bad option)"),
            (fine, "timeout\n", "", 1, "timeout"),
            (fine, "sat\nunsat\n", "", 1, "sat/unsat, garbled (2 answers to 1 checks)"),
            (fine, "", "", 1, "garbled (0 answers to 1 checks)"),
            (fine, "(echo sat)\n\"unsat\"\nsat\n", "", 1, "sat"),
            (
                Way::Exit(1),
                "",
                "Unhandled case encountered FloatingPointLiteral",
                1,
                "error (Unhandled case encountered FloatingPointLiteral)",
            ),
        ] {
            assert_eq!(verdict(way, output, errors, checks), expected, "{output:?} {errors:?}");
        }
    }

    #[test]
    fn output_that_is_no_text_is_garbled_and_memory_at_its_limit_is_seen() {
        let mut ended = Ended {
            way: Way::Exit(0),
            output: b"sat\n\xff\xfe".to_vec(),
            errors: Vec::new(),
            cpu: Duration::ZERO,
            resident: 0,
        };
        let limits = Limits::seconds(1);
        assert!(matches!(read(&ended, &limits, 1).end, End::Garbled(_)));
        (ended.way, ended.resident) = (Way::Signal(libc::SIGSEGV), limits.memory);
        assert_eq!(read(&ended, &limits, 1).end, End::Memory);
    }
}
