//! A script being run: assertions in scopes, the last verdict, and what is printed.

use std::rc::Rc;
use std::time::{Duration, Instant};

use report::Lines;
use solver::sat::Limits;
use solver::{Chain, Decide, Path, Query, Verdict};
use term::smt::parse::{Command, Parser, SortedTerm, quoted};
use term::{Model, Term, Terms};

use crate::error::CliError;
use crate::options::SolveOptions;
use crate::say;

/// How many questions there were, and how many without a verdict.
#[derive(Default)]
pub struct Verdicts {
    unknown: usize,
}

impl Verdicts {
    pub fn all_known(&self) -> bool {
        self.unknown == 0
    }
}

/// What may be asked about the last question.
enum Last {
    /// There was none, or the assertions have changed since.
    Nothing,
    Sat(Found),
    Unsat,
    Unknown(String),
}

/// What a *sat* rests on.
struct Found {
    constraints: Vec<Term>,
    path: Path,
    /// One of the models.
    model: Rc<Model>,
}

pub struct Session<'a> {
    terms: Terms,
    parser: Parser<'a>,
    chain: Chain,
    /// Asked again about each *unsat*.
    oracle: Option<Box<dyn Decide>>,
    time_limit: Option<Duration>,
    models: Models,
    /// Whether commands without an answer are answered by `success`.
    print_success: bool,
    assertions: Vec<Term>,
    /// How many assertions there were at each `push`.
    levels: Vec<usize>,
    last: Last,
    verdicts: Verdicts,
}

/// When models are printed.
#[derive(PartialEq)]
enum Models {
    OnRequest,
    AfterSat,
}

impl<'a> Session<'a> {
    pub fn new(
        text: &'a str,
        chain: Chain,
        oracle: Option<Box<dyn Decide>>,
        options: &SolveOptions,
    ) -> Session<'a> {
        let terms = Terms::new();
        let unasked = options.model && !text.contains("(get-model");
        Session {
            parser: Parser::new(&terms, text),
            terms,
            chain,
            oracle,
            time_limit: options.time_limit,
            models: if unasked { Models::AfterSat } else { Models::OnRequest },
            print_success: false,
            assertions: Vec::new(),
            levels: Vec::new(),
            last: Last::Nothing,
            verdicts: Verdicts::default(),
        }
    }

    /// Answers are out before the next question is decided.
    pub fn run(mut self, file: &std::path::Path) -> Result<Verdicts, CliError> {
        while let Some(command) = self.parser.command() {
            let command = command.map_err(|error| CliError::Script(file.into(), error))?;
            match self.obey(command) {
                Some(answer) => say::out(&Lines::of_text(&answer))?,
                None if self.print_success => say::out(&Lines::one("success"))?,
                None => {}
            }
        }
        Ok(self.verdicts)
    }

    /// The answer to a command, if it has one.
    fn obey(&mut self, command: Command<'_>) -> Option<String> {
        match command {
            Command::Assert(term) => {
                self.assertions.push(term);
                self.last = Last::Nothing;
            }
            Command::Push(count) => {
                self.levels.extend((0..count).map(|_| self.assertions.len()));
                self.last = Last::Nothing;
            }
            Command::Pop(count) => {
                let left = self.levels.len().saturating_sub(count);
                if let Some(length) = self.levels.drain(left..).next() {
                    self.assertions.truncate(length);
                }
                self.last = Last::Nothing;
            }
            Command::Reset | Command::ResetAssertions => {
                self.assertions.clear();
                self.levels.clear();
                self.last = Last::Nothing;
            }
            Command::SetOption(":print-success", value) => self.print_success = value == "true",
            Command::CheckSat => return Some(self.check(&[])),
            Command::CheckSatAssuming(assumed) => return Some(self.check(&assumed)),
            Command::GetModel => return Some(self.with_model(Self::model)),
            Command::GetValue(values) => {
                return Some(self.with_model(|s, model| s.values(&values, model)));
            }
            Command::Echo(text) => return Some(format!("{}\n", string(&text))),
            Command::GetInfo(key) => return Some(self.info(key)),
            Command::GetOption(_) => return Some("unsupported\n".into()),
            Command::SetLogic(_)
            | Command::SetInfo(..)
            | Command::SetOption(..)
            | Command::Define
            | Command::Exit => {}
        }
        None
    }

    fn limits(&self) -> Limits {
        match self.time_limit {
            Some(limit) => Limits::until(Instant::now() + limit),
            None => Limits::none(),
        }
    }

    fn check(&mut self, assumed: &[Term]) -> String {
        let constraints = [&self.assertions, assumed].concat();
        let mut path = Path::new();
        for constraint in &constraints {
            path.assume(&self.terms, constraint, None);
        }
        let query = Query { terms: &self.terms, constraints: &constraints };
        let limits = self.limits();
        let verdict = match self.chain.satisfiable(&self.terms, &path, &limits) {
            Verdict::Sat(model) => query.checked(Model::clone(&model)),
            other => other,
        };
        self.last = match verdict {
            Verdict::Sat(model) => Last::Sat(Found { constraints, path, model }),
            Verdict::Unsat => self.confirmed(&constraints),
            Verdict::Unknown(why) => Last::Unknown(why.to_string()),
        };
        match &self.last {
            Last::Sat(_) if self.models == Models::AfterSat => {
                format!("sat\n{}", self.with_model(Self::model))
            }
            Last::Sat(_) => "sat\n".into(),
            Last::Unsat => "unsat\n".into(),
            Last::Unknown(why) => {
                self.verdicts.unknown += 1;
                format!("unknown\n; {}\n", why.replace('\n', " "))
            }
            Last::Nothing => unreachable!("there was a question"),
        }
    }

    /// *Unsat*, unless the oracle has a model.
    fn confirmed(&mut self, constraints: &[Term]) -> Last {
        let limits = self.limits();
        let Some(oracle) = &mut self.oracle else { return Last::Unsat };
        let query = Query { terms: &self.terms, constraints };
        match oracle.decide(&query, &limits) {
            Verdict::Sat(model) if query.is_satisfied_by(&model) => {
                let (ours, theirs) = (self.chain.name(), oracle.name());
                Last::Unknown(format!("{ours} says unsat and {theirs} has a model: a bug"))
            }
            _ => Last::Unsat,
        }
    }

    /// An answer from the least model, which depends on the assertions alone; if that cannot be found
    /// within the limits, from the one that is there, and it says so.
    fn with_model(&mut self, answer: impl Fn(&Self, &Model) -> String) -> String {
        let limits = self.limits();
        match &self.last {
            Last::Sat(Found { constraints, path, model }) => {
                let query = Query { terms: &self.terms, constraints };
                let least = self.chain.least(&self.terms, path, &limits);
                match least {
                    Ok(least) => {
                        assert!(query.is_satisfied_by(&least), "the least model is a model");
                        answer(self, &least)
                    }
                    Err(_) => format!("; not the least model\n{}", answer(self, model)),
                }
            }
            Last::Unsat => "(error \"there is no model: the last answer is unsat\")\n".into(),
            Last::Unknown(_) => {
                "(error \"there is no model: the last answer is unknown\")\n".into()
            }
            Last::Nothing => "(error \"there is no model: ask check-sat first\")\n".into(),
        }
    }

    fn model(&self, model: &Model) -> String {
        let line = |(name, value): (&str, &SortedTerm)| {
            let (sort, value) = (value.sort(), value.show(&self.terms, model));
            format!("  (define-fun {} () {sort} {value})\n", quoted(name))
        };
        format!("(\n{})\n", self.parser.declared().map(line).collect::<String>())
    }

    fn values(&self, values: &[(&str, SortedTerm)], model: &Model) -> String {
        let pair = |(text, value): &(&str, SortedTerm)| {
            format!("({text} {})", value.show(&self.terms, model))
        };
        format!("({})\n", values.iter().map(pair).collect::<Vec<_>>().join("\n "))
    }

    fn info(&self, key: &str) -> String {
        match (key, &self.last) {
            (":name", _) => "(:name \"strata\")\n".into(),
            (":version", _) => format!("(:version \"{}\")\n", env!("CARGO_PKG_VERSION")),
            (":error-behavior", _) => "(:error-behavior immediate-exit)\n".into(),
            (":reason-unknown", Last::Unknown(why)) => {
                format!("(:reason-unknown {})\n", string(why))
            }
            (":reason-unknown", _) => "(error \"the last answer is not unknown\")\n".into(),
            _ => "unsupported\n".into(),
        }
    }
}

/// The text as a string of SMT-LIB.
fn string(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
