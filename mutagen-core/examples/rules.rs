//! Restricts the values of fields: a range, a greatest length, a default, and a `With` for a type
//! that has no `Mutate` that fits.
//!
//! ```text
//! $ cargo run -p mutagen-core --example rules
//! Server { address: "127.0.0.1", port: 8080, hosts: [] }
//! Server { address: "127.0.0.83", port: 8382, hosts: [true, true] }
//! Server { address: "127.0.0.207", port: 8747, hosts: [false] }
//! Server { address: "127.0.0.195", port: 8537, hosts: [true, true] }
//! Server { address: "127.0.0.14", port: 8647, hosts: [false, false] }
//! ```

use mutagen_core::{Generator, Mutate, With, text};
use std::net::Ipv4Addr;

/// Addresses of this machine.
struct Local;

impl With<Ipv4Addr> for Local {
    fn smallest() -> Ipv4Addr {
        Ipv4Addr::LOCALHOST
    }
    fn generate(generator: &mut Generator) -> Ipv4Addr {
        let last = generator.number(1, 254);
        Ipv4Addr::from_bits((127 << 24) | last)
    }
    fn print(address: &Ipv4Addr) -> Option<String> {
        Some(address.to_string())
    }
}

const PORTS: std::ops::RangeInclusive<u16> = 8000..=8999;

#[derive(Debug, Mutate)]
struct Server {
    #[mutate(with = Local)]
    address: Ipv4Addr,
    #[mutate(range = PORTS, default = 8080)]
    port: u16,
    #[mutate(max_len = 2)]
    hosts: Vec<bool>,
    #[mutate(fixed)]
    started: Option<u64>,
}

fn main() {
    println!("{}", text::print(&Server::smallest()));
    for seed in 0..4 {
        let server = Server::generate(&mut Generator::seeded(seed, 9));
        assert!(server.port >= 8000 && server.hosts.len() <= 2 && server.started.is_none());
        println!("{}", text::print(&server));
    }
}
