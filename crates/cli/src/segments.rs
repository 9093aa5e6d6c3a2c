//! The memory model of a run: the segments of those that have any come from an analysis, or from pre-runs.

mod analysed;
mod recorded;

use std::path::Path;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use ::points_to::Members;
use engine::{
    Allocations, Config, Host, Limits, MemoryModel, NativeCalls, Overflow, Remains, Segmentation,
};
use ir::Program;
use memory::{Overshoot, Splitting};
use solver::Chain;

use crate::error::CliError;
use crate::options::{MemoryOption, MemoryOptions, RunOptions};
use crate::say;
use analysed::Analysed;
use recorded::Recorded;

/// At most this many pre-runs are made: each finds at least one class, and most programs need a few.
const MOST: usize = 1000;

/// A memory model, and the classes it is based on as text, so that they can be used again.
pub struct Chosen {
    pub model: MemoryModel,
    pub classes: Option<Rc<str>>,
    /// How long it took to find them, if the model has any.
    pub took: Option<Duration>,
}

impl From<MemoryModel> for Chosen {
    fn from(model: MemoryModel) -> Chosen {
        Chosen { model, classes: None, took: None }
    }
}

/// What is made anew for each pre-run.
pub struct Fresh {
    pub chain: Chain,
    pub native: Option<NativeCalls>,
}

/// The memory model that is asked for. `fresh` makes a solver and so on for each pre-run.
pub fn choose(
    options: &RunOptions,
    program: &Rc<Program>,
    config: &Config,
    fresh: impl Fn() -> Result<Fresh, CliError>,
    file: &Path,
) -> Result<Chosen, CliError> {
    let (options, analysis) = (&options.memory, &options.analysis);
    if let Some(segments) = &options.segments
        && !matches!(options.memory, MemoryOption::SegmentedIdeal)
    {
        return Err(CliError::NoSegments(segments.clone()));
    }
    let overflow = match options.segment_forks {
        true => Overflow::Fork,
        false => Overflow::Choice,
    };
    let threshold = Some(options.segment_threshold.unwrap_or_else(|| usual(options)));
    let threshold = threshold.filter(|bytes| *bytes > 0);
    let overshoot = match options.segment_overshoot {
        true => Overshoot::Last,
        false => Overshoot::None,
    };
    let segmented = |classes: Rc<dyn Allocations>| {
        MemoryModel::Segmented(Segmentation { classes, threshold, overshoot, overflow })
    };
    let splitting = Splitting { threshold: options.split_threshold, size: options.split_size };
    match options.memory {
        MemoryOption::Single => Ok(MemoryModel::Single.into()),
        MemoryOption::Fork => Ok(MemoryModel::Fork.into()),
        MemoryOption::Merge => Ok(MemoryModel::Merge.into()),
        MemoryOption::Plane => Ok(MemoryModel::Plane(options.plane_store.writes()).into()),
        MemoryOption::Flat => Ok(MemoryModel::Flat.into()),
        MemoryOption::Dynamic => {
            let (reuse, splitting) =
                (!options.no_segment_reuse, options.split.then_some(splitting));
            Ok(MemoryModel::Dynamic { threshold, reuse, splitting }.into())
        }
        MemoryOption::Split => Ok(MemoryModel::Split(splitting).into()),
        MemoryOption::Segmented => {
            let (constants, locals) = (options.segment_constants, options.segment_locals);
            let precision = crate::points_to::options(analysis);
            let members = Members { constants, locals };
            let time = Preparation::new(config);
            let start = Instant::now();
            let model = match Analysed::new(program, precision, members, &|| time.goes_on()) {
                Some(classes) => segmented(Rc::new(classes)),
                None => {
                    say::err(format_args!(
                        "WARNING: no time for the analysis: no objects share an array"
                    ));
                    MemoryModel::Fork
                }
            };
            Ok(Chosen { took: Some(start.elapsed()), ..model.into() })
        }
        MemoryOption::SegmentedIdeal => {
            let start = Instant::now();
            let recorded = match &options.segments {
                Some(path) => read(path, program)?,
                None => record(program, config, segmented, fresh, file)?,
            };
            let classes = Some(recorded.to_text(program).into());
            let model = segmented(recorded);
            Ok(Chosen { model, classes, took: Some(start.elapsed()) })
        }
    }
}

/// The threshold of segments. Where a further array is a path, fewer are better; where it is one more choice, small
/// ones are, since a read at an unknown offset shows the solver all of its array.
fn usual(options: &MemoryOptions) -> u64 {
    match options.memory {
        MemoryOption::Segmented | MemoryOption::SegmentedIdeal if !options.segment_forks => 1 << 10,
        _ => 10 << 10,
    }
}

/// What may be spent before the run itself: half of its time, unless it is interrupted.
struct Preparation<'a> {
    limit: Option<Duration>,
    host: &'a Host,
}

impl Preparation<'_> {
    fn new(config: &Config) -> Preparation<'_> {
        Preparation { limit: config.limits.time.map(|limit| limit / 2), host: &config.host }
    }

    fn goes_on(&self) -> bool {
        let is_late = |limit| self.host.began.is_some_and(|began| began.elapsed() >= limit);
        let interrupt = self.host.interrupt.as_ref();
        !self.limit.is_some_and(is_late)
            && !interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

fn read(path: &Path, program: &Program) -> Result<Rc<Recorded>, CliError> {
    let text =
        report::file::read_text(path).map_err(|error| CliError::Read(path.to_path_buf(), error))?;
    let recorded = Recorded::from_text(program, &text);
    recorded
        .map(Rc::new)
        .map_err(|(line, problem)| CliError::Segments(path.to_path_buf(), line, problem))
}

/// Runs the program until no access goes to arrays of different classes.
fn record(
    program: &Rc<Program>,
    config: &Config,
    segmented: impl Fn(Rc<dyn Allocations>) -> MemoryModel,
    fresh: impl Fn() -> Result<Fresh, CliError>,
    file: &Path,
) -> Result<Rc<Recorded>, CliError> {
    let recorded = Rc::new(Recorded::default());
    let time = Preparation::new(config);
    for number in 1..=MOST {
        if !time.goes_on() {
            say::err(format_args!("WARNING: no time for more than {} pre-runs", number - 1));
            break;
        }
        let before = recorded.to_text(program);
        let classes = Rc::clone(&recorded);
        let Fresh { chain, native } = fresh()?;
        let settings = Config {
            model: segmented(classes),
            resolutions: Some(Rc::clone(&recorded) as Rc<_>),
            native,
            remains: Remains::Freed,
            limits: Limits { time: time.limit, ..config.limits },
            ..config.clone()
        };
        engine::run(Rc::clone(program), &settings, chain, &mut |_| {})
            .map_err(|error| CliError::Start(file.to_path_buf(), error))?;
        if recorded.to_text(program) == before {
            say::err(format_args!("pre-runs: {number}"));
            break;
        }
    }
    Ok(recorded)
}
