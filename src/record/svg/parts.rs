//! The pieces of a picture, for a page that puts them together by itself: the empty board, the stones and the marks.

use super::{Layout, Painter};
use crate::history::AnyHistory;
use crate::words::Stone;

/// Pixels between two neighbouring points.
pub const UNIT: f64 = 40.0;

/// A board without stones and its labels, as SVG elements. `start` is a game before its first move.
pub fn empty_board(start: &dyn AnyHistory) -> String {
    let layout = Layout::new(start.geometry());
    let mut drawing = Painter { game: start, layout: &layout, svg: String::new() };
    drawing.board();
    drawing.labels();
    drawing.svg
}

/// SVG symbols of what can be put on a game's board, each drawn round the place of its `use`: the stones (`stone-red`),
/// what is left of stones that were taken (`ghost-red`), the rings of new stones (`ring-whole`, `ring-broken`) and
/// the mark of barred points (`bar`).
pub fn symbols(start: &dyn AnyHistory) -> String {
    symbols_called("", start)
}

/// The same, each name behind a prefix: for pages with boards of several kinds, whose stones differ in size.
pub fn symbols_called(prefix: &str, start: &dyn AnyHistory) -> String {
    let layout = Layout::new(start.geometry());
    let draw = |put: &dyn Fn(&mut Painter<'_>)| {
        let mut drawing = Painter { game: start, layout: &layout, svg: String::new() };
        put(&mut drawing);
        drawing.svg
    };
    let at = (0.0, 0.0);
    let symbol =
        |name: &str, body: String| format!("<symbol id=\"{prefix}{name}\" overflow=\"visible\">\n{body}</symbol>\n");
    let mut all = String::new();
    for stone in Stone::ALL {
        all += &symbol(&format!("stone-{}", stone.name()), draw(&|d| d.stone(at, layout.stone, stone)));
        all += &symbol(&format!("ghost-{}", stone.name()), draw(&|d| d.ghost(at, stone)));
    }
    all += &symbol("ring-whole", draw(&|d| d.ring(at, true)));
    all += &symbol("ring-broken", draw(&|d| d.ring(at, false)));
    all + &symbol("bar", draw(&|d| d.bar(at)))
}
