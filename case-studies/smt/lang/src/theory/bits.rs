//! Bit-vectors and floats: ranks that depend on widths.

use crate::sort::Sort;
use crate::term::Ident;

/// How an operator without indices takes bit-vectors, and what it gives.
enum Bits {
    /// One argument, the same width.
    Unary,
    /// Two arguments of a width, which is that of the result.
    Binary,
    /// Two arguments or more.
    Several,
    /// Two arguments of a width or more, a Bool.
    Compare,
    /// One argument, a Bool.
    Test,
    /// One argument, one bit.
    Reduce,
    /// One argument, an Int.
    Number,
}

fn bits(name: &str) -> Option<Bits> {
    Some(match name {
        "bvnot" | "bvneg" | "bvinc" | "bvdec" => Bits::Unary,
        "bvsub" | "bvudiv" | "bvurem" | "bvsdiv" | "bvsrem" | "bvsmod" | "bvshl" | "bvlshr"
        | "bvashr" | "bvnand" | "bvnor" | "ext_rotate_left" | "ext_rotate_right" | "bvudiv_i"
        | "bvurem_i" | "bvsdiv_i" | "bvsrem_i" | "bvsmod_i" | "bvrol" | "bvror" => Bits::Binary,
        "bvadd" | "bvmul" | "bvand" | "bvor" | "bvxor" | "bvxnor" => Bits::Several,
        "bvult" | "bvule" | "bvugt" | "bvuge" | "bvslt" | "bvsle" | "bvsgt" | "bvsge"
        | "bvuaddo" | "bvsaddo" | "bvumulo" | "bvsmulo" | "bvusubo" | "bvssubo" | "bvsdivo"
        | "bvumul_noovfl" | "bvsmul_noovfl" | "bvsmul_noudfl" => Bits::Compare,
        "bvnego" => Bits::Test,
        "bvredor" | "bvredand" | "bvredxor" => Bits::Reduce,
        "ubv_to_int" | "sbv_to_int" | "bv2int" => Bits::Number,
        _ => return None,
    })
}

const INDEXED: &[&str] = &[
    "concat",
    "extract",
    "zero_extend",
    "sign_extend",
    "repeat",
    "rotate_left",
    "rotate_right",
    "bvcomp",
    "bvite",
    "bit2bool",
    "bit",
    "@bit",
    "int_to_bv",
];

const FLOATS: &[&str] = &[
    "fp",
    "to_fp",
    "to_fp_unsigned",
    "to_fp_bv",
    "to_fp_real",
    "to_fp_signed",
    "NaN",
    "+oo",
    "-oo",
    "+zero",
    "-zero",
];

/// Whether this module knows the operator.
pub(super) fn has(name: &str) -> bool {
    let listed = INDEXED.contains(&name) || FLOATS.contains(&name);
    bits(name).is_some() || listed || name.starts_with("fp.") || is_constant(name)
}

fn is_constant(name: &str) -> bool {
    name.strip_prefix("bv").is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

/// The result; `None` if this module does not know the operator.
pub(super) fn result(name: &str, ident: &Ident, arguments: &[Sort]) -> Option<Sort> {
    if !has(name) {
        return None;
    }
    if is_constant(name) && !ident.indices.is_empty() {
        let width = ident.index(0).filter(|w| *w > 0 && ident.indices.len() == 1);
        return Some(width.filter(|_| arguments.is_empty()).map_or(Sort::Unknown, Sort::BitVec));
    }
    if is_constant(name) {
        return None;
    }
    let sort = match bits(name) {
        Some(shape) if ident.indices.is_empty() => bits_result(&shape, arguments),
        Some(_) => None,
        None if INDEXED.contains(&name) => indexed(name, ident, arguments),
        None => float(name, ident, arguments),
    };
    Some(sort.unwrap_or(Sort::Unknown))
}

fn width(sort: &Sort) -> Option<u32> {
    match sort {
        Sort::BitVec(width) => Some(*width),
        _ => None,
    }
}

/// The width of all arguments; unknown ones fit.
fn common_width(arguments: &[Sort]) -> Option<u32> {
    let known = arguments.iter().find_map(width)?;
    let fits = |s: &Sort| *s == Sort::BitVec(known) || *s == Sort::Unknown;
    arguments.iter().all(fits).then_some(known)
}

fn bits_result(shape: &Bits, arguments: &[Sort]) -> Option<Sort> {
    let width = common_width(arguments)?;
    let n = arguments.len();
    match shape {
        Bits::Unary if n == 1 => Some(Sort::BitVec(width)),
        Bits::Binary if n == 2 => Some(Sort::BitVec(width)),
        Bits::Several if n >= 1 => Some(Sort::BitVec(width)),
        Bits::Compare if n >= 2 => Some(Sort::Bool),
        Bits::Test if n == 1 => Some(Sort::Bool),
        Bits::Reduce if n == 1 => Some(Sort::BitVec(1)),
        Bits::Number if n == 1 => Some(Sort::Int),
        _ => None,
    }
}

fn indexed(name: &str, ident: &Ident, arguments: &[Sort]) -> Option<Sort> {
    let index = |n| ident.index(n);
    let sort = match (name, ident.indices.len(), arguments) {
        ("concat", 0, [_, ..]) => {
            let sum = arguments.iter().try_fold(0_u32, |sum, s| sum.checked_add(width(s)?))?;
            Sort::BitVec(sum)
        }
        ("bvcomp", 0, [_, _]) => common_width(arguments).map(|_| Sort::BitVec(1))?,
        ("bvite", 0, [Sort::BitVec(1), rest @ ..]) => Sort::BitVec(common_width(rest)?),
        ("extract", 2, [a]) => {
            let (high, low) = (index(0)?, index(1)?);
            (low <= high && high < width(a)?).then(|| Sort::BitVec(high - low + 1))?
        }
        ("zero_extend" | "sign_extend", 1, [a]) => Sort::BitVec(width(a)?.checked_add(index(0)?)?),
        ("repeat", 1, [a]) => Sort::BitVec(width(a)?.checked_mul(index(0)?).filter(|w| *w > 0)?),
        ("rotate_left" | "rotate_right", 1, [a]) => index(0).and(Some(Sort::BitVec(width(a)?)))?,
        ("bit2bool", 1, [a]) => (index(0)? < width(a)?).then_some(Sort::Bool)?,
        ("bit" | "@bit", 1, [a]) => (index(0)? < width(a)?).then_some(Sort::BitVec(1))?,
        ("int_to_bv", 1, [Sort::Int]) => Sort::BitVec(index(0).filter(|w| *w > 0)?),
        _ => return None,
    };
    Some(sort)
}

fn float(name: &str, ident: &Ident, arguments: &[Sort]) -> Option<Sort> {
    let is_float = |s: &Sort| matches!(s, Sort::Float(..) | Sort::Unknown);
    let (modes, floats) = match arguments {
        [Sort::RoundingMode, rest @ ..] => (1, rest),
        all => (0, all),
    };
    let format = || match (ident.indices.len(), ident.index(0), ident.index(1)) {
        (2, Some(eb), Some(sb)) => Some(Sort::Float(eb, sb)),
        _ => None,
    };
    let known = floats.iter().find(|s| matches!(s, Sort::Float(..)));
    let same = || {
        let known = known?;
        let fits = floats.iter().all(|s| s == known || *s == Sort::Unknown);
        (fits && ident.indices.is_empty()).then(|| known.clone())
    };
    match (name, modes, floats.len()) {
        ("fp", 0, 3) => match floats {
            [Sort::BitVec(1), Sort::BitVec(eb), Sort::BitVec(sb)] => {
                Some(Sort::Float(*eb, sb.checked_add(1)?))
            }
            _ => None,
        },
        ("NaN" | "+oo" | "-oo" | "+zero" | "-zero", 0, 0) => format(),
        ("to_fp" | "to_fp_bv" | "to_fp_real" | "to_fp_signed" | "to_fp_unsigned", ..) => {
            let one = |s: &Sort| is_float(s) || s.is_arithmetic() || matches!(s, Sort::BitVec(_));
            // z3 also takes a significand and an exponent.
            (matches!(floats.len(), 1 | 2) && floats.iter().all(one)).then(format)?
        }
        ("fp.abs" | "fp.neg", 0, 1) | ("fp.rem" | "fp.min" | "fp.max", 0, 2) => same(),
        ("fp.min_i" | "fp.max_i", 0, 2) => same(),
        ("fp.sqrt" | "fp.roundToIntegral", 1, 1) | ("fp.fma", 1, 3) => same(),
        ("fp.add" | "fp.sub" | "fp.mul" | "fp.div", 1, 2) => same(),
        ("fp.leq" | "fp.lt" | "fp.geq" | "fp.gt" | "fp.eq", 0, 1..) => same().map(|_| Sort::Bool),
        (_, 0, 1) if name.starts_with("fp.is") => same().map(|_| Sort::Bool),
        ("fp.to_ubv" | "fp.to_sbv", 1, 1) if floats.iter().all(is_float) => {
            ident.index(0).filter(|w| *w > 0).map(Sort::BitVec)
        }
        ("fp.to_real", 0, 1) => known.map(|_| Sort::Real),
        ("fp.to_ieee_bv", 0, 1) => match known? {
            Sort::Float(eb, sb) => Some(Sort::BitVec(eb.checked_add(*sb)?)),
            _ => None,
        },
        _ => None,
    }
}
