//! The state of the game.

use quintet_core::types::Seat;
use quintet_record::tree::NodeId;
use serde::Serialize;

use super::puzzles::PuzzleView;
use super::sharing::SharedView;

/// An empty board. Lengths are in pixels of the picture, with y downwards.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BoardView {
    /// The left, top, width and height of the picture.
    pub view: [f64; 4],
    /// The SVG markup of the board without stones.
    pub svg: String,
    /// The SVG symbols of stones and marks, centred on (0, 0): `stone-red`, `ghost-red`,
    /// `ring-whole`, `bar` and so on.
    pub symbols: String,
    /// The radius of stones.
    pub stone: f64,
    /// The corners of a cell, relative to its centre; none if it is a circle of radius
    /// [`BoardView::reach`].
    pub outline: Vec<[f64; 2]>,
    /// The radius of a cell.
    pub reach: f64,
    pub cells: Vec<CellView>,
}

/// A cell of a board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CellView {
    /// Its vertex.
    pub name: String,
    /// The x coordinate of its centre.
    pub x: f64,
    /// The y coordinate of its centre.
    pub y: f64,
    /// Its row, counted from the bottom, from 0.
    pub row: u16,
}

/// The stones on a board and the effect of the latest move.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct StonesView {
    /// One letter per cell, as in position lines: `x` black, `o` white, `r` red, `c` cancer, `%`
    /// blocked, `.` empty.
    pub stones: String,
    /// The cells that the latest move filled.
    pub last: Vec<usize>,
    /// The cells that were filled by falling stones, nearest first.
    pub fell: Vec<usize>,
    /// The cells of captured stones, with the stones.
    pub taken: Vec<(usize, char)>,
    /// The empty cells that a rule forbids to the side to move for now.
    pub barred: Vec<usize>,
}

/// The state of the game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameView {
    /// The current node of the tree.
    pub node: NodeId,
    /// The game's id.
    pub game: &'static str,
    /// The game, its size and its rules in words.
    pub title: String,
    /// The position line.
    pub position: String,
    /// The stones on the board.
    #[serde(flatten)]
    pub scene: StonesView,
    /// The side to move, `b` or `w`.
    pub to_move: Seat,
    /// Whether the game is over.
    pub over: bool,
    /// The side to move, or the result, in words.
    pub status: String,
    /// The latest move and its effect in words, for screen readers.
    pub news: String,
    /// The kinds of stone, with the cells where they may be placed.
    pub kinds: Vec<KindView>,
    /// The reasons why a kind may not be placed on a cell; [`KindView::why`] has indices into this
    /// list.
    pub reasons: Vec<String>,
    /// Whether passing is legal; absent if the game has no passes.
    pub pass: Option<bool>,
    /// Whether swapping is legal; absent if the game has no swap.
    pub swap: Option<bool>,
    /// The drawings beside the stones.
    pub insight: Insight,
    /// The numbers of stones captured by Black's and by White's moves.
    pub captured: [u32; 2],
    /// The score as the board stands, in words, if the game can tell it.
    pub score: Option<String>,
    /// The explanation of the result; empty before the end.
    pub reason: String,
    /// The winner; absent before the end and after a draw.
    pub winner: Option<Seat>,
    /// The result for the winner, such as `won by 3`; empty without one.
    pub won: String,
    /// The current line, from the start.
    pub line: Vec<MoveView>,
    /// The number of moves of the line up to the current node.
    pub at: usize,
    /// `true` if an earlier position or a variation is shown, not the latest position of the game.
    pub aside: bool,
    /// `true` if a variation is shown.
    pub variation: bool,
    /// The number of moves up to the latest position of the game.
    pub latest: usize,
    /// Whether the game can go on from the position that is shown.
    pub can_play_on: bool,
    /// The other moves that were tried here: nodes and moves.
    pub branches: Vec<(NodeId, String)>,
    /// All variations, in the order of the game; at most some hundred.
    pub variations: Vec<VariationView>,
    /// The remarks of a record on this position.
    pub remarks: RemarksView,
    /// The earlier games, the latest one first.
    pub earlier: Vec<EarlierView>,
    /// The players of Black and White.
    pub seats: [SeatView; 2],
    /// Whether a person may play now.
    pub yours: bool,
    /// The game as it is shared with other browsers; absent if it is not.
    pub shared: Option<SharedView>,
    /// Whether the engine to move waits for [`super::PageRequest::Go`].
    pub waiting: bool,
    /// Whether a person tries moves for both sides.
    pub trying: bool,
    /// Whether the analysis is on.
    pub analysing: bool,
    /// Whether exact values are on.
    pub exact: bool,
    /// The clock, if the game has one.
    pub clock: Option<ClockView>,
    /// The puzzle that is shown, if one is.
    pub puzzle: Option<PuzzleView>,
    /// The engines that cannot go on.
    pub faults: Vec<Fault>,
    /// Whether a move can be taken back, and whether one can be played again.
    pub can: [bool; 2],
}

/// A kind of stone.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct KindView {
    /// The name before the `@` in moves: `own`, `cancer`, `white` and so on.
    pub name: &'static str,
    /// The stone that is placed.
    pub stone: &'static str,
    /// One number per cell: −1 if the stone may be placed there, otherwise an index into
    /// [`GameView::reasons`].
    pub why: Vec<i32>,
}

/// The drawings of a game beside its stones.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Insight {
    /// Labels of cells, such as the size of each group on one of its cells, eyes, or captures.
    pub labels: Vec<CellLabel>,
    /// The cells that count for a player as the board stands.
    pub counted: Vec<Counted>,
    /// The cells that are Black's and White's at the end without a stone of theirs.
    pub owned: [Vec<usize>; 2],
    /// The cells of the group that decides the game as the board stands, if one does.
    pub deciding: Vec<usize>,
}

/// A label of a cell.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CellLabel {
    pub cell: usize,
    /// The text, which is short.
    pub text: String,
    /// The symbol that is drawn instead of the text, `ring` or `cross`; absent if the text is
    /// shown.
    pub sign: Option<&'static str>,
    /// The meaning, for screen readers.
    pub about: String,
}

/// Cells that count for a player.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Counted {
    /// `b` or `w`.
    pub seat: Seat,
    pub cells: Vec<usize>,
    /// The meaning, for screen readers.
    pub about: String,
}

/// A variation.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct VariationView {
    /// The node of its first move.
    pub node: NodeId,
    /// The number of its first move in the line.
    pub at: usize,
    /// The number of variations that it is part of.
    pub depth: usize,
    /// Its first moves.
    pub words: Vec<String>,
    /// The number of its moves.
    pub length: usize,
    /// Whether the position that is shown belongs to it.
    pub shown: bool,
}

/// Comments, marks and lines of a position in a record.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct RemarksView {
    /// The comment, with its lines; empty if there is none.
    pub comment: String,
    /// The marks on cells.
    pub marks: Vec<MarkView>,
    /// The lines and arrows between cells.
    pub lines: Vec<LineView>,
}

/// A mark on a cell.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MarkView {
    pub cell: usize,
    /// `triangle`, `square`, `circle`, `cross`, `selected`, `black` or `white` (territory), or
    /// `label`.
    pub mark: &'static str,
    /// The text of a label; otherwise empty.
    pub text: String,
}

/// A line between two cells.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LineView {
    /// The cell where it begins.
    pub from: usize,
    /// The cell where it ends.
    pub to: usize,
    /// Whether it ends in an arrow.
    pub arrow: bool,
}

/// An earlier game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EarlierView {
    pub id: u64,
    /// The game in a few words.
    pub text: String,
    /// Whether a person plays in it, and it is not over.
    pub running: bool,
}

/// A move of the current line.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveView {
    pub node: NodeId,
    /// `b` or `w`.
    pub seat: Seat,
    /// The move.
    pub word: String,
    /// The value of the position after it, for Black.
    pub value: Option<ValueView>,
    /// The class of the move, if the values before and after it are known.
    pub grade: Option<Grade>,
    /// The expected result that the move lost, from 0 to 1, if it is known.
    pub lost: Option<f64>,
    /// The number of other moves that were tried instead.
    pub others: usize,
}

/// The class of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// Loses nothing that can be measured.
    Best,
    /// Loses little.
    Good,
    /// Loses something, or points of an exact margin without changing the winner.
    Inaccuracy,
    /// Loses much.
    Mistake,
    /// Loses the game, or nearly.
    Blunder,
}

/// The value of a position for Black.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ValueView {
    /// The expected result.
    pub rate: f64,
    /// The expected margin, in games with margins.
    pub lead: Option<f64>,
    /// Whether the rate is proved.
    pub exact: bool,
    pub visits: u64,
}

/// The player of a side.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SeatView {
    /// The name of the side in this game.
    pub name: &'static str,
    /// The own stone of the side.
    pub stone: &'static str,
    /// `person`, or the engine's name.
    pub player: String,
    /// The name and the rank that a record gives to the player; empty if it gives none.
    pub known_as: String,
}

/// The clock of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ClockView {
    /// The time control in words.
    pub about: String,
    /// The side whose time runs, `b` or `w`; absent while the clock is stopped.
    pub running: Option<Seat>,
    /// The times that Black and White have left.
    pub left: [TimeLeftView; 2],
}

/// The time that a side has left.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct TimeLeftView {
    /// The seconds of the main time or of the current period.
    pub seconds: f64,
    /// The number of byo-yomi periods left, or of moves in a Canadian period; 0 in the main time.
    pub periods: u32,
}

/// An engine that cannot go on.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Fault {
    /// The side that it plays, `b` or `w`; the side to move for other work.
    pub seat: Seat,
    /// The name of the engine.
    pub engine: String,
    /// The reason, in a sentence.
    pub text: String,
    /// The last lines of GTP traffic and of stderr.
    pub traffic: Vec<String>,
}
