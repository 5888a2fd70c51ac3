//! The known name that is nearest to an unknown one, for an error.

/// The nearest of these names, if it is near.
pub(crate) fn nearest(wanted: &str, names: impl Iterator<Item = String>) -> Option<String> {
    let near = names.map(|name| (distance(wanted, &name), name));
    let (distance, name) = near.min_by_key(|(distance, _)| *distance)?;
    (distance <= wanted.chars().count().max(3) / 2).then_some(name)
}

/// How many characters must be put in, left out or replaced.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, c) in one.chars().enumerate() {
        let mut before = std::mem::replace(&mut row[0], at + 1);
        for (column, o) in other.iter().enumerate() {
            let replaced = before + usize::from(c != *o);
            before = row[column + 1];
            row[column + 1] = replaced.min(before + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_named_if_it_is_near() {
        let names = || ["add", "subtract", "neg"].map(str::to_owned).into_iter();
        assert_eq!(nearest("substract", names()).as_deref(), Some("subtract"));
        assert_eq!(nearest("ad", names()).as_deref(), Some("add"));
        assert_eq!(nearest("multiply", names()), None);
        assert_eq!((distance("", "abc"), distance("abc", "abd"), distance("abc", "")), (3, 1, 3));
    }
}
