//! `quickcheck::Arbitrary`, written as a derive would do it; quickcheck has none. Nothing is
//! shrunk.

use crate::broker::Command;
use crate::chunk::Chunk;
use crate::tagged::Message;
use crate::token::Token;
use quickcheck::{Arbitrary, Gen};

impl Arbitrary for Message {
    fn arbitrary(g: &mut Gen) -> Message {
        Message { kind: u32::arbitrary(g), length: u32::arbitrary(g), body: Vec::arbitrary(g) }
    }
}

impl Arbitrary for Chunk {
    fn arbitrary(g: &mut Gen) -> Chunk {
        let name = std::array::from_fn(|_| u8::arbitrary(g));
        Chunk { name, data: Vec::arbitrary(g), crc: u32::arbitrary(g) }
    }
}

impl Arbitrary for Token {
    fn arbitrary(g: &mut Gen) -> Token {
        Token { user: u32::arbitrary(g), expires: u32::arbitrary(g), tag: u64::arbitrary(g) }
    }
}

impl Arbitrary for Command {
    fn arbitrary(g: &mut Gen) -> Command {
        match g.choose(&[0, 1, 2, 3, 4]) {
            Some(0) => {
                Command::Connect { version: u16::arbitrary(g), client: String::arbitrary(g) }
            }
            Some(1) => {
                Command::Subscribe { topic: String::arbitrary(g), quality: u8::arbitrary(g) }
            }
            Some(2) => Command::Publish {
                topic: String::arbitrary(g),
                payload: Vec::arbitrary(g),
                retain: bool::arbitrary(g),
            },
            Some(3) => Command::Acknowledge { packet: u16::arbitrary(g) },
            _ => Command::Disconnect,
        }
    }
}
