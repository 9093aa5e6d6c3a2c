//! Any solver that speaks SMT-LIB 2 on its standard input and output, as a backend.
//!
//! The process is started with the first query and kept: between queries it is told to `reset`. A process that dies,
//! does not understand that, or gives an unintelligible answer is ended, and a fresh one is asked the query once
//! more. A limit is enforced by ending the process. A *sat* counts only with a model that evaluation confirms.
//!
//! What it does not do: keep assertions from one query to the next (that is worth a backend only for a solver in this
//! process), honour conflict budgets (solvers count differently), or print tables for solvers without constant
//! arrays.

mod link;
mod value;

use crate::query::{Decide, Query, Unknown, Verdict, brief};
use crate::sat::Limits;
use link::Link;
use std::fmt::Write;
use term::smt::{self, Question};
use term::{Model, Shape, Symbol};
use value::Sexp;

/// Arguments for solvers given without any, which read standard input only on request.
const ARGUMENTS: &[(&str, &[&str])] =
    &[("cvc5", &["--lang=smt2"]), ("yices-smt2", &["--incremental"]), ("z3", &["-in"])];

/// After this many kept processes in a row have failed where a fresh one did not, none is kept any more.
const REFUSALS: u32 = 3;

/// The text sent before each script.
const PRELUDE: &str = "(set-option :print-success false)\n(set-option :produce-models true)\n";

/// A solver process. See the [module](self).
pub struct Process {
    command: Vec<String>,
    name: &'static str,
    link: Option<Link>,
    refusals: u32,
}

impl Process {
    /// A solver by its command: the program, and its arguments separated by blanks. Nothing is started before the
    /// first query.
    pub fn new(command: &str) -> Process {
        let mut words: Vec<String> = command.split_whitespace().map(String::from).collect();
        if let [program] = &words[..] {
            let file = program.rsplit('/').next().unwrap_or(program);
            let known = ARGUMENTS.iter().find(|(name, _)| *name == file);
            words.extend(
                known.iter().flat_map(|(_, more)| more.iter().map(|word| word.to_string())),
            );
        }
        // Backends are few and live as long as the run; so may their names.
        let name = Box::leak(command.to_string().into_boxed_str());
        Process { command: words, name, link: None, refusals: 0 }
    }

    /// Asks once: the existing process, or a new one.
    fn attempt(&mut self, question: &Question, query: &Query<'_>, limits: &Limits) -> Answer {
        let mut link = match self.link.take() {
            Some(link) => link,
            None => Link::start(&self.command)?,
        };
        link.send(format!("{PRELUDE}{}", question.script));
        let verdict = match link.answer(limits)?.as_str() {
            "unsat" => Verdict::Unsat,
            "sat" => query.checked(model(&mut link, question, limits)?),
            "unknown" => return Err(unknown(&mut link, limits)),
            other => return Err(Unknown::Failed(brief(other))),
        };
        if self.refusals < REFUSALS {
            link.send("(reset)\n".to_string());
            self.link = Some(link);
        }
        Ok(verdict)
    }
}

type Answer = Result<Verdict, Unknown>;

impl Decide for Process {
    fn name(&self) -> &'static str {
        self.name
    }

    fn decide(&mut self, query: &Query<'_>, limits: &Limits) -> Verdict {
        let question = smt::question(query.constraints);
        let kept = self.link.is_some();
        let mut answer = self.attempt(&question, query, limits);
        if kept && matches!(answer, Err(Unknown::Failed(_))) {
            answer = self.attempt(&question, query, limits);
            self.refusals += u32::from(answer.is_ok());
        } else if kept {
            self.refusals = 0;
        }
        answer.unwrap_or_else(Verdict::Unknown)
    }
}

/// Why the solver answered *unknown*.
fn unknown(link: &mut Link, limits: &Limits) -> Unknown {
    link.send("(get-info :reason-unknown)\n".to_string());
    match link.answer(limits) {
        Ok(reason) => Unknown::Failed(format!("it answers unknown {}", brief(&reason))),
        Err(unknown) => unknown,
    }
}

/// The values of the symbols, and of free arrays where they are read.
fn model(link: &mut Link, question: &Question, limits: &Limits) -> Result<Model, Unknown> {
    let mut model = Model::new();
    let mut wanted = String::new();
    for (_, name) in &question.vectors {
        let _ = write!(wanted, " {name}");
    }
    for read in &question.reads {
        let _ = write!(wanted, " {} {}", read.index, read.byte);
    }
    if wanted.is_empty() {
        return Ok(model);
    }
    link.send(format!("(get-value ({wanted}))\n"));
    let answer = link.answer(limits)?;
    let strange = || Unknown::Failed(format!("not the values asked for: {}", brief(&answer)));
    let pairs = Sexp::parse(&answer).and_then(Sexp::into_list).ok_or_else(strange)?;
    if pairs.len() != question.vectors.len() + 2 * question.reads.len() {
        return Err(strange());
    }
    let mut values = pairs.iter().map(|pair| pair.second().ok_or_else(strange));
    let mut value = |width| values.next().ok_or_else(strange)??.value(width).ok_or_else(strange);
    for (symbol, _) in &question.vectors {
        if let Symbol { shape: Shape::Vector(width), .. } = symbol {
            model.set(symbol.clone(), value(*width)?);
        }
    }
    for read in &question.reads {
        let index = value(term::INDEX)?.low_u64();
        model.set_byte(&read.symbol, index, value(term::BYTE)?.low_u64() as u8);
    }
    Ok(model)
}
