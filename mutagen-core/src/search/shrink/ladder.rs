//! The search for the smallest number that is accepted, below one that is: first 0, 1, and the
//! neighbour, then powers of 2, and then halving between the last power that was refused and the
//! first that was accepted.

/// Finds the smallest number below `from` that `accepts` accepts, and returns it, or `from` if
/// there is none. Only a few numbers are asked for: it is the smallest if all numbers from it on
/// are accepted.
pub(super) fn smallest(from: u128, mut accepts: impl FnMut(u128) -> bool) -> u128 {
    for small in 0..from.min(2) {
        if accepts(small) {
            return small;
        }
    }
    // If not even the neighbour is accepted, most likely nothing in between is.
    if from <= 2 || !accepts(from - 1) {
        return from;
    }
    let mut refused = 1;
    let mut accepted = from - 1;
    while refused * 2 < accepted {
        if accepts(refused * 2) {
            accepted = refused * 2;
            break;
        }
        refused *= 2;
    }
    while accepted - refused > 1 {
        let middle = refused + (accepted - refused) / 2;
        if accepts(middle) { accepted = middle } else { refused = middle }
    }
    accepted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_number_of_an_upward_closed_set_is_found_with_few_questions() {
        for least in [0, 1, 2, 3, 7, 8, 9, 100, 899, 900, 901, 1 << 60] {
            for from in [least, least + 1, least + 2, 2 * least + 1, 1 << 61] {
                let mut asked = 0;
                let found = smallest(from, |number| {
                    asked += 1;
                    assert!(number < from);
                    number >= least
                });
                assert_eq!(found, least, "from {from}");
                assert!(asked <= 3 + 2 * (128 - least.leading_zeros()), "{asked} for {least}");
            }
        }
    }

    #[test]
    fn a_number_whose_neighbour_is_refused_takes_three_questions() {
        let mut asked = Vec::new();
        let found = smallest(1000, |number| {
            asked.push(number);
            false
        });
        assert_eq!((found, asked), (1000, vec![0, 1, 999]));
    }
}
