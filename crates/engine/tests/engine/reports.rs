//! Reports do not contradict themselves: win rates, leads, proofs and ends of the game.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex};

use quintet_core::board::PointSet;
use quintet_core::game::Game;
use quintet_core::random::{random_below, seeded};
use quintet_core::setup::Setup;
use quintet_core::types::{Move, Seat};
use quintet_engine::{Choice, Engine, Knowledge, Level, Request, Settings};
use quintet_search::{Interrupt, Limits, Proof, Report, SearchOptions};

static KNOWLEDGE: LazyLock<Knowledge> = LazyLock::new(Knowledge::default);

/// Candidates with fewer visits are not judged.
const LEAST_VISITS: u64 = 50;

/// A side that leads by more points than this is far ahead.
const FAR_AHEAD: f64 = 10.0;

fn setup(id: &str, width: u16, height: u16, rules: &[(&str, &str)], blocked: &[(u32, u32)]) -> Setup {
    let setup = Setup::new(quintet_games::find(id).unwrap());
    let setup = if height == width { setup.with_size(width) } else { setup.with_rectangle(width, height) }.unwrap();
    let setup = rules.iter().fold(setup, |setup, (rule, value)| setup.with_rule(rule, value).unwrap());
    let geometry = setup.geometry();
    let blocked: PointSet = blocked.iter().map(|&(x, y)| geometry.at(x as i32, y as i32).unwrap()).collect();
    setup.with_blocked(blocked).unwrap()
}

/// What a report contradicts, if anything.
fn contradiction(report: &Report) -> Option<String> {
    let wrong = report.candidates.iter().find(|candidate| {
        let says = (candidate.win_rate - 0.5) * candidate.lead.signum();
        let far = candidate.visits >= LEAST_VISITS && candidate.lead.abs() > FAR_AHEAD && says < -0.1;
        let proved = match candidate.proof {
            Some(Proof::Win) => candidate.win_rate != 1.0 || candidate.lead < 0.0,
            Some(Proof::Draw) => candidate.win_rate != 0.5 || candidate.lead != 0.0,
            Some(Proof::Loss) => candidate.win_rate != 0.0 || candidate.lead > 0.0,
            None => false,
        };
        far || proved
    });
    wrong.map(|candidate| {
        let (mv, visits) = (candidate.mv, candidate.visits);
        format!("{mv:?}: {visits} visits, {:.2}, {:+.1}, {:?}", candidate.win_rate, candidate.lead, candidate.proof)
    })
}

/// Counts of what was compared.
#[derive(Default, Debug)]
struct Seen {
    far_ahead: u32,
    proved: u32,
    ends: u32,
}

impl Seen {
    fn add(&mut self, other: &Seen) {
        self.far_ahead += other.far_ahead;
        self.proved += other.proved;
        self.ends += other.ends;
    }
}

/// Checks reports in a game of random moves, and before its last one.
fn check(setup: &Setup, seed: u64, plies: usize, visits: u64, seen: &mut Seen) -> Result<(), String> {
    let mut rng = seeded(seed);
    let mut engine = Engine::new(Game::new(setup.clone()), &KNOWLEDGE);
    let mut next_search = 0;
    for ply in 0..plies {
        let game = engine.game();
        if game.is_over() {
            break;
        }
        let seat = game.to_move();
        let after_pass = game.moves().last().is_some_and(|&(_, mv)| mv == Move::PASS);
        if ply >= next_search || after_pass {
            next_search = ply + 1 + random_below(&mut rng, plies as u32 / 3) as usize;
            judge(&mut engine, seat, seed, visits, seen)?;
        }
        let legal = engine.game().legal_moves(seat);
        let may_pass = legal.contains(&Move::PASS);
        let mv = if may_pass && random_below(&mut rng, 8) == 0 {
            Move::PASS
        } else {
            legal[random_below(&mut rng, legal.len() as u32) as usize]
        };
        engine.game_mut().play(seat, mv).unwrap();
    }
    if engine.game().is_over() {
        engine.game_mut().undo(1).unwrap();
        let seat = engine.game().to_move();
        judge(&mut engine, seat, seed, visits, seen)?;
    }
    Ok(())
}

/// Checks the reports of searches of different kinds.
fn judge(engine: &mut Engine, seat: Seat, seed: u64, visits: u64, seen: &mut Seen) -> Result<(), String> {
    for (to_the_limit, exact, level) in [(false, true, None), (true, false, None), (false, false, Some(4))] {
        let report = search(engine, seat, seed, visits, to_the_limit, exact, level).report;
        let context = format!("after {:?}", engine.game().moves());
        if let Some(wrong) = contradiction(&report) {
            return Err(format!("{wrong}, {context}"));
        }
        check_ends(engine.game(), seat, &report, seen).map_err(|wrong| format!("{wrong}, {context}"))?;
        let judged = |candidate: &&quintet_search::Candidate| candidate.visits >= LEAST_VISITS;
        let far = report.candidates.iter().filter(judged).filter(|c| c.lead.abs() > FAR_AHEAD);
        seen.far_ahead += far.count() as u32;
        seen.proved += report.candidates.iter().filter(|candidate| candidate.proof.is_some()).count() as u32;
    }
    Ok(())
}

fn search(
    engine: &mut Engine,
    seat: Seat,
    seed: u64,
    visits: u64,
    to_the_limit: bool,
    exact: bool,
    level: Option<u64>,
) -> Choice {
    let (interrupt, settings) = (Interrupt::default(), Settings { seed, exact, hash_mib: 8, ..Settings::default() });
    let limits = Limits { visits: Some(visits), time: None };
    let info = engine.game().info();
    let request = Request::new(seat, limits, &settings, &interrupt);
    let options = SearchOptions { to_the_limit, ..request.options };
    let level = level.map(|level| Level::new(level).unwrap().of(info));
    engine.choose(&Request { options, tentative: true, ..request }.at_level(level), &mut |_| {})
}

/// Checks that moves that end the game at once are judged as the ends that the rules say.
fn check_ends(game: &Game, seat: Seat, report: &Report, seen: &mut Seen) -> Result<(), String> {
    for candidate in &report.candidates {
        let mut after = game.clone();
        after.play(seat, candidate.mv).unwrap();
        let Some(outcome) = after.outcome() else { continue };
        let margin = outcome.margin.for_seat(seat);
        let proof = match outcome.winner() {
            None => Proof::Draw,
            Some(winner) if winner == seat => Proof::Win,
            Some(_) => Proof::Loss,
        };
        if candidate.proof != Some(proof) || candidate.lead != margin + 0.0 {
            return Err(format!("{:?} ends the game with {margin}: {candidate:?}", candidate.mv));
        }
        seen.ends += 1;
    }
    Ok(())
}

type Board = (&'static str, u16, u16, &'static [(&'static str, &'static str)], &'static [(u32, u32)]);

/// Checks games on all of these boards at the same time, and returns what was seen in each game.
fn check_all(boards: &[Board], games: u64, visits: u64) -> (BTreeMap<&'static str, Seen>, Vec<String>) {
    let (all, wrong) = (Mutex::new(BTreeMap::<&str, Seen>::new()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for &(id, width, height, rules, blocked) in boards {
            let (all, wrong) = (&all, &wrong);
            scope.spawn(move || {
                let setup = setup(id, width, height, rules, blocked);
                let plies = setup.geometry().len() + 4;
                let mut seen = Seen::default();
                let faulty = |seed| check(&setup, seed, plies, visits, &mut seen).err().map(|why| (seed, why));
                if let Some((seed, why)) = (0..games).find_map(faulty) {
                    wrong.lock().unwrap().push(format!("{id} {width}x{height} {rules:?}, game {seed}: {why}"));
                }
                all.lock().unwrap().entry(id).or_default().add(&seen);
            });
        }
    });
    (all.into_inner().unwrap(), wrong.into_inner().unwrap())
}

const OWN_RULE: &[(&str, &str)] = &[("ko", "stoical"), ("repetition", "none")];
const POSITIONAL: &[(&str, &str)] = &[("ko", "positional"), ("repetition", "none")];

#[test]
fn leads_win_rates_proofs_and_ends_agree() {
    let boards: &[Board] = &[
        ("alaric", 7, 7, &[], &[]),
        ("alaric", 16, 16, &[], &[]),
        ("alaric", 31, 31, &[], &[]),
        ("bracket", 5, 5, &[], &[]),
        ("bracket", 9, 9, &[], &[]),
        ("cancer", 5, 5, &[], &[]),
        ("cancer", 9, 9, &[], &[]),
        ("cancer", 7, 5, &[], &[]),
        ("cascade", 4, 4, &[], &[]),
        ("cascade", 8, 8, &[], &[]),
        ("stoical", 5, 5, OWN_RULE, &[]),
        ("stoical", 9, 9, OWN_RULE, &[]),
        ("stoical", 9, 9, POSITIONAL, &[]),
        ("stoical", 9, 9, OWN_RULE, &[(2, 2), (6, 6), (4, 4)]),
        ("stoical", 13, 13, OWN_RULE, &[]),
        ("stoical", 13, 6, POSITIONAL, &[]),
        ("redstone", 5, 5, &[], &[]),
        ("redstone", 9, 9, &[], &[]),
        ("alak", 7, 7, &[], &[]),
        ("alak", 16, 16, &[], &[]),
    ];
    let (seen, wrong) = check_all(boards, 2, 200);
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(seen.len(), quintet_games::GAMES.len());
    for (id, seen) in &seen {
        assert!(seen.proved > 5 && seen.ends > 0, "{id}: {seen:?}");
    }
    let far_ahead: u32 = seen.values().map(|seen| seen.far_ahead).sum();
    assert!(far_ahead > 20, "{far_ahead} candidates lead far: {seen:?}");
}

#[test]
fn leads_win_rates_proofs_and_ends_agree_on_large_boards() {
    let boards: &[Board] = &[
        ("stoical", 16, 16, OWN_RULE, &[]),
        ("stoical", 19, 19, OWN_RULE, &[]),
        ("stoical", 9, 19, OWN_RULE, &[]),
        ("stoical", 19, 19, POSITIONAL, &[]),
        ("cancer", 19, 19, &[], &[]),
        ("bracket", 19, 19, &[], &[]),
        ("cascade", 16, 16, &[], &[]),
    ];
    let (seen, wrong) = check_all(boards, 1, 150);
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(seen.values().map(|seen| seen.far_ahead).sum::<u32>() > 0, "{seen:?}");
}

/// Returns what the report of an empty board of Stoical Go says that cannot be true: that a pass is
/// better than all other moves, or that a side that moves first without komi is behind.
fn wrong_opening(width: u16, height: u16, rules: &[(&str, &str)], komi: f64) -> Option<String> {
    let mut setup = setup("stoical", width, height, rules, &[]);
    setup.set_komi(komi);
    let mut engine = Engine::new(Game::new(setup.clone()), &KNOWLEDGE);
    let report = search(&mut engine, Seat::Black, 2, 300, true, false, None).report;
    let context = || format!("{width}x{height} {rules:?} komi {komi}");
    if let Some(wrong) = contradiction(&report) {
        return Some(format!("{}: {wrong}", context()));
    }
    let placements = report.candidates.iter().filter(|candidate| candidate.mv != Move::PASS);
    let (visits, wins) = placements.fold((0, 0.0), |(visits, wins), candidate| {
        (visits + candidate.visits, wins + candidate.win_rate * candidate.visits as f64)
    });
    let rate = wins / visits.max(1) as f64;
    let passes = report.candidates[0].mv == Move::PASS;
    let is_behind = komi == 0.0 && visits >= LEAST_VISITS && rate < 0.4;
    (passes || is_behind).then(|| format!("{}: passes: {passes}, placements {visits} {rate:.2}", context()))
}

#[test]
fn no_pass_is_better_than_a_first_stone() {
    let boards = [5, 7, 9, 13].map(|size| (size, size)).into_iter().chain([(7, 13), (13, 5)]);
    let wrong: Vec<String> = boards
        .flat_map(|(w, h)| [OWN_RULE, POSITIONAL].map(|rules| [0.0, 6.5].map(|komi| wrong_opening(w, h, rules, komi))))
        .flatten()
        .flatten()
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn no_pass_is_better_than_a_first_stone_on_large_boards() {
    let boards = [(16, 16), (19, 19), (25, 25), (9, 19)];
    let wrong: Vec<String> = boards
        .into_iter()
        .flat_map(|(w, h)| [OWN_RULE, POSITIONAL].map(|rules| wrong_opening(w, h, rules, 0.0)))
        .flatten()
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
