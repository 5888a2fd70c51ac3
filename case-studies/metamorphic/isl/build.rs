//! Looks for isl, which is a library of C: in `ISL_DIR`, or where the linker looks. If it is
//! absent, there is no specification, and a warning says what to do.

#[path = "../native.rs"]
mod native;

use std::env;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../native.rs");
    println!("cargo::rerun-if-env-changed=ISL_DIR");
    println!("cargo::rustc-check-cfg=cfg(isl)");
    if env::var_os("CARGO_FEATURE_ISL").is_none() {
        return;
    }
    let folder = env::var("ISL_DIR").unwrap_or_default();
    // isl has its own integers, or those of GMP.
    let ways = [&["isl"][..], &["isl", "gmp"]];
    let found = ways.iter().find(|way| native::links("isl_set_is_equal", &folder, way));
    let Some(libraries) = found else {
        let place = if folder.is_empty() { String::new() } else { format!(" in {folder}") };
        println!(
            "cargo::warning=isl is not there{place}: its specification is skipped; install \
             libisl-dev, or name the folder of libisl.a in ISL_DIR"
        );
        return;
    };
    println!("cargo::rustc-cfg=isl");
    if !folder.is_empty() {
        println!("cargo::rustc-link-search=native={folder}");
        println!("cargo::rerun-if-changed={folder}");
    }
    let is_archive = Path::new(&folder).join("libisl.a").is_file();
    for library in *libraries {
        let kind = if is_archive && *library == "isl" { "static" } else { "dylib" };
        println!("cargo::rustc-link-lib={kind}={library}");
    }
}
