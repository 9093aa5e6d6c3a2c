//! Z3's objects as Rust values: reference-counted contexts, expressions, solvers and models.
//!
//! All calls into the library are here, and each is safe to use from outside: expressions carry the context they live
//! in, and failures of the library are returned as errors.

use super::sys::{Api, Count, Handle, One, Three, Two};
use numeric::{Bits, Wide};
use std::ffi::{CStr, CString, c_char, c_int, c_uint};
use std::ptr;
use std::rc::Rc;

/// A failure in Z3's words.
pub(super) type Z3Result<T> = Result<T, String>;

/// A context: everything else lives in one.
pub(super) struct Context {
    pub(super) api: &'static Api,
    raw: Handle,
}

impl Context {
    pub(super) fn new() -> Z3Result<Rc<Context>> {
        let api = Api::load()?;
        // SAFETY: a configuration lives until it is deleted; the context copies it.
        let raw = unsafe {
            let config = (api.mk_config)();
            let raw = (api.mk_context_rc)(config);
            (api.del_config)(config);
            // Without a handler, failures are codes; the default handler ends the process.
            (api.set_error_handler)(raw, None);
            raw
        };
        Ok(Rc::new(Context { api, raw }))
    }

    /// The message of the last failure, if there was one.
    fn failure(&self) -> Option<String> {
        // SAFETY: the context is alive; the message is copied before the next call.
        unsafe {
            let code = (self.api.get_error_code)(self.raw);
            (code != 0).then(|| text((self.api.get_error_msg)(self.raw, code)))
        }
    }

    fn failed(&self) -> String {
        self.failure().unwrap_or_else(|| "Z3 gave no result".to_string())
    }

    /// A handle by which another thread can interrupt what runs in this context.
    pub(super) fn interrupter(&self) -> Interrupter {
        Interrupter { api: self.api, raw: self.raw }
    }

    fn symbol(&self, name: &str) -> Handle {
        let name = CString::new(name).unwrap_or_default();
        // SAFETY: the name ends with zero and is copied; symbols live as long as the context.
        unsafe { (self.api.mk_string_symbol)(self.raw, name.as_ptr()) }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: whatever lives in the context holds it, so nothing does any more.
        unsafe { (self.api.del_context)(self.raw) }
    }
}

/// See [`Context::interrupter`]. It must not be used after the context is gone.
pub(super) struct Interrupter {
    api: &'static Api,
    raw: Handle,
}

// SAFETY: interrupting is the one call that Z3 allows from another thread.
unsafe impl Send for Interrupter {}

impl Interrupter {
    pub(super) fn interrupt(&self) {
        // SAFETY: the caller waits for the thread of the interrupter while it borrows the context.
        unsafe { (self.api.interrupt)(self.raw) }
    }
}

/// A counted object of a context.
struct Counted {
    context: Rc<Context>,
    raw: Handle,
    release: Count,
}

impl Counted {
    /// Takes a reference to a new object at once: the library frees what is not referenced at its next call.
    fn new(context: &Rc<Context>, raw: Handle, retain: Count, release: Count) -> Z3Result<Counted> {
        if raw.is_none() {
            return Err(context.failed());
        }
        // SAFETY: the object was just made in this context and is of the kind that `retain` counts.
        unsafe { retain(context.raw, raw) };
        Ok(Counted { context: context.clone(), raw, release })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        // SAFETY: ends the use that began in `new`.
        unsafe { (self.release)(self.context.raw, self.raw) }
    }
}

/// An expression or a sort. Cloning shares it.
#[derive(Clone)]
pub(super) struct Ast(Rc<Counted>);

/// Calls that make expressions.
impl Context {
    fn ast(self: &Rc<Self>, raw: Handle) -> Z3Result<Ast> {
        Counted::new(self, raw, self.api.inc_ref, self.api.dec_ref)
            .map(|counted| Ast(Rc::new(counted)))
    }

    /// The sort of bit-vectors of a width.
    pub(super) fn vector_sort(self: &Rc<Self>, width: Bits) -> Z3Result<Ast> {
        // SAFETY: the context is alive. A sort is an expression of another type, as `sort_to_ast` says.
        let raw = unsafe {
            let sort = (self.api.mk_bv_sort)(self.raw, width.0);
            if sort.is_none() { None } else { (self.api.sort_to_ast)(self.raw, sort) }
        };
        self.ast(raw)
    }

    /// The free symbol of this number and sort.
    pub(super) fn free(self: &Rc<Self>, number: c_int, sort: &Ast) -> Z3Result<Ast> {
        // SAFETY: the context and the sort are alive; symbols live as long as the context.
        let raw = unsafe {
            let symbol = (self.api.mk_int_symbol)(self.raw, number);
            (self.api.mk_const)(self.raw, symbol, sort.0.raw)
        };
        self.ast(raw)
    }

    /// A constant.
    pub(super) fn number(self: &Rc<Self>, value: &Wide) -> Z3Result<Ast> {
        let bits: Vec<bool> = (0..value.width().0).map(|bit| value.bit(bit)).collect();
        // SAFETY: the array has the length given.
        let raw = unsafe { (self.api.mk_bv_numeral)(self.raw, value.width().0, bits.as_ptr()) };
        self.ast(raw)
    }

    /// An operation of one operand.
    pub(super) fn one(self: &Rc<Self>, call: One, a: &Ast) -> Z3Result<Ast> {
        // SAFETY: the operand is alive in this context.
        let raw = unsafe { call(self.raw, a.0.raw) };
        self.ast(raw)
    }

    /// An operation of two operands.
    pub(super) fn two(self: &Rc<Self>, call: Two, a: &Ast, b: &Ast) -> Z3Result<Ast> {
        // SAFETY: the operands are alive in this context.
        let raw = unsafe { call(self.raw, a.0.raw, b.0.raw) };
        self.ast(raw)
    }

    /// An operation of three operands.
    pub(super) fn three(self: &Rc<Self>, call: Three, a: &Ast, b: &Ast, c: &Ast) -> Z3Result<Ast> {
        // SAFETY: the operands are alive in this context.
        let raw = unsafe { call(self.raw, a.0.raw, b.0.raw, c.0.raw) };
        self.ast(raw)
    }

    /// Conjunction.
    pub(super) fn and(self: &Rc<Self>, a: &Ast, b: &Ast) -> Z3Result<Ast> {
        let both = [a.0.raw, b.0.raw];
        // SAFETY: the array has two operands, alive in this context.
        let raw = unsafe { (self.api.mk_and)(self.raw, 2, both.as_ptr()) };
        self.ast(raw)
    }

    /// Disjunction.
    pub(super) fn or(self: &Rc<Self>, a: &Ast, b: &Ast) -> Z3Result<Ast> {
        let both = [a.0.raw, b.0.raw];
        // SAFETY: the array has two operands, alive in this context.
        let raw = unsafe { (self.api.mk_or)(self.raw, 2, both.as_ptr()) };
        self.ast(raw)
    }

    /// The bits from `lo` to `hi`.
    pub(super) fn extract(self: &Rc<Self>, a: &Ast, hi: u32, lo: u32) -> Z3Result<Ast> {
        // SAFETY: the operand is alive in this context.
        let raw = unsafe { (self.api.mk_extract)(self.raw, hi, lo, a.0.raw) };
        self.ast(raw)
    }

    /// Extension with the sign by this many bits.
    pub(super) fn sign_extend(self: &Rc<Self>, a: &Ast, more: u32) -> Z3Result<Ast> {
        // SAFETY: the operand is alive in this context.
        let raw = unsafe { (self.api.mk_sign_ext)(self.raw, more, a.0.raw) };
        self.ast(raw)
    }
}

/// A solver of Z3.
pub(super) struct Solver(Counted);

/// What a check found.
pub(super) enum Found {
    Sat,
    Unsat,
    /// With Z3's reason.
    Unknown(String),
}

impl Solver {
    /// A solver created for a logic, which keeps nothing for later.
    pub(super) fn for_logic(context: &Rc<Context>, logic: &str) -> Z3Result<Solver> {
        // SAFETY: the context is alive.
        let raw = unsafe { (context.api.mk_solver_for_logic)(context.raw, context.symbol(logic)) };
        Solver::own(context, raw)
    }

    /// A solver that is incremental throughout.
    pub(super) fn incremental(context: &Rc<Context>) -> Z3Result<Solver> {
        // SAFETY: the context is alive.
        let raw = unsafe { (context.api.mk_simple_solver)(context.raw) };
        Solver::own(context, raw)
    }

    fn own(context: &Rc<Context>, raw: Handle) -> Z3Result<Solver> {
        let api = context.api;
        Counted::new(context, raw, api.solver_inc_ref, api.solver_dec_ref).map(Solver)
    }

    /// Sets the time limit of subsequent checks; the greatest number means no limit.
    pub(super) fn limit(&self, milliseconds: u32) -> Z3Result<()> {
        let Counted { context, raw, .. } = &self.0;
        let api = context.api;
        // SAFETY: the context is alive.
        let params = unsafe { (api.mk_params)(context.raw) };
        let params = Counted::new(context, params, api.params_inc_ref, api.params_dec_ref)?;
        // SAFETY: solver and parameters are alive in this context.
        unsafe {
            let name = context.symbol("timeout");
            (api.params_set_uint)(context.raw, params.raw, name, milliseconds as c_uint);
            (api.solver_set_params)(context.raw, *raw, params.raw);
        }
        context.failure().map_or(Ok(()), Err)
    }

    pub(super) fn assert(&self, truth: &Ast) -> Z3Result<()> {
        let Counted { context, raw, .. } = &self.0;
        // SAFETY: both are alive in this context.
        unsafe { (context.api.solver_assert)(context.raw, *raw, truth.0.raw) };
        context.failure().map_or(Ok(()), Err)
    }

    pub(super) fn push(&self) {
        let Counted { context, raw, .. } = &self.0;
        // SAFETY: the solver is alive in this context.
        unsafe { (context.api.solver_push)(context.raw, *raw) };
    }

    /// Takes back this many pushes.
    pub(super) fn pop(&self, count: u32) {
        let Counted { context, raw, .. } = &self.0;
        // SAFETY: the solver is alive in this context; it complains about more than was pushed.
        unsafe { (context.api.solver_pop)(context.raw, *raw, count) };
    }

    pub(super) fn check(&self) -> Z3Result<Found> {
        let Counted { context, raw, .. } = &self.0;
        // SAFETY: the solver is alive in this context.
        match unsafe { (context.api.solver_check)(context.raw, *raw) } {
            1 => Ok(Found::Sat),
            -1 => Ok(Found::Unsat),
            _ => {
                // SAFETY: as before; the text is copied at once.
                let why = unsafe { (context.api.solver_get_reason_unknown)(context.raw, *raw) };
                // SAFETY: a text of the library ends with zero.
                Ok(Found::Unknown(unsafe { text(why) }))
            }
        }
    }

    pub(super) fn model(&self) -> Z3Result<Assignment> {
        let Counted { context, raw, .. } = &self.0;
        let api = context.api;
        // SAFETY: the solver is alive in this context.
        let model = unsafe { (api.solver_get_model)(context.raw, *raw) };
        Counted::new(context, model, api.model_inc_ref, api.model_dec_ref).map(Assignment)
    }
}

/// A model of Z3.
pub(super) struct Assignment(Counted);

impl Assignment {
    /// The value of a bit-vector.
    pub(super) fn value(&self, of: &Ast, width: Bits) -> Z3Result<Wide> {
        let Counted { context, raw, .. } = &self.0;
        let mut value = None;
        // SAFETY: all are alive in this context; the result is taken hold of next.
        let found =
            unsafe { (context.api.model_eval)(context.raw, *raw, of.0.raw, true, &raw mut value) };
        if !found {
            return Err(context.failed());
        }
        let value = context.ast(value)?;
        if width.0 <= 64 {
            let mut number = 0;
            // SAFETY: the value is alive in this context.
            let fits = unsafe {
                (context.api.get_numeral_uint64)(context.raw, value.0.raw, &raw mut number)
            };
            return if fits { Ok(Wide::from_u64(width, number)) } else { Err(context.failed()) };
        }
        // SAFETY: the value is alive in this context; the text is copied at once.
        let digits =
            unsafe { text((context.api.get_numeral_binary_string)(context.raw, value.0.raw)) };
        binary(&digits, width).ok_or_else(|| context.failed())
    }
}

/// The number with these binary digits.
fn binary(digits: &str, width: Bits) -> Option<Wide> {
    let mut limbs = vec![0; width.0.div_ceil(64) as usize];
    for (at, digit) in digits.bytes().rev().enumerate() {
        match digit {
            b'1' => *limbs.get_mut(at / 64)? |= 1 << (at % 64),
            b'0' => {}
            _ => return None,
        }
    }
    (!digits.is_empty()).then(|| Wide::from_limbs(width, &limbs))
}

/// A copy of a text of the library.
///
/// # Safety
/// The pointer is null, or the text ends with zero.
unsafe fn text(pointer: *const c_char) -> String {
    if ptr::eq(pointer, ptr::null()) {
        return String::new();
    }
    // SAFETY: as above.
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
}
