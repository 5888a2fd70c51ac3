//! Lists the instrumented functions of a module: the counters of each, its name, and whether it
//! belongs to the engine. Each function is looked up once, by its first counter.

use super::callbacks::Module;
use super::filter;
use super::frame::Frame;
use super::symbols::Location;
use std::ops::Range;

/// A function with counters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Function {
    /// The places of the function's counters in the module.
    pub(super) counters: Range<usize>,
    /// The function's path, or empty if the executable has no symbols.
    pub(super) name: String,
    /// The source file, if it is known.
    pub(super) file: Option<String>,
    /// A line near the start of the function, if it is known.
    pub(super) line: Option<u32>,
    /// Whether the whole function is the engine's. Then none of its edges counts.
    pub(super) is_of_the_engine: bool,
}

/// The functions of a module, in the order of their counters. A module without a table of addresses
/// is treated as one function.
pub(super) fn functions(
    module: &Module,
    locate: impl Fn(usize) -> Option<Location>,
) -> Vec<Function> {
    let len = module.counters.len();
    let mut functions = Vec::new();
    let mut start = 0;
    while start < len {
        let end = (start + 1..len).find(|&at| module.is_entry(at)).unwrap_or(len);
        let mut location = module.address(start).and_then(&locate);
        let outermost = location.as_mut().and_then(|location| location.frames.pop());
        let Frame { function: name, file, line } = outermost.unwrap_or_default();
        let is_of_the_engine = filter::is_of_the_engine(&name);
        functions.push(Function { counters: start..end, name, file, line, is_of_the_engine });
        start = end;
    }
    functions
}

#[cfg(test)]
mod tests {
    use super::super::callbacks::tests::made_up;
    use super::*;

    #[test]
    fn the_outermost_frame_names_a_function_and_says_whose_it_is() {
        let frame = |function: &str, line| Frame {
            function: function.to_owned(),
            file: Some("src/lib.rs".to_owned()),
            line: Some(line),
        };
        let locate = |address: usize| {
            let outermost = match address {
                0 => return None,
                1 => frame("mutagen_core::search::batch::serve", 7),
                _ => frame("shop::price", address as u32),
            };
            Some(Location { frames: vec![frame("core::cmp::min", 1), outermost] })
        };
        let registry = made_up(&[0; 3], &[1, 20, 0]);
        let functions = functions(&registry.modules()[0], locate);
        let seen: Vec<(Range<usize>, &str, Option<u32>, bool)> = functions
            .iter()
            .map(|f| (f.counters.clone(), &*f.name, f.line, f.is_of_the_engine))
            .collect();
        let expected = [
            (0..1, "mutagen_core::search::batch::serve", Some(7), true),
            (1..2, "shop::price", Some(20), false),
            (2..3, "", None, false),
        ];
        assert_eq!(seen, expected);
    }

    #[test]
    fn a_module_without_addresses_is_one_function() {
        let functions = functions(&made_up(&[0; 5], &[]).modules()[0], |_| None);
        assert_eq!((functions.len(), functions[0].counters.clone()), (1, 0..5));
    }
}
