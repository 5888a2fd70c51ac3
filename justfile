# Recipes for https://just.systems. Each is a few cargo commands, which also work without `just`.

# The features of mutagen-core but `backend-libafl`, which takes minutes to build.
types := "arbitrary,bytes,chrono,either,indexmap,num-bigint,ordered-float,serde_json,smallvec,uuid"

# List the recipes
default:
    @just --list

# Run what CI runs: formatting, lints, documentation, all tests (about 15 minutes)
check:
    .ci/run

# Write the tables, compile errors and snapshots that tests compare with
bless:
    MUTAGEN_BLESS=1 TRYBUILD=overwrite UPDATE_EXPECT=1 \
        cargo test --package mutagen-core --features {{types}}
    UPDATE_EXPECT=1 cargo test --package mutagen-cli
    git diff --stat

# Run a measurement: overhead, plain, mutants, memory
bench name="overhead" *arguments="--quick":
    cargo run --package benches --release -- {{name}} {{arguments}}

# Run a study: etna, constants, trophies, ifc-stack, ifc-register, wasm, wasm-rates, wasm-fixed, wasm-hunt, wasm-released, metamorphic, smt-known, smt-histfuzz, smt-valfuzz; its report goes to target/results/
study name="etna" *arguments="--quick":
    cargo run --package benches --release -- {{name}} {{arguments}}

# Run the tests of values and of the undo stack under Miri
miri:
    cargo +nightly miri test --package mutagen-core --lib value::

# Build the documentation of the three crates and open that of mutagen-core
doc:
    cargo doc --no-deps --package mutagen-derive --package mutagen-cli
    cargo doc --no-deps --package mutagen-core --features {{types}} --open

# Check licences, advisories and sources of the dependencies
deny:
    cargo deny check
