//! The picture of the gain: how many times as fast a bug is found with more workers, on logarithmic
//! scales, beside the line of a gain as large as the number of workers.

use super::report::Curve;
use benches::study::Error;
use benches::study::render::plots::{LINES, name_lines};
use plotters::prelude::*;

const SIZE: (u32, u32) = (720, 460);

/// The largest number of workers and the largest gain that are drawn.
const MOST: f64 = 128.0;

/// The smallest gain that is drawn: a power of two, at most that of every curve.
fn least(curves: &[Curve]) -> f64 {
    let gains = curves.iter().flat_map(|curve| curve.gains.iter().map(|(_, gain)| *gain));
    gains.fold(0.5, f64::min).log2().floor().exp2()
}

/// Draws the picture as SVG.
///
/// # Errors
/// When it cannot be drawn.
pub(super) fn draw(curves: &[Curve]) -> Result<String, Error> {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&root)
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(50)
            .build_cartesian_2d(
                (1.0..MOST).log_scale().base(2.0),
                (least(curves)..MOST).log_scale().base(2.0),
            )?;
        chart
            .configure_mesh()
            .x_desc("workers")
            .y_desc("gain in virtual time")
            .x_label_formatter(&|workers| format!("{workers:.0}"))
            .y_label_formatter(&|gain| format!("{gain}"))
            .draw()?;
        let ideal = LineSeries::new([(1.0, 1.0), (64.0, 64.0)], RGBColor(190, 190, 190));
        chart
            .draw_series(ideal)?
            .label("as many times as workers")
            .legend(|(x, y)| PathElement::new([(x, y), (x + 16, y)], RGBColor(190, 190, 190)));
        for (curve, colour) in curves.iter().zip(LINES.iter().cycle()) {
            let points: Vec<(f64, f64)> =
                curve.gains.iter().map(|(workers, gain)| (f64::from(*workers), *gain)).collect();
            let colour = *colour;
            chart
                .draw_series(LineSeries::new(points.clone(), colour.stroke_width(2)))?
                .label(curve.name.clone())
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour));
            chart.draw_series(points.into_iter().map(|at| Circle::new(at, 3, colour.filled())))?;
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
    fn the_picture_names_each_task() {
        assert_eq!(least(&[Curve { name: String::new(), gains: vec![(1, 1.0), (2, 0.2)] }]), 0.125);
        assert_eq!(least(&[]), 0.5);
        let curve = |name: &str| Curve { name: name.to_owned(), gains: vec![(1, 1.0), (64, 30.0)] };
        let svg = draw(&[curve("first"), curve("second")]).unwrap_or_else(|why| panic!("{why}"));
        for name in ["first", "second", "workers"] {
            assert!(svg.contains(name), "{name}");
        }
    }
}
