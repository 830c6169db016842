//! The materials of boards and stones.

use quintet_core::board::Shape;

use super::{LINE, WOOD};

/// The colours of a kind of board.
pub struct Material {
    /// The class of its parts.
    pub class: &'static str,
    /// The colour of the frame.
    pub frame: &'static str,
    /// The edge of the frame.
    pub edge: &'static str,
    /// The colour of cells or of the surface.
    pub tile: &'static str,
    /// The colour of lines.
    pub line: &'static str,
}

impl Material {
    /// Returns the material of boards of a shape.
    pub const fn of(shape: Shape) -> Material {
        match shape {
            Shape::Hex => {
                Material { class: "slate", frame: "#a3b0b6", edge: "#6d7b82", tile: "#d3dadd", line: "#5d6b72" }
            }
            Shape::Ring => Material { class: "table", frame: "#a9bfae", edge: "#6f8a76", tile: WOOD, line: LINE },
            Shape::Square | Shape::Diamond | Shape::Line => {
                Material { class: "wood", frame: "#d9b374", edge: "#9c7439", tile: WOOD, line: LINE }
            }
        }
    }
}

/// Returns the gradient that gives stones their volume.
pub fn shine(prefix: &str) -> String {
    format!(
        "<radialGradient id=\"{prefix}shine\" cx=\"0.36\" cy=\"0.3\" r=\"0.78\">\n\
         <stop offset=\"0\" stop-color=\"#ffffff\" stop-opacity=\"0.42\"/>\n\
         <stop offset=\"0.5\" stop-color=\"#ffffff\" stop-opacity=\"0\"/>\n\
         <stop offset=\"0.6\" stop-color=\"#000000\" stop-opacity=\"0\"/>\n\
         <stop offset=\"1\" stop-color=\"#000000\" stop-opacity=\"0.3\"/>\n</radialGradient>\n"
    )
}

/// Returns the style of a line that gives a board relief or texture.
pub fn relief(colour: &str, opacity: f64) -> String {
    format!("class=\"relief\" fill=\"none\" stroke=\"{colour}\" stroke-opacity=\"{opacity}\" stroke-width=\"1.5\"")
}
