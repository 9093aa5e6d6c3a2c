//! Saving runs: what has to be the same for a run to go on, and where its tree is.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use engine::{Config, Given, Pruning, TestObject};
use report::ktest::Ktest;
use report::{RunDirectory, WriteError};
use tree::{Fact, Header, Keep, Lock, Locked, Saved, Writer};

use crate::error::CliError;
use crate::options::RunOptions;

/// What the tree of a run is.
pub enum Tree<'a> {
    /// A new one, of a run with these words.
    New(&'a [OsString]),
    /// The one that it goes on with.
    Old(Box<Old>, Pruning),
}

/// A saved run that nobody else goes on with.
pub struct Old {
    directory: PathBuf,
    lock: Lock,
    saved: Saved,
}

/// A run that is saved.
pub struct Saving {
    pub writer: Rc<RefCell<Writer>>,
    pub from: Option<From>,
}

/// What it goes on with.
pub struct From {
    directory: PathBuf,
    saved: Rc<Saved>,
    pruning: Pruning,
}

impl Saving {
    /// The same for the engine.
    pub fn engine(&self) -> engine::Saving {
        engine::Saving {
            writer: Rc::clone(&self.writer),
            from: self.from.as_ref().map(|from| Rc::clone(&from.saved)),
            pruning: self.from.as_ref().map_or(Pruning::Ended, |from| from.pruning),
        }
    }
}

impl From {
    /// The directory of the run.
    pub fn reopen(&self, options: report::Options) -> Result<RunDirectory, WriteError> {
        let tests: BTreeSet<u32> = self.saved.tests().into_keys().collect();
        RunDirectory::reopen(options, &self.directory, &tests, &self.saved.news)
    }
}

impl Old {
    /// The run saved in a directory. Paths whose tests are missing or changed have not ended.
    pub fn open(directory: &Path, keep: Keep) -> Result<Old, CliError> {
        let path = directory.join(tree::FILE_NAME);
        if !path.is_file() {
            return Err(CliError::NotSaved(directory.into()));
        }
        let lock = Lock::take(&path).map_err(|why| match why {
            Locked::InUse => CliError::InUse(directory.into()),
            Locked::Io(error) => CliError::Write(path.clone(), error),
        })?;
        let read = |missing: &BTreeSet<u32>| {
            Saved::read(&path, missing, keep).map_err(|error| CliError::Tree(path.clone(), error))
        };
        let saved = read(&BTreeSet::new())?;
        let missing = missing(directory, &saved);
        let saved = if missing.is_empty() { saved } else { read(&missing)? };
        Ok(Old { directory: directory.into(), lock, saved })
    }

    /// What it is of.
    pub fn header(&self) -> &Header {
        &self.saved.header
    }

    /// How many tests have to be made again.
    pub fn reopened(&self) -> usize {
        self.saved.reopened.len()
    }
}

/// The tests of a run that are not there as they were written.
fn missing(directory: &Path, saved: &Saved) -> BTreeSet<u32> {
    let is_there = |number: u32, print: u64| {
        let test = Ktest::read(&directory.join(format!("test{number:06}.ktest")));
        test.is_ok_and(|test| {
            let object = |object: report::ktest::KtestObject| TestObject {
                name: exec::name_text(&object.name),
                bytes: object.bytes,
            };
            let objects: Vec<TestObject> = test.objects.into_iter().map(object).collect();
            engine::test_print(&objects) == print
        })
    };
    let tests = saved.tests().into_values();
    tests.filter(|test| !is_there(test.number, test.print)).map(|test| test.number).collect()
}

/// How a run is saved, if it is. One that goes on is refused if something differs.
pub fn saving(
    options: &RunOptions,
    tree: Tree<'_>,
    facts: Vec<Fact>,
    config: &Config,
) -> Result<Option<Saving>, CliError> {
    match tree {
        Tree::New(words) => {
            let from_input = options.command[0] == "-";
            let all = matches!(config.given, Given::None | Given::Seeds(_));
            if !options.tests.save_tree || from_input || !all {
                return Ok(None);
            }
            let bytes = |word: &OsString| word.as_bytes().to_vec();
            let directory = std::env::current_dir().unwrap_or_default();
            let header = Header {
                command: words.iter().map(bytes).collect(),
                directory: directory.as_os_str().as_bytes().to_vec(),
                facts,
            };
            let writer = Rc::new(RefCell::new(Writer::new(&header)));
            Ok(Some(Saving { writer, from: None }))
        }
        Tree::Old(old, pruning) => {
            let Old { directory, lock, saved } = *old;
            let differences = saved.header.differences(&facts);
            if !differences.is_empty() {
                return Err(CliError::Differs(directory, differences));
            }
            let path = directory.join(tree::FILE_NAME);
            let writer = Writer::resume(lock, &path, saved.whole_bytes, saved.len())
                .map_err(|error| CliError::Write(path, error))?;
            let from = Some(From { directory, saved: Rc::new(saved), pruning });
            Ok(Some(Saving { writer: Rc::new(RefCell::new(writer)), from }))
        }
    }
}

/// What has to be the same besides the program, each with a name for people.
pub fn facts(options: &RunOptions, config: &Config) -> Vec<Fact> {
    let RunOptions { build, memory, analysis, world, native, tests, command, .. } = options;
    // The directory of the run is not there for the program, wherever it is now.
    let around = env::Config { unseen: Vec::new(), ..config.env.clone() };
    let mut facts = vec![
        Fact { name: "the version of strata".into(), value: env!("CARGO_PKG_VERSION").into() },
        Fact { name: "what the program is given".into(), value: format!("{:?}", &command[1..]) },
        hashed("what the program finds around it", &format!("{around:?}")),
        hashed("a seed", &format!("{:?}", config.given)),
    ];
    let sections = [
        format!("{build:#?}"),
        format!("{memory:#?}"),
        format!("{analysis:#?}"),
        format!("{world:#?}"),
        format!("{native:#?}"),
        format!("{tests:#?}"),
    ];
    for section in sections {
        facts
            .extend(fields(&section).into_iter().filter(|fact| !MAY_DIFFER.contains(&&*fact.name)));
    }
    facts
}

/// Options of these sections that make no difference to paths and tests.
const MAY_DIFFER: [&str; 4] =
    ["--output-dir", "--save-tree", "--write-exec-tree", "--weigh-contents"];

fn hashed(name: &str, text: &str) -> Fact {
    Fact { name: name.into(), value: format!("{:016x}", engine::bytes_print(text.as_bytes())) }
}

/// The fields of a section of options, as its description in the form of Rust lists them.
fn fields(section: &str) -> Vec<Fact> {
    let mut fields: Vec<Fact> = Vec::new();
    for line in section.lines() {
        let field =
            line.strip_prefix("    ").filter(|rest| !rest.starts_with([' ', ']', '}', ')']));
        match (field.and_then(|field| field.split_once(": ")), fields.last_mut()) {
            (Some((name, value)), _) => fields.push(Fact {
                name: format!("--{}", name.replace('_', "-")),
                value: value.trim_end_matches(',').to_owned(),
            }),
            (None, Some(last)) if line.starts_with("    ") => {
                last.value.push(' ');
                last.value.push_str(line.trim());
            }
            _ => {}
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    #[expect(dead_code, reason = "only described")]
    struct Section {
        memory: Option<u32>,
        sym_files: Vec<&'static str>,
        last: bool,
    }

    /// Each option has its own name and value, however long that is.
    #[test]
    fn options_are_told_apart() {
        let section = Section { memory: Some(1), sym_files: vec!["a: b", "c"], last: false };
        let found = fields(&format!("{section:#?}"));
        let found: Vec<_> = found.iter().map(|fact| (&*fact.name, &*fact.value)).collect();
        let files = "[ \"a: b\", \"c\", ],";
        assert_eq!(
            found,
            [("--memory", "Some( 1, ),"), ("--sym-files", files), ("--last", "false")]
        );
    }
}
