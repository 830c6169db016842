//! The sizes of a network.

use std::fmt;
use std::str::FromStr;

use super::convolution::LANES;

/// The number of channels and of residual blocks of a network, optionally with global pooling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    channels: usize,
    blocks: usize,
    has_pooling: bool,
}

/// The last part of the text of a shape with global pooling.
const POOLING: &str = "pooling";

/// The error for numbers that are no shape of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "a network has 24, 32, 48 or 64 channels, 1 to {} blocks and optionally global pooling, for example 32x4 or 32x4-pooling",
    Shape::MAX_BLOCKS
)]
pub struct ShapeError;

impl Shape {
    /// The shape of new networks.
    pub const DEFAULT: Shape = Shape { channels: 32, blocks: 4, has_pooling: false };

    /// The shape of networks in files that name none: those of versions up to 0.27.
    pub const UNNAMED: Shape = Shape { channels: 24, blocks: 2, has_pooling: false };

    /// The largest number of blocks.
    pub const MAX_BLOCKS: usize = 8;

    /// Returns a shape without global pooling.
    ///
    /// # Errors
    /// Returns an error if there is no code for this number of channels, or if there are no blocks
    /// or too many.
    pub fn new(channels: usize, blocks: usize) -> Result<Shape, ShapeError> {
        let is_shape = matches!(channels, 24 | 32 | 48 | 64) && (1..=Shape::MAX_BLOCKS).contains(&blocks);
        if is_shape { Ok(Shape { channels, blocks, has_pooling: false }) } else { Err(ShapeError) }
    }

    /// Returns the shape that words stand for: the numbers of channels and of blocks and, with global
    /// pooling, `pooling`.
    ///
    /// # Errors
    /// Returns an error if they stand for no shape.
    pub(super) fn from_words([channels, blocks, rest]: [Option<&str>; 3]) -> Result<Shape, ShapeError> {
        let number = |word: Option<&str>| word.and_then(|word| word.parse().ok()).ok_or(ShapeError);
        let shape = Shape::new(number(channels)?, number(blocks)?)?;
        match rest {
            None => Ok(shape),
            Some(POOLING) => Ok(shape.with_pooling()),
            Some(_) => Err(ShapeError),
        }
    }

    /// Returns the shape with global pooling in each block.
    #[must_use]
    pub const fn with_pooling(self) -> Shape {
        Shape { has_pooling: true, ..self }
    }

    /// The number of blocks with global pooling: all or none.
    pub const fn poolings(self) -> usize {
        if self.has_pooling { self.blocks } else { 0 }
    }

    /// The number of values that global pooling computes: the mean and the maximum of each channel.
    pub const fn pooled_values(self) -> usize {
        2 * self.channels
    }

    /// The number of channels of each layer.
    pub const fn channels(self) -> usize {
        self.channels
    }

    /// The number of vectors of channels: 3, 4, 6 or 8.
    pub const fn vectors(self) -> usize {
        self.channels / LANES
    }

    /// The number of residual blocks, each of two convolutions.
    pub const fn blocks(self) -> usize {
        self.blocks
    }

    /// The number of convolutions after the first one.
    pub const fn layers(self) -> usize {
        2 * self.blocks
    }

    /// The number of inputs of the value head: the mean of each channel, and the lead.
    pub const fn value_inputs(self) -> usize {
        self.channels + 1
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.channels, self.blocks)?;
        if self.has_pooling { write!(f, "-{POOLING}") } else { Ok(()) }
    }
}

impl FromStr for Shape {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<Shape, ShapeError> {
        let (sizes, rest) = text.split_once('-').map_or((text, None), |(sizes, rest)| (sizes, Some(rest)));
        let (channels, blocks) = sizes.split_once('x').ok_or(ShapeError)?;
        Shape::from_words([Some(channels), Some(blocks), rest])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_written_and_read() {
        for text in ["24x2", "32x4", "48x8", "48x6-pooling", "64x1"] {
            assert_eq!(text.parse::<Shape>().map(|shape| shape.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("24x2".parse(), Ok(Shape::UNNAMED));
    }

    #[test]
    fn other_shapes_are_rejected() {
        for text in [
            "",
            "24",
            "x",
            "24x",
            "24x0",
            "24x9",
            "25x2",
            "24x2x2",
            "-24x2",
            "24 x 2",
            "24x2-",
            "24x2-pool",
            "24-pooling",
        ] {
            assert_eq!(text.parse::<Shape>(), Err(ShapeError), "{text}");
        }
        let text = "a network has 24, 32, 48 or 64 channels, 1 to 8 blocks and optionally global pooling, for example 32x4 or \
                    32x4-pooling";
        assert_eq!(ShapeError.to_string(), text);
    }
}
