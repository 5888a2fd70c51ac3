//! Bit-vectors of at most 64 bits: the operators of SMT-LIB on numbers without sign.

/// An operator of two bit-vectors of one width.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, mutagen_core::Mutate)]
#[allow(missing_docs, reason = "named as in SMT-LIB")]
pub enum BvOp {
    Add,
    Sub,
    Mul,
    Udiv,
    Urem,
    Sdiv,
    Srem,
    Smod,
    And,
    Or,
    Xor,
    Nand,
    Nor,
    Xnor,
    Shl,
    Lshr,
    Ashr,
}

/// A comparison of two bit-vectors of one width.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, mutagen_core::Mutate)]
#[allow(missing_docs, reason = "named as in SMT-LIB")]
pub enum BvTest {
    Equal,
    Distinct,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
    Uaddo,
    Saddo,
    Usubo,
    Ssubo,
    Umulo,
    Smulo,
}

/// All bits of this width set.
pub fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// The bits as a number in two's complement.
pub fn signed(width: u32, bits: u64) -> i64 {
    ((bits << (64 - width)) as i64) >> (64 - width)
}

impl BvOp {
    /// The name in SMT-LIB.
    pub fn name(self) -> &'static str {
        match self {
            BvOp::Add => "bvadd",
            BvOp::Sub => "bvsub",
            BvOp::Mul => "bvmul",
            BvOp::Udiv => "bvudiv",
            BvOp::Urem => "bvurem",
            BvOp::Sdiv => "bvsdiv",
            BvOp::Srem => "bvsrem",
            BvOp::Smod => "bvsmod",
            BvOp::And => "bvand",
            BvOp::Or => "bvor",
            BvOp::Xor => "bvxor",
            BvOp::Nand => "bvnand",
            BvOp::Nor => "bvnor",
            BvOp::Xnor => "bvxnor",
            BvOp::Shl => "bvshl",
            BvOp::Lshr => "bvlshr",
            BvOp::Ashr => "bvashr",
        }
    }

    /// The result, within the width.
    pub fn apply(self, width: u32, a: u64, b: u64) -> u64 {
        let neg = |x: u64| x.wrapping_neg() & mask(width);
        let minus = |x: u64| signed(width, x) < 0;
        let magnitude = |x: u64| if minus(x) { neg(x) } else { x };
        // SMT-LIB: division by zero gives all ones, and the remainder is the dividend.
        let udiv = |x: u64, y: u64| x.checked_div(y).unwrap_or(mask(width));
        let urem = |x: u64, y: u64| x.checked_rem(y).unwrap_or(x);
        let signed_if = |negative: bool, x: u64| if negative { neg(x) } else { x };
        let result = match self {
            BvOp::Add => a.wrapping_add(b),
            BvOp::Sub => a.wrapping_sub(b),
            BvOp::Mul => a.wrapping_mul(b),
            BvOp::Udiv => udiv(a, b),
            BvOp::Urem => urem(a, b),
            BvOp::Sdiv => signed_if(minus(a) != minus(b), udiv(magnitude(a), magnitude(b))),
            BvOp::Srem => signed_if(minus(a), urem(magnitude(a), magnitude(b))),
            BvOp::Smod => {
                let rest = urem(magnitude(a), magnitude(b));
                match (minus(a), minus(b)) {
                    _ if rest == 0 => 0,
                    (false, false) => rest,
                    (true, false) => neg(rest).wrapping_add(b),
                    (false, true) => rest.wrapping_add(b),
                    (true, true) => neg(rest),
                }
            }
            BvOp::And => a & b,
            BvOp::Or => a | b,
            BvOp::Xor => a ^ b,
            BvOp::Nand => !(a & b),
            BvOp::Nor => !(a | b),
            BvOp::Xnor => !(a ^ b),
            BvOp::Shl if b >= u64::from(width) => 0,
            BvOp::Shl => a << b,
            BvOp::Lshr if b >= u64::from(width) => 0,
            BvOp::Lshr => a >> b,
            BvOp::Ashr => (signed(width, a) >> b.min(63)) as u64,
        };
        result & mask(width)
    }
}

impl BvTest {
    /// The name in SMT-LIB.
    pub fn name(self) -> &'static str {
        match self {
            BvTest::Equal => "=",
            BvTest::Distinct => "distinct",
            BvTest::Ult => "bvult",
            BvTest::Ule => "bvule",
            BvTest::Ugt => "bvugt",
            BvTest::Uge => "bvuge",
            BvTest::Slt => "bvslt",
            BvTest::Sle => "bvsle",
            BvTest::Sgt => "bvsgt",
            BvTest::Sge => "bvsge",
            BvTest::Uaddo => "bvuaddo",
            BvTest::Saddo => "bvsaddo",
            BvTest::Usubo => "bvusubo",
            BvTest::Ssubo => "bvssubo",
            BvTest::Umulo => "bvumulo",
            BvTest::Smulo => "bvsmulo",
        }
    }

    /// Whether the comparison holds.
    pub fn holds(self, width: u32, a: u64, b: u64) -> bool {
        let (p, q) = (i128::from(signed(width, a)), i128::from(signed(width, b)));
        let (m, n) = (i128::from(a), i128::from(b));
        let outside = |result: i128| !(0..=i128::from(mask(width))).contains(&result);
        let half = 1i128 << (width - 1);
        let outside_signed = |result: i128| !(-half..half).contains(&result);
        match self {
            BvTest::Equal => a == b,
            BvTest::Distinct => a != b,
            BvTest::Ult => a < b,
            BvTest::Ule => a <= b,
            BvTest::Ugt => a > b,
            BvTest::Uge => a >= b,
            BvTest::Slt => p < q,
            BvTest::Sle => p <= q,
            BvTest::Sgt => p > q,
            BvTest::Sge => p >= q,
            BvTest::Uaddo => outside(m + n),
            BvTest::Saddo => outside_signed(p + q),
            BvTest::Usubo => outside(m - n),
            BvTest::Ssubo => outside_signed(p - q),
            // Two numbers of 64 bits: the product does not fit an i128.
            BvTest::Umulo => u128::from(a) * u128::from(b) > u128::from(mask(width)),
            BvTest::Smulo => outside_signed(p * q),
        }
    }
}
