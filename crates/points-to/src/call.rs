//! Calls: arguments and results, of functions with code and of those without.

use std::rc::Rc;

use ir::{ByValue, CallSite, FunctionId, Inst, Operand, Reg};

use crate::AbstractObject;
use crate::generate::{At, Caller, Generator};
use crate::offset::{Offset, Shift};
use crate::system::{Node, Shape};

impl Generator<'_> {
    /// An instruction calls a function.
    pub fn call(&mut self, at: At, callee: FunctionId) {
        let body = Rc::clone(&self.instances[at.instance].body);
        let (Inst::Call { dst, site, .. } | Inst::CallIndirect { dst, site, .. }) =
            body.code.insts[at.pc]
        else {
            unreachable!("only calls call");
        };
        let site = &body.code.calls[site as usize];
        let function = &self.program.functions[callee.0 as usize];
        match function.builtin {
            Some(builtin) => self.call_builtin(at, builtin, site, dst),
            None if function.defined => self.call_code(at, callee, site, dst),
            None => self.call_outside(at, site, dst),
        }
    }

    fn call_code(&mut self, at: At, callee: FunctionId, site: &CallSite, dst: Reg) {
        let context = self.context(at, callee);
        let instance = self.instance(callee, context);
        let params = self.instances[instance].body.code.params as usize;
        for (n, &arg) in site.args.iter().enumerate() {
            let by_value = site.by_value.iter().find(|copy| copy.arg as usize == n).copied();
            let Some(arg) = self.argument(at, arg, by_value) else { continue };
            if n < params {
                let param = self.register(instance, n as u32);
                self.give(at, arg, param, by_value);
            } else {
                let variable = self.instances[instance].variable;
                match by_value {
                    Some(_) => self.everything(arg, variable),
                    None => self.system.flow(arg, variable),
                }
            }
        }
        let results = self.results(instance, site.results as usize);
        for (result, n) in results.into_iter().zip(0..) {
            let to = self.register(at.instance, dst.0 + n);
            self.system.flow(result, to);
        }
    }

    fn argument(&mut self, at: At, arg: Operand, by_value: Option<ByValue>) -> Option<Node> {
        match by_value {
            Some(_) => self.used(at, arg),
            None => self.operand(at.instance, arg),
        }
    }

    /// An argument to a parameter; one that is passed by value is a copy, made at the call.
    fn give(&mut self, at: At, arg: Node, param: Node, by_value: Option<ByValue>) {
        let Some(copy) = by_value else { return self.system.flow(arg, param) };
        let object = AbstractObject::Local(self.point(at));
        let object = self.object(object, Shape::Fields(Some(copy.size)));
        let address = self.address_of(object, Offset::At(0));
        self.system.copy(address, arg, Some(copy.size));
        self.system.flow(address, param);
    }

    /// All that is in what a node points to flows to another.
    pub fn everything(&mut self, pointer: Node, to: Node) {
        let anywhere = self.system.node();
        self.system.shift(pointer, anywhere, Shift::Anywhere);
        self.system.load(anywhere, to, 8);
    }

    /// A node flows to all of what another points to.
    pub fn everywhere(&mut self, from: Node, pointer: Node) {
        let anywhere = self.system.node();
        self.system.shift(pointer, anywhere, Shift::Anywhere);
        self.system.store(anywhere, from, 8);
    }

    /// A function that is neither part of the program nor in the registry may do anything with what it can reach: what it returns,
    /// and what it leaves in memory, is something it was given or found there.
    fn call_outside(&mut self, at: At, site: &CallSite, dst: Reg) {
        let outside = self.outside();
        for &arg in &site.args {
            if let Some(arg) = self.used(at, arg) {
                self.system.shift(arg, outside, Shift::Anywhere);
            }
        }
        for n in 0..site.results {
            let to = self.register(at.instance, dst.0 + n);
            self.system.flow(outside, to);
        }
    }

    fn outside(&mut self) -> Node {
        if let Some(node) = self.outside {
            return node;
        }
        let node = self.system.node();
        self.outside = Some(node);
        self.everything(node, node);
        self.everywhere(node, node);
        self.watch(node, Caller::Outside);
        node
    }

    /// A function that was passed outside is called back.
    pub fn call_from_outside(&mut self, function: FunctionId) {
        if !self.program.functions[function.0 as usize].defined {
            return;
        }
        let outside = self.outside();
        let instance = self.instance(function, Vec::new());
        for param in 0..self.instances[instance].body.code.params {
            let param = self.register(instance, param);
            self.system.flow(outside, param);
        }
        let variable = self.instances[instance].variable;
        self.system.flow(outside, variable);
        for result in self.results(instance, 1) {
            self.system.flow(result, outside);
        }
    }

    /// The number an operand is, if it is one.
    pub fn number(&self, at: At, operand: Operand) -> Option<u64> {
        crate::local::constant(&self.instances[at.instance].body.code, operand)
    }
}
