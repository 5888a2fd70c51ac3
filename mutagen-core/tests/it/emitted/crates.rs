//! The emitted tests of values of other crates, as in the folder above.

#[rustfmt::skip]
mod golden;

use super::{compare, holds_for};
use mutagen_core::internal::run::property::Property;
use mutagen_core::{FromArbitrary, property, text};

holds_for! {
    byte_strings: (bytes::Bytes, bytes::BytesMut) = r#"(b"a\xff", b"\"")"#;
    dates: (
        chrono::NaiveDate,
        chrono::NaiveTime,
        chrono::NaiveDateTime,
        chrono::DateTime<chrono::Utc>,
        chrono::TimeDelta,
        chrono::Weekday
    ) = concat!(
        r#"("2024-02-29", "23:59:00.500", "2024-02-29T23:59:00", "2024-02-29T23:59:00Z", "#,
        "TimeDelta { secs: -1, nanos: 5 }, Mon)"
    );
    either_side: either::Either<u8, String> = r#"Right("a")"#;
    index_maps: (indexmap::IndexMap<u8, u8>, indexmap::IndexSet<u8>) = "({2: 1, 1: 3}, {3, 1})";
    big: (num_bigint::BigInt, num_bigint::BigInt, num_bigint::BigUint) =
        "(-5, 123456789012345678901234567890123456789012, 7)";
    ordered: (ordered_float::OrderedFloat<f32>, ordered_float::NotNan<f64>) =
        "(OrderedFloat(NaN), 1.5)";
    json: serde_json::Value = concat!(
        r#"Object({"a": Array([Null, Number(-1), Number(18446744073709551615), "#,
        r#"Number(1.5), Bool(true)]), "b": String("c")})"#
    );
    small: smallvec::SmallVec<[u8; 4]> = "[1, 2]";
    identifier: uuid::Uuid = r#""67e55044-10b1-426f-9247-bb680e5fe0c8""#;
    arbitrary: FromArbitrary<u16> = r#"b"\x01\xff""#;
}

#[test]
fn each_emitted_test_is_the_listed_one_which_compiles_and_passes() {
    let head = "//! The tests that mutagen emits for the properties of other crates. A test \
                writes this file.\n\nuse super::*;";
    compare("crates/golden.rs", head, of_one_argument());
}
