//! The expressions of the types whose `Mutate` is in this crate: the types of std, and of other
//! crates. What a type is written as is in `impls`, and this file has to know it.

use super::names::{WITH_POLICY, is_number, is_std};
use super::type_name::last;
use super::{Code, NoExpression, Ty, Writer};
use crate::value::text::{Delimiter, Parser};
use crate::value::types::Shape;
use std::net::{Ipv4Addr, Ipv6Addr};

type Written = Result<Code, NoExpression>;

impl<'t> Writer<'t> {
    /// The next value of a type that is known by its name. `None` if the type is not known.
    pub(super) fn known(&mut self, ty: Ty<'t>, parser: &mut Parser) -> Option<Written> {
        let base = ty.name().base();
        if base.is_empty() {
            let is_array = ty.name.starts_with('[');
            return is_array.then(|| {
                let elements = self.elements(ty, Delimiter::Bracket, parser)?;
                Ok(Code::group("[", elements, "]"))
            });
        }
        if base == WITH_POLICY {
            return Some(self.with_policy(ty, parser));
        }
        if !base.contains("::") {
            return primitive(base, parser);
        }
        if is_std(base) {
            return self.of_std(ty, last(base), parser);
        }
        self.of_a_crate(ty, base, parser)
    }

    fn of_std(&mut self, ty: Ty<'t>, name: &str, parser: &mut Parser) -> Option<Written> {
        if let Some(ends) = range(name) {
            return Some(self.range(ty, ends, parser));
        }
        let written = match name {
            "String" => self.string(ty, parser),
            "Vec" => self.elements(ty, Delimiter::Bracket, parser).map(vector),
            "Box" | "Rc" | "Arc" => self.pointer(ty, parser),
            "Cow" => self.wrapped(ty, "::Owned", parser),
            "Cell" | "RefCell" | "Mutex" | "RwLock" => self.wrapped(ty, "::new", parser),
            _ if name.starts_with("Atomic") => self.atomic(ty, parser),
            "OnceCell" | "OnceLock" => self.once(ty, parser),
            "NonZero" => self.non_zero(ty, parser),
            "VecDeque" | "LinkedList" => {
                let elements = self.elements(ty, Delimiter::Bracket, parser);
                elements.map(|elements| self.collected(ty, elements))
            }
            "BTreeSet" | "HashSet" | "BinaryHeap" => {
                let elements = self.elements(ty, Delimiter::Brace, parser);
                elements.map(|elements| self.collected(ty, elements))
            }
            "BTreeMap" | "HashMap" => {
                let entries = self.entries(ty, parser);
                entries.map(|entries| self.collected(ty, entries))
            }
            "PathBuf" => self.path_buf(ty, parser),
            "OsString" => self.os_string(ty, parser),
            "CString" => self.literal(ty, parser).map(|literal| {
                let owned = if literal.starts_with('b') { ".to_vec()" } else { "" };
                let bytes = Code::word(format!("{literal}{owned}"));
                Code::call(&self.function(ty, "::new"), vec![bytes], ".unwrap()")
            }),
            "Ipv4Addr" => self.address(ty, parser, |text| {
                let address: Ipv4Addr = text.parse().ok()?;
                Some(address.octets().map(|octet| octet.to_string()).into())
            }),
            "Ipv6Addr" => self.address(ty, parser, |text| {
                let address: Ipv6Addr = text.parse().ok()?;
                Some(address.segments().map(|segment| format!("{segment:#x}")).into())
            }),
            "SocketAddrV4" | "SocketAddrV6" => self.of_fields(ty, "", parser),
            "Duration" => self.duration(ty, parser),
            "SystemTime" => self.system_time(ty, parser),
            _ => return None,
        };
        Some(written)
    }

    fn of_a_crate(&mut self, ty: Ty<'t>, base: &str, parser: &mut Parser) -> Option<Written> {
        let (root, _) = base.split_once("::")?;
        let written = match (root, last(base)) {
            ("indexmap", "IndexMap") | ("serde_json", "Map") => {
                let entries = self.entries(ty, parser);
                entries.map(|entries| self.collected(ty, entries))
            }
            ("indexmap", "IndexSet") => {
                let elements = self.elements(ty, Delimiter::Brace, parser);
                elements.map(|elements| self.collected(ty, elements))
            }
            ("smallvec", "SmallVec") => {
                let elements = self.elements(ty, Delimiter::Bracket, parser);
                let from_vec = self.function(ty, "::from_vec");
                elements.map(|elements| Code::call(&from_vec, vec![vector(elements)], ""))
            }
            ("bytes", "Bytes") => self.literal(ty, parser).map(|literal| {
                Code::call(&self.function(ty, "::from_static"), vec![Code::word(literal)], "")
            }),
            ("bytes", "BytesMut") => self.literal(ty, parser).map(|literal| {
                let slice = Code::word(format!("&{literal}[..]"));
                Code::call(&self.function(ty, "::from"), vec![slice], "")
            }),
            ("chrono", "NaiveDate" | "NaiveTime" | "NaiveDateTime" | "DateTime")
            | ("uuid", "Uuid") => {
                let text = self.literal(ty, parser);
                text.map(|text| Code::word(format!("{text}.parse().unwrap()")))
            }
            ("chrono", "TimeDelta") => self.of_fields(ty, ".unwrap()", parser),
            ("num_bigint", "BigInt" | "BigUint") => self.big(ty, parser),
            ("ordered_float", "NotNan") => self.checked(ty, parser),
            ("serde_json", "Number") => self.json_number(ty, parser),
            ("mutagen_core", "FromArbitrary") => self.literal(ty, parser).map(|literal| {
                let vec = Code::word(format!("{literal}.to_vec()"));
                Code::call(&self.function(ty, "::new"), vec![vec], ".unwrap()")
            }),
            _ => return None,
        };
        Some(written)
    }

    /// A function of a type.
    fn function(&mut self, ty: Ty<'t>, name: &str) -> String {
        format!("{}{name}", self.names.path(ty.name().base()))
    }

    /// The source of the next literal.
    fn literal(&self, ty: Ty<'t>, parser: &mut Parser) -> Result<String, NoExpression> {
        parser.literal().ok_or_else(|| ty.unknown())
    }

    fn string(&mut self, ty: Ty<'t>, parser: &mut Parser) -> Written {
        Ok(match &*self.literal(ty, parser)? {
            "\"\"" => Code::word(format!("{}::new()", self.names.path(ty.name().base()))),
            text => Code::word(format!("{text}.to_owned()")),
        })
    }

    /// A pointer to a text, to a slice or to a single value.
    fn pointer(&mut self, ty: Ty<'t>, parser: &mut Parser) -> Written {
        match ty.name().arguments()[..] {
            ["str"] => {
                let text = Code::word(self.literal(ty, parser)?);
                Ok(Code::call(&self.function(ty, "::<str>::from"), vec![text], ""))
            }
            [slice] if slice.starts_with('[') && !slice.contains(';') => {
                let holder = match ty.shape() {
                    Shape::Sequence(_) => ty,
                    // The table has the vector that a shared slice is mutated through.
                    Shape::Repeated(parts, _) => self.ty(*parts),
                    _ => self.named(slice),
                };
                let elements = self.elements(holder, Delimiter::Bracket, parser)?;
                let from = self.function(ty, "::<[_]>::from");
                Ok(Code::call(&from, vec![vector(elements)], ""))
            }
            _ => self.wrapped(ty, "::new", parser),
        }
    }

    /// A function applied to the content.
    fn wrapped(&mut self, ty: Ty<'t>, function: &str, parser: &mut Parser) -> Written {
        let inner = self.inner(ty)?;
        let content = self.write(inner, parser)?;
        Ok(Code::call(&self.function(ty, function), vec![content], ""))
    }

    fn atomic(&mut self, ty: Ty<'t>, parser: &mut Parser) -> Written {
        let inner = self.inner(ty)?;
        let content = self.write(inner, parser)?;
        let mut base = ty.name().base().to_owned();
        if base.ends_with("Atomic") {
            // From Rust 1.96 on, the atomics are one generic type.
            let mut name = inner.name.to_owned();
            name[..1].make_ascii_uppercase();
            base += &name;
        }
        Ok(Code::call(&format!("{}::new", self.names.path(&base)), vec![content], ""))
    }

    fn once(&mut self, ty: Ty<'t>, parser: &mut Parser) -> Written {
        // The text is that of an `Option`.
        let option = self.inner(ty)?;
        let content = self.fields(option, parser)?.parts;
        Ok(match content.is_empty() {
            true => Code::word(self.function(ty, "::new()")),
            false => Code::call(&self.function(ty, "::from"), content, ""),
        })
    }

    fn non_zero(&mut self, ty: Ty<'t>, parser: &mut Parser) -> Written {
        let [content] = ty.name().arguments()[..] else { return Err(ty.unknown()) };
        let number = number(content, parser).ok_or_else(|| ty.unknown())?;
        let new = self.function(ty, &format!("::<{content}>::new"));
        Ok(Code::call(&new, vec![Code::word(number)], ".unwrap()"))
    }

    /// A collection of these elements.
    fn collected(&mut self, ty: Ty<'t>, elements: Vec<Code>) -> Code {
        let keys = match last(ty.name().base()) {
            "BTreeMap" | "HashMap" | "IndexMap" | "Map" => 2,
            _ => 1,
        };
        let has_hasher = ty.name().arguments().len() > keys;
        let elements = match elements.is_empty() {
            true if !has_hasher => return Code::word(self.function(ty, "::new()")),
            true => return Code::word(self.function(ty, "::default()")),
            false => Code::group("[", elements, "]"),
        };
        // `From` makes only collections with the usual hasher, and no objects of JSON.
        let any = has_hasher || ty.name().base().starts_with("serde_json");
        Code::call(
            &self.function(ty, if any { "::from_iter" } else { "::from" }),
            vec![elements],
            "",
        )
    }

    fn os_string(&mut self, ty: Ty<'t>, parser: &mut Parser) -> Written {
        let literal = self.literal(ty, parser)?;
        let name = self.names.path("std::ffi::os_str::OsString");
        Ok(match literal.starts_with('b') {
            false => Code::call(&format!("{name}::from"), vec![Code::word(literal)], ""),
            true => {
                let from_vec = format!("<{name} as std::os::unix::ffi::OsStringExt>::from_vec");
                Code::call(&from_vec, vec![Code::word(format!("{literal}.to_vec()"))], "")
            }
        })
    }

    fn path_buf(&mut self, ty: Ty<'t>, parser: &mut Parser) -> Written {
        let text = match parser.starts_with("b") {
            false => Code::word(self.literal(ty, parser)?),
            true => self.os_string(ty, parser)?,
        };
        Ok(Code::call(&self.function(ty, "::from"), vec![text], ""))
    }

    fn address(
        &mut self,
        ty: Ty<'t>,
        parser: &mut Parser,
        parts: fn(&str) -> Option<Vec<String>>,
    ) -> Written {
        let parts = parser.text().and_then(|text| parts(&text)).ok_or_else(|| ty.unknown())?;
        let parts = parts.into_iter().map(Code::word).collect();
        Ok(Code::call(&self.function(ty, "::new"), parts, ""))
    }

    /// A type whose function `new` takes the fields of the struct that it is mutated through.
    fn of_fields(&mut self, ty: Ty<'t>, then: &str, parser: &mut Parser) -> Written {
        let parts = self.inner(ty)?;
        let fields = self.fields(parts, parser)?.parts;
        Ok(Code::call(&self.function(ty, "::new"), fields, then))
    }

    fn duration(&mut self, ty: Ty<'t>, parser: &mut Parser) -> Written {
        let text = self.literal(ty, parser)?;
        let text = text.strip_suffix('s').ok_or_else(|| ty.unknown())?;
        Ok(match text.split_once('.') {
            None => Code::call(&self.function(ty, "::from_secs"), vec![Code::word(text)], ""),
            Some((seconds, fraction)) => {
                let nanos = format!("{fraction:0<9}");
                let nanos = nanos.trim_start_matches('0');
                let parts = vec![Code::word(seconds), Code::word(nanos)];
                Code::call(&self.function(ty, "::new"), parts, "")
            }
        })
    }

    fn system_time(&mut self, ty: Ty<'t>, parser: &mut Parser) -> Written {
        let parts = self.inner(ty)?;
        let fields = self.fields(parts, parser)?.parts;
        let [Code::Word(seconds), Code::Word(nanos)] = &fields[..] else {
            return Err(ty.unknown());
        };
        let (seconds, nanos) = match (seconds.parse::<i64>(), nanos.parse::<u32>()) {
            (Ok(seconds), Ok(nanos)) => (seconds, nanos),
            _ => return Err(ty.unknown()),
        };
        // The nanoseconds count from the second on, also before the epoch.
        let borrow = seconds < 0 && nanos > 0;
        let nanos = if borrow { 1_000_000_000 - nanos } else { nanos };
        let distance = seconds.unsigned_abs() - u64::from(borrow);
        let sign = if seconds < 0 { "-" } else { "+" };
        let duration = self.names.path("core::time::Duration");
        let epoch = self.function(ty, "::UNIX_EPOCH");
        Ok(Code::word(format!("{epoch} {sign} {duration}::new({distance}, {nanos})")))
    }

    /// A range with the marks `..` or `..=`.
    fn range(&mut self, ty: Ty<'t>, (mark, first): Ends, parser: &mut Parser) -> Written {
        let ends = match ty.shape() {
            Shape::Repeated(parts, _) => self.ty(*parts),
            _ => ty,
        };
        let mut ends = self.fields(ends, parser)?.parts.into_iter().map(Code::operand);
        let start = if first { ends.next() } else { None };
        let end = ends.next();
        let parts = [start, Some(Code::word(mark)), end].into_iter().flatten().collect::<Vec<_>>();
        Ok(if parts.len() == 1 { Code::word(mark) } else { Code::Chain(parts) })
    }

    fn big(&mut self, ty: Ty<'t>, parser: &mut Parser) -> Written {
        let text = number("", parser).ok_or_else(|| ty.unknown())?;
        let suffix = if ty.name().base().ends_with("BigUint") { "u32" } else { "i32" };
        // Larger numbers have no literal.
        Ok(match text.parse::<i32>() {
            Ok(_) => {
                let number = Code::word(format!("{text}_{suffix}"));
                Code::call(&self.function(ty, "::from"), vec![number], "")
            }
            Err(_) => {
                let parse = format!("\"{text}\".parse::<{}>", self.names.path(ty.name().base()));
                Code::call(&parse, Vec::new(), ".unwrap()")
            }
        })
    }

    /// A number that `new` checks.
    fn checked(&mut self, ty: Ty<'t>, parser: &mut Parser) -> Written {
        let inner = self.inner(ty)?;
        let content = self.write(inner, parser)?;
        Ok(Code::call(&self.function(ty, "::new"), vec![content], ".unwrap()"))
    }

    fn json_number(&mut self, ty: Ty<'t>, parser: &mut Parser) -> Written {
        let text = number("", parser).ok_or_else(|| ty.unknown())?;
        let whole = |suffix| vec![Code::word(format!("{text}_{suffix}"))];
        let from = self.function(ty, "::from");
        Ok(match (text.parse::<i64>(), text.parse::<u64>()) {
            (Ok(_), _) => Code::call(&from, whole("i64"), ""),
            (_, Ok(_)) => Code::call(&from, whole("u64"), ""),
            _ => Code::call(&format!("{from}_f64"), whole("f64"), ".unwrap()"),
        })
    }
}

/// The mark of a range, and whether it has a start.
type Ends = (&'static str, bool);

fn range(name: &str) -> Option<Ends> {
    Some(match name {
        "Range" => ("..", true),
        "RangeInclusive" => ("..=", true),
        "RangeFrom" => ("..", true),
        "RangeTo" => ("..", false),
        "RangeToInclusive" => ("..=", false),
        "RangeFull" => ("..", false),
        _ => return None,
    })
}

/// A vector of these elements.
fn vector(elements: Vec<Code>) -> Code {
    Code::group("vec![", elements, "]")
}

/// The next value of a type of the language.
fn primitive(name: &str, parser: &mut Parser) -> Option<Written> {
    match name {
        "bool" => parser.name().map(|name| Ok(Code::word(name))),
        "char" => parser.literal().map(|text| Ok(Code::word(text))),
        name if is_number(name) => number(name, parser).map(|number| Ok(Code::word(number))),
        _ => None,
    }
}

/// The source of the next number. A float may be infinite or not a number.
fn number(ty: &str, parser: &mut Parser) -> Option<String> {
    let negative = parser.punctuation('-');
    if let Some(literal) = parser.literal() {
        return Some(format!("{}{literal}", if negative { "-" } else { "" }));
    }
    match (&*parser.name()?, parser.group(Delimiter::Parenthesis)) {
        ("inf", _) => Some(format!("{ty}::{}INFINITY", if negative { "NEG_" } else { "" })),
        ("NaN", None) => Some(format!("{ty}::NAN")),
        ("NaN", Some(mut bits)) => Some(format!("{ty}::from_bits({})", bits.literal()?)),
        _ => None,
    }
}
