//! Figures 2 to 4 of the paper, measured and published: a panel of find rates and one of times
//! each, with a group of bars a bug.

use crate::study::Error;
use crate::study::analyse::data::Data;
use crate::study::analyse::published::{Figure, Published};
use crate::study::analyse::summary::{Measure, Summary};
use crate::study::render::plots::LINES;
use plotters::prelude::*;

/// The strategies that are drawn: those of the paper, the default, and random testing. Each has the
/// colour of its place here, also where the figures are published ones.
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

/// The bars of a panel: shares of its height; `None` is no bar.
type Bars = Vec<(String, RGBColor, Vec<Option<f64>>)>;

/// Find rates above, times below, measured and published; bugs in the order of the paper.
pub(super) fn draw(
    data: &Data<'_>,
    published: &Published,
    all: &[Vec<Summary<'_>>],
) -> Result<String, Error> {
    let bugs = &published.bugs;
    let mut order: Vec<usize> = (0..bugs.len()).collect();
    if published.is_by_rate {
        let rate = |bug: &usize| bugs[*bug].figures.map_or(0.0, |figures| figures[0].rate);
        order.sort_by(|a, b| rate(b).total_cmp(&rate(a)));
    }
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
    let theirs = |share: &dyn Fn(&Figure) -> Option<f64>| -> Bars {
        let bars = |at: usize| {
            let figure = |bug: &usize| bugs[*bug].figures.map(|figures| figures[at]);
            order.iter().map(|bug| share(&figure(bug)?)).collect()
        };
        let strategies = published.strategies.iter().enumerate();
        strategies
            .filter_map(|(at, (name, title))| Some(((*title).to_owned(), colour(name)?, bars(at))))
            .collect()
    };
    let panels = [
        ("find rate", ours(&|s| (!s.rows.is_empty()).then(|| s.find_rate()))),
        ("published find rate", theirs(&|f| Some(f.rate))),
        ("mean time to find, s", ours(&|s| log(s.mean_of_found(Measure::Time)))),
        ("published mean time to find, s", theirs(&|f| log(f.time))),
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
    use super::super::files;
    use super::*;
    use crate::study::rows::row::Rows;
    use crate::study::rows::row::tests::row;
    use crate::study::rows::setup::tests::{setup, strategy};
    use std::collections::BTreeMap;

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
}
