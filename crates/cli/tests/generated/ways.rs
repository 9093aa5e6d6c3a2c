//! The ways to compile a generated program: which compiler, how optimised, where it may be loaded.

use std::fmt;

const COMPILERS: [&str; 4] = ["clang-19", "clang-22", "clang-16", "clang-13"];
const LEVELS: [&str; 5] = ["-O1", "-O2", "-O0", "-Os", "-O3"];
const POSITIONS: [&str; 2] = ["-fPIC", "-fno-pic"];

pub struct Way {
    pub compiler: &'static str,
    pub level: &'static str,
    pub position: &'static str,
}

impl Way {
    /// How many there are with all compilers. That many seeds in a row cover them all.
    pub const COUNT: u64 = (COMPILERS.len() * LEVELS.len() * POSITIONS.len()) as u64;

    pub fn of(seed: u64, compilers: &[&'static str]) -> Way {
        let (seed, count) = (seed as usize, compilers.len());
        Way {
            compiler: compilers[seed % count],
            level: LEVELS[seed / count % LEVELS.len()],
            position: POSITIONS[seed / count / LEVELS.len() % POSITIONS.len()],
        }
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.compiler, self.level, self.position)
    }
}

/// Those of the compilers that are installed.
pub fn installed() -> Vec<&'static str> {
    COMPILERS.into_iter().filter(|name| testing::installed(name)).collect()
}
