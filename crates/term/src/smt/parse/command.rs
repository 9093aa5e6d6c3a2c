//! The commands of a script.

use super::array::Array;
use super::float;
use super::lex::Token;
use super::names::{Function, Global, Names};
use super::reduce::Reduction;
use super::script::Code;
use super::sort::Sort;
use super::sorted_term::SortedTerm;
use super::{Parser, Refusal};
use crate::Term;
use numeric::Bits;
use std::rc::Rc;

/// More scopes than this are an error in the generator of the script.
const SCOPES: u64 = 1 << 20;

/// What a script asks for.
#[derive(Clone)]
pub enum Command<'a> {
    /// The logic, which makes no difference here.
    SetLogic(&'a str),
    /// A keyword and the text of its value.
    SetInfo(&'a str, &'a str),
    /// A keyword and the text of its value.
    SetOption(&'a str, &'a str),
    /// Something was declared or defined; there is nothing to do.
    Define,
    /// A truth value holds from here on.
    Assert(Term),
    /// Can all assertions hold together?
    CheckSat,
    /// The same with additional assumptions.
    CheckSatAssuming(Vec<Term>),
    /// The values of all declared constants.
    GetModel,
    /// The values of terms, with their texts.
    GetValue(Vec<(&'a str, SortedTerm)>),
    /// Opens this many scopes of assertions.
    Push(usize),
    /// Closes this many scopes, which are open.
    Pop(usize),
    /// Everything is forgotten.
    Reset,
    /// All assertions and all names are forgotten.
    ResetAssertions,
    /// A text to print.
    Echo(String),
    /// A keyword to answer for.
    GetInfo(&'a str),
    /// A keyword to answer for.
    GetOption(&'a str),
    /// The end.
    Exit,
}

impl<'a> Parser<'a> {
    pub(super) fn run(&mut self, code: &Code<'a>) -> Result<Command<'a>, Refusal> {
        let members: Vec<usize> = code.members(0).collect();
        let [name, rest @ ..] = &members[..] else {
            return Err(Refusal::new(code.at(0), "a command is expected, not an empty list"));
        };
        let word = code.symbol(*name)?;
        let wrong =
            |form: &str| Err(Refusal::new(code.at(0), format!("the command is `({form})`")));
        match (word, rest) {
            ("assert", [term]) => self.assert(code, *term),
            ("assert", _) => wrong("assert TERM"),
            (
                "declare-fun" | "declare-const" | "define-fun" | "define-const" | "define-sort",
                _,
            ) => self.define(code, word, rest),
            ("check-sat", []) => Ok(Command::CheckSat),
            ("check-sat", _) => wrong("check-sat"),
            ("check-sat-assuming", [list]) if code.is_list(*list) => {
                let assumed = code.members(*list).map(|term| self.truth(code, term));
                Ok(Command::CheckSatAssuming(assumed.collect::<Result<_, _>>()?))
            }
            ("check-sat-assuming", _) => wrong("check-sat-assuming (TERM ...)"),
            ("get-model", []) => Ok(Command::GetModel),
            ("get-model", _) => wrong("get-model"),
            ("get-value", [list]) if code.members(*list).next().is_some() => {
                let text = self.text;
                let value = |term| Ok((code.text(term, text), self.term(code, term)?));
                Ok(Command::GetValue(code.members(*list).map(value).collect::<Result<_, _>>()?))
            }
            ("get-value", _) => wrong("get-value (TERM ...)"),
            ("push" | "pop" | "reset" | "reset-assertions", _) => self.scope(code, word, rest),
            ("exit", []) => Ok(Command::Exit),
            ("exit", _) => wrong("exit"),
            _ => self.say(code, word, rest),
        }
    }

    /// Commands about texts.
    fn say(&self, code: &Code<'a>, word: &str, rest: &[usize]) -> Result<Command<'a>, Refusal> {
        let keyword = |index: usize| match code.token(index) {
            Token::Keyword(word) => Ok(word),
            _ => Err(Refusal::new(code.at(index), "a keyword is expected here, as `:name`")),
        };
        let value =
            |index: &[usize]| index.first().map_or("", |index| code.text(*index, self.text));
        match (word, rest) {
            ("set-logic", [logic]) => Ok(Command::SetLogic(code.symbol(*logic)?)),
            ("set-info", [key, rest @ ..]) => Ok(Command::SetInfo(keyword(*key)?, value(rest))),
            ("set-option", [key, rest @ ..]) => {
                let (key, value) = (keyword(*key)?, value(rest));
                match (key, value) {
                    (":global-declarations", "true") => {
                        Err(Refusal::new(code.at(rest[0]), "global declarations are not supported"))
                    }
                    _ => Ok(Command::SetOption(key, value)),
                }
            }
            ("get-info", [key]) => Ok(Command::GetInfo(keyword(*key)?)),
            ("get-option", [key]) => Ok(Command::GetOption(keyword(*key)?)),
            ("echo", [text]) => match code.token(*text) {
                Token::Text(text) => Ok(Command::Echo(text.replace("\"\"", "\""))),
                _ => Err(Refusal::new(code.at(*text), "a string is expected here")),
            },
            ("set-logic" | "set-info" | "set-option" | "get-info" | "get-option" | "echo", _) => {
                Err(Refusal::new(code.at(0), format!("`{word}` takes other arguments")))
            }
            _ => Err(Refusal::new(code.at(0), unsupported(word))),
        }
    }

    fn scope(
        &mut self,
        code: &Code<'a>,
        word: &str,
        rest: &[usize],
    ) -> Result<Command<'a>, Refusal> {
        let count = match rest {
            [] => 1,
            [count] => code.numeral(*count)?,
            _ => return Err(Refusal::new(code.at(0), format!("`{word}` takes one number"))),
        };
        match word {
            "push" if count + self.names.depth() as u64 <= SCOPES => {
                (0..count).for_each(|_| self.names.push());
                Ok(Command::Push(count as usize))
            }
            "push" => Err(Refusal::new(code.at(0), format!("there are at most {SCOPES} scopes"))),
            "pop" if count <= self.names.depth() as u64 => {
                (0..count).for_each(|_| self.names.pop());
                Ok(Command::Pop(count as usize))
            }
            "pop" => {
                let depth = self.names.depth();
                let message = format!("`pop` of {count} where {depth} were pushed");
                Err(Refusal::new(code.at(0), message))
            }
            _ if !rest.is_empty() => {
                Err(Refusal::new(code.at(0), format!("`{word}` takes no arguments")))
            }
            _ => {
                self.names = Names::default();
                Ok(if word == "reset" { Command::Reset } else { Command::ResetAssertions })
            }
        }
    }

    pub(super) fn term(&mut self, code: &Code<'a>, index: usize) -> Result<SortedTerm, Refusal> {
        Reduction::new(self, code).run(index)
    }

    fn truth(&mut self, code: &Code<'a>, index: usize) -> Result<Term, Refusal> {
        match self.term(code, index)? {
            SortedTerm::Bits(Sort::Bool, term) => Ok(term),
            other => {
                let message =
                    format!("a truth value is expected here, not one of sort {}", other.sort());
                Err(Refusal::new(code.at(index), message))
            }
        }
    }

    pub(super) fn sort(&self, code: &Code<'a>, index: usize) -> Result<Sort, Refusal> {
        code.sort(index, &|name| self.names.sort(name))
    }

    fn assert(&mut self, code: &Code<'a>, term: usize) -> Result<Command<'a>, Refusal> {
        if let Some((name, sort, value)) = self.array_definition(code, term) {
            let found = self.term(code, value)?;
            // A value that mentions the array does not define it.
            if found.sort() == sort && self.names.unused_array(name).is_some() {
                self.names.set(name, Global::Defined(found));
                return Ok(Command::Define);
            }
        }
        Ok(Command::Assert(self.truth(code, term)?))
    }

    /// The name, sort and value of `(= name value)` or `(= value name)`, if the name is that of an array
    /// that nothing has mentioned.
    fn array_definition(&self, code: &Code<'a>, term: usize) -> Option<(&'a str, Sort, usize)> {
        let members: Vec<usize> = code.members(term).take(4).collect();
        let [equal, a, b] = members[..] else { return None };
        if code.token(equal) != Token::Symbol("=") {
            return None;
        }
        [(a, b), (b, a)].into_iter().find_map(|(name, value)| {
            let name = code.symbol(name).ok()?;
            Some((name, self.names.unused_array(name)?, value))
        })
    }

    /// Checks that a name may be given a meaning.
    pub(super) fn fresh(&self, code: &Code<'a>, index: usize, name: &str) -> Result<(), Refusal> {
        match self.names.is_global(name) {
            true => Err(Refusal::new(code.at(index), format!("`{name}` has a meaning already"))),
            false => Ok(()),
        }
    }

    fn define(
        &mut self,
        code: &Code<'a>,
        word: &str,
        rest: &[usize],
    ) -> Result<Command<'a>, Refusal> {
        let wrong =
            |form: &str| Err(Refusal::new(code.at(0), format!("the command is `({form})`")));
        match (word, rest) {
            ("declare-const", [name, sort]) => self.declare(code, *name, *sort)?,
            ("declare-const", _) => return wrong("declare-const NAME SORT"),
            ("declare-fun", [name, parameters, sort]) if code.is_list(*parameters) => {
                if code.members(*parameters).next().is_some() {
                    let message = "functions that are declared and not defined are not supported";
                    return Err(Refusal::new(code.at(*parameters), message));
                }
                self.declare(code, *name, *sort)?;
            }
            ("declare-fun", _) => return wrong("declare-fun NAME () SORT"),
            ("define-const", [name, sort, body]) => {
                self.define_function(code, *name, &[], *sort, *body)?;
            }
            ("define-const", _) => return wrong("define-const NAME SORT TERM"),
            ("define-fun", [name, parameters, sort, body]) if code.is_list(*parameters) => {
                let parameters: Vec<usize> = code.members(*parameters).collect();
                self.define_function(code, *name, &parameters, *sort, *body)?;
            }
            ("define-fun", _) => return wrong("define-fun NAME ((NAME SORT) ...) SORT TERM"),
            (_, [name, parameters, sort]) if code.is_list(*parameters) => {
                if code.members(*parameters).next().is_some() {
                    let message = "sorts with parameters are not supported";
                    return Err(Refusal::new(code.at(*parameters), message));
                }
                let sort = self.sort(code, *sort)?;
                let symbol = code.symbol(*name)?;
                if self.names.sort(symbol).is_some() {
                    let message = format!("the sort `{symbol}` is defined already");
                    return Err(Refusal::new(code.at(*name), message));
                }
                self.names.define_sort(symbol, sort);
            }
            _ => return wrong("define-sort NAME () SORT"),
        }
        Ok(Command::Define)
    }

    fn declare(&mut self, code: &Code<'a>, name: usize, sort: usize) -> Result<(), Refusal> {
        let (symbol, sort) = (code.symbol(name)?, self.sort(code, sort)?);
        self.fresh(code, name, symbol)?;
        let value = self.free(symbol, sort);
        self.names.declare(symbol, value);
        Ok(())
    }

    /// A value that may be anything of its sort.
    fn free(&self, name: &str, sort: Sort) -> SortedTerm {
        let bits = |width: Bits| SortedTerm::Bits(sort, self.terms.var(name, width));
        match sort {
            Sort::Bool => bits(Bits(1)),
            Sort::Vector(width) => bits(width),
            Sort::Float(kind) => SortedTerm::float(kind, float::free(&self.terms, name, kind)),
            Sort::Rounding => SortedTerm::Bits(sort, float::free_mode(&self.terms, name)),
            Sort::Array(index, element) => {
                SortedTerm::Array(Array::free(&self.terms, name, index, element))
            }
            Sort::Real => unreachable!("no sort is written so"),
        }
    }

    fn define_function(
        &mut self,
        code: &Code<'a>,
        name: usize,
        parameters: &[usize],
        sort: usize,
        body: usize,
    ) -> Result<(), Refusal> {
        let symbol = code.symbol(name)?;
        self.fresh(code, name, symbol)?;
        let parameters: Vec<(&'a str, Sort)> =
            parameters.iter().map(|p| self.parameter(code, *p)).collect::<Result<_, _>>()?;
        let sort = self.sort(code, sort)?;
        // The body is checked here, with arbitrary parameters, not where the function is applied.
        for (name, sort) in &parameters {
            let value = self.free(name, *sort);
            self.names.bind(name, value);
        }
        let value = self.term(code, body)?;
        self.names.unbind(parameters.len());
        if value.sort() != sort {
            let message =
                format!("`{symbol}` is of sort {sort}, its body of sort {}", value.sort());
            return Err(Refusal::new(code.at(body), message));
        }
        let global = match parameters.is_empty() {
            true => Global::Defined(value),
            false => {
                let code = code.clone();
                Global::Function(Rc::new(Function { name: symbol, parameters, code, body }))
            }
        };
        self.names.set(symbol, global);
        Ok(())
    }

    fn parameter(&self, code: &Code<'a>, index: usize) -> Result<(&'a str, Sort), Refusal> {
        let members: Vec<usize> = code.members(index).take(3).collect();
        let [name, sort] = members[..] else {
            return Err(Refusal::new(code.at(index), "a parameter is `(NAME SORT)`"));
        };
        Ok((code.symbol(name)?, self.sort(code, sort)?))
    }
}

fn unsupported(word: &str) -> String {
    match word {
        "declare-sort"
        | "declare-datatype"
        | "declare-datatypes"
        | "define-fun-rec"
        | "define-funs-rec"
        | "get-unsat-core"
        | "get-unsat-assumptions"
        | "get-proof"
        | "get-assertions"
        | "get-assignment"
        | "simplify"
        | "maximize"
        | "minimize"
        | "assert-soft"
        | "check-sat-using" => format!("the command `{word}` is not supported"),
        _ => format!("unknown command `{word}`"),
    }
}
