//! Markdown for the tables of a report: their cells and lines.

use std::fmt::Write;

/// A number with three significant digits; a dash for none.
pub fn number(value: Option<f64>) -> String {
    let Some(value) = value else { return "–".to_owned() };
    if value == 0.0 {
        return "0".to_owned();
    }
    let digits = 2 - value.abs().log10().floor() as i32;
    if (-1..=7).contains(&digits) {
        format!("{value:.*}", digits.max(0) as usize)
    } else if digits < -1 && value < 1e9 {
        format!("{value:.0}")
    } else {
        format!("{value:.2e}")
    }
}

/// A Markdown table.
pub(super) fn table(text: &mut String, head: &[String], rows: &[Vec<String>]) {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    text.push_str(&line(head));
    let _ = writeln!(text, "|{}", "---|".repeat(head.len()));
    for row in rows {
        text.push_str(&line(row));
    }
    text.push('\n');
}

/// The cells of a line.
pub(super) fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::study::analyse::data::Data;
    use crate::study::rows::row::Rows;
    use crate::study::rows::setup::Setup;

    /// What one part of a report writes.
    pub fn text_of(write: fn(&mut String, &Data<'_>), setup: &Setup, rows: &Rows) -> String {
        let mut text = String::new();
        write(&mut text, &Data { setup, rows });
        text
    }

    #[test]
    fn numbers_are_written_with_three_digits() {
        let cases = [(0.0, "0"), (0.001234, "0.00123"), (1.5, "1.50"), (123456.0, "123456")];
        for (value, text) in cases {
            assert_eq!(number(Some(value)), text);
        }
        assert_eq!((number(None), number(Some(1.5e-9))), ("–".to_owned(), "1.50e-9".to_owned()));
    }
}
