//! The net: header and weights.

use crate::error::NetError;
use crate::inputs::Inputs;

/// What a net says of itself.
#[derive(Clone, PartialEq, Debug)]
pub struct Header {
    /// What the net sees.
    pub inputs: Inputs,
    /// The number of hidden neurons of one perspective: one of [`WIDTHS`](crate::WIDTHS).
    pub width: u16,
    /// How much of the classical evaluation is added to the net's score, in
    /// [`SHARE_ONE`](crate::SHARE_ONE)ths, at most [`MAX_CLASSICAL_SHARE`](crate::MAX_CLASSICAL_SHARE). 0: the net alone.
    pub classical_share: u16,
    /// The score of a seat whose odds are e to 1, in hundredths of the game's smallest piece: one of
    /// [`SCALES`](crate::SCALES).
    pub scale: i32,
    /// Data, rounds, commit: where the net comes from.
    pub note: String,
}

/// The quantised weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// One row of `width` for each feature, in [`ACTIVATION_ONE`](crate::ACTIVATION_ONE)ths.
    pub features: Vec<i16>,
    /// The bias of the hidden layer, in the same unit.
    pub bias: Vec<i16>,
    /// One row of `perspectives × width` for each score of each bucket, in
    /// [`OUTPUT_ONE`](crate::OUTPUT_ONE)ths.
    pub output: Vec<i16>,
    /// The bias of each row of the output, in the product of the squared activation's unit and the
    /// output's.
    pub output_bias: Vec<i32>,
}

/// A net that fits its game.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    pub(crate) header: Header,
    pub(crate) weights: Weights,
    pub(crate) checksum: u64,
}

impl Net {
    /// What the net says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The same net for a game with another id and definition of the same features.
    pub fn renamed(&self, game: &'static str, definition: &'static str) -> Result<Self, NetError> {
        let inputs = Inputs { game, definition, ..self.header.inputs };
        Self::new(Header { inputs, ..self.header.clone() }, self.weights.clone())
    }

    /// The checksum of the file: the name of this net.
    pub fn checksum(&self) -> u64 {
        self.checksum
    }
}

impl Weights {
    /// Weights of 0.
    pub fn zero(inputs: &Inputs, width: u16) -> Self {
        let width = usize::from(width);
        let rows = usize::from(inputs.buckets) * inputs.layout.scores();
        Self {
            features: vec![0; usize::from(inputs.features) * width],
            bias: vec![0; width],
            output: vec![0; rows * inputs.layout.perspectives() * width],
            output_bias: vec![0; rows],
        }
    }
}
