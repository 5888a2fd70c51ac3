//! glob 0.3.4, heck 0.5.0, html-escape 0.3.1, semver 1.0.28, textwrap 0.16.4, wildmatch 2.7.0.

use heck::{ToKebabCase, ToLowerCamelCase, ToSnakeCase, ToTitleCase, ToUpperCamelCase};
use mutagen_core::{Mutate, Outcome, assume, property};
use wildmatch::WildMatch;

/// A letter of a pattern or a text.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Letter {
    /// A letter.
    A,
    /// Another letter.
    B,
    /// Any text in a pattern.
    Star,
    /// Any letter in a pattern.
    Question,
    /// A letter of two bytes.
    Long,
}

fn text(letters: &[Letter]) -> Vec<char> {
    let char = |letter: &Letter| match letter {
        Letter::A => 'a',
        Letter::B => 'b',
        Letter::Star => '*',
        Letter::Question => '?',
        Letter::Long => 'é',
    };
    letters.iter().map(char).collect()
}

fn matches(pattern: &[char], text: &[char]) -> bool {
    match (pattern, text) {
        ([], []) => true,
        (['*', rest @ ..], _) => (0..=text.len()).any(|at| matches(rest, &text[at..])),
        (['?', pattern @ ..], [_, text @ ..]) => matches(pattern, text),
        ([a, pattern @ ..], [b, text @ ..]) => a == b && matches(pattern, text),
        _ => false,
    }
}

/// A pattern with stars matches what the definition says.
#[property]
pub fn patterns_match_by_their_definition(pattern: &Vec<Letter>, letters: &Vec<Letter>) {
    let pattern = text(&pattern[..pattern.len().min(10)]);
    let letters = text(&letters[..letters.len().min(12)]);
    let expected = matches(&pattern, &letters);
    let (pattern, letters) = (String::from_iter(pattern), String::from_iter(letters));
    assert_eq!(WildMatch::new(&pattern).matches(&letters), expected, "wildmatch");
    if !pattern.contains("**") {
        let glob = glob::Pattern::new(&pattern).expect("a pattern");
        assert_eq!(glob.matches(&letters), expected, "glob");
    }
    assert!(
        glob::Pattern::new(&glob::Pattern::escape(&letters)).expect("a pattern").matches(&letters)
    );
}

/// Any text is a pattern of glob or refused, and an escaped text matches itself.
#[property]
pub fn escaped_texts_match_themselves(text: &str) {
    let _ = glob::Pattern::new(text).map(|pattern| pattern.matches(text));
    assert!(glob::Pattern::new(&glob::Pattern::escape(text)).expect("a pattern").matches(text));
}

/// Changing the case of words of ASCII twice is as once.
#[property]
pub fn changing_the_case_twice_is_as_once(text: &str) -> Outcome {
    assume!(text.is_ascii());
    let snake = text.to_snake_case();
    assert_eq!(snake.to_snake_case(), snake, "snake");
    let kebab = text.to_kebab_case();
    assert_eq!(kebab.to_kebab_case(), kebab, "kebab");
    assert_eq!(kebab.to_snake_case(), snake, "kebab and snake");
    let _ = (text.to_lower_camel_case(), text.to_upper_camel_case(), text.to_title_case());
    Outcome::Passed
}

/// Escaped text is unescaped again.
#[property]
#[ignore = "finds a defect"]
pub fn escaped_texts_are_unescaped(text: &str) -> Outcome {
    // HTML has no reference to this char.
    assume!(!text.contains('\0'));
    for escaped in [
        html_escape::encode_text(text),
        html_escape::encode_safe(text),
        html_escape::encode_double_quoted_attribute(text),
        html_escape::encode_unquoted_attribute(text),
    ] {
        assert_eq!(html_escape::decode_html_entities(&escaped), text, "{escaped}");
    }
    Outcome::Passed
}

/// What is read is printed and read again, and a version matches itself.
#[property]
pub fn versions_are_printed_and_read_again(text: &str) {
    if let Ok(version) = semver::Version::parse(text) {
        assert_eq!(version.to_string(), text);
        let exact = semver::VersionReq::parse(&format!("={version}")).expect("a requirement");
        assert!(exact.matches(&version));
    }
    if let Ok(requirement) = semver::VersionReq::parse(text) {
        let printed = requirement.to_string();
        assert_eq!(semver::VersionReq::parse(&printed).ok(), Some(requirement), "{printed}");
    }
}

/// Wrapped text has lines that are not too long, and the same words.
#[property]
pub fn wrapped_texts_have_the_same_words(text: &str, width: u8) -> Outcome {
    assume!(text.chars().all(|c| c == '\n' || !c.is_control()));
    let width = usize::from(width % 40) + 1;
    let lines = textwrap::wrap(text, width);
    let joined: String =
        lines.iter().flat_map(|line| line.chars()).filter(|c| !c.is_whitespace()).collect();
    let words: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    assert_eq!(joined, words);
    for line in &lines {
        let fits = textwrap::core::display_width(line) <= width;
        assert!(fits || line.chars().count() <= 1, "{line:?} of {width}");
    }
    let filled = textwrap::fill(text, width);
    assert_eq!(filled.lines().count(), lines.join("\n").lines().count());
    let (unfilled, _) = textwrap::unfill(text);
    let _ = textwrap::refill(&unfilled, width);
    let _ = textwrap::dedent(&textwrap::indent(text, "  "));
    Outcome::Passed
}
