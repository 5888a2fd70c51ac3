//! Statistics of trials, some of which ended before a failure was seen: those are censored.

pub mod effect;
pub mod holm;
pub mod mann_whitney;
pub mod survival;

/// The median: of an even number of values the mean of the middle two; `None` of none.
pub fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.is_empty() {
        None
    } else if values.len() % 2 == 1 {
        Some(values[middle])
    } else {
        Some((values[middle - 1] + values[middle]) / 2.0)
    }
}

/// The geometric mean of ratios; `None` of none.
pub fn geometric_mean(ratios: impl Iterator<Item = f64>) -> Option<f64> {
    let logarithms: Vec<f64> = ratios.map(f64::ln).collect();
    mean(&logarithms).map(f64::exp)
}

/// The mean; `None` of no values.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}
