//! The game as it stands.

use serde::Serialize;

/// An empty board. Lengths are in pixels of the picture, y growing downwards.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BoardView {
    /// Left, top, width and height of the picture.
    pub view: [f64; 4],
    /// The markup of the board without stones.
    pub svg: String,
    /// SVG symbols of stones and marks, drawn round (0, 0): `stone-red`, `ghost-red`, `ring-whole`, `bar` and so on.
    pub symbols: String,
    /// The radius of stones.
    pub stone: f64,
    /// The corners of a cell round its middle; none where a circle of [`BoardView::reach`] will do.
    pub outline: Vec<[f64; 2]>,
    /// How far from its middle a cell reaches.
    pub reach: f64,
    /// The cells.
    pub cells: Vec<CellView>,
}

/// A cell of a board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CellView {
    /// Its vertex.
    pub name: String,
    /// Its middle.
    pub x: f64,
    /// Its middle.
    pub y: f64,
    /// Its row from the bottom, from 0.
    pub row: u16,
}

/// What stands on a board and what the latest move did.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct StonesView {
    /// A letter a cell, as in position lines: `x` black, `o` white, `r` red, `c` cancer, `%` blocked, `.` empty.
    pub stones: String,
    /// The cells that the latest move itself filled.
    pub last: Vec<usize>,
    /// The cells that came to be filled by themselves, the nearest first.
    pub fell: Vec<usize>,
    /// Cells that were emptied, with what stood there.
    pub taken: Vec<(usize, char)>,
    /// Empty cells that a rule keeps the seat to move from just now.
    pub barred: Vec<usize>,
}

/// The game as it stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameView {
    /// The node of the tree that is looked at.
    pub node: usize,
    /// The game's id.
    pub game: &'static str,
    /// Game, size and rules in words.
    pub title: String,
    /// The position line.
    pub position: String,
    /// What stands on the board.
    #[serde(flatten)]
    pub scene: StonesView,
    /// `b` or `w`.
    pub to_move: char,
    /// Whether it is over.
    pub over: bool,
    /// Whose turn it is, or the result, in words.
    pub status: String,
    /// The latest move and what it did, in words, for those who don't see the board.
    pub news: String,
    /// The kinds of stone that can be picked, with where they may be put.
    pub kinds: Vec<KindView>,
    /// Why a kind may not be put on a cell: [`KindView::why`] holds indices into this list.
    pub reasons: Vec<String>,
    /// Whether passing is legal; absent where the game has no pass.
    pub pass: Option<bool>,
    /// Whether swapping is legal; absent where the game has no swap.
    pub swap: Option<bool>,
    /// What can be seen beside the stones.
    pub insight: Insight,
    /// Stones captured by Black's and by White's moves.
    pub captured: [u32; 2],
    /// The score as it stands, in words, where the game can tell it.
    pub score: Option<String>,
    /// Why the game ended as it did; empty before.
    pub reason: String,
    /// The line that is looked at, from the start on.
    pub line: Vec<MoveView>,
    /// How many moves of the line are played on the board that is shown.
    pub at: usize,
    /// Whether the board shown is not the end of the game's own line.
    pub aside: bool,
    /// Other moves that were tried here.
    pub branches: Vec<(usize, String)>,
    /// Who plays: Black's and White's seat.
    pub seats: [SeatView; 2],
    /// Whether a person may play now.
    pub yours: bool,
    /// Whether the engine whose turn it is waits for [`PageRequest::Go`].
    pub waiting: bool,
    /// Whether engines leave all moves to the person.
    pub trying: bool,
    /// Whether positions are analysed.
    pub analysing: bool,
    /// Whether exact values are worked out.
    pub exact: bool,
    /// What went wrong with engines, not yet mended.
    pub faults: Vec<Fault>,
    /// Whether a move can be taken back, and played again.
    pub can: [bool; 2],
}

/// A kind of stone.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct KindView {
    /// The word before the `@`: `own`, `cancer`, `white` and so on.
    pub name: &'static str,
    /// The stone that then stands on the board.
    pub stone: &'static str,
    /// A number a cell: −1 where it may be put, else an index into [`GameView::reasons`].
    pub why: Vec<i32>,
}

/// What a game has to show of a position beside its stones.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Insight {
    /// Labels of cells: in Bracket the size of each group, on one of its cells; in Cancer eyes and where a cancer stone captures.
    pub labels: Vec<CellLabel>,
    /// Cells that count for a seat as the board stands.
    pub counted: Vec<Counted>,
}

/// What there is to show on a cell.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CellLabel {
    /// The cell.
    pub cell: usize,
    /// A short text.
    pub text: String,
    /// What is drawn in place of the text, `ring` or `cross`; absent where the text is to be read.
    pub sign: Option<&'static str>,
    /// What it means, for those who don't see the board.
    pub about: String,
}

/// Cells that count for a seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Counted {
    /// `b` or `w`.
    pub seat: char,
    /// The cells.
    pub cells: Vec<usize>,
    /// What it means, for those who don't see the board.
    pub about: String,
}

/// A move of the line that is looked at.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveView {
    /// The node that it leads to.
    pub node: usize,
    /// `b` or `w`.
    pub seat: char,
    /// The move.
    pub word: String,
    /// What is known of the position after it, seen by Black.
    pub value: Option<ValueView>,
    /// How much of the win rate the move gave away, where that is known and much.
    pub mistake: Option<f64>,
    /// How many other moves were tried in its place.
    pub others: usize,
}

/// What a search thinks of a position, seen by Black.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ValueView {
    /// The expected result.
    pub rate: f64,
    /// The expected margin, in games that count points.
    pub lead: Option<f64>,
    /// Whether it is proven: then the rate is exact.
    pub exact: bool,
    /// Simulations.
    pub visits: u64,
}

/// Who plays a seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatView {
    /// The seat's name in this game.
    pub name: &'static str,
    /// The seat's own stone.
    pub stone: &'static str,
    /// `person`, or the engine's name.
    pub player: String,
}

/// What went wrong with an engine.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Fault {
    /// `b` or `w`.
    pub seat: char,
    /// The engine's name.
    pub engine: String,
    /// What happened, in a sentence.
    pub text: String,
    /// The last lines that were said, and its last words on stderr.
    pub traffic: Vec<String>,
}
