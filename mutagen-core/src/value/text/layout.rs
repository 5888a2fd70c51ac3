//! Breaks the text of a value into lines, for files that people read.

use super::lexer::{Lexed, Lexer};

/// How deep brackets are inside one another at most in a text that is broken.
const DEEPEST: usize = 40;

/// The most bytes of a text that is broken.
const LONGEST: usize = 1 << 20;

/// How many columns each level is moved to the right.
const STEP: usize = 2;

/// The longest element, in bytes, that shares a line with its neighbours.
const SHORT: usize = 24;

/// The text of a value, broken into lines of at most this many bytes where that is possible.
/// Brackets that do not fit on one line have each element on a line of its own, or as many short
/// elements as fit. A very long or deep text is left on one line.
///
/// ```
/// use mutagen_core::text;
///
/// assert_eq!(text::layout("(1, \"a, b\")", 80), "(1, \"a, b\")");
/// assert_eq!(text::layout("T([1, 2], E, \"a\")", 12), "T(\n  [1, 2], E,\n  \"a\",\n)");
/// ```
pub fn layout(text: &str, width: usize) -> String {
    if text.len() <= width || text.len() > LONGEST {
        return text.to_owned();
    }
    let Some(parts) = parts(text) else { return text.to_owned() };
    let mut out = String::with_capacity(text.len() * 2);
    write(&parts, text, width, 0, &mut out);
    out
}

/// Whether a printed text can be read back: it has no part of the form `<opaque TYPE>`.
///
/// ```
/// use mutagen_core::text;
///
/// assert!(text::is_whole("(\"<opaque T>\", 1)"));
/// assert!(!text::is_whole("(<opaque T>, 1)"));
/// ```
pub fn is_whole(text: &str) -> bool {
    let mut lexer = Lexer::new(text);
    loop {
        match lexer.next() {
            Ok(Some((Lexed::Mark(b'<'), start, _))) if text[start..].starts_with("<opaque ") => {
                return false;
            }
            Ok(Some(_)) => {}
            Ok(None) => return true,
            Err(_) => return false,
        }
    }
}

/// The elements of the bracket that a text is: of a tuple, its parts. `None` if the text is no such
/// bracket, is very long or is damaged.
///
/// ```
/// use mutagen_core::text;
///
/// assert_eq!(text::elements("(T(1, 2), \"a, b\",)"), Some(vec!["T(1, 2)", "\"a, b\""]));
/// assert_eq!(text::elements("T(1)"), None);
/// ```
pub fn elements(text: &str) -> Option<Vec<&str>> {
    if text.len() > LONGEST {
        return None;
    }
    let (open, elements) = parts(text)?.inside.filter(|_| text.ends_with([')', ']', '}']))?;
    let part = |element: &Part| &text[element.span.0..element.span.1];
    (open == 0).then(|| elements.iter().map(part).collect())
}

/// The text of a value without the white space and the commas that only its layout has.
pub fn squeezed(text: &str) -> String {
    let mut squeezed = String::with_capacity(text.len());
    let mut lexer = Lexer::new(text);
    loop {
        match lexer.next() {
            Ok(Some((token, start, end))) => {
                if matches!(token, Lexed::Close(_)) && squeezed.ends_with(',') {
                    squeezed.pop();
                }
                squeezed.push_str(&text[start..end]);
            }
            Ok(None) => return squeezed,
            // The rest of a text that is no value is left as it is.
            Err(none) => {
                squeezed.push_str(&text[none.at..]);
                return squeezed;
            }
        }
    }
}

/// A piece of the text: an element of a bracket, with the brackets in it.
#[derive(Default)]
struct Part {
    /// The first byte, and the byte after the last.
    span: (usize, usize),
    /// The place of the last opening bracket of this element, and what is inside the bracket.
    inside: Option<(usize, Vec<Part>)>,
}

/// The whole text as one part; `None` if it has something that is no token, or if brackets do not
/// match or are too deep.
fn parts(text: &str) -> Option<Part> {
    // The element that is being read of each open bracket, and the elements before it.
    let mut open: Vec<(Part, Vec<Part>)> = vec![(Part::default(), Vec::new())];
    let mut lexer = Lexer::new(text);
    while let Some((token, start, end)) = lexer.next().ok()? {
        match token {
            Lexed::Open(_) => {
                if open.len() > DEEPEST {
                    return None;
                }
                open.last_mut()?.0.inside = Some((start, Vec::new()));
                open.push((Part { span: (end, end), inside: None }, Vec::new()));
            }
            Lexed::Close(_) => {
                let (mut last, mut elements) = open.pop()?;
                last.span.1 = start;
                elements.push(last);
                elements.iter_mut().for_each(|element| trim(text, element));
                elements.retain(|element| element.span.0 < element.span.1);
                open.last_mut()?.0.inside.as_mut()?.1 = elements;
            }
            Lexed::Mark(b',') if open.len() > 1 => {
                let (element, elements) = open.last_mut()?;
                let mut done = std::mem::replace(element, Part { span: (end, end), inside: None });
                done.span.1 = start;
                elements.push(done);
            }
            _ => {}
        }
    }
    let (mut whole, _) = open.pop().filter(|_| open.is_empty())?;
    whole.span = (0, text.len());
    Some(whole)
}

fn trim(text: &str, part: &mut Part) {
    let (start, end) = part.span;
    let inside = &text[start..end];
    let start = start + (inside.len() - inside.trim_start().len());
    part.span = (start, start + inside.trim().len());
}

/// Writes a part whose first line begins in this column.
fn write(part: &Part, text: &str, width: usize, column: usize, out: &mut String) {
    let (start, end) = part.span;
    let flat = &text[start..end];
    // A comma follows.
    let fits = column + flat.len() < width;
    let Some((open, elements)) = part.inside.as_ref().filter(|_| !fits) else {
        return out.push_str(flat);
    };
    out.push_str(&text[start..=*open]);
    let column = column + STEP;
    let is_short = |element: &Part| element.span.1 - element.span.0 <= SHORT;
    let mut used = usize::MAX;
    let mut follows_short = false;
    for element in elements {
        let length = element.span.1 - element.span.0;
        let shares = follows_short && is_short(element) && used + 1 + length < width;
        if shares {
            out.push(' ');
            used += 1;
        } else {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', column));
            used = column;
        }
        write(element, text, width, column, out);
        out.push(',');
        used += length + 1;
        follows_short = is_short(element);
    }
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', column - STEP));
    // The bracket that closes, and what follows it.
    let closing = elements.last().map_or(*open + 1, |last| last.span.1);
    out.push_str(text[closing..end].trim_start_matches([',', ' ']));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;
    use crate::{Mutate, text};
    use std::collections::BTreeMap;

    #[derive(Debug, PartialEq, Mutate)]
    #[mutate(crate = crate)]
    struct Shop {
        name: String,
        sign: char,
        stock: BTreeMap<String, Vec<u64>>,
        next: Option<Box<Shop>>,
    }

    fn shop(depth: u32) -> Shop {
        let all = (0..40).map(|number| number * 7919 % 1_000_003).collect();
        Shop {
            name: "a \"(b, [c\\".into(),
            sign: if depth.is_multiple_of(2) { '\'' } else { '"' },
            stock: BTreeMap::from([("é, {".into(), all), (String::new(), Vec::new())]),
            next: (depth > 0).then(|| Box::new(shop(depth - 1))),
        }
    }

    #[test]
    fn what_was_broken_is_the_same_value_on_lines_that_fit() {
        for width in [20, 40, 96, 400, 10_000] {
            let (flat, value) = (text::print(&shop(4)), shop(4));
            let broken = layout(&flat, width);
            assert_eq!(parse::<Shop>(&broken).unwrap().value, value, "{broken}");
            if width >= 40 {
                let longest = broken.lines().map(str::len).max();
                assert!(longest <= Some(width), "{width} {longest:?}\n{broken}");
            }
        }
    }

    #[test]
    fn the_layout_of_a_text_is_left_out_and_its_quoted_parts_stay() {
        let flat = "(T { a: \"b  c,]\" }, [1, 2], ',', \"é\")";
        assert_eq!(squeezed(flat), "(T{a:\"b  c,]\"},[1,2],',',\"é\")");
        for width in [4, 10, 30] {
            assert_eq!(squeezed(&layout(flat, width)), squeezed(flat));
        }
        assert_ne!(squeezed("(\"a  b\",)"), squeezed("(\"a b\",)"));
        for odd in ["\"é", "'", "", "é \"", "(,"] {
            squeezed(odd);
        }
    }

    #[test]
    fn only_the_elements_of_the_whole_bracket_are_found() {
        assert_eq!(elements("()"), Some(Vec::new()));
        assert_eq!(elements("(S { a: [1, 2] }, '(')"), Some(vec!["S { a: [1, 2] }", "'('"]));
        assert_eq!(elements(&layout("([1, 2], \"é, )\")", 4)).map(|parts| parts.len()), Some(2));
        for other in ["", "7", "T(1, 2)", "(1)(2) more", "(1, 2", "(\"a)", "(1, …"] {
            assert_eq!(elements(other), None, "{other}");
        }
    }

    #[test]
    fn short_elements_share_lines() {
        let bytes: Vec<u8> = (0..=255).collect();
        let broken = layout(&text::print(&(bytes.clone(),)), 80);
        assert!(broken.lines().count() < 25, "{broken}");
        assert_eq!(parse::<(Vec<u8>,)>(&broken).unwrap().value, (bytes,));
    }

    #[test]
    fn a_text_that_is_too_deep_or_no_value_is_left_alone() {
        let deep = format!("{}{}", "(".repeat(2000), ")".repeat(2000));
        assert_eq!(layout(&deep, 80), deep);
        for odd in ["\"abc", "(((((((((((", "a)))))))))))))))))))", "'"] {
            assert_eq!(layout(odd, 4), odd);
        }
    }
}
