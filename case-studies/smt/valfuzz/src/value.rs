//! Value mutants as values that mutagen mutates: every value means some formula of a list.

use crate::constant::{bits, float, fraction, named_float};
use crate::meta::{Enforcement, Meta};
use crate::skeleton::Skeleton;
use mutagen_core::Mutate;
use smt_lang::{Script, Sort, Term};

/// A formula with these constants.
#[derive(Debug, Clone, PartialEq, Mutate)]
pub struct Valued {
    /// The number of the formula, taken modulo the number of formulas.
    pub seed: u16,
    /// What goes into the holes, in order. Holes without one keep their constants.
    pub values: Vec<Value>,
}

/// A formula with constants that a solver chooses.
#[derive(Debug, Clone, PartialEq, Eq, Mutate)]
pub struct Enforced {
    /// The number of the formula, taken modulo the number of formulas.
    pub seed: u16,
    /// Numbers of monitors, taken modulo their number, and the values to enforce.
    pub monitors: Vec<(u16, bool)>,
    /// The seed of the solver's choices.
    pub random: u16,
}

/// A constant of whatever sort its hole has. Any variant fits any hole.
#[derive(Debug, Clone, PartialEq, Mutate)]
pub enum Value {
    /// The constant of the formula.
    Own,
    /// A number: an Int or Real; the lowest bits of a bit-vector; an odd one is `true`; a string of
    /// its digits; a float of this value or, if it is small, one that has a name.
    Number(i64),
    /// A fraction of two numbers for a Real, the latter plus one; else as the first number.
    Fraction(i64, u16),
    /// A text; its length for a number.
    Text(String),
    /// A number that is converted to the float; the bits of it for a bit-vector.
    Float(f64),
}

impl Valued {
    /// The formula with its constants, or `None` if there is no formula.
    ///
    /// ```
    /// use smt_lang::Script;
    /// use smt_valfuzz::{Skeleton, Value, Valued};
    /// let script = Script::read(b"(assert (= \"ab\" (str.at \"ab\" 0)))").unwrap();
    /// let values = vec![Value::Number(12), Value::Own, Value::Text("abc".to_owned())];
    /// let valued = Valued { seed: 7, values };
    /// let formula = valued.script(&[Skeleton::of(&script)]).unwrap();
    /// let text = formula.assertions().next().unwrap().to_string();
    /// assert_eq!(text, "(= \"12\" (str.at \"ab\" 3))");
    /// ```
    pub fn script(&self, formulas: &[Skeleton]) -> Option<Script> {
        let skeleton = &formulas[usize::from(self.seed).checked_rem(formulas.len())?];
        let holes = skeleton.holes().iter().zip(&self.values);
        let values: Vec<Option<Term>> = holes.map(|(hole, value)| value.term(&hole.sort)).collect();
        Some(skeleton.fill(&values))
    }
}

impl Enforced {
    /// The formula that is meant, and the monitors' values to enforce, each monitor once. `metas`
    /// has one for each skeleton. `None` if there is no formula.
    pub fn of<'s>(
        &self,
        skeletons: &'s [Skeleton],
        metas: &[Meta],
    ) -> Option<(&'s Skeleton, Script)> {
        let at = usize::from(self.seed).checked_rem(skeletons.len())?;
        let (skeleton, meta) = (&skeletons[at], metas.get(at)?);
        let mut values: Vec<(usize, bool)> = Vec::new();
        for (monitor, value) in &self.monitors {
            if let Some(monitor) = usize::from(*monitor).checked_rem(meta.monitors().len())
                && values.iter().all(|(other, _)| *other != monitor)
            {
                values.push((monitor, *value));
            }
        }
        Some((skeleton, meta.test(&Enforcement { originals: None, values }, &[])))
    }
}

impl Value {
    /// The value nearest to a constant.
    pub fn of(term: &Term) -> Value {
        use crate::constant::{characters_of, integer_of};
        if let Some(number) = integer_of(term) {
            return Value::Number(number);
        }
        if let Some(characters) = characters_of(term) {
            return Value::Text(characters.into_iter().filter_map(char::from_u32).collect());
        }
        match term.sort() {
            Sort::Bool => Value::Number(i64::from(term.is_op("true"))),
            Sort::BitVec(width) if *width <= 64 => {
                let bits = crate::constant::bits_of(term).unwrap_or_default();
                let number = bits.iter().fold(0_u64, |n, bit| n << 1 | u64::from(*bit));
                Value::Number(number.cast_signed())
            }
            _ => Value::Own,
        }
    }

    /// The constant of a sort; `None` for that of the formula.
    pub fn term(&self, sort: &Sort) -> Option<Term> {
        let number = match self {
            Value::Own => return None,
            Value::Number(n) | Value::Fraction(n, _) => *n,
            Value::Text(text) => i64::try_from(text.chars().count()).unwrap_or(i64::MAX),
            // Saturates, and is 0 for NaN.
            Value::Float(x) => *x as i64,
        };
        Some(match (sort, self) {
            (Sort::Bool, _) => Term::bool(number & 1 == 1),
            (Sort::Int, _) => Term::int(number),
            (Sort::Real, Value::Fraction(above, below)) => fraction(*above, i64::from(*below) + 1),
            (Sort::Real, _) => Term::real(number),
            (Sort::String, Value::Text(text)) => {
                Term::string(&text.chars().map(u32::from).collect::<Vec<u32>>())
            }
            (Sort::String, _) => {
                Term::string(&number.to_string().chars().map(u32::from).collect::<Vec<u32>>())
            }
            (Sort::BitVec(width), Value::Float(x)) => bits(&low_bits(x.to_bits().into(), *width)),
            (Sort::BitVec(width), _) => bits(&low_bits(number.into(), *width)),
            (Sort::Float(eb, sb), Value::Float(x)) => converted(*x, *eb, *sb),
            (Sort::Float(eb, sb), _) => {
                const NAMES: [&str; 5] = ["+zero", "-zero", "+oo", "-oo", "NaN"];
                match usize::try_from(number).ok().and_then(|n| NAMES.get(n)) {
                    Some(name) => named_float(name, *eb, *sb),
                    // The bits themselves: their order is that of the numbers.
                    None => float(*eb, *sb, &low_bits(number.into(), eb + sb)),
                }
            }
            _ => return None,
        })
    }
}

/// The lowest bits of a number, the highest of them first, with its sign before.
fn low_bits(number: i128, width: u32) -> Vec<bool> {
    (0..width).rev().map(|bit| number >> bit.min(127) & 1 == 1).collect()
}

/// A float with the sign, exponent and leading digits of another one; it is infinite or zero if the
/// exponent does not fit.
fn converted(x: f64, eb: u32, sb: u32) -> Term {
    let name = match x {
        _ if x.is_nan() => Some("NaN"),
        _ if x.is_infinite() => Some(if x > 0.0 { "+oo" } else { "-oo" }),
        _ if x == 0.0 || x.is_subnormal() => {
            Some(if x.is_sign_negative() { "-zero" } else { "+zero" })
        }
        _ => None,
    };
    if let Some(name) = name {
        return named_float(name, eb, sb);
    }
    let parts = x.to_bits();
    let exponent = i128::from(parts >> 52 & 0x7ff) - 1023;
    let bias = (1_i128 << (eb.min(60) - 1)) - 1;
    if exponent > bias || exponent <= -bias {
        let names = if exponent > 0 { ["+oo", "-oo"] } else { ["+zero", "-zero"] };
        return named_float(names[usize::from(x < 0.0)], eb, sb);
    }
    let mut all = vec![x < 0.0];
    all.extend(low_bits(exponent + bias, eb));
    all.extend((0..sb - 1).map(|n| n < 52 && parts >> (51 - n) & 1 == 1));
    float(eb, sb, &all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constant::is_value;

    #[test]
    fn any_value_fits_any_sort() {
        let values = [
            Value::Number(-3),
            Value::Fraction(1, 1),
            Value::Text("xy".to_owned()),
            Value::Float(-1.5),
        ];
        let sorts =
            [Sort::Bool, Sort::Int, Sort::Real, Sort::String, Sort::BitVec(70), Sort::Float(3, 4)];
        for value in &values {
            for sort in &sorts {
                let term = value.term(sort).unwrap();
                assert!(is_value(&term) && term.sort() == sort, "{value:?} {term:?}");
            }
        }
    }

    #[test]
    fn constants_mean_what_the_value_says() {
        let text = |value: Value, sort: Sort| value.term(&sort).unwrap().to_string();
        assert_eq!(text(Value::Fraction(-1, 1), Sort::Real), "(/ (- 1.0) 2.0)");
        assert_eq!(text(Value::Number(-1), Sort::BitVec(3)), "#b111");
        assert_eq!(text(Value::Number(4), Sort::Float(3, 4)), "(_ NaN 3 4)");
        assert_eq!(text(Value::Float(-1.5), Sort::Float(3, 4)), "(fp #b1 #b011 #b100)");
        assert_eq!(text(Value::Float(1e9), Sort::Float(3, 4)), "(_ +oo 3 4)");
        assert_eq!(text(Value::Float(0.5), Sort::Float(8, 24)), {
            format!("(fp #b0 #b01111110 #b{})", "0".repeat(23))
        });
    }

    #[test]
    fn a_constant_becomes_a_value_that_means_it() {
        for term in [Term::int(-4), Term::real(2), Term::bool(true), Term::string(&[97])] {
            assert_eq!(Value::of(&term).term(term.sort()), Some(term));
        }
        let bits = Term::theory("bv5", &[4], Vec::new());
        assert_eq!(Value::of(&bits).term(bits.sort()).unwrap().to_string(), "#b0101");
    }
}
