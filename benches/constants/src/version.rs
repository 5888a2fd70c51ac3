//! Version numbers, as packages have them: `major.minor.patch`, then perhaps a pre-release after a
//! hyphen and build metadata after a plus sign. The parser is strict: no leading zeros, no empty
//! identifiers. Refused texts are discarded. The bug: two numeric identifiers of a pre-release are
//! compared as texts, so the successor of a pre-release that ends in a number of nines is smaller.

use mutagen_core::{Outcome, assume, check};
use std::cmp::Ordering;

/// A version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// Major, minor and patch number.
    pub release: [u64; 3],
    /// The identifiers of the pre-release.
    pub pre: Vec<String>,
    /// The identifiers of the build metadata.
    pub build: Vec<String>,
}

impl Version {
    /// Reads a version.
    pub fn parse(text: &str) -> Option<Version> {
        let (text, build) = match text.split_once('+') {
            Some((text, build)) => (text, identifiers(build, false)?),
            None => (text, Vec::new()),
        };
        let (text, pre) = match text.split_once('-') {
            Some((text, pre)) => (text, identifiers(pre, true)?),
            None => (text, Vec::new()),
        };
        let mut release = [0; 3];
        let mut parts = text.split('.');
        for number in &mut release {
            *number = numeric(parts.next()?)?;
        }
        parts.next().is_none().then_some(Version { release, pre, build })
    }

    /// The next version: the next pre-release of a pre-release, otherwise the next patch.
    pub fn next(&self) -> Option<Version> {
        let mut next = self.clone();
        next.build.clear();
        match next.pre.last_mut() {
            None => next.release[2] = next.release[2].checked_add(1)?,
            Some(last) if is_number(last) => *last = numeric(last)?.checked_add(1)?.to_string(),
            Some(_) => next.pre.push("1".to_owned()),
        }
        Some(next)
    }

    /// The order of precedence. Build metadata does not matter.
    pub fn precedence(&self, other: &Version) -> Ordering {
        let release = self.release.cmp(&other.release);
        release.then_with(|| match (self.pre.is_empty(), other.pre.is_empty()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Greater,
            (false, true) => Ordering::Less,
            (false, false) => compare_pre(&self.pre, &other.pre),
        })
    }
}

/// The order of pre-releases: numbers are before words, and a longer list is greater.
fn compare_pre(left: &[String], right: &[String]) -> Ordering {
    for (left, right) in left.iter().zip(right) {
        let order = match (is_number(left), is_number(right)) {
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            _ => left.cmp(right),
        };
        if order != Ordering::Equal {
            return order;
        }
    }
    left.len().cmp(&right.len())
}

fn is_number(identifier: &str) -> bool {
    identifier.bytes().all(|byte| byte.is_ascii_digit())
}

/// A number without leading zeros.
fn numeric(text: &str) -> Option<u64> {
    if text.is_empty() || !is_number(text) || (text.len() > 1 && text.starts_with('0')) {
        return None;
    }
    text.parse().ok()
}

/// Identifiers that are separated by dots. In a pre-release, numbers have no leading zeros.
fn identifiers(text: &str, pre: bool) -> Option<Vec<String>> {
    let mut identifiers = Vec::new();
    for identifier in text.split('.') {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        if identifier.is_empty() || !identifier.bytes().all(fits) {
            return None;
        }
        if pre && is_number(identifier) {
            numeric(identifier)?;
        }
        identifiers.push(identifier.to_owned());
    }
    Some(identifiers)
}

/// The next version is greater.
pub fn property(text: &str) -> Outcome {
    let version = Version::parse(text);
    assume!(version.is_some());
    let Some(version) = version else { return Outcome::Discarded };
    match version.next() {
        Some(next) => check!(next.precedence(&version) == Ordering::Greater),
        None => Outcome::Passed,
    }
}
