//! The report of a match as a browser shows it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use quintet_arena::driver::referee::Reason;
use quintet_arena::matches::results::{GameRecord, Seeds, SetupRecord};
use quintet_core::board::Point;
use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_core::types::{Action, Move, Stone};
use quintet_games::GAMES;

use super::{scratch, skipped};

/// Returns the page after its script has run, from headless Chromium; `None` if that is not
/// installed.
pub fn opened(page: &Path, fragment: &str) -> Option<String> {
    let found = ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|name| Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok());
    let Some(found) = found else {
        skipped("Chromium is not installed: apt-get install chromium");
        return None;
    };
    let output = Command::new(found)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", "--host-resolver-rules=MAP * ~NOTFOUND"])
        .args(["--window-size=1200,1000", "--virtual-time-budget=5000"])
        .arg(format!("--user-data-dir={}", page.with_file_name("chromium").display()))
        .arg(format!("file://{}{fragment}", page.display()))
        .output()
        .unwrap();
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns a game with as many kinds of stone as possible, and the number of each on the final
/// board.
fn record(number: u64, setup: &Setup, plies: usize) -> (GameRecord, BTreeMap<&'static str, usize>) {
    let mut game = Game::new(setup.clone());
    let mut record = GameRecord {
        fingerprint: setup.info().id.to_owned(),
        number,
        pair: number,
        black: "A".to_owned(),
        white: "B".to_owned(),
        result: "0".to_owned(),
        reason: Reason::MaxMoves,
        winner: None,
        margin: None,
        detail: String::new(),
        culprit: None,
        setup: SetupRecord::from(setup),
        first: game.to_move(),
        opening: 0,
        moves: Vec::new(),
        times: Vec::new(),
        searches: Vec::new(),
        seeds: Seeds { opening: 0, black: 0, white: 0 },
        started: 0.0,
        ended: 1.0,
        transcript: None,
    };
    for ply in 0..plies {
        let mut legal = game.legal_moves(game.to_move());
        let kind = |mv: &Move| match mv.action() {
            Action::Place { kind, .. } => Some(kind),
            Action::Pass | Action::Swap => None,
        };
        // Each kind in turn.
        let wanted = legal.iter().filter_map(kind).max().filter(|_| ply % 3 == 2).unwrap_or((ply % 3) as u8);
        let most = legal.iter().filter_map(kind).filter(|kind| *kind <= wanted).max();
        legal.retain(|mv| kind(mv) == most && most.is_some());
        let Some(&mv) = legal.get(ply * 7 % legal.len().max(1)) else { break };
        record.moves.push(game.word(mv));
        record.times.push(0.0);
        game.play(game.to_move(), mv).unwrap();
    }
    let mut stones = BTreeMap::new();
    for stone in game.geometry().points().filter_map(|point| game.stone(point)) {
        *stones.entry(stone.name()).or_default() += 1;
    }
    (record, stones)
}

/// Adds the visible stones to each card: those that are uppermost at their centre.
const LOOK: &str = "<script>document.querySelectorAll('.card').forEach(card => {
  card.scrollIntoView();
  const seen = {};
  card.querySelectorAll('.stone').forEach(stone => {
    const {left, right, top, bottom} = stone.getBoundingClientRect();
    const at = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
    if (right > left && at.find(e => e.closest('svg') && !e.classList.contains('mark')) === stone)
      seen[stone.classList[1]] = (seen[stone.classList[1]] || 0) + 1;
  });
  card.dataset.seen = Object.keys(seen).sort().map(name => name + ':' + seen[name]).join(' ');
});</script></body>";

#[test]
fn every_stone_of_every_game_is_seen_in_the_report() {
    let directory = scratch("match-stones");
    let games: Vec<_> = GAMES
        .iter()
        .zip(1..)
        .map(|(info, number)| {
            let mut setup = Setup::new(info).with_size(5).unwrap();
            if info.blocking {
                setup = setup.with_blocked([Point(3), Point(7)].into_iter().collect()).unwrap();
            }
            record(number, &setup, 30)
        })
        .collect();
    let lines: Vec<String> = games.iter().map(|(record, _)| serde_json::to_string(record).unwrap() + "\n").collect();
    let file = directory.join("games.jsonl");
    fs::write(&file, lines.concat()).unwrap();
    let made = Command::new(env!("CARGO_BIN_EXE_quintet")).args(["match", "--report"]).arg(&file).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));

    let page = directory.join("report.html");
    fs::write(&page, fs::read_to_string(&page).unwrap().replace("</body>", LOOK)).unwrap();
    let Some(dom) = opened(&page, "") else { return };
    let cards: Vec<&str> = dom.split("data-seen=\"").skip(1).map(|card| card.split('"').next().unwrap()).collect();
    let mut kinds: BTreeSet<&str> = BTreeSet::new();
    assert_eq!(cards.len(), games.len(), "{dom}");
    for (record, stones) in &games {
        let expected: Vec<String> = stones.iter().map(|(name, count)| format!("{name}:{count}")).collect();
        assert!(cards.contains(&&*expected.join(" ")), "{}: {expected:?} among {cards:?}", record.setup.game);
        kinds.extend(stones.keys());
    }
    assert_eq!(kinds.len(), Stone::ALL.len(), "{kinds:?}");
}
