//! Marks and comments of a record, for programs that show them.

use quintet_core::board::{Geometry, Point};

use super::points;
use crate::tree::{GameTree, NodeId, Step};

/// The properties that mark points.
const MARKS: [(&str, Mark); 7] = [
    ("TR", Mark::Triangle),
    ("SQ", Mark::Square),
    ("CR", Mark::Circle),
    ("MA", Mark::Cross),
    ("SL", Mark::Selected),
    ("TB", Mark::Black),
    ("TW", Mark::White),
];

/// A mark on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// `TR`.
    Triangle,
    /// `SQ`.
    Square,
    /// `CR`.
    Circle,
    /// `MA`.
    Cross,
    /// `SL`.
    Selected,
    /// `TB`: a point of Black's.
    Black,
    /// `TW`: a point of White's.
    White,
}

impl Mark {
    pub const fn name(self) -> &'static str {
        match self {
            Mark::Triangle => "triangle",
            Mark::Square => "square",
            Mark::Circle => "circle",
            Mark::Cross => "cross",
            Mark::Selected => "selected",
            Mark::Black => "black",
            Mark::White => "white",
        }
    }
}

/// Comments, marks and lines of a position in a record. Values that cannot be read are left out.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Markup {
    /// The name of the node (`N`) and the comments (`C`, at the root `GC` as well), a paragraph each.
    pub comment: String,
    pub marks: Vec<(Point, Mark)>,
    /// The labels (`LB`).
    pub labels: Vec<(Point, String)>,
    /// The lines (`LN`), and arrows (`AR`, with `true`).
    pub lines: Vec<(Point, Point, bool)>,
}

impl Markup {
    /// Returns the markup of a position: that of its node, and of nodes without moves after it.
    pub fn of(tree: &GameTree, node: NodeId) -> Markup {
        let geometry = tree.setup().geometry();
        let mut markup = Markup::default();
        let mut next = Some(node);
        while let Some(node) = next {
            for property in tree.properties(node) {
                property.values.iter().for_each(|value| markup.add(&geometry, &property.name, value));
            }
            next = tree.children(node).first().copied().filter(|&child| *tree.step(child) == Step::Nothing);
        }
        markup
    }

    fn add(&mut self, geometry: &Geometry, name: &str, value: &str) {
        let pair = || {
            let (from, to) = value.split_once(':')?;
            Some((points::parse_point(geometry, from)?, to))
        };
        match name {
            "N" | "C" | "GC" if !value.trim().is_empty() => {
                let gap = if self.comment.is_empty() { "" } else { "\n\n" };
                self.comment.push_str(gap);
                self.comment.push_str(value.trim());
            }
            "LB" => self.labels.extend(pair().map(|(point, text)| (point, text.to_owned()))),
            "LN" | "AR" => {
                let ends = pair().and_then(|(from, to)| Some((from, points::parse_point(geometry, to)?)));
                self.lines.extend(ends.map(|(from, to)| (from, to, name == "AR")));
            }
            _ => {
                let Some((_, mark)) = MARKS.iter().find(|(known, _)| *known == name) else { return };
                let marked = points::parse_points(geometry, value.trim()).unwrap_or_default();
                self.marks.extend(marked.into_iter().map(|point| (point, *mark)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf;

    fn names(geometry: &Geometry, point: Point) -> String {
        geometry.vertex(point).to_string()
    }

    #[test]
    fn marks_labels_lines_and_comments_are_read_with_their_points() {
        let text = "(;GM[1]SZ[5]GC[About the game]C[The start];B[cc]N[Centre]C[Good: \\]]TR[aa:ba][ee]LB[bb:x:y]\
                    AR[aa:ee]LN[ab:xx]TB[zz]MA[dd])";
        let tree = sgf::read(text.as_bytes(), None).unwrap().tree;
        let geometry = tree.setup().geometry();
        assert_eq!(Markup::of(&tree, NodeId::ROOT).comment, "About the game\n\nThe start");
        let markup = Markup::of(&tree, tree.end());
        assert_eq!(markup.comment, "Centre\n\nGood: ]");
        let marks: Vec<_> = markup.marks.iter().map(|&(point, mark)| (names(&geometry, point), mark.name())).collect();
        let expected = [("A5", "triangle"), ("B5", "triangle"), ("E1", "triangle"), ("D2", "cross")];
        assert_eq!(marks, expected.map(|(point, mark)| (point.to_owned(), mark)));
        assert_eq!(markup.labels.len(), 1);
        assert_eq!((names(&geometry, markup.labels[0].0), &*markup.labels[0].1), ("B4".to_owned(), "x:y"));
        let [(from, to, true)] = markup.lines[..] else { panic!("{:?}", markup.lines) };
        assert_eq!([from, to].map(|point| names(&geometry, point)), ["A5", "E1"]);
    }

    #[test]
    fn remarks_of_nodes_without_moves_belong_to_the_position_before() {
        let tree = sgf::read(b"(;GM[1]SZ[5];B[cc];C[Now]CR[aa];W[dd])", None).unwrap().tree;
        let before = tree.before(tree.end(), 1).unwrap();
        let markup = Markup::of(&tree, tree.position(before));
        assert_eq!((&*markup.comment, markup.marks.len()), ("Now", 1));
        assert_eq!(Markup::of(&tree, tree.end()), Markup::default());
    }
}
