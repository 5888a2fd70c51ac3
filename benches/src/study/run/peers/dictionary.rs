//! A dictionary for libFuzzer: the literals in the sources of the tested packages, in the format of
//! its option `-dict`.

use super::tools::Place;
use crate::study::Error;
use cargo_metadata::{Metadata, MetadataCommand, Package};
use mutagen_cli::instrument::PackageSpec;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use syn::Lit;

/// libFuzzer takes no longer words.
const MAX_WORD: usize = 64;

/// Writes the literals of the packages that are instrumented for a workload.
pub(super) fn write(workload: &str, place: &Place, path: &Path) -> Result<(), Error> {
    let metadata = MetadataCommand::new().current_dir(place.workspace()).exec()?;
    let mut words = BTreeSet::new();
    for spec in instrumented(&metadata, workload)? {
        for package in packages(&metadata, &spec)? {
            let folder = package.manifest_path.with_file_name("src");
            collect(folder.as_std_path(), &mut words)?;
        }
    }
    Ok(fs::write(path, text_of(&words))?)
}

/// The specs of the packages that the manifest of a workload names; by default the workload itself.
fn instrumented(metadata: &Metadata, workload: &str) -> Result<Vec<String>, Error> {
    let named = packages(metadata, workload)?[0].metadata["mutagen"]["instrument"].as_array();
    match named {
        Some(specs) => {
            Ok(specs.iter().filter_map(|spec| spec.as_str()).map(str::to_owned).collect())
        }
        None => Ok(vec![workload.to_owned()]),
    }
}

/// The packages that a spec names, at least one.
fn packages<'m>(metadata: &'m Metadata, spec: &str) -> Result<Vec<&'m Package>, Error> {
    let parsed = PackageSpec::parse(spec).ok_or_else(|| format!("`{spec}` names no package"))?;
    let names = |package: &&Package| {
        parsed.names(&package.name, &package.version.to_string(), &package.id.repr)
    };
    let found: Vec<&Package> = metadata.packages.iter().filter(names).collect();
    if found.is_empty() {
        return Err(format!("there is no package `{spec}`").into());
    }
    Ok(found)
}

/// The words of all Rust files below a folder. A file that is no Rust has none.
fn collect(folder: &Path, words: &mut BTreeSet<Vec<u8>>) -> Result<(), Error> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, words)?;
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && let Ok(tokens) = fs::read_to_string(&path)?.parse()
        {
            words_of(tokens, words);
        }
    }
    Ok(())
}

/// The words of a source, documentation excluded.
fn words_of(tokens: TokenStream, words: &mut BTreeSet<Vec<u8>>) {
    let mut after_hash = false;
    for token in tokens {
        let attribute = after_hash;
        after_hash =
            matches!(&token, TokenTree::Punct(mark) if matches!(mark.as_char(), '#' | '!'));
        match token {
            TokenTree::Group(group) => {
                let documents = attribute
                    && group.delimiter() == Delimiter::Bracket
                    && group.stream().to_string().starts_with("doc");
                if !documents {
                    words_of(group.stream(), words);
                }
            }
            TokenTree::Literal(literal) => words.extend(words_of_literal(&Lit::new(literal))),
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
    }
}

/// The bytes that a literal may have in an input: of an integer in both orders, in the fewest of 2,
/// 4 and 8 bytes.
fn words_of_literal(literal: &Lit) -> Vec<Vec<u8>> {
    let words = match literal {
        Lit::Str(text) => vec![text.value().into_bytes()],
        Lit::ByteStr(bytes) => vec![bytes.value()],
        Lit::CStr(text) => vec![text.value().into_bytes()],
        Lit::Byte(byte) => vec![vec![byte.value()]],
        Lit::Char(char) => vec![char.value().to_string().into_bytes()],
        Lit::Int(integer) => match integer.base10_parse::<u64>() {
            Ok(number) => {
                let width = match number {
                    0..=0xFFFF => 2,
                    0x1_0000..=0xFFFF_FFFF => 4,
                    _ => 8,
                };
                let mut word = number.to_le_bytes()[..width].to_vec();
                let little = word.clone();
                word.reverse();
                vec![little, word]
            }
            Err(_) => Vec::new(),
        },
        _ => Vec::new(),
    };
    words.into_iter().filter(|word| (1..=MAX_WORD).contains(&word.len())).collect()
}

/// One word a line, in quotes, every byte escaped.
fn text_of(words: &BTreeSet<Vec<u8>>) -> String {
    let mut text = String::new();
    for word in words {
        text.push('"');
        for byte in word {
            let _ = write!(text, "\\x{byte:02X}");
        }
        text.push_str("\"\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_of_code_macros_and_patterns_are_words_not_documentation() {
        let source = r#"
            //! Of the file.
            /// Of the function.
            #[cfg(feature = "on")]
            fn kind(word: &str) -> u32 {
                match word {
                    "get" => 0x0102_0304,
                    _ => panic!("no {} of {}", b'k', 258),
                }
            }
        "#;
        let mut words = BTreeSet::new();
        words_of(source.parse().unwrap(), &mut words);
        let expected: [&[u8]; 8] =
            [&[1, 2], &[1, 2, 3, 4], &[2, 1], &[4, 3, 2, 1], b"get", b"k", b"no {} of {}", b"on"];
        assert!(words.iter().eq(expected.iter()), "{words:?}");
        assert!(text_of(&words).starts_with("\"\\x01\\x02\"\n\"\\x01\\x02\\x03\\x04\"\n"));
    }
}
