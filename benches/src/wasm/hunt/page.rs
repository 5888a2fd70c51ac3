//! The page of the hunt: what each campaign did, and each kind of failure.

use super::campaign::Row;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The longest text of a cell, in characters.
const LONGEST: usize = 120;

/// The page.
pub(super) fn text(rows: &[Row]) -> String {
    let mut text = String::from(
        "# wasm-hunt\n\nUnknown defects in released WebAssembly engines: each property of [the \
         study](../../../../case-studies/wasm/README.md) on each engine. A campaign goes on after \
         a failure, and failures are told apart by their kinds. One defect may have several kinds, \
         and one kind several causes; [the findings](../../../findings/wasm/README.md) list \
         causes. All figures are computed from `rows.jsonl` in this folder.\n\n![Kinds of \
         failures by CPU time](kinds.svg)\n\n## Campaigns\n\n| engine | property | seed | CPU s | \
         tests | passed, % | edges | kinds |\n|---|---|---|---|---|---|---|---|\n",
    );
    for row in rows {
        let Row { release, property, seed, limit, tests, passed, edges, found, .. } = row;
        let share = 100.0 * *passed as f64 / (*tests).max(1) as f64;
        let kinds = found.len();
        let _ = writeln!(
            text,
            "| {release} | {property} | {seed} | {limit} | {tests} | {share:.0} | {edges} | {kinds} \
             |"
        );
    }
    text.push_str(
        "\n## Kinds of failures\n\n`first` is the number of the first such test, `nodes` the size \
         of the shortest counterexample.\n\n| engine | property | kind | tests | first | CPU s | \
         nodes | report |\n|---|---|---|---|---|---|---|---|\n",
    );
    for row in rows {
        for found in &row.found {
            let nodes = found.nodes.map_or("–".to_owned(), |nodes| nodes.to_string());
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} | {:.1} | {nodes} | {} |",
                row.engine,
                row.property,
                cell(&found.kind),
                found.count,
                found.test,
                found.seconds,
                cell(&found.message),
            );
        }
    }
    text.push_str("\n## Commands\n\n");
    for row in rows {
        let _ = writeln!(text, "- `{}`", row.command);
    }
    text
}

/// The line that the measurement ends with.
pub(super) fn line(rows: &[Row]) -> String {
    let kinds =
        rows.iter().flat_map(|row| row.found.iter().map(|found| (&row.engine, &found.kind)));
    let kinds: BTreeSet<_> = kinds.collect();
    let engines: BTreeSet<_> = kinds.iter().map(|(engine, _)| *engine).collect();
    format!(
        "{} campaigns: {} kinds of failures in {} engines",
        rows.len(),
        kinds.len(),
        engines.len()
    )
}

/// A text as a cell of a table: its lines in one, without what ends a cell, and not too long.
fn cell(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<&str>>().join(" ").replace('|', "\\|");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reported::Found;

    fn row(engine: &str, kinds: &[&str]) -> Row {
        let found = |kind: &&str| Found {
            kind: (*kind).to_owned(),
            count: 2,
            test: 7,
            seconds: 1.25,
            nodes: None,
            message: format!("a | b\n{}", "long ".repeat(40)),
        };
        Row {
            engine: engine.to_owned(),
            release: format!("{engine} 1.0"),
            property: "prop_execution".to_owned(),
            seed: 1,
            limit: 60,
            command: "cargo mutagen run".to_owned(),
            tests: 200,
            passed: 50,
            edges: 9,
            found: kinds.iter().map(found).collect(),
        }
    }

    #[test]
    fn the_page_has_each_campaign_and_each_kind() {
        let rows = [row("wain", &["wrong trap", "wrong value: i32"]), row("wasmi", &[])];
        let page = text(&rows);
        let campaign = "| wain 1.0 | prop_execution | 1 | 60 | 200 | 25 | 9 | 2 |\n";
        assert!(page.contains(campaign), "{page}");
        assert!(
            page.contains("| wain | prop_execution | wrong trap | 2 | 7 | 1.2 | – | a \\| b long")
        );
        assert!(page.lines().all(|line| line.chars().count() < 700));
        assert_eq!(line(&rows), "2 campaigns: 2 kinds of failures in 1 engines");
    }
}
