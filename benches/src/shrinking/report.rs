//! The files of the results: a table as CSV, a picture, and a page that explains both.

use super::campaigns::{LARGE_SIZE, LIMIT};
use super::peers::{MOST_TESTS, Missing, PATIENCE, TOOLS};
use super::picture;
use super::rows::{LARGE, MUTAGEN, Row};
use benches::study::rows::machine::{Machine, commit};
use std::error::Error;
use std::fmt::Write;
use std::path::Path;

/// Writes the files into a folder.
///
/// # Errors
/// When a file cannot be written, or the picture cannot be drawn.
pub(super) fn write(
    folder: &Path,
    rows: &[Row],
    missing: &[Missing],
) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join("challenge.csv"), csv(rows))?;
    std::fs::write(folder.join("challenge.svg"), picture::draw(rows)?)?;
    std::fs::write(folder.join("README.md"), page(rows, missing))?;
    Ok(())
}

/// A figure of a row; nothing without starts.
fn figure(row: &Row, figure: f64) -> String {
    if row.starts == 0 { String::new() } else { format!("{figure:.1}") }
}

/// One line per row.
fn csv(rows: &[Row]) -> String {
    let mut text = "challenge,tool,starts,wanted,found,mean_nodes,distinct_ends,smallest,\
                    mean_evaluations,max_evaluations,limit,holds\n"
        .to_owned();
    for row in rows {
        let cells = [
            row.challenge.to_owned(),
            row.tool.to_owned(),
            row.kind.to_string().replace(", ", "-"),
            row.wanted.to_string(),
            row.starts.to_string(),
            figure(row, row.nodes()),
            row.ends.len().to_string(),
            row.smallest.to_string(),
            figure(row, row.mean()),
            if row.starts == 0 { String::new() } else { row.most.to_string() },
            row.limit.map_or(String::new(), |limit| limit.to_string()),
            if row.tool == MUTAGEN { row.holds().to_string() } else { String::new() },
        ];
        text.push_str(&cells.join(","));
        text.push('\n');
    }
    text
}

/// The page.
fn page(rows: &[Row], missing: &[Missing]) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "# The shrinking challenge\n\nThirteen false properties of \
         [the case study](../../../case-studies/shrinking/README.md). A shrinker *normalises* a \
         property if it ends at the same smallest counterexample, or the same mirror of it, from \
         every start. A mirror has the same parts and the same magnitudes of numbers at each \
         depth, in another order. *Evaluations* are runs of the property while shrinking.\n\n\
         `challenge.csv` has the table of this page. [studies.md](studies.md) has the same \
         shrinker on the tasks of the studies.\n\n\
         ![Starts that end at the smallest value, and evaluations](challenge.svg)\n"
    );
    summary(&mut text, rows);
    table(&mut text, rows);
    method(&mut text, missing);
    text
}

/// How many challenges each tool normalises.
fn summary(text: &mut String, rows: &[Row]) {
    let _ = writeln!(text, "## Normalised challenges\n");
    let _ = writeln!(text, "| tool | starts | challenges | normalised | starts at the smallest |");
    let _ = writeln!(text, "|---|---|---|---|---|");
    let mut groups: Vec<(&str, String)> = Vec::new();
    for row in rows {
        let group = (row.tool, row.kind.to_string());
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    for (tool, kind) in groups {
        let of = || rows.iter().filter(|row| row.tool == tool && row.kind.to_string() == kind);
        let normalised = of().filter(|row| row.normalises()).count();
        let (smallest, wanted) =
            of().fold((0, 0), |(some, all), row| (some + row.smallest, all + row.wanted));
        let _ = writeln!(
            text,
            "| {tool} | {kind} | {} | {normalised} | {smallest} of {wanted} |",
            of().count()
        );
    }
    text.push('\n');
}

/// All rows.
fn table(text: &mut String, rows: &[Row]) {
    let _ = writeln!(
        text,
        "## All figures\n\nA start that was not found counts as missing, and is not shrunk.\n\n\
         | challenge | tool | starts | found | nodes | distinct ends | smallest | evaluations | \
         most | limit of the mean | holds |\n|---|---|---|---|---|---|---|---|---|---|---|"
    );
    for row in rows {
        let dash = |text: String| if text.is_empty() { "–".to_owned() } else { text };
        let verdict = match (row.tool, row.holds()) {
            (MUTAGEN, true) => "yes",
            (MUTAGEN, false) => "**no**",
            _ => "–",
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} of {} | {} | {} | {} | {} | {} | {} | {verdict} |",
            row.challenge,
            row.tool,
            row.kind,
            row.starts,
            row.wanted,
            dash(figure(row, row.nodes())),
            row.ends.len(),
            row.smallest,
            dash(figure(row, row.mean())),
            if row.starts == 0 { "–".to_owned() } else { row.most.to_string() },
            dash(row.limit.map_or(String::new(), |limit| limit.to_string())),
        );
    }
    text.push('\n');
}

/// How the figures were taken.
fn method(text: &mut String, missing: &[Missing]) {
    let Machine { processor, cores, system, compiler, .. } = Machine::this(1);
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let _ = writeln!(
        text,
        "## Starts\n\n\
         - **drawn**: the benchmark draws values until one fails. They are of the types of the \
         challenge, with numbers of the whole range.\n\
         - **campaign**: the first failing value of a campaign of `cargo mutagen run` with its \
         default options, in an instrumented build, with another seed for each start and at most \
         {} CPU seconds.\n\
         - **large**: the same with at least {LARGE} nodes. In a campaign for large starts, a \
         smaller value that fails counts as passed, and generated values have sizes up to \
         {LARGE_SIZE}. A pair of numbers has no large values.\n\
         - **own**: the tool shrinks the first failing value that it generates itself, in at most \
         {MOST_TESTS} tests, with another seed for each start. A run that takes longer than {} s \
         ends the row.\n",
        LIMIT.as_secs(),
        PATIENCE.as_secs(),
    );
    let _ = writeln!(
        text,
        "The limit of drawn starts is the mean of Hypothesis in the reports of the challenge, or \
         500 where there is none. That of large starts is 1000. The starts of a row are \
         different for each tool, so the rows show what a user of the tool sees, and do not \
         compare single starts.\n\n## Tools\n"
    );
    for (name, about) in TOOLS {
        match missing.iter().find(|missing| missing.name == name) {
            None => {
                let _ = writeln!(text, "- {about}.");
            }
            Some(Missing { reason, .. }) => {
                let _ = writeln!(text, "- {about}. **Not run**: {reason}.");
            }
        }
    }
    let _ = writeln!(
        text,
        "\n## Settings\n\n- {processor}, {cores} cores, {system}, {compiler}\n- commit {}\n- \
         `cargo run -p benches --release -- {}`",
        commit(),
        arguments.join(" "),
    );
}

#[cfg(test)]
mod tests {
    use super::super::challenges::ALL;
    use super::super::rows::Kind;
    use super::*;

    fn rows() -> Vec<Row> {
        let mut own = Row::new(&ALL[2], MUTAGEN, Kind::Drawn, 1);
        own.add(&ALL[2], 9, "([0, 1],)".to_owned(), 12);
        vec![own, Row::new(&ALL[2], "peer", Kind::Own, 1)]
    }

    #[test]
    fn the_table_has_a_line_for_each_row_also_without_starts() {
        let text = csv(&rows());
        let lines: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(lines[0], "reverse,mutagen,drawn,1,1,9.0,1,1,12.0,12,46,true");
        assert_eq!(lines[1], "reverse,peer,own,1,0,,0,0,,,,");
    }

    #[test]
    fn the_page_says_which_tools_were_not_run() {
        let missing = [Missing { name: "hegel", reason: "there is no such file".to_owned() }];
        let text = page(&rows(), &missing);
        assert!(text.contains("**Not run**: there is no such file."), "{text}");
        assert!(text.contains("| mutagen | drawn | 1 | 1 | 1 of 1 |"), "{text}");
        assert!(text.contains("| reverse | peer | own | 0 of 1 | – | 0 | 0 | – |"), "{text}");
    }
}
