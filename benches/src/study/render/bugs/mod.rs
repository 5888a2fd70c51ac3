//! The report of a study whose bugs have published figures: bug by bug with these figures, grouped
//! as in the paper's Tables III and IV where it does so, and drawn as in its figures 2 to 4. The
//! statistics are the paper's: the find rate (the share of trials that found the bug), the mean
//! time of those trials alone, and each tail of a Mann–Whitney U test at 0.05, without correction.
//! The test includes trials that found nothing; without them, it would compare only the lucky
//! trials.

mod picture;
mod spread;
mod tables;

use crate::study::Error;
use crate::study::analyse::bugs::measured;
use crate::study::analyse::data::Data;
use crate::study::analyse::published;
use crate::study::analyse::summary::Summary;

/// The files of the report; none for a study without published figures.
pub fn files(data: &Data<'_>) -> Result<Vec<(&'static str, String)>, Error> {
    let Some(published) = published::of(&data.setup.study) else { return Ok(Vec::new()) };
    let of = |bug| measured(data, bug);
    let measured: Vec<Vec<Summary<'_>>> = published.bugs.iter().map(of).collect();
    let svg = picture::draw(data, &published, &measured)?;
    Ok(vec![("bugs.md", tables::markdown(data, &published, &measured)), ("bugs.svg", svg)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::render::markdown::number;
    use crate::study::rows::row::Rows;
    use crate::study::rows::row::tests::row;
    use crate::study::rows::setup::tests::{setup, strategy};

    #[test]
    fn bugs_are_grouped_by_the_times_of_all_trials_the_fruitless_ones_last() {
        let mut strategies = vec![strategy("mutagen", 10, false), strategy("fuzzchick", 10, false)];
        strategies[0].limit = 10.0 * strategies[1].limit;
        let late = strategies[1].limit + 1.0;
        let tasks = [1, 2, 3, 4, 5].map(|number| format!("STACK/{number}/prop_ssni"));
        let mut setup = setup(strategies, &tasks.each_ref().map(String::as_str));
        setup.study = "ifc-stack".into();
        let mut rows = Rows::default();
        for trial in 0..10 {
            let time = trial as f64 / 100.0;
            let mut insert = |bug: usize, mutagen: f64, fuzzchick: Option<f64>| {
                rows.insert(row("mutagen", &tasks[bug - 1], trial, Some(mutagen)));
                rows.insert(row("fuzzchick", &tasks[bug - 1], trial, fuzzchick));
            };
            insert(1, 0.01 + time, Some(2.0 + time));
            insert(2, 1.0 + time, None);
            // Those that found something are as fast.
            insert(3, 1.0 + time, (trial % 2 == 0).then_some(1.0 + time));
            insert(4, 1.0 + time, (trial > 0).then_some(1.0 + time));
            // Past the limit of the other is as if nothing had been found.
            insert(5, late + time, (trial == 0).then_some(1.0));
        }
        let files = files(&Data { setup: &setup, rows: &rows }).unwrap();
        let text = &files[0].1;
        let last =
            format!("| 5 | BRet res→2 | 1.00 | {} | 0.10 | 1.00 |", number(Some(late + 0.045)));
        for line in [
            "| mutagen | `fuzzchick` is faster | 0 | – | – |",
            "| mutagen | neither is faster | 2 | 0.500 | 0.500 |",
            "| mutagen | `fuzzchick` is slower | 2 | 0.750 | 1.00 |",
            "| # | mutant | mutagen, 600 s: FR | mutagen s | fuzzchick, 60 s: FR | fuzzchick s |",
            "| mutagen | `fuzzchick` always times out | 1 | 0 | 1.00 |",
            "| 2 | BCall pc→PC | 1.00 | 1.04 | 0.00 | – | 0.9 | 2.88 | 1.0 | 0.0600 |",
            &last,
            // Of the five bugs that have rows.
            "| | **mean FR** | 1.00 of 5 bugs | | 0.500 of 5 bugs | |",
            "| | **mean FR within 60 s** | 0.800 of 5 bugs | | 0.500 of 5 bugs | |",
        ] {
            assert!(text.contains(line), "{line}\nis not in\n{text}");
        }
    }

    #[test]
    fn where_there_are_fewer_trials_than_there_should_be_their_number_is_given() {
        let strategies = vec![strategy("mutagen", 10, false), strategy("paper", 10, true)];
        let tasks = ["STACK/1/prop_ssni"];
        let mut setup = setup(strategies, &tasks);
        setup.study = "ifc-stack".into();
        let mut rows = Rows::default();
        for trial in 0..10 {
            rows.insert(row("mutagen", tasks[0], trial, Some(1.0)));
        }
        for trial in 0..3 {
            rows.insert(row("paper", tasks[0], trial, None));
        }
        let text = &files(&Data { setup: &setup, rows: &rows }).unwrap()[0].1;
        let line = "| 1 | BCall res→BOT | 1.00 | 1.00 | 0.00 (3) | – |";
        assert!(text.contains(line), "{line}\nis not in\n{text}");
        assert!(text.contains("; compared with the published MUTAGEN\n"), "{text}");
        assert!(!text.contains("**mean FR within"), "the limits are the same:\n{text}");
    }

    #[test]
    fn other_studies_have_no_such_files() {
        let setup = setup(vec![strategy("a", 1, false)], &["W/m/P"]);
        assert!(files(&Data { setup: &setup, rows: &Rows::default() }).unwrap().is_empty());
    }
}
