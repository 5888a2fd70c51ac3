//! The part of a report with the rates of each task, beside the published ones: for studies that
//! measure speed alone.

use crate::study::analyse::data::Data;
use crate::study::analyse::distinct::counted;
use crate::study::analyse::published;
use crate::study::analyse::stats::median;
use crate::study::render::markdown::{number, table, words};
use crate::study::rows::counted::Counted;
use std::fmt::Write;

/// Whether the study has this part.
pub(super) fn has(data: &Data<'_>) -> bool {
    !published::rates(&data.setup.study).is_empty()
}

/// Writes the section.
pub(super) fn write(text: &mut String, data: &Data<'_>) {
    let published = published::rates(&data.setup.study);
    text.push_str(
        "## Rates of each property\n\nMedians over the trials. Each trial is run twice with the \
         same seed. The first three rates are those of the first run, which records nothing and \
         ends with the first failure: rates of runs of less than 0.05 s are left out. The others \
         are those of a second run, which goes on after failures for the time that `distinct.csv` \
         says, and appends a hash of each valid module to a file; that time is included. The last \
         two columns are those of the paper's Table V, of another engine on another machine.\n\n",
    );
    let mut rows = Vec::new();
    for task in &data.setup.tasks {
        let mut parts = task.split('/').skip(1);
        let (engine, property) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
        let theirs = published.iter().find(|rates| rates.property == property);
        for strategy in &data.setup.strategies {
            let (summary, all) = (data.summary(strategy, task), counted(data, strategy, task));
            let rates = summary.rates();
            let share = rates.map(|(tests, valid)| 100.0 * valid / tests);
            let middle = |of: &dyn Fn(&Counted) -> f64| median(all.iter().map(of).collect());
            let mut cells = words(&[property, engine, &strategy.name]);
            cells.push(all.len().to_string());
            let figures = [
                rates.map(|rates| rates.0),
                rates.map(|rates| rates.1),
                share,
                middle(&|c| c.tests as f64 / c.time),
                middle(&|c| c.passed as f64 / c.time),
                middle(&|c| c.distinct as f64 / c.time).filter(|rate| *rate > 0.0),
                middle(&|c| c.edges as f64),
                middle(&|c| c.failed as f64),
                theirs.map(|rates| rates.tests),
                theirs.map(|rates| rates.passed),
            ];
            cells.extend(figures.map(number));
            rows.push(cells);
        }
    }
    let head = [
        "property",
        "engine",
        "strategy",
        "trials",
        "tests/s",
        "passed/s",
        "passed, %",
        "tests/s, recorded",
        "passed/s, recorded",
        "distinct/s",
        "edges",
        "failed",
        "published tests/s",
        "published passed/s",
    ];
    table(text, &words(&head), &rows);
    for rates in published {
        let (ours, theirs) = (rates.property, rates.published);
        let _ = writeln!(text, "`{ours}` is the published `{theirs}`.");
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::render::markdown::tests::text_of;
    use crate::study::rows::row::Rows;
    use crate::study::rows::row::tests::{counted, row};
    use crate::study::rows::setup::tests::{setup, strategy};

    #[test]
    fn each_property_has_its_rates_beside_the_published_ones() {
        let tasks = ["VALIDATOR/planted/prop_validator_accepts", "VALIDATOR/wain/prop_validator"];
        let mut setup = setup(vec![strategy("mutagen", 1, false)], &tasks);
        setup.study = "wasm-rates".into();
        let mut rows = Rows::default();
        for (task, time) in tasks.iter().zip([1.0, 0.01]) {
            let mut row = row("mutagen", task, 0, Some(time));
            row.counted = Some(counted(10.0, 2000));
            rows.insert(row);
        }
        let text = text_of(write, &setup, &rows);
        for line in [
            "| prop_validator_accepts | planted | mutagen | 1 | 100 | 50.0 | 50.0 | 1000 | 500 | \
             200 | 30.0 | 1.00 | 3506 | 757 |",
            "| prop_validator | wain | mutagen | 1 | – | – | – | 1000 | 500 | 200 | 30.0 | 1.00 | \
             – | – |",
        ] {
            assert!(text.contains(line), "{line}\nis not in\n{text}");
        }
    }
}
