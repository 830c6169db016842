//! A panic in a search is an error of its query; the server goes on.

use super::{answers, options};
use quintet_conformance::fragile::FRAGILE;
use quintet_core::setup::Setup;
use serde_json::json;

#[test]
fn a_panic_is_an_error_of_its_query_and_the_next_query_is_answered() {
    for threads in [1, 3] {
        let query = |id: &str| json!({"id": id, "boardXSize": 5, "boardYSize": 5, "rules": {}, "moves": [["b", "C3"]], "maxVisits": 50});
        let mut sound = query("sound");
        sound["game"] = json!("stoical");
        let mut options = options(Setup::new(&FRAGILE));
        options.settings.threads = threads;
        let answers = answers(options, &[query("fragile"), sound]);
        assert_eq!(answers.len(), 2, "{answers:?}");
        assert_eq!(answers[0], json!({"id": "fragile", "error": "Internal error in the search of turn 1"}));
        assert_eq!((&answers[1]["id"], &answers[1]["rootInfo"]["visits"]), (&json!("sound"), &json!(50)));
    }
}
