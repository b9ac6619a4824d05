//! Builds a program of tests that has many edits behind switches.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

use super::scratch::{Applied, Scratch, home};
use super::switches::{Edit, blamed, wanted_constant, with_switches};
use super::test_program::{CompilerError, TestProgram, build};

/// The edits of each file.
pub(crate) type Edits = BTreeMap<String, Vec<Edit>>;

/// A program of tests with switches.
pub(crate) struct Switched {
    pub(crate) program: PathBuf,
    /// The numbers of the edits that it can make.
    pub(crate) numbers: BTreeSet<usize>,
}

impl Switched {
    /// The program with these edits, built now or by an earlier run. Edits that do not compile behind a switch are left out;
    /// `None` if all are.
    pub(crate) fn make(scratch: &Scratch, tests: TestProgram, edits: &Edits) -> Result<Option<Self>, String> {
        let stored = stored_at(scratch, tests, edits)?;
        if let Some(known) = Self::load(&stored) {
            return Ok(Some(known));
        }
        let mut left_out = BTreeSet::new();
        loop {
            let sources = Sources::with_switches(scratch, edits, &left_out)?;
            if sources.numbers().is_empty() {
                return Ok(None);
            }
            let _applied = sources.write(scratch)?;
            let errors = match build(scratch, tests)? {
                Ok(program) => return Self::store(&program, stored, sources.numbers()).map(Some),
                Err(errors) => errors,
            };
            let wrong = sources.blamed(&errors);
            println!("    {} edits do not compile behind a switch", wrong.len());
            if wrong.is_empty() {
                for error in errors {
                    println!("    {error}");
                }
                return Ok(None);
            }
            left_out.extend(wrong);
        }
    }

    fn load(stored: &Path) -> Option<Self> {
        let numbers = fs::read_to_string(stored.with_extension("json")).ok()?;
        Some(Self { numbers: serde_json::from_str(&numbers).ok()?, program: stored.to_owned() })
    }

    /// Keeps the program: other builds replace it in cargo's folder.
    fn store(built: &Path, program: PathBuf, numbers: BTreeSet<usize>) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("{}: {error}", program.display());
        fs::copy(built, &program).map_err(failed)?;
        let list = serde_json::to_string(&numbers).map_err(|error| error.to_string())?;
        fs::write(program.with_extension("json"), list).map_err(failed)?;
        Ok(Self { program, numbers })
    }
}

/// The file of a program. Its name holds for the same sources and edits only.
fn stored_at(scratch: &Scratch, tests: TestProgram, edits: &Edits) -> Result<PathBuf, String> {
    let mut hasher = DefaultHasher::new();
    (scratch.fingerprint(&tests.folder())?, tests, format!("{edits:?}")).hash(&mut hasher);
    Ok(home().join(format!("switched-{:016x}", hasher.finish())))
}

/// The edited files with their switches, and the numbers of these.
struct Sources(BTreeMap<String, (String, Vec<usize>)>);

impl Sources {
    fn with_switches(scratch: &Scratch, edits: &Edits, left_out: &BTreeSet<usize>) -> Result<Self, String> {
        let mut sources = BTreeMap::new();
        for (file, edits) in edits {
            let wanted: Vec<Edit> = edits.iter().filter(|edit| !left_out.contains(&edit.number)).cloned().collect();
            let (text, numbers) = with_switches(&scratch.read(file)?, &wanted);
            if !numbers.is_empty() {
                sources.insert(file.clone(), (text, numbers));
            }
        }
        Ok(Self(sources))
    }

    fn numbers(&self) -> BTreeSet<usize> {
        self.0.values().flat_map(|(_, numbers)| numbers).copied().collect()
    }

    fn write(&self, scratch: &Scratch) -> Result<Vec<Applied>, String> {
        self.0.iter().map(|(file, (text, _))| scratch.write(file, text)).collect()
    }

    /// The edits that these errors are about. An error outside all switches is about every edit of its file.
    fn blamed(&self, errors: &[CompilerError]) -> BTreeSet<usize> {
        let of_error = |error: &CompilerError| -> Vec<usize> {
            let constant = |(text, numbers): &(String, Vec<usize>)| wanted_constant(text, &error.text, numbers);
            let constant: Vec<usize> = self.0.values().flat_map(constant).collect();
            let Some((text, numbers)) = self.0.get(&error.file).filter(|_| constant.is_empty()) else {
                return constant;
            };
            let found = blamed(text, error.offset, numbers);
            if found.is_empty() { numbers.clone() } else { found }
        };
        errors.iter().flat_map(of_error).collect()
    }
}
