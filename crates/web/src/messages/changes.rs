//! The differences between two states. Without them every move would send the whole game again.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::StateFields;
use super::game::GameView;

/// The changes from the state before to the current one.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StateChanges {
    /// The fields with other values, except `line`.
    pub set: BTreeMap<String, Value>,
    /// The number of moves at the start of the line that stay.
    pub keep: usize,
    /// The moves that follow them.
    pub add: Vec<Value>,
}

impl StateChanges {
    /// Returns the fields of a state.
    pub fn fields(state: &GameView) -> StateFields {
        match serde_json::to_value(state) {
            Ok(Value::Object(fields)) => fields.into_iter().collect(),
            _ => unreachable!("a state is plain data"),
        }
    }

    /// Returns the changes between two states.
    pub fn between(before: &StateFields, now: &StateFields) -> StateChanges {
        let line = |state: &StateFields| state.get("line").and_then(Value::as_array).cloned().unwrap_or_default();
        let (known, mut add) = (line(before), line(now));
        let keep = known.iter().zip(&add).take_while(|(known, now)| known == now).count();
        add.drain(..keep);
        let differ = now.iter().filter(|(name, value)| *name != "line" && before.get(*name) != Some(value));
        let set = differ.map(|(name, value)| (name.clone(), value.clone())).collect();
        StateChanges { set, keep, add }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn state(fields: Value) -> StateFields {
        serde_json::from_value(fields).unwrap()
    }

    #[test]
    fn only_what_differs_is_sent() {
        let before = state(json!({"line": ["C3", "D4"], "at": 2, "status": "a", "clock": null}));
        let now = state(json!({"line": ["C3", "D4", "E5"], "at": 3, "status": "a", "clock": null}));
        let changes = StateChanges::between(&before, &now);
        assert_eq!(serde_json::to_value(changes).unwrap(), json!({"set": {"at": 3}, "keep": 2, "add": ["E5"]}));
    }

    #[test]
    fn a_line_that_is_another_one_keeps_its_common_start() {
        let before = state(json!({"line": ["C3", "D4", "E5"]}));
        let now = state(json!({"line": ["C3", "B2"]}));
        let changes = StateChanges::between(&before, &now);
        assert_eq!((changes.keep, changes.add), (1, vec![json!("B2")]));
    }
}
