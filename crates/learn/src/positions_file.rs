//! A file of positions, for a training by another program: `scripts/train-network`, whose
//! `train_network_positions.py` reads it.
//!
//! Its first line is `quintet positions 2`, the game and the number of games. Blocks of positions on
//! boards of one size follow: a line with the use of the positions (`training` or `held-out`), the
//! cells (`squares` or `hexes`), the width and the height of the board, the number of positions and
//! the largest number of moves of one of them, and then these tables, row by row and a row for each
//! position, all numbers little-endian:
//!
//! | columns | type | content |
//! |---|---|---|
//! | points | 16 bits, unsigned | the network's inputs |
//! | points | 8 bits, signed | the owners, from 12 for the side to move to -12 for the opponent |
//! | moves | 16 bits, signed | the points of the legal moves; -1: no point, -2: no move |
//! | moves | 32 bits, floating | the logarithms of the moves' strengths by the tables of weights |
//! | moves | 32 bits, floating | the probabilities of the moves to learn |
//! | 6 | 32 bits, floating | see below |
//!
//! The last table has the index of the played move; the lead without komi and the komi of the side
//! to move; 1 if the game has komi, or 0; and the expected result of a search with its weight, the
//! rest being the result of the game.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use quintet_system::atomic_file::AtomicFile;

use super::examples::{Example, Tiling};

/// The first words of a file.
const HEADER: &str = "quintet positions 2";

/// The points of a move without a point, and of no move.
const NO_POINT: i16 = -1;
const NO_MOVE: i16 = -2;

/// Writes positions, by their use.
///
/// # Errors
/// Returns an error if the file cannot be written; an old one stays as it is then.
pub fn write(path: &Path, game: &str, games: u64, positions: &[(&str, &[Example])]) -> io::Result<()> {
    let mut file = AtomicFile::create(path)?;
    writeln!(file, "{HEADER} {game} {games}")?;
    for (r#use, examples) in positions {
        let mut by_board = BTreeMap::<(Tiling, usize, usize), Vec<&Example>>::new();
        for example in *examples {
            let grid = example.grid();
            by_board.entry((example.tiling, grid.width, grid.height)).or_default().push(example);
        }
        for ((tiling, width, height), examples) in by_board {
            let moves = examples.iter().map(|example| example.moves.len()).max().unwrap_or(0);
            writeln!(file, "{} {} {width} {height} {} {moves}", r#use, tiling.name(), examples.len())?;
            write_tables(&mut file, &examples, moves)?;
        }
    }
    file.commit()
}

fn write_tables(file: &mut impl Write, examples: &[&Example], moves: usize) -> io::Result<()> {
    for inputs in examples.iter().flat_map(|example| &example.inputs) {
        file.write_all(&inputs.to_le_bytes())?;
    }
    for owner in examples.iter().flat_map(|example| &example.owners) {
        file.write_all(&owner.to_le_bytes())?;
    }
    for example in examples {
        for i in 0..moves {
            let mv = example.moves.get(i);
            let at = mv.map_or(NO_MOVE, |(point, _)| point.map_or(NO_POINT, |point| point as i16));
            file.write_all(&at.to_le_bytes())?;
        }
    }
    for example in examples {
        for i in 0..moves {
            let strength = example.moves.get(i).map_or(0.0, |&(_, strength)| strength);
            file.write_all(&strength.to_le_bytes())?;
        }
    }
    for example in examples {
        for i in 0..moves {
            let played = f32::from(u8::from(i == example.played));
            let searched = |policy: &[f32]| policy.get(i).copied().unwrap_or(0.0);
            let probability = example.target.as_ref().map_or(played, |target| searched(&target.policy));
            file.write_all(&probability.to_le_bytes())?;
        }
    }
    for example in examples {
        let &Example { played, lead, komi, has_komi, .. } = *example;
        let has_komi = f32::from(u8::from(has_komi));
        let (win_rate, weight) = example.target.as_ref().map_or((0.0, 0.0), |target| (target.win_rate, target.weight));
        for number in [played as f32, lead, komi, has_komi, win_rate, weight] {
            file.write_all(&number.to_le_bytes())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::examples::tests::example;
    use super::*;

    /// Returns the numbers of a little-endian table.
    fn numbers<const N: usize, T>(table: &[u8], read: impl Fn([u8; N]) -> T) -> Vec<T> {
        table.as_chunks::<N>().0.iter().map(|&bytes| read(bytes)).collect()
    }

    #[test]
    fn a_file_has_the_positions_as_its_description_says() {
        let path = std::env::temp_dir().join(format!("quintet-positions-{}", std::process::id()));
        let examples = [example(true), example(false)];
        write(&path, "stoical", 7, &[("training", &examples), ("held-out", &[])]).unwrap();
        let file = std::fs::read(&path).unwrap();
        std::fs::remove_file(path).unwrap();
        let file =
            file.strip_prefix(b"quintet positions 2 stoical 7\ntraining squares 7 7 2 1\n").expect("two lines of text");
        let (inputs, rest) = file.split_at(2 * 49 * 2);
        let (owners, rest) = rest.split_at(2 * 49);
        let (points, rest) = rest.split_at(2 * 2);
        let (strengths, rest) = rest.split_at(2 * 4);
        let (policy, rest) = rest.split_at(2 * 4);
        assert_eq!(numbers(inputs, u16::from_le_bytes), [1; 98]);
        assert_eq!(owners, [0; 98]);
        assert_eq!(numbers(points, i16::from_le_bytes), [3, 3]);
        assert_eq!(numbers(strengths, f32::from_le_bytes), [0.0, 0.0]);
        assert_eq!(numbers(policy, f32::from_le_bytes), [1.0, 1.0]);
        let row = |has_komi| [0.0, 1.0, 0.0, has_komi, 0.0, 0.0];
        assert_eq!(numbers(rest, f32::from_le_bytes), [row(1.0), row(0.0)].concat());
    }

    #[test]
    fn boards_of_squares_and_of_hexes_have_blocks_of_their_own() {
        let path = std::env::temp_dir().join(format!("quintet-tilings-{}", std::process::id()));
        let mut hexes = example(false);
        hexes.tiling = Tiling::Hexes;
        write(&path, "bracket", 2, &[("training", &[example(false), hexes])]).unwrap();
        let file = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        std::fs::remove_file(path).unwrap();
        assert!(file.contains("training squares 7 7 1 1\n") && file.contains("training hexes 7 7 1 1\n"));
    }
}
