//! juniper 0.14.2, graphql-rust/juniper pull request 645. The lexer takes the four bytes after `\u`
//! in a string for four digits: the message about a wrong escape slices the text there, within a
//! character of several bytes.

use juniper::{EmptyMutation, RootNode, Variables};
use mutagen_core::property;
use trophy::{Bug, Kind};

/// The bug.
pub const BUG: Bug = Bug {
    name: "juniper-645",
    krate: "juniper",
    version: "0.14.2",
    reference: "graphql-rust/juniper pull 645",
    kind: Kind::Utf8,
    bytes: None,
    text: Some(any_query_is_executed_or_refused),
    property: "escape::any_query_is_executed_or_refused",
    typed: None,
    witness: r#"{answer(to:"\uɠ")}"#.as_bytes(),
    message: "char boundary",
};

struct Query;

#[juniper::object]
impl Query {
    fn answer(to: String) -> i32 {
        to.len() as i32
    }
}

/// Text that is no query is an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_query_is_executed_or_refused(text: &str) {
    let schema = RootNode::new(Query, EmptyMutation::<()>::new());
    let _ = juniper::execute(text, None, &schema, &Variables::new(), &());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}
