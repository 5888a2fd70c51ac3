//! The known name that an unknown one is most similar to, for errors.

/// The name that is most similar to `wanted`; of several, the first by name.
pub(crate) fn nearest<'n>(wanted: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let ranked = names.map(|name| (strsim::jaro_winkler(name, wanted), name));
    let best = ranked.max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(a.1)));
    best.map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_names_that_are_alike_the_first_by_name_is_taken() {
        assert_eq!(nearest("ad", ["neg", "adc", "adb", "ada"].into_iter()), Some("ada"));
        assert_eq!(nearest("ad", std::iter::empty()), None);
    }
}
