//! What is known about rows of the list that are not shown again.

/// For a formula and the beginning of a solver's name: why its bug is not seen.
const NOTES: [(&str, &str, &str); 0] = [];

/// Why a bug of the list is not seen, if it is known.
pub(super) fn note(id: &str, solver: &str) -> Option<&'static str> {
    let fits = |(of, begin, _): &&(&str, &str, &str)| *of == id && solver.starts_with(begin);
    NOTES.iter().find(fits).map(|(.., note)| *note)
}
