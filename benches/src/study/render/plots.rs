//! The pictures of a report, as SVG: ETNA's stacked bars, and solved tasks over time.

use crate::study::Error;
use crate::study::analyse::data::Data;
use crate::study::analyse::stats::survival::Survival;
use crate::study::analyse::summary::{BUCKETS, Measure};
use crate::study::rows::setup::StrategySetup;
use plotters::coord::CoordTranslate;
use plotters::element::DashedPathElement;
use plotters::prelude::*;

/// The colours of solved tasks, the fastest darkest.
const SOLVED: [RGBColor; BUCKETS.len() + 1] = [
    RGBColor(8, 69, 148),
    RGBColor(66, 146, 198),
    RGBColor(158, 202, 225),
    RGBColor(222, 235, 247),
    RGBColor(245, 249, 253),
];

/// The colours of unsolved and of incomplete tasks.
const OPEN: [RGBColor; 2] = [RGBColor(235, 200, 180), RGBColor(225, 225, 225)];

/// The colours of series (after Okabe and Ito: told apart by the colour-blind too).
pub const LINES: [RGBColor; 9] = [
    RGBColor(0, 0, 0),
    RGBColor(213, 94, 0),
    RGBColor(0, 114, 178),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(160, 150, 40),
    RGBColor(130, 130, 130),
];

const WIDTH: u32 = 900;
const BAR: i32 = 18;
const LEFT: i32 = 150;
const PANEL: u32 = 330;
const FONT: (&str, i32) = ("sans-serif", 13);

/// Names of strategies in one line.
const NAMES_A_LINE: usize = 6;

/// The time at which the curves begin, in seconds.
const BEGIN: f64 = 1e-4;

/// Names the lines of a chart that have a label, in its upper left corner.
///
/// # Errors
/// When it cannot be drawn.
pub fn name_lines<'a, C: CoordTranslate>(
    chart: &mut ChartContext<'a, SVGBackend<'a>, C>,
) -> Result<(), Error> {
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE)
        .border_style(RGBColor(225, 225, 225))
        .draw()?;
    Ok(())
}

/// Stacked bars: the tasks of each workload in ETNA's buckets, one bar per strategy.
pub fn buckets(data: &Data<'_>) -> Result<String, Error> {
    let workloads = data.setup.workloads();
    let strategies = &data.setup.strategies;
    let block = (strategies.len() as i32) * (BAR + 4) + 34;
    let height = 40 + block * workloads.len() as i32;
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (WIDTH, height as u32)).into_drawing_area();
        root.fill(&WHITE)?;
        legend(&root, data)?;
        for (at, workload) in workloads.iter().enumerate() {
            let top = 40 + block * at as i32;
            let tasks = data.tasks(workload).count();
            let title = format!("{workload}: {tasks} tasks");
            root.draw(&Text::new(title, (10, top), ("sans-serif", 15)))?;
            for (row, strategy) in strategies.iter().enumerate() {
                bar(&root, data, strategy, workload, top + 22 + row as i32 * (BAR + 4))?;
            }
        }
        root.present()?;
    }
    Ok(svg)
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

fn legend(root: &Area<'_>, data: &Data<'_>) -> Result<(), Error> {
    let solved = data.groups().into_iter().zip(SOLVED);
    let open = ["not solved", "incomplete"].map(str::to_owned).into_iter().zip(OPEN);
    for (at, (name, colour)) in solved.chain(open).enumerate() {
        let left = LEFT + at as i32 * 110;
        root.draw(&Rectangle::new([(left, 10), (left + 14, 24)], colour.filled()))?;
        root.draw(&Rectangle::new([(left, 10), (left + 14, 24)], BLACK))?;
        root.draw(&Text::new(name, (left + 20, 10), FONT))?;
    }
    Ok(())
}

fn bar(
    root: &Area<'_>,
    data: &Data<'_>,
    strategy: &StrategySetup,
    workload: &str,
    top: i32,
) -> Result<(), Error> {
    let buckets = data.buckets(strategy, workload);
    let counts = [&buckets.solved[..], &[buckets.unsolved, buckets.incomplete]].concat();
    let all: usize = counts.iter().sum();
    let width = WIDTH as i32 - LEFT - 20;
    let x = |tasks: usize| LEFT + (width as usize * tasks / all.max(1)) as i32;
    root.draw(&Text::new(strategy.name.clone(), (20, top + 3), FONT))?;
    let mut before = 0;
    for (&count, (at, colour)) in counts.iter().zip(SOLVED.iter().chain(&OPEN).enumerate()) {
        if count == 0 {
            continue;
        }
        let corners = [(x(before), top), (x(before + count), top + BAR)];
        root.draw(&Rectangle::new(corners, colour.filled()))?;
        root.draw(&Rectangle::new(corners, BLACK))?;
        // A digit takes eight pixels.
        let number = count.to_string();
        if corners[1].0 - corners[0].0 > 8 * number.len() as i32 + 3 {
            let ink = if at < 2 { WHITE } else { BLACK };
            let style = TextStyle::from(FONT.into_font()).color(&ink);
            root.draw(&Text::new(number, (corners[0].0 + 4, top + 3), style))?;
        }
        before += count;
    }
    Ok(())
}

/// Solved tasks over CPU time, one panel per workload and one line per strategy: the sum over the
/// tasks of the share of trials that found the bug by then (Kaplan–Meier).
pub fn solved(data: &Data<'_>) -> Result<String, Error> {
    let workloads = data.setup.workloads();
    let rows = workloads.len().max(1);
    let mut svg = String::new();
    {
        let lines = data.setup.strategies.len().div_ceil(NAMES_A_LINE) as u32;
        let head = 16 + 18 * lines;
        let size = (WIDTH, head + PANEL * rows as u32);
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        root.fill(&WHITE)?;
        let (head, body) = root.split_vertically(head);
        for (at, (strategy, look)) in looks(&data.setup.strategies).enumerate() {
            let left = 20 + (at % NAMES_A_LINE) as i32 * 145;
            let top = 14 + (at / NAMES_A_LINE) as i32 * 18;
            look.draw(&head, vec![(left, top), (left + 22, top)])?;
            head.draw(&Text::new(strategy.name.clone(), (left + 28, top - 6), FONT))?;
        }
        for (panel, workload) in body.split_evenly((rows, 1)).iter().zip(&workloads) {
            curves(panel, data, workload)?;
        }
        root.present()?;
    }
    Ok(svg)
}

/// How a strategy's line looks: those of other tools are dashed.
struct Look {
    colour: RGBColor,
    dashed: bool,
    width: u32,
}

impl Look {
    /// Draws a line through points of the picture.
    fn draw(&self, area: &Area<'_>, points: Vec<(i32, i32)>) -> Result<(), Error> {
        let style = self.colour.stroke_width(self.width);
        if self.dashed {
            area.draw(&DashedPathElement::new(points, 5, 3, style))?;
        } else {
            area.draw(&PathElement::new(points, style))?;
        }
        Ok(())
    }
}

/// The strategies, each with its look.
fn looks(strategies: &[StrategySetup]) -> impl Iterator<Item = (&StrategySetup, Look)> {
    strategies.iter().enumerate().map(|(at, strategy)| {
        let same_kind = strategies[..at].iter().filter(|before| before.peer == strategy.peer);
        let colour = LINES[same_kind.count() % LINES.len()];
        (strategy, Look { colour, dashed: strategy.peer, width: if at == 0 { 3 } else { 2 } })
    })
}

fn curves(panel: &Area<'_>, data: &Data<'_>, workload: &str) -> Result<(), Error> {
    let strategies = &data.setup.strategies;
    let end = strategies.iter().map(|strategy| strategy.limit).fold(1.0, f64::max);
    let tasks = data.tasks(workload).count() as f64;
    let mut chart = ChartBuilder::on(panel)
        .caption(workload, ("sans-serif", 15))
        .margin(8)
        .x_label_area_size(34)
        .y_label_area_size(40)
        .build_cartesian_2d((BEGIN..end).log_scale(), 0.0..tasks.max(1.0))?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc("CPU seconds")
        .y_desc("tasks solved")
        .x_label_formatter(&|x| format!("{x}"))
        .y_label_formatter(&|y| format!("{y:.0}"))
        .label_style(("sans-serif", 11))
        .draw()?;
    // The first one lies on top of the others.
    for (strategy, look) in looks(strategies).collect::<Vec<_>>().into_iter().rev() {
        let points = curve(data, strategy, workload);
        let style = look.colour.stroke_width(look.width);
        if look.dashed {
            chart.draw_series(DashedLineSeries::new(points, 5, 3, style))?;
        } else {
            chart.draw_series(LineSeries::new(points, style))?;
        }
    }
    Ok(())
}

/// The corners of a rising staircase.
fn curve(data: &Data<'_>, strategy: &StrategySetup, workload: &str) -> Vec<(f64, f64)> {
    let summaries = data.tasks(workload).map(|task| data.summary(strategy, task));
    let survivals: Vec<Survival> = summaries
        .filter(|summary| !summary.rows.is_empty())
        .map(|summary| Survival::estimate(&summary.observations(Measure::Time, strategy.limit)))
        .collect();
    if survivals.is_empty() {
        return Vec::new();
    }
    let steps = survivals.iter().flat_map(|survival| survival.steps.iter().map(|step| step.0));
    let mut times: Vec<f64> = steps.map(|time| time.max(BEGIN)).collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    let height = |time: f64| survivals.iter().map(|survival| 1.0 - survival.at(time)).sum::<f64>();
    let mut points = vec![(BEGIN, 0.0)];
    for time in times {
        let before = points[points.len() - 1].1;
        points.extend([(time, before), (time, height(time))]);
    }
    points.push((strategy.limit, points[points.len() - 1].1));
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::rows::row::Rows;
    use crate::study::rows::row::tests::row;
    use crate::study::rows::setup::tests::{setup, strategy};

    #[test]
    fn a_curve_rises_by_each_trial_s_share_of_its_task() {
        let strategies = vec![strategy("a", 2, false)];
        let setup = setup(strategies, &["W/m/P", "W/n/P"]);
        let mut rows = Rows::default();
        rows.insert(row("a", "W/m/P", 0, Some(1.0)));
        rows.insert(row("a", "W/m/P", 1, Some(3.0)));
        rows.insert(row("a", "W/n/P", 0, Some(2.0)));
        rows.insert(row("a", "W/n/P", 1, None));
        let points = curve(&Data { setup: &setup, rows: &rows }, &setup.strategies[0], "W");
        let corners = [(1.0, 0.5), (2.0, 1.0), (3.0, 1.5), (60.0, 1.5)];
        assert!(corners.iter().all(|corner| points.contains(corner)), "{points:?}");
    }
}
