//! The picture of the hunt: how many kinds of failures each engine has shown after how much CPU
//! time of a campaign.

use super::campaign::Row;
use crate::rising::{self, LEAST, Line};
use benches::study::Error;
use std::collections::{BTreeMap, BTreeSet};

/// For each engine the seconds after which each of its kinds was seen first, in order.
fn lines(rows: &[Row]) -> Vec<Line> {
    let mut first: BTreeMap<&str, BTreeMap<&str, f64>> = BTreeMap::new();
    for row in rows {
        let kinds = first.entry(&row.engine).or_default();
        for found in &row.found {
            let seconds = kinds.entry(&found.kind).or_insert(f64::INFINITY);
            *seconds = seconds.min(found.seconds.max(LEAST));
        }
    }
    let line = |(engine, kinds): (&str, BTreeMap<&str, f64>)| {
        let mut times: Vec<f64> = kinds.into_values().collect();
        times.sort_by(f64::total_cmp);
        Line { name: engine.to_owned(), times, rise: 1.0 }
    };
    first.into_iter().map(line).collect()
}

/// Draws the picture as SVG.
///
/// # Errors
/// When it cannot be drawn.
pub(super) fn draw(rows: &[Row]) -> Result<String, Error> {
    let limits: BTreeSet<u64> = rows.iter().map(|row| row.limit).collect();
    let end = limits.last().map_or(1.0, |limit| *limit as f64);
    rising::draw(&lines(rows), end, "kinds of failures")
}
