//! The output of a benchmark: one line for each figure, with its bound if it has one, and whether
//! every bound holds. With `--keep`, the raw figures are written under `benches/runs/<date>/`, with
//! the machine.

use crate::machine;
use crate::rounds::Pairs;
use clap::Args;
use serde_json::{Value, json};
use std::error::Error;
use std::fmt;
use std::path::Path;

/// Arguments that all benchmarks have.
#[derive(Args, Clone, Copy)]
pub(crate) struct Options {
    /// End within a minute: fewer and shorter rounds
    #[arg(long)]
    pub(crate) quick: bool,
    /// Keep the raw figures under `benches/runs/<date>/`
    #[arg(long)]
    pub(crate) keep: bool,
}

/// The bound of a figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Bound {
    /// The smallest allowed figure.
    AtLeast(f64),
    /// The largest allowed figure.
    AtMost(f64),
    /// No bound: the figure is printed for comparison only.
    None,
}

impl Bound {
    fn holds(self, figure: f64) -> bool {
        // A figure that is not a number meets no bound.
        match self {
            Bound::AtLeast(least) => figure >= least,
            Bound::AtMost(most) => figure <= most,
            Bound::None => true,
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::AtLeast(least) => write!(f, ", at least {least}"),
            Bound::AtMost(most) => write!(f, ", at most {most}"),
            Bound::None => Ok(()),
        }
    }
}

/// A benchmark's figures so far.
pub(crate) struct Report {
    name: &'static str,
    options: Options,
    figures: Vec<Value>,
    missed: usize,
}

impl Report {
    /// The report of the benchmark of this name.
    pub(crate) fn new(name: &'static str, options: Options) -> Report {
        Report { name, options, figures: Vec::new(), missed: 0 }
    }

    /// Prints the ratio of two variants measured in turns, and the median of each in `unit`.
    pub(crate) fn ratio(&mut self, what: &str, pairs: &Pairs, unit: &str, bound: Bound) {
        let (first, second) = pairs.medians();
        let detail = format!(" ({} to {} {unit})", short(first), short(second));
        let raw = json!({ "first": pairs.first, "second": pairs.second, "unit": unit });
        self.line(what, pairs.ratio(), &detail, bound, raw);
    }

    /// Prints a single figure.
    pub(crate) fn figure(&mut self, what: &str, figure: f64, unit: &str, bound: Bound) {
        self.line(what, figure, &format!(" {unit}"), bound, json!({ "unit": unit }));
    }

    fn line(&mut self, what: &str, figure: f64, detail: &str, bound: Bound, mut raw: Value) {
        let holds = bound.holds(figure);
        let verdict = match (bound, holds) {
            (Bound::None, _) => "",
            (_, true) => ": ok",
            (_, false) => ": MISSED",
        };
        println!("{what}: {}{detail}{bound}{verdict}", short(figure));
        self.missed += usize::from(!holds);
        raw["what"] = json!(what);
        raw["figure"] = json!(figure);
        raw["bound"] = json!(bound.to_string().trim_start_matches(", "));
        raw["holds"] = json!(holds);
        self.figures.push(raw);
    }

    /// Ends the report and keeps its raw figures if asked to; returns whether every bound holds.
    ///
    /// # Errors
    /// When the raw figures cannot be written.
    pub(crate) fn finish(self) -> Result<bool, Box<dyn Error>> {
        if self.options.keep {
            let date = humantime::format_rfc3339_seconds(std::time::SystemTime::now()).to_string();
            let day = date.split('T').next().unwrap_or(&date);
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("runs").join(day);
            std::fs::create_dir_all(&folder)?;
            let quick = if self.options.quick { "-quick" } else { "" };
            let file = folder.join(format!("{}{quick}.json", self.name));
            let run = json!({
                "benchmark": self.name,
                "quick": self.options.quick,
                "at": date,
                "machine": machine::describe(),
                "figures": self.figures,
            });
            std::fs::write(&file, format!("{run:#}\n"))?;
            println!("kept in benches/runs/{day}/{}{quick}.json", self.name);
        }
        if self.missed > 0 {
            println!("{} missed", self.missed);
        }
        Ok(self.missed == 0)
    }
}

/// A figure with about three significant digits.
fn short(figure: f64) -> String {
    let digits = match figure.abs() {
        size if size >= 100.0 => 0,
        size if size >= 10.0 => 1,
        _ => 2,
    };
    format!("{figure:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_good_only_when_every_bound_holds() {
        let good = |figures: &[(f64, Bound)]| {
            let mut report = Report::new("test", Options { quick: true, keep: false });
            for &(figure, bound) in figures {
                report.figure("figure", figure, "ns", bound);
            }
            report.finish().unwrap_or_else(|error| panic!("{error}"))
        };
        assert!(good(&[(1.0, Bound::None), (2.0, Bound::AtLeast(2.0)), (2.0, Bound::AtMost(2.0))]));
        assert!(!good(&[(1.9, Bound::AtLeast(2.0)), (2.0, Bound::AtMost(2.0))]));
        assert!(!good(&[(2.1, Bound::AtMost(2.0))]));
        assert!(!good(&[(f64::NAN, Bound::AtMost(2.0))]));
    }
}
