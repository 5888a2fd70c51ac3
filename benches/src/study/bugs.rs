//! The report of a study whose bugs have published figures: bug by bug beside those, grouped as the
//! paper's Tables III and IV group them, and drawn as its figures 2 and 3 are. The statistics are the
//! paper's: the failure rate (the share of trials that found the bug), the mean time of those trials alone,
//! and each tail of a Mann–Whitney U test at 0.05, without correction. That test is of all trials: to leave
//! out those that found nothing would compare the lucky ones.

use super::Error;
use super::data::Data;
use super::markdown::number;
use super::plots::LINES;
use super::published::{self, Bug, STRATEGIES};
use super::stats::{mann_whitney, mean};
use super::summary::{Measure, Summary};
use plotters::prelude::*;
use std::fmt::Write;

/// The level of significance of each tail.
const ALPHA: f64 = 0.05;

/// The files of the report; none for a study without published figures.
pub fn files(data: &Data<'_>) -> Result<Vec<(&'static str, String)>, Error> {
    let Some(bugs) = published::bugs(&data.setup.study) else { return Ok(Vec::new()) };
    let of = |bug| measured(data, bug);
    let measured: Vec<Vec<Summary<'_>>> = bugs.iter().map(of).collect();
    let svg = draw(data, &bugs, &measured)?;
    Ok(vec![("bugs.md", markdown(data, &bugs, &measured)), ("bugs.svg", svg)])
}

/// A bug under each strategy, in the order of the setup; without rows where the study has no task for it.
fn measured<'d>(data: &Data<'d>, bug: &Bug) -> Vec<Summary<'d>> {
    let is = |task: &&String| task.split('/').nth(1) == Some(bug.number.as_str());
    let task = data.setup.tasks.iter().find(is).map_or("", String::as_str);
    data.setup.strategies.iter().map(|strategy| data.summary(strategy, task)).collect()
}

fn markdown(data: &Data<'_>, bugs: &[Bug], all: &[Vec<Summary<'_>>]) -> String {
    let mut text = format!(
        "# {}: bug by bug\n\nThe failure rate (FR) is the share of trials that found the bug, within the limit \
         that the heading gives; the time is the mean of those trials alone, in seconds: CPU time here, \
         wall-clock time on another machine, of ten trials of an hour, where it is published. Compare \
         ranks, rates and the effect of an \
         ablation; the seconds are of different machines, compilers and generators.\n\n\
         ![Failure rate and mean time to failure](bugs.svg)\n\n",
        data.setup.study
    );
    curated(&mut text, data, bugs, all);
    let strategies = &data.setup.strategies;
    text.push_str("## Every bug\n\n| # | mutant |");
    for strategy in strategies {
        let _ = write!(text, " {0}, {1} s: FR | {0} s |", strategy.name, strategy.limit);
    }
    for (_, name) in STRATEGIES {
        let _ = write!(text, " published {name} FR | s |");
    }
    let _ = writeln!(text, "\n|{}", "---|".repeat(2 + 2 * (strategies.len() + STRATEGIES.len())));
    for (bug, measured) in bugs.iter().zip(all) {
        let _ = write!(text, "| {} | {} |", bug.number, bug.mutant);
        for summary in measured {
            let rate = if summary.rows.is_empty() {
                "–".to_owned()
            } else {
                format!("{:.2}", summary.failure_rate())
            };
            let _ = write!(text, " {rate} | {} |", number(summary.mean_of_found(Measure::Time)));
        }
        for figure in &bug.figures {
            let _ = write!(text, " {:.1} | {} |", figure.rate, number(figure.time));
        }
        text.push('\n');
    }
    text.push_str("| | **mean FR** |");
    for at in 0..strategies.len() {
        let rates = all
            .iter()
            .map(|bug| &bug[at])
            .filter(|s| !s.rows.is_empty())
            .map(Summary::failure_rate);
        let rate = mean(&rates.collect::<Vec<f64>>());
        let _ = write!(text, " {} | |", number(rate));
    }
    for at in 0..STRATEGIES.len() {
        let rates: Vec<f64> = bugs.iter().map(|bug| bug.figures[at].rate).collect();
        let _ = write!(text, " {} | |", number(mean(&rates)));
    }
    text.push('\n');
    text
}

/// How the paper groups bugs: by which of two strategies is faster.
const GROUPS: [&str; 4] = [
    "`fuzzchick` is faster",
    "neither is faster",
    "`fuzzchick` is slower",
    "`fuzzchick` always times out",
];

/// Which group a bug is in, of [`GROUPS`]; none if one of the strategies has not run it. Trials that found
/// nothing within the lesser limit share the worst rank.
fn group(fuzzchick: &Summary<'_>, other: &Summary<'_>) -> Option<usize> {
    if fuzzchick.rows.is_empty() || other.rows.is_empty() {
        return None;
    }
    if fuzzchick.found() == 0 {
        return Some(3);
    }
    let limit = fuzzchick.limit.min(other.limit);
    let less = |a: &Summary<'_>, b: &Summary<'_>| {
        let [a, b] = [a, b].map(|summary| summary.ranked(Measure::Time, limit));
        mann_whitney::test(&a, &b).is_some_and(|test| test.less < ALPHA)
    };
    Some(if less(fuzzchick, other) {
        0
    } else if less(other, fuzzchick) {
        2
    } else {
        1
    })
}

/// Tables III and IV: the bugs by which strategy is faster, and the mean failure rate of each group.
fn curated(text: &mut String, data: &Data<'_>, bugs: &[Bug], all: &[Vec<Summary<'_>>]) {
    let strategies = &data.setup.strategies;
    let Some(fuzzchick) = strategies.iter().position(|s| s.name == "fuzzchick") else { return };
    let _ = writeln!(
        text,
        "## Curated, as in Tables III and IV\n\nThe paper compares `fuzzchick` and `paper` and has, of its {} \
         bugs, {}. Here a bug is in one of the first three groups by a one-sided Mann–Whitney test at \
         {ALPHA} of the times of all trials; those that found nothing within the lesser limit of the two \
         share the worst rank. The failure rates are those within that limit.\n",
        bugs.len(),
        match data.setup.study.as_str() {
            "ifc-stack" =>
                "FuzzChick faster on none, neither on 2 (mean failure rates 0.35 and 1), MUTAGEN on 17 \
                 (0.79 and 1), and 1 that FuzzChick never finds (0 and 1)",
            _ =>
                "FuzzChick faster on 2 (mean failure rates 0.8 and 0.75), neither on 8 (0.52 and 0.8), \
                 MUTAGEN on 20 (0.93 and 1), and 3 that FuzzChick never finds (0 and 0.7)",
        }
    );
    text.push_str("| against | bugs where | count | mean FR fuzzchick | mean FR of the other |\n");
    text.push_str("|---|---|---|---|---|\n");
    for (at, strategy) in strategies.iter().enumerate().filter(|(at, _)| *at != fuzzchick) {
        for (index, words) in GROUPS.iter().enumerate() {
            let of = |bug: &&Vec<Summary<'_>>| group(&bug[fuzzchick], &bug[at]) == Some(index);
            let limit = strategy.limit.min(strategies[fuzzchick].limit);
            let rates = |at: usize| {
                let rate = |bug: &Vec<Summary<'_>>| bug[at].failure_rate_within(limit);
                all.iter().filter(of).map(rate).collect::<Vec<f64>>()
            };
            let _ = writeln!(
                text,
                "| {} | {words} | {} | {} | {} |",
                strategy.name,
                rates(at).len(),
                number(mean(&rates(fuzzchick))),
                number(mean(&rates(at)))
            );
        }
    }
    text.push('\n');
}

/// The strategies that are drawn: those of the paper, the default, and random testing. Each has the colour of
/// its place here, also where the figures are published ones.
const DRAWN: [&str; 7] =
    ["mutagen", "fuzzchick", "paper", "no-lifo", "no-reset", "smart", "random"];

fn colour(name: &str) -> Option<RGBColor> {
    DRAWN.iter().position(|drawn| *drawn == name).map(|at| LINES[at])
}

const WIDTH: i32 = 1100;
const PANEL: i32 = 190;
const LEFT: i32 = 60;
const FONT: (&str, i32) = ("sans-serif", 12);

/// The least and the greatest time of the logarithmic scale, in seconds.
const TIMES: (f64, f64) = (1e-4, 3600.0);

/// What a bar of a panel is: a share of its height, and no bar without one.
type Bars = Vec<(String, RGBColor, Vec<Option<f64>>)>;

/// Figures 2 and 3: failure rates above, times below, measured and published; bugs in the order of
/// FuzzChick's published failure rate.
fn draw(data: &Data<'_>, bugs: &[Bug], all: &[Vec<Summary<'_>>]) -> Result<String, Error> {
    let mut order: Vec<usize> = (0..bugs.len()).collect();
    order.sort_by(|a, b| bugs[*b].figures[0].rate.total_cmp(&bugs[*a].figures[0].rate));
    let log = |time: Option<f64>| {
        let (low, high) = (TIMES.0.ln(), TIMES.1.ln());
        time.map(|time| ((time.max(TIMES.0).ln() - low) / (high - low)).clamp(0.01, 1.0))
    };
    let ours = |share: &dyn Fn(&Summary<'_>) -> Option<f64>| -> Bars {
        let strategies = data.setup.strategies.iter().enumerate();
        let bars = |at: usize| order.iter().map(|bug| share(&all[*bug][at])).collect();
        strategies
            .filter_map(|(at, s)| Some((s.name.clone(), colour(&s.name)?, bars(at))))
            .collect()
    };
    let theirs = |share: &dyn Fn(&published::Figure) -> Option<f64>| -> Bars {
        let bars = |at: usize| order.iter().map(|bug| share(&bugs[*bug].figures[at])).collect();
        let strategies = STRATEGIES.iter().enumerate();
        strategies
            .filter_map(|(at, (name, title))| Some(((*title).to_owned(), colour(name)?, bars(at))))
            .collect()
    };
    let panels = [
        ("failure rate", ours(&|s| (!s.rows.is_empty()).then(|| s.failure_rate()))),
        ("published failure rate", theirs(&|f| Some(f.rate))),
        ("mean time to failure, s", ours(&|s| log(s.mean_of_found(Measure::Time)))),
        ("published mean time to failure, s", theirs(&|f| log(f.time))),
    ];
    let mut svg = String::new();
    {
        let size = (WIDTH as u32, (panels.len() as i32 * (PANEL + 60) + 10) as u32);
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        root.fill(&WHITE)?;
        for (at, (title, bars)) in panels.iter().enumerate() {
            let top = 36 + at as i32 * (PANEL + 60);
            root.draw(&Text::new(*title, (LEFT, top - 30), ("sans-serif", 14)))?;
            let ticks = if at < 2 {
                [0.0, 0.5, 1.0].map(|rate| (rate, rate.to_string())).to_vec()
            } else {
                let ticks = [0.001, 0.01, 0.1, 1.0, 10.0, 100.0, 1000.0].into_iter();
                ticks.filter_map(|time| Some((log(Some(time))?, time.to_string()))).collect()
            };
            let names: Vec<&str> = order.iter().map(|bug| bugs[*bug].number.as_str()).collect();
            panel(&root, top, &ticks, &names, bars)?;
        }
        root.present()?;
    }
    Ok(svg)
}

fn panel(
    root: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
    top: i32,
    ticks: &[(f64, String)],
    names: &[&str],
    bars: &Bars,
) -> Result<(), Error> {
    let width = WIDTH - LEFT - 10;
    let height = |share: f64| top + PANEL - (share * f64::from(PANEL)) as i32;
    for (share, name) in ticks {
        let y = height(*share);
        let line = [(LEFT, y), (LEFT + width, y)];
        root.draw(&PathElement::new(line, RGBColor(210, 210, 210).stroke_width(1)))?;
        root.draw(&Text::new(name.clone(), (14, y - 6), FONT))?;
    }
    let group = width / names.len().max(1) as i32;
    let bar = ((group - 4) / bars.len().max(1) as i32).max(1);
    for (index, name) in names.iter().enumerate() {
        let left = LEFT + index as i32 * group + 2;
        root.draw(&Text::new((*name).to_owned(), (left + group / 2 - 8, top + PANEL + 3), FONT))?;
        for (at, (_, colour, shares)) in bars.iter().enumerate() {
            if let Some(share) = shares[index] {
                let x = left + at as i32 * bar;
                let corners = [(x, height(share)), (x + bar - 1, top + PANEL)];
                root.draw(&Rectangle::new(corners, colour.filled()))?;
            }
        }
    }
    for (at, (name, colour, _)) in bars.iter().enumerate() {
        let left = LEFT + 250 + at as i32 * 92;
        root.draw(&Rectangle::new([(left, top - 28), (left + 10, top - 18)], colour.filled()))?;
        root.draw(&Text::new(name.clone(), (left + 14, top - 30), FONT))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::row::Rows;
    use super::super::row::tests::row;
    use super::super::setup::tests::{setup, strategy};
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn bugs_are_grouped_by_the_times_of_all_trials_the_fruitless_ones_last() {
        let mut strategies = vec![strategy("mutagen", 10, false), strategy("fuzzchick", 10, false)];
        strategies[0].limit = 10.0 * strategies[1].limit;
        let late = strategies[1].limit + 1.0;
        let tasks = [1, 2, 3, 4, 5].map(|number| format!("STACK/{number}/prop_ssni"));
        let mut setup = setup(strategies, &tasks.each_ref().map(String::as_str));
        setup.study = "ifc-stack".into();
        let mut rows = Rows::default();
        for trial in 0..10 {
            let time = trial as f64 / 100.0;
            let mut insert = |bug: usize, mutagen: f64, fuzzchick: Option<f64>| {
                rows.insert(row("mutagen", &tasks[bug - 1], trial, Some(mutagen)));
                rows.insert(row("fuzzchick", &tasks[bug - 1], trial, fuzzchick));
            };
            insert(1, 0.01 + time, Some(2.0 + time));
            insert(2, 1.0 + time, None);
            // Those that found something are as fast.
            insert(3, 1.0 + time, (trial % 2 == 0).then_some(1.0 + time));
            insert(4, 1.0 + time, (trial > 0).then_some(1.0 + time));
            // Past the limit of the other is as if nothing had been found.
            insert(5, late + time, (trial == 0).then_some(1.0));
        }
        let files = files(&Data { setup: &setup, rows: &rows }).unwrap();
        let text = &files[0].1;
        let last =
            format!("| 5 | BRet res→2 | 1.00 | {} | 0.10 | 1.00 |", number(Some(late + 0.045)));
        for line in [
            "| mutagen | `fuzzchick` is faster | 0 | – | – |",
            "| mutagen | neither is faster | 2 | 0.500 | 0.500 |",
            "| mutagen | `fuzzchick` is slower | 2 | 0.750 | 1.00 |",
            "| # | mutant | mutagen, 600 s: FR | mutagen s | fuzzchick, 60 s: FR | fuzzchick s |",
            "| mutagen | `fuzzchick` always times out | 1 | 0 | 1.00 |",
            "| 2 | BCall pc→PC | 1.00 | 1.04 | 0.00 | – | 0.9 | 2.88 | 1.0 | 0.0600 |",
            &last,
        ] {
            assert!(text.contains(line), "{line}\nis not in\n{text}");
        }
    }

    #[test]
    fn every_drawn_strategy_has_bars_that_can_be_seen_and_a_colour_of_its_own() {
        let names = DRAWN.iter().chain(&["no-edits"]);
        let strategies = names.map(|name| strategy(name, 3, false)).collect();
        let tasks: Vec<String> = (1..=33).map(|bug| format!("REGISTER/{bug}/prop_ssni")).collect();
        let mut setup = setup(strategies, &tasks.iter().map(String::as_str).collect::<Vec<_>>());
        setup.study = "ifc-register".into();
        let mut rows = Rows::default();
        for strategy in &setup.strategies {
            for task in &tasks {
                rows.insert(row(&strategy.name, task, 0, Some(1.0)));
            }
        }
        let svg = &files(&Data { setup: &setup, rows: &rows }).unwrap()[1].1;
        assert!(!svg.contains("no-edits"), "the picture is of the paper's strategies");
        let attribute = |rectangle: &str, name: &str| {
            let value = rectangle.split(&format!(" {name}=\"")).nth(1).unwrap();
            value.split('"').next().unwrap().to_owned()
        };
        let mut drawn = BTreeMap::new();
        for rectangle in svg.split("<rect").skip(2) {
            let [x, width] = ["x", "width"].map(|name| attribute(rectangle, name));
            let (x, width): (i32, i32) = (x.parse().unwrap(), width.parse().unwrap());
            assert!(width > 0 && x + width < WIDTH, "{rectangle}");
            *drawn.entry(attribute(rectangle, "fill")).or_insert(0) += 1;
        }
        // Two pictures of ours with 33 bugs each, and their legends.
        assert_eq!(drawn.len(), DRAWN.len(), "{drawn:?}");
        assert!(drawn.values().all(|&rectangles| rectangles >= 2 * 33 + 2), "{drawn:?}");
    }

    #[test]
    fn other_studies_have_no_such_files() {
        let setup = setup(vec![strategy("a", 1, false)], &["W/m/P"]);
        assert!(files(&Data { setup: &setup, rows: &Rows::default() }).unwrap().is_empty());
    }
}
