//! The bugs of a study with published figures: the trials of each bug, and its group as in the
//! paper.

use crate::study::analyse::data::Data;
use crate::study::analyse::published::Bug;
use crate::study::analyse::stats::mann_whitney;
use crate::study::analyse::summary::{Measure, Summary};

/// The level of significance of each tail.
pub const ALPHA: f64 = 0.05;

/// A bug under each strategy, in the order of the setup; without rows if the study has no task for
/// it.
pub fn measured<'d>(data: &Data<'d>, bug: &Bug) -> Vec<Summary<'d>> {
    let is = |task: &&String| task.split('/').nth(1) == Some(bug.number.as_str());
    let task = data.setup.tasks.iter().find(is).map_or("", String::as_str);
    data.setup.strategies.iter().map(|strategy| data.summary(strategy, task)).collect()
}

/// How the paper groups bugs: by which of two strategies is faster.
pub const GROUPS: [&str; 4] = [
    "`fuzzchick` is faster",
    "neither is faster",
    "`fuzzchick` is slower",
    "`fuzzchick` always times out",
];

/// The index of a bug's group in [`GROUPS`]; `None` if one of the strategies has not run it. Trials
/// that found nothing within the lesser limit share the worst rank.
pub fn group(fuzzchick: &Summary<'_>, other: &Summary<'_>) -> Option<usize> {
    if fuzzchick.rows.is_empty() || other.rows.is_empty() {
        return None;
    }
    if fuzzchick.found() == 0 {
        return Some(3);
    }
    let limit = fuzzchick.limit.min(other.limit);
    let less = |a: &Summary<'_>, b: &Summary<'_>| {
        let [a, b] = [a, b].map(|summary| summary.ranked(Measure::Time, limit));
        mann_whitney::test(&a, &b).is_some_and(|test| test.less < ALPHA)
    };
    Some(if less(fuzzchick, other) {
        0
    } else if less(other, fuzzchick) {
        2
    } else {
        1
    })
}
