//! Any number of different valid modules in the binary format.

/// The functions of a module, all of type [i32, i32] → [i32].
const FUNCTIONS: u8 = 4;

/// Steps of a function's body.
const STEPS: u32 = 8;

/// The `number`-th module: a memory, a global, and functions that compute with both, branch, loop
/// and call each other.
pub fn module(number: u64) -> Vec<u8> {
    let mut random = Sequence(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut bytes = b"\0asm\x01\0\0\0".to_vec();
    section(&mut bytes, 1, &[1, 0x60, 2, 0x7f, 0x7f, 1, 0x7f]);
    section(&mut bytes, 3, &[&[FUNCTIONS][..], &[0; FUNCTIONS as usize]].concat());
    section(&mut bytes, 5, &[1, 0, 1]);
    section(&mut bytes, 6, &[1, 0x7f, 1, 0x41, 7, 0x0b]);
    section(&mut bytes, 7, &[1, 1, b'f', 0, 0]);
    let mut code = vec![FUNCTIONS];
    for _ in 0..FUNCTIONS {
        let body = body(&mut random);
        code.push(body.len() as u8);
        code.extend(body);
    }
    section(&mut bytes, 10, &code);
    bytes
}

fn section(bytes: &mut Vec<u8>, id: u8, content: &[u8]) {
    bytes.push(id);
    // The length in two bytes, whatever it is.
    bytes.extend([content.len() as u8 & 0x7f | 0x80, (content.len() >> 7) as u8]);
    bytes.extend(content);
}

/// A body without locals: each step takes one number from the stack and leaves one.
fn body(random: &mut Sequence) -> Vec<u8> {
    let mut body = vec![0, 0x20, 0];
    for _ in 0..STEPS / 2 + random.below(STEPS) {
        let constant = random.below(60) as u8;
        match random.below(12) {
            0 => body.extend([0x41, constant, 0x6a]),
            1 => body.extend([0x20, 1, 0x6c]),
            2 => body.extend([0x28, 2, constant]),
            3 => body.extend([0x21, 0, 0x20, 0, 0x20, 0, 0x41, constant, 0x36, 2, 0]),
            4 => body.extend([0x04, 0x7f, 0x41, constant, 0x05, 0x41, 1, 0x0b]),
            5 => body.extend([0x20, 1, 0x10, random.below(u32::from(FUNCTIONS)) as u8]),
            6 => body.extend([0x24, 0, 0x23, 0]),
            7 => body.extend([0x21, 1, 0x03, 0x40, 0x20, 1, 0x0d, 0, 0x0b, 0x20, 1]),
            8 => body.extend([0x41, constant, 0x20, 0, 0x1b]),
            9 => body.extend([0xac, 0xa7, 0x67]),
            10 => body.extend([0xb7, 0x9f, 0xab]),
            _ => body.extend([0x02, 0x7f, 0x20, 1, 0x0b, 0x48]),
        }
    }
    body.push(0x0b);
    body
}

/// Small numbers in an order that looks random (xorshift).
struct Sequence(u64);

impl Sequence {
    fn below(&mut self, end: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as u32 % end
    }
}
