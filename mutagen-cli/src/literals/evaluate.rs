//! The values of literals, and of expressions of integer literals.

use syn::{BinOp, Expr, Lit, UnOp};

/// The value of an expression of integer literals, such as `64 << 10`.
pub(super) fn folded(expr: &Expr) -> Option<i128> {
    match expr {
        Expr::Lit(lit) => match &lit.lit {
            Lit::Int(int) => integer(int),
            _ => None,
        },
        Expr::Paren(paren) => folded(&paren.expr),
        Expr::Group(group) => folded(&group.expr),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            folded(&unary.expr)?.checked_neg()
        }
        Expr::Binary(binary) => {
            // A chain of operators is nested to the left, so most end here.
            let right = folded(&binary.right)?;
            let left = folded(&binary.left)?;
            match binary.op {
                BinOp::Add(_) => left.checked_add(right),
                BinOp::Sub(_) => left.checked_sub(right),
                BinOp::Mul(_) => left.checked_mul(right),
                BinOp::Div(_) => left.checked_div(right),
                BinOp::BitOr(_) => Some(left | right),
                BinOp::Shl(_) => left.checked_mul(1_i128.checked_shl(u32::try_from(right).ok()?)?),
                _ => None,
            }
        }
        _ => None,
    }
}

/// An integer; one above `i128::MAX` wraps around.
pub(super) fn integer(int: &syn::LitInt) -> Option<i128> {
    let wrapped = || int.base10_parse::<u128>().map(|value| value as i128);
    int.base10_parse().or_else(|_| wrapped()).ok()
}

/// A byte.
pub(super) fn byte(lit: &Lit) -> Option<u8> {
    match lit {
        Lit::Int(int) => int.base10_parse().ok(),
        Lit::Byte(byte) => Some(byte.value()),
        _ => None,
    }
}

/// The literal that an expression consists of.
pub(super) fn literal_of(expr: &Expr) -> Option<&Lit> {
    match expr {
        Expr::Lit(lit) => Some(&lit.lit),
        _ => None,
    }
}
