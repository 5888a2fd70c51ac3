//! Encodes element and data segments. The number that a segment starts with was the index of its
//! table or memory in version 1.0 and became a set of flags, with the same meaning for index 0.

use super::code::Code;
use super::leb128::unsigned;
use super::{bytes, const_expr, ref_type, vector};
use crate::instruction::RefConst;
use crate::module::{ConstExpr, Data, DataMode, Elem, ElemExpr, ElemItems, ElemMode};
use crate::types::RefType;

/// The segment is not active.
const PASSIVE: u8 = 1;
/// Of an active segment: the table follows. Of another one: it is declared.
const INDEX: u8 = 2;
/// The elements are expressions.
const EXPRS: u8 = 4;

pub(super) fn elem(elem: &Elem, out: &mut Vec<u8>) {
    let exprs = match &elem.items {
        ElemItems::Funcs(_) => 0,
        ElemItems::Exprs(..) => EXPRS,
    };
    let with_type = match &elem.mode {
        // The shortest form means table 0 and functions.
        ElemMode::Active { table: 0, offset }
            if !matches!(elem.items, ElemItems::Exprs(RefType::Extern, _)) =>
        {
            out.push(exprs);
            const_expr(offset, out);
            false
        }
        ElemMode::Active { table, offset } => {
            out.push(exprs | INDEX);
            unsigned(out, *table);
            const_expr(offset, out);
            true
        }
        ElemMode::Passive => {
            out.push(exprs | PASSIVE);
            true
        }
        ElemMode::Declared => {
            out.push(exprs | PASSIVE | INDEX);
            true
        }
    };
    match &elem.items {
        ElemItems::Funcs(funcs) => {
            if with_type {
                // The only kind of elements that there is: functions.
                out.push(0);
            }
            vector(out, funcs, |func, out| unsigned(out, *func));
        }
        ElemItems::Exprs(ty, exprs) => {
            if with_type {
                ref_type(*ty, out);
            }
            vector(out, exprs, |expr, out| elem_expr(expr, *ty, out));
        }
    }
}

fn elem_expr(expr: &ElemExpr, ty: RefType, out: &mut Vec<u8>) {
    match expr {
        ElemExpr::Null => Code::new(out, None).constant(&ConstExpr::Ref(RefConst::Null(ty))),
        ElemExpr::Func(func) => {
            Code::new(out, None).constant(&ConstExpr::Ref(RefConst::Func(*func)));
        }
        ElemExpr::Other(expr) => const_expr(expr, out),
    }
}

pub(super) fn data(data: &Data, out: &mut Vec<u8>) {
    match &data.mode {
        DataMode::Active { memory: 0, offset } => {
            out.push(0);
            const_expr(offset, out);
        }
        DataMode::Active { memory, offset } => {
            out.push(INDEX);
            unsigned(out, *memory);
            const_expr(offset, out);
        }
        DataMode::Passive => out.push(PASSIVE),
    }
    bytes(&data.init, out);
}
