//! The answer to a query does not depend on other queries.

use quintet_core::random::{random_below, seeded};
use quintet_core::setup::Setup;
use serde_json::{Value, json};

use super::{answers, options};

fn query(id: &str, game: &str, size: u16) -> Value {
    let height = if game == "alaric" { 1 } else { size };
    json!({"id": id, "game": game, "boardXSize": size, "boardYSize": height, "rules": {}, "moves": [],
        "maxVisits": 120, "includeOwnership": true, "includePVVisits": true})
}

#[test]
fn no_other_query_changes_an_answer() {
    for (game, size) in [("alaric", 9), ("alaric", 20), ("bracket", 5), ("cancer", 5), ("cascade", 4), ("stoical", 5)] {
        let settings = || {
            let mut options = options(Setup::new(quintet_games::DEFAULT));
            (options.settings.seed, options.settings.exact) = (7, true);
            options
        };
        let wanted = query("wanted", game, size);
        let expected = answers(settings(), std::slice::from_ref(&wanted)).remove(0);
        assert!(expected["moveInfos"].as_array().is_some_and(|infos| !infos.is_empty()), "{expected}");
        for seed in 0..4 {
            let mut rng = seeded(seed);
            let mut queries = Vec::new();
            for number in 0..6 {
                let mut other = query(&format!("q{number}"), game, size);
                match random_below(&mut rng, 5) {
                    0 => other["maxVisits"] = json!(1 + random_below(&mut rng, 300)),
                    1 => other["initialPlayer"] = json!("W"),
                    2 => other["reportDuringSearchEvery"] = json!(0.001),
                    3 => other["maxVisits"] = json!(100_000),
                    _ => {}
                }
                queries.push(other);
                match random_below(&mut rng, 3) {
                    0 => queries.push(json!({"id": "t", "action": "terminate", "terminateId": format!("q{number}")})),
                    1 => queries.push(json!({"id": "c", "action": "clear_cache"})),
                    _ => queries.push(json!({"id": "v", "action": "query_version"})),
                }
                // Long queries end.
                queries.push(json!({"id": "t", "action": "terminate", "terminateId": format!("q{number}")}));
            }
            let at = random_below(&mut rng, queries.len() as u32 + 1) as usize;
            queries.insert(at, wanted.clone());
            let answer = answers(settings(), &queries).into_iter().find(|answer| answer["id"] == "wanted");
            assert_eq!(answer, Some(expected.clone()), "{game} {size}: {queries:#?}");
        }
    }
}
