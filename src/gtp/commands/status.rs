//! Which stones are alive at the end, as GUIs ask it. The score itself takes every stone on the board for alive.

use rand::SeedableRng as _;

use super::Command;
use crate::game::Game;
use crate::games::{self, Visitor};
use crate::groups::{Group, groups};
use crate::gtp::answer::{Answer, Failure};
use crate::gtp::call::Call;
use crate::gtp::session::Session;
use crate::history::AnyHistory;
use crate::record::quote;
use crate::setup::{Diagram, Setup};
use crate::words::{Rng, Seat};

/// Random games that are played to find out whose a stone's point will be.
const PLAYOUTS: u32 = 256;

/// Stones whose points end as their own in fewer games than this share are dead.
const ALIVE: f64 = 0.3;

/// The family's commands.
pub const COMMANDS: &[Command] = &[Command::new(
    "final_status_list",
    "final_status_list alive|seki|dead",
    "the stones with this status, a chain a line",
    final_status_list,
)];

fn final_status_list(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let status = call.word(0)?.to_ascii_lowercase();
    if !["alive", "seki", "dead"].contains(&status.as_str()) {
        let quoted = quote(call.word(0)?);
        return Err(Failure::syntax(format_args!("a status is alive, seki or dead, not '{quoted}'")));
    }
    let history = session.history();
    let groups = groups(history.geometry(), |point| history.stone(point));
    let dead = if history.info().dead_stones { dead(history, &groups) } else { vec![false; groups.len()] };
    let lines = groups.iter().zip(dead).filter(|(_, dead)| match status.as_str() {
        "alive" => !dead,
        "dead" => *dead,
        _ => false,
    });
    let name = |group: &Group| {
        let names = group.points.iter().map(|&p| session.spelling().vertex(history, p, Some(group.stone)));
        names.collect::<Vec<_>>().join(" ")
    };
    Ok(lines.map(|(group, _)| name(group)).collect::<Vec<_>>().join("\n"))
}

/// Which groups random games from here would mostly lose.
fn dead(history: &dyn AnyHistory, groups: &[Group]) -> Vec<bool> {
    struct Owners(Diagram);
    impl Visitor for Owners {
        /// For each point, in how many games it was Black's, and White's, at the end.
        type Output = Option<Vec<[u32; 2]>>;
        fn visit<G: Game>(self, setup: &Setup) -> Self::Output {
            let start = G::from_diagram(setup, &self.0).ok()?;
            let geometry = setup.geometry();
            let mut owned = vec![[0; 2]; self.0.stones.len()];
            let mut rng = Rng::seed_from_u64(0);
            for game in 0..PLAYOUTS {
                let mut position = start.clone();
                position.set_to_move(Seat::BOTH[game as usize % 2]);
                position.playout(&mut rng, &mut ());
                for point in geometry.points() {
                    if let Some(seat) = position.owner(point) {
                        owned[point.index()][seat.index()] += 1;
                    }
                }
            }
            Some(owned)
        }
    }
    // Without passes and captures that came before: the position as if play went on.
    let diagram = Diagram { state: Default::default(), ..history.diagram() };
    let Some(owned) = games::visit(history.setup(), Owners(diagram)) else { return vec![false; groups.len()] };
    let info = history.info();
    let is_dead = |group: &Group| {
        let Some(seat) = Seat::BOTH.into_iter().find(|&seat| info.own_stone(seat) == group.stone) else { return false };
        let own: u32 = group.points.iter().map(|point| owned[point.index()][seat.index()]).sum();
        f64::from(own) < ALIVE * f64::from(PLAYOUTS) * group.points.len() as f64
    };
    groups.iter().map(is_dead).collect()
}
