//! A snapshot of the public API of the crate, as rustdoc sees it, in `public-api.txt`, so that
//! reviews show changes of the API. To accept a change, run with `MUTAGEN_BLESS=1` and read the
//! difference.
//!
//! The crates that list an API (`public-api`, `cargo-public-api`) need rustdoc's JSON, and
//! therefore a nightly compiler. This test reads the pages that stable rustdoc writes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Writes the pages of the crate, without other crates, and returns their folder.
fn pages() -> PathBuf {
    // The target folder of the tests, where the dependencies are checked already.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["doc", "--quiet", "--lib", "--no-deps", "--package", "mutagen-core"]);
    let output = cargo.arg("--target-dir").arg(target).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    target.join("doc/mutagen_core")
}

/// The parts of a page that follow `start`, each up to `end`.
fn between<'p>(page: &'p str, start: &'p str, end: &'p str) -> impl Iterator<Item = &'p str> {
    page.split(start).skip(1).filter_map(move |rest| rest.split(end).next())
}

/// Text without tags, on one line.
fn plain(html: &str) -> String {
    let mut text = String::new();
    // A clause at the start of a line has no space before it.
    let html = html.replace("<div", " <div");
    for (at, piece) in html.split('<').enumerate() {
        let shown = if at == 0 { piece } else { piece.split_once('>').map_or("", |(_, s)| s) };
        text.push_str(shown);
    }
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&#39;", "'");
    let text = text.replace("&quot;", "\"").replace("&nbsp;", " ").replace("&amp;", "&");
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// What a page says about an item: its declaration, and the headings of its functions and impls.
fn described(page: &str) -> BTreeSet<String> {
    // Impls that every type has are omitted: `Send`, `Unpin`, `Into`.
    let end = ["id=\"synthetic-implementations\"", "id=\"blanket-implementations\""];
    let page = end.iter().fold(page, |page, end| page.split(end).next().unwrap());
    let declared = between(page, "<pre class=\"rust item-decl\">", "</pre>");
    let headed = ["<h3 class=\"code-header\">", "<h4 class=\"code-header\">"].into_iter().flat_map(
        |start| between(page, start, if start.contains("h3") { "</h3>" } else { "</h4>" }),
    );
    // The declaration lists the variants and the required items of a trait. The functions in the
    // impl of a trait are those of the trait.
    let is_own = |line: &String| line.starts_with("pub ") || line.starts_with("impl");
    declared.map(plain).chain(headed.map(plain).filter(is_own)).collect()
}

/// The listing of all public items that are not hidden.
fn listing(folder: &Path) -> String {
    let read = |path: &str| {
        let path = folder.join(path);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let all = read("all.html");
    let (_, all) = all.rsplit_once("List of all items").unwrap();
    let links: BTreeSet<&str> =
        between(all, "href=\"", "\"").filter(|link| link.ends_with(".html")).collect();
    let items = links.into_iter().map(|link| {
        let (folder, file) = link.rsplit_once('/').unwrap_or(("", link));
        let (kind, name) = file.trim_end_matches(".html").split_once('.').unwrap();
        let path = if folder.is_empty() { String::new() } else { folder.replace('/', "::") + "::" };
        let lines = described(&read(link));
        let lines = lines.iter().map(|line| format!("    {line}\n")).collect::<String>();
        format!("{kind} {path}{name}\n{lines}")
    });
    items.collect::<Vec<String>>().join("\n")
}

#[test]
fn the_public_api_is_the_listed_one() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("public-api.txt");
    let (now, listed) = (listing(&pages()), fs::read_to_string(&file).unwrap_or_default());
    if std::env::var_os("MUTAGEN_BLESS").is_some() {
        fs::write(&file, &now).unwrap();
        return;
    }
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<String>>();
    let (new, old) = (lines(&now), lines(&listed));
    let marked = |mark: char, some: Vec<&String>| {
        some.iter().map(|line| format!("{mark} {}\n", line.trim())).collect::<String>()
    };
    let changes =
        marked('-', old.difference(&new).collect()) + &marked('+', new.difference(&old).collect());
    assert!(
        now == listed,
        "the public API changed; MUTAGEN_BLESS=1 writes {}:\n{changes}",
        file.display()
    );
}

#[test]
fn a_page_is_read_without_its_tags() {
    let page = "<pre class=\"rust item-decl\"><code>pub struct <a href=\"x\">Twin</a>&lt;T&gt; \
                {\n    pub left: T,\n}</code></pre>\
                <h4 class=\"code-header\">pub fn <a>both</a>()</h4>\
                <h2 id=\"synthetic-implementations\"></h2><h3 class=\"code-header\">impl Send</h3>";
    let expected = ["pub fn both()", "pub struct Twin<T> { pub left: T, }"];
    assert_eq!(described(page), BTreeSet::from(expected.map(str::to_owned)));
}
