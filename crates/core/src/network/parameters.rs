//! The parameters of a network and their text form.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::convolution::{Activations, Kernel};
use super::{BLOCKS, CHANNELS, INPUTS, TAPS, VALUE_HIDDEN, VALUE_INPUTS};

/// The largest absolute value of a number in a text.
const MAX_NUMBER: i32 = 1_000_000;

/// The parameters of a convolution.
#[derive(Clone, PartialEq, Debug)]
pub struct Layer {
    /// The weights.
    pub kernel: Box<Kernel>,
    /// The bias of each output channel.
    pub bias: Activations,
}

/// The parameters of a network. Gradients with respect to them have the same type.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameters {
    /// The weights of the first convolution, from inputs to channels.
    pub entry: Box<[[Activations; INPUTS]; TAPS]>,
    /// The bias of the first convolution.
    pub entry_bias: Activations,
    /// The convolutions of the residual blocks, two for each block.
    pub layers: Vec<Layer>,
    /// The weights of the policy head and of the ownership head, which are 1 × 1 convolutions.
    pub heads: [Activations; 2],
    /// The biases of these heads.
    pub head_bias: [f32; 2],
    /// The weights of the hidden layer of the value head.
    pub hidden: [[f32; VALUE_INPUTS]; VALUE_HIDDEN],
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
    /// A word is not an integer in range.
    #[error("network.{0}: '{1}' is no whole number from -{MAX_NUMBER} to {MAX_NUMBER}")]
    Number(String, String),
}

impl Parameters {
    /// The integer that represents 1.0 in a text.
    pub const UNIT: f32 = 4096.0;

    /// Returns parameters that are all 0.
    pub fn zero() -> Parameters {
        let layer = Layer { kernel: Box::new([[[0.0; CHANNELS]; CHANNELS]; TAPS]), bias: [0.0; CHANNELS] };
        Parameters {
            entry: Box::new([[[0.0; CHANNELS]; INPUTS]; TAPS]),
            entry_bias: [0.0; CHANNELS],
            layers: vec![layer; 2 * BLOCKS],
            heads: [[0.0; CHANNELS]; 2],
            head_bias: [0.0; 2],
            hidden: [[0.0; VALUE_INPUTS]; VALUE_HIDDEN],
            hidden_bias: [0.0; VALUE_HIDDEN],
            value: [0.0; VALUE_HIDDEN],
            value_bias: [0.0; 1],
            value_lead: [0.0; 1],
        }
    }

    /// Returns the names of all blocks, in the order of [`Parameters::blocks`].
    pub fn names() -> Vec<String> {
        let layers = (1..=2 * BLOCKS).flat_map(|i| [format!("layer{i}"), format!("layer{i}_bias")]);
        let rest = ["heads", "head_bias", "hidden", "hidden_bias", "value", "value_bias", "value_lead"];
        let entry = ["entry", "entry_bias"].map(str::to_owned);
        entry.into_iter().chain(layers).chain(rest.map(str::to_owned)).collect()
    }

    /// Returns all parameters, block by block.
    pub fn blocks(&self) -> Vec<&[f32]> {
        let mut blocks = vec![self.entry.as_flattened().as_flattened(), &self.entry_bias];
        for layer in &self.layers {
            blocks.extend([layer.kernel.as_flattened().as_flattened(), &layer.bias]);
        }
        blocks.extend([self.heads.as_flattened(), &self.head_bias, self.hidden.as_flattened(), &self.hidden_bias]);
        blocks.extend([&self.value[..], &self.value_bias, &self.value_lead]);
        blocks
    }

    /// Returns all parameters for changing, block by block.
    pub fn blocks_mut(&mut self) -> Vec<&mut [f32]> {
        let mut blocks = vec![self.entry.as_flattened_mut().as_flattened_mut(), &mut self.entry_bias];
        for layer in &mut self.layers {
            blocks.extend([layer.kernel.as_flattened_mut().as_flattened_mut(), &mut layer.bias]);
        }
        let hidden = self.hidden.as_flattened_mut();
        blocks.extend([self.heads.as_flattened_mut(), &mut self.head_bias, hidden, &mut self.hidden_bias]);
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

    /// Returns the name and the text of each block: integers in units of 1/[`Parameters::UNIT`].
    pub fn write(&self) -> Vec<(String, String)> {
        let text = |block: &[f32]| {
            let mut text = String::new();
            for row in block.chunks(CHANNELS) {
                let numbers: Vec<String> = row.iter().map(|&number| quantize(number).to_string()).collect();
                _ = writeln!(text, "{}", numbers.join(" "));
            }
            text
        };
        Parameters::names().into_iter().zip(self.blocks().into_iter().map(text)).collect()
    }

    /// Parses the texts of all blocks.
    ///
    /// # Errors
    /// Returns [`NetworkError`] if a block is missing, unknown or of the wrong length, or if a word
    /// is not an integer in range.
    pub fn read(mut texts: BTreeMap<String, String>) -> Result<Parameters, NetworkError> {
        let mut net = Parameters::zero();
        for (name, block) in Parameters::names().into_iter().zip(net.blocks_mut()) {
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
