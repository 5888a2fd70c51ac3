//! The known name that is nearest to an unknown one, for an error.

/// The nearest of these names, if it is near.
pub(crate) fn nearest(wanted: &str, names: impl Iterator<Item = String>) -> Option<String> {
    let near = names.map(|name| (strsim::levenshtein(wanted, &name), name));
    let (distance, name) = near.min_by_key(|(distance, _)| *distance)?;
    (distance <= wanted.chars().count().max(3) / 2).then_some(name)
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
    }
}
