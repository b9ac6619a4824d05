//! A mutator whose stream is always the same, so that the short run tries the same inputs on every
//! machine.

/// Longer inputs are cut.
const LONGEST: usize = 4096;

/// Changes inputs a little, from a fixed seed.
pub struct Mutator {
    state: u64,
}

impl Mutator {
    /// A mutator with this seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed | 1 }
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // xorshift64*
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        (self.state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }

    /// One of the seeds with one to four changes.
    pub fn next(&mut self, seeds: &[Vec<u8>], words: &[Vec<u8>]) -> Vec<u8> {
        let Some(seed) = seeds.get(self.below(seeds.len().max(1))) else { return Vec::new() };
        let mut input = seed.clone();
        for _ in 0..=self.below(4) {
            self.change(&mut input, seeds, words);
        }
        input.truncate(LONGEST);
        input
    }

    fn change(&mut self, input: &mut Vec<u8>, seeds: &[Vec<u8>], words: &[Vec<u8>]) {
        let at = self.below(input.len() + 1);
        let span = at..(at + self.below(16)).min(input.len());
        match self.below(8) {
            0 => input.insert(at, self.below(256) as u8),
            1 => drop(input.drain(span)),
            2 => {
                if let Some(byte) = input.get_mut(at) {
                    *byte ^= 1 << self.below(8);
                }
            }
            3 => {
                let copy = input[span].to_vec();
                let to = self.below(input.len() + 1);
                input.splice(to..to, copy);
            }
            4 | 5 => {
                let Some(word) = words.get(self.below(words.len().max(1))) else { return };
                let end = if self.below(2) == 0 { at } else { span.end };
                input.splice(at..end, word.iter().copied());
            }
            6 => self.swap_lines(input),
            _ => {
                let other = &seeds[self.below(seeds.len())];
                let from = self.below(other.len() + 1);
                input.splice(at.., other[from..].iter().copied());
            }
        }
    }

    /// Two lines change places: for readers of sequences the order is half of the input.
    fn swap_lines(&mut self, input: &mut Vec<u8>) {
        let mut lines: Vec<&[u8]> = input.split(|&byte| byte == b'\n').collect();
        let (one, other) = (self.below(lines.len()), self.below(lines.len()));
        lines.swap(one, other);
        *input = lines.join(&b'\n');
    }
}
