//! `strata tree`: what the tree of a saved run looks like.

mod exec_tree;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use exec::Machine;
use ir::FunctionId;
use memory::Memory;
use report::Lines;
use tree::{Answers, Child, Fork, How, Keep, Node, NodeId, Saved};

use crate::error::CliError;
use crate::options::TreeOptions;
use crate::resume;
use crate::{load, say};

/// The causes of forks, as the engine numbers them; the last one is that of the start.
const CAUSES: [&str; engine::Cause::COUNT + 1] = [
    "branch",
    "computed jump",
    "switch",
    "call of several functions",
    "access",
    "pointer",
    "size of an allocation",
    "realloc",
    "free",
    "number",
    "number of arguments",
];

/// At most this many lines are listed.
const MOST: usize = 20;

pub fn tree(options: &TreeOptions) -> Result<ExitCode, CliError> {
    let path = options.dir.join(tree::FILE_NAME);
    if !path.is_file() {
        return Err(CliError::NotSaved(options.dir.clone()));
    }
    let saved = Saved::read(&path, &Default::default(), Keep::All)
        .map_err(|error| CliError::Tree(path, error))?;
    let directory = absolute(&options.dir)?;
    let dot = options.dot.as_deref().map(absolute).transpose()?;
    let places = Places::of(&saved);
    say::out(&text(&saved, &places))?;
    if let Some(file) = dot {
        let written = std::fs::write(&file, graph(&saved, &places));
        written.map_err(|error| CliError::Write(file, error))?;
    }
    if options.write_exec_tree {
        exec_tree::write(&saved, &places, &directory)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes `exec_tree.db` of the run in a directory.
pub fn write_exec_tree(directory: &Path) -> Result<(), CliError> {
    let path = directory.join(tree::FILE_NAME);
    let directory = absolute(directory)?;
    let saved = Saved::read(&path, &Default::default(), Keep::All)
        .map_err(|error| CliError::Tree(path, error))?;
    exec_tree::write(&saved, &Places::of(&saved), &directory)
}

fn absolute(path: &Path) -> Result<PathBuf, CliError> {
    std::path::absolute(path).map_err(|error| CliError::Read(path.into(), error))
}

/// Where the instructions of a program are, if it is still the one that ran.
struct Places(Option<(Machine, Memory)>);

impl Places {
    fn of(saved: &Saved) -> Places {
        let loaded = resume::options_in(&saved.header, &[])
            .and_then(|options| load::identified(Path::new(&options.command[0]), &options.build));
        let is_same =
            |facts: &[tree::Fact]| facts.iter().all(|fact| saved.header.facts.contains(fact));
        let program = loaded.ok().filter(|(_, facts)| is_same(facts)).map(|(program, _)| program);
        if program.is_none() {
            say::err("WARNING: the program is not the one that ran: there are no source lines");
        }
        Places(program.and_then(|program| Machine::new(program.into(), Memory::new()).ok()))
    }

    /// The instruction that forked.
    fn instruction(fork: &Fork) -> (FunctionId, usize) {
        (FunctionId(fork.site.0), fork.site.1.saturating_sub(1) as usize)
    }

    fn line(&self, fork: &Fork) -> String {
        let (function, pc) = Places::instruction(fork);
        let found = self.0.as_ref();
        let place = found.and_then(|(machine, memory)| machine.location_of(memory, function, pc));
        match place.filter(|place| place.line > 0) {
            Some(place) => format!("{}:{}", place.file, place.line),
            None => format!("function {}, instruction {pc}", function.0),
        }
    }

    /// The line in the text of the program.
    fn assembly_line(&self, fork: &Fork) -> u32 {
        let (function, pc) = Places::instruction(fork);
        let found = self.0.as_ref();
        let line = found
            .and_then(|(machine, _)| machine.program().line_in_text(function, ir::Pc(pc as u32)));
        line.unwrap_or(0)
    }
}

/// The nodes that are in the tree, with their depths: those that were dropped are not.
fn nodes(saved: &Saved) -> Vec<(NodeId, &Node, u32)> {
    let (mut all, mut open) = (Vec::new(), vec![(NodeId(0), 0)]);
    while let Some((id, depth)) = open.pop() {
        all.push((id, saved.node(id), depth));
        open.extend(saved.children(id).rev().map(|child| (child, depth + 1)));
    }
    all
}

fn cause(fork: &Fork) -> &'static str {
    CAUSES.get(usize::from(fork.cause)).copied().unwrap_or("unknown")
}

/// How the path of a leaf ended, or why it has not.
fn ending(node: &Node) -> &'static str {
    match (node.end, node.kind) {
        (Some(end), _) => how(end.how),
        (None, Child::GivenUp) => "given up",
        (None, Child::Untried) if node.answers.is_empty() => "not tried: a limit forbade the fork",
        (None, Child::Doubtful) if node.answers.is_empty() => "not tried: no verdict",
        (None, _) => "not ended",
    }
}

const fn how(how: How) -> &'static str {
    match how {
        How::Exit => "exit",
        How::Fault => "fault",
        How::Silent => "silent",
        How::Unsupported => "not modelled",
        How::Limit => "limit",
        How::Inconclusive => "no verdict",
        How::Infeasible => "not feasible",
        How::Merged => "merged",
    }
}

/// Counts, most first.
fn most_first<K: Ord>(counts: BTreeMap<K, u64>) -> Vec<(K, u64)> {
    let mut counts: Vec<(K, u64)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}

fn text(saved: &Saved, places: &Places) -> Lines {
    let nodes = nodes(saved);
    let (mut causes, mut lines, mut ends) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let (mut answers, mut bytes) = (0_u64, 0_u64);
    let mut depths = Vec::new();
    for (_, node, depth) in &nodes {
        answers += Answers::new(&node.answers).take_while(Result::is_ok).count() as u64;
        bytes += node.answers.len() as u64;
        match &node.fork {
            Some(fork) => {
                *causes.entry(cause(fork)).or_default() += 1;
                *lines.entry(places.line(fork)).or_default() += 1;
            }
            None => {
                *ends.entry(ending(node)).or_default() += 1;
                depths.push(u64::from(*depth));
            }
        }
    }
    let forks: u64 = causes.values().sum();
    let mut out = Lines::new();
    let (paths, deepest) = (depths.len(), depths.iter().max().unwrap_or(&0));
    let mean = depths.iter().sum::<u64>() as f64 / paths.max(1) as f64;
    out.add(format_args!("{} nodes, {paths} paths, {forks} forks", nodes.len()));
    out.add(format_args!("depth: {deepest} at most, {mean:.1} on average"));
    out.add(format_args!(
        "{answers} answers in {bytes} bytes; the whole tree has {} bytes",
        saved.whole_bytes
    ));
    let mut list = |title: &str, rows: Vec<(String, u64)>| {
        out.add(title);
        for (what, count) in rows.iter().take(MOST) {
            out.add(format_args!("{count:>10}  {what}"));
        }
        if rows.len() > MOST {
            out.add(format_args!("{:>10}  others", rows.len() - MOST));
        }
    };
    let named = |counts: BTreeMap<&str, u64>| {
        most_first(counts).into_iter().map(|(name, count)| (name.to_owned(), count)).collect()
    };
    list("ends:", named(ends));
    list("forks by cause:", named(causes));
    list("forks by line:", most_first(lines));
    out
}

/// The tree as a graph for Graphviz.
fn graph(saved: &Saved, places: &Places) -> String {
    let mut out = "digraph tree {\n  node [shape=box];\n".to_owned();
    for (id, node, _) in nodes(saved) {
        let label = match &node.fork {
            Some(fork) => format!("{}\\n{}", cause(fork), places.line(fork).replace('"', "'")),
            None => match node.end.and_then(|end| end.test) {
                Some(test) => format!("{}\\ntest {}", ending(node), test.number),
                None => ending(node).to_owned(),
            },
        };
        let _ = writeln!(out, "  n{} [label=\"{label}\"];", id.0);
        for child in saved.children(id) {
            let _ = writeln!(out, "  n{} -> n{};", id.0, child.0);
        }
    }
    out.push_str("}\n");
    out
}
