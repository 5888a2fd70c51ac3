//! From typed values to terms. Variables get their names here, and what is outside the chosen mix
//! of theories becomes a variable, so that a formula has few theories although each type can reach
//! all of them.

use crate::op::Op;
use crate::sort::{Format, Sort};
use crate::term::Term;
use crate::typed::{Array, Bool, Bv4, Bv8, Formula, Fp8, Fp16, Int, Over, Re, Real, Str};
use crate::value::{Rational, Value};
use num_bigint::BigInt;

/// Declared variables of each sort.
pub const VARIABLES: u8 = 3;

/// What a formula may contain besides truth values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Theory {
    Int,
    Real,
    Bv,
    Str,
    Re,
    Array,
    Fp,
    Quant,
}

/// The mixes of theories, each with the logic that the script sets: [`Formula::mix`] is taken
/// modulo their number. OxiZ, for one, has other procedures for `QF_NIA` and `QF_NRA`.
const MIXES: [(&str, &[Theory]); 18] = {
    use Theory::{Array, Bv, Fp, Int, Quant, Re, Real, Str};
    [
        ("ALL", &[Int]),
        ("ALL", &[Real]),
        ("ALL", &[Bv]),
        ("ALL", &[Int, Array]),
        ("ALL", &[Int, Str]),
        ("ALL", &[Fp]),
        ("ALL", &[Int, Real]),
        ("ALL", &[Str, Re]),
        ("ALL", &[Bv, Quant]),
        ("ALL", &[Int, Str, Re]),
        ("ALL", &[Fp, Bv]),
        ("ALL", &[Fp, Real]),
        ("ALL", &[Int, Real, Array, Bv]),
        ("ALL", &[Int, Real, Bv, Str, Re, Array, Fp, Quant]),
        ("QF_NIA", &[Int]),
        ("QF_NRA", &[Real]),
        ("QF_BV", &[Bv]),
        ("QF_FP", &[Fp]),
    ]
};

/// Makes terms: knows the mix, and the bound variables around the term.
struct Lowering {
    mix: &'static [Theory],
    bound: Vec<Sort>,
}

/// The logic and theories of a formula.
fn mix(formula: &Formula) -> (&'static str, &'static [Theory]) {
    MIXES[usize::from(formula.mix) % MIXES.len()]
}

/// The logic of a formula.
pub fn logic(formula: &Formula) -> &'static str {
    mix(formula).0
}

/// The assertions of a formula.
pub fn assertions(formula: &Formula) -> Vec<Term> {
    let mut lowering = Lowering { mix: mix(formula).1, bound: Vec::new() };
    formula.assertions.iter().map(|term| lowering.bool(term)).collect()
}

/// The value of [`Real::Const`].
pub fn real(numerator: i64, denominator: u8) -> Rational {
    Rational::new(numerator.into(), (u16::from(denominator) + 1).into())
}

/// A string as code points.
pub fn codes(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}

impl Lowering {
    fn has(&self, theory: Theory) -> bool {
        self.mix.contains(&theory)
    }

    /// A variable of the sort: the bound ones first, the innermost being number 0.
    fn var(&self, sort: Sort, number: u8) -> Term {
        let levels = (0..=u8::MAX).zip(&self.bound);
        let mut bound: Vec<u8> =
            levels.filter(|(_, bound)| **bound == sort).map(|(level, _)| level).collect();
        bound.reverse();
        let number = usize::from(number) % (bound.len() + usize::from(VARIABLES));
        let op = match bound.get(number) {
            Some(&level) => Op::Bound(sort, level),
            None => Op::Var(sort, (number - bound.len()) as u8),
        };
        Term::new(op, sort, [])
    }

    fn bool(&mut self, term: &Bool) -> Term {
        let sort = Sort::Bool;
        // What stands for an atom of a theory that is not in the mix.
        let outside = |lowering: &Lowering| lowering.var(Sort::Bool, 0);
        let theory = match term {
            Bool::Int(..) | Bool::Divisible(..) => Some(Theory::Int),
            Bool::Real(..) | Bool::IsInt(_) => Some(Theory::Real),
            Bool::Bv4(..) | Bool::Bv8(..) => Some(Theory::Bv),
            Bool::Str(..) | Bool::IsDigit(_) => Some(Theory::Str),
            Bool::InRe(..) => Some(Theory::Re),
            Bool::Array(..) => Some(Theory::Array),
            Bool::Fp8(..) | Bool::Fp16(..) | Bool::Fp8Is(..) | Bool::Fp16Is(..) => Some(Theory::Fp),
            Bool::Quant(..) => Some(Theory::Quant),
            _ => None,
        };
        if theory.is_some_and(|theory| !self.has(theory)) {
            return outside(self);
        }
        let (op, args) = match term {
            Bool::Const(value) => return Term::literal(Value::Bool(*value)),
            Bool::Var(number) => return self.var(sort, *number),
            Bool::Not(a) => (Op::Not, vec![self.bool(a)]),
            Bool::Link(link, a, b) => (Op::Link(*link), vec![self.bool(a), self.bool(b)]),
            Bool::Ite(c, a, b) => (Op::Ite, vec![self.bool(c), self.bool(a), self.bool(b)]),
            Bool::Int(order, a, b) => (Op::IntTest(*order), vec![self.int(a), self.int(b)]),
            Bool::Divisible(n, a) => (Op::Divisible(u64::from(*n) + 1), vec![self.int(a)]),
            Bool::Real(order, a, b) => (Op::RealTest(*order), vec![self.real(a), self.real(b)]),
            Bool::IsInt(a) => (Op::IsInt, vec![self.real(a)]),
            Bool::Bv4(test, a, b) => (Op::BvTest(*test), vec![self.bv4(a), self.bv4(b)]),
            Bool::Bv8(test, a, b) => (Op::BvTest(*test), vec![self.bv8(a), self.bv8(b)]),
            Bool::Str(test, a, b) => (Op::StrTest(*test), vec![self.str(a), self.str(b)]),
            Bool::IsDigit(a) => (Op::IsDigit, vec![self.str(a)]),
            Bool::InRe(a, b) => (Op::InRe, vec![self.str(a), self.re(b)]),
            Bool::Array(a, b) => (Op::ArrayEqual, vec![self.array(a), self.array(b)]),
            Bool::Fp8(test, a, b) => (Op::FpTest(*test), vec![self.fp8(a), self.fp8(b)]),
            Bool::Fp16(test, a, b) => (Op::FpTest(*test), vec![self.fp16(a), self.fp16(b)]),
            Bool::Fp8Is(class, a) => (Op::FpIs(*class), vec![self.fp8(a)]),
            Bool::Fp16Is(class, a) => (Op::FpIs(*class), vec![self.fp16(a)]),
            Bool::Quant(quantifier, over, body) => {
                let over = match over {
                    Over::Bool => Sort::Bool,
                    Over::Bv4 => Sort::Bv(4),
                };
                let Ok(level) = u8::try_from(self.bound.len()) else { return outside(self) };
                self.bound.push(over);
                let body = self.bool(body);
                self.bound.pop();
                (Op::Quant(*quantifier, over, level), vec![body])
            }
        };
        Term::new(op, sort, args)
    }

    fn int(&mut self, term: &Int) -> Term {
        let sort = Sort::Int;
        let theory = match term {
            Int::OfReal(_) => Theory::Real,
            Int::Select(..) => Theory::Array,
            Int::Len(_) | Int::IndexOf(..) | Int::ToCode(_) | Int::OfStr(_) => Theory::Str,
            _ => Theory::Int,
        };
        if !self.has(theory) {
            return self.var(sort, 0);
        }
        let (op, args) = match term {
            Int::Const(value) => return Term::literal(Value::Int(BigInt::from(*value))),
            Int::Var(number) => return self.var(sort, *number),
            Int::Neg(a) => (Op::IntNeg, vec![self.int(a)]),
            Int::Abs(a) => (Op::Abs, vec![self.int(a)]),
            Int::Op(op, a, b) => (Op::Int(*op), vec![self.int(a), self.int(b)]),
            Int::Ite(c, a, b) => (Op::Ite, vec![self.bool(c), self.int(a), self.int(b)]),
            Int::OfReal(a) => (Op::ToInt, vec![self.real(a)]),
            Int::Select(a, b) => (Op::Select, vec![self.array(a), self.int(b)]),
            Int::Len(a) => (Op::Len, vec![self.str(a)]),
            Int::IndexOf(a, b, c) => (Op::IndexOf, vec![self.str(a), self.str(b), self.int(c)]),
            Int::ToCode(a) => (Op::ToCode, vec![self.str(a)]),
            Int::OfStr(a) => (Op::StrToInt, vec![self.str(a)]),
        };
        Term::new(op, sort, args)
    }

    fn real(&mut self, term: &Real) -> Term {
        let sort = Sort::Real;
        let theory = match term {
            Real::OfInt(_) => Theory::Int,
            Real::OfFp8(_) | Real::OfFp16(_) => Theory::Fp,
            _ => Theory::Real,
        };
        if !self.has(theory) {
            return self.var(sort, 0);
        }
        let (op, args) = match term {
            Real::Const(a, b) => return Term::literal(Value::Real(real(*a, *b))),
            Real::Var(number) => return self.var(sort, *number),
            Real::Neg(a) => (Op::RealNeg, vec![self.real(a)]),
            Real::Op(op, a, b) => (Op::Real(*op), vec![self.real(a), self.real(b)]),
            Real::Ite(c, a, b) => (Op::Ite, vec![self.bool(c), self.real(a), self.real(b)]),
            Real::OfInt(a) => (Op::ToReal, vec![self.int(a)]),
            Real::OfFp8(a) => (Op::FpToReal, vec![self.fp8(a)]),
            Real::OfFp16(a) => (Op::FpToReal, vec![self.fp16(a)]),
        };
        Term::new(op, sort, args)
    }

    fn bv4(&mut self, term: &Bv4) -> Term {
        let sort = Sort::Bv(4);
        let theory = if matches!(term, Bv4::OfFp8(..)) { Theory::Fp } else { Theory::Bv };
        if !self.has(theory) {
            return self.var(sort, 0);
        }
        let (op, args) = match term {
            Bv4::Const(bits) => return Term::literal(Value::Bv(4, u64::from(bits & 15))),
            Bv4::Var(number) => return self.var(sort, *number),
            Bv4::Not(a) => (Op::BvNot, vec![self.bv4(a)]),
            Bv4::Neg(a) => (Op::BvNeg, vec![self.bv4(a)]),
            Bv4::Op(op, a, b) => (Op::Bv(*op), vec![self.bv4(a), self.bv4(b)]),
            Bv4::Ite(c, a, b) => (Op::Ite, vec![self.bool(c), self.bv4(a), self.bv4(b)]),
            Bv4::RotateLeft(n, a) => (Op::RotateLeft(u32::from(n % 10)), vec![self.bv4(a)]),
            Bv4::RotateRight(n, a) => (Op::RotateRight(u32::from(n % 10)), vec![self.bv4(a)]),
            Bv4::Extract(n, a) => (Op::Extract(u32::from(n % 5), 4), vec![self.bv8(a)]),
            Bv4::Comp(a, b) => {
                let bit = Term::new(Op::Comp, Sort::Bv(1), [self.bv8(a), self.bv8(b)]);
                (Op::ZeroExtend(3), vec![bit])
            }
            Bv4::OfFp8(mode, signed, a) => (Op::FpToBv(*mode, *signed, 4), vec![self.fp8(a)]),
        };
        Term::new(op, sort, args)
    }

    fn bv8(&mut self, term: &Bv8) -> Term {
        let sort = Sort::Bv(8);
        let theory = if matches!(term, Bv8::OfFp16(..)) { Theory::Fp } else { Theory::Bv };
        if !self.has(theory) {
            return self.var(sort, 0);
        }
        let (op, args) = match term {
            Bv8::Const(bits) => return Term::literal(Value::Bv(8, u64::from(*bits))),
            Bv8::Var(number) => return self.var(sort, *number),
            Bv8::Not(a) => (Op::BvNot, vec![self.bv8(a)]),
            Bv8::Neg(a) => (Op::BvNeg, vec![self.bv8(a)]),
            Bv8::Op(op, a, b) => (Op::Bv(*op), vec![self.bv8(a), self.bv8(b)]),
            Bv8::Ite(c, a, b) => (Op::Ite, vec![self.bool(c), self.bv8(a), self.bv8(b)]),
            Bv8::RotateLeft(n, a) => (Op::RotateLeft(u32::from(n % 20)), vec![self.bv8(a)]),
            Bv8::RotateRight(n, a) => (Op::RotateRight(u32::from(n % 20)), vec![self.bv8(a)]),
            Bv8::Concat(a, b) => (Op::Concat, vec![self.bv4(a), self.bv4(b)]),
            Bv8::ZeroExtend(a) => (Op::ZeroExtend(4), vec![self.bv4(a)]),
            Bv8::SignExtend(a) => (Op::SignExtend(4), vec![self.bv4(a)]),
            Bv8::OfFp16(mode, signed, a) => (Op::FpToBv(*mode, *signed, 8), vec![self.fp16(a)]),
        };
        Term::new(op, sort, args)
    }

    fn str(&mut self, term: &Str) -> Term {
        let sort = Sort::Str;
        let theory = if matches!(term, Str::OfInt(_) | Str::FromCode(_)) {
            Theory::Int
        } else {
            Theory::Str
        };
        if !self.has(theory) {
            return self.var(sort, 0);
        }
        let (op, args) = match term {
            Str::Const(text) => return Term::literal(Value::Str(codes(text))),
            Str::Var(number) => return self.var(sort, *number),
            Str::Concat(a, b) => (Op::StrConcat, vec![self.str(a), self.str(b)]),
            Str::Substr(a, b, c) => (Op::Substr, vec![self.str(a), self.int(b), self.int(c)]),
            Str::At(a, b) => (Op::At, vec![self.str(a), self.int(b)]),
            Str::Replace(a, b, c) => (Op::Replace, vec![self.str(a), self.str(b), self.str(c)]),
            Str::ReplaceAll(a, b, c) => {
                (Op::ReplaceAll, vec![self.str(a), self.str(b), self.str(c)])
            }
            Str::Ite(c, a, b) => (Op::Ite, vec![self.bool(c), self.str(a), self.str(b)]),
            Str::OfInt(a) => (Op::FromInt, vec![self.int(a)]),
            Str::FromCode(a) => (Op::FromCode, vec![self.int(a)]),
        };
        Term::new(op, sort, args)
    }

    fn re(&mut self, term: &Re) -> Term {
        let text = |text: &String| Term::literal(Value::Str(codes(text)));
        let (op, args) = match term {
            Re::None => (Op::ReNone, vec![]),
            Re::All => (Op::ReAll, vec![]),
            Re::AllChar => (Op::ReAllChar, vec![]),
            Re::Text(word) => (Op::ToRe, vec![text(word)]),
            Re::Range(low, high) => (Op::ReRange, vec![text(low), text(high)]),
            Re::Concat(a, b) => (Op::ReConcat, vec![self.re(a), self.re(b)]),
            Re::Union(a, b) => (Op::ReUnion, vec![self.re(a), self.re(b)]),
            Re::Inter(a, b) => (Op::ReInter, vec![self.re(a), self.re(b)]),
            Re::Diff(a, b) => (Op::ReDiff, vec![self.re(a), self.re(b)]),
            Re::Comp(a) => (Op::ReComp, vec![self.re(a)]),
            Re::Star(a) => (Op::ReStar, vec![self.re(a)]),
            Re::Plus(a) => (Op::RePlus, vec![self.re(a)]),
            Re::Opt(a) => (Op::ReOpt, vec![self.re(a)]),
            Re::Loop(low, high, a) => {
                (Op::ReLoop(u32::from(*low), u32::from(*high)), vec![self.re(a)])
            }
        };
        Term::new(op, Sort::Re, args)
    }

    fn array(&mut self, term: &Array) -> Term {
        let (op, args) = match term {
            Array::Var(number) => return self.var(Sort::Array, *number),
            Array::Const(a) => (Op::Constant, vec![self.int(a)]),
            Array::Store(a, b, c) => (Op::Store, vec![self.array(a), self.int(b), self.int(c)]),
            Array::Ite(c, a, b) => (Op::Ite, vec![self.bool(c), self.array(a), self.array(b)]),
        };
        Term::new(op, Sort::Array, args)
    }

    fn fp8(&mut self, term: &Fp8) -> Term {
        let (format, sort) = (Format::SMALL, Sort::Fp(Format::SMALL));
        let theory = match term {
            Fp8::OfReal(..) => Theory::Real,
            Fp8::OfBits(_) | Fp8::OfBv(..) => Theory::Bv,
            _ => Theory::Fp,
        };
        if !self.has(theory) {
            return self.var(sort, 0);
        }
        let (op, args) = match term {
            Fp8::Const(bits) => {
                return Term::literal(Value::Fp(format, format.canonical(u64::from(*bits))));
            }
            Fp8::Var(number) => return self.var(sort, *number),
            Fp8::Op(op, mode, a, b) => (Op::Fp(*op, *mode), vec![self.fp8(a), self.fp8(b)]),
            Fp8::Fma(mode, a, b, c) => {
                (Op::Fma(*mode), vec![self.fp8(a), self.fp8(b), self.fp8(c)])
            }
            Fp8::Sqrt(mode, a) => (Op::Sqrt(*mode), vec![self.fp8(a)]),
            Fp8::Rem(a, b) => (Op::Rem, vec![self.fp8(a), self.fp8(b)]),
            Fp8::Round(mode, a) => (Op::Round(*mode), vec![self.fp8(a)]),
            Fp8::Min(a, b) => (Op::Min, vec![self.fp8(a), self.fp8(b)]),
            Fp8::Max(a, b) => (Op::Max, vec![self.fp8(a), self.fp8(b)]),
            Fp8::Abs(a) => (Op::FpAbs, vec![self.fp8(a)]),
            Fp8::Neg(a) => (Op::FpNeg, vec![self.fp8(a)]),
            Fp8::Ite(c, a, b) => (Op::Ite, vec![self.bool(c), self.fp8(a), self.fp8(b)]),
            Fp8::OfFp16(mode, a) => (Op::ToFp(*mode, format), vec![self.fp16(a)]),
            Fp8::OfReal(mode, a) => (Op::ToFp(*mode, format), vec![self.real(a)]),
            Fp8::OfBits(a) => (Op::OfBits(format), vec![self.bv8(a)]),
            Fp8::OfBv(mode, signed, a) => (Op::FpOfBv(*mode, *signed, format), vec![self.bv4(a)]),
        };
        Term::new(op, sort, args)
    }

    fn fp16(&mut self, term: &Fp16) -> Term {
        let (format, sort) = (Format::HALF, Sort::Fp(Format::HALF));
        let theory = match term {
            Fp16::OfReal(..) => Theory::Real,
            Fp16::OfBv(..) => Theory::Bv,
            _ => Theory::Fp,
        };
        if !self.has(theory) {
            return self.var(sort, 0);
        }
        let (op, args) = match term {
            Fp16::Const(bits) => {
                return Term::literal(Value::Fp(format, format.canonical(u64::from(*bits))));
            }
            Fp16::Var(number) => return self.var(sort, *number),
            Fp16::Op(op, mode, a, b) => (Op::Fp(*op, *mode), vec![self.fp16(a), self.fp16(b)]),
            Fp16::Fma(mode, a, b, c) => {
                (Op::Fma(*mode), vec![self.fp16(a), self.fp16(b), self.fp16(c)])
            }
            Fp16::Sqrt(mode, a) => (Op::Sqrt(*mode), vec![self.fp16(a)]),
            Fp16::Rem(a, b) => (Op::Rem, vec![self.fp16(a), self.fp16(b)]),
            Fp16::Round(mode, a) => (Op::Round(*mode), vec![self.fp16(a)]),
            Fp16::Min(a, b) => (Op::Min, vec![self.fp16(a), self.fp16(b)]),
            Fp16::Max(a, b) => (Op::Max, vec![self.fp16(a), self.fp16(b)]),
            Fp16::Abs(a) => (Op::FpAbs, vec![self.fp16(a)]),
            Fp16::Neg(a) => (Op::FpNeg, vec![self.fp16(a)]),
            Fp16::Ite(c, a, b) => (Op::Ite, vec![self.bool(c), self.fp16(a), self.fp16(b)]),
            Fp16::OfFp8(mode, a) => (Op::ToFp(*mode, format), vec![self.fp8(a)]),
            Fp16::OfReal(mode, a) => (Op::ToFp(*mode, format), vec![self.real(a)]),
            Fp16::OfBv(mode, signed, a) => (Op::FpOfBv(*mode, *signed, format), vec![self.bv8(a)]),
        };
        Term::new(op, sort, args)
    }
}
