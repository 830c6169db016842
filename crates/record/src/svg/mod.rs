//! Pictures of positions as SVG. Each picture is a single self-contained file; the same game gives
//! the same bytes.
//!
//! No kind of stone is shown by its hue alone: a red stone has a light ring, a cancer stone an
//! irregular edge and light spots, and a blocked point is a hatched block. The colours are from
//! Okabe and Ito's palette for the colour-blind.
//!
//! Boards are of wood, of slate (hexagonal cells) or a ring on a table. Their parts have classes
//! (`frame`, `tile`, `line`, and the material), so that pages can recolour them for dark mode.

mod animation;
mod layout;
mod material;
mod parts;

use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::fmt::Write as _;

use quintet_core::board::{Point, Shape};
use quintet_core::game::Game;
use quintet_core::types::{Move, Seat, Stone};

use crate::position_line;
use crate::text::star_points;
use crate::xml::escape;

use material::{Material, relief, shine};

pub use animation::{animation, positions};
pub use layout::{Layout, corners};
pub use parts::{UNIT, card, empty_board, symbols, symbols_called};

/// The approximate width of a letter of the caption, in units.
const LETTER: f64 = 0.23;

const WOOD: &str = "#f0d9a8";
const LINE: &str = "#6b4f2a";
/// The ink of the labels on the frame.
const LABEL: &str = "#33240e";
const INK: &str = "#222222";
const DARK: &str = "#1c1c1c";
const LIGHT: &str = "#fdfdfd";
/// The edge of a cancer stone: distances from its centre, relative to the radius of stones.
const EDGE: [f64; 18] =
    [1.0, 0.8, 0.98, 0.82, 1.02, 0.78, 0.94, 0.8, 1.02, 0.84, 0.96, 0.78, 1.02, 0.82, 0.92, 0.8, 1.02, 0.84];
const VERMILION: &str = "#d55e00";
const BLUE: &str = "#0072b2";

/// The contents of a picture in addition to the position.
#[derive(Clone, Default, Debug)]
pub struct PictureOptions {
    /// Numbers from 0 to 1 that are drawn as per cent on empty points; for example win rates of
    /// moves.
    pub values: Vec<(Point, f64)>,
    /// A caption to use instead of the latest move and the side to move.
    pub caption: Option<String>,
}

/// Returns the picture of a game's current position.
///
/// It shows stones, vertices, the last move (a full ring), stones that the move filled in (broken
/// rings) or captured (broken ghosts), barred points (crossed out), a legend, and the state of the
/// game in a line.
///
/// ```
/// use quintet_core::game::Game;
/// use quintet_core::setup::Setup;
/// use quintet_record::svg::{PictureOptions, picture};
///
/// let game = Game::new(Setup::new(quintet_games::find("bracket").unwrap()));
/// let svg = picture(&game, &PictureOptions { caption: Some("An empty hexagon".into()), ..PictureOptions::default() });
/// assert!(svg.contains("An empty hexagon"));
/// ```
pub fn picture(game: &Game, options: &PictureOptions) -> String {
    let layout = Layout::new(game.geometry());
    let mut drawing = Painter { game, layout: &layout, prefix: "", svg: shine("") };
    drawing.board();
    drawing.labels();
    drawing.values(&options.values);
    drawing.marks_below();
    drawing.stones();
    drawing.marks_above();
    let caption = match &options.caption {
        Some(caption) => caption.replace(char::is_control, " "),
        None => state(game),
    };
    let (left, top, right) = (layout.left, layout.top, layout.right.max(layout.left + drawing.legend_width()));
    let bottom = drawing.caption(&caption, right - left);
    let (width, height) = ((right - left) * UNIT, (bottom - top) * UNIT);
    let body = drawing.svg;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" width=\"{}\" height=\"{}\" role=\"img\" \
         font-family=\"DejaVu Sans, Verdana, sans-serif\" fill=\"{INK}\">\n<title>{}</title>\n<desc>{}</desc>\n\
         <rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#ffffff\"/>\n{body}</svg>\n",
        number(left * UNIT),
        number(top * UNIT),
        number(width),
        number(height),
        number(width),
        number(height),
        escape(&format!("{}: {caption}", game.info().title)),
        escape(&position_line::write(game)),
        number(left * UNIT),
        number(top * UNIT),
        number(width),
        number(height),
    )
}

/// Returns the default caption: the latest move, and the side to move or the result.
fn state(game: &Game) -> String {
    let capital = |seat: Seat| match seat {
        Seat::Black => "Black",
        Seat::White => "White",
    };
    let mut parts = Vec::new();
    if let Some(&(seat, mv)) = game.moves().last() {
        let word = game.word(mv);
        parts.push(format!("{}. {} {word}", game.moves().len(), capital(seat)));
    }
    match game.outcome() {
        Some(outcome) => parts.push(format!("{} ({})", outcome.margin, outcome.ending.name())),
        None => parts.push(format!("{} to move", capital(game.to_move()))),
    }
    let [black, white] = game.captured();
    if black + white > 0 {
        parts.push(format!("captured {black} by Black, {white} by White"));
    }
    parts.join(" · ")
}

struct Painter<'a> {
    game: &'a Game,
    layout: &'a Layout,
    /// The prefix of the gradient's name.
    prefix: &'a str,
    svg: String,
}

impl Painter<'_> {
    fn put(&mut self, element: std::fmt::Arguments<'_>) {
        let _ = self.svg.write_fmt(element);
        self.svg.push('\n');
    }

    fn polygon(&mut self, points: &[(f64, f64)], style: &str) {
        let points: Vec<String> =
            points.iter().map(|(x, y)| format!("{},{}", number(x * UNIT), number(y * UNIT))).collect();
        self.put(format_args!("<polygon points=\"{}\" {style}/>", points.join(" ")));
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), style: &str) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(|v| number(v * UNIT));
        self.put(format_args!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" {style}/>"));
    }

    fn circle(&mut self, (x, y): (f64, f64), radius: f64, style: &str) {
        let [x, y, r] = [x, y, radius].map(|v| number(v * UNIT));
        self.put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {style}/>"));
    }

    fn square(&mut self, (x, y): (f64, f64), half: f64, style: &str) {
        self.polygon(&[(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)], style);
    }

    /// Draws a text of a size in units, centred at a place unless `style` anchors it otherwise.
    fn text(&mut self, (x, y): (f64, f64), size: f64, style: &str, text: &str) {
        let [x, y, px] = [x, y + 0.36 * size, size].map(|v| number(v * UNIT));
        let anchor = if style.contains("text-anchor") { "" } else { "text-anchor=\"middle\" " };
        self.put(format_args!("<text x=\"{x}\" y=\"{y}\" font-size=\"{px}\" {anchor}{style}>{}</text>", escape(text)));
    }

    /// Draws the empty board.
    fn board(&mut self) {
        let geometry = self.game.geometry();
        let layout = self.layout;
        let material = Material::of(geometry.shape());
        let Material { class, tile, line, .. } = material;
        self.frame(&material);
        let tile = format!("class=\"tile {class}\" fill=\"{tile}\" stroke=\"{line}\" stroke-width=\"1.4\"");
        match geometry.shape() {
            Shape::Square => {
                let (right, bottom) = (f64::from(geometry.width()) - 1.0, f64::from(geometry.height()) - 1.0);
                let surface = [(-0.6, -0.6), (right + 0.6, -0.6), (right + 0.6, bottom + 0.6), (-0.6, bottom + 0.6)];
                self.polygon(&surface, &tile);
                self.grain(right, bottom);
                let style = format!("class=\"line\" stroke=\"{line}\" stroke-width=\"1\" stroke-linecap=\"square\"");
                for x in 0..geometry.width() {
                    self.line((x.into(), 0.0), (x.into(), bottom), &style);
                }
                for y in 0..geometry.height() {
                    self.line((0.0, y.into()), (right, y.into()), &style);
                }
                if self.game.info().presentation.star_points {
                    for point in star_points(geometry) {
                        self.circle(layout.centre(point), 0.09, &format!("class=\"star\" fill=\"{line}\""));
                    }
                }
            }
            Shape::Ring => {
                let style = format!("class=\"line\" fill=\"none\" stroke=\"{line}\" stroke-width=\"6\"");
                self.circle((0.0, 0.0), layout.radius, &style);
                for point in geometry.points() {
                    let (x, y) = layout.centre(point);
                    self.circle((x + 0.03, y + 0.07), 0.47, "fill=\"#000000\" fill-opacity=\"0.28\"");
                    self.circle((x, y), 0.46, &tile);
                }
            }
            shape => {
                for point in geometry.points() {
                    self.polygon(&corners(shape, layout.centre(point)), &tile);
                }
                if shape == Shape::Line {
                    self.walls();
                }
            }
        }
    }

    /// Draws the frame, on which the labels are.
    fn frame(&mut self, material: &Material) {
        let Material { class, frame, edge, .. } = material;
        if self.game.geometry().shape() == Shape::Ring {
            let style = format!("class=\"frame {class}\" fill=\"{frame}\" stroke=\"{edge}\" stroke-width=\"2\"");
            let edge = self.layout.radius + layout::FRAME_OF_RING;
            self.circle((0.0, 0.0), edge, &style);
            // The rim of the table.
            self.circle((0.0, 0.0), edge - 0.13, &relief("#ffffff", 0.35));
            self.circle((0.0, 0.0), edge - 0.2, &relief("#000000", 0.16));
            return;
        }
        // A wide stroke with round joins makes the frame, and wider ones below it the edge and the
        // shadow; between two strokes of the frame a light one shows as a bevelled edge.
        let hull = self.layout.frame();
        let shadow: Vec<(f64, f64)> = hull.iter().map(|&(x, y)| (x + 0.02, y + 0.06)).collect();
        let mut stroke = |hull: &[(f64, f64)], class: &str, colour: &str, opacity: &str, wide: f64| {
            let wide = number(2.0 * wide * UNIT);
            let style = format!("class=\"{class}\" fill=\"{colour}\" stroke=\"{colour}\" stroke-width=\"{wide}\"");
            self.polygon(hull, &format!("{style}{opacity} stroke-linejoin=\"round\""));
        };
        let (framed, edged) = (format!("frame {class}"), format!("edge {class}"));
        let pale = |opacity: f64| format!(" stroke-opacity=\"{opacity}\" fill-opacity=\"0\"");
        stroke(&shadow, "shadow", "#000000", &pale(0.3), layout::FRAME + 0.05);
        stroke(&hull, &edged, edge, "", layout::FRAME + 0.05);
        stroke(&hull, &framed, frame, "", layout::FRAME);
        stroke(&hull, "bevel", "#ffffff", &pale(0.3), layout::FRAME - 0.03);
        stroke(&hull, &framed, frame, "", layout::FRAME - 0.06);
    }

    /// Draws the grain of the wood of a square board: wavy lines across its surface, the same on
    /// every board of a size.
    fn grain(&mut self, right: f64, bottom: f64) {
        let (left, wide) = (-0.55, right + 1.1);
        let lines = (bottom + 1.0) * 3.0;
        for i in 0..lines as u32 {
            let i = f64::from(i);
            let y = -0.48 + i / 3.0 + 0.1 * (2.3 * i).sin();
            let bend = 0.13 * (1.7 * i).cos();
            // The lines stay on the surface.
            let y = y.clamp(-0.45, bottom + 0.45);
            let [x, y, along, bend, back] = [left, y, wide / 2.0, bend, -bend].map(|v| number(v * UNIT));
            let half = number(wide / 4.0 * UNIT);
            let style = relief("#8a5a20", if (i as u32).is_multiple_of(4) { 0.22 } else { 0.12 });
            self.put(format_args!("<path d=\"M{x} {y}q{half} {bend} {along} 0q{half} {back} {along} 0\" {style}/>"));
        }
    }

    /// Draws walls at the ends of a line of cells.
    fn walls(&mut self) {
        let points: Vec<Point> = self.game.geometry().points().collect();
        if !(self.game.info().presentation.has_walls)(self.game.setup()) {
            return;
        }
        let ends = [(points[0], -0.5), (points[points.len() - 1], 0.5)];
        for (point, side) in ends {
            let (x, y) = self.layout.centre(point);
            self.line((x + side, y - 0.6), (x + side, y + 0.6), &format!("stroke=\"{INK}\" stroke-width=\"7\""));
        }
    }

    fn labels(&mut self) {
        for (place, label) in &self.layout.labels {
            self.text(*place, 0.34, &format!("fill=\"{LABEL}\""), label);
        }
    }

    fn values(&mut self, values: &[(Point, f64)]) {
        // Moves of several kinds of stone may have values on a point; show the best.
        let mut best: BTreeMap<Point, f64> = BTreeMap::new();
        for &(point, value) in values.iter().filter(|(point, _)| self.game.stone(*point).is_none()) {
            let known = best.entry(point).or_insert(0.0);
            *known = known.max(value.clamp(0.0, 1.0));
        }
        for (point, value) in best {
            let at = self.layout.centre(point);
            self.circle(at, 0.41, &format!("fill=\"{WOOD}\""));
            self.circle(at, 0.41, &format!("fill=\"{BLUE}\" fill-opacity=\"{}\"", number(0.1 + 0.8 * value)));
            let ink = if value > 0.45 { LIGHT } else { INK };
            self.text(at, 0.36, &format!("fill=\"{ink}\""), &format!("{:.0}", 100.0 * value));
        }
    }

    /// Draws barred points, and the stones that the latest move captured.
    fn marks_below(&mut self) {
        for point in self.game.barred() {
            self.bar(self.layout.centre(point));
        }
        for change in self.game.latest_changes() {
            if let (Some(stone), None) = (change.before, change.after) {
                self.ghost(self.layout.centre(change.point), stone);
            }
        }
    }

    /// Draws the mark of a barred point.
    fn bar(&mut self, at: (f64, f64)) {
        let stroke = format!("stroke=\"{VERMILION}\" stroke-width=\"3\"");
        self.circle(at, 0.24, &format!("fill=\"{LIGHT}\" fill-opacity=\"0.7\" {stroke}"));
        self.line((at.0 - 0.17, at.1 + 0.17), (at.0 + 0.17, at.1 - 0.17), &stroke);
    }

    /// Draws the trace of a captured stone.
    fn ghost(&mut self, at: (f64, f64), stone: Stone) {
        let fill = fill(stone);
        let dashes = format!("stroke=\"{BLUE}\" stroke-width=\"2\" stroke-dasharray=\"4 3\"");
        self.circle(at, 0.36, &format!("fill=\"{fill}\" fill-opacity=\"0.25\" {dashes}"));
    }

    /// Draws the ring around a new stone: whole if it was placed, broken if the rules filled it in.
    fn ring(&mut self, at: (f64, f64), whole: bool) {
        let dashes = if whole { "" } else { " stroke-dasharray=\"6 4\"" };
        // A light ring inside a dark one is visible on stones of any colour.
        let radius = self.layout.stone;
        self.circle(at, radius - 0.07, &format!("fill=\"none\" stroke=\"{LIGHT}\" stroke-width=\"2\"{dashes}"));
        self.circle(at, radius, &format!("fill=\"none\" stroke=\"{BLUE}\" stroke-width=\"3\"{dashes}"));
    }

    fn stones(&mut self) {
        for point in self.game.geometry().points() {
            if let Some(stone) = self.game.stone(point) {
                self.stone(self.layout.centre(point), self.layout.stone, stone);
            }
        }
    }

    fn stone(&mut self, at: (f64, f64), radius: f64, stone: Stone) {
        if stone == Stone::Blocked {
            let side = 0.9 * radius;
            self.square(at, side, "fill=\"#8c8c8c\" stroke=\"#4d4d4d\" stroke-width=\"2\"");
            for shift in [-side, 0.0, side] {
                let (x, y) = (at.0 + shift / 2.0, at.1 + shift / 2.0);
                let half = side - shift.abs() / 2.0;
                self.line((x - half, y + half), (x + half, y - half), "stroke=\"#4d4d4d\" stroke-width=\"2\"");
            }
            return;
        }
        self.circle((at.0 + 0.07 * radius, at.1 + 0.14 * radius), radius, "fill=\"#000000\" fill-opacity=\"0.3\"");
        if stone == Stone::Cancer {
            self.cancer(at, radius);
            return;
        }
        let edge = if stone == Stone::White { "#6b665e" } else { DARK };
        self.circle(at, radius, &format!("fill=\"{}\" stroke=\"{edge}\" stroke-width=\"1.5\"", fill(stone)));
        self.circle(at, radius, &format!("fill=\"url(#{}shine) none\"", self.prefix));
        if stone == Stone::Red {
            let width = number(7.0 * radius);
            self.circle(at, 0.5 * radius, &format!("fill=\"none\" stroke=\"{LIGHT}\" stroke-width=\"{width}\""));
        }
    }

    /// Draws a cancer stone: a dark body with an irregular edge and light spots.
    fn cancer(&mut self, at: (f64, f64), radius: f64) {
        let place = |i: usize, far: f64| {
            let angle = TAU * i as f64 / EDGE.len() as f64;
            (at.0 + far * radius * angle.sin(), at.1 - far * radius * angle.cos())
        };
        let edge: Vec<_> = EDGE.iter().enumerate().map(|(i, far)| place(i, *far)).collect();
        self.polygon(&edge, &format!("fill=\"{DARK}\" stroke=\"{DARK}\" stroke-width=\"3\" stroke-linejoin=\"round\""));
        self.circle(at, 0.8 * radius, &format!("fill=\"{DARK}\" stroke=\"#6f4a86\" stroke-width=\"1.5\""));
        self.circle(at, 0.8 * radius, &format!("fill=\"url(#{}shine) none\"", self.prefix));
        for (i, far, size) in [(1, 0.36, 0.2), (7, 0.44, 0.15), (12, 0.4, 0.17)] {
            self.circle(place(i, far), size * radius, &format!("fill=\"{LIGHT}\""));
        }
    }

    /// Marks the latest move and the stones that it added.
    fn marks_above(&mut self) {
        let Some(&(_, mv)) = self.game.moves().last() else { return };
        for change in self.game.latest_changes() {
            let own = mv.point() == Some(change.point) || mv == Move::SWAP;
            if change.after.is_some() {
                self.ring(self.layout.centre(change.point), own);
            }
        }
    }

    /// Returns the stones of the game and their owners; blocked points only if there are any.
    fn legend(&self) -> Vec<(Stone, String)> {
        let info = self.game.info();
        let blocked = !self.game.setup().blocked().is_empty();
        let stones = info.stones.iter().copied().filter(|stone| *stone != Stone::Blocked);
        let named = |stone: Stone| match Seat::BOTH.into_iter().find(|seat| info.own_stone(*seat) == stone) {
            Some(seat) if seat.name() != stone.name() => (stone, format!("{} (seat {})", stone.name(), seat.letter())),
            _ => (stone, stone.name().to_owned()),
        };
        stones.chain(blocked.then_some(Stone::Blocked)).map(named).collect()
    }

    fn legend_width(&self) -> f64 {
        0.4 + self.legend().iter().map(|(_, name)| room(name)).sum::<f64>()
    }

    /// Draws legend and caption below the board and returns the picture's lower edge.
    fn caption(&mut self, caption: &str, width: f64) -> f64 {
        let mut x = self.layout.left + 0.6;
        let y = self.layout.bottom + 0.35;
        for (stone, name) in self.legend() {
            self.stone((x, y), 0.26, stone);
            self.text((x + 0.42, y), 0.36, "text-anchor=\"start\"", &name);
            x += room(&name);
        }
        let mut bottom = y + 0.2;
        for line in wrap(caption, ((width - 0.6) / LETTER) as usize) {
            bottom += 0.55;
            self.text((self.layout.left + 0.34, bottom), 0.36, "text-anchor=\"start\"", &line);
        }
        bottom + 0.45
    }
}

/// Breaks a caption into lines of at most `width` letters, between its parts or between words.
fn wrap(caption: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let length = |text: &str| text.chars().count();
    for part in caption.split(" · ") {
        match lines.last_mut() {
            Some(line) if length(line) + 3 + length(part) <= width => *line += &format!(" · {part}"),
            _ => lines.push(String::new()),
        }
        if !lines.last().is_some_and(String::is_empty) {
            continue;
        }
        for word in part.split(' ') {
            let line = lines.last_mut().filter(|line| line.is_empty() || length(line) + 1 + length(word) <= width);
            match line {
                Some(line) if line.is_empty() => line.push_str(word),
                Some(line) => *line += &format!(" {word}"),
                None => lines.push(word.to_owned()),
            }
        }
    }
    lines
}

/// Returns the width of a stone and its name in the legend.
fn room(name: &str) -> f64 {
    0.9 + LETTER * name.chars().count() as f64
}

const fn fill(stone: Stone) -> &'static str {
    match stone {
        Stone::Black | Stone::Cancer => DARK,
        Stone::White => LIGHT,
        Stone::Red => VERMILION,
        Stone::Blocked => "#8c8c8c",
    }
}

/// Formats a number with at most one decimal, which is enough for pixels.
fn number(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0 + 0.0;
    format!("{rounded}")
}
