//! With one thread, the same seed and visits give the same move, whatever commands came before that
//! left the position and the settings as they were.

use std::collections::BTreeMap;
use std::io::Read;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use quintet_core::random::{random_below, seeded};
use quintet_core::setup::Setup;

use super::KNOWLEDGE;
use super::effects::{Effect, fill, lines};
use crate::session::{Options, Session};

/// The number of different positions of each game.
const SEEDS: u64 = 3;

/// Returns a session in the middle of a game, and its position as text.
fn session(setup: &Setup, seed: u64) -> (Session, String) {
    let mut options = Options { visits: Some(110), knowledge: KNOWLEDGE.clone(), ..Options::new(setup.clone()) };
    (options.settings.seed, options.settings.hash_mib) = (seed, 8);
    // The search of a position where nobody is ahead may look lost.
    options.settings.resign_below = 0.6;
    let mut session = Session::new(options).unwrap();
    session.execute("param solve_nodes 300");
    for _ in 0..seed % SEEDS {
        let seat = session.game().to_move().name();
        session.execute(&format!("genmove {seat}"));
    }
    let position = position(&mut session);
    (session, position)
}

fn position(session: &mut Session) -> String {
    session.execute("quintet-position") + &session.execute("param")
}

fn genmove(session: &mut Session) -> String {
    let seat = session.game().to_move().name();
    session.execute(&format!("genmove {seat}"))
}

fn setups() -> Vec<Setup> {
    let setup = |id, size| Setup::new(quintet_games::find(id).unwrap()).with_size(size).unwrap();
    // The first two are small enough to be played by exact values.
    [("alaric", 9), ("stoical", 3), ("alaric", 20), ("bracket", 7), ("cancer", 5), ("cascade", 5), ("stoical", 5)]
        .map(|(id, size)| setup(id, size))
        .to_vec()
}

/// Lines that leave the position and the settings as they were.
fn harmless() -> Vec<&'static str> {
    let leaves = |effect| matches!(effect, Effect::None | Effect::Search | Effect::Restored);
    lines().filter(|&(_, effect)| leaves(effect)).map(|(line, _)| line).collect()
}

#[test]
fn no_command_that_changes_no_position_changes_the_next_move() {
    let mut accepted: BTreeMap<&str, u32> = BTreeMap::new();
    for (shift, setup) in setups().into_iter().enumerate() {
        let expected: Vec<String> = (0..SEEDS).map(|seed| genmove(&mut session(&setup, seed).0)).collect();
        for (number, line) in harmless().into_iter().enumerate() {
            // Each line in another position of each game.
            let seed = (number + shift) as u64 % SEEDS;
            let (mut session, before) = session(&setup, seed);
            let line_here = fill(&mut session, line);
            let answers: Vec<String> = line_here.lines().map(|line| session.execute(line)).collect();
            assert!(!answers.concat().contains("internal error"), "{line_here}: {answers:?}");
            *accepted.entry(line).or_default() += u32::from(answers.iter().all(|answer| !answer.starts_with('?')));
            assert_eq!(position(&mut session), before, "{line_here} is not harmless: {answers:?}");
            assert_eq!(genmove(&mut session), expected[seed as usize], "{} {line_here}", setup.info().id);
        }
    }
    // The last one has an answer at the end of a game alone.
    let refused = ["play {seat} nowhere", "no_such_command", "genmove nobody", "gogui-rules_final_result"];
    for (line, count) in accepted {
        assert_eq!(count == 0, refused.contains(&line), "{line}: accepted in {count} games");
    }
}

#[test]
fn no_sequence_of_commands_that_changes_no_position_changes_the_next_moves() {
    let harmless = harmless();
    for setup in setups() {
        for seed in 0..6 {
            let mut rng = seeded(seed);
            let ((mut session, _), (mut plain, _)) = (session(&setup, seed), session(&setup, seed));
            let mut said = Vec::new();
            for ply in 0..4 {
                for _ in 0..random_below(&mut rng, 4) {
                    let line = harmless[random_below(&mut rng, harmless.len() as u32) as usize];
                    let line = fill(&mut session, line);
                    // A seat that resigns has played nothing that could be taken back.
                    let _ = line.lines().any(|line| session.execute(line).contains("resign"));
                    said.push(line);
                }
                said.push(genmove(&mut session));
                assert_eq!(said.last(), Some(&genmove(&mut plain)), "{} ply {ply}, {said:#?}", setup.info().id);
            }
        }
    }
}

/// Input that comes line by line. Between two lines the session has some time to search or ponder.
struct Typed(Receiver<(String, Duration)>);

impl Read for Typed {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let Ok((line, wait)) = self.0.recv() else { return Ok(0) };
        std::thread::sleep(wait);
        buffer[..line.len()].copy_from_slice(line.as_bytes());
        Ok(line.len())
    }
}

/// Returns the moves that a served session answers to `genmove`, with these lines before each.
fn moves(setup: &Setup, seed: u64, ponder: bool, mut wait: impl FnMut() -> u64, said: &[Vec<String>]) -> Vec<String> {
    let (mut session, _) = session(setup, seed);
    session.preferences_mut().settings.ponder = ponder;
    let (sender, receiver) = channel();
    let mut seat = session.game().to_move();
    for (number, lines) in said.iter().enumerate() {
        let genmove = format!("7{number} genmove {}", seat.name());
        for line in lines.iter().chain([&genmove]) {
            sender.send((format!("{line}\n"), Duration::from_micros(wait()))).unwrap();
        }
        seat = seat.other();
    }
    drop(sender);
    let mut output = Vec::new();
    crate::serve(&mut session, Typed(receiver), &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    text.lines().filter(|line| line.starts_with("=7")).map(str::to_owned).collect()
}

#[test]
fn searches_that_the_next_line_ends_and_pondering_do_not_change_the_next_moves() {
    let searches: Vec<&str> = lines().filter(|&(_, effect)| effect == Effect::Search).map(|(line, _)| line).collect();
    let mut cancelled = 0;
    for setup in setups() {
        for seed in 0..4 {
            let mut rng = seeded(seed);
            let (mut there, _) = session(&setup, seed);
            let said: [Vec<String>; 3] = std::array::from_fn(|_| {
                let count = 1 + random_below(&mut rng, 3);
                let line = |_| fill(&mut there, searches[random_below(&mut rng, searches.len() as u32) as usize]);
                let lines: Vec<String> = (0..count).map(line).flat_map(|line| [line, "name".to_owned()]).collect();
                cancelled += lines.iter().filter(|line| line.contains("cancellable")).count();
                genmove(&mut there);
                lines
            });
            let plain = moves(&setup, seed, false, || 0, &[vec![], vec![], vec![]]);
            assert!(!plain.is_empty());
            let waits = |most: u32| {
                let mut rng = seeded(seed);
                move || u64::from(random_below(&mut rng, most))
            };
            for ponder in [false, true] {
                assert_eq!(moves(&setup, seed, ponder, || 0, &said), plain, "{}: {said:#?}", setup.info().id);
                assert_eq!(moves(&setup, seed, ponder, waits(1500), &said), plain, "{}: {said:#?}", setup.info().id);
            }
        }
    }
    assert!(cancelled > 20, "{cancelled}");
}
