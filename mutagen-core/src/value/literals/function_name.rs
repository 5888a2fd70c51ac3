//! The names of functions, in a form in which a path of the sources and the path of a symbol can be
//! compared. The compiler writes a method in several ways: `a::Type<T>::f`, `<a::Type<T>>::f`,
//! `<a::Type as b::Trait>::f`, `a::<impl b::Trait for a::Type>::f`.

/// A crate and the last two names of a path, such as `Type` and `method`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FunctionName {
    krate: String,
    /// The name before the last; empty if there is none.
    above: String,
    last: String,
}

impl FunctionName {
    /// The name of a function of the sources.
    pub(super) fn of_source(krate: &str, path: &str) -> FunctionName {
        let segments: Vec<String> = path.split("::").map(str::to_owned).collect();
        FunctionName::of(krate, &segments)
    }

    /// The names that a path of a symbol can have in the sources, the likeliest first.
    pub(super) fn candidates(path: &str) -> Vec<FunctionName> {
        let readings = segments(path);
        let mut names: Vec<FunctionName> = Vec::new();
        // A trait can be implemented for a type of another crate, so each crate is combined with
        // each path.
        for krate in readings.iter().map(|segments| &segments[0]) {
            names.extend(readings.iter().map(|segments| FunctionName::of(krate, segments)));
        }
        names
    }

    fn of(krate: &str, segments: &[String]) -> FunctionName {
        let mut segments = segments.iter().rev();
        let mut next = || segments.next().cloned().unwrap_or_default();
        let (last, above) = (next(), next());
        FunctionName { krate: krate.to_owned(), above, last }
    }
}

/// The names of a path, without generic arguments, closures and hashes. A method of a trait has two
/// readings: as a method of the type, and as a method of the trait. Each has at least one name.
pub(super) fn segments(path: &str) -> Vec<Vec<String>> {
    let mut readings: Vec<Vec<String>> = vec![Vec::new()];
    for (at, part) in split(path).into_iter().enumerate() {
        match part.strip_prefix('<').and_then(|part| part.strip_suffix('>')) {
            // The path starts again at the type, whichever module the implementation is in.
            Some(inside) if at == 0 || inside.starts_with("impl ") => {
                readings = implemented(inside);
            }
            // Generic arguments, as in `f::<T>`.
            Some(_) => {}
            None => {
                let name = name(part);
                readings.iter_mut().for_each(|reading| reading.extend(name.clone()));
            }
        }
    }
    readings.retain(|reading| !reading.is_empty());
    readings
}

/// The names of the type and of the trait in `Type`, `Type as Trait`, `impl Type` and
/// `impl Trait for Type`, as far as they have names.
fn implemented(inside: &str) -> Vec<Vec<String>> {
    let (of, of_trait) = match inside.strip_prefix("impl ") {
        Some(rest) => match split_at_top(rest, " for ") {
            Some((of_trait, of)) => (of, Some(of_trait)),
            None => (rest, None),
        },
        None => match split_at_top(inside, " as ") {
            Some((of, of_trait)) => (of, Some(of_trait)),
            None => (inside, None),
        },
    };
    let paths = [Some(of), of_trait].into_iter().flatten();
    let names = paths.map(|path| split(plain(path)).into_iter().filter_map(name).collect());
    names.filter(|names: &Vec<String>| !names.is_empty()).collect()
}

/// A type without references.
fn plain(of: &str) -> &str {
    let of = of.trim_start_matches(['&', '*']);
    ["mut ", "const ", "dyn "].iter().fold(of, |of, word| of.strip_prefix(word).unwrap_or(of))
}

/// A name without generic arguments and the number of its crate; `None` for a closure or a hash.
fn name(part: &str) -> Option<String> {
    let end = part.find(['<', '[', '(']).unwrap_or(part.len());
    let name = part[..end].trim().trim_start_matches("r#");
    let digits = name.strip_prefix('h').filter(|digits| digits.len() == 16);
    let is_hash = digits.is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
    (!name.is_empty() && !name.starts_with('{') && !is_hash).then(|| name.to_owned())
}

/// Splits a path at each `::` that is not inside of brackets.
fn split(path: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = path;
    while let Some((part, after)) = split_at_top(rest, "::") {
        parts.push(part);
        rest = after;
    }
    parts.push(rest);
    parts
}

/// Splits a text at the first place of a separator that is not inside of brackets.
fn split_at_top<'t>(text: &'t str, separator: &str) -> Option<(&'t str, &'t str)> {
    let mut depth = 0_usize;
    let mut before = ' ';
    for (at, char) in text.char_indices() {
        if depth == 0 && text[at..].starts_with(separator) {
            return Some((&text[..at], &text[at + separator.len()..]));
        }
        match char {
            '<' | '(' | '[' | '{' => depth += 1,
            // The arrow of a function type closes nothing.
            '>' if before == '-' => {}
            '>' | ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        before = char;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_form_of_a_path_has_the_name_that_the_sources_give() {
        let forms = [
            ("shop", "query::parse", "shop::query::parse"),
            ("shop", "shop::main", "shop::main"),
            ("shop", "query::parse", "shop::query::parse::h0123456789abcdef"),
            ("shop", "query::parse", "shop[5d2]::query::parse::<alloc::vec::Vec<u8>, _>"),
            ("shop", "query::parse", "shop::query::parse<u8, fn(u8) -> u8>::{closure#1}"),
            ("shop", "parse::inner", "shop::query::parse::{{closure}}::inner"),
            ("shop", "Till::add", "shop::till::Till::add"),
            ("shop", "Till::add", "shop::till::Till<T>::add"),
            ("shop", "Till::add", "<shop::till::Till<alloc::vec::Vec<T>>>::add::{closure#0}"),
            ("shop", "Till::add", "<shop::till::Till as core::ops::Add<shop::Price>>::add"),
            ("shop", "Till::add", "<&mut shop::till::Till as core::ops::Add>::add"),
            ("shop", "Till::add", "shop::depot::<impl shop::till::Till>::add"),
            ("shop", "Till::add", "shop::depot::<impl core::ops::Add for shop::till::Till>::add"),
            ("shop", "u8::tax", "<u8 as shop::Taxed>::tax"),
            ("shop", "Vec::tax", "<alloc::vec::Vec<u8> as shop::Taxed>::tax"),
            ("shop", "Taxed::tax", "<alloc::vec::Vec<u8> as shop::Taxed>::tax"),
            ("shop", "str::tax", "shop::<impl shop::Taxed for str>::tax"),
        ];
        for (krate, source, path) in forms {
            let expected = FunctionName::of_source(krate, source);
            let found = FunctionName::candidates(path);
            assert!(found.contains(&expected), "{path}: {found:?}");
        }
    }

    #[test]
    fn the_type_is_tried_before_the_trait() {
        let names = FunctionName::candidates("<shop::Till as shop::Taxed>::tax");
        assert_eq!(names[0], FunctionName::of_source("shop", "shop::Till::tax"));
        assert_eq!(names[1], FunctionName::of_source("shop", "shop::Taxed::tax"));
        assert!(FunctionName::candidates("").is_empty());
    }
}
