//! The checks, by topic.

mod commands;
mod ending;
mod framing;
mod input;
mod state;

use super::Check;

/// Returns all checks, in the order in which they are run.
pub fn all() -> impl Iterator<Item = &'static Check> {
    [framing::CHECKS, input::CHECKS, commands::CHECKS, state::CHECKS, ending::CHECKS].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::all;

    #[test]
    fn names_are_unique_and_sentences_have_a_source() {
        let mut names: Vec<_> = all().map(|check| check.name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        for check in all() {
            assert!(!check.says.is_empty() && !check.source.is_empty(), "{}", check.name);
            assert!(check.name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{}", check.name);
        }
    }
}
