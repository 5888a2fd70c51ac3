//! Models, and values that are no numbers, bits or strings.

use crate::eval::{check, value};
use smt_lang::{Dialect, Model, Script, Value};

#[test]
fn arrays_have_defaults() {
    let declarations = "(declare-const a (Array Int Int)) (declare-const b (Array Bool Int))";
    let model = "(define-fun a () (Array Int Int) (store ((as const (Array Int Int)) 7) 1 2))
                 (define-fun b () (Array Bool Int)
                   (store (store ((as const (Array Bool Int)) 7) true 0) false 0))";
    let cases = [
        ("(select a 1)", "2"),
        ("(select a 5)", "7"),
        ("(= a (store (store a 1 7) 1 2))", "true"),
        ("(= a (store a 1 7))", "false"),
        ("(= (store a 1 7) ((as const (Array Int Int)) 7))", "true"),
        ("(= b ((as const (Array Bool Int)) 0))", "true"),
        ("(= b ((as const (Array Bool Int)) 1))", "false"),
        (
            "(= ((as const (Array (Array Int Bool) Int)) 1)
                (store ((as const (Array (Array Int Bool) Int)) 2)
                       ((as const (Array Int Bool)) true) 1))",
            "false",
        ),
        ("(= a ((as const (Array Int Int)) 2))", "false"),
        ("(= (lambda ((x Bool)) (ite x 0 0)) b)", "true"),
        ("(select (lambda ((x Bool)) (not x)) false)", "true"),
        ("(select (lambda ((x Int)) (ite (= x 2) 5 (ite (= 2 x) 6 7))) 2)", "5"),
    ];
    for (term, expected) in cases {
        assert_eq!(value(declarations, model, term), expected, "{term}");
    }
}

#[test]
fn sets() {
    check(&[
        ("(set.member 1 (set.insert 1 2 (set.singleton 3)))", "true"),
        ("(set.card (set.union (set.singleton 1) (set.singleton 1)))", "1"),
        ("(= (set.insert 1 (set.singleton 2)) (set.insert 2 (set.singleton 1)))", "true"),
        ("(set.subset (set.singleton 1) (set.singleton 2))", "false"),
        ("(set.minus (set.singleton 1) (set.singleton 1))", "(as set.empty (Set Int))"),
        ("(set.inter (set.insert 1 (set.singleton 2)) (set.singleton 2))", "(set.singleton 2)"),
        ("(set.choose (set.singleton 4))", "4"),
        ("(set.choose (set.insert 3 (set.singleton 4)))", "?"),
        ("(set.member 1 (as set.universe (Set Int)))", "?"),
    ]);
}

/// z3 says in its models what a division by zero gives.
#[test]
fn models_can_define_division_by_zero() {
    let model = "(define-fun /0 ((x!0 Real)) Real (ite (= x!0 2.0) 7.0 1.0))
        (define-fun mod0 ((x Int) (y Int)) Int (+ x 3))";
    assert_eq!(value("", model, "(/ 2.0 0.0)"), "7.0");
    assert_eq!(value("", model, "(/ 2.0 2.0)"), "1.0");
    assert_eq!(value("", model, "(mod 4 0)"), "7");
    assert_eq!(value("", model, "(div 4 0)"), "?");
}

#[test]
fn models_of_solvers() {
    let declarations = "(declare-sort U 0) (declare-const u U) (declare-const v U)
        (declare-fun f (U) Int) (declare-const a (Array Int Bool)) (declare-const r Real)
        (declare-const s String) (declare-const missing Int)";
    let z3 = "(model ;; universe for U:\n (declare-fun U!val!0 () U) (declare-fun U!val!1 () U)
        (forall ((x U)) (or (= x U!val!0) (= x U!val!1)))
        (define-fun u () U U!val!0) (define-fun v () U U!val!1)
        (define-fun f ((x!0 U)) Int (ite (= x!0 U!val!1) (f!1 x!0) 3))
        (define-fun f!1 ((x U)) Int 5) (define-fun r () Real (- (/ 1.0 2.0)))
        (define-fun a () (Array Int Bool) (_ as-array k!0)) (define-fun s () String \"\\x0a\")
        (define-fun k!0 ((x!0 Int)) Bool (ite (= x!0 2) true false)))";
    let cvc5 = "((declare-sort U 0) (define-fun u () U (as @U_0 U)) (define-fun v () U (as @U_1 U))
        (define-fun f ((_arg_1 U)) Int (ite (= (as @U_1 U) _arg_1) 5 3))
        (define-fun r () Real (- (/ 1 2))) (define-fun s () String \"\\u{a}\")
        (define-fun a () (Array Int Bool) (store ((as const (Array Int Bool)) false) 2 true)))";
    let cvc4 = "(model\n; cardinality of U is 2\n(declare-sort U 0)\n; rep: @uc_U_0\n
        (define-fun u () U @uc_U_0) (define-fun v () U @uc_U_1)
        (define-fun f ((x U)) Int (ite (= @uc_U_1 x) 5 3))
        (define-fun r () Real (/ (- 1) 2)) (define-fun s () String \"\\u{a}\")
        (define-fun a () (Array Int Bool) (store ((as const (Array Int Bool)) false) 2 true)))";
    let whole = "(forall ((x U)) (or (= x u) (= x v)))";
    let formula = "(and (distinct u v) (= (f u) 3) (= (f v) 5) (select a 2) (not (select a 3))
        (= r (- 0.5)) (= (str.to_code s) 10) (= missing 0))";
    let scope = Script::read(declarations.as_bytes()).unwrap().scope();
    let term = scope.clone().read_term(&formula.parse().unwrap());
    for (text, dialect) in [(z3, Dialect::Z3To488), (cvc5, Dialect::Cvc5), (cvc4, Dialect::Cvc4)] {
        let model = Model::read(text, &scope, dialect).unwrap();
        for part in term.children() {
            assert_eq!(model.value(part), Some(Value::Bool(true)), "{part} for {dialect:?}");
        }
    }
    // z3 lists all elements of U.
    let term = scope.clone().read_term(&whole.parse().unwrap());
    let model = Model::read(z3, &scope, Dialect::Z3To488).unwrap();
    assert_eq!(model.value(&term), Some(Value::Bool(true)));
    let model = Model::read(cvc5, &scope, Dialect::Cvc5).unwrap();
    assert_eq!(model.value(&term), None);
    assert!(Model::read("sat", &scope, Dialect::Z3).is_err());
    assert!(Model::read("(error \"no model\")", &scope, Dialect::Z3).is_err());
    assert!(Model::read("((define-fun u ()", &scope, Dialect::Z3).is_err());
}

#[test]
fn datatypes_and_definitions() {
    let declarations = "(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))
        (declare-const l (L Int)) (declare-fun len ((L Int)) Int)";
    let model = "(define-fun l () (L Int) (cons 1 (cons 2 (as nil (L Int)))))
        (define-fun-rec len ((x (L Int))) Int
          (match x ((nil 0) ((cons h t) (+ 1 (len t))))))";
    let cases = [
        ("(hd (tl l))", "2"),
        ("(hd (tl (tl l)))", "?"),
        ("((_ is cons) l)", "true"),
        ("(is-nil l)", "false"),
        ("(= l (cons 1 (tl l)))", "true"),
        ("(len l)", "2"),
        ("(tl l)", "((as cons (L Int)) 2 (as nil (L Int)))"),
    ];
    for (term, expected) in cases {
        assert_eq!(value(declarations, model, term), expected, "{term}");
    }
}

/// Small sorts are tried out; of large ones, only what does not depend on the variable is known.
#[test]
fn quantifiers() {
    check(&[
        ("(forall ((x Bool) (y Bool)) (= (and x y) (and y x)))", "true"),
        ("(forall ((x Bool)) x)", "false"),
        ("(exists ((x (_ BitVec 4))) (= (bvmul x x) #x9))", "true"),
        ("(exists ((x (_ BitVec 4))) (= (bvmul x x) #x2))", "false"),
        ("(forall ((x Int)) (= x x))", "?"),
        ("(forall ((x Int)) (< x 5))", "false"),
        ("(exists ((x Int) (y Bool)) (and y (> x 1)))", "true"),
        ("(forall ((x Bool)) (exists ((y Int)) (= y (ite x 1 2))))", "true"),
        ("(forall ((x (_ BitVec 64))) (bvult x #x8000000000000000))", "false"),
        ("(exists ((x Int)) (> x 100))", "?"),
        ("(forall ((x String)) (= (str.len x) (str.len (str.++ x x))))", "false"),
        ("(exists ((x Int)) false)", "false"),
        ("(forall ((x Int) (y Bool)) (or y (not y) (> x 0)))", "true"),
        ("(let ((x false)) (and (exists ((x Bool)) x) (not x)))", "true"),
    ]);
}

/// What does not end, or would take all memory, is unknown.
#[test]
fn evaluation_ends() {
    let declarations = "(declare-fun f (Int) Int)";
    let model = "(define-fun-rec f ((x Int)) Int (f (+ x 1)))";
    assert_eq!(value(declarations, model, "(f 0)"), "?");
    let model = "(define-fun-rec f ((x Int)) Int (+ (f x) (f x)))";
    assert_eq!(value(declarations, model, "(f 0)"), "?");
    let deep = format!("{}true{}", "(not ".repeat(10_000), ")".repeat(10_000));
    assert_eq!(value("", "", &deep), "true");
    let doubled = format!("{}\"aa\"{}", "(let ((x ".repeat(60), ")) (str.++ x x))".repeat(60));
    assert_eq!(value("", "", &doubled), "?");
}

/// A value printed as a term has that value.
#[test]
fn values_are_terms() {
    let values = [
        Value::int(-5),
        Value::real(-7, 3),
        Value::real(4, 2),
        Value::bits(9, 300_u32),
        Value::string("a\"\\\n\u{1F600}"),
        Value::Rounding("RTP"),
    ];
    let model = Model::default();
    for value in values {
        let text = value.to_term().print(Dialect::Standard);
        let term = smt_lang::Scope::new().read_term(&text.parse().unwrap());
        assert_eq!(term.sort(), &value.sort(), "{text}");
        assert_eq!(model.value(&term), Some(value), "{text}");
    }
}

/// A constant is one as it stands; what must be computed is none.
#[test]
fn constants_are_found() {
    let constants = [
        "5",
        "(- 5)",
        "2.5",
        "(- 2.5)",
        "(/ 1 3)",
        "(- (/ 1.0 3.0))",
        "(/ (- 1) 3)",
        "true",
        "#b01",
        "#xff",
        "(_ bv5 8)",
        "\"a\"",
        "(fp #b0 #b10 #b01)",
        "(_ -oo 5 11)",
        "RNE",
        "(_ char #x41)",
        "(fp (_ bv0 1) #b10 #b01)",
    ];
    let others = [
        "(+ 1 2)",
        "(- 1 2)",
        "(- (- 1))",
        "(/ 1 0)",
        "(/ 1 (+ 1 1))",
        "x",
        "(not true)",
        "(str.++ \"a\" \"b\")",
        "(bvneg #b1)",
        "re.all",
        "(as seq.empty (Seq Int))",
    ];
    let read = |text: &str| smt_lang::Scope::new().read_term(&text.parse().unwrap());
    for text in constants {
        let value = read(text).constant();
        assert!(value.is_some(), "{text}");
        let again = value.as_ref().map(|value| read(&value.to_string()).constant());
        assert_eq!(again, Some(value), "{text}");
    }
    for text in others {
        assert_eq!(read(text).constant(), None, "{text}");
    }
}

/// What counts at a check: levels, names, definitions.
#[test]
fn checks_know_their_assertions() {
    let text = b"(define-fun two () Int 2) (declare-const x Int) (assert (! (> x two) :named big))
        (push) (assert (< x 0)) (check-sat) (pop) (assert big) (check-sat-assuming ((= x 3)))";
    let script = Script::read(text).unwrap();
    let model = "((define-fun x () Int 3))";
    let holds = |n: usize| {
        let check = script.check(n).unwrap();
        check.holds(&check.model(model, Dialect::Z3).unwrap())
    };
    assert_eq!(holds(0), Some(false));
    assert_eq!(holds(1), Some(true));
    assert_eq!(script.check(1).unwrap().assertions.len(), 3);
}
