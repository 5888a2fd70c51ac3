//! Tests a build that fails.

use crate::command::run;
use crate::project::broken;

#[test]
fn a_crate_that_does_not_compile_shows_cargos_message_once_and_exits_with_cargos_code() {
    let ran = run(broken(), "run anything");
    assert_eq!(ran.code, Some(101), "{ran:#?}");
    assert_eq!(ran.err.matches("error[E0308]").count(), 1, "{ran:#?}");
    assert_eq!(ran.err.matches("could not compile").count(), 1, "{ran:#?}");
    assert!(ran.out.is_empty(), "{ran:#?}");
}

#[test]
fn a_folder_without_a_package_is_a_set_up_error() {
    let empty = tempfile::tempdir().unwrap();
    let nowhere = crate::project::Project { folder: empty.path().to_owned() };
    let ran = run(&nowhere, "run anything");
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    assert!(ran.err.contains("Cargo.toml"), "{ran:#?}");
}
