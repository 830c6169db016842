//! The numbers of a network, and their text.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::convolution::{Activations, Kernel};
use super::{BLOCKS, CHANNELS, HIDDEN, INPUTS, SUMMARY, TAPS};

/// No number of a text is larger, up or down.
const LARGEST: i32 = 1_000_000;

/// A convolution: its kernel, and what each channel begins with.
#[derive(Clone, PartialEq, Debug)]
pub struct Layer {
    /// For each neighbour and its channels a row.
    pub kernel: Box<Kernel>,
    /// What is added to each channel.
    pub bias: Activations,
}

/// All numbers of a network; gradients of an error by them have the same form.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameters {
    /// What each input of each neighbour gives to the first layer.
    pub entry: Box<[[Activations; INPUTS]; TAPS]>,
    /// What the first layer begins with.
    pub entry_bias: Activations,
    /// The convolutions of the blocks, two each.
    pub layers: Vec<Layer>,
    /// What the last layer's channels say of a point's move, and of its owner.
    pub heads: [Activations; 2],
    /// What is added to that.
    pub head_bias: [f32; 2],
    /// What the units that weigh the result see.
    pub hidden: [[f32; SUMMARY]; HIDDEN],
    /// What is added to that.
    pub hidden_bias: [f32; HIDDEN],
    /// What they give to the result.
    pub value: [f32; HIDDEN],
    /// What is added to that.
    pub value_bias: [f32; 1],
    /// What the lead gives to it by itself.
    pub value_lead: [f32; 1],
}

/// A network that can't be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetworkError {
    /// A block of numbers is missing.
    #[error("network.{0} is missing")]
    Missing(String),
    /// There is a block that networks haven't.
    #[error("there is no network.{0}")]
    Unknown(String),
    /// A block has too few or too many numbers.
    #[error("network.{0} has {1} numbers in place of {2}")]
    Length(String, usize, usize),
    /// Something that is no number of the right kind.
    #[error("network.{0}: '{1}' is no whole number from -{LARGEST} to {LARGEST}")]
    Number(String, String),
}

impl Parameters {
    /// So much of a text's numbers is 1.
    pub const UNIT: f32 = 4096.0;

    /// All numbers 0.
    pub fn zero() -> Parameters {
        let layer = Layer { kernel: Box::new([[[0.0; CHANNELS]; CHANNELS]; TAPS]), bias: [0.0; CHANNELS] };
        Parameters {
            entry: Box::new([[[0.0; CHANNELS]; INPUTS]; TAPS]),
            entry_bias: [0.0; CHANNELS],
            layers: vec![layer; 2 * BLOCKS],
            heads: [[0.0; CHANNELS]; 2],
            head_bias: [0.0; 2],
            hidden: [[0.0; SUMMARY]; HIDDEN],
            hidden_bias: [0.0; HIDDEN],
            value: [0.0; HIDDEN],
            value_bias: [0.0; 1],
            value_lead: [0.0; 1],
        }
    }

    /// The names of all blocks, in the order of [`Parameters::blocks`].
    pub fn names() -> Vec<String> {
        let layers = (1..=2 * BLOCKS).flat_map(|i| [format!("layer{i}"), format!("layer{i}_bias")]);
        let rest = ["heads", "head_bias", "hidden", "hidden_bias", "value", "value_bias", "value_lead"];
        let entry = ["entry", "entry_bias"].map(str::to_owned);
        entry.into_iter().chain(layers).chain(rest.map(str::to_owned)).collect()
    }

    /// All numbers, block by block.
    pub fn blocks(&self) -> Vec<&[f32]> {
        let mut blocks = vec![self.entry.as_flattened().as_flattened(), &self.entry_bias];
        for layer in &self.layers {
            blocks.extend([layer.kernel.as_flattened().as_flattened(), &layer.bias]);
        }
        blocks.extend([self.heads.as_flattened(), &self.head_bias, self.hidden.as_flattened(), &self.hidden_bias]);
        blocks.extend([&self.value[..], &self.value_bias, &self.value_lead]);
        blocks
    }

    /// All numbers, block by block, to be changed.
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

    /// Each number rounded to what a text holds.
    #[must_use]
    pub fn rounded(&self) -> Parameters {
        let mut rounded = self.clone();
        rounded.blocks_mut().into_iter().flatten().for_each(|number| *number = whole(*number) as f32 / Self::UNIT);
        rounded
    }

    /// The text of each block, by name: whole numbers of 1 / [`Parameters::UNIT`].
    pub fn write(&self) -> Vec<(String, String)> {
        let text = |block: &[f32]| {
            let mut text = String::new();
            for row in block.chunks(CHANNELS) {
                let numbers: Vec<String> = row.iter().map(|&number| whole(number).to_string()).collect();
                _ = writeln!(text, "{}", numbers.join(" "));
            }
            text
        };
        Parameters::names().into_iter().zip(self.blocks().into_iter().map(text)).collect()
    }

    /// Reads the texts of all blocks.
    ///
    /// # Errors
    /// [`NetworkError`] if one is missing, unknown, too short or long, or holds what is no number.
    pub fn read(mut texts: BTreeMap<String, String>) -> Result<Parameters, NetworkError> {
        let mut net = Parameters::zero();
        for (name, block) in Parameters::names().into_iter().zip(net.blocks_mut()) {
            let text = texts.remove(&name).ok_or_else(|| NetworkError::Missing(name.clone()))?;
            let mut count = 0;
            for word in text.split_ascii_whitespace() {
                let number = word.parse().ok().filter(|number: &i32| number.abs() <= LARGEST);
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

/// A number as a text holds it.
fn whole(number: f32) -> i32 {
    ((number * Parameters::UNIT).round() as i32).clamp(-LARGEST, LARGEST)
}
