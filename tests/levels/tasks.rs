//! The rules check every task of the lessons.

use quintet_core::game::Game;
use quintet_core::types::{Action, Move};
use quintet_games::GAMES;
use quintet_puzzles::task::{self, Goal, Miss, Task, Verdict};

/// The number of tasks of every game.
const TASKS: usize = 5;

/// Returns every move that a person can try: each kind of stone on each point, and what is legal.
fn tries(game: &Game) -> Vec<Move> {
    let kinds = 0..game.info().kinds.len() as u8;
    let mut moves: Vec<Move> =
        kinds.flat_map(|kind| game.geometry().points().map(move |point| Move::place(kind, point))).collect();
    moves.extend(game.legal_moves(game.to_move()));
    moves.sort_unstable();
    moves.dedup();
    moves
}

/// Plays the solution; returns whether it reaches the goal.
fn is_solved_by_its_solution(task: &Task) -> bool {
    let mut game = task.game().unwrap();
    if task.goal == Goal::Refused {
        return !game.is_legal(game.to_move(), task.solution)
            && task.judge(&game, task.solution) == Verdict::Done
            && task.line(&game).is_empty();
    }
    let line = task.line(&game);
    assert_eq!(line.len() % 2, 1, "{}: {line:?}", task.text);
    for pair in line.chunks(2) {
        match (task.judge(&game, pair[0]), pair.get(1)) {
            (Verdict::Done, None) => return true,
            (Verdict::GoOn(reply), Some(played)) => assert_eq!(reply, *played, "{}", task.text),
            (verdict, _) => panic!("{}: {} gives {verdict:?}", task.text, game.word(pair[0])),
        }
        for &mv in pair {
            game.play(game.to_move(), mv).unwrap();
        }
    }
    false
}

#[test]
fn every_game_has_five_tasks_and_their_solutions_reach_the_goals() {
    for info in GAMES {
        let tasks = task::of_game(info);
        assert_eq!(tasks.len(), TASKS, "{}", info.id);
        for task in &tasks {
            assert_eq!(task.setup.info().id, info.id);
            assert!(is_solved_by_its_solution(task), "{}: {}", info.id, task.text);
            for sentence in [&task.text, &task.help, &task.result] {
                // A move that was refused explains itself.
                let is_sentence = sentence.ends_with(['.', '?']) || task.goal == Goal::Refused && sentence.is_empty();
                assert!(is_sentence && sentence.len() < 160, "{sentence}");
            }
        }
        // Place, capture (or what there is in its stead), what is forbidden, the end, a win.
        let kinds = tasks.iter().map(|task| match task.goal {
            Goal::Place(_) => "place",
            Goal::Take(_) | Goal::Fall(_) | Goal::Score => "take",
            Goal::Refused => "refused",
            Goal::End | Goal::Win(1) => "end",
            Goal::Win(_) => "win",
        });
        assert_eq!(kinds.collect::<Vec<_>>(), ["place", "take", "refused", "end", "win"], "{}", info.id);
    }
}

#[test]
fn wrong_tries_do_not_reach_the_goal() {
    for info in GAMES {
        for task in task::of_game(info) {
            let game = task.game().unwrap();
            let tries = tries(&game);
            let missed = tries.iter().filter(|&&mv| matches!(task.judge(&game, mv), Verdict::Missed(_))).count();
            let legal = game.legal_moves(game.to_move()).len();
            // On an empty board any stone will do, and a last cell leaves no choice.
            let is_free = matches!(task.goal, Goal::Place(_)) || (task.goal == Goal::End && legal == 1);
            assert!(missed > 0 || is_free, "{}: {}", info.id, task.text);
            if let Goal::Win(2..) = task.goal {
                let good = tries.iter().filter(|&&mv| matches!(task.judge(&game, mv), Verdict::GoOn(_))).count();
                assert!(good == 1 && legal >= 3, "{}: {} of {legal} moves win", info.id, good);
            }
        }
    }
}

/// Returns whether the side to move can win within `plies`, by trying everything. In games with
/// passes the opponent passes.
fn wins(game: &Game, plies: u32, me: quintet_core::types::Seat) -> bool {
    if let Some(outcome) = game.outcome() {
        return outcome.winner() == Some(me);
    }
    if plies == 0 {
        return false;
    }
    let mine = game.to_move() == me;
    let mut moves = game.legal_moves(game.to_move());
    if !mine && game.info().passes {
        moves.retain(|mv| matches!(mv.action(), Action::Pass));
    }
    let follow = |mv: &Move| {
        let mut after = game.clone();
        after.play(game.to_move(), *mv).unwrap();
        wins(&after, plies - 1, me)
    };
    if mine { moves.iter().any(follow) } else { moves.iter().all(follow) }
}

#[test]
fn wins_are_judged_as_an_exhaustive_search_does() {
    for info in GAMES {
        for task in task::of_game(info) {
            let Goal::Win(plies) = task.goal else { continue };
            let game = task.game().unwrap();
            let me = game.to_move();
            for mv in game.legal_moves(me) {
                let mut after = game.clone();
                after.play(me, mv).unwrap();
                let verdict = task.judge(&game, mv);
                let is_won = !matches!(verdict, Verdict::Missed(_));
                assert_eq!(is_won, wins(&after, plies - 1, me), "{}: {}", info.id, game.word(mv));
                if let Verdict::Missed(Miss::Answered(reply)) = verdict {
                    after.play(me.other(), reply).unwrap();
                    assert!(!wins(&after, plies - 2, me), "{}: {} {}", info.id, game.word(mv), game.word(reply));
                }
            }
        }
    }
}
