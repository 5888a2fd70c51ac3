//! Pictures of how many things campaigns have found after how much CPU time.

use benches::study::Error;
use benches::study::render::plots::{LINES, name_lines};
use plotters::prelude::*;

const SIZE: (u32, u32) = (720, 460);

/// The least CPU time that is drawn, in seconds.
pub(crate) const LEAST: f64 = 0.01;

/// A line that rises at each of its times.
pub(crate) struct Line {
    /// Its name.
    pub(crate) name: String,
    /// The seconds at which something was found, in order.
    pub(crate) times: Vec<f64>,
    /// How much it rises each time: one, or a part of it for a mean of several campaigns.
    pub(crate) rise: f64,
}

impl Line {
    /// The steps up to the end.
    fn steps(&self, end: f64) -> Vec<(f64, f64)> {
        let mut points = vec![(LEAST, 0.0)];
        for (at, seconds) in self.times.iter().enumerate() {
            let (seconds, before) = (seconds.max(LEAST), at as f64 * self.rise);
            points.extend([(seconds, before), (seconds, before + self.rise)]);
        }
        points.push((end, self.top()));
        points
    }

    fn top(&self) -> f64 {
        self.times.len() as f64 * self.rise
    }
}

/// Draws the lines as SVG, up to so many seconds. `what` says what is counted.
///
/// # Errors
/// When it cannot be drawn.
pub(crate) fn draw(lines: &[Line], end: f64, what: &str) -> Result<String, Error> {
    let most = lines.iter().map(Line::top).fold(0.0, f64::max);
    let end = end.max(1.0);
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
            .y_desc(what)
            .y_label_formatter(&|count| format!("{count:.0}"))
            .draw()?;
        for (line, colour) in lines.iter().zip(LINES.iter().cycle()) {
            let colour = *colour;
            chart
                .draw_series(LineSeries::new(line.steps(end), colour.stroke_width(2)))?
                .label(&line.name)
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
    fn a_line_rises_at_each_time() {
        let line = |rise| Line { name: "a".to_owned(), times: vec![1.0, 4.0], rise };
        let expected = [(0.01, 0.0), (1.0, 0.0), (1.0, 1.0), (4.0, 1.0), (4.0, 2.0), (9.0, 2.0)];
        assert_eq!(line(1.0).steps(9.0), expected);
        assert_eq!(line(0.5).steps(9.0)[5], (9.0, 1.0));
        assert!(draw(&[], 0.0, "kinds of failures").unwrap().contains("kinds of failures"));
    }
}
