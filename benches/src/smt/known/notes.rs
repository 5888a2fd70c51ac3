//! What is known about rows that are not as the list has them.

/// For a formula and the beginning of a solver's name: why its bug is not seen, or one that is not
/// in the list.
const NOTES: [(&str, &str, &str); 4] = [
    (
        "cvc5-6776-0",
        "cvc4-1.8",
        "z3 alone contradicts it, and two of its releases are one code base: cvc5 takes no `ite` \
         of regular expressions, Yices and bitwuzla have no strings. There is no model to decide: \
         the formula has no variable, and its value depends on a division by zero",
    ),
    (
        "cvc5r-filter_soundness_issue",
        "cvc5-1.0.3",
        "a later cvc5 alone contradicts it, which is the same code base: no other one has \
         relations",
    ),
    (
        "cvc5r-issue10542-2",
        "z3-5.4.1",
        "a bug that is not in the list: z3 5.4.1 gives a model that does not hold where releases \
         before it give up. The formula is in the list for a bug of cvc5; in its own spelling, z3 \
         does not read it. See `docs/findings/smt/z3-acos-model.md`",
    ),
    (
        "cvc5r-proj-issue622-fmf-dt-u-orig",
        "z3-5.4.1",
        "a bug that is not in the list: after an error about a declaration of datatypes, z3 from \
         4.16.0 on goes on, and `check-sat` ends in a segmentation fault. The formula is in the \
         list for a bug of cvc5. See `docs/findings/smt/z3-datatypes-after-error.md`",
    ),
];

/// What is known about a row.
pub(super) fn note(id: &str, solver: &str) -> Option<&'static str> {
    let fits = |(of, begin, _): &&(&str, &str, &str)| *of == id && solver.starts_with(begin);
    NOTES.iter().find(fits).map(|(.., note)| *note)
}
