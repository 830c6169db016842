//! Random fights: a part of a 9×9 board with stones of both colours between walls that live.

use quintet_core::board::{Geometry, Point};
use quintet_core::diagram::Diagram;
use quintet_core::random::{Rng, random_below};
use quintet_core::setup::Setup;
use quintet_core::types::{Seat, Stone};

/// A board and the region of the fight.
#[derive(Clone)]
pub struct Fight {
    /// The board.
    pub diagram: Diagram,
    /// Whether each point belongs to the fight.
    pub region: Vec<bool>,
}

const COLOURS: [Stone; 2] = [Stone::Black, Stone::White];

/// The maximum number of eyes of a wall; two keep it alive.
const EYES: usize = 3;

/// Returns a random fight; `None` if the walls would not live or the size is unsuitable.
pub fn random(setup: &Setup, rng: &mut Rng) -> Option<Fight> {
    let geometry = setup.geometry();
    let (width, height) = (i32::from(geometry.width()), i32::from(geometry.height()));
    let mut below = |bound: i32| random_below(rng, bound as u32) as i32;
    // In a corner, at an edge or in the middle.
    let (long, short) = (3 + below(4), 2 + below(3));
    if !(8..=20).contains(&(long * short)) {
        return None;
    }
    let (wide, tall) = if below(2) == 0 { (long, short) } else { (short, long) };
    let at = |room: i32, below: &mut dyn FnMut(i32) -> i32| match below(5) {
        0 | 1 => 0,
        2 | 3 => room,
        _ => 1 + below(room - 1),
    };
    let left = at(width - wide, &mut below);
    let top = at(height - tall, &mut below);
    let inside = |point: Point| {
        let (x, y) = geometry.xy(point);
        let (x, y) = (i32::from(x), i32::from(y));
        (left..left + wide).contains(&x) && (top..top + tall).contains(&y)
    };
    let mut region = vec![false; geometry.len()];
    geometry.points().for_each(|point| region[point.index()] = inside(point));

    // The walls have one colour, or two, on both sides of a line through the middle of the region.
    let first = below(2) as usize;
    let cut = below(5);
    let side = |point: Point| {
        let (x, y) = geometry.xy(point);
        let (dx, dy) = (2 * i32::from(x) - 2 * left - wide + 1, 2 * i32::from(y) - 2 * top - tall + 1);
        match cut {
            0 | 1 => false,
            2 => dx > 0,
            3 => dy > 0,
            _ => dx + dy > 0,
        }
    };
    let mut stones: Vec<Option<Stone>> = vec![None; geometry.len()];
    for point in geometry.points().filter(|&point| !inside(point)) {
        stones[point.index()] = Some(COLOURS[(first + usize::from(side(point))) % 2]);
    }
    open_eyes(&geometry, &region, &mut stones, &mut below)?;

    let points: Vec<Point> = geometry.points().filter(|&point| inside(point)).collect();
    if below(2) == 0 {
        scatter(&geometry, &points, &mut stones, &mut below);
    } else {
        enclose(&geometry, &points, &mut stones, &mut below);
    }
    let empty = geometry.points().filter(|&point| inside(point) && stones[point.index()].is_none()).count();
    if !(5..=12).contains(&empty) {
        return None;
    }
    let to_move = Seat::BOTH[below(2) as usize];
    Some(Fight { diagram: Diagram { stones, to_move, ..setup.empty_diagram() }, region })
}

/// Puts stones on some of the points, often next to stones of the same colour.
fn scatter(geometry: &Geometry, points: &[Point], stones: &mut [Option<Stone>], below: &mut dyn FnMut(i32) -> i32) {
    let density = 40 + below(30);
    let bias = 30 + below(40);
    for &point in points {
        if below(100) >= density {
            continue;
        }
        let friends: Vec<Stone> = geometry.neighbours(point).iter().filter_map(|next| stones[next.index()]).collect();
        let stone = match friends.len() {
            n if n > 0 && below(2) == 0 => friends[below(n as i32) as usize],
            _ => COLOURS[usize::from(below(100) >= bias)],
        };
        stones[point.index()] = Some(stone);
    }
}

/// Makes an eye space on the points, surrounded by stones of one colour and, if there is room, by
/// the other colour around these; then changes a few stones.
fn enclose(geometry: &Geometry, points: &[Point], stones: &mut [Option<Stone>], below: &mut dyn FnMut(i32) -> i32) {
    let wall = geometry.neighbours(points[0]).iter().chain(points.iter()).find_map(|point| stones[point.index()]);
    let attacker = wall.unwrap_or(COLOURS[below(2) as usize]);
    let defender = if attacker == COLOURS[0] { COLOURS[1] } else { COLOURS[0] };
    let mut space = vec![points[below(points.len() as i32) as usize]];
    for _ in 0..2 + below(6) {
        let from = space[below(space.len() as i32) as usize];
        let beside = geometry.neighbours(from);
        let next = beside[below(beside.len() as i32) as usize];
        if points.contains(&next) && !space.contains(&next) {
            space.push(next);
        }
    }
    for &point in points.iter().filter(|point| !space.contains(point)) {
        let around = geometry.neighbours(point).iter().any(|next| space.contains(next));
        stones[point.index()] = match below(8) {
            0 => None,
            _ if around => Some(defender),
            1 | 2 => None,
            _ => Some(attacker),
        };
    }
    for _ in 0..below(3) {
        let point = space[below(space.len() as i32) as usize];
        stones[point.index()] = Some(if below(3) == 0 { defender } else { attacker });
    }
}

/// Returns a variation of a fight: one to three of its points are changed, and sometimes the side
/// to move.
pub fn changed(fight: &Fight, rng: &mut Rng) -> Fight {
    let points: Vec<usize> = (0..fight.region.len()).filter(|&at| fight.region[at]).collect();
    let mut diagram = fight.diagram.clone();
    for _ in 0..=random_below(rng, 3) {
        let at = points[random_below(rng, points.len() as u32) as usize];
        diagram.stones[at] = [None, Some(COLOURS[0]), Some(COLOURS[1])][random_below(rng, 3) as usize];
    }
    if random_below(rng, 4) == 0 {
        diagram.to_move = diagram.to_move.other();
    }
    Fight { diagram, region: fight.region.clone() }
}

/// Makes eyes in each wall, away from the fight; `None` if there is no room for two.
fn open_eyes(
    geometry: &Geometry,
    region: &[bool],
    stones: &mut [Option<Stone>],
    below: &mut dyn FnMut(i32) -> i32,
) -> Option<()> {
    let walls = quintet_core::groups::groups(geometry, &|point| stones[point.index()]);
    for wall in walls {
        let inner = |&point: &Point| {
            let all = geometry.neighbours(point);
            all.iter().all(|next| !region[next.index()] && stones[next.index()] == Some(wall.stone))
        };
        let mut places: Vec<Point> = wall.points.iter().copied().filter(inner).collect();
        let mut eyes = Vec::new();
        while eyes.len() < EYES && !places.is_empty() {
            let eye = places.swap_remove(below(places.len() as i32) as usize);
            let beside = geometry.neighbours(eye);
            places.retain(|place| !beside.contains(place));
            eyes.push(eye);
        }
        if eyes.len() < 2 {
            return None;
        }
        eyes.iter().for_each(|eye| stones[eye.index()] = None);
    }
    Some(())
}
