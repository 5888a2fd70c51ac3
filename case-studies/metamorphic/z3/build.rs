//! Looks for Z3, which is a library of C++. If it is absent, there is no specification, and a
//! warning says what to do.

#[path = "../native.rs"]
mod native;

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../native.rs");
    println!("cargo::rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    println!("cargo::rustc-check-cfg=cfg(z3)");
    if env::var_os("CARGO_FEATURE_Z3").is_none() {
        return;
    }
    // The variable of the crate `z3-sys`.
    let folder = env::var("Z3_LIBRARY_PATH_OVERRIDE").unwrap_or_default();
    match native::links("Z3_get_full_version", &folder, &["z3"]) {
        true => println!("cargo::rustc-cfg=z3"),
        false => println!(
            "cargo::warning=Z3 is not there: its specification is skipped; install libz3-dev, or \
             name the folder of libz3.so in Z3_LIBRARY_PATH_OVERRIDE"
        ),
    }
}
