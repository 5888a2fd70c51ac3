//! The workspace for the tests of builds. `shop` has properties, a program, an integration test
//! without properties, a build script and a procedural macro, and depends on the member `money`.
//! `broken` does not compile.

use mutagen_cli::instrument::{self, BuildError, BuildOptions, Built};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard};

const FILES: [(&str, &str); 13] = [
    (
        "Cargo.toml",
        "[workspace]\nresolver = \"3\"\nmembers = [\"shop\", \"money\", \"macros\", \"broken\"]\n",
    ),
    (
        "shop/Cargo.toml",
        "[package]\nname = \"shop\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
         [dependencies]\nmoney = { path = \"../money\" }\nmacros = { path = \"../macros\" }\n\
         [build-dependencies]\nmoney = { path = \"../money\" }\n\
         [dev-dependencies]\nmutagen-core = { path = \"{core}\" }\nsancov = \"0.1.0\"\n",
    ),
    (
        "shop/build.rs",
        "fn main() { println!(\"cargo:rustc-env=BUILT_BY={}\", money::add(1, 2).min(3)) }",
    ),
    ("shop/src/lib.rs", include_str!("shop/lib.rs")),
    ("shop/src/main.rs", "fn main() { println!(\"{}\", shop::total(&[1, 2])) }"),
    (
        "shop/tests/plain.rs",
        "#[test]\nfn the_program_runs() {\n    let output = std::process::Command::new(\n        \
         env!(\"CARGO_BIN_EXE_shop\")).output().unwrap();\n    \
         assert_eq!(output.stdout, b\"3\\n\");\n}\n",
    ),
    ("money/Cargo.toml", "[package]\nname = \"money\"\nversion = \"0.0.0\"\nedition = \"2024\"\n"),
    (
        "money/src/lib.rs",
        "pub mod exact;\npub fn add(a: i64, b: i64) -> i64 { a.saturating_add(b) }\n",
    ),
    ("money/src/exact.rs", include_str!("exact/subject.rs")),
    ("shop/src/inputs.rs", include_str!("exact/inputs.rs")),
    (
        "macros/Cargo.toml",
        "[package]\nname = \"macros\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
         [lib]\nproc-macro = true\n[dependencies]\nmoney = { path = \"../money\" }\n",
    ),
    (
        "macros/src/lib.rs",
        "#[proc_macro]\npub fn three(_: proc_macro::TokenStream) -> proc_macro::TokenStream {\n    \
         money::add(1, 2).to_string().parse().unwrap()\n}\n",
    ),
    (
        "broken/Cargo.toml",
        "[package]\nname = \"broken\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
         [dev-dependencies]\nmutagen-core = { path = \"{core}\" }\n",
    ),
];

/// Allows one build at a time, because the builds share a folder.
static OPEN: Mutex<()> = Mutex::new(());

/// The workspace on the disk.
pub struct Shop {
    folder: PathBuf,
    _alone: MutexGuard<'static, ()>,
}

/// The options of a build of one package.
pub fn options(package: &str) -> BuildOptions {
    BuildOptions { packages: vec![package.to_owned()], offline: true, ..BuildOptions::default() }
}

impl Shop {
    /// Writes the files that are missing or have changed.
    pub fn open() -> Shop {
        Shop::open_as("shop", "")
    }

    /// The same workspace in another folder, with counters that report to `libafl_targets`.
    pub fn with_libafl() -> Shop {
        Shop::open_as("shop-libafl", "\", features = [\"backend-libafl\"] }")
    }

    /// Writes the files to a folder with this name, with another path for `mutagen-core`.
    fn open_as(name: &str, behind: &str) -> Shop {
        let alone = OPEN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("../mutagen-core");
        let core = core.canonicalize().unwrap();
        for (path, text) in FILES.into_iter().chain([("broken/src/lib.rs", "fn broken( {\n")]) {
            let core = core.to_str().unwrap().replace('\\', "/");
            let text = match behind {
                "" => text.replace("{core}", &core),
                behind => text.replace("{core}\" }", &format!("{core}{behind}")),
            };
            write(&folder.join(path), &text);
        }
        // The versions of this workspace, so that nothing is downloaded.
        let lock = fs::read_to_string(core.join("../Cargo.lock")).unwrap();
        let own = fs::read_to_string(folder.join("Cargo.lock")).unwrap_or_default();
        if !own.contains("\"sancov\"") {
            write(&folder.join("Cargo.lock"), &lock);
        }
        Shop { folder, _alone: alone }
    }

    /// Builds instrumented.
    pub fn try_build(&self, options: &BuildOptions) -> Result<Built, BuildError> {
        instrument::build(&BuildOptions {
            manifest_path: Some(self.folder.join("Cargo.toml")),
            target_dir: Some(self.folder.join("target")),
            wrapper: Some(env!("CARGO_BIN_EXE_cargo-mutagen").into()),
            ..options.clone()
        })
    }

    /// Builds instrumented. The build must succeed.
    pub fn build(&self, options: &BuildOptions) -> Built {
        self.try_build(options).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The package `money` built with guards instead of counters and otherwise unchanged, as a
    /// program that prints the hits of its inputs.
    pub fn guards(&self) -> PathBuf {
        // The program has no functions that comparisons could be reported to.
        let options = BuildOptions {
            manifest_path: Some(self.folder.join("Cargo.toml")),
            no_trace_cmp: true,
            ..options("shop")
        };
        let mut flags = instrument::instrumentation(&options).unwrap();
        let counters =
            flags.iter_mut().find(|flag| flag.ends_with("inline-8bit-counters")).unwrap();
        *counters = counters.replace("inline-8bit-counters", "trace-pc-guard");
        let folder = self.folder.join("guards");
        fs::create_dir_all(&folder).unwrap();
        for (name, text) in [
            ("guards.rs", include_str!("exact/guards.rs")),
            ("inputs.rs", include_str!("exact/inputs.rs")),
        ] {
            write(&folder.join(name), text);
        }
        let compile = |source: &Path, flags: &[String]| {
            let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()));
            rustc.arg(source).args(["--edition=2024", "-Copt-level=3", "-Ccodegen-units=1"]);
            rustc.args([
                "-Clto=off",
                "-Cdebug-assertions=on",
                "-Coverflow-checks=on",
                "-Cdebuginfo=1",
            ]);
            rustc.args(flags).args(["--out-dir", "."]).current_dir(&folder);
            let output = rustc.output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        };
        flags.extend(["--crate-name=money", "--crate-type=rlib"].map(String::from));
        compile(&self.folder.join("money/src/lib.rs"), &flags);
        compile(Path::new("guards.rs"), &["--extern=money=libmoney.rlib".to_owned()]);
        folder.join("guards")
    }

    /// Builds without instrumentation and returns the names of the artefacts that were not fresh.
    pub fn plain(&self) -> String {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
        command.args(["build", "--package", "shop", "--offline", "--message-format", "json"]);
        command.current_dir(&self.folder).env("CARGO_TARGET_DIR", self.folder.join("target"));
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).unwrap();
        let messages = text.lines().map(|line| serde_json::from_str(line).unwrap());
        let stale = messages.filter(|message: &serde_json::Value| message["fresh"] == false);
        stale.map(|message| message["target"]["name"].to_string()).collect()
    }

    /// All files of this name below a folder.
    pub fn find(&self, below: &Path, name: &str) -> Vec<PathBuf> {
        let mut open = vec![below.to_owned()];
        let mut found = Vec::new();
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
                if entry.file_type().unwrap().is_dir() {
                    open.push(entry.path());
                } else if entry.file_name() == name {
                    found.push(entry.path());
                }
            }
        }
        found
    }
}

fn write(path: &Path, text: &str) {
    if fs::read_to_string(path).is_ok_and(|present| present == text) {
        return;
    }
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}
