//! Which finding a kind of failure of OxiZ 0.3.4 belongs to. A kind has the class, the sorts and
//! the operators of a reduced formula; people looked at the formulas.

/// Findings that `known.tsv` has: they are found again, and do not count.
pub(super) const KNOWN: [&str; 2] = ["oxiz-float-literals", "oxiz-literal-times-sum"];

/// The findings, each with the kinds that begin so.
const BEGINNINGS: [(&str, &[&str]); 8] = [
    ("oxiz-large-literals", &["unsat: Int"]),
    ("oxiz-literal-times-sum", &["sat: Int: *", "model: Int: *"]),
    ("oxiz-array-ite-model", &["model: Array: ite"]),
    ("oxiz-float-model", &["model: FloatingPoint"]),
    ("oxiz-float-literals", &["sat: FloatingPoint", "model: BitVec FloatingPoint: ="]),
    ("oxiz-string-literals", &["sat: String"]),
    ("oxiz-array-large-index", &["model: Array Int: store"]),
    ("oxiz-string-model", &["model: String"]),
];

/// The finding that a kind of failure belongs to; `None` if nobody has looked at such a formula.
pub(super) fn cause(kind: &str) -> Option<&'static str> {
    if let Some(words) = kind.strip_prefix("model: Array Int: ") {
        let has = |word| words.split(' ').any(|one| one == word);
        match () {
            () if has("select") => return Some("oxiz-array-computed-index"),
            () if words == "const" => return Some("oxiz-array-constant-model"),
            () if words.ends_with(" const") => return Some("oxiz-array-computed-constant"),
            () => {}
        }
    }
    let begins = |beginnings: &[&str]| beginnings.iter().any(|text| kind.starts_with(text));
    BEGINNINGS.iter().find(|(_, beginnings)| begins(beginnings)).map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_belong_to_findings_that_are_described() {
        for (kind, name) in [
            ("model: Array Int: + select", Some("oxiz-array-computed-index")),
            ("model: Array Int: const", Some("oxiz-array-constant-model")),
            ("model: Array Int: + const", Some("oxiz-array-computed-constant")),
            ("model: Array Int: store", Some("oxiz-array-large-index")),
            ("unsat: Int: <", Some("oxiz-large-literals")),
            ("unsat: Bool: forall", None),
        ] {
            assert_eq!(cause(kind), name, "{kind}");
        }
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/findings/smt");
        for (name, _) in BEGINNINGS {
            assert!(std::path::Path::new(folder).join(format!("{name}.md")).is_file(), "{name}");
        }
        assert!(KNOWN.iter().all(|name| BEGINNINGS.iter().any(|(other, _)| other == name)));
    }
}
