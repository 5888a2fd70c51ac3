//! Source text that is not yet laid out: words, and groups of parts between brackets. A group that
//! does not fit into its line is broken after each comma.

/// The greatest width of a line.
const WIDTH: usize = 90;

/// The width of one level of indentation.
const INDENT: usize = 4;

/// The greatest width of the words of an array that is filled line by line.
const SHORT: usize = 10;

/// A piece of source text.
#[derive(Debug, Clone)]
pub(crate) enum Code {
    /// A text that is never broken.
    Word(String),
    /// Pieces without anything between them.
    Chain(Vec<Code>),
    /// Pieces between brackets, with commas between them.
    Group {
        /// The text up to the opening bracket.
        open: String,
        /// The pieces.
        parts: Vec<Code>,
        /// The text from the closing bracket on.
        close: String,
    },
}

impl Code {
    /// A text that is never broken.
    pub(crate) fn word(text: impl Into<String>) -> Code {
        Code::Word(text.into())
    }

    /// Pieces between these brackets.
    pub(crate) fn group(open: impl Into<String>, parts: Vec<Code>, close: &str) -> Code {
        Code::Group { open: open.into(), parts, close: close.to_owned() }
    }

    /// A call of a function, with more calls after it.
    pub(crate) fn call(function: &str, arguments: Vec<Code>, then: &str) -> Code {
        Code::Group { open: format!("{function}("), parts: arguments, close: format!("){then}") }
    }

    /// The piece with a text before it.
    pub(crate) fn after(self, text: impl Into<String>) -> Code {
        Code::Chain(vec![Code::word(text), self])
    }

    /// The piece as the operand of a prefix or of a range: a range or a sum needs parentheses.
    pub(crate) fn operand(self) -> Code {
        match self {
            Code::Chain(_) => Code::group("(", vec![self], ")"),
            Code::Word(word) if [" + ", " - ", ".."].iter().any(|mark| word.contains(mark)) => {
                Code::word(format!("({word})"))
            }
            code => code,
        }
    }

    /// Whether the group has one part, and is best broken inside that.
    fn breaks_inside(&self) -> bool {
        let Code::Group { open, parts, .. } = self else { return false };
        let [only] = parts.as_slice() else { return false };
        !is_struct(open) && only.breaks()
    }

    /// Whether the last part is a group of several parts, or leads to one.
    fn breaks(&self) -> bool {
        match self {
            Code::Word(_) => false,
            Code::Chain(parts) => parts.last().is_some_and(Code::breaks),
            Code::Group { open, parts, .. } => {
                parts.len() > 1 || is_struct(open) || self.breaks_inside()
            }
        }
    }

    /// What is left of `room` columns after the piece on one line. `None` if it is too long.
    fn fit(&self, room: usize) -> Option<usize> {
        match self {
            Code::Word(text) => room.checked_sub(text.chars().count()),
            Code::Chain(parts) => parts.iter().try_fold(room, |room, part| part.fit(room)),
            Code::Group { open, parts, close } => {
                let spaces = if is_struct(open) && !parts.is_empty() { 2 } else { 0 };
                let commas = 2 * parts.len().saturating_sub(1);
                let own = open.chars().count() + close.chars().count() + spaces + commas;
                parts.iter().try_fold(room.checked_sub(own)?, |room, part| part.fit(room))
            }
        }
    }
}

/// Whether a group is a struct with named fields, which has spaces inside its braces.
fn is_struct(open: &str) -> bool {
    open.ends_with('{')
}

/// Text that is being laid out.
#[derive(Default)]
pub(crate) struct Page {
    text: String,
    /// The width of the last line.
    column: usize,
}

impl Page {
    /// Adds a line with this indentation, without its end. `after` is what follows the piece.
    pub(crate) fn line(&mut self, level: usize, code: &Code, after: &str) {
        self.new_line(level * INDENT);
        self.lay(code, level * INDENT, after.chars().count());
        self.add(after);
    }

    /// The whole text.
    pub(crate) fn finish(mut self) -> String {
        self.text.push('\n');
        self.text
    }

    fn add(&mut self, text: &str) {
        self.text.push_str(text);
        self.column += text.chars().count();
    }

    fn new_line(&mut self, indent: usize) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.extend(std::iter::repeat_n(' ', indent));
        self.column = indent;
    }

    /// Adds a piece that starts in a line with this indentation and is followed by `after` columns.
    fn lay(&mut self, code: &Code, indent: usize, after: usize) {
        let fits = code.fit(WIDTH.saturating_sub(self.column + after)).is_some();
        match code {
            Code::Word(text) => self.add(text),
            Code::Chain(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    // Only the last part has to leave room for what follows.
                    let is_last = at + 1 == parts.len();
                    self.lay(part, indent, if is_last { after } else { 0 });
                }
            }
            Code::Group { open, parts, close } if fits || parts.is_empty() => {
                let space = if is_struct(open) && !parts.is_empty() { " " } else { "" };
                self.add(open);
                self.add(space);
                for (at, part) in parts.iter().enumerate() {
                    self.add(if at > 0 { ", " } else { "" });
                    self.lay(part, indent, 0);
                }
                self.add(space);
                self.add(close);
            }
            // The brackets of the only argument serve for both.
            Code::Group { open, parts, close } if code.breaks_inside() => {
                self.add(open);
                for only in parts {
                    self.lay(only, indent, close.chars().count() + after);
                }
                self.add(close);
            }
            Code::Group { open, parts, close } => {
                self.add(open);
                self.break_up(parts, indent + INDENT, open.ends_with('['));
                self.new_line(indent);
                // The comma of a tuple of one part is there already.
                self.add(close.trim_start_matches(','));
            }
        }
    }

    /// Adds the parts of a group on lines of their own. Short elements of an array fill the lines.
    fn break_up(&mut self, parts: &[Code], indent: usize, is_array: bool) {
        let is_short = |part: &Code| matches!(part, Code::Word(_)) && part.fit(SHORT).is_some();
        let fills = is_array && parts.iter().all(is_short);
        for (at, part) in parts.iter().enumerate() {
            let room = WIDTH.saturating_sub(self.column + 2);
            if at > 0 && fills && part.fit(room).is_some() {
                self.add(" ");
            } else {
                self.new_line(indent);
            }
            self.lay(part, indent, 1);
            self.add(",");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid(code: &Code) -> String {
        let mut page = Page::default();
        page.line(1, code, ";");
        page.finish()
    }

    fn words(words: &[&str]) -> Vec<Code> {
        words.iter().map(|word| Code::word(*word)).collect()
    }

    #[test]
    fn what_fits_stays_on_its_line() {
        let pair = Code::group("Pair {", vec![Code::word("1").after("a: ")], "}");
        let call = Code::call("f", vec![pair, Code::group("vec![", Vec::new(), "]")], ".unwrap()");
        assert_eq!(laid(&call), "    f(Pair { a: 1 }, vec![]).unwrap();\n");
    }

    #[test]
    fn a_group_that_does_not_fit_is_broken_after_each_comma() {
        let long = "x".repeat(50);
        let inner = Code::call("Node", words(&[&long, &long]), "");
        let outer = Code::call("Box::new", vec![inner], "").after("let a = ");
        let expected =
            format!("    let a = Box::new(Node(\n        {long},\n        {long},\n    ));\n");
        assert_eq!(laid(&outer), expected);
    }

    #[test]
    fn a_part_that_cannot_be_broken_gets_its_own_line() {
        let long = "x".repeat(80);
        let call = Code::call("String::from", words(&[&long]), "").after("let a = ");
        let expected = format!("    let a = String::from(\n        {long},\n    );\n");
        assert_eq!(laid(&call), expected);
        let tuple = Code::group("(", words(&[&long]), ",)").after("let a = ");
        assert_eq!(laid(&tuple), format!("    let a = (\n        {long},\n    );\n"));
    }

    #[test]
    fn short_elements_of_an_array_fill_the_lines() {
        let code = Code::group("vec![", words(&["123"; 40]), "]");
        let laid = laid(&code);
        assert_eq!(laid.lines().count(), 5);
        assert!(laid.lines().all(|line| line.len() <= WIDTH), "{laid}");
        assert!(laid.starts_with("    vec![\n        123, 123, "), "{laid}");
    }

    #[test]
    fn what_follows_a_group_must_fit_too() {
        let fits = Code::call("f", words(&["1", &"2".repeat(79)]), "");
        assert_eq!(laid(&fits).lines().next().map(str::len), Some(WIDTH));
        let one_more = Code::call("f", words(&["1", &"2".repeat(80)]), "");
        assert_eq!(laid(&one_more).lines().count(), 4);
    }
}
