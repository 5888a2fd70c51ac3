//! `IpAddr`, `SocketAddr` and the types of their fields. The 2 enums are mutated as enums. An IP
//! address is one node, with the random mutants of each of its octets or segments. A V4 or V6
//! socket address is one node, with the mutants of the struct of its parts. Of the generated IP
//! addresses, 1/4 have a special meaning (unspecified, local, private, multicast, broadcast), and
//! the others are any bits.

use crate::impls::by_shape::via::{Via, quoted, via};
use crate::value::Generator;
use rand::Rng;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

mutagen_derive::foreign! {
    enum IpAddr { V4(Ipv4Addr), V6(Ipv6Addr) }

    enum SocketAddr { V4(SocketAddrV4), V6(SocketAddrV6) }
}

impl Via<[u8; 4]> for Ipv4Addr {
    const PURE: bool = false;

    fn to_parts(&self) -> Option<[u8; 4]> {
        Some(self.octets())
    }
    fn from_parts(parts: &[u8; 4]) -> Self {
        Ipv4Addr::from(*parts)
    }
    fn draw(generator: &mut Generator) -> Self {
        let bits = generator.random().next_u32();
        let [_, b, c, d] = bits.to_be_bytes();
        match generator.below(24) {
            0 => Ipv4Addr::UNSPECIFIED,
            1 => Ipv4Addr::LOCALHOST,
            2 => Ipv4Addr::BROADCAST,
            3 => Ipv4Addr::new(10, b, c, d),
            4 => Ipv4Addr::new(192, 168, c, d),
            5 => Ipv4Addr::new(224, b, c, d),
            _ => Ipv4Addr::from(bits),
        }
    }
    quoted!("an IPv4 address such as \"127.0.0.1\"");
}

via!([] Ipv4Addr, [u8; 4]);

impl Via<[u16; 8]> for Ipv6Addr {
    const PURE: bool = false;

    fn to_parts(&self) -> Option<[u16; 8]> {
        Some(self.segments())
    }
    fn from_parts(parts: &[u16; 8]) -> Self {
        Ipv6Addr::from(*parts)
    }
    fn draw(generator: &mut Generator) -> Self {
        let bits = u128::from(generator.random().next_u64()) << 64
            | u128::from(generator.random().next_u64());
        match generator.below(24) {
            0 => Ipv6Addr::UNSPECIFIED,
            1 => Ipv6Addr::LOCALHOST,
            2 => Ipv4Addr::draw(generator).to_ipv6_mapped(),
            3 => Ipv6Addr::from(bits >> 16 | 0xfe80 << 112),
            4 => Ipv6Addr::from(bits >> 16 | 0xfc00 << 112),
            5 => Ipv6Addr::from(bits >> 16 | 0xff02 << 112),
            _ => Ipv6Addr::from(bits),
        }
    }
    quoted!("an IPv6 address such as \"::1\"");
}

via!([] Ipv6Addr, [u16; 8]);

/// The parts of the socket addresses.
mod parts {
    use super::{Ipv4Addr, Ipv6Addr};

    #[derive(mutagen_derive::Mutate)]
    pub(crate) struct SocketAddrV4 {
        pub(super) ip: Ipv4Addr,
        pub(super) port: u16,
    }

    #[derive(mutagen_derive::Mutate)]
    pub(crate) struct SocketAddrV6 {
        pub(super) ip: Ipv6Addr,
        pub(super) port: u16,
        pub(super) flowinfo: u32,
        pub(super) scope_id: u32,
    }
}

impl Via<parts::SocketAddrV4> for SocketAddrV4 {
    fn to_parts(&self) -> Option<parts::SocketAddrV4> {
        Some(parts::SocketAddrV4 { ip: *self.ip(), port: self.port() })
    }
    fn from_parts(parts: &parts::SocketAddrV4) -> Self {
        SocketAddrV4::new(parts.ip, parts.port)
    }
}

via!([] SocketAddrV4, parts::SocketAddrV4);

impl Via<parts::SocketAddrV6> for SocketAddrV6 {
    fn to_parts(&self) -> Option<parts::SocketAddrV6> {
        Some(parts::SocketAddrV6 {
            ip: *self.ip(),
            port: self.port(),
            flowinfo: self.flowinfo(),
            scope_id: self.scope_id(),
        })
    }
    fn from_parts(parts: &parts::SocketAddrV6) -> Self {
        SocketAddrV6::new(parts.ip, parts.port, parts.flowinfo, parts.scope_id)
    }
}

via!([] SocketAddrV6, parts::SocketAddrV6);
