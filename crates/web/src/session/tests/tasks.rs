//! Tests of the tasks of the lessons.

use quintet_puzzles::task::{self, Goal, Task, Verdict};

use super::*;

/// Opens a task and returns the state that shows it.
fn open(page: &TestPage, game: &str, number: usize) -> Value {
    page.send(json!({"do": "puzzle", "game": game, "id": format!("task-{number}")}));
    page.state(|state| state["puzzle"]["number"] == number && state["puzzle"]["phase"] == "open")
}

fn attempt(page: &TestPage, state: &Value, word: &str, phase: &str) -> Value {
    page.send(json!({"do": "play", "word": word, "node": state["node"]}));
    page.state(|state| state["puzzle"]["phase"] == phase)
}

/// Returns a legal move that does not reach the goal.
fn wrong(task: &Task) -> Option<String> {
    let game = task.game().unwrap();
    let moves = game.legal_moves(game.to_move());
    let missed = moves.into_iter().find(|&mv| matches!(task.judge(&game, mv), Verdict::Missed(_)));
    missed.map(|mv| game.word(mv))
}

#[test]
fn every_task_says_why_a_try_is_wrong_and_can_be_tried_again_and_done() {
    let page = TestPage::new(options(Setup::new(games::DEFAULT)));
    for info in games::GAMES {
        for (task, number) in task::of_game(info).iter().zip(1..) {
            let mut state = open(&page, info.id, number);
            assert_eq!(state["puzzle"]["task"], *task.text);
            if let Some(word) = wrong(task) {
                let missed = attempt(&page, &state, &word, "wrong");
                let text = missed["puzzle"]["text"].as_str().unwrap();
                assert!(text.ends_with(&task.help) && text.len() > task.help.len() + 10, "{text}");
                assert!(!text.contains('@'), "{text}");
                page.send(json!({"do": "retry"}));
                state = page.state(|state| state["puzzle"]["phase"] == "open");
            }
            let game = task.game().unwrap();
            if task.goal == Goal::Refused {
                let done = attempt(&page, &state, &game.word(task.solution), "solved");
                let reason = game.why_illegal(game.to_move(), task.solution).unwrap();
                let text = done["puzzle"]["text"].as_str().unwrap();
                assert!(text.starts_with(&format!("Refused: {reason}.")) && text.ends_with(&task.result), "{text}");
                assert_eq!(done["position"], state["position"]);
                continue;
            }
            let line = task.line(&game);
            for (index, mv) in line.iter().enumerate().step_by(2) {
                let (last, at) = (index + 1 == line.len(), state["at"].clone());
                page.send(json!({"do": "play", "word": game.word(*mv), "node": state["node"]}));
                state = page.state(|state| state["at"] != at);
                assert_eq!(state["puzzle"]["phase"], if last { "solved" } else { "open" }, "{}", task.text);
            }
            assert_eq!(state["puzzle"]["text"], *task.result);
            let next = state["puzzle"]["next"].as_str().map(str::to_owned);
            assert_eq!(next, (number < 5).then(|| format!("task-{}", number + 1)));
        }
    }
}

#[test]
fn the_solution_of_every_task_is_shown() {
    let page = TestPage::new(options(Setup::new(games::DEFAULT)));
    for info in games::GAMES {
        for (task, number) in task::of_game(info).iter().zip(1..) {
            open(&page, info.id, number);
            page.send(json!({"do": "solution"}));
            let state = page.state(|state| state["puzzle"]["phase"] == "shown");
            let game = task.game().unwrap();
            let shown: Vec<String> = task.line(&game).into_iter().map(|mv| game.word(mv)).collect();
            assert_eq!(words(&state), shown, "{}: {}", info.id, task.text);
            assert_eq!(state["puzzle"]["text"] == "", task.goal != Goal::Refused);
        }
    }
}

#[test]
fn a_move_that_is_refused_for_another_reason_leaves_a_task_as_it_is() {
    let page = TestPage::new(options(Setup::new(games::DEFAULT)));
    let state = open(&page, "alaric", 2);
    for word in ["B1", "Z9", "pass"] {
        page.send(json!({"do": "play", "word": word, "node": state["node"]}));
        page.message("refused");
    }
    // An occupied cell is not what the task about forbidden cells means.
    let state = open(&page, "alaric", 3);
    page.send(json!({"do": "play", "word": "B1", "node": state["node"]}));
    page.message("refused");
    page.send(json!({"do": "puzzle", "game": "alaric", "id": "task-6"}));
    assert_eq!(page.message("refused")["text"], "there is no puzzle 'task-6'");
}
