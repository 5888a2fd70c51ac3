//! Modules that export all of their functions, memories and globals, so that each can be called or
//! looked at from outside.

use crate::module::{Export, ExportDesc, ImportDesc, Module};
use crate::types::{FuncType, Idx};

/// The names under which [`Module::exporting_all`] exports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExportNames {
    /// The number of `'` with which a name starts.
    marks: usize,
}

impl ExportNames {
    /// The name of the function at this index.
    pub fn function(self, index: usize) -> String {
        self.name('f', index)
    }

    fn name(self, kind: char, index: usize) -> String {
        format!("{:'<marks$}{kind}{index}", "", marks = self.marks)
    }
}

impl Module {
    /// The module with an export more for each of its functions, memories and globals, imported
    /// ones included, after its own exports. No index changes. The new names are none of the
    /// module's own: they start with more `'` than any of these.
    ///
    /// A function that is exported may be referred to by `ref.func` anywhere, so a module that is
    /// invalid for want of a declaration may become valid.
    pub fn exporting_all(&self) -> (Module, ExportNames) {
        let names = ExportNames { marks: self.marks() };
        let mut module = self.clone();
        let [mut funcs, mut memories, mut globals] =
            [self.funcs.len(), self.memories.len(), self.globals.len()];
        for import in &self.imports {
            match import.desc {
                ImportDesc::Func(_) => funcs += 1,
                ImportDesc::Memory(_) => memories += 1,
                ImportDesc::Global(_) => globals += 1,
                ImportDesc::Table(_) => {}
            }
        }
        for (kind, count, desc) in [
            ('f', funcs, ExportDesc::Func as fn(Idx) -> ExportDesc),
            ('m', memories, ExportDesc::Memory),
            ('g', globals, ExportDesc::Global),
        ] {
            module.exports.extend(
                (0..count).map(|index| Export {
                    name: names.name(kind, index),
                    desc: desc(index as Idx),
                }),
            );
        }
        (module, names)
    }

    fn marks(&self) -> usize {
        let marks = |name: &str| name.bytes().take_while(|byte| *byte == b'\'').count();
        self.exports.iter().map(|export| marks(&export.name) + 1).max().unwrap_or(0)
    }

    /// The types of the functions, imported ones first; `None` for one whose type is not there.
    pub fn function_types(&self) -> impl Iterator<Item = Option<&FuncType>> {
        let imported = self.imports.iter().filter_map(|import| match import.desc {
            ImportDesc::Func(ty) => Some(ty),
            _ => None,
        });
        let own = self.funcs.iter().map(|func| func.ty);
        imported.chain(own).map(|ty| self.types.get(ty as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::encode;
    use crate::module::{ConstExpr, Global, Import};
    use crate::types::{GlobalType, Limits, ValType};
    use wasmparser::Validator;

    #[test]
    fn everything_is_exported_once_more_and_the_module_stays_valid() {
        let ty = FuncType { params: vec![ValType::I32], results: vec![] };
        let value = GlobalType { value: ValType::I32, mutable: true };
        let export = |name: &str| Export { name: name.to_owned(), desc: ExportDesc::Func(1) };
        let module = Module {
            imports: vec![Import {
                module: String::new(),
                name: String::new(),
                desc: ImportDesc::Func(0),
            }],
            memories: vec![Limits { min: 0, max: None }],
            globals: vec![Global { ty: value, init: ConstExpr::I32(1) }],
            exports: vec![export("f0"), export("''f1"), export("")],
            ..Module::of_function(ty.clone(), vec![])
        };
        let (exporting, names) = module.exporting_all();
        let added: Vec<&str> =
            exporting.exports[3..].iter().map(|export| &export.name[..]).collect();
        assert_eq!(added, ["'''f0", "'''f1", "'''m0", "'''g0"]);
        assert_eq!(names.function(1), "'''f1");
        assert_eq!(exporting.function_types().collect::<Vec<_>>(), [Some(&ty), Some(&ty)]);
        let mut bytes = Vec::new();
        encode(&exporting, &mut bytes);
        Validator::new().validate_all(&bytes).expect("it was valid before");
        assert_eq!(Module::EMPTY.exporting_all().0, Module::EMPTY);
        assert_eq!(Module::EMPTY.exporting_all().1.function(0), "f0");
    }
}
