//! Tests that what `--message-format json` writes is what docs/messages.schema.json says: the real
//! command runs in each of its ways, each line is valid, and each field of the schema has a value
//! in some line. So a field that is not documented fails, and so does one that is never written.

use crate::command::{Ran, command, ran};
use crate::interrupt::{finish, press, start};
use crate::project::{Project, target};
use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const SOURCE: &str = r#"
#[cfg(test)]
mod laws {
    use mutagen_core::{Mutate, Outcome, assume, check, property};
    use std::hash::{BuildHasherDefault, DefaultHasher};
    use std::hint::black_box;

    #[derive(Debug, Clone, Mutate)]
    enum Shape {
        Dot,
        Circle { radius: u32, #[mutate(default = 7)] color: u32 },
    }

    fn is_large(shape: &Shape) -> bool {
        matches!(shape, Shape::Circle { radius: 20.., .. })
    }

    #[property]
    fn fails(shape: &Shape) -> Outcome {
        check!(!is_large(shape))
    }

    #[property]
    fn says_the_value(x: u32) -> Result<(), String> {
        if x < 3 { Ok(()) } else { Err(format!("{x} is too much")) }
    }

    #[property]
    fn panics(shape: &Shape) {
        assert!(!is_large(shape), "the shape is too large");
    }

    #[property]
    fn aborts(shape: &Shape) {
        if is_large(shape) {
            eprintln!("this is the end");
            std::process::abort();
        }
    }

    #[property]
    fn hangs(x: u32) {
        while x >= 3 {
            black_box(());
        }
    }

    #[property]
    fn takes_memory(x: u32) {
        let mut all = Vec::new();
        while x >= 3 {
            all.push(black_box(vec![1_u8; 1 << 20]));
        }
    }

    /// Aborts in the first process of a campaign only: the one that makes the file.
    #[property]
    fn aborts_once(x: u32) {
        let file = std::env::var_os("FUNCTIONAL_FILE");
        if x >= 3 && file.is_some_and(|file| std::fs::File::create_new(file).is_ok()) {
            std::process::abort();
        }
    }

    #[property]
    fn has_kinds(x: u32) -> Outcome {
        match x {
            0..3 => Outcome::Passed,
            _ => Outcome::failed_as("large", format!("{x} is too large")),
        }
    }

    #[property]
    fn holds(numbers: &[u8]) -> bool {
        black_box(numbers.iter().filter(|number| **number > 9).count()) <= numbers.len()
    }

    #[property]
    fn corpus(numbers: &[u8]) -> bool {
        let is_first = numbers.first() == Some(&3);
        black_box(if is_first { numbers.get(1) == Some(&1) } else { false }) || numbers != [7; 8]
    }

    #[property]
    fn is_long(numbers: &[u64]) -> Outcome {
        check!(numbers.len() < 2000)
    }

    /// Refuses half of the texts.
    #[inline(never)]
    fn read(text: &[u8]) -> Option<u8> {
        if text.len() % 4 > 1 {
            return black_box(None);
        }
        Some(text.len() as u8)
    }

    #[property]
    fn discards(text: &[u8]) -> Outcome {
        assume!(read(text).is_some());
        assume!(text.len() % 4 == 0);
        Outcome::Passed
    }

    type Map<K> = hashbrown::HashMap<K, u8, BuildHasherDefault<DefaultHasher>>;

    /// Runs the code of a crate that does not count, and hardly any other.
    macro_rules! hash {
        ($x:ident: $($key:ty),*) => {$({
            let mut map = Map::<$key>::default();
            map.extend([($x as $key, 1), (1, 2), (7, 7)]);
            map.reserve(100);
            black_box(map.remove(&7));
            map.shrink_to_fit();
            black_box(map.clone());
            map.clear();
        })*};
    }

    #[property]
    fn hashes(x: u8) {
        hash!(x: u8, u16, u32, u64, u128, i8, i16, i32, i64, i128);
    }

    /// Without the condition, the compiler would leave out the property.
    fn end() {
        if black_box(true) {
            std::process::exit(7);
        }
    }

    #[property(before = end)]
    fn cannot_begin(_: u8) {}
}
"#;

/// The definitions whose fields occur in the tests of `gaps`, which build more than these do, and
/// of `relations`, which need a specification.
const ELSEWHERE: [&str; 9] = [
    "Gaps",
    "GapsError",
    "GapFile",
    "GapTest",
    "Relation",
    "Relations",
    "Suspect",
    "VariableValue",
    "Written",
];

/// The lines that the commands have written, and the fields that had a value in them.
struct Lines {
    project: Project,
    schema: Value,
    seen: BTreeSet<(String, String)>,
}

impl Lines {
    fn new() -> Lines {
        let files = [("src/lib.rs", SOURCE)];
        let project = Project::write_with("messages", "messages", "hashbrown = \"0.17\"\n", &files);
        for folder in ["mutagen-regressions", "mutagen-seeds"] {
            let _ = fs::remove_dir_all(project.folder.join(folder));
        }
        for of_package in ["corpus/messages", "campaigns/messages"] {
            let _ = fs::remove_dir_all(target().join("mutagen").join(of_package));
        }
        Lines { project, schema: schema(), seen: BTreeSet::new() }
    }

    /// The command as a user runs it.
    fn user(&self, arguments: &str) -> Command {
        let mut command = command(&self.project, arguments);
        command.env_remove("MUTAGEN_REGRESSIONS").env_remove("CI");
        command.args(["--message-format", "json"]);
        command
    }

    /// Runs a command that writes one message.
    fn one(&mut self, message: &str, arguments: &str) -> Value {
        let ran = ran(&mut self.user(arguments));
        self.take(message, &ran).remove(0)
    }

    /// Checks the lines of a command. Returns the messages.
    fn take(&mut self, message: &str, ran: &Ran) -> Vec<Value> {
        let validator = self.validator(message);
        assert!(!ran.out.is_empty() && ran.out.ends_with('\n'), "{ran:#?}");
        let parsed = |line: &str| {
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {ran:#?}"))
        };
        let lines: Vec<Value> = ran.out.lines().map(parsed).collect();
        for line in &lines {
            let errors: Vec<String> = validator
                .iter_errors(line)
                .map(|e| format!("{}: {e}", e.instance_path()))
                .collect();
            assert!(errors.is_empty(), "{message}: {errors:#?} in {line:#}");
            if let (Some(code), 1) = (line["exit_code"].as_i64(), lines.len())
                && message != "KeptRun"
            {
                assert_eq!(Some(code), ran.code.map(i64::from), "{ran:#?}");
            }
            visit(&self.schema, &json!({ "$ref": reference(message) }), "", line, &mut self.seen);
        }
        lines
    }

    fn validator(&self, message: &str) -> Validator {
        validator(self.schema.clone(), message)
    }

    /// Writes a file of the project.
    fn write(&self, path: &str, content: &[u8]) -> PathBuf {
        let path = self.project.folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }
}

/// The schema of all messages.
fn schema() -> Value {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let text = fs::read_to_string(root.join("docs/messages.schema.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn validator(mut schema: Value, message: &str) -> Validator {
    schema.as_object_mut().unwrap().remove("anyOf");
    schema["$ref"] = reference(message).into();
    jsonschema::draft202012::new(&schema).unwrap()
}

/// Checks a line that one of the commands [`ELSEWHERE`] has written.
pub fn check(message: &str, line: &Value) {
    let errors: Vec<String> =
        validator(schema(), message).iter_errors(line).map(|error| error.to_string()).collect();
    assert!(ELSEWHERE.contains(&message) && errors.is_empty(), "{errors:#?} in {line:#}");
}

fn reference(message: &str) -> String {
    format!("#/$defs/{message}")
}

/// Records which fields of the definitions have a value in a part of a message.
fn visit(
    schema: &Value,
    part: &Value,
    definition: &str,
    value: &Value,
    seen: &mut BTreeSet<(String, String)>,
) {
    if value.is_null() {
        return;
    }
    if let Some(name) = part["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/")) {
        visit(schema, &schema["$defs"][name], name, value, seen);
    }
    for way in part["anyOf"].as_array().into_iter().flatten() {
        visit(schema, way, definition, value, seen);
    }
    for element in value.as_array().into_iter().flatten() {
        visit(schema, &part["items"], definition, element, seen);
    }
    for (field, inside) in part["properties"].as_object().into_iter().flatten() {
        if !value[field].is_null() {
            seen.insert((definition.to_owned(), field.clone()));
        }
        visit(schema, inside, definition, &value[field], seen);
    }
}

/// All fields of the schema, with the name of their definition.
fn fields(schema: &Value) -> BTreeSet<(String, String)> {
    let definitions = schema["$defs"].as_object().unwrap().iter();
    let of = |(name, definition): (&String, &Value)| {
        let fields = definition["properties"].as_object().cloned().unwrap_or_default();
        let name = name.clone();
        fields.into_iter().map(move |(field, _)| (name.clone(), field)).collect::<Vec<_>>()
    };
    definitions.flat_map(of).collect()
}

#[test]
fn every_message_is_valid_and_every_documented_field_occurs() {
    let mut lines = Lines::new();
    campaigns(&mut lines);
    ends_of_processes(&mut lines);
    what_is_kept(&mut lines);
    replays(&mut lines);
    corpora(&mut lines);
    let missing = fields(&lines.schema).difference(&lines.seen).cloned().collect::<Vec<_>>();
    let missing: Vec<_> =
        missing.into_iter().filter(|(name, _)| !ELSEWHERE.contains(&name.as_str())).collect();
    assert!(missing.is_empty(), "no line has a value for {missing:#?}");
}

/// Campaigns that find something, nothing, or do not begin.
fn campaigns(lines: &mut Lines) {
    let listed = lines.one("List", "list");
    assert_eq!(listed[0]["kind"], "lib");
    let printed = lines.one("Run", "run fails --seed 1 --regressions read --show-edges");
    let entry = printed["failures"][0]["entry"].as_str().unwrap();
    assert!(entry.contains("\n  value: (Circle { radius: 20, color: 0 },)\n"), "{entry}");
    assert!(!printed["new_edges"].as_array().unwrap().is_empty(), "{printed:#}");
    let panics = lines.one("Run", "run panics --seed 1 --regressions off");
    assert_eq!(panics["failures"][0]["kind"], "failed");
    let said = lines.one("Run", "run says_the_value --seed 1 --regressions off");
    let why = said["failures"][0]["shrunk"]["message"].as_str().unwrap();
    assert!(why.contains("3 is too much"), "{said:#}");
    let nothing = lines.one("Run", "run holds --seed 1 --max-tests 300");
    assert_eq!(nothing["outcome"], "nothing_found");
    let discards = lines.one("Run", "run discards --seed 1 --max-tests 3000");
    assert!(discards["coverage_findings"]["discards"][0]["line"].is_u64(), "{discards:#}");
    let hashes = lines.one("Run", "run hashes --seed 1 --max-tests 300");
    assert_eq!(hashes["coverage_findings"]["ignored"]["of_crate"], "hashbrown", "{hashes:#}");
    let silenced = "run has_kinds --seed 1 --max-tests 300 --silence large --silence small";
    let silenced = lines.one("Run", silenced);
    let [large, small] = &silenced["silenced"].as_array().unwrap()[..] else {
        panic!("{silenced:#}")
    };
    assert_eq!(large["tests"], silenced["statistics"]["silenced"], "{silenced:#}");
    assert_eq!((&small["kind"], &small["tests"]), (&"small".into(), &0.into()));
    let large = lines.one("Run", "run has_kinds --seed 1 --regressions off");
    assert_eq!(large["failures"][0]["own_kind"], "large", "{large:#}");
    let unknown = lines.one("RunError", "run no_such_property --seed 7");
    assert_eq!(unknown["exit_code"], 2);
    let given_up = lines.one("Run", "run cannot_begin --seed 1 --keep-going --flaky ignore");
    assert_eq!(given_up["outcome"], "error", "{given_up:#}");
    let several = ran(&mut lines.user("run holds says_the_value --max-tests 300 --seed 1"));
    assert_eq!(lines.take("Run", &several).len(), 2, "{several:#?}");
    let (child, errors) = start(lines.user("run holds --seed 1"));
    press(&child);
    let interrupted = lines.take("Run", &finish(child, errors)).remove(0);
    assert_eq!(interrupted["outcome"], "interrupted");
}

/// Tests that end their process or exceed a limit, and failures that do not always happen.
fn ends_of_processes(lines: &mut Lines) {
    let aborts = lines.one("Run", "run aborts --seed 1 --regressions off");
    assert_eq!(aborts["failures"][0]["kind"], "died");
    assert!(aborts["failures"][0]["last_words"].as_str().unwrap().contains("this is the end"));
    let hangs = lines.one("Run", "run hangs --seed 1 --regressions off --timeout 300ms");
    assert_eq!(hangs["failures"][0]["kind"], "hung");
    let memory = "run takes_memory --seed 1 --regressions off --max-memory 300M --timeout 30s \
                  --no-shrink";
    let memory = lines.one("Run", memory);
    assert_eq!(memory["failures"][0]["kind"], "out of memory", "{memory:#}");
    let folder = tempfile::tempdir().unwrap();
    let mut once = lines.user("run aborts_once --seed 1 --max-tests 500 --keep-going");
    once.env("FUNCTIONAL_FILE", folder.path().join("file"));
    let once = lines.take("Run", &ran(&mut once)).remove(0);
    assert_eq!(once["failures"][0]["class"], "1 of 5", "{once:#}");
    // The first input is long, and the second is smaller.
    let numbers = |count: usize| format!("([{}],)", vec!["7"; count].join(", "));
    lines.write("mutagen-seeds/lib/laws/is_long/a.txt", numbers(3000).as_bytes());
    lines.write("mutagen-seeds/lib/laws/is_long/b.txt", numbers(2000).as_bytes());
    let long = "run is_long --seed 1 --regressions off --max-tests 2 --keep-going";
    let shrunk = lines.one("Run", long);
    let file = shrunk["failures"][0]["shrunk"]["value_file"].as_str().unwrap();
    assert_eq!(fs::read_to_string(file).unwrap().matches('0').count(), 2000);
    let long = lines.one("Run", &format!("{long} --no-shrink"));
    assert_eq!(long["failures"][0]["smallest"]["test"], 2, "{long:#}");
    // The second worker has the second and the fourth input. Whichever test fails first, the
    // fourth is the smallest.
    lines.write("mutagen-seeds/lib/laws/is_long/b.txt", numbers(2900).as_bytes());
    lines.write("mutagen-seeds/lib/laws/is_long/c.txt", numbers(2800).as_bytes());
    lines.write("mutagen-seeds/lib/laws/is_long/d.txt", numbers(2100).as_bytes());
    let shared = "run is_long --seed 1 --regressions off --max-tests 4 --keep-going --no-shrink \
                  --workers 2";
    let shared = lines.one("Run", shared);
    let failure = &shared["failures"][0];
    assert!(failure["worker"].is_u64(), "{shared:#}");
    assert_eq!(failure["smallest"]["address"], "worker 2 input 3", "{shared:#}");
}

/// Regressions, and the failures of earlier runs.
fn what_is_kept(lines: &mut Lines) {
    let written = lines.one("Run", "run fails --seed 1");
    assert_eq!(written["failures"][0]["kept_in"], "mutagen-regressions/lib/laws/fails.txt:5");
    let again = lines.one("Run", "run fails --seed 2");
    assert_eq!(again["failures"][0]["is_regression"], true, "{again:#}");
    let failures = lines.one("Failures", "failures --package messages");
    assert!(failures.as_array().unwrap().len() > 10, "{failures:#}");

    let header = "# mutagen regressions, version 1\n";
    let old = format!("{header}\nfailed: x\n  value: (Disc,)\nfailed: y\n  value: (Dot,)\n");
    lines.write("mutagen-regressions/lib/laws/panics.txt", old.as_bytes());
    let orphan = lines.write("mutagen-regressions/lib/laws/renamed.txt", header.as_bytes());
    a_file_of_no_property_is_named(lines);
    assert!(orphan.exists());
    let dry = lines.one("Prune", "regressions prune --dry-run");
    assert_eq!(dry["removed"], 1, "{dry:#}");
    assert!(dry["kept"].as_u64() >= Some(2), "{dry:#}");
    assert_eq!(dry["orphaned"][0]["removed"], false, "{dry:#}");
    let pruned = lines.one("Prune", "regressions prune --orphaned");
    assert_eq!(pruned["orphaned"][0]["removed"], true, "{pruned:#}");
    assert!(!orphan.exists());
    let none = lines.one("Prune", "regressions prune");
    assert_eq!((&none["removed"], &none["orphaned"]), (&0.into(), &json!([])), "{none:#}");
}

/// What people are told of a file of regressions that belongs to no property.
fn a_file_of_no_property_is_named(lines: &Lines) {
    let said = |arguments: &str| {
        let mut command = command(&lines.project, arguments);
        ran(command.env_remove("MUTAGEN_REGRESSIONS").env_remove("CI"))
    };
    let file = "mutagen-regressions/lib/laws/renamed.txt";
    let note = format!("note: {file} belongs to no property of this build. ");
    let run = said("run holds --max-tests 10 --seed 1");
    assert!(run.code == Some(0) && run.out.contains(&note), "{run:#?}");
    let off = said("run holds --max-tests 10 --seed 1 --regressions off");
    assert!(!off.out.contains(file), "{off:#?}");
    let list = said("list");
    assert!(list.err.contains(&note) && !list.out.contains(file), "{list:#?}");
    for (arguments, became) in [
        (" --dry-run", "kept; `--orphaned` removes such files\n"),
        (" --dry-run --orphaned", "would be removed\n"),
    ] {
        let ran = said(&format!("regressions prune{arguments}"));
        let line = format!("{file}: belongs to no property of this build, {became}");
        assert!(ran.out.contains(&line), "{ran:#?}");
    }
}

/// Tests that are replayed.
fn replays(lines: &mut Lines) {
    let kept = lines.one("Replay", "replay fails");
    assert_eq!(kept["tests"][0]["outcome"], "failed", "{kept:#}");
    let file = "mutagen-regressions/lib/laws/fails.txt:5: ";
    assert!(kept["tests"][0]["from"].as_str().unwrap().starts_with(file), "{kept:#}");
    let mut text = |property: &str, text: &str, more: &[&str]| {
        let mut command = lines.user(&format!("replay {property}"));
        command.args(["--text", text]).args(more);
        lines.take("Replay", &ran(&mut command)).remove(0)
    };
    let passed = text("fails", "(Circle { radius: 1 },)", &[]);
    assert_eq!(passed["tests"][0]["outcome"], "passed");
    assert!(passed["tests"][0]["notes"][0].as_str().unwrap().contains("`color`"), "{passed:#}");
    assert_eq!(text("discards", "([1],)", &[])["tests"][0]["outcome"], "discarded");
    let silenced = text("has_kinds", "(7,)", &["--silence", "large"]);
    let test = &silenced["tests"][0];
    assert_eq!((&test["outcome"], &test["silenced"]), (&"silenced".into(), &"large".into()));
    let died = text("aborts", "(Circle { radius: 20, color: 0 },)", &[]);
    assert_eq!(died["tests"][0]["kind"], "died");
    assert!(died["tests"][0]["last_words"].as_str().unwrap().contains("this is the end"));
    let emitted = text("fails", "(Dot,)", &["--emit-test"]);
    assert!(emitted["tests"][0]["test_function"].as_str().unwrap().contains("#[test]"));
    let debug = text("fails", "(Dot,)", &["--debug"]);
    assert!(debug["tests"][0]["debugger"].as_str().unwrap().contains("MUTAGEN_REPLAY="));
    let wrong = lines.write("wrong.txt", b"(\n  Disc,\n)");
    let wrong = lines.one("Replay", &format!("replay fails {}", wrong.display()));
    assert_eq!(wrong["tests"][0]["error"]["line"], 2, "{wrong:#}");
    assert_eq!(wrong["exit_code"], 2);
}

/// The corpus of a property.
fn corpora(lines: &mut Lines) {
    let folder = target().join("mutagen/corpus/messages/lib/laws/corpus");
    fs::create_dir_all(&folder).unwrap();
    for (name, text) in [
        ("a.txt", "([3, 1],)"),
        ("b.txt", "([3, 1, 9],)"),
        ("fails.txt", "([7, 7, 7, 7, 7, 7, 7, 7],)"),
        ("old.txt", "(Old,)"),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    let listed = lines.one("CorpusList", "corpus list");
    let own = |corpus: &&Value| corpus["name"] == "messages::laws::corpus";
    let own = listed.as_array().unwrap().iter().find(own).unwrap_or_else(|| panic!("{listed:#}"));
    assert_eq!((&own["tests"], &own["bytes"]), (&4.into(), &54.into()));
    let minimized = lines.one("CorpusMinimize", "corpus minimize laws::corpus");
    assert_eq!((&minimized["removed"], &minimized["set_aside"]), (&1.into(), &1.into()));
    assert!(minimized["failures"][0]["file"].as_str().unwrap().ends_with("/fails.txt"));
    lines.write("other/x.txt", b"([],)");
    let merged = lines.one("CorpusMerge", "corpus merge laws::corpus other");
    assert_eq!(merged["tests"], 2 + merged["added"].as_u64().unwrap(), "{merged:#}");
    let cleared = lines.one("CorpusClear", "corpus clear laws::corpus");
    assert_eq!(cleared[0]["removed"], merged["tests"], "{cleared:#}");
}

#[test]
fn every_definition_and_field_of_the_schema_is_described_and_closed() {
    let lines = mutagen_cli::messages::schema();
    for (name, definition) in lines["$defs"].as_object().unwrap() {
        assert!(definition["description"].is_string(), "{name}");
        if definition["type"] == "object" {
            assert_eq!(definition["additionalProperties"], false, "{name}");
        }
        for (field, part) in definition["properties"].as_object().into_iter().flatten() {
            assert!(part["description"].is_string(), "{name}.{field}: {part:#}");
        }
    }
    let mut wrong = json!([{ "property": "shop::order" }]);
    let is_valid = |message: &Value| jsonschema::draft202012::is_valid(&lines, message);
    assert!(is_valid(&json!([])) && !is_valid(&wrong));
    wrong[0] = json!({
        "property": "shop::order", "package": "shop", "target": "shop", "kind": "lib",
        "path": "order", "file": "src/lib.rs", "line": 7, "ignored": false,
    });
    assert!(is_valid(&wrong));
    wrong[0]["undocumented"] = 7.into();
    assert!(!is_valid(&wrong));
}
