//! Evaluates the terms of a script, with an explicit stack: scripts may nest arbitrarily deeply.
//!
//! A function with parameters is evaluated anew at each application. Definitions that apply each other twice unfold
//! exponentially; a bound on the number of steps reports that instead of running for ever.

use super::lex::{At, Token};
use super::names::{Function, Global, Meaning};
use super::real::Real;
use super::script::Code;
use super::sort::{self, Sort};
use super::sorted_term::{Call, Operator, SortedTerm};
use super::{Parser, Refusal, array::Array};
use numeric::{Bits, Wide};
use std::rc::Rc;

/// The most items that are evaluated inside the bodies of functions, and how many more for each byte of
/// the script.
const STEPS: u64 = 1 << 22;
const STEPS_PER_BYTE: u64 = 64;

/// What is applied to arguments.
enum Head<'a> {
    Operator(&'static Operator, Vec<u64>),
    Function(Rc<Function<'a>>),
    /// `(as const SORT)`
    ConstantArray(Bits, sort::Element),
}

/// A computation that waits for the value of a term. `end` is the item after everything it consists of.
enum Frame<'a> {
    /// Arguments are being evaluated; `first` is the position of the first among the values.
    Apply { head: Head<'a>, first: usize, at: At, end: usize },
    /// The terms of a `let` are being evaluated.
    Bind { names: Vec<&'a str>, first: usize, bindings: usize, end: usize },
    /// The body of a `let` is being evaluated.
    Body { bound: usize, end: usize },
    /// A term with annotations is being evaluated.
    Note { at: usize, end: usize },
    /// The body of a function is being evaluated; its caller continues in `code`.
    Return { code: Code<'a>, function: Rc<Function<'a>>, barrier: usize, at: At, end: usize },
}

enum Entered {
    /// Continue with this item.
    Inside(usize),
    Term(SortedTerm),
}

/// A run through one term.
pub(super) struct Reduction<'p, 'a> {
    parser: &'p mut Parser<'a>,
    code: Code<'a>,
    frames: Vec<Frame<'a>>,
    values: Vec<(SortedTerm, At)>,
    /// How many functions are being expanded.
    calls: usize,
}

impl<'p, 'a> Reduction<'p, 'a> {
    pub fn new(parser: &'p mut Parser<'a>, code: &Code<'a>) -> Reduction<'p, 'a> {
        let (frames, values) = (Vec::new(), Vec::new());
        Reduction { parser, code: code.clone(), frames, values, calls: 0 }
    }

    pub fn run(mut self, index: usize) -> Result<SortedTerm, Refusal> {
        let mut cursor = index;
        loop {
            let at = self.code.at(cursor);
            match self.enter(cursor)? {
                Entered::Inside(next) => cursor = next,
                Entered::Term(value) => {
                    let after = self.code.next(cursor);
                    match self.leave(value, at, after)? {
                        Left::Next(next) => cursor = next,
                        Left::Done(value) => return Ok(value),
                    }
                }
            }
        }
    }

    fn enter(&mut self, index: usize) -> Result<Entered, Refusal> {
        if self.calls > 0 {
            self.parser.steps += 1;
            if self.parser.steps > STEPS + STEPS_PER_BYTE * self.parser.text.len() as u64 {
                let message = "definitions expand to too many terms; use `let` for what is shared";
                return Err(self.refusal(index, message));
            }
        }
        let value = match self.code.token(index) {
            Token::Open { next, .. } => return self.enter_list(index, next),
            Token::Symbol(name) | Token::Quoted(name) => self.constant(index, name)?,
            Token::Hex(digits) => self.literal(index, digits, 4)?,
            Token::Binary(digits) => self.literal(index, digits, 1)?,
            Token::Numeral(text) | Token::Decimal(text) => match Real::decimal(text) {
                Ok(real) => SortedTerm::Real(real),
                Err(message) => return Err(self.refusal(index, message)),
            },
            Token::Keyword(_) | Token::Text(_) => {
                return Err(self.refusal(index, "a term is expected here"));
            }
        };
        Ok(Entered::Term(value))
    }

    fn refusal(&self, index: usize, message: impl Into<String>) -> Refusal {
        Refusal::new(self.code.at(index), message)
    }

    fn literal(&self, index: usize, digits: &str, bits: u64) -> Result<SortedTerm, Refusal> {
        let width = sort::width(digits.len() as u64 * bits).map_err(|m| self.refusal(index, m))?;
        let radix = 1 << bits;
        let digit = |byte: u8| char::from(byte).to_digit(radix).unwrap_or(0);
        let mut limbs = vec![0_u64; width.0.div_ceil(64) as usize];
        for (place, byte) in digits.bytes().rev().enumerate() {
            let bit = place * bits as usize;
            limbs[bit / 64] |= u64::from(digit(byte)) << (bit % 64);
        }
        Ok(SortedTerm::vector(self.parser.terms.constant(Wide::from_limbs(width, &limbs))))
    }

    fn constant(&mut self, index: usize, name: &'a str) -> Result<SortedTerm, Refusal> {
        match self.parser.names.meaning(name) {
            Some(Meaning::Term(value)) => return Ok(value),
            Some(Meaning::Function(function)) => {
                let count = function.parameters.len();
                return Err(self.refusal(index, format!("`{name}` takes {count} arguments")));
            }
            None => {}
        }
        let operator = self.operator(index, name, &[])?;
        let (terms, open) = (self.parser.terms.clone(), self.parser.open.clone());
        let (name, args) = (operator.name, Vec::new());
        let call = Call { terms: &terms, open, name, indices: &[], args };
        self.apply(operator, call, self.code.at(index), &[])
    }

    fn operator(
        &self,
        index: usize,
        name: &str,
        indices: &[u64],
    ) -> Result<&'static Operator, Refusal> {
        let Some(operator) = self.parser.operators.get(name) else {
            return Err(self.refusal(index, unknown(name)));
        };
        match (operator.indices, indices.len()) {
            (wanted, found) if wanted == found => Ok(operator),
            (0, _) => Err(self.refusal(index, format!("`{name}` is not indexed by `_`"))),
            (wanted, 0) => {
                let message = format!("`{name}` is written `(_ {name} ...)` with {wanted} numbers");
                Err(self.refusal(index, message))
            }
            (wanted, found) => {
                let message = format!("`{name}` is indexed by {wanted} numbers, not {found}");
                Err(self.refusal(index, message))
            }
        }
    }

    fn apply(
        &self,
        operator: &Operator,
        mut call: Call<'_>,
        at: At,
        places: &[At],
    ) -> Result<SortedTerm, Refusal> {
        let applied = call.check_arity(operator.arity).and_then(|()| (operator.apply)(&mut call));
        applied.map_err(|fault| {
            let place = fault.argument.and_then(|argument| places.get(argument));
            Refusal::new(*place.unwrap_or(&at), fault.message)
        })
    }

    fn enter_list(&mut self, index: usize, end: usize) -> Result<Entered, Refusal> {
        let head = index + 1;
        if head >= end {
            return Err(self.refusal(index, "a term is expected, not an empty list"));
        }
        match self.code.token(head) {
            Token::Symbol("let") => self.enter_let(index, end),
            Token::Symbol("!") => {
                let term = self.argument(head, end)?;
                self.frames.push(Frame::Note { at: term, end });
                Ok(Entered::Inside(term))
            }
            Token::Symbol("_") => self.indexed_constant(index).map(Entered::Term),
            Token::Symbol("as") => {
                Err(self.refusal(index, "`as` is supported in `((as const SORT) VALUE)` only"))
            }
            Token::Symbol(word @ ("forall" | "exists")) => {
                Err(self.refusal(head, format!("quantifiers are not supported: `{word}`")))
            }
            Token::Symbol("match") => Err(self.refusal(head, "`match` is not supported")),
            Token::Symbol(name) | Token::Quoted(name) => {
                let head = match self.parser.names.meaning(name) {
                    Some(Meaning::Function(function)) => Head::Function(function),
                    Some(Meaning::Term(_)) => {
                        return Err(self.refusal(head, format!("`{name}` takes no arguments")));
                    }
                    None => {
                        let indexed =
                            self.parser.operators.get(name).is_some_and(|o| o.indices > 0);
                        let place = if indexed { index } else { head };
                        Head::Operator(self.operator(place, name, &[])?, Vec::new())
                    }
                };
                self.enter_application(index, end, head)
            }
            Token::Open { .. } => {
                let head = self.compound_head(head)?;
                self.enter_application(index, end, head)
            }
            _ => Err(self.refusal(head, "this cannot be applied to arguments")),
        }
    }

    /// The item after this one, in a list up to `end`.
    fn argument(&self, index: usize, end: usize) -> Result<usize, Refusal> {
        let next = self.code.next(index);
        match next < end {
            true => Ok(next),
            false => Err(self.refusal(index, "a term is missing after this")),
        }
    }

    fn enter_application(
        &mut self,
        index: usize,
        end: usize,
        head: Head<'a>,
    ) -> Result<Entered, Refusal> {
        let first_argument = self.argument(index + 1, end)?;
        let first = self.values.len();
        self.frames.push(Frame::Apply { head, first, at: self.code.at(index), end });
        Ok(Entered::Inside(first_argument))
    }

    fn enter_let(&mut self, index: usize, end: usize) -> Result<Entered, Refusal> {
        let list = self.argument(index + 1, end)?;
        if !self.code.is_list(list) || self.code.members(list).next().is_none() {
            return Err(self.refusal(list, "`let` takes a list of `(name term)`"));
        }
        let (first, bindings) = (self.values.len(), self.code.next(list));
        self.argument(list, end)?;
        let mut names = Vec::new();
        let term = self.binding(list + 1, &mut names)?;
        self.frames.push(Frame::Bind { names, first, bindings, end });
        Ok(Entered::Inside(term))
    }

    /// The term of a `(name term)`.
    fn binding(&self, index: usize, names: &mut Vec<&'a str>) -> Result<usize, Refusal> {
        let members: Vec<usize> = self.code.members(index).take(3).collect();
        let [name, term] = members[..] else {
            return Err(self.refusal(index, "`let` binds by `(name term)`"));
        };
        names.push(self.code.symbol(name)?);
        Ok(term)
    }

    /// The name and the numbers of `(_ name 1 2)`.
    fn indexed(&self, index: usize) -> Result<(usize, &'a str, Vec<u64>), Refusal> {
        let members: Vec<usize> = self.code.members(index).collect();
        let [_, name, indices @ ..] = &members[..] else {
            return Err(self.refusal(index, "`_` needs a name and numbers"));
        };
        let numbers = indices.iter().map(|i| self.code.numeral(*i)).collect::<Result<_, _>>()?;
        Ok((*name, self.code.symbol(*name)?, numbers))
    }

    fn indexed_constant(&mut self, index: usize) -> Result<SortedTerm, Refusal> {
        let (place, name, indices) = self.indexed(index)?;
        if let Some(digits) = name.strip_prefix("bv").filter(|rest| is_number(rest)) {
            let [width] = indices[..] else {
                return Err(self.refusal(index, format!("`{name}` is indexed by its width")));
            };
            let width = sort::width(width).map_err(|message| self.refusal(index, message))?;
            let value = Wide::parse(width, digits).map_err(|_| {
                self.refusal(place, format!("{digits} does not fit into {} bits", width.0))
            })?;
            return Ok(SortedTerm::vector(self.parser.terms.constant(value)));
        }
        let operator = self.operator(place, name, &indices)?;
        let (terms, open) = (self.parser.terms.clone(), self.parser.open.clone());
        let (name, args) = (operator.name, Vec::new());
        let call = Call { terms: &terms, open, name, indices: &indices, args };
        self.apply(operator, call, self.code.at(index), &[])
    }

    /// `(_ name 1 2)` or `(as const SORT)` where a function stands.
    fn compound_head(&mut self, index: usize) -> Result<Head<'a>, Refusal> {
        let members: Vec<usize> = self.code.members(index).take(4).collect();
        match (members.first().map(|head| self.code.token(*head)), &members[..]) {
            (Some(Token::Symbol("_")), _) => {
                let (place, name, indices) = self.indexed(index)?;
                Ok(Head::Operator(self.operator(place, name, &indices)?, indices))
            }
            (Some(Token::Symbol("as")), [_, name, sort])
                if self.code.token(*name) == Token::Symbol("const") =>
            {
                match self.parser.sort(&self.code, *sort)? {
                    Sort::Array(index, element) => Ok(Head::ConstantArray(index, element)),
                    other => {
                        Err(self.refusal(*sort, format!("`as const` of an array, not of {other}")))
                    }
                }
            }
            _ => {
                Err(self.refusal(index, "`(_ name numbers)` or `(as const SORT)` is expected here"))
            }
        }
    }

    /// Passes a value to the computation that waits for it.
    fn leave(
        &mut self,
        mut value: SortedTerm,
        mut at: At,
        mut after: usize,
    ) -> Result<Left, Refusal> {
        loop {
            let Some(frame) = self.frames.pop() else {
                return Ok(Left::Done(value));
            };
            match frame {
                Frame::Apply { head, first, at: start, end } => {
                    self.values.push((value, at));
                    if after < end {
                        self.frames.push(Frame::Apply { head, first, at: start, end });
                        return Ok(Left::Next(after));
                    }
                    at = start;
                    match self.applied(head, first, start, end)? {
                        Left::Done(result) => value = result,
                        body @ Left::Next(_) => return Ok(body),
                    }
                    after = end;
                }
                Frame::Bind { names, first, bindings, end } => {
                    self.values.push((value, at));
                    return self.bound(names, first, bindings, end, after).map(Left::Next);
                }
                Frame::Body { bound, end } => {
                    self.parser.names.unbind(bound);
                    if after < end {
                        return Err(self.refusal(after, "`let` has one term after its bindings"));
                    }
                    after = end;
                }
                Frame::Note { at: term, end } => {
                    self.note(term, end, &value)?;
                    after = end;
                }
                Frame::Return { code, function, barrier, at: start, end } => {
                    at = start;
                    self.calls -= 1;
                    self.parser.names.unbind(function.parameters.len());
                    self.parser.names.leave_function(barrier);
                    self.code = code;
                    after = end;
                }
            }
        }
    }

    /// All arguments are there: returns the result, or the body of the function to continue with.
    fn applied(
        &mut self,
        head: Head<'a>,
        first: usize,
        at: At,
        end: usize,
    ) -> Result<Left, Refusal> {
        let places: Vec<At> = self.values[first..].iter().map(|(_, at)| *at).collect();
        let args: Vec<SortedTerm> = self.values.drain(first..).map(|(value, _)| value).collect();
        match head {
            Head::Operator(operator, indices) => {
                let (terms, open) = (self.parser.terms.clone(), self.parser.open.clone());
                let name = operator.name;
                let call = Call { terms: &terms, open, name, indices: &indices, args };
                self.apply(operator, call, at, &places).map(Left::Done)
            }
            Head::ConstantArray(index, element) => match &args[..] {
                [SortedTerm::Bits(sort, term)] if *sort == element.sort() => {
                    let array = Array::constant(&self.parser.terms, index, element, term);
                    Ok(Left::Done(SortedTerm::Array(array)))
                }
                _ => {
                    let message = format!("a constant array takes one {} here", element.sort());
                    Err(Refusal::new(places[0], message))
                }
            },
            Head::Function(function) => self.called(function, args, at, &places, end),
        }
    }

    fn called(
        &mut self,
        function: Rc<Function<'a>>,
        args: Vec<SortedTerm>,
        at: At,
        places: &[At],
        end: usize,
    ) -> Result<Left, Refusal> {
        let (name, wanted) = (function.name, function.parameters.len());
        if wanted != args.len() {
            let message = format!("`{name}` takes {wanted} arguments, not {}", args.len());
            return Err(Refusal::new(at, message));
        }
        for ((value, (_, sort)), place) in args.iter().zip(&function.parameters).zip(places) {
            if value.sort() != *sort {
                let found = value.sort();
                let message = format!("`{name}` takes a value of sort {sort} here, not {found}");
                return Err(Refusal::new(*place, message));
            }
        }
        let barrier = self.parser.names.enter_function();
        for ((parameter, _), value) in function.parameters.iter().zip(args) {
            self.parser.names.bind(parameter, value);
        }
        self.calls += 1;
        let code = std::mem::replace(&mut self.code, function.code.clone());
        let body = function.body;
        self.frames.push(Frame::Return { code, function, barrier, at, end });
        Ok(Left::Next(body))
    }

    /// The next binding of a `let`, or its body with all of them bound at once.
    fn bound(
        &mut self,
        mut names: Vec<&'a str>,
        first: usize,
        bindings: usize,
        end: usize,
        after: usize,
    ) -> Result<usize, Refusal> {
        if after < bindings {
            let term = self.binding(after, &mut names)?;
            self.frames.push(Frame::Bind { names, first, bindings, end });
            return Ok(term);
        }
        let bound = names.len();
        let values = self.values.drain(first..).map(|(value, _)| value);
        for (name, value) in names.into_iter().zip(values) {
            self.parser.names.bind(name, value);
        }
        self.frames.push(Frame::Body { bound, end });
        Ok(bindings)
    }

    /// Annotations: a name is defined, everything else is ignored.
    fn note(&mut self, term: usize, end: usize, value: &SortedTerm) -> Result<(), Refusal> {
        let mut index = self.code.next(term);
        while index < end {
            if self.code.token(index) == Token::Keyword(":named") {
                index = self.argument(index, end)?;
                let name = self.code.symbol(index)?;
                self.parser.fresh(&self.code, index, name)?;
                self.parser.names.set(name, Global::Defined(value.clone()));
            }
            index = self.code.next(index);
        }
        Ok(())
    }
}

enum Left {
    Next(usize),
    Done(SortedTerm),
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn unknown(name: &str) -> String {
    match name {
        "+" | "*" | "<" | "<=" | ">" | ">=" | "div" | "mod" | "abs" | "bv2nat" | "nat2bv"
        | "int2bv" | "ubv_to_int" | "sbv_to_int" | "int_to_bv" | "to_real" | "to_int" => {
            format!("integers and reals are not supported: `{name}`")
        }
        _ => format!("unknown symbol `{name}`"),
    }
}
