//! Positions in columns, as a block of the data file has them.

use menagerie_game::Seat;

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

/// The four counts at the beginning of a block, in bytes.
pub(super) const COUNTS_LENGTH: usize = 16;

/// The length of a block by its four counts.
pub(super) fn block_length(counts: [u8; COUNTS_LENGTH]) -> u64 {
    let [games, positions, rows, features] = std::array::from_fn(|i| {
        let count: [u8; 4] = std::array::from_fn(|byte| counts[4 * i + byte]);
        u64::from(u32::from_le_bytes(count))
    });
    COUNTS_LENGTH as u64 + games * (8 + 4) + positions * (1 + 1) + rows * (2 + 2 + 2 + 1) + features * 2
}

/// The length of the longest block with this number of games, each with this number of positions.
pub(super) const fn longest_block(games: u64, positions: u64) -> u64 {
    let row = 2 + 2 + 2 + 1 + 2 * u8::MAX as u64;
    COUNTS_LENGTH as u64 + games * (8 + 4 + positions * (1 + 1 + Seat::MAX as u64 * row))
}

/// The numbers of a block's games. The block must have the length of its counts.
pub(super) fn game_numbers(block: &[u8]) -> impl Iterator<Item = u64> {
    let (chunks, _) = block.as_chunks::<4>();
    let games = chunks.first().map_or(0, |&count| u32::from_le_bytes(count));
    let (numbers, _) = block.get(COUNTS_LENGTH..).unwrap_or_default().as_chunks::<8>();
    numbers.iter().take(games as usize).map(|&number| u64::from_le_bytes(number))
}

/// The games of a block with their numbers, for tests: the inverse of [`Columns::to_block`].
#[cfg(test)]
pub(super) fn games_of(block: &[u8]) -> Vec<(u64, Vec<PositionRow>)> {
    let mut rest = block;
    let mut column = |count: usize, size: usize| {
        let (column, behind) = rest.split_at(count * size);
        rest = behind;
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
        column.chunks(size).map(number).collect::<Vec<u64>>().into_iter()
    };
    let counts: Vec<usize> = column(4, 4).map(|count| count as usize).collect();
    let (numbers, positions) = (column(counts[0], 8), column(counts[0], 4));
    let (mut buckets, mut seats) = (column(counts[1], 1), column(counts[1], 1));
    let (mut values, mut results) = (column(counts[2], 2), column(counts[2], 2));
    let (mut classical, mut lengths) = (column(counts[2], 2), column(counts[2], 1));
    let mut features = column(counts[3], 2);
    assert!(rest.is_empty(), "a block has nothing behind its columns");
    let mut row = || SeatRow {
        value: values.next().unwrap() as u16,
        result: results.next().unwrap() as u16,
        classical: classical.next().unwrap() as i16,
        features: features.by_ref().take(lengths.next().unwrap() as usize).map(|feature| feature as u16).collect(),
    };
    let mut position = || PositionRow {
        bucket: buckets.next().unwrap() as u8,
        seats: (0..seats.next().unwrap()).map(|_| row()).collect(),
    };
    numbers.zip(positions).map(|(number, count)| (number, (0..count).map(|_| position()).collect())).collect()
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
        assert_eq!(game_numbers(&block).collect::<Vec<_>>(), [11, 300]);
        assert_eq!(games_of(&block), [(11, vec![position]), (300, vec![])]);
        assert_eq!(block_length(block[..16].try_into().unwrap()), block.len() as u64);
    }

    #[test]
    fn absurd_counts_do_not_overflow() {
        assert_eq!(block_length([255; 16]), 16 + u64::from(u32::MAX) * (12 + 2 + 7 + 2));
        assert_eq!(game_numbers(&[255; 40]).count(), 3);
        assert_eq!(game_numbers(&[255; 3]).count(), 0);
    }

    #[test]
    fn no_block_is_longer_than_the_longest() {
        let row = SeatRow { value: 1, result: 2, classical: -3, features: vec![4; 255] };
        let position = PositionRow { bucket: 7, seats: vec![row; Seat::MAX] };
        let mut columns = Columns::default();
        columns.add_game(1, &vec![position.clone(); 5]);
        columns.add_game(2, &vec![position; 5]);
        assert_eq!(columns.to_block().len() as u64, longest_block(2, 5));
    }
}
