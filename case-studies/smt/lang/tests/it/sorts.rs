//! Sorts of terms, one theory after the other.

use smt_lang::{Scope, Script, Sort};

/// Declarations, then terms with their sorts; `?` is unknown.
fn check(declarations: &str, terms: &[(&str, &str)]) {
    let mut scope: Scope = Script::read(declarations.as_bytes()).unwrap().scope();
    for (text, sort) in terms {
        let term = scope.read_term(&text.parse().unwrap());
        let found = if term.sort().is_unknown() { "?".to_owned() } else { term.sort().to_string() };
        assert_eq!(found, *sort, "{text}");
    }
}

#[test]
fn core_and_arithmetic() {
    check(
        "(declare-const p Bool) (declare-const i Int) (declare-const r Real)",
        &[
            ("(=> p p true)", "Bool"),
            ("(= i i i)", "Bool"),
            ("(= i p)", "?"),
            ("(ite p i i)", "Int"),
            ("(ite p i r)", "Real"),
            ("(ite i i i)", "?"),
            ("(+ i 1 2)", "Int"),
            ("(+ i 1.0)", "Real"),
            ("(- r)", "Real"),
            ("(/ i 2)", "Real"),
            ("(mod i 2)", "Int"),
            ("(mod r 2)", "?"),
            ("((_ divisible 3) i)", "Bool"),
            ("(< i r)", "Bool"),
            ("(to_int r)", "Int"),
            ("(nothing i)", "?"),
            ("undeclared", "?"),
        ],
    );
}

#[test]
fn bit_vectors_and_floats() {
    check(
        "(declare-const a (_ BitVec 8)) (declare-const f Float32) (declare-const m RoundingMode)",
        &[
            ("#xAB", "(_ BitVec 8)"),
            ("#b101", "(_ BitVec 3)"),
            ("(_ bv5 7)", "(_ BitVec 7)"),
            ("(bvadd a a a)", "(_ BitVec 8)"),
            ("(bvadd a #b1)", "?"),
            ("(bvult a a)", "Bool"),
            ("(bvcomp a a)", "(_ BitVec 1)"),
            ("(concat a a #b1)", "(_ BitVec 17)"),
            ("((_ extract 7 4) a)", "(_ BitVec 4)"),
            ("((_ extract 8 4) a)", "?"),
            ("((_ sign_extend 3) a)", "(_ BitVec 11)"),
            ("((_ repeat 3) a)", "(_ BitVec 24)"),
            ("(bv2nat a)", "Int"),
            ("((_ int2bv 4) 3)", "(_ BitVec 4)"),
            ("(fp.add m f f)", "(_ FloatingPoint 8 24)"),
            ("(fp.add f f)", "?"),
            ("(fp.lt f f f)", "Bool"),
            ("(fp #b0 #b10 #b111)", "(_ FloatingPoint 2 4)"),
            ("(_ +oo 5 11)", "(_ FloatingPoint 5 11)"),
            ("((_ to_fp 5 11) RNE f)", "(_ FloatingPoint 5 11)"),
            ("((_ fp.to_sbv 9) m f)", "(_ BitVec 9)"),
            ("(fp.to_real f)", "Real"),
            ("(fp.isNaN f)", "Bool"),
        ],
    );
}

#[test]
fn strings_and_sequences() {
    check(
        "(declare-const s String) (declare-const q (Seq Int)) (declare-const r RegLan)",
        &[
            ("(str.++ s s \"a\")", "String"),
            ("(str.len s)", "Int"),
            ("(str.len 1)", "?"),
            ("(str.in.re s r)", "Bool"),
            ("((_ re.loop 1 2) r)", "RegLan"),
            ("((_ re.^ 3) r)", "RegLan"),
            ("(re.range \"a\" \"z\")", "RegLan"),
            ("(_ char #x41)", "String"),
            ("(seq.unit true)", "(Seq Bool)"),
            ("(seq.++ q (seq.unit 1))", "(Seq Int)"),
            ("(seq.nth q 0)", "Int"),
            ("(as seq.empty (Seq Real))", "(Seq Real)"),
            ("(seq.++ q (seq.unit true))", "?"),
        ],
    );
}

#[test]
fn arrays_sets_and_tuples() {
    check(
        "(declare-const a (Array Int Bool)) (declare-const b (Array Int Int Real))
         (declare-const s (Set Int)) (declare-const r (Relation Int Bool))",
        &[
            ("(select a 1)", "Bool"),
            ("(select a true)", "?"),
            ("(store a 1 true)", "(Array Int Bool)"),
            ("(select b 1 2)", "Real"),
            ("((as const (Array Int Bool)) true)", "(Array Int Bool)"),
            ("((as const (Array Int Bool)) 1)", "?"),
            ("((_ map and) a a)", "(Array Int Bool)"),
            ("(set.insert 1 2 s)", "(Set Int)"),
            ("(member 1 s)", "Bool"),
            ("(as emptyset (Set Int))", "(Set Int)"),
            ("(rel.transpose r)", "(Set (Tuple Bool Int))"),
            ("(rel.join r (rel.transpose r))", "(Set (Tuple Int Int))"),
            ("((_ tuple.select 1) (tuple 1 true))", "Bool"),
        ],
    );
}

#[test]
fn declared_and_defined() {
    check(
        "(declare-sort U 0) (declare-sort P 1) (define-sort W (T) (Array T U))
         (declare-fun f (Int U) Bool) (declare-const u U) (declare-const w (W Int))
         (declare-const p (P Int)) (define-fun twice ((x Int)) Int (+ x x))
         (define-fun-rec loop ((x Int)) Int (loop x)) (assert (! true :named n))",
        &[
            ("(f 1 u)", "Bool"),
            ("(f 1 1)", "?"),
            ("(f 1)", "(-> U Bool)"),
            ("w", "(Array Int U)"),
            ("(select w 1)", "U"),
            ("p", "(P Int)"),
            ("(loop (twice 1))", "Int"),
            ("n", "Bool"),
        ],
    );
}

#[test]
fn datatypes_and_match() {
    check(
        "(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))
         (declare-const l (L Int)) (declare-datatype E ((a) (b)))",
        &[
            ("(cons 1 l)", "(L Int)"),
            ("(cons true l)", "?"),
            ("(as nil (L Bool))", "(L Bool)"),
            ("(hd l)", "Int"),
            ("(tl (cons a (as nil (L E))))", "(L E)"),
            ("((_ is cons) l)", "Bool"),
            ("(is-nil l)", "Bool"),
            ("(match l ((nil 0) ((cons x y) (+ x (hd y)))))", "Int"),
            ("(match l ((z (hd z))))", "Int"),
        ],
    );
}

#[test]
fn binders_shadow() {
    check(
        "(declare-const x Int)",
        &[
            ("(let ((x true)) x)", "Bool"),
            ("(let ((x true) (y x)) y)", "Int"),
            ("(forall ((x Bool)) x)", "Bool"),
            ("(forall ((y Int)) x)", "?"),
            ("(and (exists ((x Bool)) x) (< x 1))", "Bool"),
            ("(lambda ((y Bool)) x)", "(-> Bool Int)"),
            ("(! x :pattern (x x))", "Int"),
            ("(let ((+ 1)) +)", "Int"),
        ],
    );
}

/// Levels take their declarations with them, unless declarations are global.
#[test]
fn levels_end_declarations() {
    let sort = |options: &str| {
        let text = format!("{options} (push 2) (declare-const x Int) (pop) (pop) (assert (= x x))");
        let script = Script::read(text.as_bytes()).unwrap();
        script.assertions().next().unwrap().children()[0].sort().clone()
    };
    assert_eq!(sort(""), Sort::Unknown);
    assert_eq!(sort("(set-option :global-declarations true)"), Sort::Int);
}

#[test]
fn numerals_are_reals_in_logics_of_reals() {
    let sort = |logic: &str| {
        let text = format!("(set-logic {logic}) (assert (= 1 1))");
        let script = Script::read(text.as_bytes()).unwrap();
        script.assertions().next().unwrap().children()[0].sort().clone()
    };
    assert_eq!(sort("QF_LRA"), Sort::Real);
    assert_eq!(sort("AUFLIRA"), Sort::Int);
    assert_eq!(sort("ALL"), Sort::Int);
}
