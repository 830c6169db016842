//! The capture engine that Stoical Go and Cancer share: chains of stones and their liberties on a
//! square grid.
//!
//! There are two boards. [`ChainBoard`] counts pseudo-liberties: it is small, fast to copy, and
//! enough for the rules and for uniform playouts. [`LibertyBoard`] keeps every chain's exact
//! liberties and the 3×3 pattern around every point, for informed playouts, priors and features.
//!
//! The modules, lowest first; each uses only those before it:
//!
//! - `cell`: cells of the padded board and what they hold; `cell_set`: sets of them;
//! - `neighbours`: the four neighbours of a point in one value; `empty_points`: the list that
//!   playouts draw from;
//! - `board`: [`ChainBoard`], its area, diagrams, and Benson's unconditional life;
//! - [`patterns3x3`] and [`pattern_classes`]: tables over the eight points around a point;
//! - `liberty_board`: [`LibertyBoard`], the cells around a cell, eye spaces;
//! - [`candidates`]: weighted choices; [`playout`]: running playouts; [`move_features`],
//!   [`semeai`] and [`equivalent_experience`]: features and priors;
//! - [`drawing`]: drawings for people.

mod board;
pub mod candidates;
mod cell;
mod cell_set;
pub mod drawing;
mod empty_points;
pub mod equivalent_experience;
mod liberty_board;
pub mod move_features;
mod neighbours;
pub mod pattern_classes;
mod patterns3x3;
pub mod playout;
pub mod semeai;

pub use board::ChainBoard;
pub use cell::{Cell, EMPTY, WALL};
pub use empty_points::{CaptureSink, EmptyPoints};
pub use liberty_board::{LibertyBoard, PlacementEffect};
pub use neighbours::{ChainLiberties, Neighbours};

/// Creates the boxed position of a diagram, with the smallest board that has room for it: small
/// boards are copied faster.
///
/// `$position<S, N, W>` needs an associated function `from_diagram(&Setup, &Diagram, ...) ->
/// Result<Self, DiagramError>`, which also receives the further arguments.
macro_rules! sized_position {
    ($position:ident, $setup:expr, $diagram:expr $(, $more:expr)*) => {{
        let (setup, diagram): (&Setup, &Diagram) = ($setup, $diagram);
        let position: Box<dyn AnyPosition> = match setup.width().max(setup.height()) {
            ..=9 => Box::new($position::<10, 128, 2>::from_diagram(setup, diagram $(, $more)*)?),
            10..=13 => Box::new($position::<14, 256, 4>::from_diagram(setup, diagram $(, $more)*)?),
            14..=19 => Box::new($position::<20, 512, 8>::from_diagram(setup, diagram $(, $more)*)?),
            _ => Box::new($position::<26, 1024, 16>::from_diagram(setup, diagram $(, $more)*)?),
        };
        Ok(position)
    }};
}
pub(crate) use sized_position;
