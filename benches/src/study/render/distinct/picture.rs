//! The picture of distinct valid values and of the time to the counterexample, as SVG.

use crate::study::Error;
use crate::study::analyse::data::Data;
use crate::study::analyse::distinct::{Figure, tasks};
use crate::study::analyse::stats::median;
use crate::study::render::plots::LINES;
use plotters::prelude::*;

const PANEL: (u32, u32) = (450, 330);
const FONT: (&str, i32) = ("sans-serif", 12);

/// One dot per trial and a line at the median; two panels per task, for the two figures that
/// decide.
pub(super) fn draw(data: &Data<'_>) -> Result<String, Error> {
    let tasks = tasks(data);
    let mut svg = String::new();
    {
        let size = (2 * PANEL.0, PANEL.1 * tasks.len() as u32);
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        root.fill(&WHITE)?;
        let panels = root.split_evenly((tasks.len(), 2));
        let figures =
            tasks.iter().flat_map(|task| [(task, Figure::Distinct), (task, Figure::Time)]);
        for (panel, (task, figure)) in panels.iter().zip(figures) {
            dots(panel, data, task, figure)?;
        }
        root.present()?;
    }
    Ok(svg)
}

fn dots(
    panel: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
    data: &Data<'_>,
    task: &str,
    figure: Figure,
) -> Result<(), Error> {
    let strategies = &data.setup.strategies;
    let all: Vec<Vec<f64>> = strategies.iter().map(|s| figure.of(data, s, task)).collect();
    let most = all.iter().flatten().copied().filter(|value| value.is_finite()).fold(1e-9, f64::max);
    let mut chart = ChartBuilder::on(panel)
        .caption(figure.words(), ("sans-serif", 15))
        .margin(10)
        .x_label_area_size(10)
        .y_label_area_size(64)
        .build_cartesian_2d(0.0..strategies.len() as f64, 0.0..1.16 * most)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .x_labels(0)
        .label_style(FONT)
        .draw()?;
    for (at, (values, strategy)) in all.iter().zip(strategies).enumerate() {
        let (left, colour) = (at as f64, LINES[at % LINES.len()]);
        let trials = values.len().max(1) as f64;
        // A trial that found nothing has no dot.
        let seen = values.iter().enumerate().filter(|(_, value)| value.is_finite());
        let place = |trial: usize| left + 0.25 + 0.5 * (trial as f64 + 0.5) / trials;
        chart.draw_series(
            seen.map(|(trial, value)| Circle::new((place(trial), *value), 3, colour.filled())),
        )?;
        if let Some(median) = median(values.clone()).filter(|median| median.is_finite()) {
            let line = [(left + 0.15, median), (left + 0.85, median)];
            chart.draw_series([PathElement::new(line, colour.stroke_width(2))])?;
        }
        let style = TextStyle::from(FONT.into_font()).color(&colour);
        let name = Text::new(strategy.name.clone(), (left + 0.15, 1.14 * most), style);
        chart.draw_series([name])?;
    }
    Ok(())
}
