//! The status of stones at the end, for GUIs that ask it. The score itself takes every stone on the
//! board for alive.

use std::collections::BTreeMap;

use quintet_core::diagram::Diagram;
use quintet_core::game::Game;
use quintet_core::groups::{Group, groups};
use quintet_core::notation::quote;
use quintet_core::position::PlayoutObserver;
use quintet_core::random::Rng;
use quintet_core::types::Seat;
use rand::SeedableRng as _;

use super::Command;
use crate::answer::{Answer, CommandError};
use crate::call::Call;
use crate::session::Session;

/// The number of playouts that estimate the owners of all points.
const PLAYOUTS: u32 = 256;

/// A group is dead if its points end as its own in less than this fraction of the playouts.
const ALIVE: f64 = 0.3;

/// The commands of this family.
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
        return Err(CommandError::syntax(format_args!("a status is alive, seki or dead, not '{quoted}'")));
    }
    let game = session.game();
    let groups = groups(game.geometry(), |point| game.stone(point));
    let dead = if game.info().presentation.dead_stones { dead(game, &groups) } else { vec![false; groups.len()] };
    let lines = groups.iter().zip(dead).filter(|(_, dead)| match status.as_str() {
        "alive" => !dead,
        "dead" => *dead,
        _ => false,
    });
    let name = |group: &Group| {
        let names = group.points.iter().map(|&p| session.notation().vertex(game, p, Some(group.stone)));
        names.collect::<Vec<_>>().join(" ")
    };
    Ok(lines.map(|(group, _)| name(group)).collect::<Vec<_>>().join("\n"))
}

/// Returns for each group whether it is dead: whether most playouts from here lose its points.
fn dead(game: &Game, groups: &[Group]) -> Vec<bool> {
    let Some(owned) = count_owners(game) else { return vec![false; groups.len()] };
    let info = game.info();
    let is_dead = |group: &Group| {
        let Some(seat) = Seat::BOTH.into_iter().find(|&seat| info.own_stone(seat) == group.stone) else { return false };
        let own: u32 = group.points.iter().map(|point| owned[point.index()][seat.index()]).sum();
        f64::from(own) < ALIVE * f64::from(PLAYOUTS) * group.points.len() as f64
    };
    groups.iter().map(is_dead).collect()
}

/// Returns for each point the numbers of playouts at whose end it was Black's and White's.
fn count_owners(game: &Game) -> Option<Vec<[u32; 2]>> {
    // Drops passes and earlier captures: play goes on.
    let diagram = Diagram { state: BTreeMap::new(), ..game.diagram() };
    let start = game.setup().position(&diagram).ok()?;
    let mut owned = vec![[0; 2]; diagram.stones.len()];
    let mut rng = Rng::seed_from_u64(0);
    let mut position = start.clone();
    for playout in 0..PLAYOUTS {
        position.clone_from(&start);
        position.set_to_move(Seat::BOTH[playout as usize % 2]);
        position.playout(&mut rng, PlayoutObserver::None);
        for point in game.geometry().points() {
            if let Some(seat) = position.owner(point) {
                owned[point.index()][seat.index()] += 1;
            }
        }
    }
    Some(owned)
}
