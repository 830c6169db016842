//! Makes fights on 9×9 boards whose right moves are proved: the files of `tests/fights`.
//!
//! A board is drawn at random: walls with eyes of their own, and between them some ten points where stones of both colours fight. It is
//! kept if one or two moves are proved to get some points, and every other move, a pass included, is proved to get at least
//! four fewer, so that with a komi between them these moves win and all others lose. By `ko=stoical` fights are kept whose answer is
//! another by Go's rule.

mod boards;
mod proof;
mod themes;

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Parser;
use quintet::game::Game;
use quintet::games::{self, Visitor};
use quintet::record::position;
use quintet::setup::Setup;
use quintet::words::{Move, Rng, Seat, random_below};
use rand::SeedableRng as _;

use boards::Fight;
use proof::Prover;
use themes::Theme;

/// By how many points the right moves are better than all others.
const GAP: f64 = 4.0;

/// As many moves may be right.
const MOST_RIGHT: usize = 2;

/// As many have to be wrong.
const LEAST_WRONG: usize = 4;

/// So many fights are kept to be changed.
const POOL: u32 = 40;

/// So many fights that come from one board are taken into the files.
const MOST_OF_A_FAMILY: usize = 3;

/// The other seat can put the proof of a right move off for so many plies, or the fight is left out.
const LEAST_PLIES: usize = 6;

/// Positions that a proof may look at.
const POSITIONS: u64 = 200_000;

/// The ko rules that fights are played by.
const RULES: [&str; 2] = ["positional", "stoical"];

/// Make fights on 9×9 boards whose right moves are proved.
#[derive(Parser)]
struct Options {
    /// The folder to write to, a file a theme.
    #[arg(long, default_value = "fights")]
    out: PathBuf,
    /// The seed of the boards.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Fights of each theme.
    #[arg(long, default_value_t = 40)]
    each: usize,
    /// Fights of one ko rule alone: `positional` or `stoical`.
    #[arg(long, value_parser = RULES)]
    ko: Option<String>,
    /// Looks at the boards of these suites again, in place of random ones.
    #[arg(long, num_args = 1..)]
    from: Vec<PathBuf>,
    /// Boards to look at, at most.
    #[arg(long, default_value_t = 1_000_000)]
    boards: u64,
}

/// What is proved of a fight.
struct Proved {
    /// What the seat to move gets by best play.
    value: f64,
    /// The answer, where it is one.
    answer: Option<Answer>,
}

/// A fight's answer.
struct Answer {
    right: Vec<Move>,
    /// The margin for the seat to move between what the right moves get and what the others do.
    margin: f64,
    theme: Theme,
}

/// Finds the value and the right moves of a fight; `None` if it is no fight.
struct Solve<'a>(&'a Fight);

impl Visitor for Solve<'_> {
    type Output = Option<Proved>;

    fn visit<G: Game>(self, setup: &Setup) -> Option<Proved> {
        let Fight { diagram, region } = self.0;
        let start = G::from_diagram(setup, diagram).ok()?;
        let seat = start.to_move();
        let [low, high] = start.value_bounds().map(|bound| bound * seat.sign());
        let (low, high) = (low.min(high), low.max(high));
        // The walls live, and there is something to fight for.
        let points = region.iter().filter(|&&inside| inside).count() as f64;
        if high - low > 2.0 * points || high - low < 2.0 * GAP {
            return None;
        }
        let mut moves = Vec::new();
        start.legal_moves(&mut moves);
        if moves.len() < LEAST_WRONG + 1 {
            return None;
        }
        let after: Vec<G> = moves.iter().map(|&mv| played(&start, mv)).collect();
        // The most that the seat to move gets, by halves.
        let (mut least, mut most) = (low, high);
        while most - least >= 1.0 {
            let middle = (least + most + 1.0).div_euclid(2.0);
            if Prover::new(region, seat, middle, POSITIONS).proves(&start)? {
                least = middle;
            } else {
                most = middle - 1.0;
            }
        }
        if !Prover::new(region, seat.other(), -least, POSITIONS).proves(&start)? {
            return None;
        }
        let value = least;
        // A move is right or wrong if that is proved.
        let mut right = Vec::new();
        let mut prover = Prover::new(region, seat, least, POSITIONS);
        let mut other = Prover::new(region, seat.other(), GAP - least, POSITIONS);
        for (&mv, next) in moves.iter().zip(&after) {
            if other.proves(next)? {
                continue;
            }
            if right.len() == MOST_RIGHT || mv == Move::PASS || !prover.proves(next)? {
                return Some(Proved { value, answer: None });
            }
            right.push((mv, next));
        }
        if right.is_empty() || moves.len() - right.len() < LEAST_WRONG {
            return Some(Proved { value, answer: None });
        }
        let lines = right.iter().map(|&(mv, next)| {
            let mut line = vec![mv];
            line.extend(prover.line(next));
            line
        });
        let line = lines.min_by_key(Vec::len)?;
        if line.len() < LEAST_PLIES {
            return Some(Proved { value, answer: None });
        }
        let theme = themes::theme(&setup.geometry(), region, &start, &line);
        let right = right.iter().map(|(mv, _)| *mv).collect();
        Some(Proved { value, answer: Some(Answer { right, margin: least - GAP / 2.0, theme }) })
    }
}

fn played<G: Game>(position: &G, mv: Move) -> G {
    let mut next = position.clone();
    next.play_unchecked(mv);
    next.settle();
    next
}

fn setup(ko: &str) -> Setup {
    let line = format!("stoical 9 ko={ko} repetition=none komi=0 {} b", ["........."; 9].join("/"));
    position::read(&line).expect("a board").0
}

/// The fight as a test of a suite, played by the ko rule `ko`.
fn test(fight: &Fight, answer: &Answer, ko: &str, number: usize) -> String {
    let mut setup = setup(ko);
    let seat = fight.diagram.to_move;
    setup.set_komi(answer.margin * seat.sign());
    let vertices = answer.right.iter().filter_map(|mv| mv.point());
    let right: Vec<String> = vertices.map(|point| setup.geometry().vertex(point).to_string()).collect();
    let line = position::format(&setup, &fight.diagram);
    let letter = if seat == Seat::Black { 'b' } else { 'w' };
    format!("quintet-set_position {line}\n{number} reg_genmove {letter}\n#? [{}]\n", right.join("|"))
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    // Where play can't come round, superko forbids nothing that a proof needs.
    let (go, stoical) = (setup("simple"), setup("stoical"));
    let mut rng = Rng::seed_from_u64(options.seed);
    let mut files: BTreeMap<(&str, Theme), Vec<String>> = BTreeMap::new();
    // Fights to be changed a little, which makes a new one more often than a new board does, each with the number of its first board;
    // and how many were kept of those that began with one.
    let mut pool: Vec<(u64, Fight)> = Vec::new();
    let mut kept_of: BTreeMap<u64, usize> = BTreeMap::new();
    let mut boards_seen: HashSet<String> = HashSet::new();
    let mut given = told_in(&options.from)?.into_iter();
    for number in 1..=options.boards {
        let again = options.from.is_empty() && pool.len() as u32 > random_below(&mut rng, 2 * POOL);
        let (family, fight) = if !options.from.is_empty() {
            let Some(fight) = given.next() else { break };
            (number, fight)
        } else if again {
            let (family, fight) = &pool[random_below(&mut rng, pool.len() as u32) as usize];
            (*family, boards::changed(fight, &mut rng))
        } else {
            let Some(fight) = boards::random(&go, &mut rng) else { continue };
            (number, fight)
        };
        if !boards_seen.insert(position::format(&go, &fight.diagram)) {
            continue;
        }
        let [by_go, by_ban] = [&go, &stoical].map(|setup| games::visit(setup, Solve(&fight)));
        let (Some(by_go), Some(by_ban)) = (by_go, by_ban) else { continue };
        let turned = is_turned(&by_go, &by_ban);
        let kept = if turned { ("stoical", by_ban.answer) } else { ("positional", by_go.answer) };
        let (ko, Some(answer)) = kept else { continue };
        if options.ko.as_ref().is_some_and(|wanted| wanted != ko) {
            continue;
        }
        let file = files.entry((ko, answer.theme)).or_default();
        if file.len() == options.each {
            continue;
        }
        if pool.len() as u32 == POOL {
            pool.swap_remove(random_below(&mut rng, POOL) as usize);
        }
        pool.push((family, fight.clone()));
        let family_kept = kept_of.entry(family).or_default();
        if *family_kept < MOST_OF_A_FAMILY {
            *family_kept += 1;
            file.push(test(&fight, &answer, ko, file.len() + 1));
            eprint!("\r{number} boards: {}", told(&files));
        }
        let kinds = Theme::ALL.len() * if options.ko.is_some() { 1 } else { RULES.len() };
        if files.len() == kinds && files.values().all(|file| file.len() == options.each) {
            break;
        }
    }
    eprintln!();
    std::fs::create_dir_all(&options.out)?;
    for ((ko, theme), tests) in files {
        let mut text = String::new();
        writeln!(
            text,
            "# Fights on 9x9 boards, ko={ko}: {}. Made by examples/fights; docs/strength.md tells how.",
            theme.name()
        )?;
        tests.iter().for_each(|test| text += test);
        std::fs::write(options.out.join(format!("{ko}-{}.tst", theme.name())), text)?;
    }
    Ok(())
}

/// The fights that stand in suites.
fn told_in(files: &[PathBuf]) -> anyhow::Result<Vec<Fight>> {
    let mut fights = Vec::new();
    for file in files {
        for line in std::fs::read_to_string(file)?.lines().filter_map(|row| row.strip_prefix("quintet-set_position ")) {
            let (setup, diagram) = position::read(line)?;
            let region = proof::region(&setup, &diagram);
            fights.push(Fight { diagram, region });
        }
    }
    Ok(fights)
}

/// Whether the ban on captures turns Go's answer round: the same seat gets much more or less, or other moves are right.
fn is_turned(go: &Proved, ban: &Proved) -> bool {
    let moves = go.answer.as_ref().zip(ban.answer.as_ref());
    ban.answer.is_some() && (go.value - ban.value).abs() >= GAP
        || moves.is_some_and(|(go, ban)| !ban.right.iter().any(|mv| go.right.contains(mv)))
}

fn told(files: &BTreeMap<(&str, Theme), Vec<String>>) -> String {
    files
        .iter()
        .map(|((ko, theme), tests)| format!("{ko} {} {}", theme.name(), tests.len()))
        .collect::<Vec<_>>()
        .join(", ")
}
