//! `policy` and the priors of `moveInfos` agree.

use super::{answers, options};
use quintet_analysis::AnalysisOptions;
use quintet_core::setup::Setup;
use quintet_search::ParamOverrides;
use serde_json::{Value, json};

/// Checks the answer to a query about a game of one kind of stone.
fn check(options: AnalysisOptions, query: &Value) {
    let answer = answers(options, std::slice::from_ref(query)).remove(0);
    let policy = answer["policy"].as_array().unwrap_or_else(|| panic!("{answer}"));
    let (width, height) = (query["boardXSize"].as_u64().unwrap(), query["boardYSize"].as_u64().unwrap());
    let infos = answer["moveInfos"].as_array().unwrap();
    assert!(!infos.is_empty(), "{answer}");
    for info in infos {
        let word = info["move"].as_str().unwrap();
        let index = match word {
            "pass" => width * height,
            _ => {
                let column = u64::from(word.as_bytes()[0] - b'A');
                let row: u64 = word[1..].parse().unwrap();
                (height - row) * width + column
            }
        };
        assert_eq!(policy[index as usize], info["prior"], "{word} in {query}");
    }
}

#[test]
fn policy_and_priors_of_moves_agree_under_every_setting() {
    let mut plain = ParamOverrides::default();
    plain.set("informed", 0.0).unwrap();
    for (game, size, visits) in [("stoical", 5, 60), ("stoical", 2, 1), ("bracket", 3, 2), ("bracket", 5, 60)] {
        let query = json!({"id": "q", "game": game, "boardXSize": size, "boardYSize": size, "rules": {}, "moves": [],
            "maxVisits": visits, "includePolicy": true});
        for params in [ParamOverrides::default(), plain] {
            for exact in [false, true] {
                let mut options = options(Setup::new(quintet_games::DEFAULT));
                options.settings.params = params;
                options.settings.exact = exact;
                check(options, &query);
            }
        }
    }
}
