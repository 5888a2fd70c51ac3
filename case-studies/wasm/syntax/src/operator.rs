//! Operators: instructions without operands of their own, in groups of one shape. Each enum lists
//! its operators in the order of their opcodes and knows their names in the text format.

use mutagen_core::Mutate;
use wasm_face::features::no_floats;

/// Declares an enum of operators, each with its name in the text format.
macro_rules! operators {
    ($(#[$attribute:meta])* $group:ident {
        $($(#[$variant_attribute:meta])* $variant:ident = $name:literal,)*
    }) => {
        $(#[$attribute])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
        #[allow(missing_docs, reason = "the names in the text format say it")]
        pub enum $group {
            $($(#[$variant_attribute])* $variant,)*
        }

        impl $group {
            /// All operators of the group, in the order of their opcodes.
            pub const ALL: &'static [$group] = &[$($group::$variant,)*];

            /// The name in the text format, without the type where [`Width`] says it.
            pub fn name(self) -> &'static str {
                match self {
                    $($group::$variant => $name,)*
                }
            }
        }
    };
}

/// The width of the operands, in bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Width {
    W32,
    W64,
}

impl Width {
    /// Both widths, in the order of the opcodes.
    pub const ALL: [Width; 2] = [Width::W32, Width::W64];
}

operators! {
    /// What a load reads: the type of the value, then how much is read and how it is extended.
    LoadOp {
        I32 = "i32.load",
        I64 = "i64.load",
        #[mutate(skip = no_floats())]
        F32 = "f32.load",
        #[mutate(skip = no_floats())]
        F64 = "f64.load",
        I32From8S = "i32.load8_s",
        I32From8U = "i32.load8_u",
        I32From16S = "i32.load16_s",
        I32From16U = "i32.load16_u",
        I64From8S = "i64.load8_s",
        I64From8U = "i64.load8_u",
        I64From16S = "i64.load16_s",
        I64From16U = "i64.load16_u",
        I64From32S = "i64.load32_s",
        I64From32U = "i64.load32_u",
    }
}

impl LoadOp {
    /// The alignment that is meant where the text format says none, as a power of two.
    pub fn natural_align(self) -> u8 {
        use LoadOp::*;
        match self {
            I32From8S | I32From8U | I64From8S | I64From8U => 0,
            I32From16S | I32From16U | I64From16S | I64From16U => 1,
            I32 | F32 | I64From32S | I64From32U => 2,
            I64 | F64 => 3,
        }
    }
}

operators! {
    /// What a store writes: the type of the value, then how much of it is written.
    StoreOp {
        I32 = "i32.store",
        I64 = "i64.store",
        #[mutate(skip = no_floats())]
        F32 = "f32.store",
        #[mutate(skip = no_floats())]
        F64 = "f64.store",
        I32To8 = "i32.store8",
        I32To16 = "i32.store16",
        I64To8 = "i64.store8",
        I64To16 = "i64.store16",
        I64To32 = "i64.store32",
    }
}

impl StoreOp {
    /// The alignment that is meant where the text format says none, as a power of two.
    pub fn natural_align(self) -> u8 {
        use StoreOp::*;
        match self {
            I32To8 | I64To8 => 0,
            I32To16 | I64To16 => 1,
            I32 | F32 | I64To32 => 2,
            I64 | F64 => 3,
        }
    }
}

operators! {
    /// Integer operators with one operand.
    IntUnOp {
        Clz = "clz",
        Ctz = "ctz",
        Popcnt = "popcnt",
    }
}

operators! {
    /// Integer operators with two operands.
    IntBinOp {
        Add = "add",
        Sub = "sub",
        Mul = "mul",
        DivS = "div_s",
        DivU = "div_u",
        RemS = "rem_s",
        RemU = "rem_u",
        And = "and",
        Or = "or",
        Xor = "xor",
        Shl = "shl",
        ShrS = "shr_s",
        ShrU = "shr_u",
        Rotl = "rotl",
        Rotr = "rotr",
    }
}

operators! {
    /// Integer comparisons.
    IntRelOp {
        Eq = "eq",
        Ne = "ne",
        LtS = "lt_s",
        LtU = "lt_u",
        GtS = "gt_s",
        GtU = "gt_u",
        LeS = "le_s",
        LeU = "le_u",
        GeS = "ge_s",
        GeU = "ge_u",
    }
}

operators! {
    /// Float operators with one operand.
    FloatUnOp {
        Abs = "abs",
        Neg = "neg",
        Ceil = "ceil",
        Floor = "floor",
        Trunc = "trunc",
        Nearest = "nearest",
        Sqrt = "sqrt",
    }
}

operators! {
    /// Float operators with two operands.
    FloatBinOp {
        Add = "add",
        Sub = "sub",
        Mul = "mul",
        Div = "div",
        Min = "min",
        Max = "max",
        Copysign = "copysign",
    }
}

operators! {
    /// Float comparisons.
    FloatRelOp {
        Eq = "eq",
        Ne = "ne",
        Lt = "lt",
        Gt = "gt",
        Le = "le",
        Ge = "ge",
    }
}

operators! {
    /// Conversions between types.
    ConvertOp {
        I32WrapI64 = "i32.wrap_i64",
        #[mutate(skip = no_floats())]
        I32TruncF32S = "i32.trunc_f32_s",
        #[mutate(skip = no_floats())]
        I32TruncF32U = "i32.trunc_f32_u",
        #[mutate(skip = no_floats())]
        I32TruncF64S = "i32.trunc_f64_s",
        #[mutate(skip = no_floats())]
        I32TruncF64U = "i32.trunc_f64_u",
        I64ExtendI32S = "i64.extend_i32_s",
        I64ExtendI32U = "i64.extend_i32_u",
        #[mutate(skip = no_floats())]
        I64TruncF32S = "i64.trunc_f32_s",
        #[mutate(skip = no_floats())]
        I64TruncF32U = "i64.trunc_f32_u",
        #[mutate(skip = no_floats())]
        I64TruncF64S = "i64.trunc_f64_s",
        #[mutate(skip = no_floats())]
        I64TruncF64U = "i64.trunc_f64_u",
        #[mutate(skip = no_floats())]
        F32ConvertI32S = "f32.convert_i32_s",
        #[mutate(skip = no_floats())]
        F32ConvertI32U = "f32.convert_i32_u",
        #[mutate(skip = no_floats())]
        F32ConvertI64S = "f32.convert_i64_s",
        #[mutate(skip = no_floats())]
        F32ConvertI64U = "f32.convert_i64_u",
        #[mutate(skip = no_floats())]
        F32DemoteF64 = "f32.demote_f64",
        #[mutate(skip = no_floats())]
        F64ConvertI32S = "f64.convert_i32_s",
        #[mutate(skip = no_floats())]
        F64ConvertI32U = "f64.convert_i32_u",
        #[mutate(skip = no_floats())]
        F64ConvertI64S = "f64.convert_i64_s",
        #[mutate(skip = no_floats())]
        F64ConvertI64U = "f64.convert_i64_u",
        #[mutate(skip = no_floats())]
        F64PromoteF32 = "f64.promote_f32",
        #[mutate(skip = no_floats())]
        I32ReinterpretF32 = "i32.reinterpret_f32",
        #[mutate(skip = no_floats())]
        I64ReinterpretF64 = "i64.reinterpret_f64",
        #[mutate(skip = no_floats())]
        F32ReinterpretI32 = "f32.reinterpret_i32",
        #[mutate(skip = no_floats())]
        F64ReinterpretI64 = "f64.reinterpret_i64",
    }
}

operators! {
    /// Sign extensions inside a type.
    ExtendOp {
        I32Extend8S = "i32.extend8_s",
        I32Extend16S = "i32.extend16_s",
        I64Extend8S = "i64.extend8_s",
        I64Extend16S = "i64.extend16_s",
        I64Extend32S = "i64.extend32_s",
    }
}

operators! {
    /// Conversions of floats to integers that yield the nearest integer instead of a trap.
    SaturateOp {
        I32TruncSatF32S = "i32.trunc_sat_f32_s",
        I32TruncSatF32U = "i32.trunc_sat_f32_u",
        I32TruncSatF64S = "i32.trunc_sat_f64_s",
        I32TruncSatF64U = "i32.trunc_sat_f64_u",
        I64TruncSatF32S = "i64.trunc_sat_f32_s",
        I64TruncSatF32U = "i64.trunc_sat_f32_u",
        I64TruncSatF64S = "i64.trunc_sat_f64_s",
        I64TruncSatF64U = "i64.trunc_sat_f64_u",
    }
}

operators! {
    /// Instructions on the table that their index names. Their opcodes are not consecutive.
    TableOp {
        Get = "table.get",
        Set = "table.set",
        Size = "table.size",
        Grow = "table.grow",
        Fill = "table.fill",
    }
}
