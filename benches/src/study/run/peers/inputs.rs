//! The other testing tools on bytes, text, and structures with a derived generator.

use super::tools::{CARGO_BOLERO, LIBFUZZER, Peer};
use serde_json::json;

/// How libFuzzer makes the argument of a property.
const DECODED: &str = "bytes as they are; text if they are UTF-8, otherwise rejected; structures: \
                       derived";

/// What libFuzzer knows of comparisons: the counters of a build as cargo-fuzz makes it, and its own
/// interceptors of the C library.
const OPERANDS: &str = "`trace-compares` (integers, switches), and its interceptors of `memcmp`, \
                        `bcmp` and the like, which slices and strings are compared with, unless \
                        one side is a short constant";

/// The tools that take part.
pub fn on_inputs() -> Vec<Peer> {
    let libfuzzer = |name, about, dictionary: &str| {
        let settings = json!({
            "argument": DECODED,
            "engine": LIBFUZZER,
            "operands": OPERANDS,
            "dictionary": dictionary,
        });
        Peer::on_libfuzzer(name, "libfuzzer", about, settings)
    };
    let own_dictionary = "the one that it makes itself from the operands";
    let mut profile = libfuzzer(
        "libfuzzer-profile",
        "the same with `-use_value_profile=1`: operands that come closer are new coverage",
        own_dictionary,
    );
    profile.options.push("-use_value_profile=1");
    let mut dictionary = libfuzzer(
        "libfuzzer-dict",
        "the same with the literals of the tested sources as its dictionary, `-dict`",
        "the one that it makes itself from the operands, and the literals of the instrumented \
         packages: texts, bytes, and integers in both byte orders",
    );
    dictionary.dictionary = true;
    let mut bolero = Peer::on_libfuzzer(
        "bolero-libfuzzer",
        "bolero",
        "bolero on libFuzzer: bytes are mutated, and text and structures are decoded from them",
        json!({
            "argument": "bytes as they are; text and structures by their `TypeGenerator`",
            "engine": LIBFUZZER,
            "operands": OPERANDS,
            "dictionary": own_dictionary,
        }),
    );
    bolero.flags.push(CARGO_BOLERO);
    vec![
        Peer::plain(
            "quickcheck",
            "quickcheck: generated tests of constant size",
            json!({
                "generator": "by hand for structures, as a derive would do; there is none",
                "size": 100,
                "seed": "the trial's",
            }),
        ),
        Peer::plain(
            "proptest",
            "proptest: generated tests, as value trees that support shrinking",
            json!({
                "generator": "`any` of `Vec<u8>`, of `String`, and of structures with its derive",
                "seed": "the trial's",
            }),
        ),
        libfuzzer("libfuzzer", "libFuzzer, as cargo-fuzz without sanitizer", own_dictionary),
        profile,
        dictionary,
        bolero,
    ]
}
