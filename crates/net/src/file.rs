//! Net files.
//!
//! All numbers are little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `MNGNET01` |
//! | 16 | the game's id, filled up with zeros |
//! | 8 | the hash of the inputs ([`Inputs::hash`]) |
//! | 2, 2, 1, 1 | features, width, buckets, layout (0 pair, 2 all seats) |
//! | 2 | the classical share in 256ths |
//! | 4 | the scale |
//! | 4, n | the length of the note, and the note (UTF-8) |
//! | 2 × features × width | the features' weights |
//! | 2 × width | the bias |
//! | 2 × buckets × scores × perspectives × width | the output's weights |
//! | 4 × buckets × scores | the output's bias |
//! | 8 | the checksum of everything before (FNV-1a, 64 bits) |

use crate::error::NetError;
use crate::inputs::{FNV_START, Inputs, fnv};
use crate::net::{Header, Net, Weights};
use crate::{ACTIVATION_ONE, MAX_CLASSICAL_SHARE, SCALES, WIDTHS};

const MAGIC: &[u8; 8] = b"MNGNET01";
const GAME_LENGTH: usize = 16;
/// Everything before the note.
const HEADER_LENGTH: usize = 8 + GAME_LENGTH + 8 + 6 + 2 + 4 + 4;
const CHECKSUM_LENGTH: usize = 8;

/// The id of the game that a net is for.
pub fn game_of(bytes: &[u8]) -> Result<String, NetError> {
    if !bytes.starts_with(MAGIC) {
        return Err(NetError::NotANet);
    }
    let name = bytes.get(MAGIC.len()..MAGIC.len() + GAME_LENGTH);
    let name = name.ok_or(NetError::Truncated { found: bytes.len(), expected: HEADER_LENGTH })?;
    game_name(name)
}

/// The name without the zeros that fill it up. Messages show it, so it holds nothing but the characters of game ids.
fn game_name(bytes: &[u8]) -> Result<String, NetError> {
    let is_of_id = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let name = str::from_utf8(bytes).map_err(|_| NetError::GameName)?.trim_end_matches('\0');
    if name.is_empty() || !name.chars().all(is_of_id) { Err(NetError::GameName) } else { Ok(name.to_owned()) }
}

impl Net {
    /// A net with these weights.
    pub fn new(header: Header, weights: Weights) -> Result<Self, NetError> {
        if !WIDTHS.contains(&header.width) {
            return Err(NetError::Width(header.width));
        }
        if !SCALES.contains(&header.scale) {
            return Err(NetError::Scale(header.scale));
        }
        if header.classical_share > MAX_CLASSICAL_SHARE {
            return Err(NetError::ClassicalShare(header.classical_share));
        }
        let mut net = Self { header, weights, checksum: 0 };
        net.check_output()?;
        net.checksum = fnv(FNV_START, &net.body());
        Ok(net)
    }

    /// Reads a net for a game. Every file that does not fit the game's inputs is refused.
    pub fn read(bytes: &[u8], inputs: &Inputs) -> Result<Self, NetError> {
        if !bytes.starts_with(MAGIC) {
            return Err(NetError::NotANet);
        }
        let short = |expected| NetError::Truncated { found: bytes.len(), expected };
        let header = bytes.get(..HEADER_LENGTH).ok_or_else(|| short(HEADER_LENGTH))?;
        let mut reader = Reader(&header[MAGIC.len()..]);
        check_inputs(&mut reader, inputs)?;
        let (features, width, [buckets, layout]) = (reader.u16(), reader.u16(), reader.array());
        if (features, buckets, layout) != (inputs.features, inputs.buckets, inputs.layout as u8) {
            return Err(NetError::Shape { game: inputs.game });
        }
        let (classical_share, scale, note) = (reader.u16(), reader.i32(), reader.i32() as u32 as usize);
        if !WIDTHS.contains(&width) {
            return Err(NetError::Width(width));
        }
        let parts = [note, weights_length(inputs, width), CHECKSUM_LENGTH];
        let expected = parts.into_iter().fold(HEADER_LENGTH, usize::saturating_add);
        let body = bytes.get(..expected - CHECKSUM_LENGTH).ok_or_else(|| short(expected))?;
        check_sum(body, bytes, expected)?;
        let mut reader = Reader(&body[HEADER_LENGTH..]);
        let note = String::from_utf8(reader.take(note).to_vec()).map_err(|_| NetError::Note)?;
        let header = Header { inputs: *inputs, width, classical_share, scale, note };
        Self::new(header, reader.weights(inputs, width))
    }

    /// The file of this net.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.body();
        bytes.extend(self.checksum.to_le_bytes());
        bytes
    }

    /// The file without its checksum.
    fn body(&self) -> Vec<u8> {
        let Header { inputs, width, classical_share, scale, note } = &self.header;
        let mut bytes = MAGIC.to_vec();
        let mut game = inputs.game.as_bytes().to_vec();
        game.resize(GAME_LENGTH, 0);
        bytes.extend(game);
        bytes.extend(inputs.hash().to_le_bytes());
        bytes.extend(inputs.features.to_le_bytes());
        bytes.extend(width.to_le_bytes());
        bytes.extend([inputs.buckets, inputs.layout as u8]);
        bytes.extend(classical_share.to_le_bytes());
        bytes.extend(scale.to_le_bytes());
        bytes.extend((note.len() as u32).to_le_bytes());
        bytes.extend(note.as_bytes());
        let Weights { features, bias, output, output_bias } = &self.weights;
        bytes.extend(features.iter().chain(bias).chain(output).flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(output_bias.iter().flat_map(|weight| weight.to_le_bytes()));
        bytes
    }

    /// The sum of the output fits 32 bits, even if every neuron is fully active.
    fn check_output(&self) -> Result<(), NetError> {
        let layout = self.header.inputs.layout;
        let row = layout.perspectives() * usize::from(self.header.width);
        for (index, weights) in self.weights.output.chunks(row).enumerate() {
            let most = weights.iter().map(|weight| i64::from(weight.unsigned_abs())).sum::<i64>();
            if most * i64::from(ACTIVATION_ONE * ACTIVATION_ONE) > i64::from(i32::MAX) {
                return Err(NetError::OutputTooLarge(index / layout.scores()));
            }
        }
        Ok(())
    }
}

/// The game first, so that the message about a net of another game says so.
fn check_inputs(reader: &mut Reader<'_>, inputs: &Inputs) -> Result<(), NetError> {
    let game = game_name(reader.take(GAME_LENGTH))?;
    if game != inputs.game {
        return Err(NetError::OtherGame { found: game, expected: inputs.game });
    }
    let (found, expected) = (reader.u64(), inputs.hash());
    if found != expected {
        return Err(NetError::OtherFeatures { game: inputs.game, found, expected });
    }
    Ok(())
}

fn check_sum(body: &[u8], bytes: &[u8], expected_length: usize) -> Result<(), NetError> {
    let rest = &bytes[body.len()..];
    if rest.len() < CHECKSUM_LENGTH {
        return Err(NetError::Truncated { found: bytes.len(), expected: expected_length });
    }
    if rest.len() > CHECKSUM_LENGTH {
        return Err(NetError::TooLong(rest.len() - CHECKSUM_LENGTH));
    }
    let (found, expected) = (fnv(FNV_START, body), Reader(rest).u64());
    if found == expected { Ok(()) } else { Err(NetError::Checksum { found, expected }) }
}

fn weights_length(inputs: &Inputs, width: u16) -> usize {
    let outputs = usize::from(inputs.buckets) * inputs.layout.scores();
    let rows = usize::from(inputs.features) + 1 + outputs * inputs.layout.perspectives();
    2 * rows * usize::from(width) + 4 * outputs
}

/// Reads from the front of bytes whose length was checked.
struct Reader<'b>(&'b [u8]);

impl Reader<'_> {
    fn take(&mut self, count: usize) -> &[u8] {
        let (front, rest) = self.0.split_at(count);
        self.0 = rest;
        front
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N));
        array
    }

    fn u16(&mut self) -> u16 {
        u16::from_le_bytes(self.array())
    }

    fn i32(&mut self) -> i32 {
        i32::from_le_bytes(self.array())
    }

    fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.array())
    }

    fn weights(&mut self, inputs: &Inputs, width: u16) -> Weights {
        let mut weights = Weights::zero(inputs, width);
        let Weights { features, bias, output, output_bias } = &mut weights;
        for weight in features.iter_mut().chain(bias).chain(output) {
            *weight = i16::from_le_bytes(self.array());
        }
        for weight in output_bias.iter_mut() {
            *weight = self.i32();
        }
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::Layout;

    const INPUTS: Inputs =
        Inputs { game: "toy", definition: "pieces by square", features: 5, buckets: 2, layout: Layout::Pair };

    fn net() -> Net {
        let mut weights = Weights::zero(&INPUTS, 32);
        weights.features[7] = -300;
        weights.bias[31] = 12;
        weights.output[127] = 99;
        weights.output_bias[1] = -70_000;
        let header = Header { inputs: INPUTS, width: 32, classical_share: 256, scale: 380, note: "two rounds".into() };
        Net::new(header, weights).unwrap()
    }

    #[test]
    fn a_net_that_is_written_is_read_again() {
        let net = net();
        assert_eq!(Net::read(&net.to_bytes(), &INPUTS), Ok(net));
    }

    #[test]
    fn a_renamed_net_fits_the_other_game_alone() {
        let renamed = net().renamed("boy", "pieces").unwrap();
        let inputs = Inputs { game: "boy", definition: "pieces", ..INPUTS };
        assert_eq!(Net::read(&renamed.to_bytes(), &inputs), Ok(renamed.clone()));
        assert!(Net::read(&renamed.to_bytes(), &INPUTS).is_err());
        assert_eq!(game_of(&renamed.to_bytes()), Ok("boy".to_owned()));
    }

    #[test]
    fn every_truncation_is_refused() {
        let bytes = net().to_bytes();
        for length in 0..bytes.len() {
            let error = Net::read(&bytes[..length], &INPUTS).unwrap_err();
            assert!(matches!(error, NetError::NotANet | NetError::Truncated { .. }), "{length}: {error}");
        }
    }

    #[test]
    fn every_changed_byte_is_refused() {
        let bytes = net().to_bytes();
        for index in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[index] ^= 1;
            assert!(Net::read(&changed, &INPUTS).is_err(), "byte {index}");
        }
    }

    #[test]
    fn what_does_not_fit_is_refused_with_the_reason() {
        let bytes = net().to_bytes();
        let longer = [bytes.clone(), vec![0]].concat();
        assert_eq!(Net::read(&longer, &INPUTS), Err(NetError::TooLong(1)));
        let other_game = Net::read(&bytes, &Inputs { game: "jungle", ..INPUTS }).unwrap_err();
        assert_eq!(other_game.to_string(), "this net is for toy, not for jungle");
        let other_features = Net::read(&bytes, &Inputs { definition: "pieces", ..INPUTS }).unwrap_err();
        assert!(other_features.to_string().contains("other features of toy"), "{other_features}");
    }

    /// The name appears in messages of line protocols: a line break in it would be a line of its own.
    #[test]
    fn a_name_that_no_game_can_have_is_refused() {
        let at = MAGIC.len();
        for name in ["\nbestmove a5a4", "\u{1b}[31m", "Toy", "a b", "", "t\0y"] {
            let mut bytes = net().to_bytes();
            bytes[at..at + GAME_LENGTH].fill(0);
            bytes[at..at + name.len()].copy_from_slice(name.as_bytes());
            assert_eq!(Net::read(&bytes, &INPUTS), Err(NetError::GameName), "{name:?}");
            assert_eq!(game_of(&bytes), Err(NetError::GameName), "{name:?}");
        }
        let mut bytes = net().to_bytes();
        bytes[at] = 0xff;
        assert_eq!(game_of(&bytes), Err(NetError::GameName), "not UTF-8");
    }

    #[test]
    fn a_header_that_contradicts_the_features_is_refused() {
        let at = MAGIC.len() + GAME_LENGTH + 8;
        for index in [0, 1, 4, 5] {
            let mut bytes = net().to_bytes();
            bytes[at + index] ^= 1;
            assert_eq!(Net::read(&bytes, &INPUTS), Err(NetError::Shape { game: "toy" }), "byte {index}");
        }
    }

    /// A file of a net whose header has this scale and classical share, with the right checksum.
    fn file_with(scale: i32, classical_share: u16) -> Vec<u8> {
        let mut net = net();
        (net.header.scale, net.header.classical_share) = (scale, classical_share);
        net.checksum = fnv(FNV_START, &net.body());
        net.to_bytes()
    }

    #[test]
    fn a_scale_or_a_classical_share_out_of_range_is_refused() {
        for scale in [i32::MIN, -1, 0, 10_001, i32::MAX] {
            assert_eq!(Net::read(&file_with(scale, 0), &INPUTS), Err(NetError::Scale(scale)));
        }
        for share in [513, u16::MAX] {
            assert_eq!(Net::read(&file_with(400, share), &INPUTS), Err(NetError::ClassicalShare(share)));
        }
        for (scale, share) in [(1, 0), (10_000, 512)] {
            assert!(Net::read(&file_with(scale, share), &INPUTS).is_ok(), "{scale} {share}");
        }
        assert_eq!(NetError::Scale(0).to_string(), "the scale of a net is from 1 to 10000, not 0");
        let share = NetError::ClassicalShare(513).to_string();
        assert_eq!(share, "the classical share of a net is from 0 to 512/256, not 513/256");
    }

    #[test]
    fn output_weights_that_could_overflow_are_refused() {
        let mut weights = Weights::zero(&INPUTS, 32);
        weights.output[64..].fill(i16::MAX);
        let header = Header { inputs: INPUTS, width: 32, classical_share: 0, scale: 400, note: String::new() };
        assert_eq!(Net::new(header, weights), Err(NetError::OutputTooLarge(1)));
    }
}
