//! `strata points-to`: what pointers may point to, and the segments that follow.

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Instant;

use ::points_to::{Abstract, Classes, Fields, Members, Options, PointsTo, Set};
use ir::Program;
use report::Lines;

use crate::error::CliError;
use crate::options::{AnalysisOptions, PointsToOptions, Section};
use crate::{load, say};

/// Up to this many objects of a set are named, unless all are asked for.
const NAMED: usize = 8;

/// Names, and how many of them are shown.
struct Names<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    most: usize,
}

impl Names<'_> {
    fn list<'o>(&self, objects: impl ExactSizeIterator<Item = &'o Abstract>) -> String {
        let more = objects.len().saturating_sub(self.most);
        let name = |object: &Abstract| self.points_to.object(*object).name(self.program);
        let mut names: Vec<String> = objects.take(self.most).map(name).collect();
        if more > 0 {
            names.push(format!("and {more} more"));
        }
        names.join(" ")
    }
}

/// How precise the analysis is to be.
pub fn options(options: &AnalysisOptions) -> Options {
    let fields = match options.no_fields {
        true => Fields::Together,
        false => Fields::Apart,
    };
    Options { fields, context: options.points_to_context }
}

pub fn points_to(options: &PointsToOptions) -> Result<ExitCode, CliError> {
    let program = load::program(&options.file, &options.build)?;
    let started = Instant::now();
    let points_to = ::points_to::analyse(&program, self::options(&options.analysis));
    let taken = started.elapsed();
    let members = Members { constants: options.constants, locals: options.locals };
    let classes = Classes::new(&program, &points_to, members);
    let most = if options.all { usize::MAX } else { NAMED };
    let names = Names { program: &program, points_to: &points_to, most };
    let asked = |section| options.print.is_empty() || options.print.contains(&section);
    if asked(Section::Sets) {
        say::out(&sets(&names))?;
    }
    if asked(Section::Classes) {
        say::out(&segments(&names, &classes))?;
    }
    if asked(Section::Statistics) {
        say::out(&statistics(&points_to, &classes))?;
        say::err(format_args!("analysed in {:.2} s", taken.as_secs_f64()));
    }
    if let Some(file) = &options.graph {
        let text = ::points_to::graph(&program, &points_to, &classes);
        std::fs::write(file, text).map_err(|error| CliError::Write(file.clone(), error))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The sets of the program's own code, by source line.
fn sets(names: &Names<'_>) -> Lines {
    let mut lines: BTreeMap<(Rc<str>, u32), BTreeSet<Abstract>> = BTreeMap::new();
    for place in names.points_to.uses() {
        if names.program.is_library(place.function) {
            continue;
        }
        if let Some(line) = ::points_to::source(names.program, place) {
            lines.entry(line).or_default().extend(names.points_to.at(place));
        }
    }
    let mut text = Lines::new();
    for ((file, line), objects) in lines {
        text.add(format_args!("{file}:{line}: {}", names.list(objects.iter())));
    }
    text
}

fn segments(names: &Names<'_>, classes: &Classes) -> Lines {
    let mut text = Lines::new();
    for (class, members) in classes.all() {
        let count = members.len();
        text.add(format_args!("segment {}, {count}: {}", class.0, names.list(members.iter())));
    }
    text
}

fn statistics(points_to: &PointsTo, classes: &Classes) -> Lines {
    let s = points_to.statistics();
    let largest = classes.all().map(|(_, members)| members.len()).max().unwrap_or(0);
    let total: usize = points_to.all_sets().iter().map(Set::len).sum();
    let rows = [
        ("functions reached", s.functions as u64),
        ("functions that allocate for others", s.wrappers as u64),
        ("functions in contexts", s.instances as u64),
        ("objects", s.objects as u64),
        ("nodes", s.nodes as u64),
        ("edges", s.edges),
        ("nodes collapsed", s.collapsed),
        ("waves", s.waves),
        ("instructions that use pointers", s.uses as u64),
        ("different sets", s.sets as u64),
        ("objects in all different sets", total as u64),
        ("largest set", s.largest as u64),
        ("segments", classes.len() as u64),
        ("largest segment", largest as u64),
    ];
    let mut text = Lines::new();
    for (what, count) in rows {
        text.add(format_args!("{count:>10}  {what}"));
    }
    text
}
