//! The parameters of a network and their text form.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use data_encoding::BASE64;

use super::shape::{Shape, ShapeError};
use super::{INPUTS, TAPS, VALUE_HIDDEN};

/// The largest absolute value of a number in a text.
const MAX_NUMBER: i32 = 1_000_000;

/// The name of a network's shape in a text: the numbers of channels and of blocks, and `pooling` if
/// it has global pooling.
const SHAPE: &str = "shape";

/// The name of the encoding of kernels and pooling weights in a text: [`BASE64_NAME`], or none for
/// decimal numbers.
const ENCODING: &str = "encoding";

/// Base64 (RFC 4648) of signed 16-bit integers, little-endian. It takes 60 % of the space of decimal
/// numbers.
const BASE64_NAME: &str = "base64";

/// The length of a line of base64.
const LINE: usize = 96;

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
    /// The weights of the global pooling of each block, if there is any: for the mean and then for
    /// the maximum of each channel after the first convolution a row of weights, one for each
    /// output channel of the second.
    pub pooling: Vec<Vec<f32>>,
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
    Shape(ShapeError),
    /// The encoding of the kernels is unknown.
    #[error("network.{ENCODING}: '{0}' is unknown; '{BASE64_NAME}' is accepted")]
    Encoding(String),
    /// A block is not base64 of 16-bit integers.
    #[error("network.{0} is not base64 of 16-bit integers: {1}")]
    Base64(String, String),
    /// A word is not an integer in range.
    #[error("network.{0}: '{1}' is not a whole number from -{MAX_NUMBER} to {MAX_NUMBER}")]
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
            pooling: vec![vec![0.0; shape.pooled_values() * channels]; shape.poolings()],
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

    /// Returns the number of parameters.
    pub fn count(&self) -> usize {
        self.blocks().iter().map(|block| block.len()).sum()
    }

    /// Returns the names of all blocks of parameters, in the order of [`Parameters::blocks`].
    pub fn names(&self) -> Vec<String> {
        let layers = (1..=self.layers.len()).flat_map(|i| [format!("layer{i}"), format!("layer{i}_bias")]);
        let pooling = (1..=self.pooling.len()).map(|i| format!("pooling{i}"));
        let rest = ["heads", "head_bias", "hidden", "hidden_bias", "value", "value_bias", "value_lead"];
        let entry = ["entry", "entry_bias"].map(str::to_owned);
        entry.into_iter().chain(layers).chain(pooling).chain(rest.map(str::to_owned)).collect()
    }

    /// Returns all parameters, block by block.
    pub fn blocks(&self) -> Vec<&[f32]> {
        let layers = std::iter::once(&self.entry).chain(&self.layers);
        let mut blocks: Vec<&[f32]> = layers.flat_map(|layer| [&layer.kernel[..], &layer.bias]).collect();
        blocks.extend(self.pooling.iter().map(Vec::as_slice));
        blocks.extend([&self.heads[..], &self.head_bias, &self.hidden, &self.hidden_bias]);
        blocks.extend([&self.value[..], &self.value_bias, &self.value_lead]);
        blocks
    }

    /// Returns all parameters for changing, block by block.
    pub fn blocks_mut(&mut self) -> Vec<&mut [f32]> {
        let layers = std::iter::once(&mut self.entry).chain(&mut self.layers);
        let mut blocks: Vec<&mut [f32]> = layers.flat_map(|layer| [&mut layer.kernel[..], &mut layer.bias]).collect();
        blocks.extend(self.pooling.iter_mut().map(Vec::as_mut_slice));
        blocks.extend([&mut self.heads[..], &mut self.head_bias, &mut self.hidden, &mut self.hidden_bias]);
        blocks.extend([&mut self.value[..], &mut self.value_bias, &mut self.value_lead]);
        blocks
    }

    /// Replaces the parameters by the weighted mean of them and those of another network of the same
    /// shape, whose weight is `share`. The mean of a network and a further training of it is a good
    /// network, which keeps more of what the first one knew. (M. Wortsman and others, *Robust
    /// fine-tuning of zero-shot models*, 2022.)
    pub fn mix(&mut self, other: &Parameters, share: f32) {
        for (numbers, others) in self.blocks_mut().into_iter().zip(other.blocks()) {
            numbers.iter_mut().zip(others).for_each(|(number, other)| *number += share * (other - *number));
        }
    }

    /// Returns the parameters rounded to multiples of 1/[`Parameters::UNIT`], as texts represent
    /// them.
    #[must_use]
    pub fn rounded(&self) -> Parameters {
        let mut rounded = self.clone();
        rounded.blocks_mut().into_iter().flatten().for_each(|number| *number = quantize(*number) as f32 / Self::UNIT);
        rounded
    }

    /// Returns the name and the text of the shape, of the encoding and of each block: integers in
    /// units of 1/[`Parameters::UNIT`], the largest blocks in base64 if all their numbers have 16 bits.
    pub fn write(&self) -> Vec<(String, String)> {
        let words = self.shape.to_string().replace(['x', '-'], " ");
        let mut texts = vec![(SHAPE.to_owned(), format!("{words}\n"))];
        let kernels = std::iter::once(&self.entry).chain(&self.layers).map(|layer| &layer.kernel);
        let mut numbers = kernels.chain(&self.pooling).flatten();
        let is_encoded = numbers.all(|&number| i16::try_from(quantize(number)).is_ok());
        if is_encoded {
            texts.push((ENCODING.to_owned(), format!("{BASE64_NAME}\n")));
        }
        for (name, block) in self.names().into_iter().zip(self.blocks()) {
            let encodes = is_encoded && is_large(&name);
            texts.push((name, if encodes { to_base64(block) } else { to_decimal(block, self.shape.channels()) }));
        }
        texts
    }

    /// Parses the texts of all blocks. Without a shape it is [`Shape::UNNAMED`].
    ///
    /// # Errors
    /// Returns [`NetworkError`] if the shape or the encoding is not supported, if a block is
    /// missing, unknown or of the wrong length, or if a number is damaged or out of range.
    pub fn read(mut texts: BTreeMap<String, String>) -> Result<Parameters, NetworkError> {
        let shape =
            texts.remove(SHAPE).map_or(Ok(Shape::UNNAMED), |text| read_shape(&text)).map_err(NetworkError::Shape)?;
        let encoding = texts.remove(ENCODING).map(|name| name.trim().chars().take(20).collect::<String>());
        let is_encoded = encoding.is_some();
        if let Some(unknown) = encoding.filter(|name| name != BASE64_NAME) {
            return Err(NetworkError::Encoding(unknown));
        }
        let mut net = Parameters::zero(shape);
        for (name, block) in net.names().into_iter().zip(net.blocks_mut()) {
            let text = texts.remove(&name).ok_or_else(|| NetworkError::Missing(name.clone()))?;
            let numbers = if is_encoded && is_large(&name) { from_base64 } else { from_decimal }(&name, &text)?;
            if numbers.len() != block.len() {
                return Err(NetworkError::Length(name, numbers.len(), block.len()));
            }
            block.iter_mut().zip(numbers).for_each(|(entry, number)| *entry = number as f32 / Self::UNIT);
        }
        match texts.pop_first() {
            Some((name, _)) => Err(NetworkError::Unknown(name)),
            None => Ok(net),
        }
    }
}

/// Returns whether a block is the kernel of a convolution or the weights of global pooling. Nearly
/// all numbers of a network are in those.
fn is_large(name: &str) -> bool {
    name == "entry" || (name.starts_with("layer") || name.starts_with("pooling")) && !name.ends_with("_bias")
}

/// Returns a block of 16-bit integers in base64, in lines.
fn to_base64(block: &[f32]) -> String {
    let bytes: Vec<u8> = block.iter().flat_map(|&number| (quantize(number) as i16).to_le_bytes()).collect();
    let encoded = BASE64.encode(&bytes);
    let lines = encoded.as_bytes().chunks(LINE).map(|line| std::str::from_utf8(line).expect("base64 is ASCII"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Returns the numbers of the block `name` in base64; whitespace does not matter.
fn from_base64(name: &str, text: &str) -> Result<Vec<i32>, NetworkError> {
    let damaged = |reason: String| NetworkError::Base64(name.to_owned(), reason);
    let encoded: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let bytes = BASE64.decode(&encoded).map_err(|error| damaged(error.to_string()))?;
    let (numbers, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(damaged(format!("{} bytes", bytes.len())));
    }
    Ok(numbers.iter().map(|&number| i16::from_le_bytes(number).into()).collect())
}

/// Returns a block as decimal numbers, in rows of `columns`.
fn to_decimal(block: &[f32], columns: usize) -> String {
    let mut text = String::new();
    for row in block.chunks(columns) {
        let numbers: Vec<String> = row.iter().map(|&number| quantize(number).to_string()).collect();
        _ = writeln!(text, "{}", numbers.join(" "));
    }
    text
}

/// Returns the decimal numbers of the block `name`.
fn from_decimal(name: &str, text: &str) -> Result<Vec<i32>, NetworkError> {
    let number = |word: &str| {
        let number = word.parse().ok().filter(|number: &i32| number.abs() <= MAX_NUMBER);
        number.ok_or_else(|| NetworkError::Number(name.to_owned(), word.chars().take(20).collect()))
    };
    text.split_ascii_whitespace().map(number).collect()
}

/// Returns the integer that represents a parameter in a text.
fn quantize(number: f32) -> i32 {
    ((number * Parameters::UNIT).round() as i32).clamp(-MAX_NUMBER, MAX_NUMBER)
}

fn read_shape(text: &str) -> Result<Shape, ShapeError> {
    let mut words = text.split_ascii_whitespace();
    let found = [words.next(), words.next(), words.next()];
    if words.next().is_some() { Err(ShapeError) } else { Shape::from_words(found) }
}
