//! The words of scripts and of what solvers print, as far as a verdict needs them: it holds for
//! texts that no reader of the language takes, such as half an answer.

/// A piece of a text at the top level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    /// A word. `is_whole` if something follows that ends it.
    Word { text: &'t str, is_whole: bool },
    /// A list in parentheses with these; without the last one if the text ends before it.
    List(&'t str),
}

/// The pieces of a text at its top level, comments and strings left out.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let (mut pieces, mut depth, mut start) = (Vec::new(), 0_usize, 0);
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let end = token_end(bytes, at);
        match bytes[at] {
            b'(' => {
                if depth == 0 {
                    start = at;
                }
                depth += 1;
            }
            b')' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    pieces.push(Piece::List(&text[start..end]));
                }
            }
            b'"' | b'|' | b';' | b')' => {}
            byte if byte.is_ascii_whitespace() => {}
            _ if depth == 0 => {
                pieces.push(Piece::Word { text: &text[at..end], is_whole: end < bytes.len() });
            }
            _ => {}
        }
        at = end;
    }
    if depth > 0 {
        pieces.push(Piece::List(&text[start..]));
    }
    pieces
}

/// Where the token ends that begins here: a parenthesis, a string, a quoted symbol, a comment, one
/// white space, or a word. Never inside a character.
fn token_end(bytes: &[u8], at: usize) -> usize {
    let closed = |quote: u8| {
        let rest = bytes[at + 1..].iter().position(|&byte| byte == quote);
        rest.map_or(bytes.len(), |length| at + 1 + length + 1)
    };
    match bytes[at] {
        b'(' | b')' => at + 1,
        // Two quotes in a string are one; read as two strings, the end is the same.
        quote @ (b'"' | b'|') => closed(quote),
        b';' => bytes[at..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |n| at + n),
        byte if byte.is_ascii_whitespace() => at + 1,
        _ => {
            let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"()\"|;".contains(byte);
            bytes[at..].iter().position(is_end).map_or(bytes.len(), |length| at + length)
        }
    }
}

/// The name of the command that a list is.
pub(super) fn head(list: &str) -> &str {
    let inside = list.strip_prefix('(').unwrap_or(list).trim_start();
    match inside.is_empty() {
        true => inside,
        false => &inside[..token_end(inside.as_bytes(), 0)],
    }
}

/// The number of answers that a script asks for, up to its `exit`.
pub(crate) fn checks(script: &str) -> usize {
    let heads = pieces(script).into_iter().filter_map(|piece| match piece {
        Piece::List(list) => Some(head(list)),
        Piece::Word { .. } => None,
    });
    let run = heads.take_while(|&head| head != "exit");
    run.filter(|head| head.starts_with("check-sat")).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_words_and_lists_of_the_top_level() {
        let word = |text, is_whole| Piece::Word { text, is_whole };
        let text = "sat ; sat\n\"unsat\" |sat\n| (a \")\" (b) ; )\n)unsat(c) unk";
        let list = Piece::List("(a \")\" (b) ; )\n)");
        let all = vec![
            word("sat", true),
            list,
            word("unsat", true),
            Piece::List("(c)"),
            word("unk", false),
        ];
        assert_eq!(pieces(text), all);
        assert_eq!(pieces(") (error \"half"), [Piece::List("(error \"half")]);
    }

    #[test]
    fn a_script_asks_as_often_as_it_has_checks_before_its_exit() {
        let script = "(check-sat) ( check-sat-assuming (p)) (echo \"(check-sat)\") ;(check-sat)\n\
                      (check-sat-using qfbv)(exit)(check-sat)";
        assert_eq!(checks(script), 3);
        assert_eq!(checks("(echo \"\"\"(check-sat)\") (check-sat"), 1);
        assert_eq!((checks(""), checks("("), checks("()")), (0, 0, 0));
    }
}
