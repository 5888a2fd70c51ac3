//! What the tests run instead of solvers and of the clients of registries. Which of them it is says
//! the name that it is started by. What a solver does says the first line of the script, after
//! `; fake`; what a client does, the text that it is asked for.

mod client;
mod solver;

use std::path::Path;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let name = Path::new(&arguments[0]).file_name().unwrap_or_default().to_string_lossy();
    match (&*name, &arguments[1..]) {
        ("python3", [option, _, kind, _]) if option == "-c" => solver::live(kind),
        ("python3" | "apt-get" | "dpkg-deb", told) => client::run(&name, told),
        (_, [word]) if word == "sleep" => std::thread::sleep(std::time::Duration::from_secs(1000)),
        _ => solver::run(),
    }
}
