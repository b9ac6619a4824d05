//! The systems that releases are built for.

/// A system with its processor.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Target {
    /// Rust's name.
    pub(crate) triple: &'static str,
    /// The name in the names of files: system and processor.
    pub(crate) label: &'static str,
    /// The processor that the code is compiled for.
    pub(crate) cpu: &'static str,
    /// The processor of the C library and of all other C code.
    pub(crate) c_cpu: Option<&'static str>,
    /// Debian's name of the architecture, which is also Docker's; none for other systems.
    pub(crate) architecture: Option<&'static str>,
    /// The program's file name.
    pub(crate) program: &'static str,
}

/// Nehalem has exactly the instructions of x86-64-v2, which are SSE4.2 and POPCNT: every processor since 2009. For `x86-64-v2`
/// itself the compiler splits loads of 32 bytes, which costs the search of jungle about 8 % of its time. Code that gains from newer
/// instructions asks the processor at run time (`crates/net/src/evaluate.rs`). The C library runs before the program can check
/// the processor, so it must run on all.
pub(crate) const TARGETS: [Target; 3] = [
    Target {
        triple: "x86_64-unknown-linux-musl",
        label: "linux-x86_64",
        cpu: "nehalem",
        c_cpu: Some("x86_64"),
        architecture: Some("amd64"),
        program: "menagerie",
    },
    Target {
        triple: "aarch64-unknown-linux-musl",
        label: "linux-arm64",
        cpu: "generic",
        c_cpu: None,
        architecture: Some("arm64"),
        program: "menagerie",
    },
    Target {
        triple: "x86_64-pc-windows-gnu",
        label: "windows-x86_64",
        cpu: "nehalem",
        c_cpu: Some("x86_64"),
        architecture: None,
        program: "menagerie.exe",
    },
];

impl Target {
    /// The target with this triple; the error lists all.
    pub(crate) fn named(triple: &str) -> Result<&'static Self, String> {
        TARGETS.iter().find(|target| target.triple == triple).ok_or_else(|| {
            let known: Vec<_> = TARGETS.iter().map(|target| target.triple).collect();
            format!("--target {triple}: releases are built for {}", known.join(", "))
        })
    }

    /// Whether it is a Windows system.
    pub(crate) fn is_windows(&self) -> bool {
        self.triple.contains("windows")
    }

    /// The part of the triple that names the processor.
    pub(crate) fn processor(&self) -> &'static str {
        self.triple.split('-').next().unwrap_or_default()
    }
}
