//! Walks the syntax of a source file and adds its literals to the set, with the function or module
//! that contains them.

use super::attributes::{has_property, is_called, is_test_only, value};
use super::evaluate::{byte, folded, integer, literal_of};
use super::module_file::ModuleFile;
use super::set::LiteralSet;
use mutagen_core::internal::value::literals::{Function, Literal};
use std::path::PathBuf;
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, Ident, Lit, Meta, Pat, Type, UnOp};

/// The most numbers and chars of an array whose elements count. A longer one is a table to compute
/// with.
const LONGEST_ARRAY: usize = 64;

/// Walks one file.
pub(super) struct LiteralVisitor<'s> {
    pub(super) set: &'s mut LiteralSet,
    pub(super) krate: &'s str,
    /// The modules around the current place.
    path: Vec<String>,
    /// The types, traits and functions around the current place, within its module.
    inside: Vec<String>,
    /// How many of them are functions.
    functions: usize,
    in_tests: bool,
    /// Whether the literals here are left out.
    skips: bool,
    /// Whether the current place is in the arguments of a macro.
    pub(super) in_macro: bool,
    /// The constant that the current place defines.
    constant: Option<String>,
    /// The literals of the patterns of the current `match`.
    group: Option<Vec<usize>>,
    /// The folder of the current module's own modules.
    folder: PathBuf,
    /// The folder of the file.
    beside: PathBuf,
    /// The modules in other files.
    pub(super) modules: Vec<ModuleFile>,
}

impl<'s> LiteralVisitor<'s> {
    pub(super) fn new(
        set: &'s mut LiteralSet,
        krate: &'s str,
        path: Vec<String>,
        in_tests: bool,
        folder: PathBuf,
        beside: PathBuf,
    ) -> LiteralVisitor<'s> {
        LiteralVisitor {
            set,
            krate,
            path,
            inside: Vec::new(),
            functions: 0,
            in_tests,
            skips: false,
            in_macro: false,
            constant: None,
            group: None,
            folder,
            beside,
            modules: Vec::new(),
        }
    }

    pub(super) fn file(&mut self, file: &syn::File) {
        self.skips = self.in_tests && !has_property(&file.items);
        file.items.iter().for_each(|item| self.visit_item(item));
    }

    fn place(&mut self) -> usize {
        let is_module = self.functions == 0;
        let inside = if is_module { &[][..] } else { &self.inside };
        let names = [self.krate].into_iter().chain(self.path.iter().map(String::as_str));
        let path: Vec<&str> = names.chain(inside.iter().map(String::as_str)).collect();
        let function = Function { krate: self.krate.to_owned(), path: path.join("::"), is_module };
        self.set.place(function)
    }

    fn add(&mut self, literal: Literal) {
        if self.skips {
            return;
        }
        let place = self.place();
        let Some(index) = self.set.add(literal, place) else { return };
        if let Some(constant) = &self.constant {
            self.set.defines(self.krate, constant, index);
        }
        if let Some(group) = &mut self.group {
            group.push(index);
        }
    }

    pub(super) fn literal(&mut self, lit: &Lit, is_negative: bool) {
        match lit {
            Lit::Int(int) => {
                if let Some(value) = integer(int) {
                    self.add(Literal::Integer(if is_negative {
                        value.wrapping_neg()
                    } else {
                        value
                    }));
                }
            }
            Lit::Float(float) => {
                if let Ok(value) = float.base10_parse::<f64>() {
                    self.add(Literal::Float(if is_negative { -value } else { value }));
                }
            }
            Lit::Byte(byte) => {
                let byte = byte.value();
                self.add(Literal::Integer(byte.into()));
                if byte.is_ascii() {
                    self.add(Literal::Char(byte.into()));
                }
            }
            Lit::Char(char) => self.add(Literal::Char(char.value())),
            Lit::Str(text) => self.add(Literal::Text(text.value())),
            Lit::ByteStr(bytes) => self.add(Literal::Bytes(bytes.value())),
            Lit::CStr(text) => self.add(Literal::Bytes(text.value().into_bytes())),
            _ => {}
        }
    }

    /// A name that may be that of a constant.
    pub(super) fn name(&mut self, ident: &Ident) {
        let name = ident.to_string();
        let is_constant = name.len() > 1
            && name.chars().all(|c| c.is_uppercase() || c.is_ascii_digit() || c == '_');
        if is_constant && self.functions > 0 && !self.skips {
            let place = self.place();
            self.set.uses(self.krate, &name, place);
        }
    }

    /// Walks something whose literals are alternatives of each other.
    pub(super) fn grouped(&mut self, walk: impl FnOnce(&mut Self)) {
        let outer = self.group.replace(Vec::new());
        walk(self);
        let group = std::mem::replace(&mut self.group, outer).unwrap_or_default();
        self.set.group(&group);
    }

    /// Walks something whose literals are not in the group around it.
    fn ungrouped(&mut self, walk: impl FnOnce(&mut Self)) {
        let outer = self.group.take();
        walk(self);
        self.group = outer;
    }

    fn within(&mut self, name: String, is_function: bool, walk: impl FnOnce(&mut Self)) {
        let (constant, group) = (self.constant.take(), self.group.take());
        self.inside.push(name);
        self.functions += usize::from(is_function);
        walk(self);
        self.functions -= usize::from(is_function);
        self.inside.pop();
        (self.constant, self.group) = (constant, group);
    }

    fn function(&mut self, attributes: &[Attribute], name: &Ident, walk: impl FnOnce(&mut Self)) {
        let is_test = attributes.iter().any(|attribute| is_called(attribute, "test"));
        if !is_test && !is_test_only(attributes) {
            self.within(plain(name), true, walk);
        }
    }

    fn constant(&mut self, attributes: &[Attribute], name: &Ident, walk: impl FnOnce(&mut Self)) {
        if !is_test_only(attributes) {
            let outer = self.constant.replace(plain(name));
            walk(self);
            self.constant = outer;
        }
    }

    /// An array of bytes also counts as a byte string.
    fn array_of_bytes(&mut self, bytes: impl Iterator<Item = Option<u8>>) {
        let bytes: Vec<u8> = bytes.map_while(|byte| byte).collect();
        if bytes.len() > 1 && bytes.iter().any(|&byte| byte > 0) {
            self.ungrouped(|visitor| visitor.add(Literal::Bytes(bytes)));
        }
    }
}

impl<'ast> Visit<'ast> for LiteralVisitor<'_> {
    fn visit_lit(&mut self, lit: &'ast Lit) {
        self.literal(lit, false);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Unary(_) | Expr::Binary(_) if let Some(value) = folded(expr) => {
                self.add(Literal::Integer(value));
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => match &*unary.expr {
                Expr::Lit(lit) => self.literal(&lit.lit, true),
                other => self.visit_expr(other),
            },
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_expr_array(&mut self, array: &'ast syn::ExprArray) {
        let is_text = |expr: &Expr| matches!(literal_of(expr), Some(Lit::Str(_) | Lit::ByteStr(_)));
        if array.elems.iter().all(is_text) {
            return self.grouped(|visitor| visit::visit_expr_array(visitor, array));
        }
        if array.elems.len() > LONGEST_ARRAY && array.elems.iter().all(is_entry) {
            return;
        }
        if array.elems.iter().all(|expr| literal_of(expr).and_then(byte).is_some()) {
            self.array_of_bytes(array.elems.iter().map(|expr| literal_of(expr).and_then(byte)));
        }
        self.ungrouped(|visitor| visit::visit_expr_array(visitor, array));
    }

    fn visit_pat_slice(&mut self, slice: &'ast syn::PatSlice) {
        self.array_of_bytes(slice.elems.iter().map(|pat| match pat {
            Pat::Lit(lit) => byte(&lit.lit),
            _ => None,
        }));
        visit::visit_pat_slice(self, slice);
    }

    fn visit_expr_match(&mut self, expr: &'ast syn::ExprMatch) {
        self.ungrouped(|visitor| visitor.visit_expr(&expr.expr));
        self.grouped(|visitor| expr.arms.iter().for_each(|arm| visitor.visit_pat(&arm.pat)));
        self.ungrouped(|visitor| {
            for arm in &expr.arms {
                arm.guard.iter().for_each(|(_, guard)| visitor.visit_expr(guard));
                visitor.visit_expr(&arm.body);
            }
        });
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let is_message = call.method == "expect" || call.method == "expect_err";
        if is_message && call.args.iter().all(|argument| literal_of(argument).is_some()) {
            return self.visit_expr(&call.receiver);
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if let Some(last) = path.segments.last() {
            self.name(&last.ident);
        }
        visit::visit_path(self, path);
    }

    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        self.name(&pat.ident);
        visit::visit_pat_ident(self, pat);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let name = mac.path.segments.last().map(|last| last.ident.to_string());
        self.macro_call(&name.unwrap_or_default(), mac.tokens.clone());
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if let (Some(first), Meta::List(list)) =
            (attribute.path().segments.first(), &attribute.meta)
        {
            self.attribute(&first.ident.to_string(), list.tokens.clone());
        }
    }

    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        let name = plain(&module.ident);
        let in_tests = self.in_tests || is_test_only(&module.attrs);
        let named = module.attrs.iter().find_map(|attribute| value(attribute, "path"));
        let Some((_, items)) = &module.content else {
            let folder = self.folder.join(&name);
            let (files, folder) = match named {
                Some(named) => {
                    let file = self.beside.join(named);
                    let folder = file.parent().map(PathBuf::from).unwrap_or_default();
                    (vec![file], folder)
                }
                None => {
                    let file = self.folder.join(format!("{name}.rs"));
                    (vec![file, folder.join("mod.rs")], folder)
                }
            };
            let is_conditional = |attribute: &Attribute| {
                is_called(attribute, "cfg") || is_called(attribute, "cfg_attr")
            };
            self.modules.push(ModuleFile {
                files,
                folder,
                path: self.path.iter().cloned().chain([name]).collect(),
                in_tests,
                may_be_missing: self.in_macro || module.attrs.iter().any(is_conditional),
            });
            return;
        };
        let outer = (self.in_tests, self.skips, self.folder.clone(), self.beside.clone());
        let inside = std::mem::take(&mut self.inside);
        let functions = std::mem::take(&mut self.functions);
        match named {
            Some(named) => self.folder = self.beside.join(named),
            None => self.folder.push(&name),
        }
        self.beside.clone_from(&self.folder);
        self.path.push(name);
        (self.in_tests, self.skips) = (in_tests, in_tests && !has_property(items));
        items.iter().for_each(|item| self.visit_item(item));
        self.path.pop();
        (self.in_tests, self.skips, self.folder, self.beside) = outer;
        (self.inside, self.functions) = (inside, functions);
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function(&item.attrs, &item.sig.ident, |visitor| visit::visit_item_fn(visitor, item));
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        let walk = |visitor: &mut Self| visit::visit_impl_item_fn(visitor, item);
        self.function(&item.attrs, &item.sig.ident, walk);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        let walk = |visitor: &mut Self| visit::visit_trait_item_fn(visitor, item);
        self.function(&item.attrs, &item.sig.ident, walk);
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if is_test_only(&item.attrs) {
            return;
        }
        let of_trait = || item.trait_.as_ref()?.1.segments.last().map(|last| plain(&last.ident));
        let is_parameter =
            |name: &String| item.generics.type_params().any(|param| plain(&param.ident) == *name);
        let of = type_name(&item.self_ty).filter(|name| !is_parameter(name)).or_else(of_trait);
        let walk = |visitor: &mut Self| visit::visit_item_impl(visitor, item);
        self.within(of.unwrap_or_default(), false, walk);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        let walk = |visitor: &mut Self| visit::visit_item_trait(visitor, item);
        self.within(plain(&item.ident), false, walk);
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        let walk = |visitor: &mut Self| visit::visit_item_const(visitor, item);
        self.constant(&item.attrs, &item.ident, walk);
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        let walk = |visitor: &mut Self| visit::visit_item_static(visitor, item);
        self.constant(&item.attrs, &item.ident, walk);
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        let walk = |visitor: &mut Self| visit::visit_impl_item_const(visitor, item);
        self.constant(&item.attrs, &item.ident, walk);
    }
}

/// Whether an expression is an entry of a table: a number, a char, or several of these.
fn is_entry(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(lit) => {
            matches!(lit.lit, Lit::Int(_) | Lit::Float(_) | Lit::Char(_) | Lit::Byte(_))
        }
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_entry),
        Expr::Array(array) => array.elems.iter().all(is_entry),
        Expr::Unary(unary) => is_entry(&unary.expr),
        _ => false,
    }
}

/// The last name of a type's path, without references.
fn type_name(of: &Type) -> Option<String> {
    match of {
        Type::Path(path) => path.path.segments.last().map(|last| plain(&last.ident)),
        Type::Reference(reference) => type_name(&reference.elem),
        Type::Paren(paren) => type_name(&paren.elem),
        Type::Group(group) => type_name(&group.elem),
        _ => None,
    }
}

/// A name without `r#`.
fn plain(ident: &Ident) -> String {
    ident.to_string().trim_start_matches("r#").to_owned()
}
