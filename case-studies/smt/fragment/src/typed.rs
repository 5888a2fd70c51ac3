//! The fragment as values: one type a sort. A mutant replaces a term by one of its own type, that
//! is, of its own sort, so every mutant is well-sorted. A variable is a number, taken modulo the
//! variables of its sort ([`lower`](crate::lower)).

use crate::bits::{BvOp, BvTest};
use crate::float::Mode;
use crate::op::{FpClass, FpOp, FpTest, IntOp, Link, Order, Quantifier, RealOp, StrTest};
use mutagen_core::Mutate;

/// Truth values.
#[derive(Debug, Clone, PartialEq, Mutate)]
#[allow(missing_docs, reason = "named as in SMT-LIB")]
pub enum Bool {
    Const(bool),
    Var(u8),
    Not(Box<Bool>),
    Link(Link, Box<Bool>, Box<Bool>),
    Ite(Box<Bool>, Box<Bool>, Box<Bool>),
    Int(Order, Box<Int>, Box<Int>),
    Divisible(u8, Box<Int>),
    Real(Order, Box<Real>, Box<Real>),
    IsInt(Box<Real>),
    Bv4(BvTest, Box<Bv4>, Box<Bv4>),
    Bv8(BvTest, Box<Bv8>, Box<Bv8>),
    Str(StrTest, Box<Str>, Box<Str>),
    IsDigit(Box<Str>),
    InRe(Box<Str>, Box<Re>),
    Array(Box<Array>, Box<Array>),
    Fp8(FpTest, Box<Fp8>, Box<Fp8>),
    Fp16(FpTest, Box<Fp16>, Box<Fp16>),
    Fp8Is(FpClass, Box<Fp8>),
    Fp16Is(FpClass, Box<Fp16>),
    /// Binds a variable of sort Bool or of four bits, which can be tried one by one.
    Quant(Quantifier, Over, Box<Bool>),
}

/// What a quantifier ranges over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
#[allow(missing_docs, reason = "the sorts of the same names")]
pub enum Over {
    Bool,
    Bv4,
}

/// Integers.
#[derive(Debug, Clone, PartialEq, Mutate)]
#[allow(missing_docs, reason = "named as in SMT-LIB")]
pub enum Int {
    Const(i64),
    Var(u8),
    Neg(Box<Int>),
    Abs(Box<Int>),
    Op(IntOp, Box<Int>, Box<Int>),
    Ite(Box<Bool>, Box<Int>, Box<Int>),
    OfReal(Box<Real>),
    Select(Box<Array>, Box<Int>),
    Len(Box<Str>),
    IndexOf(Box<Str>, Box<Str>, Box<Int>),
    ToCode(Box<Str>),
    OfStr(Box<Str>),
}

/// Reals.
#[derive(Debug, Clone, PartialEq, Mutate)]
#[allow(missing_docs, reason = "named as in SMT-LIB")]
pub enum Real {
    /// The first number divided by one more than the second.
    Const(i64, u8),
    Var(u8),
    Neg(Box<Real>),
    Op(RealOp, Box<Real>, Box<Real>),
    Ite(Box<Bool>, Box<Real>, Box<Real>),
    OfInt(Box<Int>),
    OfFp8(Box<Fp8>),
    OfFp16(Box<Fp16>),
}

/// Bit-vectors of four bits.
#[derive(Debug, Clone, PartialEq, Mutate)]
#[allow(missing_docs, reason = "named as in SMT-LIB")]
pub enum Bv4 {
    Const(#[mutate(range = 0..=15)] u8),
    Var(u8),
    Not(Box<Bv4>),
    Neg(Box<Bv4>),
    Op(BvOp, Box<Bv4>, Box<Bv4>),
    Ite(Box<Bool>, Box<Bv4>, Box<Bv4>),
    RotateLeft(u8, Box<Bv4>),
    RotateRight(u8, Box<Bv4>),
    /// Four bits from this one on, modulo five.
    Extract(u8, Box<Bv8>),
    /// `bvcomp`, with zeros in front.
    Comp(Box<Bv8>, Box<Bv8>),
    OfFp8(Mode, bool, Box<Fp8>),
}

/// Bit-vectors of eight bits.
#[derive(Debug, Clone, PartialEq, Mutate)]
#[allow(missing_docs, reason = "named as in SMT-LIB")]
pub enum Bv8 {
    Const(u8),
    Var(u8),
    Not(Box<Bv8>),
    Neg(Box<Bv8>),
    Op(BvOp, Box<Bv8>, Box<Bv8>),
    Ite(Box<Bool>, Box<Bv8>, Box<Bv8>),
    RotateLeft(u8, Box<Bv8>),
    RotateRight(u8, Box<Bv8>),
    Concat(Box<Bv4>, Box<Bv4>),
    ZeroExtend(Box<Bv4>),
    SignExtend(Box<Bv4>),
    OfFp16(Mode, bool, Box<Fp16>),
}

/// Strings.
#[derive(Debug, Clone, PartialEq, Mutate)]
#[allow(missing_docs, reason = "named as in SMT-LIB")]
pub enum Str {
    Const(#[mutate(regex = r"[ab01A\- ]{0,4}")] String),
    Var(u8),
    Concat(Box<Str>, Box<Str>),
    Substr(Box<Str>, Box<Int>, Box<Int>),
    At(Box<Str>, Box<Int>),
    Replace(Box<Str>, Box<Str>, Box<Str>),
    ReplaceAll(Box<Str>, Box<Str>, Box<Str>),
    Ite(Box<Bool>, Box<Str>, Box<Str>),
    OfInt(Box<Int>),
    FromCode(Box<Int>),
}

/// Regular expressions. Their strings are literals.
#[derive(Debug, Clone, PartialEq, Mutate)]
#[allow(missing_docs, reason = "named as in SMT-LIB")]
pub enum Re {
    None,
    All,
    AllChar,
    Text(#[mutate(regex = r"[ab01]{0,3}")] String),
    Range(#[mutate(regex = r"[ab01]")] String, #[mutate(regex = r"[ab01]")] String),
    Concat(Box<Re>, Box<Re>),
    Union(Box<Re>, Box<Re>),
    Inter(Box<Re>, Box<Re>),
    Diff(Box<Re>, Box<Re>),
    Comp(Box<Re>),
    Star(Box<Re>),
    Plus(Box<Re>),
    Opt(Box<Re>),
    Loop(#[mutate(range = 0..=3)] u8, #[mutate(range = 0..=3)] u8, Box<Re>),
}

/// Arrays from integers to integers.
#[derive(Debug, Clone, PartialEq, Mutate)]
#[allow(missing_docs, reason = "named as in SMT-LIB")]
pub enum Array {
    Var(u8),
    Const(Box<Int>),
    Store(Box<Array>, Box<Int>, Box<Int>),
    Ite(Box<Bool>, Box<Array>, Box<Array>),
}

/// Floating-point numbers of eight bits ([`Format::SMALL`](crate::sort::Format::SMALL)).
#[derive(Debug, Clone, PartialEq, Mutate)]
#[allow(missing_docs, reason = "named as in SMT-LIB")]
pub enum Fp8 {
    Const(u8),
    Var(u8),
    Op(FpOp, Mode, Box<Fp8>, Box<Fp8>),
    Fma(Mode, Box<Fp8>, Box<Fp8>, Box<Fp8>),
    Sqrt(Mode, Box<Fp8>),
    Rem(Box<Fp8>, Box<Fp8>),
    Round(Mode, Box<Fp8>),
    Min(Box<Fp8>, Box<Fp8>),
    Max(Box<Fp8>, Box<Fp8>),
    Abs(Box<Fp8>),
    Neg(Box<Fp8>),
    Ite(Box<Bool>, Box<Fp8>, Box<Fp8>),
    OfFp16(Mode, Box<Fp16>),
    OfReal(Mode, Box<Real>),
    OfBits(Box<Bv8>),
    OfBv(Mode, bool, Box<Bv4>),
}

/// Floating-point numbers of half precision.
#[derive(Debug, Clone, PartialEq, Mutate)]
#[allow(missing_docs, reason = "named as in SMT-LIB")]
pub enum Fp16 {
    Const(u16),
    Var(u8),
    Op(FpOp, Mode, Box<Fp16>, Box<Fp16>),
    Fma(Mode, Box<Fp16>, Box<Fp16>, Box<Fp16>),
    Sqrt(Mode, Box<Fp16>),
    Rem(Box<Fp16>, Box<Fp16>),
    Round(Mode, Box<Fp16>),
    Min(Box<Fp16>, Box<Fp16>),
    Max(Box<Fp16>, Box<Fp16>),
    Abs(Box<Fp16>),
    Neg(Box<Fp16>),
    Ite(Box<Bool>, Box<Fp16>, Box<Fp16>),
    OfFp8(Mode, Box<Fp8>),
    OfReal(Mode, Box<Real>),
    OfBv(Mode, bool, Box<Bv8>),
}

/// A formula: assertions, and the theories that they use.
#[derive(Debug, Clone, PartialEq, Mutate)]
pub struct Formula {
    /// The sorts that the formula is of: a number into the table of theories in `lower.rs`.
    pub mix: u8,
    /// The assertions.
    #[mutate(max_len = 6)]
    pub assertions: Vec<Bool>,
}

/// A value for each declared variable.
#[derive(Debug, Clone, PartialEq, Mutate)]
#[allow(missing_docs, reason = "named as the sorts")]
pub struct Draw {
    pub bools: [bool; 3],
    pub ints: [i64; 3],
    /// As [`Real::Const`].
    pub reals: [(i64, u8); 3],
    /// Modulo 16.
    pub bv4s: [u8; 3],
    pub bv8s: [u8; 3],
    pub strs: [Text; 3],
    /// The value at all other places, then places and their values.
    pub arrays: [(i64, Vec<(i64, i64)>); 3],
    pub fp8s: [u8; 3],
    pub fp16s: [u16; 3],
}

/// A string of the alphabet of [`Str::Const`].
#[derive(Debug, Clone, PartialEq, Mutate)]
pub struct Text(#[mutate(regex = r"[ab01A\- ]{0,4}")] pub String);
