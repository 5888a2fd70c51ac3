//! The picture of the hunt: how many kinds of failures each engine has shown after how much CPU
//! time of a campaign.

use super::campaign::Row;
use benches::study::Error;
use benches::study::render::plots::{LINES, name_lines};
use plotters::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

const SIZE: (u32, u32) = (720, 460);

/// The least CPU time that is drawn, in seconds.
const LEAST: f64 = 0.01;

/// For each engine the seconds after which each of its kinds was seen first, in order.
fn times(rows: &[Row]) -> BTreeMap<&str, Vec<f64>> {
    let mut first: BTreeMap<&str, BTreeMap<&str, f64>> = BTreeMap::new();
    for row in rows {
        let kinds = first.entry(&row.engine).or_default();
        for found in &row.found {
            let seconds = kinds.entry(&found.kind).or_insert(f64::INFINITY);
            *seconds = seconds.min(found.seconds.max(LEAST));
        }
    }
    let sorted = |kinds: BTreeMap<&str, f64>| {
        let mut times: Vec<f64> = kinds.into_values().collect();
        times.sort_by(f64::total_cmp);
        times
    };
    first.into_iter().map(|(engine, kinds)| (engine, sorted(kinds))).collect()
}

/// The steps of a line that rises by one at each time, up to the end.
fn steps(times: &[f64], end: f64) -> Vec<(f64, f64)> {
    let mut points = vec![(LEAST, 0.0)];
    for (at, seconds) in times.iter().enumerate() {
        points.extend([(*seconds, at as f64), (*seconds, at as f64 + 1.0)]);
    }
    points.push((end, times.len() as f64));
    points
}

/// Draws the picture as SVG.
///
/// # Errors
/// When it cannot be drawn.
pub(super) fn draw(rows: &[Row]) -> Result<String, Error> {
    let times = times(rows);
    let most = times.values().map(Vec::len).max().unwrap_or(0) as f64;
    let limits: BTreeSet<u64> = rows.iter().map(|row| row.limit).collect();
    let end = limits.last().map_or(1.0, |limit| *limit as f64).max(1.0);
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&root)
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(50)
            .build_cartesian_2d((LEAST..end).log_scale(), 0.0..most + 1.0)?;
        chart
            .configure_mesh()
            .x_desc("CPU seconds of a campaign")
            .y_desc("kinds of failures")
            .y_label_formatter(&|kinds| format!("{kinds:.0}"))
            .draw()?;
        for ((engine, times), colour) in times.iter().zip(LINES.iter().cycle()) {
            let colour = *colour;
            chart
                .draw_series(LineSeries::new(steps(times, end), colour.stroke_width(2)))?
                .label(*engine)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour));
        }
        name_lines(&mut chart)?;
        root.present()?;
    }
    Ok(svg)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_rises_by_one_at_each_time() {
        let expected = [(0.01, 0.0), (1.0, 0.0), (1.0, 1.0), (4.0, 1.0), (4.0, 2.0), (9.0, 2.0)];
        assert_eq!(steps(&[1.0, 4.0], 9.0), expected);
        assert!(draw(&[]).unwrap_or_else(|why| panic!("{why}")).contains("kinds of failures"));
    }
}
