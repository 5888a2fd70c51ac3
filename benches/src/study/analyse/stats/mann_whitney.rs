//! The Mann–Whitney U test: do values of one sample tend to be less than those of another? Exact
//! for small samples without ties, otherwise the normal approximation with corrections for ties and
//! continuity. A censored value is infinite, and so tied with all others at the worst rank.

use statrs::function::erf::erfc;

/// The largest sample that is tested exactly.
const SMALL: usize = 20;

/// The outcome of a test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MannWhitney {
    /// U of the first sample: pairs in which its value is the greater one, ties counting half.
    pub u: f64,
    /// The two-sided p-value.
    pub two_sided: f64,
    /// The p-value against the first sample being less.
    pub less: f64,
    /// How the p-values were computed.
    pub method: Method,
}

/// How a p-value was computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// From the distribution of U.
    Exact,
    /// From a normal distribution, with corrections for ties and continuity.
    Normal,
}

impl Method {
    /// One word for tables.
    pub fn word(self) -> &'static str {
        match self {
            Method::Exact => "exact",
            Method::Normal => "normal",
        }
    }
}

/// Tests two samples; `None` if one is empty.
pub fn test(a: &[f64], b: &[f64]) -> Option<MannWhitney> {
    if a.is_empty() || b.is_empty() {
        return None;
    }
    let ties = tie_sizes(a, b);
    let pairs = (a.len() * b.len()) as f64;
    let u = pairs - super::effect::pairs_won(a, b);
    let small = a.len() <= SMALL && b.len() <= SMALL;
    let no_ties = ties.iter().all(|&size| size == 1.0);
    let (less, greater, method) = if small && no_ties {
        let counts = counts(a.len(), b.len());
        let all: f64 = counts.iter().sum();
        let at = u as usize;
        let less = counts[..=at].iter().sum::<f64>() / all;
        let greater = counts[at..].iter().sum::<f64>() / all;
        (less, greater, Method::Exact)
    } else {
        let n = (a.len() + b.len()) as f64;
        let tied: f64 = ties.iter().map(|size| size.powi(3) - size).sum();
        let deviation = (pairs / 12.0 * (n + 1.0 - tied / (n * (n - 1.0)))).max(0.0).sqrt();
        let above = |distance: f64| {
            if deviation == 0.0 { 1.0 } else { erfc(distance / deviation / 2f64.sqrt()) / 2.0 }
        };
        let middle = pairs / 2.0;
        (above(middle - u - 0.5), above(u - middle - 0.5), Method::Normal)
    };
    Some(MannWhitney { u, two_sided: (2.0 * less.min(greater)).min(1.0), less, method })
}

/// How many values are equal, for each value of both samples together.
fn tie_sizes(a: &[f64], b: &[f64]) -> Vec<f64> {
    let mut all = [a, b].concat();
    all.sort_by(f64::total_cmp);
    all.chunk_by(|x, y| x == y).map(|equal| equal.len() as f64).collect()
}

/// In how many orders of two samples of these sizes U is 0, 1, 2 and so on.
fn counts(n: usize, m: usize) -> Vec<f64> {
    // The largest value is of one sample or of the other: its pairs are then all won or none.
    let mut table = vec![vec![vec![1.0]; m + 1]; n + 1];
    for i in 1..=n {
        for j in 1..=m {
            let counts = (0..=i * j).map(|u| {
                let of_first = u.checked_sub(j).and_then(|u| table[i - 1][j].get(u));
                of_first.copied().unwrap_or(0.0) + table[i][j - 1].get(u).copied().unwrap_or(0.0)
            });
            table[i][j] = counts.collect();
        }
    }
    table[n][m].clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(got: f64, expected: f64) {
        assert!((got - expected).abs() < 5e-5, "{got} instead of {expected}");
    }

    #[test]
    fn an_exact_test_gives_the_published_values() {
        // SciPy's manual: ages at a diagnosis, U = 17 and p = 0.1111.
        let (men, women) = ([19.0, 22.0, 16.0, 29.0, 24.0], [20.0, 11.0, 17.0, 12.0]);
        let result = test(&men, &women).unwrap();
        assert_eq!((result.u, result.method), (17.0, Method::Exact));
        close(result.two_sided, 0.11111);
        // R's manual, after Hollander and Wolfe: W = 35, p = 0.1272 for "greater".
        let at_term = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46];
        let before = [1.15, 0.88, 0.90, 0.74, 1.21];
        let result = test(&before, &at_term).unwrap();
        assert_eq!(result.u, 50.0 - 35.0);
        close(result.less, 0.12721);
    }

    #[test]
    fn ten_against_ten_has_the_smallest_p_value_that_there_is() {
        let of = |from: i32| -> Vec<f64> { (from..from + 10).map(f64::from).collect() };
        let result = test(&of(0), &of(10)).unwrap();
        assert_eq!((result.u, result.method), (0.0, Method::Exact));
        assert!((result.two_sided - 2.0 / 184_756.0).abs() < 1e-12);
        assert!((result.less - 1.0 / 184_756.0).abs() < 1e-12);
    }

    #[test]
    fn with_ties_the_normal_approximation_is_corrected() {
        // U = 2, mean 4.5; the variance is 9 / 12 * (7 - 12 / 30) = 4.95: two pairs are tied.
        let result = test(&[1.0, 2.0, 3.0], &[2.0, 3.0, 4.0]).unwrap();
        assert_eq!((result.u, result.method), (2.0, Method::Normal));
        close(result.two_sided, erfc(2.0 / 4.95f64.sqrt() / 2f64.sqrt()));
        close(result.two_sided, 0.36868);
        let censored = [f64::INFINITY; 10];
        assert_eq!(test(&censored, &censored).unwrap().two_sided, 1.0);
        let found: Vec<f64> = (0..10).map(f64::from).collect();
        let result = test(&found, &censored).unwrap();
        assert!(result.two_sided < 1e-4 && result.less < result.two_sided);
    }
}
