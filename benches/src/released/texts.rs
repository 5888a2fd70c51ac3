//! Texts of made packages: templates with holes, and paths and words as TOML writes them.

use benches::study::Error;
use std::path::Path;

/// A folder of the repository, quoted.
pub(crate) fn path(root: &Path, folder: &str) -> Result<String, Error> {
    let path = root.join(folder);
    let text = path.to_str().ok_or("the folder of the repository has a name that is no text")?;
    Ok(quoted(text))
}

/// A text as TOML writes it. A text of JSON is one of TOML.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A template with these texts for the names in braces.
pub(crate) fn filled(template: &str, texts: &[(&str, &str)]) -> Result<String, Error> {
    let mut filled = template.to_owned();
    for (name, text) in texts {
        let hole = format!("{{{name}}}");
        if !filled.contains(&hole) {
            return Err(format!("a template has no `{hole}`").into());
        }
        filled = filled.replace(&hole, text);
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hole_that_a_template_does_not_have_is_an_error() {
        assert_eq!(filled("a {b} c", &[("b", "x")]).unwrap(), "a x c");
        assert!(filled("a", &[("b", "x")]).unwrap_err().to_string().contains("`{b}`"));
    }
}
