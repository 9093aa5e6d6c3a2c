//! The seeds of a generator, in parts that are tests of their own.
//!
//! `STRATA_SEED` is the first seed of all, 1 if it is not set.

/// Into how many parts [`tests`] divides the seeds.
const PARTS: u64 = 8;

/// How many programs are tested.
pub struct Programs {
    pub ordinary: u64,
    /// With `STRATA_FULL=1`.
    pub full: u64,
}

/// The result for a program.
pub enum Judgement {
    /// Compared, and this is wrong with it.
    Compared(Vec<String>),
    /// Not fit to be compared.
    Unfit,
}

/// Judges the programs of a part, most of which must be fit to be compared.
pub fn judge(part: u64, programs: &Programs, judge: impl Fn(u64) -> Judgement) {
    let count = if testing::full() { programs.full } else { programs.ordinary };
    let first = std::env::var("STRATA_SEED").map_or(1, |seed| seed.parse().expect("a number"));
    let [from, to] = [part, part + 1].map(|part| first + count * part / PARTS);
    let (mut problems, mut compared) = (Vec::new(), 0);
    for seed in from..to {
        if let Judgement::Compared(found) = judge(seed) {
            compared += 1;
            problems.extend(found.into_iter().map(|problem| format!("seed {seed}: {problem}")));
        }
    }
    let what = format!("seeds {from} to {}", to - 1);
    assert!(problems.is_empty(), "{what}: {} problems\n{}", problems.len(), problems.join("\n"));
    assert!(2 * compared >= to - from && compared > 0, "{what}: only {compared} were compared");
}

/// Makes a test of each part: a function of its number.
macro_rules! tests {
    ($part:path) => {
        $crate::seeds::tests!($part: part_1 0, part_2 1, part_3 2, part_4 3, part_5 4, part_6 5, part_7 6, part_8 7);
    };
    ($part:path: $($name:ident $number:literal),*) => {
        $(#[test]
        fn $name() {
            $part($number);
        })*
    };
}

pub(crate) use tests;
