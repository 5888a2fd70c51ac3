//! The operators of the fragment, with their names in SMT-LIB.

use crate::bits::{BvOp, BvTest};
use crate::float::Mode;
use crate::sort::{Format, Sort};
use crate::value::Value;
use mutagen_core::Mutate;

/// A connective of two truth values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Mutate)]
#[allow(missing_docs, reason = "named as in SMT-LIB")]
pub enum Link {
    And,
    Or,
    Implies,
    Xor,
    Equal,
    Distinct,
}

/// A comparison of two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Mutate)]
#[allow(missing_docs, reason = "named as in SMT-LIB")]
pub enum Order {
    Equal,
    Distinct,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// An operator of two integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Mutate)]
#[allow(missing_docs, reason = "named as in SMT-LIB")]
pub enum IntOp {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
}

/// An operator of two reals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Mutate)]
#[allow(missing_docs, reason = "named as in SMT-LIB")]
pub enum RealOp {
    Add,
    Sub,
    Mul,
    Div,
}

/// A relation of two strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Mutate)]
#[allow(missing_docs, reason = "named as in SMT-LIB")]
pub enum StrTest {
    Equal,
    Distinct,
    Less,
    LessEqual,
    PrefixOf,
    SuffixOf,
    Contains,
}

/// A comparison of two floating-point numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Mutate)]
#[allow(missing_docs, reason = "named as in SMT-LIB")]
pub enum FpTest {
    Same,
    Distinct,
    Equal,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// A class of floating-point numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Mutate)]
#[allow(missing_docs, reason = "named as in SMT-LIB")]
pub enum FpClass {
    Nan,
    Infinite,
    Zero,
    Normal,
    Subnormal,
    Negative,
    Positive,
}

/// An operator of two floating-point numbers and a rounding mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Mutate)]
#[allow(missing_docs, reason = "named as in SMT-LIB")]
pub enum FpOp {
    Add,
    Sub,
    Mul,
    Div,
}

/// A quantifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Mutate)]
#[allow(missing_docs, reason = "named as in SMT-LIB")]
pub enum Quantifier {
    Forall,
    Exists,
}

/// An operator: what a [`Term`](crate::term::Term) is of.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "named as in SMT-LIB")]
pub enum Op {
    /// A literal.
    Literal(Value),
    /// A declared variable: its sort and number.
    Var(Sort, u8),
    /// A bound variable: its sort and the number of quantifiers around its own.
    Bound(Sort, u8),
    /// The quantifier binds one variable of the sort; the number is that of [`Op::Bound`].
    Quant(Quantifier, Sort, u8),
    /// `ite` of the sort of its branches.
    Ite,
    Not,
    Link(Link),
    Int(IntOp),
    IntNeg,
    Abs,
    IntTest(Order),
    Divisible(u64),
    Real(RealOp),
    RealNeg,
    RealTest(Order),
    ToReal,
    ToInt,
    IsInt,
    Bv(BvOp),
    BvNot,
    BvNeg,
    BvTest(BvTest),
    Comp,
    Concat,
    /// The lowest bit, of this many.
    Extract(u32, u32),
    ZeroExtend(u32),
    SignExtend(u32),
    RotateLeft(u32),
    RotateRight(u32),
    StrConcat,
    Substr,
    At,
    Replace,
    ReplaceAll,
    FromInt,
    FromCode,
    Len,
    IndexOf,
    ToCode,
    StrToInt,
    StrTest(StrTest),
    IsDigit,
    InRe,
    ToRe,
    ReNone,
    ReAll,
    ReAllChar,
    ReConcat,
    ReUnion,
    ReInter,
    ReDiff,
    ReComp,
    ReStar,
    RePlus,
    ReOpt,
    ReRange,
    ReLoop(u32, u32),
    Constant,
    Store,
    Select,
    ArrayEqual,
    Fp(FpOp, Mode),
    Fma(Mode),
    Sqrt(Mode),
    Rem,
    Round(Mode),
    Min,
    Max,
    FpAbs,
    FpNeg,
    FpTest(FpTest),
    FpIs(FpClass),
    /// From another format, or a real.
    ToFp(Mode, Format),
    /// From the bits of a bit-vector.
    OfBits(Format),
    /// From a bit-vector as a number, with a sign or without.
    FpOfBv(Mode, bool, Format),
    FpToReal,
    /// To a bit-vector of this width, with a sign or without.
    FpToBv(Mode, bool, u32),
}

impl Order {
    fn name(self) -> &'static str {
        match self {
            Order::Equal => "=",
            Order::Distinct => "distinct",
            Order::Less => "<",
            Order::LessEqual => "<=",
            Order::Greater => ">",
            Order::GreaterEqual => ">=",
        }
    }
}

impl Quantifier {
    /// The name in SMT-LIB.
    pub fn name(self) -> &'static str {
        match self {
            Quantifier::Forall => "forall",
            Quantifier::Exists => "exists",
        }
    }
}

impl Op {
    /// The word for the operator in kinds of failures: the name without indices and modes. Empty
    /// for leaves.
    pub fn word(&self) -> &'static str {
        match self {
            Op::Literal(_) | Op::Var(..) | Op::Bound(..) => "",
            Op::Quant(quantifier, ..) => quantifier.name(),
            Op::Ite => "ite",
            Op::Not => "not",
            Op::Link(link) => match link {
                Link::And => "and",
                Link::Or => "or",
                Link::Implies => "=>",
                Link::Xor => "xor",
                Link::Equal => "=",
                Link::Distinct => "distinct",
            },
            Op::Int(op) => match op {
                IntOp::Add => "+",
                IntOp::Sub => "-",
                IntOp::Mul => "*",
                IntOp::Div => "div",
                IntOp::Mod => "mod",
            },
            Op::IntNeg | Op::RealNeg => "-",
            Op::Abs => "abs",
            Op::IntTest(order) | Op::RealTest(order) => order.name(),
            Op::Divisible(_) => "divisible",
            Op::Real(op) => match op {
                RealOp::Add => "+",
                RealOp::Sub => "-",
                RealOp::Mul => "*",
                RealOp::Div => "/",
            },
            Op::ToReal => "to_real",
            Op::ToInt => "to_int",
            Op::IsInt => "is_int",
            Op::Bv(op) => op.name(),
            Op::BvNot => "bvnot",
            Op::BvNeg => "bvneg",
            Op::BvTest(test) => test.name(),
            Op::Comp => "bvcomp",
            Op::Concat => "concat",
            Op::Extract(..) => "extract",
            Op::ZeroExtend(_) => "zero_extend",
            Op::SignExtend(_) => "sign_extend",
            Op::RotateLeft(_) => "rotate_left",
            Op::RotateRight(_) => "rotate_right",
            Op::StrConcat => "str.++",
            Op::Substr => "str.substr",
            Op::At => "str.at",
            Op::Replace => "str.replace",
            Op::ReplaceAll => "str.replace_all",
            Op::FromInt => "str.from_int",
            Op::FromCode => "str.from_code",
            Op::Len => "str.len",
            Op::IndexOf => "str.indexof",
            Op::ToCode => "str.to_code",
            Op::StrToInt => "str.to_int",
            Op::StrTest(test) => match test {
                StrTest::Equal => "=",
                StrTest::Distinct => "distinct",
                StrTest::Less => "str.<",
                StrTest::LessEqual => "str.<=",
                StrTest::PrefixOf => "str.prefixof",
                StrTest::SuffixOf => "str.suffixof",
                StrTest::Contains => "str.contains",
            },
            Op::IsDigit => "str.is_digit",
            Op::InRe => "str.in_re",
            Op::ToRe => "str.to_re",
            Op::ReNone => "re.none",
            Op::ReAll => "re.all",
            Op::ReAllChar => "re.allchar",
            Op::ReConcat => "re.++",
            Op::ReUnion => "re.union",
            Op::ReInter => "re.inter",
            Op::ReDiff => "re.diff",
            Op::ReComp => "re.comp",
            Op::ReStar => "re.*",
            Op::RePlus => "re.+",
            Op::ReOpt => "re.opt",
            Op::ReRange => "re.range",
            Op::ReLoop(..) => "re.loop",
            Op::Constant => "const",
            Op::Store => "store",
            Op::Select => "select",
            Op::ArrayEqual => "=",
            Op::Fp(op, _) => match op {
                FpOp::Add => "fp.add",
                FpOp::Sub => "fp.sub",
                FpOp::Mul => "fp.mul",
                FpOp::Div => "fp.div",
            },
            Op::Fma(_) => "fp.fma",
            Op::Sqrt(_) => "fp.sqrt",
            Op::Rem => "fp.rem",
            Op::Round(_) => "fp.roundToIntegral",
            Op::Min => "fp.min",
            Op::Max => "fp.max",
            Op::FpAbs => "fp.abs",
            Op::FpNeg => "fp.neg",
            Op::FpTest(test) => match test {
                FpTest::Same => "=",
                FpTest::Distinct => "distinct",
                FpTest::Equal => "fp.eq",
                FpTest::Less => "fp.lt",
                FpTest::LessEqual => "fp.leq",
                FpTest::Greater => "fp.gt",
                FpTest::GreaterEqual => "fp.geq",
            },
            Op::FpIs(class) => match class {
                FpClass::Nan => "fp.isNaN",
                FpClass::Infinite => "fp.isInfinite",
                FpClass::Zero => "fp.isZero",
                FpClass::Normal => "fp.isNormal",
                FpClass::Subnormal => "fp.isSubnormal",
                FpClass::Negative => "fp.isNegative",
                FpClass::Positive => "fp.isPositive",
            },
            Op::ToFp(..) | Op::OfBits(_) | Op::FpOfBv(_, true, _) => "to_fp",
            Op::FpOfBv(_, false, _) => "to_fp_unsigned",
            Op::FpToReal => "fp.to_real",
            Op::FpToBv(_, true, _) => "fp.to_sbv",
            Op::FpToBv(_, false, _) => "fp.to_ubv",
        }
    }
}
