//! The levels of play, and the puzzles and tasks of every game.

mod puzzles;
mod tasks;

use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_core::types::Seat;
use quintet_engine::{Engine, Knowledge, Level, Request, Settings};
use quintet_games::GAMES;
use quintet_levels::{Player, play};
use quintet_search::{Interrupt, Limits, Restriction};

/// Boards on which somebody who has read the rules can use them.
const BOARDS: [&str; 5] = ["alaric 31 board=line", "bracket 9", "cancer 9", "cascade 8", "stoical 9"];

fn setup(board: &str) -> Setup {
    let mut words = board.split(' ');
    let info = quintet_games::find(words.next().unwrap()).unwrap();
    let size = words.next().unwrap().parse().unwrap();
    words
        .fold(Setup::new(info), |setup, rule| {
            let (name, value) = rule.split_once('=').unwrap();
            setup.with_rule(name, value).unwrap()
        })
        .with_size(size)
        .unwrap()
}

/// Returns the halves of points that a player gets in `games` games against another, with
/// exchanged colours.
fn halves(setup: &Setup, player: Player, other: Player, games: u64) -> u64 {
    let pairs = (1..=games / 2).map(|seed| {
        let won = play(setup, [player, other], 2, seed);
        u64::from(won) + 2 - u64::from(play(setup, [other, player], 2, seed))
    });
    pairs.sum()
}

/// Calls `test` with all boards at the same time.
fn on_every_board(test: impl Fn(&str, &Setup) + Sync) {
    std::thread::scope(|scope| {
        for board in BOARDS {
            scope.spawn(|| test(board, &setup(board)));
        }
    });
}

#[test]
fn stronger_levels_see_more_and_overlook_less() {
    for info in GAMES {
        for pair in info.levels.windows(2) {
            assert!(pair[0].visits <= pair[1].visits, "{}: {pair:?}", info.id);
            assert!(pair[0].oversight >= pair[1].oversight, "{}: {pair:?}", info.id);
            assert!(pair[0].max_loss >= pair[1].max_loss, "{}: {pair:?}", info.id);
            assert_ne!(pair[0], pair[1], "{}", info.id);
        }
    }
}

#[test]
fn the_manual_has_the_settings_of_all_levels() {
    let manual = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/levels.md")).unwrap();
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    let mut lines = manual.lines().skip_while(|line| !line.starts_with("| level |"));
    let titles = cells(lines.next().unwrap());
    let rows: Vec<_> = lines.skip(1).map_while(|line| line.starts_with('|').then(|| cells(line))).collect();
    assert_eq!(rows.len(), Level::all().count());
    for info in GAMES.iter().filter(|info| info.relative_of.is_none()) {
        let column = titles.iter().position(|title| title == info.title).unwrap();
        for (level, row) in Level::all().zip(&rows) {
            let settings = row[column].split(':').next().unwrap();
            assert_eq!(settings, Player::Entry(level.of(info)).to_string(), "{}, level {level}", info.title);
        }
    }
}

#[test]
fn somebody_who_has_read_the_rules_beats_level_1() {
    on_every_board(|board, setup| {
        // In Alaric, Bracket and Cancer the board as it stands says little: there the opponent
        // looks at the replies as well.
        let reader = match setup.info().id {
            "alaric" | "bracket" | "cancer" => Player::Careful,
            _ => Player::Greedy,
        };
        let halves = halves(setup, reader, Player::Level(Level::LOWEST), 40);
        assert!(halves >= 64, "{board}: {} of 40", halves as f64 / 2.0);
    });
}

#[test]
fn level_12_beats_level_1() {
    on_every_board(|board, setup| {
        let halves = halves(setup, Player::Level(Level::HIGHEST), Player::Level(Level::LOWEST), 2);
        assert_eq!(halves, 4, "{board}: half points of 2 games");
    });
}

/// Returns the first moves of a level against itself.
fn moves(setup: &Setup, level: Level, seed: u64) -> Vec<(Seat, quintet_core::types::Move)> {
    let mut engine = Engine::new(Game::new(setup.clone()), &Knowledge::default());
    let (settings, interrupt) = (Settings { seed, ..Settings::default() }, Interrupt::default());
    while !engine.game().is_over() && engine.game().moves().len() < 16 {
        let seat = engine.game().to_move();
        let request = Request::new(seat, Limits::default(), &settings, &interrupt);
        let choice = engine.choose(&request.at_level(Some(level.of(setup.info()))), &mut |_| {});
        engine.game_mut().play(seat, choice.mv.unwrap()).unwrap();
    }
    engine.game().moves().to_vec()
}

#[test]
fn moves_at_a_level_repeat_with_the_seed() {
    for board in BOARDS {
        let setup = setup(board);
        let level = "4".parse().unwrap();
        assert_eq!(moves(&setup, level, 1), moves(&setup, level, 1), "{board}");
        assert_ne!(moves(&setup, level, 1), moves(&setup, level, 2), "{board}");
    }
}

#[test]
fn a_level_keeps_to_restrictions_and_limits() {
    for board in BOARDS {
        let setup = setup(board);
        let mut engine = Engine::new(Game::new(setup.clone()), &Knowledge::default());
        let (settings, interrupt) = (Settings::default(), Interrupt::default());
        let seat = engine.game().to_move();
        let allowed = engine.game().legal_moves(seat)[..3].to_vec();
        let restrictions = [Restriction { seat, moves: allowed.clone(), others: true, plies: 1 }];
        for level in Level::all() {
            let limits = Limits { visits: Some(5), time: None };
            let mut request = Request::new(seat, limits, &settings, &interrupt).at_level(Some(level.of(setup.info())));
            request.options.restrictions = &restrictions;
            let choice = engine.choose(&request, &mut |_| {});
            assert!(allowed.contains(&choice.mv.unwrap()), "{board}, level {level}");
            assert_eq!(choice.report.candidates[0].mv, choice.mv.unwrap());
            assert!(choice.report.visits <= 5, "{board}, level {level}: {} visits", choice.report.visits);
        }
    }
}
