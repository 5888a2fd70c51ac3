//! Snapshots of every error and its advice.

use crate::fold::folded;
use crate::lists::candidate;
use expect_test::{Expect, expect};
use mutagen_cli::args::Arguments;
use mutagen_cli::error::CliError;
use mutagen_cli::instrument::BuildError;
use mutagen_cli::select::{SelectError, select};
use mutagen_core::internal::run::protocol::ProtocolError;
use mutagen_core::internal::search::options::Options;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

/// One error per line, and long lines folded.
fn check<E: ToString>(errors: impl IntoIterator<Item = E>, expected: Expect) {
    let texts = errors.into_iter().map(|error| error.to_string() + "\n");
    expected.assert_eq(&folded(&texts.collect::<String>()));
}

fn full() -> io::Error {
    io::Error::other("no space left on device")
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

#[test]
fn errors_of_the_command() {
    let path = PathBuf::from("/shop/target");
    let errors = [
        CliError::Build(BuildError::NothingSelected),
        CliError::Select(SelectError::NoProperties),
        CliError::Options(Options::default().apply("paper=on").unwrap_err()),
        CliError::Protocol(ProtocolError::Channel(full())),
        CliError::Folder { path: path.clone(), error: full() },
        CliError::CampaignFile { path: path.join("records.jsonl"), error: full() },
        CliError::ProgramChanged {
            path: path.join("program"),
            linked: "0123456789abcdef".to_owned(),
            found: "fedcba9876543210".to_owned(),
        },
        CliError::NotKept {
            name: "odrer".to_owned(),
            folder: path.clone(),
            kept: names(&["shop::tests::order"]),
        },
        CliError::NotKept { name: "order".to_owned(), folder: path.clone(), kept: Vec::new() },
        CliError::NoWorker { path: path.join("worker-3") },
        CliError::WhichWorker { workers: 2 },
        CliError::Output(full()),
        CliError::Start { path, error: full() },
        CliError::CannotRun {
            property: "tests::holds".into(),
            why: "the type `shop::Chain` has no finite value".into(),
        },
        CliError::Wait(full()),
        CliError::Interrupt(full()),
    ];
    check(
        errors,
        expect![[r#"
            no package of the workspace depends on `mutagen-core` and is enabled: add it with \
                `cargo add --dev mutagen-core`, or name a package with `--package`
            the selected packages have no properties: mark a function with \
                `#[mutagen_core::property]` inside `#[cfg(test)]` code or a file of `tests/`, or \
                select another package with `--package`
            `paper` takes no value: write `paper`
            the supervisor cannot be reached (no space left on device): start the worker by \
                `cargo mutagen run`
            /shop/target: no space left on device; check that the folder is writable and the \
                disk is not full
            /shop/target/records.jsonl: no space left on device; check that it can be read \
                and written and that the disk is not full
            /shop/target/program: the program of the campaign was changed: it was \
                0123456789abcdef and is fedcba9876543210; run the command again, and let nothing \
                write to the program meanwhile
            no run of a property `odrer` is kept in /shop/target; the nearest are:
                shop::tests::order
            `cargo mutagen failures` shows all
            no run of a property `order` is kept in /shop/target; `cargo mutagen run order` \
                makes one
            /shop/target/worker-3: not the folder of a worker; the report of a run with \
                several workers prints the command that repeats one of them
            the run has 2 workers: begin the address with one of them, as the report does, \
                for example `worker 1 generated 7 size 3`
            cannot write to the standard output: no space left on device; check that its disk \
                is not full
            /shop/target: cannot start the test executable: no space left on device; build again
            `tests::holds` cannot be run: the type `shop::Chain` has no finite value
            cannot wait for the worker: no space left on device; run the command again
            cannot handle Ctrl-C: no space left on device; run the command in an ordinary \
                terminal
        "#]],
    );
}

#[test]
fn errors_of_the_build() {
    let rustc = || "rustc 1.70.0".to_owned();
    let name = || "shop".to_owned();
    let from = || "`--instrument`".to_owned();
    let errors = [
        BuildError::Metadata("error: could not find `Cargo.toml`\n".into()),
        BuildError::Start { program: "cargo".into(), error: full() },
        BuildError::Compiler { command: "rustc -vV".into(), said: "unknown flag".into() },
        BuildError::NoCompiler { said: "toolchain '1.70.0' is not installed".into() },
        BuildError::OldCompiler { rustc: rustc() },
        BuildError::NoStd { triple: "wasm32-unknown-unknown".into() },
        BuildError::Cargo { code: Some(101) },
        BuildError::Cargo { code: None },
        BuildError::Messages(full()),
        BuildError::File { path: "/shop/target".into(), error: full() },
        BuildError::NoPackage { name: "shp".into(), nearest: names(&["shop", "sheep"]) },
        BuildError::NoPackage { name: "shp".into(), nearest: names(&[]) },
        BuildError::NoProperties { name: name() },
        BuildError::NothingSelected,
        BuildError::NotInGraph { name: name(), from: from(), nearest: names(&["ship"]) },
        BuildError::NotOneVersion {
            spec: "ship@3".into(),
            from: from(),
            fault: "names no version that is there",
            name: "ship".into(),
            versions: names(&["1.0.9", "2.0.0", "2.1.0"]),
        },
        BuildError::NotOneVersion {
            spec: "ship@^1".into(),
            from: "`[package.metadata.mutagen]` of `shop`".into(),
            fault: "has no version behind its name",
            name: "ship".into(),
            versions: names(&["1.0.9"]),
        },
        BuildError::NeverInstrumented { name: name(), from: from(), what: "a build script" },
        BuildError::Settings {
            package: name(),
            key: "instrument",
            expected: "a list of package specs",
        },
        BuildError::NoCounters { rustc: rustc(), option: "-sanitizer-coverage-level".into() },
        BuildError::NoPasses { rustc: rustc(), said: "unknown pass".into() },
        BuildError::List { path: "/shop/tests".into(), said: "exit code 3".into() },
        BuildError::NoSuchPackage { name: "shp".into(), nearest: names(&["shop"]) },
        BuildError::SuiteUnbuilt { package: "ship@1.0.9".into(), folder: "/shop/ship".into() },
        BuildError::SuiteFails { package: "ship@1.0.9".into(), folder: "/shop/ship".into() },
        BuildError::NoSuite { package: "ship@1.0.9".into() },
    ];
    check(
        errors,
        expect![[r#"
            could not find `Cargo.toml`
            cannot start `cargo`: no space left on device; check that Rust is installed and \
                in the PATH
            `rustc -vV` failed: unknown flag; use a stable Rust of version 1.95 or later
            there is no compiler: toolchain '1.70.0' is not installed
            install it, or change the file or variable that selects it \
                (`rust-toolchain.toml`, `RUSTUP_TOOLCHAIN`, `RUSTC`); mutagen needs a stable Rust \
                of version 1.95 or later
            this compiler (rustc 1.70.0) is too old; use a stable Rust of version 1.95 or \
                later: run `rustup update`, and look for an old version in `rust-toolchain.toml` \
                or `RUSTUP_TOOLCHAIN`
            the standard library for `wasm32-unknown-unknown` is not installed; run `rustup \
                target add wasm32-unknown-unknown`
            the instrumented build failed: cargo ended with exit code 101; its messages are \
                above
            the instrumented build failed: cargo was killed; check that there is enough memory
            cannot read cargo's messages: no space left on device; use a stable Rust of \
                version 1.95 or later
            /shop/target: no space left on device; check that it can be read and written and \
                that the disk is not full
            the workspace has no package `shp` (the nearest: shop, sheep); name a member
            the workspace has no package `shp`; name a member
            package `shop` does not depend on `mutagen-core` and so has no properties: add it \
                with `cargo add --dev mutagen-core --package shop`, or select another package
            no package of the workspace depends on `mutagen-core` and is enabled: add it with \
                `cargo add --dev mutagen-core`, or name a package with `--package`
            `shop`, which `--instrument` wants to instrument, is not among the dependencies \
                (the nearest: ship); name a package that the properties use
            `ship@3`, which `--instrument` wants to instrument, names no version that is \
                there; the dependencies have `ship` in 1.0.9, 2.0.0 and 2.1.0: write one of them, \
                for example `ship@2.1.0`
            `ship@^1`, which `[package.metadata.mutagen]` of `shop` wants to instrument, has \
                no version behind its name; the dependencies have `ship` in 1.0.9: write one of \
                them, for example `ship@1.0.9`
            `shop`, which `--instrument` wants to instrument, is a build script; such \
                packages are never instrumented: remove the name
            `[package.metadata.mutagen]` of `shop`: `instrument` must be a list of package \
                specs; correct its Cargo.toml
            this compiler (rustc 1.70.0) cannot instrument: it does not know the LLVM option \
                `-sanitizer-coverage-level`; use a stable Rust of version 1.95 or later with its \
                own LLVM
            this compiler (rustc 1.70.0) cannot instrument before it optimises (unknown \
                pass); use `--fidelity branches`
            /shop/tests: cannot list the tests (exit code 3); see what `cargo test` says
            there is no package `shp` (the nearest: shop); give `--suite-of` a member of the \
                workspace or a dependency that is a library
            the suite of ship@1.0.9 does not build, the messages are above; see what `cargo \
                test` says in /shop/ship
            the suite of ship@1.0.9 fails, as shown above; mend it, or see what `cargo test` \
                says in /shop/ship
            ship@1.0.9 has no suite: `cargo test` runs no test of it; the published package \
                may lack the tests that its repository has
        "#]],
    );
}

#[test]
fn errors_of_the_selection() {
    let candidates = ["a::order", "b::order", "price"].map(candidate);
    let error = |name| select(&candidates, name).unwrap_err();
    let errors = [select(&[], "order").unwrap_err(), error("order"), error("prise")];
    check(
        errors,
        expect![[r#"
            the selected packages have no properties: mark a function with \
                `#[mutagen_core::property]` inside `#[cfg(test)]` code or a file of `tests/`, or \
                select another package with `--package`
            `order` matches several properties:
                shop::a::order
                shop::b::order
            write more of the path, or add `--package`
            there is no property `prise`; the nearest are:
                shop::price
                shop::a::order
                shop::b::order
            `cargo mutagen list` shows all
        "#]],
    );
}

#[test]
fn errors_of_search_options() {
    let error = |text| Options::default().apply(text).unwrap_err();
    let errors = ["edist=1", "edits=101", "edits", "paper=on"].map(error);
    check(
        errors,
        expect![[r#"
            there is no search option `edist`; the nearest is `edits`; `cargo mutagen \
                search-options` lists all
            `edits` does not take the value `101`: write `edits=0..100`
            `edits` needs a value: write `edits=0..100`
            `paper` takes no value: write `paper`
        "#]],
    );
}

#[test]
fn errors_of_the_command_line() {
    let error = |line: &str| {
        let words = line.split(' ').map(OsString::from);
        Arguments::parse_from_process(words).unwrap_err()
    };
    let lines = [
        "cargo-mutagen run holds --max-time 0s",
        "cargo-mutagen run holds --max-tests 0",
        "cargo-mutagen run holds --search drift=maybe",
        "cargo-mutagen run holds --fidelity high",
    ];
    check(
        lines.map(error),
        expect![[r#"
            error: invalid value '0s' for '--max-time <TIME>': the time must be above zero, \
                for example 10s

            For more information, try '--help'.

            error: invalid value '0' for '--max-tests <N>': 0 is not in 1..18446744073709551615

            For more information, try '--help'.

            error: invalid value 'drift=maybe' for '--search <KEY[=VALUE],…>': `drift` does \
                not take the value `maybe`: write `drift=on|off`

            For more information, try '--help'.

            error: invalid value 'high' for '--fidelity <LEVEL>'
              [possible values: none, plain, branches, exact]

            For more information, try '--help'.

        "#]],
    );
}
