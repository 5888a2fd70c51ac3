//! Turns the optional types of mutagen-core on. Cargo gives all members of a workspace the same
//! features of a dependency when it builds them together, so that `cargo test --workspace` compiles
//! the engine once and tests these types with everything else.

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    /// The only feature that is no type. It takes minutes to build.
    const HEAVY: &str = "backend-libafl";

    fn manifest(text: &str) -> toml::Table {
        text.parse().unwrap()
    }

    #[test]
    fn all_features_that_are_types_are_on() {
        let core = manifest(include_str!("../../Cargo.toml"));
        let all = core["features"].as_table().unwrap().keys().map(String::as_str);
        let mut expected: BTreeSet<&str> = all.collect();
        assert!(expected.remove(HEAVY) && !expected.is_empty());

        let here = manifest(include_str!("../Cargo.toml"));
        let on = here["dependencies"]["mutagen-core"]["features"].as_array().unwrap();
        let on: BTreeSet<&str> = on.iter().map(|feature| feature.as_str().unwrap()).collect();
        assert_eq!(on, expected);
    }
}
