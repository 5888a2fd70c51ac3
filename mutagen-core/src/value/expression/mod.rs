//! A value as a Rust expression, which makes an equal value wherever it compiles. It is written
//! from the text form of the value and from the table of types: the text has what is in a cell or
//! in the parts of a type, and the table has the boxes, which the text leaves out. So no type needs
//! a function for it. `known` has the types of std and of other crates.

mod code;
mod known;
mod names;
mod type_name;

pub(crate) use code::{Code, Page};
pub use names::Place;
pub(crate) use names::{Names, is_number, written};

use crate::value::node::Node;
use crate::value::text::{Delimiter, ParseError, Parser, print};
use crate::value::types::{
    Describe, Entry, Shape, TypeIndex, Types, UnseenField, Variant, look_at,
};
use derive_more::{Display, Error, From};
use names::{WITH_POLICY, has_suffix, is_std};
use type_name::{TypeName, joined, last};

/// Why a value cannot be written as an expression.
#[derive(Debug, Display, Error, From, Clone, PartialEq, Eq)]
pub enum NoExpression {
    /// A part has no text.
    #[display(
        "the value has a part without a text form, a `{_0}`, so no test can be written for it: \
         implement `Mutate::form` and `Mutate::parse` for the type (`With::print` and \
         `With::parse` where `#[mutate(with = …)]` makes it)"
    )]
    #[from(skip)]
    Opaque(#[error(not(source))] &'static str),
    /// The text of a part is not one of its type.
    #[display("the text of a `{_0}` is not the one that its type describes")]
    #[from(skip)]
    Unknown(#[error(not(source))] &'static str),
    /// There is nothing that a test could show.
    #[display("{_0}")]
    #[from(skip)]
    Nothing(#[error(not(source))] &'static str),
    /// The text is beyond the limits of what can be read.
    #[display("the text of the value cannot be read: {_0}")]
    Unreadable(ParseError),
}

/// The arguments of a property as expressions, with the names that these use.
pub(crate) struct Expressions {
    /// One expression for each argument.
    pub(crate) arguments: Vec<Code>,
    /// The names of types.
    pub(crate) names: Names,
}

/// Writes a tuple of arguments, whose type `describe` describes, as one expression each.
///
/// # Errors
/// If a part has no text form, or the text is too long or too deep.
pub(crate) fn expressions(
    arguments: &dyn Node,
    describe: Describe,
    place: Place,
) -> Result<Expressions, NoExpression> {
    let mut parser = Parser::of(&print(arguments))?;
    look_at(describe, |types, index| {
        let name = |index: TypeIndex| types.entries[index.0].name;
        let own = types.entries[index.0].shape.parts().map(name);
        let names = Names::new(place, own, types.reachable(index).into_iter().map(name));
        let mut writer = Writer { types, names };
        let written = writer.fields(writer.ty(index), &mut parser);
        // A bracket that was too deep looks like one that is not there.
        parser.reached().map_or(Ok(()), Err)?;
        let arguments = written?.parts;
        Ok(Expressions { arguments, names: writer.names })
    })
}

/// Writes one value, whose type `describe` describes.
///
/// # Errors
/// If a part has no text form, or the text is too long or too deep.
pub(crate) fn expression(
    value: &dyn Node,
    describe: Describe,
    place: Place,
) -> Result<(Code, Names), NoExpression> {
    let mut parser = Parser::of(&print(value))?;
    look_at(describe, |types, index| {
        let name = |index: TypeIndex| types.entries[index.0].name;
        let all = types.reachable(index).into_iter().map(name);
        let names = Names::new(place, std::iter::once(name(index)), all);
        let mut writer = Writer { types, names };
        let written = writer.write(writer.ty(index), &mut parser);
        parser.reached().map_or(Ok(()), Err)?;
        Ok((written?, writer.names))
    })
}

/// A type, by its name and its entry in the table. A field with a rule of its own has a type that
/// hides that of the field, which then may have no entry.
#[derive(Clone, Copy)]
struct Ty<'t> {
    name: &'static str,
    entry: Option<&'t Entry>,
}

impl<'t> Ty<'t> {
    fn name(self) -> TypeName<'static> {
        TypeName(self.name)
    }

    fn shape(self) -> &'t Shape {
        self.entry.map_or(&Shape::Opaque, |entry| &entry.shape)
    }

    /// The text is not the one that the type describes.
    fn unknown(self) -> NoExpression {
        NoExpression::Unknown(self.name)
    }
}

/// The constructor of a value and its fields.
struct Fields<'t> {
    variant: &'t Variant,
    parts: Vec<Code>,
}

/// Writes expressions.
struct Writer<'t> {
    types: &'t Types,
    names: Names,
}

impl<'t> Writer<'t> {
    fn ty(&self, index: TypeIndex) -> Ty<'t> {
        let entry = &self.types.entries[index.0];
        Ty { name: entry.name, entry: Some(entry) }
    }

    /// The type with this name.
    fn named(&self, name: &'static str) -> Ty<'t> {
        let entry = self.types.entries.iter().find(|entry| entry.name == name);
        Ty { name, entry }
    }

    /// The type of the content or of the elements.
    fn inner(&self, ty: Ty<'t>) -> Result<Ty<'t>, NoExpression> {
        match ty.shape() {
            Shape::Transparent(inner) | Shape::Sequence(inner) | Shape::Repeated(inner, _) => {
                Ok(self.ty(*inner))
            }
            Shape::Opaque | Shape::Variants(_) => {
                let name = ty.name().arguments().first().copied();
                name.map(|name| self.named(name)).ok_or_else(|| ty.unknown())
            }
        }
    }

    /// The expression of the next value in the text.
    fn write(&mut self, ty: Ty<'t>, parser: &mut Parser) -> Result<Code, NoExpression> {
        if parser.starts_with("<") {
            return Err(self.opaque(ty, parser));
        }
        if let Some(known) = self.known(ty, parser) {
            return known;
        }
        match ty.shape() {
            Shape::Variants(_) => self.constructor(ty, parser),
            Shape::Transparent(_) => {
                let inner = self.inner(ty)?;
                let content = self.write(inner, parser)?;
                let path = self.names.path(ty.name().base());
                Ok(match ty.entry.map_or("", |entry| entry.field) {
                    "" => Code::call(&path, vec![content], ""),
                    field => {
                        let field = content.after(format!("{}: ", written(field)));
                        Code::group(format!("{path} {{"), vec![field], "}")
                    }
                })
            }
            // A type of a user with `#[mutate(via = …)]`: its text is that of its parts.
            Shape::Repeated(..) => {
                let inner = self.inner(ty)?;
                let parts = self.write(inner, parser)?;
                // The implementation may be chosen by the type of the parts.
                let parts = match parts {
                    Code::Word(number) if has_suffix(inner.name, &number) => {
                        Code::word(format!("{number}_{}", inner.name))
                    }
                    parts => parts,
                };
                let from_parts = self.names.of_core("Via::from_parts");
                Ok(Code::call(&from_parts, vec![parts.operand().after("&")], ""))
            }
            Shape::Opaque | Shape::Sequence(_) => self.read(ty, parser),
        }
    }

    /// The error of a part without text. The text has its name.
    fn opaque(&self, ty: Ty<'t>, parser: &mut Parser) -> NoExpression {
        parser.punctuation('<');
        let rest = |name: &str| name.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        let text = rest(parser.rest().strip_prefix("opaque").unwrap_or_default());
        let entries = self.types.entries.iter().map(|entry| entry.name);
        let named = entries.filter(|name| text.starts_with(&format!("{}>", rest(name))));
        let name = TypeName(named.max_by_key(|name| name.len()).unwrap_or(ty.name));
        let field = name.arguments().first().copied().filter(|_| name.base() == WITH_POLICY);
        NoExpression::Opaque(field.unwrap_or(name.0))
    }

    /// The value is read from its text when the test runs: its type has a text form that only the
    /// type itself understands.
    fn read(&mut self, ty: Ty<'t>, parser: &mut Parser) -> Result<Code, NoExpression> {
        let text = parser.rest();
        if text.is_empty() {
            return Err(ty.unknown());
        }
        let parse = self.names.of_core("text::parse");
        Ok(Code::call(&parse, vec![Code::word(format!("{text:?}"))], ".unwrap().value"))
    }

    /// The constructor and the fields that stand next in the text.
    fn fields(&mut self, ty: Ty<'t>, parser: &mut Parser) -> Result<Fields<'t>, NoExpression> {
        let Shape::Variants(variants) = ty.shape() else { return Err(ty.unknown()) };
        let is_tuple = matches!(&variants[..], [only] if only.name.is_empty());
        let name = if is_tuple { Some(String::new()) } else { parser.name() };
        let variant = variants.iter().find(|variant| Some(variant.name) == name.as_deref());
        let variant = variant.ok_or_else(|| ty.unknown())?;
        let mut parts = Vec::new();
        if variant.fields.is_empty() && !is_tuple {
            return Ok(Fields { variant, parts });
        }
        let named = variant.fields.iter().any(|field| field.name.is_some());
        let delimiter = if named { Delimiter::Brace } else { Delimiter::Parenthesis };
        let mut inside = parser.group(delimiter).ok_or_else(|| ty.unknown())?;
        for field in &variant.fields {
            if named && (inside.name().is_none() || !inside.punctuation(':')) {
                return Err(ty.unknown());
            }
            parts.push(self.write(self.ty(field.ty), &mut inside)?);
            inside.punctuation(',');
        }
        if inside.is_empty() { Ok(Fields { variant, parts }) } else { Err(ty.unknown()) }
    }

    /// A value of an enum, a struct or a tuple.
    fn constructor(&mut self, ty: Ty<'t>, parser: &mut Parser) -> Result<Code, NoExpression> {
        let Fields { variant, mut parts } = self.fields(ty, parser)?;
        if variant.name.is_empty() {
            let close = if parts.len() == 1 { ",)" } else { ")" };
            return Ok(Code::group("(", parts, close));
        }
        let (base, name) = (ty.name().base(), written(variant.name));
        let path = match variant.of_enum {
            // These variants are in scope everywhere.
            true if is_std(base) && ["Option", "Result"].contains(&last(base)) => name,
            true => format!("{}::{name}", self.names.path(base)),
            false => self.names.path(base),
        };
        let mut names: Vec<Option<&str>> = variant.fields.iter().map(|field| field.name).collect();
        for unseen in variant.unseen {
            parts.insert(unseen.at, self.unseen(unseen));
            names.insert(unseen.at, unseen.name);
        }
        if parts.is_empty() {
            return Ok(Code::word(if variant.braces { path + " {}" } else { path }));
        }
        if names.iter().all(Option::is_none) {
            return Ok(Code::call(&path, parts, ""));
        }
        let named = parts.into_iter().zip(names);
        let labelled = named.map(|(part, name)| {
            part.after(name.map_or(String::new(), |name| format!("{}: ", written(name))))
        });
        Ok(Code::group(format!("{path} {{"), labelled.collect(), "}"))
    }

    /// A field that the text leaves out.
    fn unseen(&self, field: &UnseenField) -> Code {
        match field.value {
            "" => Code::word(self.names.of_core("Mutate::smallest()")),
            value => Code::word(joined(value)),
        }
    }

    /// The elements between these brackets.
    fn elements(
        &mut self,
        ty: Ty<'t>,
        delimiter: Delimiter,
        parser: &mut Parser,
    ) -> Result<Vec<Code>, NoExpression> {
        let element = self.inner(ty)?;
        let mut inside = parser.group(delimiter).ok_or_else(|| ty.unknown())?;
        let mut all = Vec::new();
        while !inside.is_empty() {
            all.push(self.write(element, &mut inside)?);
            inside.punctuation(',');
        }
        Ok(all)
    }

    /// The entries of a map, as pairs.
    fn entries(&mut self, ty: Ty<'t>, parser: &mut Parser) -> Result<Vec<Code>, NoExpression> {
        let pair = self.inner(ty)?;
        let Shape::Variants(variants) = pair.shape() else { return Err(ty.unknown()) };
        let [Variant { fields, .. }] = &variants[..] else { return Err(ty.unknown()) };
        let mut inside = parser.group(Delimiter::Brace).ok_or_else(|| ty.unknown())?;
        let mut all = Vec::new();
        while !inside.is_empty() {
            let mut pair = Vec::new();
            for field in fields {
                pair.push(self.write(self.ty(field.ty), &mut inside)?);
                let _ = inside.punctuation(':') || inside.punctuation(',');
            }
            all.push(Code::group("(", pair, ")"));
        }
        Ok(all)
    }

    /// A type of a field with a rule of its own: the rule says what the text is.
    fn with_policy(&mut self, ty: Ty<'t>, parser: &mut Parser) -> Result<Code, NoExpression> {
        let arguments = ty.name().arguments();
        let [field, policy] = arguments[..] else { return Err(ty.unknown()) };
        let policy = TypeName(policy);
        if last(policy.base()) != "UserPolicy" {
            return self.write(self.named(field), parser);
        }
        let [user] = policy.arguments()[..] else { return Err(ty.unknown()) };
        let Some(text) = parser.literal() else { return Err(ty.unknown()) };
        let (user, with) = (self.names.ty(user), self.names.of_core("With"));
        let parse = format!("<{user} as {with}<_>>::parse");
        Ok(Code::call(&parse, vec![Code::word(text)], ".unwrap()"))
    }
}
