//! Constants: which terms are some, and how to make them of numbers, bits and characters.

use rand::RngExt;
use smt_lang::{Ident, Kind, Origin, Sexp, Sort, Term, TokenKind};

/// The generator of all random choices of this crate.
pub type Random = rand_xoshiro::Xoshiro256PlusPlus;

/// Whether constants of this sort are replaced: Bool, Int, Real, String, BitVec, FloatingPoint.
pub fn has_constants(sort: &Sort) -> bool {
    matches!(
        sort,
        Sort::Bool | Sort::Int | Sort::Real | Sort::String | Sort::BitVec(_) | Sort::Float(..)
    )
}

/// Whether a term is a constant of such a sort: a literal, `true`, `(_ bv5 8)`, `(_ +oo 8 24)`, or
/// `fp` of three literals.
///
/// ```
/// use smt_lang::Term;
/// use smt_valfuzz::constant::is_constant;
/// assert!(is_constant(&Term::int(3)) && is_constant(&Term::bool(true)));
/// // The minus is an operator, and its child a constant.
/// assert!(!is_constant(&Term::int(-3)));
/// ```
pub fn is_constant(term: &Term) -> bool {
    has_constants(term.sort())
        && match term.kind() {
            Kind::Literal(..) => true,
            Kind::Op(_) if term.is_op("fp") => {
                term.children().iter().all(|child| matches!(child.kind(), Kind::Literal(..)))
            }
            Kind::Op(ident) if ident.origin == Origin::Theory && term.children().is_empty() => {
                let name = ident.name.name();
                ["true", "false", "+oo", "-oo", "NaN", "+zero", "-zero", "char"].contains(&name)
                    || name
                        .strip_prefix("bv")
                        .is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()))
            }
            _ => false,
        }
}

/// Whether a term is the value of something in a model that can stand where a constant is: a
/// constant, a number with a minus, or a fraction of such numbers.
pub fn is_value(term: &Term) -> bool {
    is_constant(term)
        || (term.is_op("-") && term.children().len() == 1 || term.is_op("/"))
            && term.sort().is_arithmetic()
            && term.children().iter().all(is_value)
}

/// A constant of this sort, drawn uniformly: all values of Bool, BitVec and FloatingPoint; 64 bits
/// with a sign for Int; a fraction of two such numbers for Real; up to ten printable characters for
/// String. `None` for other sorts.
pub fn random(sort: &Sort, random: &mut Random) -> Option<Term> {
    Some(match *sort {
        Sort::Bool => Term::bool(random.random()),
        Sort::Int => Term::int(random.random::<i64>()),
        Sort::Real => fraction(random.random(), random.random_range(1..=i64::MAX)),
        Sort::String => {
            let length = random.random_range(0..=10);
            let characters: Vec<u32> = (0..length).map(|_| random.random_range(32..127)).collect();
            Term::string(&characters)
        }
        Sort::BitVec(width) => bits(&(0..width).map(|_| random.random()).collect::<Vec<bool>>()),
        Sort::Float(eb, sb) => {
            let all: Vec<bool> = (0..eb + sb).map(|_| random.random()).collect();
            float(eb, sb, &all)
        }
        _ => return None,
    })
}

/// Puts all into a random order.
pub fn shuffle<T>(all: &mut [T], random: &mut Random) {
    for n in (1..all.len()).rev() {
        all.swap(n, random.random_range(0..=n));
    }
}

/// The Real `above / below`; `below` is positive.
pub fn fraction(above: i64, below: i64) -> Term {
    if below == 1 {
        return Term::real(above);
    }
    Term::app("/", vec![Term::real(above), Term::real(below)])
}

/// The bit-vector with these bits, the highest first.
pub fn bits(bits: &[bool]) -> Term {
    let digits: String = bits.iter().map(|&bit| if bit { '1' } else { '0' }).collect();
    let width = u32::try_from(bits.len()).unwrap_or(u32::MAX);
    Term::literal_of(TokenKind::Binary, &format!("#b{digits}"), Sort::BitVec(width))
}

/// The float with these bits: sign, exponent, significand without its hidden bit. Bits that are
/// missing are 0, and further ones ignored.
pub fn float(eb: u32, sb: u32, all: &[bool]) -> Term {
    let part = |from: u32, length: u32| {
        let bit = |n: u32| all.get(n as usize).copied().unwrap_or(false);
        bits(&(from..from + length).map(bit).collect::<Vec<bool>>())
    };
    let parts = vec![part(0, 1), part(1, eb), part(1 + eb, sb - 1)];
    Term::new(Kind::Op(Ident::theory("fp", &[])), parts, Sort::Float(eb, sb))
}

/// A named float: `+oo`, `-oo`, `NaN`, `+zero` or `-zero`.
pub fn named_float(name: &str, eb: u32, sb: u32) -> Term {
    Term::theory(name, &[eb, sb], Vec::new())
}

/// The bits of a constant that is a bit-vector or a float, the highest first.
///
/// ```
/// use smt_lang::{Sort, Term, TokenKind};
/// use smt_valfuzz::constant::bits_of;
/// let term = Term::literal_of(TokenKind::Hex, "#x5", Sort::BitVec(4));
/// assert_eq!(bits_of(&term).unwrap(), [false, true, false, true]);
/// assert_eq!(bits_of(&Term::theory("bv2", &[2], vec![])).unwrap(), [true, false]);
/// ```
pub fn bits_of(term: &Term) -> Option<Vec<bool>> {
    if let Some(text) = term.literal(TokenKind::Binary) {
        return Some(text.bytes().skip(2).map(|digit| digit == b'1').collect());
    }
    if let Some(text) = term.literal(TokenKind::Hex) {
        let digits = text.chars().skip(2).filter_map(|digit| digit.to_digit(16));
        return Some(digits.flat_map(|d| (0..4).rev().map(move |bit| d >> bit & 1 == 1)).collect());
    }
    let ident = term.ident()?;
    match *term.sort() {
        Sort::BitVec(width) => {
            let value: u128 = ident.name.name().strip_prefix("bv")?.parse().ok()?;
            let bit = |n: u32| n < 128 && value >> n & 1 == 1;
            Some((0..width).rev().map(bit).collect())
        }
        Sort::Float(eb, sb) => Some(float_bits(term, ident.name.name(), eb, sb)?),
        _ => None,
    }
}

fn float_bits(term: &Term, name: &str, eb: u32, sb: u32) -> Option<Vec<bool>> {
    if name == "fp" {
        let parts: Option<Vec<Vec<bool>>> = term.children().iter().map(bits_of).collect();
        return Some(parts?.concat());
    }
    let exponent = matches!(name, "+oo" | "-oo" | "NaN");
    let mut all = vec![name.starts_with('-')];
    all.extend((0..eb).map(|_| exponent));
    all.extend((0..sb - 1).map(|_| name == "NaN"));
    Some(all)
}

/// The value of an Int, or of a Real without a fraction, that fits into 64 bits.
pub fn integer_of(term: &Term) -> Option<i64> {
    if term.is_op("-") && term.children().len() == 1 {
        return integer_of(&term.children()[0])?.checked_neg();
    }
    if let Some(text) = term.literal(TokenKind::Numeral) {
        return text.parse().ok();
    }
    let (whole, rest) = term.literal(TokenKind::Decimal)?.split_once('.')?;
    rest.bytes().all(|b| b == b'0').then(|| whole.parse().ok())?
}

/// The characters of a String.
pub fn characters_of(term: &Term) -> Option<Vec<u32>> {
    let standard = smt_lang::strings::Escapes::Standard;
    if let Some(text) = term.literal(TokenKind::String) {
        return Some(smt_lang::strings::read(text, standard));
    }
    let ident = term.ident().filter(|ident| ident.name.name() == "char")?;
    let digits = ident.indices.first().and_then(Sexp::token)?.text.strip_prefix("#x")?;
    Some(vec![u32::from_str_radix(digits, 16).ok()?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn random_constants_are_constants_of_their_sort_or_fractions() {
        let mut rng = Random::seed_from_u64(1);
        let sorts = [Sort::Bool, Sort::String, Sort::BitVec(5), Sort::Float(3, 5)];
        for sort in &sorts {
            for _ in 0..20 {
                let term = random(sort, &mut rng).unwrap();
                assert!(is_constant(&term) && term.sort() == sort, "{term:?}");
            }
        }
        for sort in [Sort::Int, Sort::Real] {
            let term = random(&sort, &mut rng).unwrap();
            assert!(is_value(&term) && *term.sort() == sort, "{term:?}");
        }
        assert!(random(&Sort::RegLan, &mut rng).is_none());
    }

    #[test]
    fn constants_of_floats_have_the_bits_of_ieee() {
        let infinite = named_float("-oo", 3, 4);
        let text: String =
            bits_of(&infinite).unwrap().iter().map(|b| u8::from(*b).to_string()).collect();
        assert_eq!(text, "1111000");
        let again = float(3, 4, &bits_of(&infinite).unwrap());
        assert_eq!(again.to_string(), "(fp #b1 #b111 #b000)");
        assert_eq!(bits_of(&again), bits_of(&infinite));
    }

    #[test]
    fn numbers_and_texts_are_read_from_constants() {
        assert_eq!(integer_of(&Term::int(-5)), Some(-5));
        assert_eq!(integer_of(&Term::real(7)), Some(7));
        assert_eq!(integer_of(&fraction(1, 2)), None);
        assert_eq!(characters_of(&Term::string(&[97, 10])), Some(vec![97, 10]));
    }
}
