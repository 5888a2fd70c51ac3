//! The tests that mutagen emits for the properties of other crates. A test writes this file.

use super::*;

/// Found by mutagen.
#[test]
fn byte_strings_counterexample() {
    let value = (bytes::Bytes::from_static(b"a\xff"), bytes::BytesMut::from(&b"\""[..]));
    assert!(byte_strings(&value));
}

/// Found by mutagen.
#[test]
fn dates_counterexample() {
    let value = (
        "2024-02-29".parse().unwrap(),
        "23:59:00.500".parse().unwrap(),
        "2024-02-29T23:59:00".parse().unwrap(),
        "2024-02-29T23:59:00Z".parse().unwrap(),
        chrono::TimeDelta::new(-1, 5).unwrap(),
        chrono::Weekday::Mon,
    );
    assert!(dates(&value));
}

/// Found by mutagen.
#[test]
fn either_side_counterexample() {
    let value = either::Either::Right("a".to_owned());
    assert!(either_side(&value));
}

/// Found by mutagen.
#[test]
fn index_maps_counterexample() {
    let value = (
        indexmap::IndexMap::from([(2, 1), (1, 3)]),
        indexmap::IndexSet::from([3, 1]),
    );
    assert!(index_maps(&value));
}

/// Found by mutagen.
#[test]
fn big_counterexample() {
    let value = (
        num_bigint::BigInt::from(-5_i32),
        "123456789012345678901234567890123456789012".parse::<num_bigint::BigInt>().unwrap(),
        num_bigint::BigUint::from(7_u32),
    );
    assert!(big(&value));
}

/// Found by mutagen.
#[test]
fn ordered_counterexample() {
    let value = (
        ordered_float::OrderedFloat(f32::NAN),
        ordered_float::NotNan::new(1.5).unwrap(),
    );
    assert!(ordered(&value));
}

/// Found by mutagen.
#[test]
fn json_counterexample() {
    use serde_json::Map;
    use serde_json::Number;
    let value = serde_json::Value::Object(Map::from_iter([
        (
            "a".to_owned(),
            serde_json::Value::Array(vec![
                serde_json::Value::Null,
                serde_json::Value::Number(Number::from(-1_i64)),
                serde_json::Value::Number(Number::from(18446744073709551615_u64)),
                serde_json::Value::Number(Number::from_f64(1.5_f64).unwrap()),
                serde_json::Value::Bool(true),
            ]),
        ),
        ("b".to_owned(), serde_json::Value::String("c".to_owned())),
    ]));
    assert!(json(&value));
}

/// Found by mutagen.
#[test]
fn small_counterexample() {
    let value = smallvec::SmallVec::from_vec(vec![1, 2]);
    assert!(small(&value));
}

/// Found by mutagen.
#[test]
fn identifier_counterexample() {
    let value = "67e55044-10b1-426f-9247-bb680e5fe0c8".parse().unwrap();
    assert!(identifier(&value));
}

/// Found by mutagen.
#[test]
fn arbitrary_counterexample() {
    let value = FromArbitrary::new(b"\x01\xff".to_vec()).unwrap();
    assert!(arbitrary(&value));
}
