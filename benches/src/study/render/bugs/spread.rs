//! How long each bug of the WebAssembly study took the first strategy, beside its goals, and the
//! first strategy compared with the others where the times are long enough to be compared.

use crate::study::analyse::bugs::ALPHA;
use crate::study::analyse::compare::compare_some;
use crate::study::analyse::data::Data;
use crate::study::analyse::published::Published;
use crate::study::analyse::summary::{Measure, Summary};
use crate::study::render::markdown::{number, table, words};
use crate::study::rows::row::{How, workload_of};
use std::fmt::Write;

/// Where both medians are less, in CPU seconds, strategies are not compared.
const SHORT: f64 = 0.05;

/// Half of the bugs in the paper's figure have a median below this, in CPU seconds.
const HALF: f64 = 0.1;

/// No trial of a bug in the paper's figure takes longer, in CPU seconds.
const SLOWEST: f64 = 10.0;

/// The goals for the medians of the bugs in the paper's figure, in CPU seconds, by workload.
const MEDIANS: [(&str, f64); 2] = [("VALIDATOR", 0.5), ("INTERPRETER", 1.0)];

/// Writes the sections.
pub(super) fn write(
    text: &mut String,
    data: &Data<'_>,
    published: &Published,
    all: &[Vec<Summary<'_>>],
) {
    if data.setup.strategies.is_empty() {
        return;
    }
    let first: Vec<&Summary<'_>> = all.iter().map(|bug| &bug[0]).collect();
    times(text, data, published, &first);
    goals(text, data, published, &first);
    others(text, data);
}

/// The least, the median and the greatest time.
fn range(summary: &Summary<'_>) -> [Option<f64>; 3] {
    let times = summary.ranked(Measure::Time, summary.limit);
    let finite = |time: f64| time.is_finite().then_some(time);
    let least = times.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = times.iter().copied().fold(0.0, f64::max);
    let greatest = finite(greatest).filter(|_| !times.is_empty());
    [finite(least), summary.median(Measure::Time), greatest]
}

fn times(text: &mut String, data: &Data<'_>, published: &Published, first: &[&Summary<'_>]) {
    let _ = writeln!(
        text,
        "\n## Times of `{}`\n\nCPU seconds of the trials of each bug, and the median number of \
         tests. A dash means that not every trial found the bug, or for a median, not half of \
         them. `others` counts the trials that ended with a counterexample which also fails with \
         the bug switched off; they found nothing.\n",
        data.setup.strategies[0].name
    );
    let row = |at: usize| {
        let (bug, summary) = (&published.bugs[at], first[at]);
        let others = summary.rows.iter().filter(|row| row.how == Some(How::Other)).count();
        let mut cells = vec![bug.number.clone(), bug.mutant.clone()];
        cells.push(format!("{} of {}", summary.found(), summary.rows.len()));
        cells.extend(range(summary).map(number));
        cells.push(number(summary.median(Measure::Tests)));
        cells.push(others.to_string());
        cells
    };
    let rows: Vec<Vec<String>> = (0..first.len()).map(row).collect();
    let head = ["#", "mutant", "found", "least s", "median s", "greatest s", "tests", "others"];
    table(text, &words(&head), &rows);
}

fn goals(text: &mut String, data: &Data<'_>, published: &Published, first: &[&Summary<'_>]) {
    let of_paper: Vec<(&str, &Summary<'_>)> = published
        .bugs
        .iter()
        .zip(first)
        .filter(|(bug, _)| bug.figures.is_some())
        .map(|(bug, summary)| {
            let is = |task: &&String| task.split('/').nth(1) == Some(bug.number.as_str());
            let task = data.setup.tasks.iter().find(is).map_or("", String::as_str);
            (workload_of(task), *summary)
        })
        .collect();
    let count = |is: &dyn Fn(&(&str, &Summary<'_>)) -> bool| {
        of_paper.iter().filter(|bug| is(bug)).count().to_string()
    };
    let within = |summary: &Summary<'_>, limit: f64| {
        summary.median(Measure::Time).is_some_and(|median| median <= limit)
    };
    let always = |summary: &Summary<'_>, limit: f64| {
        !summary.rows.is_empty() && summary.rows.iter().all(|row| row.found(limit))
    };
    let found = first.iter().filter(|summary| always(summary, summary.limit)).count();
    let mut rows = vec![vec![
        "found in every trial".to_owned(),
        format!("{} of {}", first.len(), first.len()),
        format!("{found} of {}", first.len()),
    ]];
    for (workload, limit) in MEDIANS {
        let own = count(&|(of, _)| *of == workload);
        let met = count(&|(of, summary)| *of == workload && within(summary, limit));
        let what = format!("{workload}, of the paper's figure: median of at most {limit} s");
        rows.push(vec![what, format!("{own} of {own}"), format!("{met} of {own}")]);
    }
    let all = of_paper.len();
    rows.push(vec![
        format!("of the paper's figure: median below {HALF} s"),
        format!("{} of {all}", all.div_ceil(2)),
        format!("{} of {all}", count(&|(_, summary)| within(summary, HALF))),
    ]);
    rows.push(vec![
        format!("of the paper's figure: every trial within {SLOWEST} s"),
        format!("{all} of {all}"),
        format!("{} of {all}", count(&|(_, summary)| always(summary, SLOWEST))),
    ]);
    text.push_str("## Goals\n\n");
    table(text, &words(&["bugs", "goal", "measured"]), &rows);
}

/// The first strategy against each other, on the bugs of which one of the two medians is not short.
fn others(text: &mut String, data: &Data<'_>) {
    let Some((first, others)) = data.setup.strategies.split_first() else { return };
    if others.is_empty() {
        return;
    }
    let _ = writeln!(
        text,
        "## Where a median is above {SHORT} s\n\n`{0}` is compared with each other strategy by a \
         two-sided Mann–Whitney U test of the times, with Holm's correction over the bugs of which \
         one of the two medians is above {SHORT} s, or is not reached; α = {ALPHA}. Â₁₂ is the \
         probability that a trial of `{0}` takes less time. The bugs are in brackets where the \
         other is faster.\n",
        first.name
    );
    let mut rows = Vec::new();
    for other in others {
        let is_long = |task: &str| {
            let long = |strategy| {
                let summary = data.summary(strategy, task);
                summary.median(Measure::Time).is_none_or(|median| median > SHORT)
            };
            long(first) || long(other)
        };
        let all = compare_some(data, other, Measure::Time, &is_long);
        let decided = |faster: bool| {
            let of = all.iter().filter(|c| c.adjusted < ALPHA && (c.a12 > 0.5) == faster);
            of.map(|c| c.task.split('/').nth(1).unwrap_or(c.task)).collect::<Vec<&str>>()
        };
        let (faster, slower) = (decided(true), decided(false));
        let named = match slower.as_slice() {
            [] => "0".to_owned(),
            bugs => format!("{} ({})", bugs.len(), bugs.join(", ")),
        };
        rows.push(vec![
            other.name.clone(),
            all.len().to_string(),
            faster.len().to_string(),
            named,
            (all.len() - faster.len() - slower.len()).to_string(),
        ]);
    }
    let (faster, slower) = (format!("`{}` faster", first.name), "the other faster".to_owned());
    let head = [words(&["against", "bugs"]), vec![faster, slower], words(&["undecided"])].concat();
    table(text, &head, &rows);
}

#[cfg(test)]
mod tests {
    use super::super::files;
    use super::*;
    use crate::study::rows::row::Rows;
    use crate::study::rows::row::tests::row;
    use crate::study::rows::setup::tests::{setup, strategy};

    #[test]
    fn times_goals_and_what_is_significant_are_told_bug_by_bug() {
        let strategies = vec![strategy("mutagen", 10, false), strategy("paper", 10, true)];
        let tasks = ["VALIDATOR/1/p", "VALIDATOR/2/p", "INTERPRETER/11/p", "INTERPRETER/T4/p"];
        let mut setup = setup(strategies, &tasks);
        setup.study = "wasm".into();
        let mut rows = Rows::default();
        for trial in 0..10 {
            let late = trial as f64 / 1000.0;
            let mut insert = |task: usize, mutagen: Option<f64>, paper: f64| {
                rows.insert(row("mutagen", tasks[task], trial, mutagen.map(|time| time + late)));
                rows.insert(row("paper", tasks[task], trial, Some(paper + late)));
            };
            insert(0, Some(0.01), 0.02);
            insert(1, Some(0.6), 0.3);
            insert(2, (trial > 0).then_some(11.0), 20.0);
            insert(3, Some(0.06), 0.2);
        }
        let text = &files(&Data { setup: &setup, rows: &rows }).unwrap()[0].1;
        for line in [
            "| 2 | wrong stack type validation | 10 of 10 | 0.600 | 0.604 | 0.609 | 100 | 0 |",
            "| 11 | wrong interpretation of i32.sub | 9 of 10 | 11.0 | 11.0 | – | 100 | 0 |",
            "| found in every trial | 25 of 25 | 3 of 25 |",
            "| VALIDATOR, of the paper's figure: median of at most 0.5 s | 2 of 2 | 1 of 2 |",
            "| INTERPRETER, of the paper's figure: median of at most 1 s | 1 of 1 | 0 of 1 |",
            "| of the paper's figure: median below 0.1 s | 8 of 15 | 1 of 15 |",
            "| of the paper's figure: every trial within 10 s | 15 of 15 | 2 of 15 |",
            "| paper | 3 | 2 | 1 (2) | 0 |",
            "; compared with the published MUTAGEN\n",
        ] {
            assert!(text.contains(line), "{line}\nis not in\n{text}");
        }
        assert!(!text.contains("Tables III and IV"), "{text}");
    }
}
