//! The source of tests of their own: what is emitted for findings and for tests that pass is
//! compiled and run here.

use super::{Property, faulty, subjects};

/// What was emitted, as modules whose tests must fail, or pass from `pass_0` on. The texts in them are compared with what is
/// emitted now.
#[rustfmt::skip]
mod golden;

/// The text that is emitted for the test with this text.
fn emitted(property: &Property, text: &str) -> String {
    let (value, _) = property.read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    property.emitted_test(&*value).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn all() -> String {
    let wrong = subjects::wrong_bytes::__Metamorphic::property("wrong");
    let changes = faulty::changes::__Metamorphic::property("changes");
    let admitted = faulty::admitted::__Metamorphic::property("admitted");
    let panics = faulty::panics::__Metamorphic::property("panics");
    let partial = faulty::partial::__Metamorphic::property("partial");
    let conditions = faulty::conditions::__Metamorphic::property("conditions");
    let several = faulty::several::__Metamorphic::property("several");
    let tests = [
        // Arguments that are terms, and a variable that is used twice.
        (
            &wrong,
            "(Variables { u8s: [4] }, U8(Mul(Base, Neg(NegByComplement { add: Base }, \
                  Add(Base, Var(0), Var(0))), Var(0))))",
        ),
        // The call is inside an expansion.
        (
            &wrong,
            "(Variables { u8s: [] }, U8(Mul(MulNegated { neg: Base, mul: Base, neg_2: \
                  NegByComplement { add: AddCommutative { add: Base } } }, In(8), In(0))))",
        ),
        (&changes, "(Variables { vec_u8s: [] }, U8(Pop(KeepsIt, In([1, 2]))))"),
        (&admitted, "(Variables { u32s: [] }, U32(Double(Wrong, In(Any(3)))))"),
        (&panics, "(Variables { u8s: [] }, U8(Twice(ByShift, In(99))))"),
        (&partial, "(Variables { u8s: [] }, U8(Next(GivesUp, In(9))))"),
        (&conditions, "(Variables { u8s: [] }, U8(Same(Any { x: In(1) }, In(9))))"),
        (
            &several,
            "(Variables { pairs: [] }, Pair(Turned(Wrong, In(Made((Some(1), [Named(\"a\")])\
                    )))))",
        ),
        (&several, "(Variables { pairs: [] }, IsSmall(Law { turned: Base }, In(Plain(7))))"),
    ];
    let nested = faulty::nested::__Metamorphic::property("nested");
    let coarse = faulty::coarse::__Metamorphic::property("coarse");
    let changing = [
        // The call changes its argument and is inside an expansion.
        (
            &nested,
            "(Variables { u8s: [], vec_u8s: [] }, VecU8(Pair(PairByPushing { push: PushFront }, \
                 In(1), In(2))))",
        ),
        (
            &nested,
            "(Variables { u8s: [], vec_u8s: [] }, U8(Last(LastByPop { len: LenIfShort, pop: \
                 PopBut9 }, In([1, 9]))))",
        ),
        // Results that differ by an equality of the specification.
        (&coarse, "(Variables { roughs: [] }, Rough(Twice(Base, Same(Neighbour, In(Rough(2))))))"),
    ];
    let passing = [
        (
            &wrong,
            "(Variables { u8s: [3] }, U8(Mul(Base, Neg(NegByComplement { add: Base }, \
                 Add(Base, Var(0), Var(0))), Var(0))))",
        ),
        (&several, "(Variables { pairs: [] }, IsSmall(Law { turned: Base }, In(Plain(200))))"),
        (
            &nested,
            "(Variables { u8s: [], vec_u8s: [] }, U8(Last(LastByPop { len: LenIfShort, pop: \
                 PopBut9 }, In([1, 7]))))",
        ),
        (&coarse, "(Variables { roughs: [] }, Rough(Same(Neighbour, In(Rough(2)))))"),
    ];
    let tests = tests.iter().chain(&changing);
    let texts = tests.enumerate().map(|(number, (property, text))| {
        let emitted = emitted(property, text);
        let failing = emitted.replace("#[test]\n", "#[test]\n#[should_panic]\n");
        format!("mod case_{number} {{\n{failing}}}\n")
    });
    let passing = passing.iter().enumerate().map(|(number, (property, text))| {
        format!("mod pass_{number} {{\n{}}}\n", emitted(property, text))
    });
    texts.chain(passing).collect()
}

#[test]
fn what_is_emitted_is_what_is_compiled_here() {
    let golden = include_str!("source/golden.rs");
    let now = all();
    if std::env::var_os("MUTAGEN_BLESS").is_some() {
        let head = golden.split("mod case_0").next().unwrap();
        let path = "tests/it/source/golden.rs";
        std::fs::write(path, format!("{head}{now}")).unwrap();
        return;
    }
    let golden = &golden[golden.find("mod case_0").unwrap()..];
    assert_eq!(golden, now, "run with MUTAGEN_BLESS=1 and read the difference");
}

#[test]
fn a_test_that_is_discarded_has_no_source() {
    let coarse = faulty::coarse::__Metamorphic::property("coarse");
    let (value, _) = coarse.read("(Variables { roughs: [] }, Rough(In(Rough(100))))").unwrap();
    let error = coarse.emitted_test(&*value).unwrap_err().to_string();
    assert!(error.starts_with("the test finds nothing that a test of its own can show"), "{error}");
}
