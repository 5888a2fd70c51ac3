//! Maps an edge's address to the source: the functions there, from the innermost inlined one
//! outwards, with file and line. Lines of optimised code are approximate, because the compiler may
//! merge blocks of several branches.

use super::filter;
use super::frame::Frame;
use backtrace::Symbol;
use std::ffi::c_void;
use std::fmt;

/// The number of bytes to search ahead when the instruction that counts has no line of its own.
const REACH: usize = 24;

/// Where an edge lies in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// The functions, innermost inlined first. Never empty.
    pub frames: Vec<Frame>,
}

impl Location {
    /// The frame that decides whose code the edge is: the innermost frame outside std, or the
    /// innermost frame if all are in std.
    pub fn frame(&self) -> &Frame {
        let own = self.frames.iter().find(|frame| !filter::is_library(frame));
        own.unwrap_or(&self.frames[0])
    }
}

impl fmt::Display for Location {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Frame { function, file, line } = self.frame();
        match (file, line) {
            (Some(file), Some(line)) => write!(out, "{function} at {file}:{line}"),
            (Some(file), None) => write!(out, "{function} in {file}"),
            _ => write!(out, "{function}"),
        }
    }
}

/// Looks up an address. `None` if nothing is known about it, as in a stripped executable.
pub(super) fn locate(address: usize) -> Option<Location> {
    let at = |address| Some(frames(address)).filter(|frames| !frames.is_empty());
    let known = |frames: &Vec<Frame>| frames[0].line.is_some_and(|line| line != 0);
    let here = at(address)?;
    if known(&here) {
        return Some(Location { frames: here });
    }
    let further = (4..=REACH).step_by(4).filter_map(|offset| at(address + offset)).find(known);
    Some(Location { frames: further.unwrap_or(here) })
}

fn frames(address: usize) -> Vec<Frame> {
    let mut frames = Vec::new();
    // The resolver expects return addresses, which are after the instruction in question.
    let behind = std::ptr::without_provenance_mut::<c_void>(address + 1);
    backtrace::resolve(behind, |symbol: &Symbol| {
        frames.push(Frame {
            function: symbol.name().map(|name| format!("{name:#}")).unwrap_or_default(),
            file: symbol.filename().map(|file| file.to_string_lossy().into_owned()),
            line: symbol.lineno(),
        });
    });
    frames
}

#[cfg(test)]
mod tests {
    use super::*;

    #[inline(never)]
    fn landmark(number: u32) -> u32 {
        std::hint::black_box(number) + 1
    }

    #[test]
    fn the_address_of_a_function_gives_its_name_file_and_line() {
        let address = landmark as fn(u32) -> u32 as usize;
        let location = locate(address).expect("tests have line tables");
        let outermost = location.frames.last().expect("at least one");
        assert!(outermost.function.ends_with("landmark"), "{location:?}");
        let file = outermost.file.as_deref().unwrap_or_default();
        assert!(file.ends_with("symbols.rs"), "{location:?}");
        let line = outermost.line.unwrap_or_default();
        assert!(line > 70 && line < line!(), "{location:?}");
        assert_eq!(landmark(1), 2);
    }

    #[test]
    fn an_address_outside_of_all_code_is_nowhere() {
        assert_eq!(locate(16), None);
    }
}
