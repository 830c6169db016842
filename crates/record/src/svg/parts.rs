//! The pieces of a picture, for pages that assemble boards themselves: the empty board, the stones
//! and the marks.

use quintet_core::game::Game;
use quintet_core::types::Stone;

use super::material::shine;
use super::{Layout, Painter, number};

/// The distance between two neighbouring points in pixels.
pub const UNIT: f64 = 40.0;

/// Returns a board without stones, with its labels, as SVG elements. `start` is a game before its
/// first move.
pub fn empty_board(start: &Game) -> String {
    let layout = Layout::new(start.geometry());
    let mut drawing = Painter { game: start, layout: &layout, prefix: "", svg: String::new() };
    drawing.board();
    drawing.labels();
    drawing.svg
}

/// Returns a small picture of a position without labels or caption, for a list of games. `prefix`
/// is that of its gradient's name, so that a page can hold several.
pub fn card(prefix: &str, game: &Game) -> String {
    let layout = Layout::new(game.geometry());
    let mut drawing = Painter { game, layout: &layout, prefix, svg: shine(prefix) };
    drawing.board();
    drawing.marks_below();
    drawing.stones();
    let [left, top, width, height] =
        [layout.left, layout.top, layout.right - layout.left, layout.bottom - layout.top].map(|v| number(v * UNIT));
    let body = drawing.svg;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {top} {width} {height}\" aria-hidden=\"true\">\n{body}</svg>\n"
    )
}

/// Returns SVG symbols of everything that can be put on a game's board, each centred on the place
/// of its `use`.
///
/// There are stones (`stone-red`), traces of captured stones (`ghost-red`), rings of new stones
/// (`ring-whole`, `ring-broken`), the mark of barred points (`bar`), and the gradient that the
/// stones use (`shine`).
pub fn symbols(start: &Game) -> String {
    symbols_called("", start)
}

/// Returns the same symbols with a prefix before each name, for pages with boards whose stones
/// differ in size.
pub fn symbols_called(prefix: &str, start: &Game) -> String {
    let layout = Layout::new(start.geometry());
    let draw = |put: &dyn Fn(&mut Painter<'_>)| {
        let mut drawing = Painter { game: start, layout: &layout, prefix, svg: String::new() };
        put(&mut drawing);
        drawing.svg
    };
    let at = (0.0, 0.0);
    let symbol =
        |name: &str, body: String| format!("<symbol id=\"{prefix}{name}\" overflow=\"visible\">\n{body}</symbol>\n");
    let mut all = shine(prefix);
    for stone in Stone::ALL {
        all += &symbol(&format!("stone-{}", stone.name()), draw(&|d| d.stone(at, layout.stone, stone)));
        all += &symbol(&format!("ghost-{}", stone.name()), draw(&|d| d.ghost(at, stone)));
    }
    all += &symbol("ring-whole", draw(&|d| d.ring(at, true)));
    all += &symbol("ring-broken", draw(&|d| d.ring(at, false)));
    all + &symbol("bar", draw(&|d| d.bar(at)))
}
