//! The parameters of a network and their text form.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::shape::{Shape, ShapeError};
use super::{INPUTS, TAPS, VALUE_HIDDEN};

/// The largest absolute value of a number in a text.
const MAX_NUMBER: i32 = 1_000_000;

/// The name of a network's shape in a text: the numbers of channels and of blocks.
const SHAPE: &str = "shape";

/// The parameters of a convolution between layers.
#[derive(Clone, PartialEq, Debug)]
pub struct Layer {
    /// The weights: for each of the nine taps and each input channel, one weight for every output
    /// channel.
    pub kernel: Vec<f32>,
    /// The bias of each output channel.
    pub bias: Vec<f32>,
}

/// The parameters of a network. Gradients with respect to them have the same type.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameters {
    shape: Shape,
    /// The weights of the first convolution, from inputs to channels.
    pub entry: Layer,
    /// The convolutions of the residual blocks, two for each block.
    pub layers: Vec<Layer>,
    /// The weights of the policy head, then of the ownership head, which are 1 × 1 convolutions.
    pub heads: Vec<f32>,
    /// The biases of these heads.
    pub head_bias: [f32; 2],
    /// The weights of the hidden layer of the value head: for each unit a row of
    /// [`Shape::value_inputs`].
    pub hidden: Vec<f32>,
    /// The biases of this layer.
    pub hidden_bias: [f32; VALUE_HIDDEN],
    /// The weights from the hidden layer to the value.
    pub value: [f32; VALUE_HIDDEN],
    /// The bias of the value.
    pub value_bias: [f32; 1],
    /// The direct weight from the lead to the value.
    pub value_lead: [f32; 1],
}

/// The reason why the text of a network is rejected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetworkError {
    /// A block of parameters is missing.
    #[error("network.{0} is missing")]
    Missing(String),
    /// The name of a block is unknown.
    #[error("there is no network.{0}")]
    Unknown(String),
    /// A block has the wrong number of parameters.
    #[error("network.{0} has {1} numbers in place of {2}")]
    Length(String, usize, usize),
    /// There is no code for the shape.
    #[error("network.{SHAPE}: {0}")]
    Shape(#[from] ShapeError),
    /// A word is not an integer in range.
    #[error("network.{0}: '{1}' is no whole number from -{MAX_NUMBER} to {MAX_NUMBER}")]
    Number(String, String),
}

impl Parameters {
    /// The integer that represents 1.0 in a text.
    pub const UNIT: f32 = 4096.0;

    /// Returns parameters that are all 0.
    pub fn zero(shape: Shape) -> Parameters {
        let channels = shape.channels();
        let layer = |inputs: usize| Layer { kernel: vec![0.0; TAPS * inputs * channels], bias: vec![0.0; channels] };
        Parameters {
            shape,
            entry: layer(INPUTS),
            layers: vec![layer(channels); shape.layers()],
            heads: vec![0.0; 2 * channels],
            head_bias: [0.0; 2],
            hidden: vec![0.0; VALUE_HIDDEN * shape.value_inputs()],
            hidden_bias: [0.0; VALUE_HIDDEN],
            value: [0.0; VALUE_HIDDEN],
            value_bias: [0.0; 1],
            value_lead: [0.0; 1],
        }
    }

    /// The shape of the network.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the names of all blocks of parameters, in the order of [`Parameters::blocks`].
    pub fn names(&self) -> Vec<String> {
        let layers = (1..=self.layers.len()).flat_map(|i| [format!("layer{i}"), format!("layer{i}_bias")]);
        let rest = ["heads", "head_bias", "hidden", "hidden_bias", "value", "value_bias", "value_lead"];
        let entry = ["entry", "entry_bias"].map(str::to_owned);
        entry.into_iter().chain(layers).chain(rest.map(str::to_owned)).collect()
    }

    /// Returns all parameters, block by block.
    pub fn blocks(&self) -> Vec<&[f32]> {
        let layers = std::iter::once(&self.entry).chain(&self.layers);
        let mut blocks: Vec<&[f32]> = layers.flat_map(|layer| [&layer.kernel[..], &layer.bias]).collect();
        blocks.extend([&self.heads[..], &self.head_bias, &self.hidden, &self.hidden_bias]);
        blocks.extend([&self.value[..], &self.value_bias, &self.value_lead]);
        blocks
    }

    /// Returns all parameters for changing, block by block.
    pub fn blocks_mut(&mut self) -> Vec<&mut [f32]> {
        let layers = std::iter::once(&mut self.entry).chain(&mut self.layers);
        let mut blocks: Vec<&mut [f32]> = layers.flat_map(|layer| [&mut layer.kernel[..], &mut layer.bias]).collect();
        blocks.extend([&mut self.heads[..], &mut self.head_bias, &mut self.hidden, &mut self.hidden_bias]);
        blocks.extend([&mut self.value[..], &mut self.value_bias, &mut self.value_lead]);
        blocks
    }

    /// Returns the parameters rounded to multiples of 1/[`Parameters::UNIT`], as texts represent
    /// them.
    #[must_use]
    pub fn rounded(&self) -> Parameters {
        let mut rounded = self.clone();
        rounded.blocks_mut().into_iter().flatten().for_each(|number| *number = quantize(*number) as f32 / Self::UNIT);
        rounded
    }

    /// Returns the name and the text of the shape and of each block: integers in units of
    /// 1/[`Parameters::UNIT`].
    pub fn write(&self) -> Vec<(String, String)> {
        let text = |block: &[f32]| {
            let mut text = String::new();
            for row in block.chunks(self.shape.channels()) {
                let numbers: Vec<String> = row.iter().map(|&number| quantize(number).to_string()).collect();
                _ = writeln!(text, "{}", numbers.join(" "));
            }
            text
        };
        let shape = (SHAPE.to_owned(), format!("{} {}\n", self.shape.channels(), self.shape.blocks()));
        std::iter::once(shape).chain(self.names().into_iter().zip(self.blocks().into_iter().map(text))).collect()
    }

    /// Parses the texts of all blocks. Without a shape it is [`Shape::UNNAMED`].
    ///
    /// # Errors
    /// Returns [`NetworkError`] if the shape is not supported, if a block is missing, unknown or of
    /// the wrong length, or if a word is not an integer in range.
    pub fn read(mut texts: BTreeMap<String, String>) -> Result<Parameters, NetworkError> {
        let shape = texts.remove(SHAPE).map_or(Ok(Shape::UNNAMED), |text| read_shape(&text))?;
        let mut net = Parameters::zero(shape);
        for (name, block) in net.names().into_iter().zip(net.blocks_mut()) {
            let text = texts.remove(&name).ok_or_else(|| NetworkError::Missing(name.clone()))?;
            let mut count = 0;
            for word in text.split_ascii_whitespace() {
                let number = word.parse().ok().filter(|number: &i32| number.abs() <= MAX_NUMBER);
                let number =
                    number.ok_or_else(|| NetworkError::Number(name.clone(), word.chars().take(20).collect()))?;
                if let Some(entry) = block.get_mut(count) {
                    *entry = number as f32 / Self::UNIT;
                }
                count += 1;
            }
            if count != block.len() {
                return Err(NetworkError::Length(name, count, block.len()));
            }
        }
        match texts.pop_first() {
            Some((name, _)) => Err(NetworkError::Unknown(name)),
            None => Ok(net),
        }
    }
}

/// Returns the integer that represents a parameter in a text.
fn quantize(number: f32) -> i32 {
    ((number * Parameters::UNIT).round() as i32).clamp(-MAX_NUMBER, MAX_NUMBER)
}

fn read_shape(text: &str) -> Result<Shape, ShapeError> {
    let numbers: Result<Vec<usize>, _> = text.split_ascii_whitespace().map(str::parse).collect();
    match numbers.as_deref() {
        Ok(&[channels, blocks]) => Shape::new(channels, blocks),
        _ => Err(ShapeError),
    }
}
