//! Takes apart the name that the compiler gives a type, such as
//! `alloc::vec::Vec<shop::order::Item>`, and finds the paths in the source text of a type.

/// The name of a type.
#[derive(Clone, Copy)]
pub(super) struct TypeName<'n>(pub(super) &'n str);

impl<'n> TypeName<'n> {
    /// The path without the arguments; empty if the type has no path, as an array or a tuple.
    pub(super) fn base(self) -> &'n str {
        let start = self.0.chars().next();
        let has_path = start.is_some_and(|start| start.is_alphanumeric() || start == '_');
        let is_function =
            ["fn(", "dyn ", "unsafe ", "extern "].iter().any(|s| self.0.starts_with(s));
        if !has_path || is_function {
            return "";
        }
        self.0.split('<').next().unwrap_or_default()
    }

    /// The arguments between the angle brackets, or the parts between other brackets.
    pub(super) fn arguments(self) -> Vec<&'n str> {
        let base = self.base();
        let Some(inside) = self.0.get(base.len() + 1..self.0.len().max(base.len() + 2) - 1) else {
            return Vec::new();
        };
        let (mut all, mut depth, mut start, mut before) = (Vec::new(), 0, 0, ' ');
        for (at, c) in inside.char_indices() {
            match c {
                '<' | '(' | '[' | '{' => depth += 1,
                // The arrow of a function is no bracket.
                '>' if before == '-' => {}
                '>' | ')' | ']' | '}' => depth -= 1,
                ',' | ';' if depth == 0 => {
                    all.push(inside[start..at].trim());
                    start = at + 1;
                }
                _ => {}
            }
            before = c;
        }
        all.push(inside[start..].trim());
        all.retain(|argument| !argument.is_empty());
        all
    }
}

/// The last name of a path.
pub(super) fn last(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or_default()
}

/// Source text as `stringify!` gives it, on one line and without the spaces around `::`.
pub(super) fn joined(text: &str) -> String {
    let mut joined = String::new();
    let mut blank = false;
    let single = |c: char| {
        let again = std::mem::replace(&mut blank, c.is_whitespace()) && c.is_whitespace();
        (!again).then_some(if c.is_whitespace() { ' ' } else { c })
    };
    let is_long = text.contains('\n');
    let text: String =
        if is_long { text.chars().filter_map(single).collect() } else { text.into() };
    // Every other part is inside a literal.
    for (at, part) in text.split('"').enumerate() {
        joined.push_str(if at > 0 { "\"" } else { "" });
        match at % 2 {
            0 => joined.push_str(&part.replace(" ::", "::").replace(":: ", "::")),
            _ => joined.push_str(part),
        }
    }
    joined
}

/// The pieces of a text of types: paths, and what is between them.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '#';
    let mut all = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let rest = &text[start..];
        let mut end = 0;
        // A path may start with `::`.
        loop {
            let tail = &rest[end..];
            let name = tail.find(|c| !is_word(c)).unwrap_or(tail.len());
            let colons = tail[name..].starts_with("::");
            end += name;
            if !colons || (name == 0 && end > 0) {
                break;
            }
            end += 2;
        }
        if end == 0 {
            let other = rest.find(|c| is_word(c) || c == ':').unwrap_or(rest.len()).max(1);
            // A single colon, or a character of several bytes.
            end = rest.ceil_char_boundary(other);
            all.push(Piece::Other(&rest[..end]));
        } else {
            all.push(Piece::Path(&rest[..end]));
        }
        start += end;
    }
    all
}

/// A piece of a text of types.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    /// A path, without arguments.
    Path(&'t str),
    /// Anything else.
    Other(&'t str),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_path_and_arguments() {
        let map = TypeName("std::collections::HashMap<u8, alloc::vec::Vec<(u8, shop::A)>>");
        assert_eq!(map.base(), "std::collections::HashMap");
        assert_eq!(map.arguments(), ["u8", "alloc::vec::Vec<(u8, shop::A)>"]);
        assert_eq!(TypeName("u8").base(), "u8");
        assert!(TypeName("u8").arguments().is_empty());
        assert_eq!(TypeName("a::B<fn(u8) -> u8, u16>").arguments(), ["fn(u8) -> u8", "u16"]);
    }

    #[test]
    fn arrays_and_tuples_have_parts_and_no_path() {
        assert_eq!((TypeName("[u8; 3]").base(), TypeName("(a::B,)").base()), ("", ""));
        assert_eq!(TypeName("[u8; 3]").arguments(), ["u8", "3"]);
        assert_eq!(TypeName("(a::B,)").arguments(), ["a::B"]);
        assert!(TypeName("()").arguments().is_empty());
    }

    #[test]
    fn a_path_in_stringified_source_has_no_spaces() {
        assert_eq!(joined("& [super :: Item], :: a :: B"), "& [super::Item],::a::B");
        assert_eq!(joined("(std ::\n    rc::Rc,\n u8)"), "(std::rc::Rc, u8)");
        assert_eq!(joined("f(\" :: \", a :: B)"), "f(\" :: \", a::B)");
    }

    #[test]
    fn the_paths_in_the_source_of_a_type_are_found() {
        let paths = |text| {
            let pieces = pieces(text).into_iter();
            let paths = pieces.filter_map(|piece| match piece {
                Piece::Path(path) => Some(path),
                Piece::Other(_) => None,
            });
            paths.collect::<Vec<&str>>()
        };
        assert_eq!(paths("&[super::Item], ::shop::r#type"), ["super::Item", "::shop::r#type"]);
        assert_eq!(paths("Vec<shop::Item, 3>"), ["Vec", "shop::Item", "3"]);
        let text = "Vec::<é: a>, (::b)";
        let whole: String = pieces(text)
            .iter()
            .map(|piece| match piece {
                Piece::Path(text) | Piece::Other(text) => *text,
            })
            .collect();
        assert_eq!(whole, text);
    }
}
