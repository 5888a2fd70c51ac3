//! The place of a panic in the code under test: where the panic happened, or if that is in std,
//! the innermost caller that is not. Two panics with one place are one failure.

use crate::coverage::is_library_file;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::panic::Location;

/// The most frames of a stack that are looked at.
const FRAMES: usize = 48;

/// A part of the paths of the crate that walks a stack.
const WALKER: &str = "/backtrace-";

/// The starts of paths of the C library's files.
const SYSTEM: [&str; 9] = [
    "./nptl",
    "./stdlib",
    "./signal",
    "./sysdeps",
    "./malloc",
    "./debug",
    "./libio",
    "./posix",
    "./misc",
];

thread_local! {
    /// The places of stacks that were looked up: a look-up takes as long as thousands of tests.
    static KNOWN: RefCell<BTreeMap<Vec<usize>, String>> = const { RefCell::new(BTreeMap::new()) };
}

/// The place of the panic that is being handled.
pub(crate) fn of(location: Option<&Location<'_>>) -> String {
    let location = location.map(|at| (at.file(), at.to_string()));
    match location {
        Some((file, place)) if !is_library_file(file) => place,
        other => caller().unwrap_or_else(|| other.map(|(_, place)| place).unwrap_or_default()),
    }
}

/// The place of the innermost caller in the code under test, if debug information tells it.
fn caller() -> Option<String> {
    of_stack(stack())
}

/// The return addresses of this thread, innermost first.
pub(crate) fn stack() -> Vec<usize> {
    let mut stack = Vec::new();
    backtrace::trace(|frame| {
        stack.push(frame.ip() as usize);
        stack.len() < FRAMES
    });
    stack
}

/// The place of the innermost of these return addresses in the code under test, if debug
/// information tells it.
pub(crate) fn of_stack(stack: Vec<usize>) -> Option<String> {
    let known = KNOWN.with_borrow(|known| known.get(&stack).cloned());
    let place = known.or_else(|| {
        let place = stack.iter().find_map(|ip| own_place(*ip))?;
        KNOWN.with_borrow_mut(|known| known.insert(stack, place.clone()));
        Some(place)
    });
    place.filter(|place| !place.is_empty())
}

/// The place of a return address, if it is in the code under test.
fn own_place(ip: usize) -> Option<String> {
    let mut place = None;
    backtrace::resolve(std::ptr::without_provenance_mut::<c_void>(ip), |symbol| {
        let file = symbol.filename().map(|file| file.to_string_lossy().into_owned());
        let is_first = |file: &String| place.is_none() && is_of_the_code_under_test(file);
        let Some(file) = file.filter(is_first) else { return };
        let line = symbol.lineno().map(|line| format!(":{line}")).unwrap_or_default();
        place = Some(format!("{file}{line}"));
    });
    place
}

/// Whether a source file is neither one of std, the engine or the system's library, nor one of the
/// crate that walks the stack.
pub(crate) fn is_of_the_code_under_test(file: &str) -> bool {
    let is_of_the_system = SYSTEM.iter().any(|start| file.starts_with(start));
    !is_library_file(file) && !is_of_the_system && !file.contains(WALKER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_return_address_in_the_engine_or_in_std_has_no_place_of_its_own() {
        assert_eq!(own_place(of as fn(_) -> _ as usize + 1), None);
        assert_eq!(own_place(String::clone as fn(&_) -> _ as usize + 1), None);
        let walker = "/cargo/registry/src/index/backtrace-0.3.77/src/backtrace/mod.rs";
        assert!(!is_of_the_code_under_test(walker) && is_of_the_code_under_test("src/lib.rs"));
    }

    /// Every frame here is one of std, the engine, or the crate that walks the stack.
    #[test]
    fn a_stack_of_the_engine_alone_has_no_place() {
        let stack = std::thread::spawn(stack).join().unwrap();
        assert!(stack.len() > 3, "{stack:?}");
        assert_eq!(of_stack(stack), None);
    }
}
