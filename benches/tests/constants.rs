//! The programs of `benches -- constants`: each bug has a witness, and where a property discards,
//! a plain value passes. The witnesses are outside of the package `constants`: `cargo mutagen`
//! reads the literals of its sources.

use constants::broker::Command;
use constants::chunk::{Chunk, crc32};
use constants::tagged::Message;
use constants::token::Token;
use constants::{Group, SUBJECTS};
use mutagen_core::Outcome;
use std::collections::BTreeSet;
use std::panic::catch_unwind;

#[derive(Debug, PartialEq)]
enum Verdict {
    Passed,
    Discarded,
    Failed,
    Panicked,
}

/// The verdict of a property on one input.
fn verdict(property: impl FnOnce() -> Outcome + std::panic::UnwindSafe) -> Verdict {
    match catch_unwind(property) {
        Ok(Outcome::Passed) => Verdict::Passed,
        Ok(Outcome::Discarded) => Verdict::Discarded,
        Ok(Outcome::Failed(_)) => Verdict::Failed,
        Err(_) => Verdict::Panicked,
    }
}

/// Checks the verdict of a program on each of some inputs.
macro_rules! judge {
    ($name:ident: $($input:expr => $verdict:ident),* $(,)?) => {
        $({
            let input = $input;
            let verdict = verdict(move || constants::$name::property(&input));
            assert_eq!(verdict, Verdict::$verdict, "{}", stringify!($input));
        })*
    };
}

#[test]
fn there_are_twenty_programs_in_seven_groups_and_one_is_out_of_reach() {
    let names: BTreeSet<&str> = SUBJECTS.iter().map(|subject| subject.name).collect();
    let groups: BTreeSet<Group> = SUBJECTS.iter().map(|subject| subject.group).collect();
    assert_eq!((names.len(), SUBJECTS.len(), groups.len()), (20, 20, 7));
    let beyond: Vec<&str> =
        SUBJECTS.iter().filter(|subject| subject.out_of_reach).map(|s| s.name).collect();
    assert_eq!(beyond, ["token"]);
}

#[test]
fn a_version_with_a_pre_release_of_nines_is_not_followed_by_a_greater_one() {
    judge!(version:
        "1.2.3" => Passed,
        "1.2.3-rc.1+build.07" => Passed,
        "1.2.3-rc" => Passed,
        "01.2.3" => Discarded,
        "1.2.3-" => Discarded,
        "1.2" => Discarded,
        "0.0.0-9" => Failed,
        "1.10.0-rc.99+x" => Failed,
    );
}

#[test]
fn a_host_name_with_an_upper_case_encoded_label_does_not_come_back() {
    judge!(hostname:
        *b"\x03www\x07EXAMPLE\x03com\x00" => Passed,
        *b"\x06xn--ab\x03com\x00" => Passed,
        *b"\x00" => Discarded,
        *b"\x03ww\x00" => Discarded,
        *b"\x05-host\x00" => Discarded,
        *b"\x06ab--cd\x00" => Discarded,
        *b"\x05xn--A\x00" => Failed,
        *b"\x07xn--abC\x03com\x00" => Failed,
    );
}

#[test]
fn five_bytes_at_the_beginning_are_an_archive_with_and_without_the_cache() {
    let archive = [0xB7, b'M', b'g', 0x1A, 0x93];
    judge!(five_bytes:
        [] => Passed,
        [0xB7, b'M', b'g', 0x1A] => Passed,
        [0xB7, b'M', b'g', 0x1A, 0x92] => Passed,
        archive => Failed,
        [archive.as_slice(), b"and more"].concat() => Failed,
    );
    judge!(remembered:
        [] => Passed,
        [0xB7, b'M', b'g', 0x1A, 0x92] => Passed,
        archive => Failed,
        archive => Failed,
    );
}

/// A picture with this width, bit depth and type of colour.
fn picture(width: u8, depth: u8, colour: u8) -> Vec<u8> {
    let fields = [0, 0, 0, width, 0, 0, 0, 1, depth, colour, 0, 0, 0];
    [b"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR".as_slice(), &fields].concat()
}

#[test]
fn a_picture_whose_rows_end_within_a_byte_has_too_small_rows() {
    judge!(picture:
        *b"\x89PNG" => Passed,
        picture(3, 8, 2) => Passed,
        picture(8, 1, 0) => Passed,
        picture(3, 1, 2) => Passed,
        picture(3, 1, 0) => Failed,
        picture(5, 4, 3) => Failed,
    );
}

#[test]
fn a_message_of_one_kind_with_its_length_and_one_byte_shuts_down() {
    let message = |kind, length, body: &[u8]| Message { kind, length, body: body.into() };
    judge!(tagged:
        message(0x1234_5678, 4098, &[0, 199]) => Passed,
        message(0x1234_5678, 4099, &[0, 200]) => Passed,
        message(0x1234_5679, 4098, &[0, 200]) => Passed,
        message(0x1234_5678, 4096, &[]) => Passed,
        message(0x1234_5678, 4098, &[0, 200]) => Failed,
    );
}

#[test]
fn a_packet_that_asks_for_no_columns_panics() {
    judge!(packet:
        *b"\xCA\xFE\xD0\x0D\x02\x00\x01\x01\x01" => Passed,
        *b"\xCA\xFE\xD0\x0D\x03\x00\x02\x5A\x50\xAA" => Passed,
        *b"\xCA\xFE\xD0\x0D\x02\x00\x02\x5A\x00\x5A" => Passed,
        *b"\xCA\xFE\xD0\x0D\x03\x00\x02\x5A\x00\x5B" => Passed,
        *b"\xCA\xFE\xD0\x0D\x03\x00\x02\x5A\x00\x5A" => Panicked,
    );
}

#[test]
fn a_chunk_with_an_exponent_of_zero_and_its_crc_panics() {
    let chunk = |name: &[u8; 4], data: &[u8]| {
        let crc = crc32(name.iter().chain(data));
        Chunk { name: *name, data: data.to_vec(), crc }
    };
    // The check value of this CRC.
    assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
    judge!(chunk:
        chunk(b"gAMA", &[0, 0, 0, 1]) => Passed,
        chunk(b"gAMA", &[0, 0, 0]) => Passed,
        chunk(b"IEND", &[]) => Passed,
        Chunk { crc: 0, ..chunk(b"gAMA", &[0; 4]) } => Passed,
        chunk(b"gAMA", &[0; 4]) => Panicked,
    );
}

#[test]
fn a_signed_token_of_the_administrator_exists() {
    let token = |user, tag| Token { user, expires: 7, tag };
    judge!(token:
        token(0, 0) => Passed,
        token(1, constants::token::tag(1, 7)) => Passed,
        token(0, constants::token::tag(1, 7)) => Passed,
        token(0, constants::token::tag(0, 7)) => Failed,
    );
}

#[test]
fn both_keywords_of_a_statement_fail() {
    judge!(statement:
        "" => Passed,
        "selec" => Passed,
        "Select" => Passed,
        "select" => Failed,
        "insert" => Failed,
    );
}

#[test]
fn a_range_of_a_stored_text_with_its_start_after_its_end_panics() {
    judge!(store:
        "" => Passed,
        "set a xyz\nrange a 1 2\nappend a b\nget a\ncount\ndelete a" => Passed,
        "range a 2 1" => Passed,
        "set a xyz\nrange b 2 1" => Passed,
        "set a xyz\nrange a 9 8" => Passed,
        "set a xyz\nrange a 2 1" => Panicked,
    );
}

#[test]
fn a_head_with_chunks_and_then_a_length_is_taken() {
    judge!(headers:
        "" => Passed,
        "Host: example\r\nContent-Length: 5\r\nConnection: close\r\n\r\nbody" => Passed,
        "Content-Length: 5\nTransfer-Encoding: chunked" => Passed,
        "Transfer-Encoding: gzip\nContent-Length: 5" => Passed,
        "Transfer-Encoding: chunked\nContent-Length: x" => Passed,
        "Transfer-Encoding: chunked\nContent-Length: 5" => Failed,
        "transfer-encoding:CHUNKED\ncontent-length:0" => Failed,
    );
}

#[test]
fn the_text_of_the_first_integer_beyond_32_bits_is_taken() {
    judge!(integer:
        "" => Passed,
        "-2147483648" => Passed,
        "2147483647" => Passed,
        "2147483649" => Passed,
        "0x7fff_ffff" => Passed,
        "+-1" => Passed,
        "2147483648" => Failed,
        "+0x8000_0000" => Failed,
    );
    assert_eq!(constants::integer::parse("-0x1_0"), Some(-16));
    assert_eq!(constants::integer::parse("-2147483648"), Some(i32::MIN));
}

#[test]
fn the_leap_day_of_most_centuries_comes_back_as_another_day() {
    judge!(date:
        "2024-02-29" => Passed,
        "2000-02-29" => Passed,
        "1999-12-31" => Passed,
        "1900-03-01" => Passed,
        "2023-02-29" => Discarded,
        "2023-13-01" => Discarded,
        "1-1-1" => Discarded,
        "1900-02-29" => Failed,
        "2100-02-29" => Failed,
    );
}

#[test]
fn every_other_day_of_the_calendar_comes_back() {
    let mut days = 0;
    for number in 1600 * 365 + 1000..1600 * 365 + 400_000 {
        let date = constants::date::Date::from_number(number);
        assert_eq!(date.number(), number, "{date:?}");
        days += 1;
    }
    assert_eq!(days, 399_000);
}

#[test]
fn two_parts_of_a_duration_that_are_too_long_together_panic() {
    judge!(duration:
        "1h30m" => Passed,
        "0s" => Passed,
        "49d17h2m47s295ms" => Passed,
        "4294967295ms" => Passed,
        "50d" => Discarded,
        "30m1h" => Discarded,
        "" => Discarded,
        "49d18h" => Panicked,
        "40d300h" => Panicked,
    );
}

#[test]
fn half_a_pair_of_escapes_panics_the_parser_of_json() {
    judge!(json:
        "" => Passed,
        r#" { "a" : [ 1 , -20, true, null ], "b": "\n\u00e4" } "# => Passed,
        r#""\ud83d\ude00""# => Passed,
        r#""\ud83d""# => Passed,
        r#""\ud83d\u0041""# => Panicked,
        r#"{"a":["\uD800\uD800"]}"# => Panicked,
    );
    let face = constants::json::parse(r#""\ud83d\ude00""#);
    assert_eq!(face, Some(constants::json::Value::Text("\u{1f600}".to_owned())));
}

#[test]
fn a_setting_with_the_sign_of_a_comment_does_not_come_back() {
    judge!(settings:
        "[a]" => Passed,
        "; comment\n[net]\nhost = example ; here\nname = \" x \"\npath=\"a\\\\b\\n\"" => Passed,
        "[a]\nb=\"c;d\"" => Passed,
        "b=1" => Discarded,
        "[a" => Discarded,
        "[a]\nb=1\nb=2" => Discarded,
        "" => Discarded,
        "[a]\nb=\"c ;d\"" => Failed,
        "[a]\nb=\"c #\"" => Failed,
    );
}

#[test]
fn a_query_for_an_empty_range_of_the_index_panics() {
    judge!(query:
        "" => Passed,
        "select * from books" => Passed,
        "SELECT id, year FROM books WHERE year BETWEEN 9 AND 1 ORDER BY id DESC LIMIT 2" => Passed,
        "select id from books where id between 5 and 5" => Passed,
        "select id from books where id between 5 4" => Passed,
        "select id from books where id between 5 and 4" => Panicked,
    );
    let query = constants::query::parse("select * from b where id > 8 order by id desc limit 2");
    assert_eq!(query.map(|query| constants::query::run(&query)), Some(vec![55, 34]));
}

#[test]
fn a_power_of_a_power_has_another_value_after_it_is_printed() {
    judge!(calculator:
        "1 + 2 * -3" => Passed,
        "2^3^2" => Passed,
        "(1+2)*(3-(4-5))" => Passed,
        "min(1, max(2,3))/abs(-4)" => Passed,
        "(-2)^2" => Passed,
        "-2^2" => Passed,
        "1/0" => Discarded,
        "9^99" => Discarded,
        "abs(1,2)" => Discarded,
        "(1" => Discarded,
        "(2^3)^2" => Failed,
        "1+(2^1)^3" => Failed,
    );
}

#[test]
fn an_early_acknowledgement_in_a_shared_session_panics() {
    let connect = |version| Command::Connect { version, client: "c".to_owned() };
    let subscribe = |topic: &str| Command::Subscribe { topic: topic.to_owned(), quality: 2 };
    let publish =
        |topic: &str| Command::Publish { topic: topic.to_owned(), payload: vec![1], retain: true };
    let acknowledge = |packet| Command::Acknowledge { packet };
    judge!(broker:
        [] => Passed,
        [connect(0x0500), subscribe("a"), publish("a"), acknowledge(1)] => Passed,
        [connect(0x0500), subscribe("a"), acknowledge(1)] => Passed,
        [connect(0x0500), subscribe("$share/g"), acknowledge(1)] => Passed,
        [connect(0x0304), subscribe("$share/g/a"), acknowledge(1)] => Passed,
        [connect(0x0500), subscribe("$share/g/a"), acknowledge(0)] => Passed,
        [connect(0x0500), subscribe("$share/g/a"), acknowledge(1)] => Panicked,
    );
}
