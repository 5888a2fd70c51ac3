//! Looks for a library of C before anything is compiled against it. A part of the build scripts of
//! the specifications of such libraries.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

/// Whether a program that calls this function can be linked with these libraries, which are in this
/// folder or where the linker looks.
///
/// # Panics
/// If the folder that cargo made for the build script cannot be written.
pub fn links(function: &str, folder: &str, libraries: &[&str]) -> bool {
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    let program = Path::new(&out).join("program");
    let source = program.with_extension("c");
    let text = format!("int {function}(void); int main() {{ return {function}(); }}\n");
    std::fs::write(&source, text).expect("cargo made the folder");
    let mut command = Command::new(env::var_os("CC").unwrap_or_else(|| "cc".into()));
    command.arg("-w").arg("-o").arg(&program).arg(&source);
    if !folder.is_empty() {
        command.arg(format!("-L{folder}"));
    }
    command.args(libraries.iter().map(|library| format!("-l{library}")));
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
