//! Sets of lines: what is in one and not in another, and few tests that reach what all reach.

use mutagen_core::internal::run::protocol::Lines;

/// The number of lines.
pub(super) fn count(lines: &Lines) -> u64 {
    lines.values().map(|lines| lines.len() as u64).sum()
}

/// The lines that are not in the other set.
pub(super) fn without(lines: &Lines, others: &Lines) -> Lines {
    kept(lines, |file, line| !has(others, file, line))
}

/// Whether a line is in the set.
pub(super) fn has(lines: &Lines, file: &str, line: u32) -> bool {
    lines.get(file).is_some_and(|lines| lines.contains(&line))
}

/// Adds lines to a set.
pub(super) fn add(lines: &mut Lines, more: &Lines) {
    for (file, more) in more {
        lines.entry(file.clone()).or_default().extend(more);
    }
}

/// The lines for which a predicate holds. No file is without lines.
pub(super) fn kept(lines: &Lines, holds: impl Fn(&str, u32) -> bool) -> Lines {
    let mut all = Lines::new();
    for (file, lines) in lines {
        let wanted: Vec<u32> = lines.iter().copied().filter(|&line| holds(file, line)).collect();
        if !wanted.is_empty() {
            all.insert(file.clone(), wanted.into_iter().collect());
        }
    }
    all
}

/// The places of few sets that together have all lines: always the one with the most lines that
/// are still missing, and the first of these. Each comes with the lines that it adds.
pub(super) fn cover(sets: &[Lines]) -> Vec<(usize, Lines)> {
    let mut covered = Lines::new();
    let mut chosen = Vec::new();
    loop {
        let added = sets.iter().map(|lines| without(lines, &covered)).enumerate();
        let best = added
            .max_by(|(a, one), (b, other)| count(one).cmp(&count(other)).then_with(|| b.cmp(a)));
        match best {
            Some((at, added)) if !added.is_empty() => {
                add(&mut covered, &added);
                chosen.push((at, added));
            }
            _ => return chosen,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(of: &[(&str, &[u32])]) -> Lines {
        let of =
            of.iter().map(|(file, lines)| ((*file).to_owned(), lines.iter().copied().collect()));
        of.collect()
    }

    #[test]
    fn sets_of_lines_are_those_of_their_files() {
        let one = lines(&[("a", &[1, 2, 3]), ("b", &[1])]);
        let other = lines(&[("a", &[2]), ("b", &[1]), ("c", &[3])]);
        assert_eq!(without(&one, &other), lines(&[("a", &[1, 3])]));
        assert_eq!((count(&one), count(&without(&other, &one))), (4, 1));
        let mut both = one;
        add(&mut both, &other);
        assert_eq!(both, lines(&[("a", &[1, 2, 3]), ("b", &[1]), ("c", &[3])]));
    }

    #[test]
    fn the_set_that_adds_most_comes_first_and_one_that_adds_nothing_is_left_out() {
        let sets = [
            lines(&[("a", &[1, 2])]),
            lines(&[("a", &[2, 3, 4])]),
            lines(&[("a", &[4])]),
            lines(&[("a", &[1]), ("b", &[9])]),
            lines(&[]),
        ];
        let chosen = cover(&sets);
        assert_eq!(
            chosen,
            [(1, lines(&[("a", &[2, 3, 4])])), (3, lines(&[("a", &[1]), ("b", &[9])]))]
        );
        // Of equals, the first.
        assert_eq!(cover(&[sets[2].clone(), sets[2].clone()])[0].0, 0);
        assert!(cover(&[]).is_empty());
    }
}
