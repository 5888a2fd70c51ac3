//! Values of terms, computed by hand from what SMT-LIB says.

use smt_lang::{Dialect, Model, Script};

/// The value of a term after these declarations and under these definitions, as text; `?` if it is
/// not known.
pub fn value(declarations: &str, model: &str, term: &str) -> String {
    let scope = Script::read(declarations.as_bytes()).unwrap().scope();
    let model = Model::read(&format!("({model})"), &scope, Dialect::Standard).unwrap();
    let mut scope = scope;
    let term = scope.read_term(&term.parse().unwrap());
    model.value(&term).map_or("?".to_owned(), |value| value.to_string())
}

pub fn check(cases: &[(&str, &str)]) {
    for (term, expected) in cases {
        assert_eq!(value("", "", term), *expected, "{term}");
    }
}

#[test]
fn booleans_decide_in_spite_of_unknown_parts() {
    check(&[
        ("(and true (not false))", "true"),
        ("(and (= (div 1 0) 1) false)", "false"),
        ("(or (= (div 1 0) 1) true)", "true"),
        ("(and (= (div 1 0) 1) true)", "?"),
        ("(=> (= (div 1 0) 1) true)", "true"),
        ("(=> false (= (div 1 0) 1))", "true"),
        ("(=> true (= (div 1 0) 1))", "?"),
        ("(=> true false true)", "true"),
        ("(=> true true false)", "false"),
        ("(xor true true true)", "true"),
        ("(ite true 1 (div 1 0))", "1"),
        ("(ite (= 1 (div 1 0)) 1 1)", "?"),
        ("(= 1 (div 1 0) 2)", "false"),
        ("(distinct 1 2 1)", "false"),
        ("(distinct 1 2 3)", "true"),
        ("(let ((x 1) (y 2)) (let ((x y) (y x)) (- x y)))", "1"),
        ("(! 3 :named n)", "3"),
    ]);
}

#[test]
fn numbers_are_exact() {
    check(&[
        ("(+ 1 2 3)", "6"),
        ("(- 1)", "(- 1)"),
        ("(- 1 2 3)", "(- 4)"),
        ("(div 7 2)", "3"),
        ("(div (- 7) 2)", "(- 4)"),
        ("(div 7 (- 2))", "(- 3)"),
        ("(div (- 7) (- 2))", "4"),
        ("(mod 7 (- 2))", "1"),
        ("(mod (- 7) 2)", "1"),
        ("(mod (- 7) (- 2))", "1"),
        ("(mod 7 0)", "?"),
        ("(* 0 (mod 7 0))", "0"),
        ("(/ 1 3)", "(/ 1.0 3.0)"),
        ("(/ 1.5 (- 0.5))", "(- 3.0)"),
        ("(/ 1.0 0.0)", "?"),
        ("(+ 0.1 0.2)", "(/ 3.0 10.0)"),
        ("(to_int (- 0.5))", "(- 1)"),
        ("(is_int (* 0.5 4.0))", "true"),
        ("(abs (- 3))", "3"),
        ("((_ divisible 3) (- 9))", "true"),
        ("(^ 2 10)", "1024"),
        ("(^ 0 0)", "?"),
        ("(^ 2 (- 1))", "?"),
        ("(^ 2 10000000)", "?"),
        ("(< 1 2 3)", "true"),
        ("(< 1 3 2)", "false"),
        ("(>= 2.0 2)", "true"),
        ("(= 2.0 2)", "true"),
    ]);
    assert_eq!(value("", "", "(* 9999999999 9999999999)"), "99999999980000000001");
}

#[test]
fn bit_vectors() {
    check(&[
        ("(bvadd #xff #x02)", "#b00000001"),
        ("(bvsub #x00 #x01)", "#b11111111"),
        ("(bvmul #x10 #x11)", "#b00010000"),
        ("(bvneg #x1)", "#b1111"),
        ("(bvudiv #x7 #x0)", "#b1111"),
        ("(bvurem #x7 #x0)", "#b0111"),
        ("(bvsdiv #x9 #x0)", "#b0001"),
        ("(bvsdiv #x7 #x0)", "#b1111"),
        ("(bvsdiv #x9 #x2)", "#b1101"),
        ("(bvsrem #x9 #x2)", "#b1111"),
        ("(bvsmod #x9 #x2)", "#b0001"),
        ("(bvsmod #x7 #xd)", "#b1110"),
        ("(bvshl #x3 #x3)", "#b1000"),
        ("(bvshl #x3 #x4)", "#b0000"),
        ("(bvlshr #x8 #x3)", "#b0001"),
        ("(bvashr #x8 #x9)", "#b1111"),
        ("(concat #b1 #b00 #b1)", "#b1001"),
        ("((_ extract 2 1) #b0110)", "#b11"),
        ("((_ sign_extend 2) #b10)", "#b1110"),
        ("((_ zero_extend 2) #b10)", "#b0010"),
        ("((_ rotate_left 1) #b0110)", "#b1100"),
        ("((_ rotate_right 5) #b0110)", "#b0011"),
        ("((_ repeat 2) #b01)", "#b0101"),
        ("(bvcomp #b1 #b1)", "#b1"),
        ("(bvslt #xf #x0)", "true"),
        ("(bvult #xf #x0)", "false"),
        ("(bv2nat #xf)", "15"),
        ("(sbv_to_int #xf)", "(- 1)"),
        ("((_ int2bv 4) (- 1))", "#b1111"),
        ("(_ bv5 4)", "#b0101"),
        ("(bvsaddo #x7 #x1)", "true"),
        ("(bvsmulo #x8 #xf)", "true"),
        ("(bvnego #x8)", "true"),
        ("(bvusubo #x1 #x2)", "true"),
        ("(bvxnor #b1100 #b1010)", "#b1001"),
        ("((_ repeat 1000000) #b01)", "?"),
    ]);
}

#[test]
fn strings() {
    check(&[
        (r#"(str.++ "a" "" "b")"#, r#""ab""#),
        (r#"(str.len "a\u{1F600}b")"#, "3"),
        (r#"(str.at "abc" 1)"#, r#""b""#),
        (r#"(str.at "abc" 3)"#, r#""""#),
        (r#"(str.substr "abc" 1 5)"#, r#""bc""#),
        (r#"(str.substr "abc" (- 1) 2)"#, r#""""#),
        (r#"(str.substr "abc" 0 0)"#, r#""""#),
        (r#"(str.indexof "abcb" "b" 2)"#, "3"),
        (r#"(str.indexof "abc" "" 3)"#, "3"),
        (r#"(str.indexof "abc" "" 4)"#, "(- 1)"),
        (r#"(str.indexof "abc" "a" (- 1))"#, "(- 1)"),
        (r#"(str.replace "abab" "b" "x")"#, r#""axab""#),
        (r#"(str.replace "ab" "" "x")"#, r#""xab""#),
        (r#"(str.replace_all "abab" "b" "xb")"#, r#""axbaxb""#),
        (r#"(str.replace_all "ab" "" "x")"#, r#""ab""#),
        (r#"(str.contains "abc" "bc")"#, "true"),
        (r#"(str.prefixof "ab" "abc")"#, "true"),
        (r#"(str.suffixof "ab" "abc")"#, "false"),
        (r#"(str.to_int "012")"#, "12"),
        (r#"(str.to_int "")"#, "(- 1)"),
        (r#"(str.to_int "-1")"#, "(- 1)"),
        (r#"(str.from_int (- 1))"#, r#""""#),
        (r#"(str.from_int 12)"#, r#""12""#),
        (r#"(str.to_code "a")"#, "97"),
        (r#"(str.to_code "ab")"#, "(- 1)"),
        (r#"(str.from_code 196607)"#, r#""\u{2ffff}""#),
        (r#"(str.from_code 196608)"#, r#""""#),
        (r#"(str.< "ab" "b")"#, "true"),
        (r#"(str.<= "b" "ab")"#, "false"),
        (r#"(str.is_digit "5")"#, "true"),
        (r#"(str.is_digit "55")"#, "false"),
    ]);
}

#[test]
fn regular_expressions() {
    let a_or_b = r#"(re.union (str.to_re "a") (str.to_re "b"))"#;
    let cases = [
        (format!(r#"(str.in_re "abab" (re.* {a_or_b}))"#), "true"),
        (format!(r#"(str.in_re "abc" (re.* {a_or_b}))"#), "false"),
        (format!(r#"(str.in_re "" (re.+ {a_or_b}))"#), "false"),
        (format!(r#"(str.in_re "ab" ((_ re.^ 2) {a_or_b}))"#), "true"),
        (format!(r#"(str.in_re "abab" ((_ re.loop 1 3) {a_or_b}))"#), "false"),
        (format!(r#"(str.in_re "a" ((_ re.loop 3 1) {a_or_b}))"#), "false"),
        (format!(r#"(str.in_re "c" (re.comp {a_or_b}))"#), "true"),
        (format!(r#"(str.in_re "a" (re.diff re.allchar {a_or_b}))"#), "false"),
        (format!(r#"(str.in_re "abab" (re.loop {a_or_b} 1 3))"#), "false"),
        (format!(r#"(str.in_re "abab" (re.loop {a_or_b} 1))"#), "true"),
        (r#"(str.in_re "m" (re.range "a" "z"))"#.to_owned(), "true"),
        (r#"(str.in_re "m" (re.range "a" "zz"))"#.to_owned(), "false"),
        (r#"(str.in_re "axb" (re.++ (str.to_re "a") re.all (str.to_re "b")))"#.to_owned(), "true"),
        (r#"(str.in_re "ab" (re.inter re.all re.none))"#.to_owned(), "false"),
        (format!(r#"(str.replace_re "xab" (re.+ {a_or_b}) "-")"#), r#""x-b""#),
        (format!(r#"(str.replace_re "xab" (re.* {a_or_b}) "-")"#), r#""-xab""#),
        (format!(r#"(str.replace_re_all "xab" (re.* {a_or_b}) "-")"#), r#""x--""#),
        (format!(r#"(str.indexof_re "xab" {a_or_b} 2)"#), "2"),
    ];
    for (term, expected) in cases {
        assert_eq!(value("", "", &term), expected, "{term}");
    }
}

#[test]
fn floats() {
    // 5 bits of exponent, 11 of significand: 1.0 is 0x3c00.
    let f16 = |bits: &str| format!("((_ to_fp 5 11) {bits})");
    let (one, two, huge, tiny) = (f16("#x3c00"), f16("#x4000"), f16("#x7bff"), f16("#x0001"));
    let cases = [
        (format!("(= {two} (fp.add RNE {one} {one}))"), "true"),
        (format!("(= (_ +oo 5 11) (fp.add RNE {huge} {huge}))"), "true"),
        (format!("(= {huge} (fp.add RTZ {huge} {huge}))"), "true"),
        (format!("(= (_ +zero 5 11) (fp.div RNE {tiny} {two}))"), "true"),
        (format!("(= {tiny} (fp.div RTP {tiny} {two}))"), "true"),
        (format!("(= (_ -zero 5 11) (fp.sub RTN {one} {one}))"), "true"),
        (format!("(= (_ +zero 5 11) (fp.sub RNE {one} {one}))"), "true"),
        ("(fp.isNaN (fp.div RNE (_ +zero 5 11) (_ -zero 5 11)))".to_owned(), "true"),
        ("(fp.eq (_ +zero 5 11) (_ -zero 5 11))".to_owned(), "true"),
        ("(= (_ +zero 5 11) (_ -zero 5 11))".to_owned(), "false"),
        ("(= (_ NaN 5 11) (_ NaN 5 11))".to_owned(), "true"),
        ("(fp.eq (_ NaN 5 11) (_ NaN 5 11))".to_owned(), "false"),
        ("(fp.lt (_ -oo 5 11) (_ +zero 5 11) (_ +oo 5 11))".to_owned(), "true"),
        (format!("(= {} ((_ to_fp 5 11) RNE 0.1))", f16("#x2e66")), "true"),
        (format!("(= {} ((_ to_fp 5 11) RTP 0.1))", f16("#x2e67")), "true"),
        (format!("(= {} ((_ to_fp 5 11) RNE 2049.0))", f16("#x6800")), "true"),
        (format!("(= {} ((_ to_fp 5 11) RNA 2049.0))", f16("#x6801")), "true"),
        (format!("(= {} (fp.sqrt RNE {two}))", f16("#x3da8")), "true"),
        (format!("(= {} (fp.sqrt RTP {two}))", f16("#x3da9")), "true"),
        (format!("(= {two} (fp.sqrt RNE {}))", f16("#x4400")), "true"),
        (format!("(= {} (fp.sqrt RNE {tiny}))", f16("#x0c00")), "true"),
        ("(= (_ -zero 5 11) (fp.sqrt RNE (_ -zero 5 11)))".to_owned(), "true"),
        (format!("(= (fp.neg {one}) (fp.rem {} {}))", f16("#x4700"), f16("#x4800")), "true"),
        (format!("(fp.isNaN (fp.rem {one} (_ +zero 5 11)))"), "true"),
        (format!("(= {one} (fp.rem {one} (_ -oo 5 11)))"), "true"),
        (format!("(fp.to_real {tiny})"), "(/ 1.0 16777216.0)"),
        (format!("(fp.isSubnormal {tiny})"), "true"),
        (format!("((_ fp.to_sbv 4) RTZ (fp.neg {two}))"), "#b1110"),
        (format!("((_ fp.to_ubv 4) RTZ (fp.neg {two}))"), "?"),
        ("(fp.min (_ +zero 5 11) (_ -zero 5 11))".to_owned(), "?"),
        (format!("(= {} (fp.roundToIntegral RNE {}))", f16("#x4000"), f16("#x4100")), "true"),
        (format!("(= {one} (fp.max (_ NaN 5 11) {one}))"), "true"),
        (format!("(= {} (fp.fma RNE {two} {two} {one}))", f16("#x4500")), "true"),
    ];
    for (term, expected) in cases {
        assert_eq!(value("", "", &term), expected, "{term}");
    }
}
