//! The small crate for the functional tests, with properties that end in every possible way. It is
//! written and built once for all tests, in cargo's folder for test files, and is reused by the
//! next run.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A written project.
pub struct Project {
    pub folder: PathBuf,
}

/// The project with all properties.
pub fn properties() -> &'static Project {
    static PROJECT: OnceLock<Project> = OnceLock::new();
    PROJECT.get_or_init(|| {
        Project::write("properties", &[("src/lib.rs", PROPERTIES), ("tests/laws.rs", LAWS)])
    })
}

/// A project that does not compile.
pub fn broken() -> &'static Project {
    static PROJECT: OnceLock<Project> = OnceLock::new();
    PROJECT.get_or_init(|| Project::write("broken", &[("src/lib.rs", BROKEN)]))
}

/// The folder in which all projects are built, so that shared dependencies are built once.
pub fn target() -> PathBuf {
    scratch().join("target")
}

/// The folder for files of tests.
pub fn scratch() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}

/// The folder of the workspace that the command belongs to.
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

impl Project {
    fn write(name: &str, files: &[(&str, &str)]) -> Project {
        Project::write_to(name, name, files)
    }

    /// Writes the package with this name to a folder for tests.
    pub fn write_to(folder: &str, name: &str, files: &[(&str, &str)]) -> Project {
        Project::write_with(folder, name, "", files)
    }

    /// Writes the package with this name and more dependencies, and perhaps more tables, to a
    /// folder for tests.
    pub fn write_with(folder: &str, name: &str, more: &str, files: &[(&str, &str)]) -> Project {
        let folder = scratch().join(folder);
        let core = workspace().join("mutagen-core");
        let manifest = format!(
            "[workspace]\n\n[package]\nname = \"{name}\"\nversion = \"0.0.0\"\n\
             edition = \"2024\"\n\n[dependencies]\nmutagen-core = {{ path = {core:?} }}\n{more}"
        );
        update(&folder.join("Cargo.toml"), &manifest);
        for (path, text) in files {
            update(&folder.join(path), text);
        }
        // The lock file of this workspace: its versions are already on this machine.
        fs::copy(workspace().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
        Project { folder }
    }
}

/// Writes a file if its content differs: cargo would compile a newer file again.
pub fn update(path: &Path, text: &str) {
    if fs::read_to_string(path).is_ok_and(|there| there == text) {
        return;
    }
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

const BROKEN: &str = "pub fn number() -> u32 { \"this is no number\" }\n";

const LAWS: &str = r"
#[mutagen_core::property]
fn law(_: &u8) {}

/// Sums with a wrong opposite, and an operation that ends the process.
#[mutagen_core::metamorphic]
mod sums {
    #[operation(commutative)]
    fn add(a: u8, b: u8) -> u8 {
        a.wrapping_add(b)
    }

    #[operation]
    fn neg(a: u8) -> u8 {
        if a == 77 { 0 } else { a.wrapping_neg() }
    }

    #[operation]
    fn ends(a: u8) -> u8 {
        if a > 3 { std::process::abort() } else { a }
    }

    #[implements(add)]
    fn add_1(a: u8, b: u8) -> u8 {
        add(b, a)
    }
}
";

const PROPERTIES: &str = r#"
#[cfg(test)]
mod tests {
    use mutagen_core::{Generator, Mutate, Outcome, assume, check, property};
    use std::collections::BTreeMap;
    use std::sync::Mutex;

    #[property]
    fn holds(numbers: &Vec<u8>) -> bool {
        let mut sorted = numbers.clone();
        sorted.sort();
        sorted.len() == numbers.len()
    }

    #[property]
    fn returns_false(x: &u32, y: bool) -> bool {
        *x < 3 || !y
    }

    #[property]
    fn panics(list: &Vec<u8>) {
        assert!(list.len() < 3, "the list is too long");
    }

    #[property]
    fn returns_an_error(x: &u32) -> Result<(), String> {
        if *x < 3 { Ok(()) } else { Err(format!("{x} is too much")) }
    }

    #[property]
    fn checks(x: &u32) -> Outcome {
        assume!(*x > 1);
        check!(*x < 3)
    }

    #[property]
    fn aborts(x: &u32) {
        if *x >= 3 {
            std::process::abort();
        }
    }

    #[property]
    fn overflows_the_stack(x: &u32) -> bool {
        fn depth(x: u64) -> u64 {
            if x == 0 { 0 } else { 1 + std::hint::black_box(depth(std::hint::black_box(x + 1))) }
        }
        *x < 3 || depth(u64::from(*x)) > 0
    }

    #[property]
    fn loops_for_ever(x: &u32) {
        while *x >= 3 {
            std::hint::black_box(x);
        }
    }

    #[property]
    fn exits(x: &u32) {
        if *x >= 3 {
            std::process::exit(0);
        }
    }

    #[property]
    fn is_never_valid(x: &u32) -> Outcome {
        assume!(*x > 1 && *x < 1);
        check!(false)
    }

    /// Refuses a quarter of the texts.
    #[inline(never)]
    fn read_header(text: &[u8]) -> Option<&[u8]> {
        if text.len() % 4 == 1 {
            return std::hint::black_box(None);
        }
        Some(text)
    }

    /// Refuses half of the texts.
    #[inline(never)]
    fn read_version(text: &[u8]) -> Option<u8> {
        let text = read_header(text)?;
        if text.len() % 4 > 1 {
            return std::hint::black_box(None);
        }
        Some(text.len() as u8)
    }

    #[property]
    fn refuses_most_texts(text: &Vec<u8>) -> Outcome {
        assume!(read_version(text).is_some());
        Outcome::Passed
    }

    #[property]
    #[ignore = "it fails for a good reason"]
    fn is_ignored(x: &u32) -> bool {
        *x < 3
    }

    /// Aborts in the first process of a campaign only: the one that makes the file.
    #[property]
    fn aborts_once(x: &u32) {
        if *x >= 3 {
            let file = std::env::var_os("FUNCTIONAL_FILE").unwrap();
            if std::fs::File::create_new(file).is_ok() {
                std::process::abort();
            }
        }
    }

    /// A thread ends the process while a later test runs, or between two tests.
    #[property]
    fn leaves_a_thread_that_aborts(_: &u32) {
        static TESTS: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
        if TESTS.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == 500 {
            std::thread::spawn(|| {
                std::thread::sleep(std::time::Duration::from_millis(20));
                std::process::abort();
            });
        }
    }

    #[property]
    fn stops_its_process(x: &u32) {
        if *x >= 3 {
            let process = std::process::id().to_string();
            std::process::Command::new("kill").args(["-STOP", &process]).status().unwrap();
            // On a busy machine, this thread may run for a moment before the process stops.
            std::thread::sleep(std::time::Duration::from_millis(200));
        }
    }

    #[property]
    fn fails_often(x: &u32) -> bool {
        x % 2 == 0
    }

    #[property]
    fn fails_in_two_ways(x: &u32) -> Outcome {
        if *x == 9 {
            return check!(*x != 9);
        }
        check!(x % 2 == 0)
    }

    #[property]
    fn aborts_often(x: &u32) {
        if x % 4 == 3 {
            std::process::abort();
        }
    }

    #[property]
    fn is_slow(_: &u32) {
        std::thread::sleep(std::time::Duration::from_millis(100));
    }

    /// Whether the process was started without randomised addresses: a bit of its personality.
    #[property]
    #[cfg(target_os = "linux")]
    fn has_fixed_addresses(_: &u32) -> bool {
        let personality = std::fs::read_to_string("/proc/self/personality").unwrap();
        u32::from_str_radix(personality.trim(), 16).unwrap() & 0x0004_0000 != 0
    }

    #[property]
    fn reads_standard_input(_: &u32) -> bool {
        std::io::stdin().lines().count() == 0
    }

    /// Leaves a process behind that has inherited everything from the worker, and dies.
    #[property]
    fn leaves_a_process_behind(x: &u32) {
        if *x >= 3 {
            std::process::Command::new("sleep").arg("98765").spawn().unwrap();
            std::process::abort();
        }
    }

    #[property]
    fn talks(x: &u32) -> bool {
        println!("a word on the standard output");
        eprintln!("a word on the standard error stream");
        *x < 3
    }

    #[derive(Clone, Mutate)]
    struct Unprintable(u32);

    impl std::fmt::Debug for Unprintable {
        fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            std::process::abort()
        }
    }

    #[property]
    fn cannot_be_printed(x: &Unprintable) -> bool {
        x.0 < 3
    }

    #[derive(Clone, Mutate)]
    struct Panicking(u32);

    impl std::fmt::Debug for Panicking {
        fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            panic!("no words for {}", self.0)
        }
    }

    #[property]
    fn panics_when_printed(x: &Panicking) -> bool {
        x.0 < 3
    }

    /// Ends the process before its first test if an earlier one made the file.
    fn end_the_second_process() {
        if std::env::var_os("FUNCTIONAL_FILE").is_some_and(|file| std::fs::exists(file).unwrap()) {
            std::process::exit(7);
        }
    }

    #[property(before = end_the_second_process)]
    fn aborts_and_cannot_be_repeated(x: &u32) {
        if *x >= 3 {
            std::fs::File::create_new(std::env::var_os("FUNCTIONAL_FILE").unwrap()).unwrap();
            std::process::abort();
        }
    }

    /// The answers for inputs of earlier tests.
    static ANSWERS: Mutex<BTreeMap<Vec<u8>, bool>> = Mutex::new(BTreeMap::new());

    /// Whether the bytes begin with three constant ones. The bytes are read once per input.
    fn is_known(bytes: &[u8]) -> bool {
        let mut answers = ANSWERS.lock().unwrap();
        if let Some(answer) = answers.get(bytes) {
            return *answer;
        }
        let answer = begins_with_three(bytes);
        answers.insert(bytes.to_vec(), answer);
        answer
    }

    #[inline(never)]
    fn begins_with_three(bytes: &[u8]) -> bool {
        if bytes.len() < 3 || bytes[0] != 0xb7 {
            return false;
        }
        if bytes[1] != b'M' {
            return false;
        }
        bytes[2] == 0x93
    }

    #[property]
    fn remembers_answers(bytes: &Vec<u8>) -> bool {
        !is_known(bytes)
    }

    fn forget_answers() {
        ANSWERS.lock().unwrap().clear();
    }

    #[property(reset = forget_answers)]
    fn forgets_answers(bytes: &Vec<u8>) -> bool {
        ANSWERS.lock().unwrap().is_empty() && !is_known(bytes)
    }

    #[property(reset = cannot_reset)]
    fn has_a_reset_that_panics(_: &u8) {}

    fn cannot_reset() {
        panic!("the table is locked");
    }

    mod first {
        #[super::property]
        fn twice(_: &u8) {}
    }

    mod second {
        #[super::property]
        fn twice(_: &u8) {}
    }

    /// A type whose values take for ever to make, once one has been made.
    #[derive(Debug)]
    struct Endless;

    impl Mutate for Endless {
        fn smallest() -> Self {
            Endless
        }

        fn generate(generator: &mut Generator) -> Self {
            while generator.size() > 0 {
                std::hint::black_box(());
            }
            Endless
        }
    }

    #[property]
    fn is_endless(_: &Endless) {}

    /// A type whose values cannot be made.
    #[derive(Debug)]
    struct Impossible;

    impl Mutate for Impossible {
        fn smallest() -> Self {
            Impossible
        }

        fn generate(_: &mut Generator) -> Self {
            panic!("a mistake in a generator")
        }
    }

    /// A type whose values cannot be copied.
    #[derive(Debug)]
    struct Stubborn;

    impl Mutate for Stubborn {
        fn smallest() -> Self {
            Stubborn
        }

        fn generate(_: &mut Generator) -> Self {
            Stubborn
        }
    }

    #[property]
    fn takes_by_value_what_cannot_be_copied(argument: Stubborn) {
        drop(argument);
    }

    #[derive(Debug, Mutate)]
    struct Chain(Box<Chain>);

    #[property]
    fn has_no_value(_: &Chain) {}

    mod r#mod {
        #[super::property]
        fn r#type(x: &u32) -> bool {
            *x < 3
        }
    }

    #[property]
    #[cfg_attr(test, ignore = "as long as this is a test")]
    fn is_ignored_here(_: &u8) {}

    #[property]
    #[cfg_attr(not(test), ignore)]
    fn is_ignored_elsewhere(_: &u8) {}

    #[property]
    fn is_impossible(_: &Impossible) {}
}
"#;
