//! Vargha and Delaney's Â₁₂: how often a value of one sample is below one of another.

/// The probability that a value of `a` is less than one of `b`, ties counting half: 0.5 is no
/// difference, 1 means that all of `a` are less.
pub fn a12(a: &[f64], b: &[f64]) -> f64 {
    pairs_won(a, b) / (a.len() * b.len()) as f64
}

/// In how many pairs the value of `a` is less than that of `b`, ties counting half.
pub fn pairs_won(a: &[f64], b: &[f64]) -> f64 {
    let mut less = 0.0;
    for x in a {
        for y in b {
            less += match x.total_cmp(y) {
                std::cmp::Ordering::Less => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 0.0,
            };
        }
    }
    less
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_counts_pairs_and_ties_as_half() {
        assert_eq!(a12(&[1.0, 2.0], &[3.0, 4.0]), 1.0);
        assert_eq!(a12(&[1.0, 3.0], &[3.0, 4.0]), 0.875);
        assert_eq!(a12(&[f64::INFINITY], &[f64::INFINITY]), 0.5);
    }
}
