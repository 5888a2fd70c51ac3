//! A client of a registry: pip, apt-get or dpkg-deb. The text that it is asked for says what it
//! does: `good`, or what goes wrong.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::exit;

pub(crate) fn run(name: &str, told: &[String]) {
    let after = |option: &str| -> Option<PathBuf> {
        let at = told.iter().position(|argument| argument == option)?;
        Some(PathBuf::from(&told[at + 1]))
    };
    let last = told.last().map_or("", String::as_str);
    let has = |argument: &str| told.iter().any(|one| one == argument);
    match name {
        "python3" if has("install") => {
            let place = after("--target").unwrap();
            fs::create_dir_all(place.join("bin")).unwrap();
            fs::copy(last, place.join("bin/z3")).unwrap();
            if fs::read_to_string(last).unwrap() == "unfit" {
                fail(&format!("ERROR: {last} is not a supported wheel on this platform."));
            }
        }
        "python3" => download(&after("--dest").unwrap(), last),
        "apt-get" => download(Path::new("."), last),
        _ => {
            let (deb, place) = (&told[1], Path::new(&told[2]));
            fs::create_dir_all(place.join("usr/bin")).unwrap();
            fs::copy(deb, place.join("usr/bin/cvc4")).unwrap();
        }
    }
}

fn download(to: &Path, what: &str) {
    let write = |name: &str, text: &str| fs::write(to.join(name), text).unwrap();
    match what {
        "good" => write("pinned.whl", "abc"),
        "unfit" => write("pinned.whl", "unfit"),
        "wrong" => write("pinned.whl", "abd"),
        "other" => write("other.whl", "abc"),
        "nothing" => {}
        "full" => {
            write("pinned.whl", "a");
            fail(
                "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on \
                  device",
            );
        }
        "platform" => fail("ERROR: No matching distribution found for z3"),
        "killed" => {
            write("pinned.whl", "a");
            std::process::abort();
        }
        _ => fail(
            "WARNING: Retrying after connection broken by 'NewConnectionError'\n\
             ERROR: No matching distribution found for z3\n",
        ),
    }
}

fn fail(text: &str) -> ! {
    eprintln!("{text}");
    exit(1)
}
