//! The literals of the code under test: numbers, chars, texts and byte strings of its sources, with
//! the functions that contain them. `cargo mutagen` collects them and hands them to the worker in a
//! file. The search draws values from them.

mod function_name;
mod near;

pub use near::Near;

use function_name::FunctionName;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A literal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Literal {
    /// An integer or a byte. A `u128` above `i128::MAX` wraps around, so that it is right again in
    /// its own type.
    Integer(i128),
    /// A finite float.
    Float(#[serde(with = "bits")] f64),
    /// A char, or a byte of ASCII.
    Char(char),
    /// A string.
    Text(String),
    /// A byte string, a C string without its last zero, or an array of bytes.
    Bytes(Vec<u8>),
}

/// JSON rounds floats, so a float is written as its bits.
mod bits {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(float: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(float.to_bits())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
        u64::deserialize(from).map(f64::from_bits)
    }
}

/// A place where literals stand.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Function {
    /// The name of the crate, as in paths: `my_crate`.
    pub krate: String,
    /// The path of the function, from the crate on: `my_crate::module::function`,
    /// `my_crate::module::Type::method`. For a constant, a static or another item, the path of its
    /// module.
    pub path: String,
    /// Whether the path is that of a module.
    pub is_module: bool,
}

/// A literal with its places.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Occurring {
    /// The literal.
    pub literal: Literal,
    /// Its places, as indices of functions, in ascending order.
    pub places: Vec<usize>,
}

/// What the file contains.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Listed {
    literals: Vec<Occurring>,
    functions: Vec<Function>,
    groups: Vec<Vec<usize>>,
}

/// The literals of the code under test, with tables to look them up. An index of a literal is its
/// place in the order of the sources.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(try_from = "Listed", into = "Listed")]
pub struct Literals {
    listed: Listed,
    tables: Tables,
}

/// Tables that follow from the list.
#[derive(Debug, Clone, Default)]
struct Tables {
    integers: Vec<usize>,
    floats: Vec<usize>,
    numbers: Vec<usize>,
    chars: Vec<usize>,
    texts: Vec<usize>,
    /// The bytes of each literal that is no number.
    bytes: Vec<Option<Box<[u8]>>>,
    /// The groups of each literal.
    groups_of: Vec<Vec<usize>>,
    of_functions: BTreeMap<FunctionName, Vec<usize>>,
    of_modules: BTreeMap<String, Vec<usize>>,
    of_crates: BTreeMap<String, Vec<usize>>,
}

impl Literals {
    /// A set of distinct literals. Each group is a list of indices of literals that are
    /// alternatives in one place: the patterns of a `match`, or the elements of an array.
    ///
    /// # Errors
    /// When an index is out of range, or a float is not finite.
    pub fn new(
        literals: Vec<Occurring>,
        functions: Vec<Function>,
        groups: Vec<Vec<usize>>,
    ) -> Result<Literals, String> {
        Literals::try_from(Listed { literals, functions, groups })
    }

    /// Whether there is no literal.
    pub fn is_empty(&self) -> bool {
        self.listed.literals.is_empty()
    }

    /// The number of literals.
    pub fn len(&self) -> usize {
        self.listed.literals.len()
    }

    /// The literal with this index.
    pub fn get(&self, index: usize) -> Option<&Literal> {
        self.listed.literals.get(index).map(|occurring| &occurring.literal)
    }

    /// The literals with their places, in order.
    pub fn all(&self) -> &[Occurring] {
        &self.listed.literals
    }

    /// The places of literals.
    pub fn functions(&self) -> &[Function] {
        &self.listed.functions
    }

    /// The indices of integers.
    pub fn integers(&self) -> &[usize] {
        &self.tables.integers
    }

    /// The indices of floats.
    pub fn floats(&self) -> &[usize] {
        &self.tables.floats
    }

    /// The indices of integers and floats.
    pub fn numbers(&self) -> &[usize] {
        &self.tables.numbers
    }

    /// The indices of chars.
    pub fn chars(&self) -> &[usize] {
        &self.tables.chars
    }

    /// The indices of strings, byte strings and chars. [`Literals::bytes`] has their bytes.
    pub fn texts(&self) -> &[usize] {
        &self.tables.texts
    }

    /// The bytes of a string, byte string or char; the latter in UTF-8. `None` for a number.
    pub fn bytes(&self, index: usize) -> Option<&[u8]> {
        self.tables.bytes.get(index)?.as_deref()
    }

    /// Groups of literals that are alternatives of each other.
    pub fn groups(&self) -> &[Vec<usize>] {
        &self.listed.groups
    }

    /// The indices of the groups that a literal belongs to.
    pub fn groups_of(&self, index: usize) -> &[usize] {
        self.tables.groups_of.get(index).map_or(&[], Vec::as_slice)
    }

    /// The literals in a function and in constants that it names. The path is that of a frame, in
    /// any of the forms that the compiler writes. Functions of one crate whose last two names are
    /// the same count together.
    pub fn of_function(&self, path: &str) -> &[usize] {
        let names = FunctionName::candidates(path);
        let found = names.iter().find_map(|name| self.tables.of_functions.get(name));
        found.map_or(&[], Vec::as_slice)
    }

    /// The literals in constants, statics and other items of the module that contains a function.
    pub fn of_module(&self, path: &str) -> &[usize] {
        for mut segments in function_name::segments(path) {
            while segments.pop().is_some() && !segments.is_empty() {
                if let Some(found) = self.tables.of_modules.get(&segments.join("::")) {
                    return found;
                }
            }
        }
        &[]
    }

    /// The literals of a crate.
    pub fn of_crate(&self, krate: &str) -> &[usize] {
        self.tables.of_crates.get(krate).map_or(&[], Vec::as_slice)
    }
}

impl PartialEq for Literals {
    fn eq(&self, other: &Literals) -> bool {
        let [own, other] = [self, other].map(|set| &set.listed);
        own.literals == other.literals
            && own.functions == other.functions
            && own.groups == other.groups
    }
}

impl TryFrom<Listed> for Literals {
    type Error = String;

    fn try_from(listed: Listed) -> Result<Literals, String> {
        let literals = listed.literals.len();
        let mut places = listed.literals.iter().flat_map(|occurring| &occurring.places);
        if let Some(place) = places.find(|&&place| place >= listed.functions.len()) {
            return Err(format!("there is no function {place}"));
        }
        if let Some(index) = listed.groups.iter().flatten().find(|&&index| index >= literals) {
            return Err(format!("there is no literal {index}"));
        }
        let is_finite = |literal: &Literal| match literal {
            Literal::Float(float) => float.is_finite(),
            _ => true,
        };
        if !listed.literals.iter().all(|occurring| is_finite(&occurring.literal)) {
            return Err("a float is not finite".to_owned());
        }
        let tables = Tables::of(&listed);
        Ok(Literals { listed, tables })
    }
}

impl From<Literals> for Listed {
    fn from(literals: Literals) -> Listed {
        literals.listed
    }
}

impl Tables {
    fn of(listed: &Listed) -> Tables {
        let mut tables =
            Tables { groups_of: vec![Vec::new(); listed.literals.len()], ..Tables::default() };
        for (index, occurring) in listed.literals.iter().enumerate() {
            tables.enter(index, &occurring.literal);
            for place in occurring.places.iter().map(|&place| &listed.functions[place]) {
                let Function { krate, path, is_module } = place;
                push(tables.of_crates.entry(krate.clone()).or_default(), index);
                if *is_module {
                    push(tables.of_modules.entry(path.clone()).or_default(), index);
                } else {
                    let name = FunctionName::of_source(krate, path);
                    push(tables.of_functions.entry(name).or_default(), index);
                }
            }
        }
        for (group, members) in listed.groups.iter().enumerate() {
            members.iter().for_each(|&index| push(&mut tables.groups_of[index], group));
        }
        tables
    }

    fn enter(&mut self, index: usize, literal: &Literal) {
        let bytes: Option<Box<[u8]>> = match literal {
            Literal::Integer(_) | Literal::Float(_) => None,
            Literal::Char(char) => Some(char.encode_utf8(&mut [0; 4]).as_bytes().into()),
            Literal::Text(text) => Some(text.as_bytes().into()),
            Literal::Bytes(bytes) => Some(bytes.as_slice().into()),
        };
        match literal {
            Literal::Integer(_) => self.integers.push(index),
            Literal::Float(_) => self.floats.push(index),
            Literal::Char(_) => self.chars.push(index),
            Literal::Text(_) | Literal::Bytes(_) => {}
        }
        match bytes {
            None => self.numbers.push(index),
            Some(_) => self.texts.push(index),
        }
        self.bytes.push(bytes);
    }
}

/// Appends an index, unless it is the last one already: two places can have one name.
fn push(indices: &mut Vec<usize>, index: usize) {
    if indices.last() != Some(&index) {
        indices.push(index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(path: &str, is_module: bool) -> Function {
        Function { krate: "shop".to_owned(), path: path.to_owned(), is_module }
    }

    fn literals() -> Literals {
        let text = |text: &str| Literal::Text(text.to_owned());
        let at = |literal, places: &[usize]| Occurring { literal, places: places.to_vec() };
        let literals = vec![
            at(text("select"), &[0]),
            at(Literal::Integer(-5), &[0, 1]),
            at(text("insert"), &[0]),
            at(Literal::Char('é'), &[2]),
            at(Literal::Bytes(vec![0x89, b'P']), &[3]),
            at(Literal::Float(0.1 + 0.2), &[1]),
        ];
        let functions = vec![
            function("shop::query::parse", false),
            function("shop::till::Till::add", false),
            function("shop::till::Till::tax", false),
            function("shop::till", true),
        ];
        Literals::new(literals, functions, vec![vec![0, 2]]).unwrap()
    }

    #[test]
    fn literals_are_found_by_their_kind() {
        let literals = literals();
        assert_eq!((literals.integers(), literals.floats()), (&[1][..], &[5][..]));
        assert_eq!((literals.numbers(), literals.chars()), (&[1, 5][..], &[3][..]));
        assert_eq!(literals.texts(), [0, 2, 3, 4]);
        assert_eq!(literals.bytes(0), Some(&b"select"[..]));
        assert_eq!(literals.bytes(3), Some("é".as_bytes()));
        assert_eq!((literals.bytes(1), literals.bytes(99)), (None, None));
        assert_eq!(literals.get(1), Some(&Literal::Integer(-5)));
        assert_eq!((literals.get(6), literals.len()), (None, 6));
        assert!(!literals.is_empty() && Literals::default().is_empty());
        assert_eq!((literals.groups_of(2), literals.groups_of(1)), (&[0][..], &[][..]));
    }

    #[test]
    fn literals_are_found_by_the_path_of_a_frame() {
        let literals = literals();
        assert_eq!(literals.of_function("shop::query::parse::{{closure}}"), [0, 1, 2]);
        assert_eq!(literals.of_function("<shop::till::Till<u8> as core::ops::Add>::add"), [1, 5]);
        assert_eq!(literals.of_function("shop::till::<impl shop::till::Till>::tax"), [3]);
        assert!(literals.of_function("depot::query::parse").is_empty());
        assert!(literals.of_function("").is_empty());
        assert_eq!(literals.of_module("shop::till::Till::tax"), [4]);
        assert_eq!(literals.of_module("<shop::till::Till as shop::Taxed>::tax"), [4]);
        assert!(literals.of_module("shop::query::parse").is_empty());
        assert_eq!(literals.of_crate("shop"), [0, 1, 2, 3, 4, 5]);
        assert!(literals.of_crate("depot").is_empty());
    }

    #[test]
    fn a_set_that_is_written_and_read_again_is_the_same() {
        let literals = literals();
        let text = serde_json::to_string(&literals).unwrap();
        let again: Literals = serde_json::from_str(&text).unwrap();
        assert_eq!(again, literals);
        assert_eq!(again.of_function("shop::query::parse"), [0, 1, 2]);
        let Some(Literal::Float(float)) = again.get(5) else { panic!("a float") };
        assert_eq!(float.to_bits(), (0.1_f64 + 0.2).to_bits());
    }

    #[test]
    fn a_set_with_wrong_indices_is_refused() {
        let text = serde_json::to_string(&literals()).unwrap();
        let wrong = text.replace("\"groups\":[[0,2]]", "\"groups\":[[0,9]]");
        let error = serde_json::from_str::<Literals>(&wrong).unwrap_err().to_string();
        assert!(error.contains("there is no literal 9"), "{error}");
        let wrong = text.replace("\"places\":[3]", "\"places\":[4]");
        let error = serde_json::from_str::<Literals>(&wrong).unwrap_err().to_string();
        assert!(error.contains("there is no function 4"), "{error}");
    }
}
