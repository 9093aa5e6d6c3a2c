//! What a handler of UBSan is told.

use memory::Value;
use numeric::{Bits, Wide};
use term::Term;

use crate::ask::{Topic, decide, example};
use crate::builtin::arg;
use crate::check::Check;
use crate::halt::Attempt;
use crate::pointer;
use crate::state::State;

/// A call of a handler: a pointer to the record, and values.
pub(super) struct Record<'a> {
    pub state: &'a State,
    pub args: &'a [Value],
    /// What was found, as far as the name of the handler says.
    pub check: Check,
}

/// The location at the start of a record.
const LOCATION: u64 = 16;

/// The type of a value.
pub(super) struct Type {
    kind: u16,
    form: u16,
    /// In quotes.
    pub name: String,
}

const INTEGER: u16 = 0;
const FLOAT: u16 = 1;

impl Type {
    /// The type of addresses.
    pub fn word() -> Type {
        Type { kind: INTEGER, form: 6 << 1, name: String::new() }
    }

    pub fn signed(&self) -> bool {
        self.kind == INTEGER && self.form & 1 == 1
    }

    pub fn float(&self) -> bool {
        self.kind == FLOAT
    }

    pub fn width(&self) -> u32 {
        match self.kind {
            INTEGER => 1u32.checked_shl(u32::from(self.form >> 1)).unwrap_or(64),
            FLOAT => u32::from(self.form),
            _ => 64,
        }
    }

    pub fn shape(&self) -> String {
        let sign = if self.signed() { "signed" } else { "unsigned" };
        format!("{}-bit, {sign}", self.width())
    }
}

impl Record<'_> {
    /// A number in memory; 0 if it cannot be read.
    fn load(&self, at: &Value, len: u32) -> Value {
        self.state.memory.load(at, len).unwrap_or(Value::ZERO)
    }

    fn at(&self, offset: u64) -> Value {
        pointer::offset(&self.state.memory, &arg(self.args, 0), offset)
    }

    /// A byte of the record.
    pub fn byte(&self, offset: u64) -> Attempt<u8> {
        Ok(self.state.memory.number(&self.load(&self.at(offset), 1))? as u8)
    }

    /// The `n`th of the types after the location.
    pub fn ty(&self, n: u64) -> Type {
        let memory = &self.state.memory;
        let at = self.load(&self.at(LOCATION + 8 * n), 8);
        let half = |offset: u64| {
            let half = self.load(&pointer::offset(memory, &at, offset), 2);
            memory.objects().plain_number(&half).unwrap_or_default() as u16
        };
        let name = memory.read_c_string(&pointer::offset(memory, &at, 4), &self.state.answers);
        let name = name.map(|read| read.value).unwrap_or_default();
        Type { kind: half(0), form: half(2), name: String::from_utf8_lossy(&name).into_owned() }
    }

    /// An argument as a term. Those of more than 64 bits are passed by their address.
    pub fn term(&self, index: usize, width: Bits) -> Term {
        let (memory, value) = (&self.state.memory, arg(self.args, index));
        if width.0 <= 64 {
            return memory.term_of(&value, width);
        }
        let value = memory.load_wide(&value, width).unwrap_or(Value::ZERO);
        memory.term_of(&value, width)
    }

    /// An argument as text.
    pub fn operand(&self, index: usize, ty: &Type) -> Attempt<String> {
        let term = self.term(index, Bits(ty.width()));
        let number = match term.as_const() {
            Some(known) => known,
            None if term.width().0 <= 64 => {
                Wide::from_u64(term.width(), example(self.state.known(), &term)?)
            }
            None => return Ok(format!("a {}-bit value", ty.width())),
        };
        Ok(match (ty.kind, ty.width()) {
            (FLOAT, 32) => f32::from_bits(number.low_u64() as u32).to_string(),
            (FLOAT, 64) => f64::from_bits(number.low_u64()).to_string(),
            (FLOAT, _) => "a value".to_owned(),
            _ if ty.signed() => number.to_signed_string(),
            _ => number.to_string(),
        })
    }

    /// An argument as an address.
    pub fn address(&self, index: usize) -> Attempt<u64> {
        example(self.state.known(), &self.term(index, Bits(64)))
    }

    /// Whether an argument is zero: each answer is a path.
    pub fn is_zero(&self, index: usize, ty: &Type) -> Attempt<bool> {
        let (memory, width) = (self.state.known(), Bits(ty.width()));
        let zero = memory.terms().number(width, 0);
        decide(memory, &memory.terms().eq(&self.term(index, width), &zero), Topic::Defined)
    }

    /// Whether an argument, as an unsigned number, is below a limit: each answer is a path.
    pub fn is_below(&self, index: usize, ty: &Type, limit: u64) -> Attempt<bool> {
        let (memory, width) = (self.state.known(), Bits(ty.width()));
        let limit = memory.terms().number(width, limit);
        decide(memory, &memory.terms().ult(&self.term(index, width), &limit), Topic::Defined)
    }
}
