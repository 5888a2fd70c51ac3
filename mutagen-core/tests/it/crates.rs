//! Tests the types of other crates with `obeys`, one line each. A type is tested when its feature
//! is on; `cargo test -p mutagen-core --all-features --test it crates` tests all.

#![cfg(any(
    feature = "arbitrary",
    feature = "bytes",
    feature = "chrono",
    feature = "either",
    feature = "indexmap",
    feature = "num-bigint",
    feature = "ordered-float",
    feature = "serde_json",
    feature = "smallvec",
    feature = "uuid",
))]

use crate::laws::obeys;

macro_rules! types {
    ($($feature:literal $name:ident { $($ty:ty),* $(,)? })*) => {$(
        #[test]
        #[cfg(feature = $feature)]
        fn $name() {
            $(obeys::<$ty>();)*
        }
    )*};
}

types! {
    "arbitrary" types_with_an_arbitrary_obey {
        mutagen_core::FromArbitrary<Vec<u16>>,
        mutagen_core::FromArbitrary<std::collections::BTreeMap<String, Option<char>>>,
    }
    "bytes" bytes_obey { bytes::Bytes, bytes::BytesMut }
    "chrono" dates_and_times_obey {
        chrono::NaiveDate, chrono::NaiveTime, chrono::NaiveDateTime,
        chrono::DateTime<chrono::Utc>, chrono::TimeDelta, chrono::Weekday, chrono::Month,
    }
    "either" either_obeys { either::Either<u8, Vec<bool>> }
    "indexmap" index_maps_obey {
        indexmap::IndexMap<String, u8>, indexmap::IndexMap<Option<u8>, Vec<u8>>,
        indexmap::IndexSet<u8>, indexmap::IndexSet<Vec<bool>>,
    }
    "num-bigint" big_integers_obey { num_bigint::BigInt, num_bigint::BigUint }
    "ordered-float" ordered_floats_obey {
        ordered_float::OrderedFloat<f64>, ordered_float::NotNan<f32>,
        ordered_float::NotNan<f64>,
        std::collections::BTreeMap<ordered_float::OrderedFloat<f64>, ()>,
    }
    "serde_json" json_obeys {
        serde_json::Value, serde_json::Number, serde_json::Map<String, serde_json::Value>,
    }
    "smallvec" small_vectors_obey {
        smallvec::SmallVec<[u8; 2]>, smallvec::SmallVec<[String; 4]>,
    }
    "uuid" uuids_obey { uuid::Uuid, std::collections::HashSet<uuid::Uuid> }
}

/// The pure mutants of a value's own node, as text.
#[cfg(feature = "indexmap")]
fn pure<T: mutagen_core::Mutate + mutagen_core::internal::value::node::Node>(
    mut value: T,
) -> Vec<String> {
    let mut context = mutagen_core::internal::value::context::Context::new(0, 6);
    (0..mutagen_core::internal::value::node::Node::mutants(&value).pure)
        .map(|mutant| {
            mutagen_core::internal::value::node::Node::mutate(&mut value, mutant, &mut context);
            let text = mutagen_core::text::print(&value);
            mutagen_core::internal::value::node::Node::restore(&mut value, mutant, &mut context);
            text
        })
        .collect()
}

#[test]
#[cfg(feature = "indexmap")]
fn the_order_of_an_index_map_is_mutated_too_and_kept_by_all_else() {
    let map = indexmap::IndexMap::from([(Some(true), 1_u8), (Some(false), 2)]);
    let expected = [
        "{Some(false): 2}",
        "{Some(true): 1}",
        "{Some(true): 1, Some(false): 2, None: 0}",
        "{Some(false): 2, Some(true): 1}",
        "{None: 1, Some(false): 2}",
        "{Some(true): 1, None: 2}",
    ];
    assert_eq!(pure(map), expected);
}

#[test]
#[cfg(feature = "chrono")]
fn dates_are_written_as_iso_8601_and_every_mutant_is_a_date() {
    use chrono::{DateTime, NaiveDate, Utc};
    use mutagen_core::text::{parse, print};
    let date = NaiveDate::from_ymd_opt(2024, 2, 29).unwrap();
    assert_eq!(print(&date), "\"2024-02-29\"");
    let time = date.and_hms_nano_opt(23, 59, 59, 1_500_000_000).unwrap().and_utc();
    assert_eq!(print(&time), "\"2024-02-29T23:59:60.500Z\"");
    for date in [NaiveDate::MIN, NaiveDate::MAX] {
        assert_eq!(parse::<NaiveDate>(&print(&date)).unwrap().value, date);
    }
    for time in [DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC] {
        assert_eq!(parse::<DateTime<Utc>>(&print(&time)).unwrap().value, time);
    }
    assert_eq!(
        parse::<NaiveDate>("\"2023-02-29\"").unwrap_err().to_string(),
        "line 1, column 1: expected a date such as \"2024-02-29\", found `\"2023-02-29\"`"
    );
}

#[test]
#[cfg(feature = "num-bigint")]
fn big_integers_get_longer_than_any_machine_word() {
    use num_bigint::BigInt;
    let mut context = mutagen_core::internal::value::context::Context::new(0, 6);
    let mut longest = 0;
    for mutant in 0..300 {
        let mut number = BigInt::from(10).pow(40);
        context.set_address(0, 0, mutant);
        mutagen_core::internal::value::node::Node::mutate(&mut number, mutant, &mut context);
        longest = longest.max(number.bits());
        mutagen_core::internal::value::node::Node::restore(&mut number, mutant, &mut context);
        assert_eq!(number, BigInt::from(10).pow(40));
    }
    assert!(longest > 200, "{longest}");
}

#[test]
#[cfg(feature = "serde_json")]
fn json_is_written_with_the_names_of_its_kinds() {
    let value = serde_json::json!({ "b": [1, -2.5, null], "a": "x" });
    assert_eq!(
        mutagen_core::text::print(&value),
        r#"Object({"a": String("x"), "b": Array([Number(1), Number(-2.5), Null])})"#
    );
}

/// A type that cannot be generated from fewer than 12 bytes.
#[cfg(feature = "arbitrary")]
#[derive(Debug, PartialEq)]
struct Picky(u32);

#[cfg(feature = "arbitrary")]
impl<'a> arbitrary::Arbitrary<'a> for Picky {
    fn arbitrary(bytes: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<Self> {
        let first = bytes.bytes(12)?[0];
        Ok(Picky(first.into()))
    }
}

#[test]
#[cfg(feature = "arbitrary")]
fn an_arbitrary_that_wants_bytes_gets_them() {
    use mutagen_core::{FromArbitrary, Mutate};
    assert_eq!(*FromArbitrary::<Picky>::smallest(), Picky(0));
    let drawn: std::collections::BTreeSet<u32> = (0..100)
        .map(|number| crate::laws::generate::<FromArbitrary<Picky>>(number, 20).0)
        .collect();
    assert!(drawn.len() > 30, "{drawn:?}");
    obeys::<FromArbitrary<Picky>>();
}

#[test]
#[cfg(all(
    feature = "arbitrary",
    feature = "bytes",
    feature = "chrono",
    feature = "either",
    feature = "indexmap",
    feature = "num-bigint",
    feature = "ordered-float",
    feature = "serde_json",
    feature = "smallvec",
    feature = "uuid",
))]
fn the_table_of_other_crates_types_is_what_the_code_does() {
    crate::table::check(
        "crates",
        &crate::table::rows![
            bytes::Bytes => "b\"a\\xff\"",
            smallvec::SmallVec<[u8; 4]> => "[1]",
            indexmap::IndexMap<Option<bool>, u8> => "{Some(true): 1, Some(false): 2}",
            indexmap::IndexSet<bool> => "{true}",
            either::Either<u8, u8> => "Left(1)",
            ordered_float::OrderedFloat<f64> => "OrderedFloat(1.5)",
            ordered_float::NotNan<f64> => "1.5",
            uuid::Uuid => "\"00000000-0000-0000-0000-000000000000\"",
            num_bigint::BigInt => "-123",
            num_bigint::BigUint => "123",
            serde_json::Value => "Array([Null, Bool(true)])",
            serde_json::Map<String, serde_json::Value> => "{\"a\": Null}",
            serde_json::Number => "1",
            chrono::NaiveDate => "\"2024-02-29\"",
            chrono::NaiveTime => "\"12:30:00\"",
            chrono::DateTime<chrono::Utc> => "\"2024-02-29T12:30:00Z\"",
            chrono::TimeDelta => "TimeDelta { secs: 1, nanos: 0 }",
            chrono::Weekday => "Mon",
            mutagen_core::FromArbitrary<u16> => "b\"\\x01\\x02\"",
        ],
    );
}
