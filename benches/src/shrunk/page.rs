//! The results: figures over all trials, a table by task, and a picture.

use super::trial::Row;
use benches::study::Error;
use benches::study::render::plots::LINES;
use benches::study::rows::machine::{Machine, commit};
use benches::study::rows::row::workload_of;
use plotters::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// The largest allowed median of the ratio of nodes.
const MEDIAN: f64 = 1.1;

/// The largest allowed ratio of nodes.
const MOST: f64 = 2.0;

/// The longest allowed time of shrinking, in seconds.
const SECONDS: f64 = 5.0;

/// The nodes of each task's smallest counterexample.
type Table = BTreeMap<String, u64>;

/// The ratio of a trial: the nodes of the shrunk value by those of the smallest counterexample.
fn ratio(row: &Row, table: &Table) -> Option<f64> {
    Some(row.end.as_ref()?.nodes as f64 / *table.get(&row.task)? as f64)
}

/// Figures over trials.
pub(super) struct Figures {
    trials: usize,
    /// Trials that found nothing, or whose task is not in the table.
    missing: usize,
    /// Tasks of these workloads without a trial.
    open: usize,
    /// Trials that ended at more nodes than the smallest counterexample.
    larger: usize,
    median: f64,
    most: f64,
    seconds: f64,
    unfinished: usize,
}

impl Figures {
    /// The figures of these trials.
    pub(super) fn of<'r>(rows: impl IntoIterator<Item = &'r Row>, table: &Table) -> Figures {
        let rows: Vec<&Row> = rows.into_iter().collect();
        let mut ratios: Vec<f64> = rows.iter().filter_map(|row| ratio(row, table)).collect();
        ratios.sort_by(f64::total_cmp);
        let is_open = |task: &&String| {
            let workload = |task: &str| task.split('/').next().unwrap_or_default().to_owned();
            rows.iter().any(|row| workload(&row.task) == workload(task))
                && rows.iter().all(|row| row.task != **task)
        };
        let ends = || rows.iter().filter_map(|row| row.end.as_ref());
        Figures {
            trials: rows.len(),
            missing: rows.len() - ratios.len(),
            open: table.keys().filter(is_open).count(),
            larger: ratios.iter().filter(|ratio| **ratio > 1.0).count(),
            median: ratios.get(ratios.len() / 2).copied().unwrap_or(f64::NAN),
            most: ratios.last().copied().unwrap_or(f64::NAN),
            seconds: ends().map(|end| end.seconds).fold(0.0, f64::max),
            unfinished: ends().filter(|end| !end.is_done).count(),
        }
    }

    /// Whether every bound holds.
    pub(super) fn hold(&self) -> bool {
        let is_small = self.median <= MEDIAN && self.most <= MOST;
        is_small && self.seconds <= SECONDS && self.missing == 0 && self.open == 0
    }

    /// One line.
    pub(super) fn line(&self) -> String {
        format!(
            "{}: {} trials, {} without a counterexample, {} tasks without a trial; nodes by those \
             of the smallest: median {:.2} (at most {MEDIAN}), largest {:.2} (at most {MOST}), {} \
             above 1; longest time {:.2} s (at most {SECONDS}), {} cut short",
            if self.hold() { "holds" } else { "VIOLATED" },
            self.trials,
            self.missing,
            self.open,
            self.median,
            self.most,
            self.larger,
            self.seconds,
            self.unfinished,
        )
    }
}

/// Writes the table by trial, the picture and the page.
///
/// # Errors
/// When a file cannot be written, or the picture cannot be drawn.
pub(super) fn write(folder: &Path, rows: &[Row], table: &Table) -> Result<(), Error> {
    std::fs::write(folder.join("studies.csv"), csv(rows, table))?;
    std::fs::write(folder.join("studies.svg"), draw(rows, table)?)?;
    std::fs::write(folder.join("studies.md"), page(rows, table))?;
    Ok(())
}

/// One line for each trial.
fn csv(rows: &[Row], table: &Table) -> String {
    let mut text = "workload,mutant,property,trial,seed,tests,nodes_found,nodes_shrunk,\
                    nodes_smallest,ratio,evaluations,seconds,ended\n"
        .to_owned();
    for row in rows {
        let Row { task, trial, seed, tests, end, .. } = row;
        let smallest = table.get(task).map_or(String::new(), u64::to_string);
        let head = format!("{},{trial},{seed},{tests}", task.replace('/', ","));
        let _ = match end {
            None => writeln!(text, "{head},,,{smallest},,,,"),
            Some(end) => writeln!(
                text,
                "{head},{},{},{smallest},{:.3},{},{:.3},{}",
                end.found,
                end.nodes,
                ratio(row, table).unwrap_or(f64::NAN),
                end.runs,
                end.seconds,
                end.is_done
            ),
        };
    }
    text
}

/// The workloads of the trials, in order.
fn workloads(rows: &[Row]) -> Vec<&str> {
    let mut all: Vec<&str> = Vec::new();
    for row in rows {
        let workload = workload_of(&row.task);
        if !all.contains(&workload) {
            all.push(workload);
        }
    }
    all
}

fn page(rows: &[Row], table: &Table) -> String {
    let mut text = "# Shrinking on the studies\n\n\
        Campaigns of `cargo mutagen run` with its default options find a failure of each task of \
        the studies, and shrink it. The *ratio* of a trial is the number of nodes of the shrunk \
        value by that of the smallest counterexample in [smallest.csv](smallest.csv), which was \
        made before, with other seeds. `studies.csv` has one line for each trial.\n\n\
        ![Ratio of nodes by the nodes of the smallest counterexample](studies.svg)\n\n\
        | workload | trials | without a counterexample | median nodes found | median ratio | \
        largest ratio | trials above 1 | longest time | cut short |\n\
        |---|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for workload in workloads(rows) {
        let of: Vec<&Row> = rows.iter().filter(|row| workload_of(&row.task) == workload).collect();
        line(&mut text, workload, &of, table);
    }
    line(&mut text, "all", &rows.iter().collect::<Vec<&Row>>(), table);
    let _ = writeln!(text, "\n{}.", Figures::of(rows, table).line());
    let mut above: Vec<(f64, &Row)> =
        rows.iter().filter_map(|row| Some((ratio(row, table)?, row))).collect();
    above.retain(|(ratio, _)| *ratio > 1.0);
    above.sort_by(|a, b| b.0.total_cmp(&a.0));
    if !above.is_empty() {
        text.push_str("\n## Trials above the smallest\n\n| task | trial | nodes | smallest |\n");
        text.push_str("|---|---|---|---|\n");
        for (_, row) in &above {
            let nodes = row.end.as_ref().map_or(0, |end| end.nodes);
            let _ =
                writeln!(text, "| {} | {} | {nodes} | {} |", row.task, row.trial, table[&row.task]);
        }
    }
    let Machine { processor, cores, system, compiler, .. } = Machine::this(1);
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let _ = writeln!(
        text,
        "\n## Method\n\n\
         - **Enumeration** runs all values from fewer nodes to more, until one fails. Trees of BST \
         and RBT are valid, with every order of keys; at most one value is not 0, because the \
         programs only move values. Terms of STLC and FSUB are closed and well-typed in the \
         correct program. The precondition of FSUB uses code with planted bugs, so a term that is \
         not well-typed may fail too: its tasks also have 3 campaigns, and the smaller one \
         counts.\n\
         - **Best of** is the smallest of shrunk starts. A task of a machine has 20 pairs of the \
         hand-written generator, the counterexample that the case study keeps, and up to 3 \
         campaigns; those of the register machine take long, and most of its tasks have none. The \
         validator has 20 campaigns, which all find the same value. `starts.jsonl` has all of \
         them.\n\
         - **Time** is wall-clock time of shrinking, with the default limit of 5 s. Where nothing \
         smaller was found, it includes the runs that confirm the failure.\n\
         - A campaign has 60 CPU seconds, and 600 on the register machine.\n\n\
         {processor}, {cores} cores, {system}, {compiler}; commit {}; \
         `cargo run -p benches --release -- {}`",
        commit(),
        arguments.join(" ")
    );
    text
}

fn line(text: &mut String, name: &str, rows: &[&Row], table: &Table) {
    let figures = Figures::of(rows.iter().copied(), table);
    let mut found: Vec<u64> = rows.iter().filter_map(|row| Some(row.end.as_ref()?.found)).collect();
    found.sort_unstable();
    let _ = writeln!(
        text,
        "| {name} | {} | {} | {} | {:.2} | {:.2} | {} | {:.2} s | {} |",
        figures.trials,
        figures.missing,
        found.get(found.len() / 2).copied().unwrap_or_default(),
        figures.median,
        figures.most,
        figures.larger,
        figures.seconds,
        figures.unfinished
    );
}

/// The ratio of each trial, over the nodes of the smallest counterexample.
fn draw(rows: &[Row], table: &Table) -> Result<String, Error> {
    let points = |workload: &str| -> Vec<(f64, f64)> {
        let of = rows.iter().filter(|row| workload_of(&row.task) == workload);
        of.filter_map(|row| Some((*table.get(&row.task)? as f64, ratio(row, table)?))).collect()
    };
    let largest = table.values().copied().max().unwrap_or(1) as f64;
    let most = rows.iter().filter_map(|row| ratio(row, table)).fold(MOST, f64::max);
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (900, 420)).into_drawing_area();
        root.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&root)
            .margin(10)
            .x_label_area_size(36)
            .y_label_area_size(46)
            .build_cartesian_2d((2.0..largest * 1.2).log_scale(), 0.5..most + 0.2)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .x_desc("nodes of the smallest counterexample")
            .y_desc("nodes of the shrunk value by those of the smallest")
            .x_label_formatter(&|x| format!("{x:.0}"))
            .draw()?;
        for (at, workload) in workloads(rows).into_iter().enumerate() {
            let colour = LINES[at % LINES.len()];
            let points = points(workload);
            let dots = points.into_iter().map(|at| Circle::new(at, 3, colour.filled()));
            let series = chart.draw_series(dots)?.label(workload);
            series.legend(move |at| Circle::new(at, 3, colour.filled()));
        }
        chart.configure_series_labels().border_style(BLACK.mix(0.3)).draw()?;
        root.present()?;
    }
    Ok(svg)
}

#[cfg(test)]
mod tests {
    use super::super::trial::{End, Source};
    use super::*;

    fn row(task: &str, nodes: Option<u64>, seconds: f64) -> Row {
        let text = String::new();
        let end = nodes.map(|nodes| End {
            found: 90,
            nodes,
            runs: 7,
            seconds,
            is_done: seconds < SECONDS,
            text,
        });
        Row { task: task.to_owned(), source: Source::Campaign, trial: 0, seed: 1, tests: 5, end }
    }

    fn table() -> Table {
        Table::from([("BST/a/P".to_owned(), 10), ("RBT/b/P".to_owned(), 20)])
    }

    #[test]
    fn the_bounds_are_on_the_median_the_largest_and_the_time() {
        let holds = |rows: &[Row]| Figures::of(rows, &table()).hold();
        let good = || row("BST/a/P", Some(10), 0.1);
        assert!(holds(&[good(), good(), row("RBT/b/P", Some(40), 4.9)]));
        assert!(!holds(&[good(), good(), row("RBT/b/P", Some(41), 0.1)]));
        assert!(!holds(&[good(), row("BST/a/P", Some(12), 0.1), row("RBT/b/P", Some(24), 0.1)]));
        assert!(!holds(&[good(), row("BST/a/P", Some(10), 5.1)]));
        assert!(!holds(&[good(), row("BST/a/P", None, 0.0)]));
        let more = Table::from([("BST/c/P".to_owned(), 3)]).into_iter().chain(table()).collect();
        assert!(!Figures::of(&[good()], &more).hold(), "a task has no trial");
    }

    #[test]
    fn the_files_have_each_trial_and_each_workload() {
        let rows = [row("BST/a/P", Some(10), 0.1), row("RBT/b/P", Some(30), 0.2)];
        let lines = csv(&rows, &table());
        assert_eq!(lines.lines().nth(2), Some("RBT,b,P,0,1,5,90,30,20,1.500,7,0.200,true"));
        assert!(page(&rows, &table()).contains("| RBT/b/P | 0 | 30 | 20 |"));
        let svg = draw(&rows, &table()).unwrap();
        assert!(svg.contains("BST") && svg.contains("RBT"));
    }
}
