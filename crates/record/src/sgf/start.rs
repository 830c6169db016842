//! The set-up stones and the position before the first move.

use quintet_core::board::{Geometry, Point};
use quintet_core::diagram::{Diagram, DiagramError};
use quintet_core::game::Game;
use quintet_core::notation::quote;
use quintet_core::setup::Setup;
use quintet_core::types::{Seat, Stone};

use super::context::Context;
use super::error::{SgfError, SgfProblem};
use super::parse::Property;
use super::points;

/// The starting position as far as it has been read.
pub struct StartPosition {
    setup: Setup,
    geometry: Geometry,
    diagram: Diagram,
    /// `true` if `PL` named the side to move.
    has_side: bool,
    /// `true` if the game begins here.
    is_first: bool,
}

impl StartPosition {
    /// Goes on from a position in the middle of a game, with the same side to move.
    pub fn from_game(game: &Game) -> StartPosition {
        let mut diagram = game.diagram();
        if !game.info().rule_sets.is_empty() {
            // Passes, a ko and the like end with a set-up.
            diagram.state.clear();
        }
        let setup = game.setup().clone();
        StartPosition { geometry: setup.geometry(), diagram, setup, has_side: false, is_first: false }
    }

    /// Begins with an empty board.
    pub fn new(setup: Setup) -> StartPosition {
        StartPosition {
            geometry: setup.geometry(),
            diagram: setup.empty_diagram(),
            setup,
            has_side: false,
            is_first: true,
        }
    }

    /// Takes a property if it is a set-up property, and returns whether it was one.
    ///
    /// # Errors
    /// Returns an error if the value cannot be read or does not go with the game.
    pub fn set_up(&mut self, context: &mut Context<'_>, property: &Property) -> Result<bool, SgfError> {
        let info = self.setup.info();
        match &*property.name {
            "AB" => self.put(context, property, Some(info.own_stone(Seat::Black)))?,
            "AW" => self.put(context, property, Some(info.own_stone(Seat::White)))?,
            "AE" => self.put(context, property, None)?,
            "QA" => self.put_other(context, property)?,
            "QT" => {
                for value in &property.values {
                    let word = value.trim().split_once('=');
                    let (name, word) =
                        word.ok_or_else(|| context.value_error(property, value, "a word like passes=1"))?;
                    self.diagram.state.insert(name.to_owned(), word.to_owned());
                }
            }
            "PL" => {
                if let Some(side) = context.side(property) {
                    self.diagram.to_move = side;
                    self.has_side = true;
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn put(&mut self, context: &mut Context<'_>, property: &Property, stone: Option<Stone>) -> Result<(), SgfError> {
        for value in &property.values {
            if value.trim().is_empty() {
                context.warn(property, "no point, not read");
                continue;
            }
            for point in self.points(context, property, value.trim())? {
                self.diagram.stones[point.index()] = stone;
            }
        }
        Ok(())
    }

    /// Puts stones that are neither player's own: `red:cd`.
    fn put_other(&mut self, context: &Context<'_>, property: &Property) -> Result<(), SgfError> {
        let info = self.setup.info();
        for value in &property.values {
            let bad = || context.value_error(property, value, "a stone and a point of the board, like red:cd");
            let (name, place) = value.trim().split_once(':').ok_or_else(bad)?;
            let stone = Stone::ALL.into_iter().find(|stone| stone.name().eq_ignore_ascii_case(name)).ok_or_else(bad)?;
            if !info.stones.contains(&stone) {
                return Err(context.error(property, SgfProblem::Foreign(quote(&format!("QA[{value}]")), info.title)));
            }
            for point in self.points(context, property, place)? {
                self.diagram.stones[point.index()] = Some(stone);
            }
        }
        Ok(())
    }

    /// Returns the points of a value: one point, or the rectangle between two corners.
    fn points(&self, context: &Context<'_>, property: &Property, value: &str) -> Result<Vec<Point>, SgfError> {
        let points = points::parse_points(&self.geometry, value);
        points.ok_or_else(|| context.value_error(property, value, "points of this board, like cd or aa:cc"))
    }

    /// Returns the game that begins with the position. `side` is the side to move if `PL` does not
    /// name it, and `at` the place of the set-up in the file.
    ///
    /// # Errors
    /// Returns an error if the position is impossible.
    pub fn into_game(self, context: &Context<'_>, at: usize, side: Option<Seat>) -> Result<Game, SgfError> {
        let StartPosition { setup, mut diagram, has_side, is_first, .. } = self;
        let blocked = diagram.points_with(Stone::Blocked).collect();
        let setup = setup.with_blocked(blocked).map_err(|error| context.error_at(at, error))?;
        let is_bare = diagram.stones == setup.empty_diagram().stones && diagram.state.is_empty();
        if is_first && is_bare && !has_side {
            return Ok(Game::new(setup));
        }
        if let Some(side) = side.filter(|_| !has_side) {
            diagram.to_move = side;
        }
        Game::from_diagram(setup, &diagram).map_err(|error| {
            let error = match error {
                DiagramError::State(name, value) => DiagramError::State(quote(&name), quote(&value)),
                error => error,
            };
            context.error_at(at, SgfProblem::Diagram(error))
        })
    }
}
