//! Abstract forms of atoms: the operator, and for each operand its sort and whether it has a
//! variable in it. Rules are mined between forms, not between atoms.

use crate::skeleton::Definitions;
use smt_lang::{Kind, Origin, Sort, Term, TokenKind};

/// The abstract form of an atom, as in `(= const_Int var_Int)`.
///
/// By the published definitions, a literal of bits is an `Int`, a function of the formula keeps its
/// name and its operands stand beside those of the atom. By our own, it is `fun`.
pub fn form(atom: &Term, definitions: Definitions) -> String {
    if atom.children().is_empty() {
        return operand(atom, definitions);
    }
    let head = match atom.kind() {
        Kind::Op(ident)
            if ident.origin == Origin::Theory || definitions == Definitions::Published =>
        {
            if ident.indices.is_empty() || definitions == Definitions::Own {
                atom.theory_op().unwrap_or(ident.name.name()).to_owned()
            } else {
                let indices = ident.indices.iter().map(|index| format!(" {index}"));
                format!("(_ {}{})", ident.name, indices.collect::<String>())
            }
        }
        Kind::Op(_) => "fun".to_owned(),
        Kind::Binder(..) => "binder".to_owned(),
        Kind::Annotated(_) => "!".to_owned(),
        Kind::Let(_) => "let".to_owned(),
        Kind::Match(_) => "match".to_owned(),
        Kind::Apply | Kind::Literal(..) | Kind::Other(_) => "other".to_owned(),
    };
    let operands = atom.children().iter().map(|child| operand(child, definitions));
    format!("({head} {})", operands.collect::<Vec<_>>().join(" "))
}

fn operand(term: &Term, definitions: Definitions) -> String {
    if definitions == Definitions::Published {
        if let Kind::Literal(kind, _) = term.kind() {
            let sort = match kind {
                TokenKind::Decimal => "Real",
                TokenKind::String => "String",
                _ => "Int",
            };
            return format!("const_{sort}");
        }
        // Only operators that the tool knows are made one operand.
        let own = term.ident().is_some_and(|ident| ident.origin != Origin::Theory);
        if own && !term.children().is_empty() {
            let operands = term.children().iter().map(leaves);
            let name = &term.ident().map(|ident| ident.name.to_string()).unwrap_or_default();
            return format!("{name} {}", operands.collect::<Vec<_>>().join(" "));
        }
    }
    format!("{}_{}", if has_variable(term) { "var" } else { "const" }, family(term.sort()))
}

/// A term with its variables and literals made abstract, and no operator.
fn leaves(term: &Term) -> String {
    match (term.kind(), term.children()) {
        (Kind::Op(ident), [_, ..]) => {
            let parts = term.children().iter().map(leaves).collect::<Vec<_>>();
            format!("{} {}", ident.name, parts.join(" "))
        }
        _ => operand(term, Definitions::Published),
    }
}

/// Whether a variable, declared constant or function occurs in a term.
pub(crate) fn has_variable(term: &Term) -> bool {
    term.preorder().any(|part| part.ident().is_some_and(|ident| ident.origin != Origin::Theory))
}

/// The name of a sort without widths, formats and elements; the same for all sorts with names.
pub fn family(sort: &Sort) -> &str {
    match sort {
        Sort::Function(_) => "Function",
        Sort::Named(..) | Sort::Parameter(_) => "Named",
        other => other.head(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use smt_lang::Script;

    fn forms(text: &str) -> [String; 2] {
        let declared = "(declare-const x Int)(declare-const b (_ BitVec 4))\
            (declare-fun f (Int Real) Int)(declare-const p Bool)(declare-fun q (Int) Bool)";
        let script = Script::read(format!("{declared}(assert {text})").as_bytes()).unwrap();
        let atom = script.assertions().next().unwrap();
        [form(atom, Definitions::Published), form(atom, Definitions::Own)]
    }

    #[test]
    fn operands_are_sorts_with_or_without_variables() {
        let both = |text: &str| [text.to_owned(), text.to_owned()];
        assert_eq!(forms("(= 2 (+ x 1))"), both("(= const_Int var_Int)"));
        assert_eq!(forms("(< (- 1) x 3)"), both("(< const_Int var_Int const_Int)"));
        assert_eq!(forms("p"), both("var_Bool"));
        assert_eq!(forms("true"), both("const_Bool"));
    }

    #[test]
    fn the_published_tool_takes_bits_for_numbers_and_keeps_functions() {
        let [published, own] = forms("(bvult b #b0001)");
        assert_eq!(published, "(bvult var_BitVec const_Int)");
        assert_eq!(own, "(bvult var_BitVec const_BitVec)");
        let [published, own] = forms("(= (f x 1.5) 1)");
        assert_eq!(published, "(= f var_Int const_Real const_Int)");
        assert_eq!(own, "(= var_Int const_Int)");
        assert_eq!(forms("(q 1)"), ["(q const_Int)".to_owned(), "(fun const_Int)".to_owned()]);
    }
}
