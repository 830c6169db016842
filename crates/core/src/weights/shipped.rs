//! The weights files that games come with.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The files that were [supplied](ShippedFile::supply), by name.
static SUPPLIED: Mutex<BTreeMap<&str, &str>> = Mutex::new(BTreeMap::new());

/// A weights file that a game comes with: built into the program, or next to it, so that only the
/// files of games that are played have to be fetched.
#[derive(Clone, Copy, Debug)]
pub struct ShippedFile {
    /// The file name.
    pub name: &'static str,
    built_in: Option<&'static str>,
}

impl ShippedFile {
    /// No file: neutral weights.
    pub const NONE: ShippedFile = ShippedFile { name: "", built_in: Some("") };

    /// Returns a file with this text; with `None`, the text has to be supplied.
    pub const fn new(name: &'static str, built_in: Option<&'static str>) -> ShippedFile {
        ShippedFile { name, built_in }
    }

    /// Returns the text; an empty one, which stands for neutral weights, until it is supplied.
    pub fn text(self) -> &'static str {
        let supplied = || SUPPLIED.lock().unwrap_or_else(PoisonError::into_inner).get(self.name).copied();
        self.built_in.or_else(supplied).unwrap_or_default()
    }

    /// Returns whether the text has to be supplied before it can be used.
    pub fn is_missing(self) -> bool {
        self.text().is_empty() && !self.name.is_empty()
    }

    /// Supplies the text for the rest of the program's life, if it is missing.
    pub fn supply(self, text: String) {
        if self.is_missing() {
            SUPPLIED.lock().unwrap_or_else(PoisonError::into_inner).insert(self.name, text.leak());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_supplied_once() {
        let file = ShippedFile::new("test.toml", None);
        assert!(file.is_missing() && file.text().is_empty());
        file.supply("first".to_owned());
        file.supply("second".to_owned());
        assert_eq!(file.text(), "first");
        let built_in = ShippedFile::new("test.toml", Some("built in"));
        built_in.supply("third".to_owned());
        assert_eq!((built_in.text(), ShippedFile::NONE.is_missing()), ("built in", false));
    }
}
