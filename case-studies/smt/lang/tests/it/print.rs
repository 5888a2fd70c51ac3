//! What solvers get.

use smt_lang::{Dialect, Script};

fn print(text: &str, dialect: Dialect) -> String {
    Script::read(text.as_bytes()).unwrap().print(dialect)
}

#[test]
fn old_and_new_names_of_strings_are_one() {
    let new = "(assert (str.in_re (str.from_int (str.to_int \"a\")) (re.* (str.to_re \"b\"))))\n";
    let old = "(assert (str.in.re (int.to.str (str.to.int \"a\")) (re.* (str.to.re \"b\"))))\n";
    for text in [new, old] {
        assert_eq!(print(text, Dialect::Z3To488), old);
        assert_eq!(print(text, Dialect::AsRead), text);
        for dialect in [Dialect::Z3From489, Dialect::Z3, Dialect::Cvc4, Dialect::Cvc5] {
            assert_eq!(print(text, dialect), new);
        }
    }
}

#[test]
fn sets_have_the_names_of_cvc5_only_there() {
    let text = "(declare-const s (Set Int))\n(assert (set.member 1 (set.union s s)))\n";
    assert_eq!(print(text, Dialect::Cvc5), text);
    let old = text.replace("set.member", "member").replace("set.union", "union");
    assert_eq!(print(text, Dialect::Cvc4), old);
    assert_eq!(print(&old, Dialect::Cvc5), text);
    let script = Script::read(text.as_bytes()).unwrap();
    assert_eq!(script.lacking(Dialect::Z3).into_iter().collect::<Vec<_>>(), ["set.member"]);
    assert!(script.lacking(Dialect::Cvc4).is_empty());
}

/// A declared function keeps its name, though it is that of an operator elsewhere.
#[test]
fn declared_names_are_not_translated() {
    let text = "(declare-fun union (Int Int) Int)\n(assert (= (union 1 2) 3))\n";
    for dialect in Dialect::ALL {
        assert_eq!(print(text, dialect), text);
    }
    let bound = "(assert (forall ((str.to.re Int)) (= str.to.re 1)))\n";
    assert_eq!(print(bound, Dialect::Cvc5), bound);
}

/// Each solver reads the characters that SMT-LIB reads.
#[test]
fn strings_keep_their_characters() {
    let text = "(assert (= \"\\n\" \"\\u{a}\" \"\\u00e9\" \"ä\" \"a\"\"b\"))\n";
    let new = "(assert (= \"\\u{5c}n\" \"\\u{a}\" \"\\u{e9}\" \"\\u{e4}\" \"a\"\"b\"))\n";
    let old = "(assert (= \"\\x5cn\" \"\\x0a\" \"\\xe9\" \"\\xe4\" \"a\"\"b\"))\n";
    assert_eq!(print(text, Dialect::Z3To488), old);
    for dialect in [Dialect::Z3From489, Dialect::Z3, Dialect::Cvc4, Dialect::Cvc5] {
        assert_eq!(print(text, dialect), new);
    }
    assert_eq!(print(text, Dialect::AsRead), text);
}

#[test]
fn what_gives_the_answer_away_is_dropped() {
    let text = "; sat\n(set-info :status sat)\n(set-option :print-success true)\n(check-sat)\n";
    for dialect in Dialect::ALL {
        assert_eq!(print(text, dialect), "(check-sat)\n");
    }
}

#[test]
fn commands_of_a_dialect_stay_there() {
    let text = "(push)\n(check-sat-using smt)\n(simplify true)\n(declare-heap (Int Int))\n(pop)\n";
    assert_eq!(print(text, Dialect::Z3), "(push 1)\n(check-sat-using smt)\n(pop 1)\n");
    let of_cvc = "(push 1)\n(check-sat)\n(declare-heap (Int Int))\n(pop 1)\n";
    assert_eq!(print(text, Dialect::Cvc5), of_cvc);
    assert_eq!(print(text, Dialect::Standard), "(push 1)\n(check-sat)\n(pop 1)\n");
    assert_eq!(Script::read(text.as_bytes()).unwrap().checks(), 1);
}

#[test]
fn options_go_to_whom_they_belong() {
    let text = "(set-option :produce-models true)\n(set-option :smt.arith.solver 2)\n\
                (set-option :strings-exp true)\n(set-option :auto-config false)\n\
                (set-option :regular-output-channel \"f\")\n";
    let lines = |numbers: &[usize]| -> String {
        numbers.iter().map(|n| text.lines().nth(*n).unwrap().to_owned() + "\n").collect()
    };
    assert_eq!(print(text, Dialect::Z3), lines(&[0, 1, 3]));
    assert_eq!(print(text, Dialect::Cvc5), lines(&[0, 2]));
    assert_eq!(print(text, Dialect::Standard), lines(&[0]));
}

#[test]
fn old_datatypes_become_new_ones() {
    let text = "(declare-datatypes (T) ((L nil (cons (hd T) (tl L)))))";
    let new = "(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))\n";
    assert_eq!(print(text, Dialect::Cvc5), new);
    assert_eq!(print(new, Dialect::Cvc5), new);
}

#[test]
fn constants_are_defined_as_z3_reads_them() {
    let text = "(define-const f (-> Int Int) (lambda ((x Int)) x))\n";
    assert_eq!(print(text, Dialect::Z3), text);
    assert_eq!(print(text, Dialect::Cvc5), text.replace("const f (", "fun f () ("));
}

#[test]
fn unknown_logics_become_all_for_cvc() {
    let logics =
        [("QF_S", "QF_S"), ("QF_UFLIA", "QF_UFLIA"), ("HORN", "ALL"), ("HO_ALL", "HO_ALL")];
    for (logic, of_cvc) in logics {
        let text = format!("(set-logic {logic})\n");
        assert_eq!(print(&text, Dialect::Cvc5), format!("(set-logic {of_cvc})\n"));
        assert_eq!(print(&text, Dialect::Z3), text);
    }
}

/// What only z3 takes becomes what all take; z3 gets it as it is.
#[test]
fn odd_applications_become_ordinary_ones() {
    let s = "(declare-const s String)\n";
    let cases = [
        ("(and true)", "true"),
        ("(str.++ s)", "s"),
        ("(distinct s)", "true"),
        ("(str.indexof s s)", "(str.indexof s s 0)"),
        ("(re.loop re.all 1 2)", "((_ re.loop 1 2) re.all)"),
        ("(re.loop re.all 1)", "(re.++ ((_ re.^ 1) re.all) (re.* re.all))"),
        ("((_ re.loop 2) re.all)", "(re.++ ((_ re.^ 2) re.all) (re.* re.all))"),
        ("(not (or (xor true)))", "(not true)"),
    ];
    for (odd, ordinary) in cases {
        let of = |term: &str| format!("{s}(assert (= {term} {term}))\n");
        for dialect in [Dialect::Cvc4, Dialect::Cvc5, Dialect::Standard] {
            assert_eq!(print(&of(odd), dialect), of(ordinary));
        }
        assert_eq!(print(&of(odd), Dialect::Z3), of(odd));
    }
    let power = print("(assert (str.in_re \"\" ((_ re.^ 3) re.all)))", Dialect::Z3To488);
    assert_eq!(power, "(assert (str.in.re \"\" ((_ re.loop 3 3) re.all)))\n");
}

#[test]
fn sorts_can_be_lacking() {
    let script = Script::read(b"(declare-const q (Array Int (Seq Int)))").unwrap();
    assert!(script.lacking(Dialect::Cvc5).is_empty());
    assert_eq!(script.lacking(Dialect::Cvc4).into_iter().collect::<Vec<_>>(), ["Seq"]);
}

/// Some solvers take `-1` for a number; all others get what it means.
#[test]
fn odd_numbers_become_terms() {
    let text = "(assert (= -1 -2.5 3. 1/3 (- 4)))\n";
    let new = "(assert (= (- 1) (- 2.5) 3.0 (/ 1.0 3.0) (- 4)))\n";
    assert_eq!(print(text, Dialect::Standard), new);
    assert_eq!(print(text, Dialect::AsRead), text);
    let declared = "(declare-fun -1 () Int)\n(assert (= -1 1))\n";
    assert_eq!(print(declared, Dialect::Standard), declared);
}

#[test]
fn solvers_have_dialects() {
    let dialects = [
        ("z3-4.8.5", Dialect::Z3To488),
        ("z3-4.8.8", Dialect::Z3To488),
        ("z3-4.8.9", Dialect::Z3From489),
        ("z3-4.8.10", Dialect::Z3From489),
        ("z3-4.8.11", Dialect::Z3),
        ("z3-4.15.4", Dialect::Z3),
        ("z3-5.4.1", Dialect::Z3),
        ("z3", Dialect::Z3),
        ("cvc4-1.8", Dialect::Cvc4),
        ("cvc5-1.0.3", Dialect::Cvc5),
        ("oxiz-0.3.4", Dialect::Oxiz),
        ("yices-2.6.5", Dialect::Standard),
    ];
    for (name, dialect) in dialects {
        assert_eq!(Dialect::of_solver(name), dialect, "{name}");
    }
}
