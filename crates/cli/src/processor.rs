//! The instructions that this program was compiled for. On an older processor the program says so, instead of dying with an
//! illegal instruction.
//!
//! This code runs on the older processor, too, and the compiler may use every instruction of the newer one for it. So it uses
//! plain integers: no vectors, no formatted text.

/// Why this processor cannot run the program, as a sentence.
#[cfg(target_arch = "x86_64")]
pub(crate) fn problem() -> Option<&'static str> {
    if Features::of_this_processor().suffice() { None } else { Some(MESSAGE) }
}

/// Programs for other kinds of processors use only what each of them has.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn problem() -> Option<&'static str> {
    None
}

#[cfg(target_arch = "x86_64")]
const MESSAGE: &str = if cfg!(target_feature = "avx2") {
    "error: this processor is too old for this build of Menagerie, which needs AVX2, BMI and FMA (x86-64-v3, since 2013).\n\
     The programs for download run on processors since 2009. A build for the oldest: RUSTFLAGS= cargo build --release\n"
} else {
    "error: this processor is too old for this build of Menagerie, which needs SSE4.2 and POPCNT (x86-64-v2, since 2009).\n\
     A build for the oldest: RUSTFLAGS= cargo build --release\n"
};

/// The registers in which an x86-64 processor lists its instructions.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct Features {
    basic: u32,
    extended: u32,
    amd: u32,
}

/// A bit of a register, if the program was compiled for the instructions that it stands for.
#[cfg(target_arch = "x86_64")]
const fn bit(is_needed: bool, number: u32) -> u32 {
    if is_needed { 1 << number } else { 0 }
}

/// What the program was compiled for.
#[cfg(target_arch = "x86_64")]
const NEEDED: Features = Features {
    basic: bit(cfg!(target_feature = "ssse3"), 9)
        | bit(cfg!(target_feature = "fma"), 12)
        | bit(cfg!(target_feature = "sse4.1"), 19)
        | bit(cfg!(target_feature = "sse4.2"), 20)
        | bit(cfg!(target_feature = "popcnt"), 23)
        | bit(cfg!(target_feature = "avx"), 28),
    extended: bit(cfg!(target_feature = "bmi1"), 3)
        | bit(cfg!(target_feature = "avx2"), 5)
        | bit(cfg!(target_feature = "bmi2"), 8),
    amd: bit(cfg!(target_feature = "lzcnt"), 5),
};

#[cfg(target_arch = "x86_64")]
impl Features {
    /// `is_x86_feature_detected` would not ask the processor: it answers yes for everything that the program was compiled for.
    fn of_this_processor() -> Self {
        use std::arch::x86_64::{__cpuid, __cpuid_count};
        let (basic_leaves, amd_leaves) = (__cpuid(0).eax, __cpuid(0x8000_0000).eax);
        Self {
            basic: __cpuid(1).ecx,
            extended: if basic_leaves >= 7 { __cpuid_count(7, 0).ebx } else { 0 },
            amd: if amd_leaves >= 0x8000_0001 { __cpuid(0x8000_0001).ecx } else { 0 },
        }
    }

    /// Whether everything is there that the program was compiled for.
    fn suffice(self) -> bool {
        let missing = (NEEDED.basic & !self.basic) | (NEEDED.extended & !self.extended) | (NEEDED.amd & !self.amd);
        missing == 0
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    #[test]
    fn the_processor_of_this_machine_runs_the_program() {
        assert_eq!(problem(), None);
        assert!(NEEDED.suffice());
    }

    #[test]
    fn a_processor_without_extensions_lacks_what_the_program_was_compiled_for() {
        let oldest = Features { basic: 0, extended: 0, amd: 0 };
        assert_eq!(oldest.suffice(), !cfg!(target_feature = "ssse3"));
        let without_popcnt = Features { basic: NEEDED.basic & !(1 << 23), ..NEEDED };
        assert_eq!(without_popcnt.suffice(), !cfg!(target_feature = "popcnt"));
    }
}
