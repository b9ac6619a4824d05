//! Positions in columns, as a block of the data file has them.

/// A kept position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PositionRow {
    /// The output of the net that judges it.
    pub(super) bucket: u8,
    /// All living seats in order of play, the one on turn first.
    pub(super) seats: Vec<SeatRow>,
}

/// A position as one seat sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SeatRow {
    /// The expected score by the search, in 65535ths.
    pub(super) value: u16,
    /// The score at the end of the game, in 65535ths.
    pub(super) result: u16,
    /// The classical evaluation.
    pub(super) classical: i16,
    /// The active features; none if another seat's are used.
    pub(super) features: Vec<u16>,
}

/// Games in columns.
#[derive(Default)]
pub(super) struct Columns {
    numbers: Vec<u64>,
    /// The positions of each game.
    positions: Vec<u32>,
    buckets: Vec<u8>,
    /// The rows of each position.
    seats: Vec<u8>,
    values: Vec<u16>,
    results: Vec<u16>,
    classical: Vec<i16>,
    /// The features of each row.
    counts: Vec<u8>,
    features: Vec<u16>,
}

impl Columns {
    pub(super) fn games(&self) -> usize {
        self.numbers.len()
    }

    pub(super) fn add_game(&mut self, number: u64, positions: &[PositionRow]) {
        self.numbers.push(number);
        self.positions.push(positions.len() as u32);
        for position in positions {
            self.buckets.push(position.bucket);
            self.seats.push(position.seats.len() as u8);
            for row in &position.seats {
                self.values.push(row.value);
                self.results.push(row.result);
                self.classical.push(row.classical);
                self.counts.push(row.features.len() as u8);
                self.features.extend(&row.features);
            }
        }
    }

    /// A block without its length and checksum: four counts, then the columns.
    pub(super) fn to_block(&self) -> Vec<u8> {
        let counts = [self.numbers.len(), self.buckets.len(), self.values.len(), self.features.len()];
        let mut block: Vec<u8> = counts.iter().flat_map(|&count| (count as u32).to_le_bytes()).collect();
        block.extend(self.numbers.iter().flat_map(|number| number.to_le_bytes()));
        block.extend(self.positions.iter().flat_map(|count| count.to_le_bytes()));
        block.extend(&self.buckets);
        block.extend(&self.seats);
        block.extend(self.values.iter().chain(&self.results).flat_map(|value| value.to_le_bytes()));
        block.extend(self.classical.iter().flat_map(|value| value.to_le_bytes()));
        block.extend(&self.counts);
        block.extend(self.features.iter().flat_map(|feature| feature.to_le_bytes()));
        block
    }
}

/// The numbers of a block's games; `None` if the block is no block.
pub(super) fn game_numbers(block: &[u8]) -> Option<Vec<u64>> {
    let games = u32::from_le_bytes(block.get(..4)?.try_into().ok()?) as usize;
    let numbers = block.get(16..16 + games.checked_mul(8)?)?;
    Some(numbers.chunks_exact(8).filter_map(|bytes| Some(u64::from_le_bytes(bytes.try_into().ok()?))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_has_its_counts_and_the_numbers_of_its_games() {
        let row = SeatRow { value: 1, result: 2, classical: -3, features: vec![4, 5] };
        let position = PositionRow { bucket: 7, seats: vec![row.clone(), row] };
        let mut columns = Columns::default();
        columns.add_game(11, std::slice::from_ref(&position));
        columns.add_game(300, &[]);
        let block = columns.to_block();
        let counts: Vec<_> = block[..16].chunks(4).map(|four| u32::from_le_bytes(four.try_into().unwrap())).collect();
        assert_eq!(counts, [2, 1, 2, 4], "games, positions, rows, features");
        assert_eq!(game_numbers(&block), Some(vec![11, 300]));
        let expected = 16 + 2 * (8 + 4) + (1 + 1) + 2 * (2 + 2 + 2 + 1) + 4 * 2;
        assert_eq!(block.len(), expected);
    }
}
