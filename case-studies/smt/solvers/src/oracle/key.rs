//! What makes two findings the same, as long as nobody has looked at them.

use super::Class;
use crate::verdict::Answer;

/// The class and the first line of a message, with numbers and addresses cut out.
pub fn key(class: Class, message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    let mut key = format!("{class}: ");
    let mut letters = line.trim().chars().peekable();
    let mut before = ' ';
    while let Some(letter) = letters.next() {
        // A digit inside a name is a part of it: `Z3_mk`, `int2bv`.
        let is_name = before.is_ascii_alphabetic() || before == '_';
        if letter.is_ascii_digit() && !is_name {
            // Hexadecimal digits belong to an address only.
            let is_address = letter == '0' && letters.peek() == Some(&'x');
            let is_more = |next: &char| {
                next.is_ascii_digit() || is_address && (next.is_ascii_hexdigit() || *next == 'x')
            };
            while letters.next_if(is_more).is_some() {}
            key.push('#');
            before = '#';
        } else {
            key.push(letter);
            before = letter;
        }
    }
    key
}

/// What is said, for a key, of an answer that is wrong.
pub(super) fn is_wrong(answer: Answer) -> String {
    format!("{answer} is wrong")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_addresses_are_cut_out_and_names_stay() {
        let key = |message: &str| key(Class::Crash, message);
        let at = "ASSERTION VIOLATION File: ../src/int2bv.cpp Line: 12";
        assert_eq!(key(at), "crash: ASSERTION VIOLATION File: ../src/int2bv.cpp Line: #");
        assert_eq!(key("free 0x7f3a, 0xbc: 17 of 3\nmore"), "crash: free #, #: # of #");
        assert_eq!(key("a.cpp:699"), key("a.cpp:1700"));
        assert_ne!(key("a.cpp:1"), key("b.cpp:1"));
    }
}
