//! Constraints of the functions that Strata provides and of system calls, from their effects on pointers.

use ir::{CallSite, Const, FunctionId, Operand, Reg, Symbol};
use registry::{Builtin, PointerEffect, SystemCall};

use crate::AbstractObject;
use crate::generate::{At, Generator};
use crate::offset::{Offset, Shift};
use crate::system::{Node, Shape};

/// The most arguments a system call has.
const SYSTEM_ARGS: usize = 6;

/// Whether a function makes objects and returns them.
pub(crate) fn allocates(builtin: Builtin) -> bool {
    builtin.effects().iter().any(|effect| {
        matches!(
            effect,
            PointerEffect::Allocates(_)
                | PointerEffect::AllocatesTable
                | PointerEffect::Reallocates { .. }
        )
    })
}

impl Generator<'_> {
    /// A call of a function that Strata provides.
    pub fn call_builtin(&mut self, at: At, builtin: Builtin, site: &CallSite, dst: Reg) {
        let result = (site.results > 0).then_some(dst);
        for effect in builtin.effects() {
            match effect {
                PointerEffect::SystemCall => self.system_call(at, &site.args, result),
                effect => self.effect(at, *effect, &site.args, result),
            }
        }
    }

    /// A system call. One whose number is not known may be any.
    fn system_call(&mut self, at: At, args: &[Operand], result: Option<Reg>) {
        let Some((number, args)) = args.split_first() else { return };
        let one = self.number(at, *number).map(SystemCall::find);
        // What is not modelled ends the path.
        let calls = match &one {
            Some(call) => call.as_slice(),
            None => SystemCall::ALL,
        };
        for (n, arg) in args.iter().enumerate().take(SYSTEM_ARGS) {
            if calls.iter().any(|call| call.takes_pointer(n)) {
                self.used(at, *arg);
            }
        }
        for effect in calls.iter().flat_map(|call| call.effects()) {
            self.effect(at, *effect, args, result);
        }
    }

    fn effect(&mut self, at: At, effect: PointerEffect, args: &[Operand], result: Option<Reg>) {
        let arg = |n: usize| args.get(n).copied();
        match effect {
            PointerEffect::Accesses(n) => {
                arg(n).and_then(|arg| self.used(at, arg));
            }
            PointerEffect::Returns(n) => self.returns(at, result, arg(n), Shift::By(0)),
            PointerEffect::ReturnsWithin(n) => self.returns(at, result, arg(n), Shift::Anywhere),
            PointerEffect::Copies { to, from, len } => {
                if let (Some(to), Some(from)) = (arg(to), arg(from)) {
                    let len = len.and_then(arg).and_then(|len| self.number(at, len));
                    self.copy(at, to, from, len);
                }
            }
            PointerEffect::Allocates(sizes) => {
                let numbers = sizes.iter().map(|n| self.number(at, arg(*n)?));
                let size = numbers.collect::<Option<Vec<u64>>>();
                let size = size.and_then(|n| n.into_iter().try_fold(1u64, u64::checked_mul));
                self.allocate(at, result, size);
            }
            PointerEffect::AllocatesTable => {
                // The table and what it points to are made in one place, and are one.
                let new = self.allocate(at, result, None);
                self.everywhere(new, new);
            }
            PointerEffect::Reallocates { old, size } => {
                let size = arg(size).and_then(|size| self.number(at, size));
                let new = self.allocate(at, result, size);
                if let Some(old) = self.argument_of(at, arg(old)) {
                    self.system.copy(new, old, size);
                }
            }
            PointerEffect::MakesFixed => self.make_fixed(at),
            PointerEffect::Aliases { from, to } => self.alias(at, arg(from), arg(to)),
            PointerEffect::SystemCall => unreachable!("no system call makes another"),
            PointerEffect::Maps(old) => self.map(at, result, arg(old)),
            PointerEffect::Keeps(n) => {
                let kernel = self.kernel();
                if let Some(value) = self.argument_of(at, arg(n)) {
                    self.system.flow(value, kernel);
                }
            }
            PointerEffect::KeepsContents(n) => {
                let kernel = self.kernel();
                if let Some(pointer) = self.argument_of(at, arg(n)) {
                    self.everything(pointer, kernel);
                }
            }
            PointerEffect::GivesBack(n) => {
                let kernel = self.kernel();
                if let Some(pointer) = self.argument_of(at, arg(n)) {
                    self.everywhere(kernel, pointer);
                }
            }
        }
    }

    fn argument_of(&mut self, at: At, arg: Option<Operand>) -> Option<Node> {
        arg.and_then(|arg| self.operand(at.instance, arg))
    }

    fn returns(&mut self, at: At, result: Option<Reg>, arg: Option<Operand>, shift: Shift) {
        if let (Some(dst), Some(arg)) = (result, arg) {
            self.through(at, dst, arg, shift);
        }
    }

    /// A new object; gives the node of its address.
    fn allocate(&mut self, at: At, result: Option<Reg>, size: Option<u64>) -> Node {
        let callers = self.instances[at.instance].context.clone();
        let object = AbstractObject::Heap { at: self.point(at), callers };
        let object = self.object(object, Shape::Fields(size));
        let address = self.address_of(object, Offset::At(0));
        if let Some(dst) = result {
            let to = self.register(at.instance, dst.0);
            self.system.flow(address, to);
        }
        address
    }

    /// An object at a number, which numbers may point to.
    fn make_fixed(&mut self, at: At) {
        let object = AbstractObject::System(self.point(at));
        let object = self.object(object, Shape::Whole);
        let address = self.address_of(object, Offset::Any);
        if let Some(fixed) = self.fixed {
            self.system.flow(address, fixed);
        }
    }

    /// A mapping: a new object, or the one that was there, whose contents may have moved.
    fn map(&mut self, at: At, result: Option<Reg>, old: Option<Operand>) {
        let object = AbstractObject::System(self.point(at));
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

    pub fn kernel(&mut self) -> Node {
        match self.kernel {
            Some(node) => node,
            None => *self.kernel.insert(self.system.node()),
        }
    }

    /// `klee_alias_function(name, other)`: a call of the one may be one of the other.
    fn alias(&mut self, at: At, from: Option<Operand>, to: Option<Operand>) {
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
