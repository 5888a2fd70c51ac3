//! The lines of one file that have code: tokens other than documentation and unit tests.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The longest line that the project allows, in characters.
const LONGEST: usize = 100;

/// Numbers of lines.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// All lines.
    pub(super) lines: usize,
    /// Lines with code.
    pub(super) code: usize,
    /// Lines that are too long.
    pub(super) long: usize,
}

impl Counts {
    /// Adds the lines of another file.
    pub(super) fn add(&mut self, other: &Counts) {
        self.lines += other.lines;
        self.code += other.code;
        self.long += other.long;
    }
}

/// What is counted in a file.
pub(super) struct File {
    /// The lines.
    pub(super) counts: Counts,
    /// The modules of unit tests that are in files of their own.
    pub(super) test_modules: Vec<String>,
}

/// Counts the lines of a file.
pub(super) fn count(text: &str) -> Result<File, proc_macro2::LexError> {
    let (mut lines, mut test_modules) = (BTreeSet::new(), Vec::new());
    let text = text.trim_start_matches('\u{feff}');
    walk(text.parse()?, &mut lines, &mut test_modules);
    let counts = Counts {
        lines: text.lines().count(),
        code: lines.len(),
        long: text.lines().filter(|line| line.chars().count() > LONGEST).count(),
    };
    Ok(File { counts, test_modules })
}

/// The path of a module in a file of its own, without the ending of a file.
pub(super) fn module_path(file: &Path, module: &str) -> PathBuf {
    let stem = file.file_stem().unwrap_or_default();
    if stem == "mod" || stem == "lib" || stem == "main" {
        file.with_file_name(module)
    } else {
        file.with_extension("").join(module)
    }
}

fn walk(tokens: TokenStream, lines: &mut BTreeSet<usize>, test_modules: &mut Vec<String>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let TokenTree::Punct(punct) = &token else {
            add(token, lines, test_modules);
            continue;
        };
        if punct.as_char() != '#' {
            add(token, lines, test_modules);
            continue;
        }
        let is_inner =
            matches!(tokens.peek(), Some(TokenTree::Punct(next)) if next.as_char() == '!');
        let mark = if is_inner { tokens.next() } else { None };
        let Some(TokenTree::Group(group)) = tokens.peek() else {
            add(token, lines, test_modules);
            mark.into_iter().for_each(|mark| add(mark, lines, test_modules));
            continue;
        };
        let is_attribute = group.delimiter() == Delimiter::Bracket;
        let written = group.stream().to_string().replace(' ', "");
        if is_attribute && written.starts_with("doc=") {
            tokens.next();
        } else if is_attribute && !is_inner && is_test(&written) {
            tokens.next();
            skip_item(&mut tokens, test_modules);
        } else {
            add(token, lines, test_modules);
            mark.into_iter().for_each(|mark| add(mark, lines, test_modules));
        }
    }
}

fn is_test(attribute: &str) -> bool {
    attribute == "cfg(test)" || attribute.starts_with("cfg(all(test,")
}

/// Skips an item with its other attributes: up to its block, or to a semicolon.
fn skip_item(tokens: &mut impl Iterator<Item = TokenTree>, test_modules: &mut Vec<String>) {
    let mut module = None;
    let mut is_module = false;
    for token in tokens {
        match token {
            TokenTree::Ident(name) if is_module => {
                module = Some(name.to_string());
                is_module = false;
            }
            TokenTree::Ident(name) => is_module = name == "mod",
            TokenTree::Punct(punct) if punct.as_char() == ';' => {
                test_modules.extend(module);
                return;
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => return,
            _ => {}
        }
    }
}

fn add(token: TokenTree, lines: &mut BTreeSet<usize>, test_modules: &mut Vec<String>) {
    let mut mark = |span: Span| lines.extend(span.start().line..=span.end().line);
    match token {
        TokenTree::Group(group) => {
            mark(group.span_open());
            mark(group.span_close());
            walk(group.stream(), lines, test_modules);
        }
        token => mark(token.span()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_blank_lines_and_unit_tests_are_no_code() {
        let text = "//! A file.\n\n/// A function.\nfn f() {\n    // Why.\n\
                    g(\"a\n\nb\");\n}\n\n\
                    #[cfg(test)]\nuse x::y;\n\n#[cfg(test)]\n#[path = \"t.rs\"]\nmod more;\n\n\
                    #[cfg(test)]\nmod tests {\n    fn t() {}\n}\n\n#[inline]\nfn h() {}\n";
        let file = count(text).unwrap();
        // `f` has five lines, one of which is in its string, and `h` has two.
        assert_eq!(file.counts.code, 7);
        assert_eq!(file.test_modules, ["more"]);
        assert_eq!(file.counts.lines, text.lines().count());
    }

    #[test]
    fn modules_of_tests_are_beside_their_parent_or_in_its_folder() {
        let path = |file: &str| module_path(Path::new(file), "tests").display().to_string();
        assert_eq!(path("src/a/mod.rs"), "src/a/tests");
        assert_eq!(path("src/a.rs"), "src/a/tests");
    }
}
