//! The place of a panic in the code under test: where the panic happened, or if that is in std,
//! the innermost caller that is not. Two panics with one place are one failure.

use crate::coverage::is_library_file;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::panic::Location;

/// The most frames of a stack that are looked at.
const FRAMES: usize = 48;

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

/// The innermost caller in the code under test, if debug information tells it.
fn caller() -> Option<String> {
    let mut stack = Vec::new();
    backtrace::trace(|frame| {
        stack.push(frame.ip() as usize);
        stack.len() < FRAMES
    });
    let known = KNOWN.with_borrow(|known| known.get(&stack).cloned());
    let place = known.or_else(|| {
        let place = stack.iter().find_map(|ip| own_place(*ip))?;
        KNOWN.with_borrow_mut(|known| known.insert(stack.clone(), place.clone()));
        Some(place)
    });
    place.filter(|place| !place.is_empty())
}

/// The place of a return address, if it is in the code under test.
fn own_place(ip: usize) -> Option<String> {
    let mut place = None;
    backtrace::resolve(std::ptr::without_provenance_mut::<c_void>(ip), |symbol| {
        let file = symbol.filename().map(|file| file.to_string_lossy().into_owned());
        let Some(file) = file.filter(|file| place.is_none() && !is_library_file(file)) else {
            return;
        };
        let line = symbol.lineno().map(|line| format!(":{line}")).unwrap_or_default();
        place = Some(format!("{file}{line}"));
    });
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_return_address_in_the_engine_or_in_std_has_no_place_of_its_own() {
        assert_eq!(own_place(of as fn(_) -> _ as usize + 1), None);
        assert_eq!(own_place(String::clone as fn(&_) -> _ as usize + 1), None);
    }
}
