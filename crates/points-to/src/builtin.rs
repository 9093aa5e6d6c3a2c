//! Functions without code: what those that the engine provides do with pointers.
//!
//! A function that is in no row here is taken for one outside of the program, which may do anything.

use ir::{CallSite, Const, FunctionId, Operand, Reg, Symbol};

use crate::Object;
use crate::generate::{At, Generator};
use crate::offset::{Offset, Shift};
use crate::system::Shape;

/// What a function does with pointers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Model {
    /// Nothing.
    Nothing,
    /// Reads through its first arguments.
    Reads(usize),
    /// Returns its first argument.
    Same,
    /// Reads through its first argument, and returns a pointer to the same object.
    Within,
    /// Writes bytes that are no pointers, and returns its first argument.
    Fill,
    /// Copies to its first argument what the second points to, and returns the first.
    Copy,
    /// Makes an object; these arguments multiplied are its size.
    Allocate { sizes: &'static [usize] },
    /// `realloc`.
    Reallocate,
    /// Makes an object at a number.
    FixedObject,
    /// Lets one function stand for another.
    Alias,
    /// Makes a system call.
    System,
}

/// The functions that do something with pointers.
const MODELS: &[(&str, Model)] = &[
    ("_ZdaPv", Model::Nothing),
    ("_ZdaPvRKSt9nothrow_t", Model::Nothing),
    ("_ZdaPvSt11align_val_t", Model::Nothing),
    ("_ZdaPvm", Model::Nothing),
    ("_ZdaPvmSt11align_val_t", Model::Nothing),
    ("_ZdlPv", Model::Nothing),
    ("_ZdlPvRKSt9nothrow_t", Model::Nothing),
    ("_ZdlPvSt11align_val_t", Model::Nothing),
    ("_ZdlPvm", Model::Nothing),
    ("_ZdlPvmSt11align_val_t", Model::Nothing),
    ("_Znam", Model::Allocate { sizes: &[0] }),
    ("_ZnamRKSt9nothrow_t", Model::Allocate { sizes: &[0] }),
    ("_ZnamSt11align_val_t", Model::Allocate { sizes: &[0] }),
    ("_Znwm", Model::Allocate { sizes: &[0] }),
    ("_ZnwmRKSt9nothrow_t", Model::Allocate { sizes: &[0] }),
    ("_ZnwmSt11align_val_t", Model::Allocate { sizes: &[0] }),
    ("__longjmp", Model::Reads(1)),
    ("__memcpy_chk", Model::Copy),
    ("__memmove_chk", Model::Copy),
    ("__memset_chk", Model::Fill),
    ("__setjmp", Model::Reads(1)),
    ("__sigsetjmp", Model::Reads(1)),
    ("__strata_syscall", Model::System),
    ("_longjmp", Model::Reads(1)),
    ("_setjmp", Model::Reads(1)),
    ("abort", Model::Nothing),
    ("aligned_alloc", Model::Allocate { sizes: &[1] }),
    ("bcmp", Model::Reads(2)),
    ("calloc", Model::Allocate { sizes: &[0, 1] }),
    ("exit", Model::Nothing),
    ("free", Model::Nothing),
    ("klee_alias_function", Model::Alias),
    ("klee_check_memory_access", Model::Reads(1)),
    ("klee_define_fixed_object", Model::FixedObject),
    ("klee_get_value_i64", Model::Same),
    ("klee_get_valuel", Model::Same),
    ("klee_get_valuell", Model::Same),
    ("klee_make_symbolic", Model::Reads(1)),
    ("longjmp", Model::Reads(1)),
    ("malloc", Model::Allocate { sizes: &[0] }),
    ("malloc_usable_size", Model::Nothing),
    ("memalign", Model::Allocate { sizes: &[1] }),
    ("memchr", Model::Within),
    ("memcmp", Model::Reads(2)),
    ("memcpy", Model::Copy),
    ("memmove", Model::Copy),
    ("memset", Model::Fill),
    ("reach_error", Model::Nothing),
    ("realloc", Model::Reallocate),
    ("setjmp", Model::Reads(1)),
    ("siglongjmp", Model::Reads(1)),
    ("sigsetjmp", Model::Reads(1)),
    ("strlen", Model::Reads(1)),
];

/// The engine's functions of these names do nothing with pointers, if they are not above.
const PREFIXES: [&str; 5] = ["klee_", "__VERIFIER_", "__ubsan_handle_", "__strata_", "__assert_"];

/// The model of a function the engine provides.
pub(crate) fn model(name: &str) -> Option<Model> {
    let row = MODELS.binary_search_by_key(&name, |row| row.0);
    let other = || PREFIXES.iter().any(|p| name.starts_with(p)).then_some(Model::Nothing);
    row.ok().map(|row| MODELS[row].1).or_else(other)
}

/// Whether a function makes objects and returns them.
pub(crate) fn allocates(name: &str) -> bool {
    matches!(model(name), Some(Model::Allocate { .. } | Model::Reallocate))
}

const MMAP: u64 = 9;
const RT_SIGACTION: u64 = 13;
const MREMAP: u64 = 25;
const SIGALTSTACK: u64 = 131;
const ARCH_PRCTL: u64 = 158;

impl Generator<'_> {
    /// A system call. What is not known to be another may be any of those that concern pointers.
    pub fn system_call(&mut self, at: At, site: &CallSite, result: Option<Reg>) {
        let number = site.args.first().and_then(|number| self.number(at, *number));
        let may_be = |call: u64| number.is_none_or(|number| number == call);
        let arg = |n: usize| site.args.get(n + 1).copied();
        for n in 0..6 {
            arg(n).and_then(|arg| self.used(at, arg));
        }
        if may_be(MMAP) || may_be(MREMAP) {
            self.map(at, result, arg(0));
        }
        if may_be(RT_SIGACTION) {
            self.keep(at, arg(1), arg(2));
        }
        if may_be(SIGALTSTACK) {
            self.keep(at, arg(0), arg(1));
        }
        if may_be(ARCH_PRCTL)
            && let Some(base) = arg(1).and_then(|base| self.operand(at.instance, base))
        {
            let kernel = self.kernel();
            self.system.flow(base, kernel);
            self.everywhere(kernel, base);
        }
    }

    /// A mapping: a new object, or the one that was there, whose contents may have moved.
    fn map(&mut self, at: At, result: Option<Reg>, old: Option<Operand>) {
        let object = Object::System(self.place(at));
        let object = self.object(object, Shape::Whole);
        let address = self.address_of(object, Offset::Any);
        if let Some(dst) = result {
            let to = self.register(at.instance, dst.0);
            self.system.flow(address, to);
            if let Some(old) = old {
                self.through(at, dst, old, Shift::Anywhere);
            }
        }
        if let Some(old) = old.and_then(|old| self.operand(at.instance, old)) {
            self.system.copy(address, old, None);
        }
    }

    /// The kernel keeps what one argument points to, and gives back what it kept to where another does.
    fn keep(&mut self, at: At, new: Option<Operand>, old: Option<Operand>) {
        let kernel = self.kernel();
        if let Some(new) = new.and_then(|new| self.operand(at.instance, new)) {
            self.everything(new, kernel);
        }
        if let Some(old) = old.and_then(|old| self.operand(at.instance, old)) {
            self.everywhere(kernel, old);
        }
    }

    fn kernel(&mut self) -> crate::system::Node {
        match self.kernel {
            Some(node) => node,
            None => *self.kernel.insert(self.system.node()),
        }
    }

    /// `klee_alias_function(name, other)`: a call of the one may be one of the other.
    pub fn alias(&mut self, at: At, from: Option<Operand>, to: Option<Operand>) {
        let names = [from, to].map(|name| name.and_then(|name| self.text(at, name)));
        let function = |name: &Option<String>| self.program.function(name.as_deref()?);
        let (Some(from), Some(to)) = (function(&names[0]), function(&names[1])) else { return };
        let defined = |f: FunctionId| self.program.functions[f.0 as usize].defined;
        if !defined(from) || !defined(to) {
            return;
        }
        let [from, to] = [from, to].map(|f| self.instance(f, Vec::new()));
        let params = self.instances[to].body.code.params.min(self.instances[from].body.code.params);
        for param in 0..params {
            let (a, b) = (self.register(from, param), self.register(to, param));
            self.system.flow(a, b);
        }
        let (a, b) = (self.results(from, 1), self.results(to, 1));
        self.system.flow(b[0], a[0]);
    }

    /// A text that an operand is the address of.
    fn text(&self, at: At, operand: Operand) -> Option<String> {
        let code = &self.instances[at.instance].body.code;
        let Const::Address { symbol: Symbol::Global(global), offset } =
            &code.consts[operand.split().err()?]
        else {
            return None;
        };
        let init = self.program.globals[global.0 as usize].init.as_ref()?;
        let text = init.bytes.get(*offset as usize..)?.split(|byte| *byte == 0).next()?;
        Some(String::from_utf8_lossy(text).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(MODELS.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert_eq!(model("malloc"), Some(Model::Allocate { sizes: &[0] }));
        assert_eq!(model("klee_open_merge"), Some(Model::Nothing));
        assert_eq!(model("getpwnam"), None);
    }
}
