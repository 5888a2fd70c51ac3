//! The text format of any module, valid or not. The indices are numbers, so the text of a module
//! with indices out of range is complete, too. Tools that read the text give the bytes of the
//! encoder again. Where no text can say what the bytes say, a comment tells so.

mod code;
mod literal;

use crate::instruction::RefConst;
use crate::module::{
    ConstExpr, Data, DataMode, Elem, ElemExpr, ElemItems, ElemMode, ExportDesc, Func, ImportDesc,
    Module,
};
use crate::types::{FuncType, GlobalType, Idx, Limits, RefType, TableType, ValType};
use code::Lines;
use std::fmt::{self, Display, Formatter, Write};

/// The first word of the comment that says that no text can be read back to the bytes of the
/// module.
pub const INEXACT: &str = ";; inexact:";

/// The module as text. If the text cannot be exact, its last line is a comment that starts with
/// [`INEXACT`] and says why.
pub fn wat(module: &Module) -> String {
    let mut text = Text { out: String::new(), module, inexact: None, funcs: 0 };
    // Writing to a string cannot fail.
    let _ = text.module();
    text.out
}

struct Text<'a> {
    out: String,
    module: &'a Module,
    /// Why the text is not exact.
    inexact: Option<String>,
    /// The number of imported functions.
    funcs: usize,
}

impl Text<'_> {
    fn module(&mut self) -> fmt::Result {
        let module = self.module;
        self.out.push_str("(module");
        for (index, ty) in module.types.iter().enumerate() {
            write!(self.out, "\n  (type (;{index};) (func{}))", Signature(ty))?;
        }
        let [tables, memories, globals] = self.imports()?;
        for (index, ty) in module.tables.iter().enumerate() {
            write!(self.out, "\n  (table (;{};) {ty})", tables + index)?;
        }
        for (index, size) in module.memories.iter().enumerate() {
            write!(self.out, "\n  (memory (;{};) {size})", memories + index)?;
        }
        for (index, global) in module.globals.iter().enumerate() {
            write!(self.out, "\n  (global (;{};) {}", globals + index, global.ty)?;
            self.expression(&global.init)?;
            self.out.push(')');
        }
        for export in &module.exports {
            let (kind, index) = match export.desc {
                ExportDesc::Func(index) => ("func", index),
                ExportDesc::Table(index) => ("table", index),
                ExportDesc::Memory(index) => ("memory", index),
                ExportDesc::Global(index) => ("global", index),
            };
            let name = literal::Name(&export.name);
            write!(self.out, "\n  (export {name} ({kind} {index}))")?;
        }
        if let Some(start) = module.start {
            write!(self.out, "\n  (start {start})")?;
        }
        for (index, elem) in module.elems.iter().enumerate() {
            self.elem(index, elem)?;
        }
        for (index, func) in module.funcs.iter().enumerate() {
            self.func(self.funcs + index, func)?;
        }
        for (index, data) in module.datas.iter().enumerate() {
            self.data(index, data)?;
        }
        let is_empty = self.out.ends_with("(module");
        self.out.push_str(if is_empty { ")\n" } else { "\n)\n" });
        if let Some(why) = &self.inexact {
            writeln!(self.out, "{INEXACT} {why}")?;
        }
        Ok(())
    }

    /// The imports. Gives how many tables, memories and globals are imported.
    fn imports(&mut self) -> Result<[usize; 3], fmt::Error> {
        let [mut tables, mut memories, mut globals] = [0; 3];
        for import in &self.module.imports {
            let (module, name) = (literal::Name(&import.module), literal::Name(&import.name));
            write!(self.out, "\n  (import {module} {name} ")?;
            match &import.desc {
                ImportDesc::Func(ty) => {
                    write!(self.out, "(func (;{};) (type {ty})", self.funcs)?;
                    self.signature(*ty)?;
                    self.out.push(')');
                    self.funcs += 1;
                }
                ImportDesc::Table(ty) => {
                    write!(self.out, "(table (;{tables};) {ty})")?;
                    tables += 1;
                }
                ImportDesc::Memory(size) => {
                    write!(self.out, "(memory (;{memories};) {size})")?;
                    memories += 1;
                }
                ImportDesc::Global(ty) => {
                    write!(self.out, "(global (;{globals};) {ty})")?;
                    globals += 1;
                }
            }
            self.out.push(')');
        }
        Ok([tables, memories, globals])
    }

    /// The parameters and results of the type at this index, if there is one.
    fn signature(&mut self, ty: Idx) -> fmt::Result {
        match self.module.types.get(ty as usize) {
            Some(ty) => write!(self.out, "{}", Signature(ty)),
            None => Ok(()),
        }
    }

    fn func(&mut self, index: usize, func: &Func) -> fmt::Result {
        write!(self.out, "\n  (func (;{index};) (type {})", func.ty)?;
        self.signature(func.ty)?;
        if !func.locals.is_empty() {
            self.out.push_str("\n    (local");
            for ty in &func.locals {
                write!(self.out, " {ty}")?;
            }
            self.out.push(')');
        }
        let mut lines = Lines::indented(&mut self.out, &mut self.inexact);
        lines.sequence(&func.body)?;
        self.out.push_str("\n  )");
        Ok(())
    }

    fn elem(&mut self, index: usize, elem: &Elem) -> fmt::Result {
        write!(self.out, "\n  (elem (;{index};)")?;
        match &elem.mode {
            ElemMode::Active { table, offset } => self.place("table", *table, offset)?,
            ElemMode::Passive => {}
            ElemMode::Declared => self.out.push_str(" declare"),
        }
        match &elem.items {
            ElemItems::Funcs(funcs) => {
                self.out.push_str(" func");
                for func in funcs {
                    write!(self.out, " {func}")?;
                }
            }
            ElemItems::Exprs(ty, exprs) => {
                write!(self.out, " {ty}")?;
                for expr in exprs {
                    match expr {
                        ElemExpr::Null => write!(self.out, " ({})", RefConst::Null(*ty))?,
                        ElemExpr::Func(func) => write!(self.out, " ({})", RefConst::Func(*func))?,
                        ElemExpr::Other(expr) => self.folded("item", expr)?,
                    }
                }
            }
        }
        self.out.push(')');
        Ok(())
    }

    fn data(&mut self, index: usize, data: &Data) -> fmt::Result {
        write!(self.out, "\n  (data (;{index};)")?;
        match &data.mode {
            DataMode::Active { memory, offset } => self.place("memory", *memory, offset)?,
            DataMode::Passive => {}
        }
        write!(self.out, " {})", literal::Bytes(&data.init))
    }

    /// Where an active segment goes: the table or the memory, unless it is the first one, and the
    /// offset in it.
    fn place(&mut self, space: &str, index: Idx, offset: &ConstExpr) -> fmt::Result {
        if index != 0 {
            write!(self.out, " ({space} {index})")?;
        }
        self.folded("offset", offset)
    }

    /// An expression in parentheses, with this word in front unless it is a single instruction.
    fn folded(&mut self, word: &str, expr: &ConstExpr) -> fmt::Result {
        let at = self.out.len();
        self.expression(expr)?;
        let is_single = !matches!(expr, ConstExpr::Other(_));
        let open = if is_single { " (".to_owned() } else { format!(" ({word}") };
        let content = at + usize::from(is_single);
        self.out.replace_range(at..content, &open);
        self.out.push(')');
        Ok(())
    }

    /// The instructions of an expression in one line, each after a space.
    fn expression(&mut self, expr: &ConstExpr) -> fmt::Result {
        let mut line = Lines::in_one(&mut self.out, &mut self.inexact);
        line.constant(expr)
    }
}

/// Parameters and results, each list after a space.
struct Signature<'a>(&'a FuncType);

impl Display for Signature<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (word, types) in [("param", &self.0.params), ("result", &self.0.results)] {
            if !types.is_empty() {
                write!(f, " ({word}")?;
                for ty in types {
                    write!(f, " {ty}")?;
                }
                f.write_char(')')?;
            }
        }
        Ok(())
    }
}

impl Display for ValType {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ValType::I32 => f.write_str("i32"),
            ValType::I64 => f.write_str("i64"),
            ValType::F32 => f.write_str("f32"),
            ValType::F64 => f.write_str("f64"),
            ValType::Ref(ty) => write!(f, "{ty}"),
        }
    }
}

impl Display for RefType {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}ref", code::Heap(*self))
    }
}

impl Display for Limits {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.min)?;
        match self.max {
            Some(max) => write!(f, " {max}"),
            None => Ok(()),
        }
    }
}

impl Display for TableType {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.size, self.element)
    }
}

impl Display for GlobalType {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.mutable { write!(f, "(mut {})", self.value) } else { write!(f, "{}", self.value) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instruction::{BlockType, Instr, MemArg};
    use crate::operator::LoadOp;

    fn function(body: Vec<Instr>) -> Module {
        Module::of_function(FuncType { params: vec![], results: vec![ValType::I32] }, body)
    }

    #[test]
    fn the_empty_module_is_one_line() {
        assert_eq!(wat(&Module::EMPTY), "(module)\n");
    }

    #[test]
    fn blocks_are_indented_and_every_index_is_printed() {
        let inner = vec![Instr::Br(9)];
        let body = vec![Instr::If(BlockType::Index(7), inner, vec![Instr::Nop]), Instr::Call(5)];
        let expected = "\
(module
  (type (;0;) (func (result i32)))
  (func (;0;) (type 0) (result i32)
    if (type 7)
      br 9
    else
      nop
    end
    call 5
  )
)
";
        assert_eq!(wat(&function(body)), expected);
    }

    #[test]
    fn what_no_text_can_say_is_told_in_the_last_line() {
        let with = |align| {
            let at = MemArg { align, offset: 0 };
            wat(&function(vec![Instr::Load(LoadOp::I32, at)]))
        };
        assert!(!with(63).contains(INEXACT), "{}", with(63));
        let text = with(64);
        let last = text.lines().last().expect("there are lines");
        assert!(last.starts_with(INEXACT) && last.contains("alignment of 2^64"), "{text}");
    }

    #[test]
    fn an_expression_of_several_instructions_gets_its_word() {
        let data = |offset| Data { mode: DataMode::Active { memory: 1, offset }, init: vec![] };
        let several = ConstExpr::Other(vec![Instr::I32Const(1), Instr::Nop]);
        let datas = vec![data(ConstExpr::I32(3)), data(several), data(ConstExpr::Other(vec![]))];
        let text = wat(&Module { datas, ..Module::EMPTY });
        assert!(text.contains("(memory 1) (i32.const 3) \"\")"), "{text}");
        assert!(text.contains("(memory 1) (offset i32.const 1 nop) \"\")"), "{text}");
        assert!(text.contains("(memory 1) (offset) \"\")"), "{text}");
    }
}
