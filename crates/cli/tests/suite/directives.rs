//! What a program says about itself: `//@ key: value` lines, and `//~ FAULT kind: text` where faults
//! happen. The list is in `tests/run/README.md`.

use std::collections::{BTreeMap, BTreeSet};

use crate::models;

/// A fault that must be reported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    pub line: u32,
    pub kind: String,
    /// A part of the message.
    pub text: String,
}

/// Values of an object that are all tried natively.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Range {
    pub object: String,
    pub first: i64,
    pub last: i64,
}

/// Another way to compile a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Also {
    pub flag: String,
    /// Whether optimisation may change how many paths there are.
    pub any_paths: bool,
}

#[derive(Clone, Default, Debug)]
pub struct Directives {
    pub faults: Vec<Fault>,
    pub paths: Option<u64>,
    /// Paths under models that avoid a fork, or give up what others follow.
    pub paths_under: BTreeMap<String, u64>,
    pub tests: Option<u64>,
    pub not_exhaustive: bool,
    /// Whether optimisation may change how many paths there are.
    pub any_paths: bool,
    /// The models under which it is exhaustive nevertheless.
    pub exhaustive_under: BTreeSet<String>,
    /// Whether some paths are not followed, so that faults may be missed.
    pub gives_up: bool,
    pub exits: Option<BTreeSet<i64>>,
    pub options: Vec<String>,
    pub cflags: Vec<String>,
    /// Further flags it is compiled with, one by one, and run again.
    pub also: Vec<Also>,
    pub args: Vec<String>,
    /// The models it runs under, if not all.
    pub models: Option<Vec<String>>,
    /// Why its tests are not replayed.
    pub no_replay: Option<String>,
    pub by_number: bool,
    pub brute: Vec<Range>,
}

impl Directives {
    pub fn parse(text: &str) -> Directives {
        let mut all = Directives::default();
        for (line, number) in text.lines().zip(1..) {
            for expectation in line.split("//~ ").skip(1) {
                all.faults.push(fault(expectation.trim(), number));
            }
            if let Some(directive) = line.strip_prefix("//@ ") {
                let (key, value) = directive.split_once(':').unwrap_or((directive, ""));
                all.directive(key.trim(), value.trim());
            }
        }
        all
    }

    fn directive(&mut self, key: &str, value: &str) {
        let number = || Some(value.parse().unwrap_or_else(|_| panic!("{key}: {value}")));
        let words = || value.split_whitespace().map(str::to_owned);
        match key {
            "paths" => self.paths = number(),
            key if key.starts_with("paths ") => {
                let models = key.split_whitespace().skip(1);
                let paths = number().unwrap_or(0);
                self.paths_under.extend(models.map(|model| (model.to_owned(), paths)));
            }
            "tests" => self.tests = number(),
            "exhaustive" => self.not_exhaustive = value == "no",
            key if key.starts_with("exhaustive ") && value == "yes" => {
                let models = key.split_whitespace().skip(1);
                self.exhaustive_under.extend(models.map(str::to_owned));
            }
            "exit" => self.exits = Some(list(value)),
            "options" => self.options.extend(words()),
            "cflags" => self.cflags.extend(words()),
            "also" => self.also.push(also(value)),
            "args" => self.args.extend(words()),
            "memory" if value == "all" => {}
            "memory" => {
                let (but, names) = match value.strip_prefix("all but ") {
                    Some(names) => (true, names),
                    None => (false, value),
                };
                let named = |model: &&str| names.split([',', ' ']).any(|name| name == *model);
                let models = models::MODELS.into_iter().filter(|model| named(model) != but);
                self.models = Some(models.map(str::to_owned).collect());
            }
            "replay" => self.no_replay = Some(reason(value)),
            "by-number" => self.by_number = true,
            "brute" => self.brute.extend(value.split(',').map(range)),
            other => panic!("unknown directive {other}"),
        }
    }

    /// What is expected of the program as it is, and of each other way to compile it.
    pub fn variants(self) -> Vec<Directives> {
        let others = self.also.iter().map(|also| {
            let mut other = self.clone();
            other.cflags.push(also.flag.clone());
            if also.any_paths {
                (other.paths, other.tests) = (None, None);
                other.any_paths = true;
            }
            other
        });
        others.collect::<Vec<_>>().into_iter().chain([self]).collect()
    }

    pub fn runs_under(&self, model: &str) -> bool {
        self.models.as_ref().is_none_or(|models| models.iter().any(|name| name == model))
    }

    /// What is expected under a model. Where `single` has a number of paths of its own it gives something up.
    pub fn under(&self, model: &str) -> Directives {
        let mut under = self.clone();
        // Parts do not fork where objects are gathered, and lists do not fork where merged objects do not.
        let named = match model {
            models::SPLIT_AND_GATHERED => "dynamic",
            "plane" if !self.paths_under.contains_key("plane") => "merge",
            model => model,
        };
        under.not_exhaustive &= !self.exhaustive_under.contains(model);
        if let Some(paths) = self.paths_under.get(named) {
            (under.paths, under.tests) = (Some(*paths).filter(|_| !self.any_paths), None);
            under.gives_up = model == "single";
            under.not_exhaustive |= under.gives_up;
        }
        under
    }

    /// The flags for bitcode: those of the program, at the level that its options ask for.
    pub fn bitcode_flags(&self) -> Vec<String> {
        let asked = self.options.iter().skip_while(|option| *option != "-O").nth(1);
        let level = format!("-O{}", asked.map_or("0", String::as_str));
        std::iter::once(level).chain(self.cflags.iter().cloned()).collect()
    }

    /// The compiler's flags, as our options.
    pub fn build_options(&self) -> Vec<String> {
        self.cflags.iter().map(|flag| format!("--cflag={flag}")).collect()
    }
}

fn fault(expectation: &str, line: u32) -> Fault {
    let Some(rest) = expectation.strip_prefix("FAULT ") else {
        panic!("line {line}: unknown expectation {expectation}");
    };
    let (kind, text) = rest.split_once(':').unwrap_or((rest, ""));
    Fault { line, kind: kind.trim().to_owned(), text: text.trim().to_owned() }
}

/// `-O1`, or `-O1, any paths`.
fn also(value: &str) -> Also {
    match value.split_once(',') {
        None => Also { flag: value.to_owned(), any_paths: false },
        Some((flag, rest)) => {
            assert_eq!(rest.trim(), "any paths", "also: FLAG[, any paths]");
            Also { flag: flag.trim().to_owned(), any_paths: true }
        }
    }
}

fn list(value: &str) -> BTreeSet<i64> {
    let numbers = value.split(',').map(str::trim);
    numbers.map(|n| n.parse().unwrap_or_else(|_| panic!("not a number: {n}"))).collect()
}

fn reason(value: &str) -> String {
    let why = value.strip_prefix("off").map(str::trim).unwrap_or_default();
    assert!(!why.is_empty(), "replay: off needs a reason");
    why.to_owned()
}

/// `x in 0..255`, both ends included.
fn range(text: &str) -> Range {
    let parsed = || {
        let (object, bounds) = text.split_once(" in ")?;
        let (first, last) = bounds.split_once("..")?;
        let (first, last) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
        Some(Range { object: object.trim().to_owned(), first, last })
    };
    parsed().unwrap_or_else(|| panic!("not a range: {text}"))
}
