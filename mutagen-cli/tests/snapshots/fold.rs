//! Folds long lines of the expected texts, so that the sources stay narrow.

/// The widest line of an expected text.
const WIDTH: usize = 84;

/// The text with its long lines folded at spaces. A folded line ends with a backslash, and its
/// continuation is indented.
pub fn folded(text: &str) -> String {
    let mut folded = String::new();
    for line in text.split_inclusive('\n') {
        let mut rest = line;
        while let Some((end, _)) = rest.trim_end().char_indices().nth(WIDTH)
            && let Some(space) = rest[..end - 2].rfind(' ')
        {
            folded += &rest[..space];
            folded += " \\\n    ";
            rest = &rest[space + 1..];
        }
        folded += rest;
    }
    folded
}

#[test]
fn only_long_lines_are_folded_and_no_word_is_lost() {
    let short = "a short line\n\nand another\n";
    assert_eq!(folded(short), short);
    let long = "word ".repeat(50) + "\nend";
    let folded = folded(&long);
    assert!(folded.lines().all(|line| line.len() <= WIDTH + 4), "{folded}");
    assert_eq!(folded.replace(" \\\n    ", " "), long);
}
