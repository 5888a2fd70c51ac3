//! Literals of the text format: names, bytes and floats.

use std::fmt::{self, Display, Formatter, Write};

/// A name in quotation marks. What is not printable ASCII is escaped, so that no tool takes it for
/// something else.
pub(super) struct Name<'a>(pub(super) &'a str);

impl Display for Name<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for letter in self.0.chars() {
            match letter {
                '"' | '\\' => write!(f, "\\{letter}")?,
                ' '..='~' => f.write_char(letter)?,
                _ => write!(f, "\\u{{{:x}}}", u32::from(letter))?,
            }
        }
        f.write_char('"')
    }
}

/// Bytes in quotation marks. Printable ASCII stands for itself.
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl Display for Bytes<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for byte in self.0 {
            match byte {
                b'"' | b'\\' => write!(f, "\\{}", char::from(*byte))?,
                b' '..=b'~' => f.write_char(char::from(*byte))?,
                _ => write!(f, "\\{byte:02x}")?,
            }
        }
        f.write_char('"')
    }
}

/// A number of type `f32`, with the payload of a NaN.
pub(super) struct Float32(pub(super) f32);

impl Display for Float32 {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0.is_nan() {
            let bits = self.0.to_bits();
            nan(self.0.is_sign_negative(), u64::from(bits & 0x7f_ffff), 1 << 22, f)
        } else {
            // The shortest digits that are read as the same number, or `inf`.
            write!(f, "{:?}", self.0)
        }
    }
}

/// A number of type `f64`, with the payload of a NaN.
pub(super) struct Float64(pub(super) f64);

impl Display for Float64 {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0.is_nan() {
            let payload = self.0.to_bits() & 0xf_ffff_ffff_ffff;
            nan(self.0.is_sign_negative(), payload, 1 << 51, f)
        } else {
            // The shortest digits that are read as the same number, or `inf`.
            write!(f, "{:?}", self.0)
        }
    }
}

fn nan(negative: bool, payload: u64, canonical: u64, f: &mut Formatter<'_>) -> fmt::Result {
    f.write_str(if negative { "-nan" } else { "nan" })?;
    if payload == canonical { Ok(()) } else { write!(f, ":0x{payload:x}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_bytes_are_escaped() {
        assert_eq!(Name("a \"\\\n\0é").to_string(), r#""a \"\\\u{a}\u{0}\u{e9}""#);
        assert_eq!(Bytes(b"a \"\\\n\0\xff").to_string(), r#""a \"\\\0a\00\ff""#);
    }

    #[test]
    fn floats_keep_sign_and_payload() {
        for (bits, text) in [
            (0x7fc0_0000, "nan"),
            (0xffc0_0000, "-nan"),
            (0x7f80_0001, "nan:0x1"),
            (0xffff_ffff, "-nan:0x7fffff"),
            (0xff80_0000, "-inf"),
            (0x8000_0000, "-0.0"),
            (0x0000_0001, "1e-45"),
        ] {
            assert_eq!(Float32(f32::from_bits(bits)).to_string(), text);
        }
        for (bits, text) in [
            (0x7ff8_0000_0000_0000, "nan"),
            (0xfff4_0000_0000_0000, "-nan:0x4000000000000"),
            (0x7ff0_0000_0000_0000, "inf"),
            (0x3ff8_0000_0000_0000, "1.5"),
        ] {
            assert_eq!(Float64(f64::from_bits(bits)).to_string(), text);
        }
    }
}
