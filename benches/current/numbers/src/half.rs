//! half 2.7.1: conversions to 16 bits give the nearest number.

use half::{bf16, f16};
use mutagen_core::{Outcome, assume, check, property};

/// No other half-precision number is nearer to a double, and a tie goes to the even one.
#[property]
#[ignore = "finds a defect"]
pub fn doubles_become_the_nearest_f16(value: f64) -> Outcome {
    let near = f16::from_f64(value);
    assume!(near.is_finite());
    check!(is_nearest(value, near.to_bits(), |bits| f16::from_bits(bits).to_f64()))
}

/// The same for the conversion that can be called in constants.
#[property]
#[ignore = "finds a defect"]
pub fn doubles_become_the_nearest_f16_in_constants(value: f64) -> Outcome {
    let near = f16::from_f64_const(value);
    assume!(near.is_finite());
    check!(is_nearest(value, near.to_bits(), |bits| f16::from_bits(bits).to_f64()))
}

/// No other brain float is nearer to a double, and a tie goes to the even one.
#[property]
#[ignore = "finds a defect"]
pub fn doubles_become_the_nearest_bf16(value: f64) -> Outcome {
    let near = bf16::from_f64(value);
    assume!(near.is_finite());
    check!(is_nearest(value, near.to_bits(), |bits| bf16::from_bits(bits).to_f64()))
}

/// The same for single precision.
#[property]
pub fn floats_become_the_nearest_f16(value: f32) -> Outcome {
    let near = f16::from_f32(value);
    assume!(near.is_finite());
    check!(is_nearest(value.into(), near.to_bits(), |bits| f16::from_bits(bits).to_f64()))
}

/// Compares with the two neighbours. The differences are exact where they matter: near numbers are
/// subtracted without rounding.
fn is_nearest(value: f64, bits: u16, number: impl Fn(u16) -> f64) -> bool {
    let off = (value - number(bits)).abs();
    let others = [bits.wrapping_add(1), bits.wrapping_sub(1)];
    others.into_iter().filter(|other| (other ^ bits) & 0x8000 == 0).all(|other| {
        let number = number(other);
        let there = (value - number).abs();
        !number.is_finite() || off < there || (off == there && bits.is_multiple_of(2))
    })
}
