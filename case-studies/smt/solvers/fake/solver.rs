//! A solver that does what the first line of the script says.

use rustix::process::{Signal, getpid, kill_process};
use std::fs;
use std::io::{Read, Write, stdin, stdout};
use std::os::fd::AsRawFd;
use std::process::{Command, exit};
use std::thread::sleep;
use std::time::Duration;

/// Reads the script as the file that the last argument names, and does what it says.
pub(crate) fn run() {
    let file = std::env::args().next_back().unwrap_or_default();
    print!("{}", act(&fs::read_to_string(file).unwrap(), ""));
    exit(0);
}

/// The child that lives on: requests come in, replies go out in frames.
pub(crate) fn live(kind: &str) {
    if kind != "z3" {
        eprintln!("ImportError: no module for {kind}");
        exit(97);
    }
    println!(".0");
    let mut input = stdin().lock();
    for served in 2_u64.. {
        let mut line = Vec::new();
        let mut byte = [0];
        while input.read(&mut byte).unwrap() == 1 && byte[0] != b'\n' {
            line.push(byte[0]);
        }
        let line = String::from_utf8(line).unwrap();
        let Some((options, script)) = line.split_once(' ') else { exit(0) };
        let mut rest =
            vec![0; options.parse::<usize>().unwrap() + script.parse::<usize>().unwrap()];
        input.read_exact(&mut rest).unwrap();
        let script = String::from_utf8_lossy(&rest[options.parse().unwrap()..]).into_owned();
        println!("=");
        stdout().flush().unwrap();
        let said = act(&script, "+7\n");
        print!("+{}\n{said}.{}\n", said.len(), served * 1000);
        stdout().flush().unwrap();
        if told(&script) == ["leaves"] {
            std::process::abort();
        }
    }
}

fn told(script: &str) -> Vec<&str> {
    let line = script.lines().next().unwrap_or_default();
    line.trim_start_matches("; fake").split_whitespace().collect()
}

/// Does what a script says, and returns what is to be printed. `before` comes before what is
/// printed at once.
fn act(script: &str, before: &str) -> String {
    match told(script)[..] {
        ["says", ref words @ ..] => return words.join("\n") + "\n",
        ["dies", signal] => {
            println!("sat");
            let signal = signal.parse().unwrap();
            // SAFETY: no handler of ours runs. The one of the standard library returns.
            unsafe { libc::signal(signal, libc::SIG_DFL) };
            let signal = Signal::from_named_raw(signal).unwrap();
            kill_process(getpid(), signal).unwrap();
            wait();
        }
        ["leaves"] => return "sat\n".to_owned(),
        ["process"] => return format!("sat\n({})\n", std::process::id()),
        ["mute"] => {}
        ["half"] => {
            print!("{before}unsa");
            stdout().flush().unwrap();
            wait();
        }
        ["floods"] => {
            let block = "sat\n".repeat(1 << 14);
            for _ in 0..(1 << 30) / block.len() {
                stdout().write_all(block.as_bytes()).unwrap();
            }
        }
        ["eats"] => {
            let mut eaten: Vec<Vec<u8>> = Vec::new();
            for _ in 0..128 {
                eaten.push(vec![1; 64 << 20]);
            }
            println!("sat {}", eaten.len());
        }
        ["grandchild"] => {
            let child = Command::new(std::env::current_exe().unwrap()).arg("sleep").spawn();
            return format!("sat\n(process {})\n", child.unwrap().id());
        }
        ["stubborn"] => {
            // SAFETY: the signal is ignored, and no code of ours runs for it.
            unsafe { libc::signal(libc::SIGTERM, libc::SIG_IGN) };
            wait();
        }
        ["closes"] => {
            println!("sat");
            stdout().flush().unwrap();
            for stream in [stdout().as_raw_fd(), std::io::stderr().as_raw_fd()] {
                // SAFETY: nothing is written after it.
                unsafe { libc::close(stream) };
            }
            sleep(Duration::from_millis(20));
            // `exit` would write what is left in the buffers.
            kill_process(getpid(), Signal::KILL).unwrap();
        }
        ["error"] => return "(error \"line 1 column 1: unknown constant x\")\nsat\n".to_owned(),
        ["approximates"] => {
            let validates = std::env::args().any(|argument| argument == "model_validate=true");
            let error = "(error \"Cannot run check-model on a model with approximate values.\")\n";
            return if validates { error } else { "unsat\n" }.to_owned();
        }
        ["bytes"] => stdout().write_all(b"s\xffat \xfe\n").unwrap(),
        ["spins"] => loop {
            std::hint::spin_loop();
        },
        ["writes"] => {
            let folder = std::env::current_dir().unwrap();
            fs::write(folder.join("a"), "1").unwrap();
            fs::write(std::env::temp_dir().join("b"), "1").unwrap();
            return format!("sat\n(folder \"{}\")\n", folder.display());
        }
        ref other => panic!("nothing to do for {other:?}"),
    }
    String::new()
}

fn wait() -> ! {
    sleep(Duration::from_secs(1000));
    exit(3)
}
