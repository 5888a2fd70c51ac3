//! The picture of the results: for each challenge and tool, the share of starts that end at the
//! smallest value, and the mean number of evaluations.

use super::rows::{MUTAGEN, Row};
use benches::study::render::plots::LINES;
use plotters::coord::Shift;
use plotters::prelude::*;
use std::error::Error;

const WIDTH: u32 = 960;
const HEAD: u32 = 62;
const FOOT: i32 = 40;
/// The height of a challenge.
const BLOCK: i32 = 46;
/// The left edges and the widths of the two panels.
const SHARES: (i32, i32) = (160, 330);
const EVALUATIONS: (i32, i32) = (560, 370);
/// The largest power of ten of evaluations that is drawn.
const DECADES: f64 = 6.0;
const FONT: (&str, i32) = ("sans-serif", 13);
const SMALL: (&str, i32) = ("sans-serif", 11);
const GREY: RGBColor = RGBColor(225, 225, 225);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// A series: a tool and a kind of starts.
fn series(row: &Row) -> String {
    match row.tool {
        MUTAGEN => format!("{MUTAGEN} ({})", row.kind),
        tool => tool.to_owned(),
    }
}

/// The distinct values of a list, in order.
fn distinct<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    all.fold(Vec::new(), |mut before, one| {
        if !before.contains(&one) {
            before.push(one);
        }
        before
    })
}

/// Draws the picture as SVG.
///
/// # Errors
/// When it cannot be drawn.
pub(super) fn draw(rows: &[Row]) -> Result<String, Box<dyn Error>> {
    let challenges = distinct(rows.iter().map(|row| row.challenge));
    let names = distinct(rows.iter().map(series));
    let bottom = HEAD as i32 + BLOCK * challenges.len() as i32;
    let mut svg = String::new();
    {
        let size = (WIDTH, (bottom + FOOT) as u32);
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        root.fill(&WHITE)?;
        for (at, name) in names.iter().enumerate() {
            let (left, top) = (20 + (at % 4) as i32 * 230, 16 + (at / 4) as i32 * 20);
            root.draw(&Circle::new((left, top), 4, LINES[at % LINES.len()].filled()))?;
            root.draw(&Text::new(name.clone(), (left + 10, top - 7), FONT))?;
        }
        axes(&root, bottom)?;
        for (at, challenge) in challenges.iter().enumerate() {
            let top = HEAD as i32 + BLOCK * at as i32;
            root.draw(&PathElement::new(vec![(10, top), (WIDTH as i32 - 20, top)], GREY))?;
            root.draw(&Text::new(*challenge, (14, top + BLOCK / 2 - 7), FONT))?;
            for row in rows.iter().filter(|row| row.challenge == *challenge) {
                let at = names.iter().position(|name| *name == series(row)).unwrap_or(0);
                let step = (BLOCK - 10) as f64 / names.len() as f64;
                let middle = top + 5 + ((at as f64 + 0.5) * step) as i32;
                points(&root, row, LINES[at % LINES.len()], middle)?;
            }
        }
        root.present()?;
    }
    Ok(svg)
}

/// The place of a share of the starts.
fn share(part: f64) -> i32 {
    SHARES.0 + (f64::from(SHARES.1) * part) as i32
}

/// The place of a number of evaluations, on a logarithmic scale from 1.
fn evaluations(number: f64) -> i32 {
    EVALUATIONS.0 + (f64::from(EVALUATIONS.1) * number.max(1.0).log10() / DECADES) as i32
}

fn axes(root: &Area<'_>, bottom: i32) -> Result<(), Box<dyn Error>> {
    let line = |at: i32, label: String| -> Result<(), Box<dyn Error>> {
        root.draw(&PathElement::new(vec![(at, HEAD as i32), (at, bottom)], GREY))?;
        Ok(root.draw(&Text::new(label, (at - 8, bottom + 4), SMALL))?)
    };
    for part in 0..=4 {
        line(share(f64::from(part) / 4.0), format!("{} %", part * 25))?;
    }
    for power in 0..=DECADES as i32 {
        line(evaluations(10_f64.powi(power)), 10_u64.pow(power.unsigned_abs()).to_string())?;
    }
    for (text, at) in [
        ("starts that end at the smallest value", SHARES.0 + 60),
        ("mean evaluations (line: to the most)", EVALUATIONS.0 + 80),
    ] {
        root.draw(&Text::new(text, (at, bottom + 20), FONT))?;
    }
    Ok(())
}

fn points(root: &Area<'_>, row: &Row, colour: RGBColor, y: i32) -> Result<(), Box<dyn Error>> {
    let part = row.smallest as f64 / row.wanted.max(1) as f64;
    let bar = [(share(0.0), y - 1), (share(part), y + 1)];
    root.draw(&Rectangle::new(bar, colour.filled()))?;
    root.draw(&Circle::new((share(part), y), 3, colour.filled()))?;
    if row.starts > 0 {
        let (mean, most) = (evaluations(row.mean()), evaluations(row.most as f64));
        root.draw(&PathElement::new(vec![(mean, y), (most, y)], colour))?;
        root.draw(&Circle::new((mean, y), 3, colour.filled()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::challenges::ALL;
    use super::super::rows::Kind;
    use super::*;

    #[test]
    fn the_picture_names_each_challenge_and_each_series() {
        let mut own = Row::new(&ALL[2], MUTAGEN, Kind::Drawn, 1);
        own.add(&ALL[2], 9, "([0, 1],)".to_owned(), 12);
        let rows = [own, Row::new(&ALL[2], "peer", Kind::Own, 1)];
        let svg = draw(&rows).unwrap_or_else(|error| panic!("{error}"));
        for name in ["reverse", "mutagen (drawn)", "peer"] {
            assert!(svg.contains(name), "{name}");
        }
    }
}
