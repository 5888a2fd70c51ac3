//! Published figures of a study's bugs, to compare with the measured ones: read off the vector
//! figures 2 and 3 of the paper (Mista and Russo, ICST 2023), to about a hundredth. They agree with
//! the means in its text, but where that counts 18 bugs of the register machine that FuzzChick
//! found in each run the figure has 17.

/// What was published of one bug under one strategy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figure {
    /// The share of ten trials of an hour that found it.
    pub rate: f64,
    /// The mean time of those that did, in seconds.
    pub time: Option<f64>,
}

/// One bug.
#[derive(Debug, Clone, PartialEq)]
pub struct Bug {
    /// Its number.
    pub number: String,
    /// What it changes, as the paper writes it.
    pub mutant: String,
    /// One figure a strategy, in the order of [`STRATEGIES`].
    pub figures: [Figure; 4],
}

/// The strategies that were published, by the names that they have here and in the paper.
pub const STRATEGIES: [(&str, &str); 4] = [
    ("fuzzchick", "FuzzChick"),
    ("paper", "MUTAGEN"),
    ("no-lifo", "no LIFO"),
    ("no-reset", "no reset"),
];

/// The bugs of a study, if figures of it were published.
pub fn bugs(study: &str) -> Option<Vec<Bug>> {
    let text = match study {
        "ifc-stack" => include_str!("ifc-stack.csv"),
        "ifc-register" => include_str!("ifc-register.csv"),
        _ => return None,
    };
    Some(text.lines().skip(1).filter_map(bug).collect())
}

fn bug(line: &str) -> Option<Bug> {
    let cells: Vec<&str> = line.split(';').collect();
    let [number, mutant, figures @ ..] = cells.as_slice() else { return None };
    let milliseconds = |cell: &str| cell.parse::<f64>().ok();
    let mut all = figures.chunks(2).filter_map(|pair| {
        let time = milliseconds(pair.get(1)?).map(|time| time / 1e3);
        Some(Figure { rate: pair[0].parse().ok()?, time })
    });
    let figures = [all.next()?, all.next()?, all.next()?, all.next()?];
    Some(Bug { number: (*number).to_owned(), mutant: (*mutant).to_owned(), figures })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean failure rates of a study, one a strategy.
    fn means(study: &str, count: usize) -> [f64; 4] {
        let bugs = bugs(study).unwrap();
        assert_eq!(bugs.len(), count);
        [0, 1, 2, 3].map(|at| bugs.iter().map(|b| b.figures[at].rate).sum::<f64>() / count as f64)
    }

    #[test]
    fn the_means_of_the_figures_are_those_of_the_paper_s_text() {
        let close = |a: [f64; 4], b: [f64; 4]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 0.0006);
        assert!(close(means("ifc-stack", 20), [0.71, 1.0, 0.995, 0.59]));
        assert!(close(means("ifc-register", 33), [0.742, 0.909, 0.918, 0.7]));
        assert_eq!(bugs("etna"), None);
    }

    #[test]
    fn a_rate_of_nought_has_no_time() {
        for bug in ["ifc-stack", "ifc-register"].iter().flat_map(|study| bugs(study).unwrap()) {
            for figure in bug.figures {
                assert_eq!(figure.rate == 0.0, figure.time.is_none(), "{}", bug.number);
            }
        }
    }
}
