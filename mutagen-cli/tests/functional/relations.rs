//! Tests `relations`: what it finds, what it leaves out, and what is no specification.

use crate::command::{report, run};
use crate::project::properties;
use serde_json::Value;

#[test]
fn relations_are_printed_to_be_pasted_and_suspects_with_their_smallest_exception() {
    let line = "relations sums --size 3 --max-time 20s --message-format json";
    let message = report(&run(properties(), line));
    assert_eq!(message["property"], "properties::laws::sums");
    assert_eq!(message["complete"], true);
    let of = |list: &str, key: &str| -> Vec<Value> {
        message[list].as_array().unwrap().iter().map(|it| it[key].clone()).collect()
    };
    let sources = of("relations", "source");
    let short = "#[operation(commutative, neutral = 0)] fn add";
    assert!(sources.contains(&short.into()), "{message:#}");
    // The operation that ends the process takes nothing else with it.
    assert_eq!(message["left_out"], Value::from(vec!["ends"]), "{message:#}");
    let suspects = message["suspects"].as_array().unwrap();
    let is_it = |it: &&Value| it["larger"] == "neg(neg(a))" && it["smaller"] == "a";
    let suspect = suspects.iter().find(is_it).unwrap_or_else(|| panic!("{message:#}"));
    let exceptions = suspect["exceptions"].as_u64().unwrap();
    assert!(exceptions > 0 && exceptions < suspect["inputs"].as_u64().unwrap() / 4, "{suspect:#}");
    assert_eq!(suspect["values"][0]["value"], "77", "{suspect:#}");
    assert_eq!((&suspect["larger_value"], &suspect["smaller_value"]), (&"0".into(), &"77".into()));
    assert_eq!(message["written"][0]["found"], true, "{message:#}");
}

#[test]
fn what_is_no_specification_and_unknown_names_are_usage_errors() {
    for (line, said) in [
        ("relations properties::laws::law", "only a property that `#[metamorphic]` makes"),
        ("relations sumz", "properties::laws::sums"),
        ("relations sums --without ad", "the nearest is `add`"),
    ] {
        let ran = run(properties(), line);
        assert_eq!(ran.code, Some(2), "{ran:#?}");
        assert!(ran.err.contains(said) && ran.out.is_empty(), "{ran:#?}");
    }
}
