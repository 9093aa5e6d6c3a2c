//! Terms as expressions of Z3.
//!
//! One to one, with two deviations that make Z3 much faster. A truth value is of sort `Bool` where a comparison or a
//! connective produces it, and converted where bits are needed. A read of a constant table is a tree of choices over
//! the bits of the index, and stores before it are comparisons: Z3's theory of arrays would have an equation for each
//! byte, and is incomplete for constant arrays.

use super::context::{Ast, Context, Z3Result};
use super::sys::Two;
use numeric::{Bits, Wide};
use std::collections::HashMap;
use std::ffi::c_int;
use std::rc::Rc;
use term::{BYTE, Binary, Form, INDEX, Term};

/// An expression, and its sort where that is not clear from the term.
#[derive(Clone)]
struct Typed {
    ast: Ast,
    sort: Sort,
}

#[derive(Clone, Copy, PartialEq)]
enum Sort {
    Bool,
    /// A bit-vector or an array.
    Other,
}

/// Translates each term once. It holds the terms, since an id is reused once its term is gone.
pub(super) struct Translation {
    context: Rc<Context>,
    known: HashMap<u32, (Term, Typed)>,
    /// One of the terms held.
    sample: Option<Term>,
    symbols: c_int,
    zero: Ast,
    one: Ast,
    array: Ast,
}

/// Why a term has no translation.
pub(super) enum Refusal {
    /// Z3 has no equivalent.
    Unsupported(String),
    /// Z3 rejected it.
    Failed(String),
}

impl From<String> for Refusal {
    fn from(words: String) -> Refusal {
        Refusal::Failed(words)
    }
}

type Translated<T> = Result<T, Refusal>;

impl Translation {
    pub(super) fn new(context: &Rc<Context>) -> Z3Result<Translation> {
        let index = context.vector_sort(INDEX)?;
        let byte = context.vector_sort(BYTE)?;
        Ok(Translation {
            context: context.clone(),
            known: HashMap::new(),
            sample: None,
            symbols: 0,
            zero: context.number(&Wide::zero(Bits(1)))?,
            one: context.number(&Wide::ones(Bits(1)))?,
            array: context.two(context.api.mk_array_sort, &index, &byte)?,
        })
    }

    /// How many terms it holds.
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether the terms held are of another store than this one.
    pub(super) fn is_foreign(&self, term: &Term) -> bool {
        self.sample.as_ref().is_some_and(|sample| !sample.shares_store(term))
    }

    /// A truth value, of sort `Bool`.
    pub(super) fn truth(&mut self, term: &Term) -> Translated<Ast> {
        self.visit(term)?;
        Ok(self.bool_of(term)?)
    }

    /// A bit-vector or an array.
    pub(super) fn bits(&mut self, term: &Term) -> Translated<Ast> {
        self.visit(term)?;
        Ok(self.bits_of(term)?)
    }

    /// The byte of an array at an index, by the theory of arrays.
    pub(super) fn read(&mut self, array: &Term, index: &Term) -> Translated<Ast> {
        let (array, index) = (self.bits(array)?, self.bits(index)?);
        Ok(self.context.two(self.context.api.mk_select, &array, &index)?)
    }

    /// Translates the term and all below it, operands first.
    fn visit(&mut self, root: &Term) -> Translated<()> {
        self.sample.get_or_insert_with(|| root.clone());
        let mut stack = vec![root.clone()];
        while let Some(term) = stack.last() {
            if self.known.contains_key(&term.id()) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let term = term.clone();
            let missing = needed(&term).into_iter().rev();
            stack.extend(missing.filter(|operand| !self.known.contains_key(&operand.id())));
            if stack.len() == before {
                let typed = self.node(&term)?;
                self.known.insert(term.id(), (term, typed));
                stack.pop();
            }
        }
        Ok(())
    }

    fn typed(&self, term: &Term) -> &Typed {
        &self.known[&term.id()].1
    }

    fn bool_of(&self, term: &Term) -> Z3Result<Ast> {
        let Typed { ast, sort } = self.typed(term);
        match sort {
            Sort::Bool => Ok(ast.clone()),
            Sort::Other => self.context.two(self.context.api.mk_eq, ast, &self.one),
        }
    }

    fn bits_of(&self, term: &Term) -> Z3Result<Ast> {
        let Typed { ast, sort } = self.typed(term);
        match sort {
            Sort::Bool => self.context.three(self.context.api.mk_ite, ast, &self.one, &self.zero),
            Sort::Other => Ok(ast.clone()),
        }
    }

    fn node(&mut self, term: &Term) -> Translated<Typed> {
        let context = self.context.clone();
        let api = context.api;
        let bits = |term: &Term| self.bits_of(term);
        let ast = match &term.form() {
            Form::Const(value) => context.number(value)?,
            Form::Var(_) => {
                let sort = context.vector_sort(term.width())?;
                self.free(&sort)?
            }
            Form::Array(_) => self.free(&self.array.clone())?,
            Form::Table(_) => unreachable!("a table is read, never an operand"),
            Form::Range(..) | Form::Shift(..) | Form::Every(_) | Form::Lambda(_) => {
                unreachable!("a read of such an array is a choice")
            }
            Form::Store(array, index, byte) => {
                context.three(api.mk_store, &bits(array)?, &bits(index)?, &bits(byte)?)?
            }
            Form::Select(array, index) => self.select(array, index)?,
            Form::Not(a) if term.width() == Bits(1) => {
                return self.truth_value(context.one(api.mk_not, &self.bool_of(a)?));
            }
            Form::Not(a) => context.one(api.mk_bvnot, &bits(a)?)?,
            Form::Concat(a, b) => context.two(api.mk_concat, &bits(a)?, &bits(b)?)?,
            Form::Extract(a, lo) => context.extract(&bits(a)?, lo + term.width().0 - 1, *lo)?,
            Form::Sext(a) => context.sign_extend(&bits(a)?, term.width().0 - a.width().0)?,
            Form::Ite(c, a, b) => {
                context.three(api.mk_ite, &self.bool_of(c)?, &bits(a)?, &bits(b)?)?
            }
            Form::Binary(op, a, b) => return self.binary(*op, a, b),
            Form::Float(float, _) => {
                return Err(Refusal::Unsupported(format!("{:?} of floats", float.op)));
            }
        };
        Ok(Typed { ast, sort: Sort::Other })
    }

    fn truth_value(&self, ast: Z3Result<Ast>) -> Translated<Typed> {
        Ok(Typed { ast: ast?, sort: Sort::Bool })
    }

    fn free(&mut self, sort: &Ast) -> Z3Result<Ast> {
        self.symbols += 1;
        self.context.free(self.symbols, sort)
    }

    fn binary(&self, op: Binary, a: &Term, b: &Term) -> Translated<Typed> {
        let context = &self.context;
        if a.width() == Bits(1) && !op.is_comparison() {
            let (x, y) = (self.bool_of(a)?, self.bool_of(b)?);
            match op {
                Binary::And => return self.truth_value(context.and(&x, &y)),
                Binary::Or => return self.truth_value(context.or(&x, &y)),
                Binary::Xor => return self.truth_value(context.two(context.api.mk_xor, &x, &y)),
                _ => {}
            }
        }
        let ast = context.two(self.call(op), &self.bits_of(a)?, &self.bits_of(b)?)?;
        let sort = if op.is_comparison() { Sort::Bool } else { Sort::Other };
        Ok(Typed { ast, sort })
    }

    fn call(&self, op: Binary) -> Two {
        let api = self.context.api;
        match op {
            Binary::Add => api.mk_bvadd,
            Binary::Mul => api.mk_bvmul,
            Binary::Udiv => api.mk_bvudiv,
            Binary::Urem => api.mk_bvurem,
            Binary::Sdiv => api.mk_bvsdiv,
            Binary::Srem => api.mk_bvsrem,
            Binary::And => api.mk_bvand,
            Binary::Or => api.mk_bvor,
            Binary::Xor => api.mk_bvxor,
            Binary::Shl => api.mk_bvshl,
            Binary::Lshr => api.mk_bvlshr,
            Binary::Ashr => api.mk_bvashr,
            Binary::Eq => api.mk_eq,
            Binary::Ult => api.mk_bvult,
            Binary::Slt => api.mk_bvslt,
        }
    }

    fn select(&self, array: &Term, index: &Term) -> Z3Result<Ast> {
        let context = &self.context;
        let at = self.bits_of(index)?;
        let Some(Chain { table, stores }) = table_below(array) else {
            return context.two(context.api.mk_select, &self.bits_of(array)?, &at);
        };
        let mut read = self.look_up(&table, &at)?;
        for (index, byte) in stores.iter().rev() {
            let hit = context.two(context.api.mk_eq, &at, &self.bits_of(index)?)?;
            read = context.three(context.api.mk_ite, &hit, &self.bits_of(byte)?, &read)?;
        }
        Ok(read)
    }

    /// The byte at an index, as choices.
    fn look_up(&self, bytes: &[u8], at: &Ast) -> Z3Result<Ast> {
        let context = &self.context;
        let depth = bytes.len().next_power_of_two().trailing_zeros();
        let inside = self.choices(bytes, at, depth)?;
        let beyond = context.extract(at, INDEX.0 - 1, depth)?;
        let none = context.number(&Wide::zero(Bits(INDEX.0 - depth)))?;
        let within = context.two(context.api.mk_eq, &beyond, &none)?;
        let zero = context.number(&Wide::zero(BYTE))?;
        context.three(context.api.mk_ite, &within, &inside, &zero)
    }

    /// The byte at the lowest `depth` bits of the index; zero from the end of the bytes on.
    fn choices(&self, bytes: &[u8], at: &Ast, depth: u32) -> Z3Result<Ast> {
        let context = &self.context;
        let first = bytes.first().map_or(0, |byte| *byte);
        let full = bytes.len() == 1 << depth || first == 0;
        if depth == 0 || full && bytes.iter().all(|byte| *byte == first) {
            return context.number(&Wide::from_u64(BYTE, u64::from(first)));
        }
        let (low, high) = bytes.split_at(bytes.len().min(1 << (depth - 1)));
        let (low, high) = (self.choices(low, at, depth - 1)?, self.choices(high, at, depth - 1)?);
        let bit = context.extract(at, depth - 1, depth - 1)?;
        let upper = context.two(context.api.mk_eq, &bit, &self.one)?;
        context.three(context.api.mk_ite, &upper, &high, &low)
    }
}

/// The terms from whose translations that of the term is built.
fn needed(term: &Term) -> Vec<Term> {
    if let Form::Select(array, index) = term.form()
        && let Some(Chain { stores, .. }) = table_below(&array)
    {
        let stored = stores.into_iter().flat_map(|(index, byte)| [index, byte]);
        return stored.chain([index]).collect();
    }
    term.operands()
}

/// A constant table after stores.
struct Chain {
    table: Rc<[u8]>,
    /// Indices and bytes, the latest first.
    stores: Vec<(Term, Term)>,
}

fn table_below(array: &Term) -> Option<Chain> {
    let mut stores = Vec::new();
    let mut array = array.clone();
    loop {
        match array.form() {
            Form::Table(table) => return Some(Chain { table, stores }),
            Form::Store(below, index, byte) => {
                stores.push((index, byte));
                array = below;
            }
            _ => return None,
        }
    }
}
