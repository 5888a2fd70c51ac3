//! Texts that are no scripts, and texts that are hard to read.

use smt_lang::{Command, Dialect, Limits, Problem, Script, Sexp, Sort, Tokens};

fn error(text: &[u8]) -> String {
    Script::read(text).unwrap_err().to_string()
}

#[test]
fn each_error_has_its_place_and_says_what_to_do() {
    let cases: &[(&[u8], &str)] = &[
        (b"(assert\n (= \"a", "line 2, column 5: a string without an end; add the missing `\"`"),
        (b"(a |b", "line 1, column 4: a quoted symbol without an end; add the missing `|`"),
        (b"(a)\n)", "line 2, column 1: a `)` without a `(`; remove it"),
        (
            b"(a)\n(b (c",
            "line 2, column 1: 2 lists without an end, the first one here; add the missing `)`",
        ),
        (b"(a \0)", "line 1, column 4: the control character U+0000; remove it, or quote it"),
        (
            b"; \xc3\xa4\n\xc3\xa4 \xff",
            "line 2, column 3: a byte that is not UTF-8; convert the text to UTF-8",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(error(text), *message);
    }
}

/// The first error counts, and no part of the text is read twice.
#[test]
fn the_first_problem_is_named() {
    assert!(error(b"(a \x01 \"").contains("U+0001"));
    assert!(error(b") \"").contains("`)` without"));
}

#[test]
fn limits_are_kept() {
    let limits = Limits { bytes: 10, depth: 2 };
    let problem = |text: &[u8]| Script::read_within(text, limits).unwrap_err().problem;
    assert_eq!(problem(b"(((a)))"), Problem::TooDeep { limit: 2 });
    assert_eq!(problem(b"(a b c d e)"), Problem::TooLong { bytes: 11, limit: 10 });
    assert!(Script::read_within(b"((a) (b))", limits).is_ok());
}

#[test]
fn a_hundred_thousand_open_parentheses_are_one_error() {
    let text = "(".repeat(100_000);
    assert!(error(text.as_bytes()).contains("nest deeper than 20000"));
    let limits = Limits { bytes: usize::MAX, depth: usize::MAX };
    let all = Script::read_within(text.as_bytes(), limits).unwrap_err();
    assert_eq!(all.problem, Problem::OpenList { open: 100_000 });
    assert_eq!((all.line, all.column), (1, 1));
}

/// Reading, sorts, walks, comparison, printing and dropping, all without recursion.
#[test]
fn depth_is_no_problem() {
    let n = 100_000;
    let limits = Limits { bytes: usize::MAX, depth: usize::MAX };
    let read = |text: &str| Script::read_within(text.as_bytes(), limits).unwrap();
    for (open, close) in [("(not ", ")"), ("(let ((x true)) ", ")"), ("(! ", " :a)")] {
        let text = format!("(assert {}true{})\n", open.repeat(n), close.repeat(n));
        let script = read(&text);
        let term = script.assertions().next().unwrap();
        assert_eq!(*term.sort(), Sort::Bool, "{open}");
        assert!(term.depth() > n);
        assert_eq!(script, read(&text));
        assert_eq!(script.print(Dialect::Z3), text);
        assert!(term.free_variables().is_empty());
        let last = term.size() - 1;
        assert_eq!(term.part(last).unwrap().to_string(), "true");
        let other = term.replace(last, &smt_lang::Term::bool(false));
        assert_ne!(other, *term);
        assert_eq!(other.map(|t| t.is_op("false").then(|| smt_lang::Term::bool(true))), *term);
    }
    let strange = format!("(strange {}{})", "(".repeat(n), ")".repeat(n));
    let sort = format!("(declare-const x {}Int{})", "(Seq ".repeat(n), ")".repeat(n));
    for text in [strange, sort] {
        let script = read(&text);
        assert_eq!(script, script.clone());
        assert_eq!(script.to_string().trim(), text);
    }
}

/// A sort that is made of itself, or is larger than any memory, is unknown.
#[test]
fn sorts_may_be_hostile() {
    let text = b"(define-sort T () (Array T T)) (declare-const x T)
        (declare-datatypes ((A 0)) (((a (b A)))))  (declare-const y A) (assert (= y (b y)))";
    let script = Script::read(text).unwrap();
    let Command::Declare(x) = &script.commands[1] else { panic!() };
    assert!(x.result.sort.is_unknown());
    assert_eq!(script.unknown().count(), 0);

    let mut text = "(define-sort S0 () Int)".to_owned();
    for n in 1..200 {
        text += &format!("(define-sort S{n} () (Array S{0} S{0}))", n - 1);
    }
    text += "(declare-const x S5) (declare-const y S199) (assert (= y y)) (assert (= x x))";
    let script = Script::read(text.as_bytes()).unwrap();
    let sorts: Vec<bool> =
        script.assertions().map(|t| t.children()[0].sort().is_unknown()).collect();
    assert_eq!(sorts, [true, false]);
}

#[test]
fn every_kind_of_token_is_kept() {
    let text =
        "(push)\n(a |b\n c| \"d \"\" ; \" #xAf #b01 #f3m17 1 007 1.50 :k\n; e (\n)\n; f\n()\n";
    assert_eq!(Tokens::of(text).to_string(), text);
    let script = Script::read(text.as_bytes()).unwrap();
    assert_eq!(script.commands.len(), 3);
    assert_eq!(script.commands[0], Command::Push(None));
    assert!(Tokens::of("a\u{c}b \"").to_string().ends_with('"'));
}

#[test]
fn broken_texts_still_have_trees() {
    let tree = Sexp::of_tokens(&Tokens::of(") (a (b"));
    assert_eq!(format!("{tree:?}"), "[(a (b))]");
}
