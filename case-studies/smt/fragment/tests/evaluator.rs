//! Values computed by hand: one line a case, as SMT-LIB text of a term and of its value.

use smt_fragment::bits::{BvOp, BvTest};
use smt_fragment::float::Mode;
use smt_fragment::op::{IntOp, Op, StrTest};
use smt_fragment::sort::{Format, Sort};
use smt_fragment::term::Term;
use smt_fragment::value::{Rational, Value};
use smt_fragment::{Assignment, model};

fn int(n: i64) -> Term {
    Term::literal(Value::Int(n.into()))
}

fn real(numerator: i64, denominator: i64) -> Term {
    Term::literal(Value::Real(Rational::new(numerator.into(), denominator.into())))
}

fn text(text: &str) -> Term {
    Term::literal(Value::Str(smt_fragment::lower::codes(text)))
}

fn half(bits: u64) -> Term {
    Term::literal(Value::Fp(Format::HALF, bits))
}

fn bits(width: u32, bits: u64) -> Term {
    Term::literal(Value::Bv(width, bits))
}

/// The value of an operator on terms; `-` if it is unknown.
#[track_caller]
fn is(op: Op, sort: Sort, args: impl IntoIterator<Item = Term>, expected: &str) {
    let term = Term::new(op, sort, args);
    let value = Assignment::default().value(&term);
    let shown = value.map_or("-".to_owned(), |value| value.to_string());
    assert_eq!(shown, expected, "{term}");
}

#[test]
fn division_of_integers_leaves_no_negative_remainder() {
    for (a, b, quotient, rest) in [
        (7, 2, "3", "1"),
        (-7, 2, "(- 4)", "1"),
        (7, -2, "(- 3)", "1"),
        (-7, -2, "4", "1"),
        (-6, 3, "(- 2)", "0"),
        (7, 0, "-", "-"),
    ] {
        is(Op::Int(IntOp::Div), Sort::Int, [int(a), int(b)], quotient);
        is(Op::Int(IntOp::Mod), Sort::Int, [int(a), int(b)], rest);
    }
    is(Op::ToInt, Sort::Int, [real(-3, 2)], "(- 2)");
    is(Op::IsInt, Sort::Bool, [real(4, 2)], "true");
    is(Op::Divisible(3), Sort::Bool, [int(-9)], "true");
}

#[test]
fn bit_vectors_are_divided_by_zero_as_the_standard_says() {
    let op = |op, a, b, expected| is(Op::Bv(op), Sort::Bv(4), [bits(4, a), bits(4, b)], expected);
    op(BvOp::Udiv, 6, 0, "#b1111");
    op(BvOp::Urem, 6, 0, "#b0110");
    op(BvOp::Sdiv, 6, 0, "#b1111");
    op(BvOp::Sdiv, 10, 0, "#b0001");
    op(BvOp::Sdiv, 8, 15, "#b1000");
    op(BvOp::Srem, 9, 2, "#b1111");
    op(BvOp::Smod, 9, 2, "#b0001");
    op(BvOp::Smod, 9, 0, "#b1001");
    op(BvOp::Smod, 7, 14, "#b1111");
    op(BvOp::Shl, 1, 4, "#b0000");
    op(BvOp::Ashr, 8, 9, "#b1111");
    let test = |test, a, b, expected| {
        is(Op::BvTest(test), Sort::Bool, [bits(4, a), bits(4, b)], expected);
    };
    test(BvTest::Slt, 8, 0, "true");
    test(BvTest::Smulo, 8, 15, "true");
    test(BvTest::Ssubo, 0, 8, "true");
    test(BvTest::Saddo, 7, 1, "true");
    test(BvTest::Usubo, 1, 2, "true");
    is(Op::RotateLeft(5), Sort::Bv(4), [bits(4, 9)], "#b0011");
    is(Op::RotateRight(1), Sort::Bv(4), [bits(4, 9)], "#b1100");
    is(Op::SignExtend(4), Sort::Bv(8), [bits(4, 9)], "#b11111001");
    is(Op::Extract(2, 4), Sort::Bv(4), [bits(8, 0b1011_0101)], "#b1101");
    is(Op::Concat, Sort::Bv(8), [bits(4, 1), bits(4, 2)], "#b00010010");
}

#[test]
fn strings_have_values_outside_their_ends() {
    is(Op::Substr, Sort::Str, [text("abc"), int(1), int(9)], "\"bc\"");
    is(Op::Substr, Sort::Str, [text("abc"), int(3), int(1)], "\"\"");
    is(Op::Substr, Sort::Str, [text("abc"), int(-1), int(2)], "\"\"");
    is(Op::Substr, Sort::Str, [text("abc"), int(0), int(-1)], "\"\"");
    is(Op::At, Sort::Str, [text("abc"), int(2)], "\"c\"");
    is(Op::IndexOf, Sort::Int, [text("abab"), text("ab"), int(1)], "2");
    is(Op::IndexOf, Sort::Int, [text("ab"), text(""), int(2)], "2");
    is(Op::IndexOf, Sort::Int, [text("ab"), text(""), int(3)], "(- 1)");
    is(Op::Replace, Sort::Str, [text("ab"), text(""), text("x")], "\"xab\"");
    is(Op::ReplaceAll, Sort::Str, [text("aaa"), text("aa"), text("b")], "\"ba\"");
    is(Op::ReplaceAll, Sort::Str, [text("ab"), text(""), text("x")], "\"ab\"");
    is(Op::StrToInt, Sort::Int, [text("007")], "7");
    is(Op::StrToInt, Sort::Int, [text("")], "(- 1)");
    is(Op::StrToInt, Sort::Int, [text("-1")], "(- 1)");
    is(Op::FromInt, Sort::Str, [int(-1)], "\"\"");
    is(Op::FromCode, Sort::Str, [int(34)], "\"\"\"\"");
    is(Op::FromCode, Sort::Str, [int(0x30000)], "\"\"");
    is(Op::FromCode, Sort::Str, [int(0x2ffff)], "\"\\u{2ffff}\"");
    is(Op::ToCode, Sort::Int, [text("ab")], "(- 1)");
    is(Op::StrTest(StrTest::LessEqual), Sort::Bool, [text("a"), text("a")], "true");
    is(Op::StrTest(StrTest::Less), Sort::Bool, [text("a"), text("ab")], "true");
}

#[test]
fn regular_expressions_match_whole_strings() {
    let re = |op, args: &[&Term]| Term::new(op, Sort::Re, args.iter().map(|&term| term.clone()));
    let word = |t: &str| re(Op::ToRe, &[&text(t)]);
    let matches = |regex: &Term, candidates: &[(&str, bool)]| {
        for (candidate, expected) in candidates {
            let args = [text(candidate), regex.clone()];
            is(Op::InRe, Sort::Bool, args, &expected.to_string());
        }
    };
    let (a, ab) = (word("a"), word("ab"));
    matches(&re(Op::ReStar, &[&ab]), &[("", true), ("abab", true), ("aba", false)]);
    matches(&re(Op::RePlus, &[&ab]), &[("", false), ("ab", true)]);
    matches(&re(Op::ReOpt, &[&a]), &[("", true), ("aa", false)]);
    matches(&re(Op::ReLoop(2, 3), &[&a]), &[("a", false), ("aa", true), ("aaaa", false)]);
    matches(&re(Op::ReLoop(2, 1), &[&a]), &[("a", false), ("aa", false), ("", false)]);
    matches(&re(Op::ReComp, &[&a]), &[("", true), ("a", false), ("ab", true)]);
    let not_a = re(Op::ReComp, &[&a]);
    matches(&re(Op::ReConcat, &[&not_a, &a]), &[("aa", false), ("a", true), ("ba", true)]);
    let all = re(Op::ReAll, &[]);
    matches(&re(Op::ReDiff, &[&all, &ab]), &[("ab", false), ("a", true)]);
    matches(&re(Op::ReRange, &[&text("a"), &text("c")]), &[("b", true), ("d", false)]);
    matches(&re(Op::ReRange, &[&text("ab"), &text("c")]), &[("b", false)]);
}

#[test]
fn floats_are_rounded_once() {
    let one = half(0x3c00);
    let least = half(1);
    let sum = |mode, expected| {
        let op = Op::Fp(smt_fragment::op::FpOp::Add, mode);
        is(op, Sort::Fp(Format::HALF), [one.clone(), least.clone()], expected);
    };
    sum(Mode::Rne, "(fp #b0 #b01111 #b0000000000)");
    sum(Mode::Rtp, "(fp #b0 #b01111 #b0000000001)");
    let of = |mode, x: Term, expected| {
        is(Op::ToFp(mode, Format::HALF), Sort::Fp(Format::HALF), [x], expected);
    };
    // Half precision: the largest number is 65504, and 65520 is half way to the next.
    of(Mode::Rne, real(65519, 1), "(fp #b0 #b11110 #b1111111111)");
    of(Mode::Rne, real(65520, 1), "(fp #b0 #b11111 #b0000000000)");
    of(Mode::Rtz, real(99999, 1), "(fp #b0 #b11110 #b1111111111)");
    of(Mode::Rtp, real(-99999, 1), "(fp #b1 #b11110 #b1111111111)");
    of(Mode::Rna, real(1, 1 << 25), "(fp #b0 #b00000 #b0000000001)");
    of(Mode::Rne, real(1, 1 << 25), "(fp #b0 #b00000 #b0000000000)");
    of(Mode::Rne, real(1, 3), "(fp #b0 #b01101 #b0101010101)");
    let sqrt = |x, expected| is(Op::Sqrt(Mode::Rne), Sort::Fp(Format::HALF), [x], expected);
    sqrt(half(0x4400), "(fp #b0 #b10000 #b0000000000)");
    sqrt(half(0x4000), "(fp #b0 #b01111 #b0110101000)");
    sqrt(half(0x8000), "(fp #b1 #b00000 #b0000000000)");
    sqrt(half(0xbc00), "(fp #b0 #b11111 #b1000000000)");
    // Five is two times three less one; six is two times three.
    is(Op::Rem, Sort::Fp(Format::HALF), [half(0x4500), half(0x4200)], &half(0xbc00).to_string());
    let zeros = [half(0), half(0x8000)];
    is(Op::Min, Sort::Fp(Format::HALF), zeros, "-");
    is(Op::FpToBv(Mode::Rtz, false, 4), Sort::Bv(4), [half(0xbc00)], "-");
    is(Op::FpToBv(Mode::Rtz, true, 4), Sort::Bv(4), [half(0xbc00)], "#b1111");
}

#[test]
fn what_is_unknown_need_not_matter() {
    let unknown = Term::new(Op::Var(Sort::Bool, 0), Sort::Bool, []);
    let truth = |value| Term::literal(Value::Bool(value));
    let link = |link, a: &Term, b: Term, expected| {
        is(Op::Link(link), Sort::Bool, [a.clone(), b], expected);
    };
    use smt_fragment::op::Link;
    link(Link::And, &unknown, truth(false), "false");
    link(Link::And, &unknown, truth(true), "-");
    link(Link::Or, &unknown, truth(true), "true");
    link(Link::Implies, &truth(false), unknown.clone(), "true");
    link(Link::Implies, &unknown, truth(true), "true");
    link(Link::Implies, &truth(true), truth(false), "false");
    link(Link::Xor, &unknown, truth(true), "-");
    is(Op::Ite, Sort::Int, [unknown, int(1), int(1)], "1");
}

#[test]
fn values_of_models_are_read() {
    for (sort, text, value) in [
        (Sort::Int, "-5", "(- 5)"),
        (Sort::Real, "(- (/ 1.5 3))", "(/ (- 1.0) 2.0)"),
        (Sort::Bv(8), "#x0f", "#b00001111"),
        (Sort::Bv(8), "(_ bv3 8)", "#b00000011"),
        (Sort::Str, "\"a\"\"\\u{62}\\u0063\\u{zz}\"", "\"a\"\"bc\\u{5c}u{zz}\""),
        (Sort::Fp(Format::SMALL), "(_ -oo 3 5)", "(fp #b1 #b111 #b0000)"),
        (Sort::Fp(Format::SMALL), "(fp #b1 #b111 #b0001)", "(fp #b0 #b111 #b1000)"),
        (
            Sort::Array,
            "(store ((as const (Array Int Int)) 1) (- 2) 3)",
            "(store ((as const (Array Int Int)) 1) (- 2) 3)",
        ),
    ] {
        let read = model::value(sort, text).map(|value| value.to_string());
        assert_eq!(read.as_deref(), Some(value), "{text}");
    }
    for (sort, text) in [
        (Sort::Int, "1.5"),
        (Sort::Int, "x"),
        (Sort::Bv(8), "#b1"),
        (Sort::Bv(8), "(_ bv256 8)"),
        (Sort::Real, "(root-obj (+ (^ x 2) (- 2)) 1)"),
        (Sort::Real, "(/ 1 0)"),
        (Sort::Array, "((as const (Array Int Int)) x)"),
        (Sort::Int, "(- 1"),
        (Sort::Int, "1 2"),
    ] {
        assert_eq!(model::value(sort, text), None, "{text}");
    }
}
