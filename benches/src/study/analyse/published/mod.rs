//! Published figures of a study's bugs, to compare with the measured ones: read off the vector
//! figures 2 to 4 of the paper (Mista and Russo, ICST 2023), to about a hundredth. Those of the two
//! machines agree with the means in its text, but where that counts 18 bugs of the register machine
//! that FuzzChick found in each run the figure has 17. Published rates are those of its Table V.

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
    /// One figure a strategy, in the order of [`Published::strategies`]; `None` for a bug that is
    /// not in the paper's figures.
    pub figures: Option<[Figure; 4]>,
}

/// What was published of a study.
#[derive(Debug, Clone, PartialEq)]
pub struct Published {
    /// The strategies, by the names that they have here and in the paper.
    pub strategies: [(&'static str, &'static str); 4],
    /// The paper's figures.
    pub source: &'static str,
    /// Whether the paper orders the bugs by the published rate of the first strategy, not by their
    /// numbers.
    pub is_by_rate: bool,
    /// The bugs.
    pub bugs: Vec<Bug>,
}

/// The strategies of the information-flow machines.
const MACHINES: [(&str, &str); 4] = [
    ("fuzzchick", "FuzzChick"),
    ("paper", "MUTAGEN"),
    ("no-lifo", "no LIFO"),
    ("no-reset", "no reset"),
];

/// The strategies of the WebAssembly study: FuzzChick could not be ported to it.
const WASM: [(&str, &str); 4] = [("random", "QuickCheck"), MACHINES[1], MACHINES[2], MACHINES[3]];

/// What was published of a study, if figures of its bugs were.
pub fn of(study: &str) -> Option<Published> {
    let (text, strategies, source) = match study {
        "ifc-stack" => (include_str!("ifc-stack.csv"), MACHINES, "figures 2 and 3"),
        "ifc-register" => (include_str!("ifc-register.csv"), MACHINES, "figures 2 and 3"),
        "wasm" => (include_str!("wasm.csv"), WASM, "figure 4"),
        _ => return None,
    };
    let bugs = text.lines().skip(1).filter_map(bug).collect();
    Some(Published { strategies, source, is_by_rate: study != "wasm", bugs })
}

/// The published rates of a property.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rates {
    /// The name of the property here.
    pub property: &'static str,
    /// Its name in the paper.
    pub published: &'static str,
    /// Tests a second.
    pub tests: f64,
    /// Passed tests a second.
    pub passed: f64,
}

/// The published rates of the properties of a study; none for most studies.
pub fn rates(study: &str) -> &'static [Rates] {
    const WASM: &[Rates] = &[
        Rates {
            property: "prop_validator_accepts",
            published: "prop_validator",
            tests: 3506.0,
            passed: 757.0,
        },
        Rates {
            property: "prop_interpreter_i32",
            published: "prop_interpreter",
            tests: 2142.0,
            passed: 501.0,
        },
    ];
    if study == "wasm-rates" { WASM } else { &[] }
}

fn bug(line: &str) -> Option<Bug> {
    let cells: Vec<&str> = line.split(';').collect();
    let [number, mutant, figures @ ..] = cells.as_slice() else { return None };
    let milliseconds = |cell: &str| cell.parse::<f64>().ok();
    let mut all = figures.chunks(2).filter_map(|pair| {
        let time = milliseconds(pair.get(1)?).map(|time| time / 1e3);
        Some(Figure { rate: pair[0].parse().ok()?, time })
    });
    let figures = match figures {
        [] => None,
        _ => Some([all.next()?, all.next()?, all.next()?, all.next()?]),
    };
    Some(Bug { number: (*number).to_owned(), mutant: (*mutant).to_owned(), figures })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean failure rates of a study, one a strategy, of this many bugs.
    fn means(study: &str, count: usize) -> [f64; 4] {
        let figures: Vec<[Figure; 4]> =
            of(study).unwrap().bugs.iter().filter_map(|bug| bug.figures).collect();
        assert_eq!(figures.len(), count);
        [0, 1, 2, 3].map(|at| figures.iter().map(|of| of[at].rate).sum::<f64>() / count as f64)
    }

    #[test]
    fn the_means_of_the_figures_are_those_of_the_paper_s_text() {
        let close = |a: [f64; 4], b: [f64; 4]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 0.0006);
        assert!(close(means("ifc-stack", 20), [0.71, 1.0, 0.995, 0.59]));
        assert!(close(means("ifc-register", 33), [0.742, 0.909, 0.918, 0.7]));
        assert!(close(means("wasm", 15), [0.3133, 1.0, 0.96, 1.0]));
        assert_eq!(of("etna"), None);
    }

    #[test]
    fn a_rate_of_nought_has_no_time() {
        for study in ["ifc-stack", "ifc-register", "wasm"] {
            for bug in of(study).unwrap().bugs {
                for figure in bug.figures.iter().flatten() {
                    assert_eq!(figure.rate == 0.0, figure.time.is_none(), "{}", bug.number);
                }
            }
        }
    }
}
