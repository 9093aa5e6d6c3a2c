//! The arguments of the calls on a stack.
//!
//! A function reuses the registers in which its parameters were passed. But its caller has stopped at the call, so
//! the values are still in the registers it read them from.

use std::rc::Rc;

use ir::Inst;
use memory::{Kind, Value};

use super::{Argument, Shown};
use crate::call::read;
use crate::machine::Machine;
use crate::state::{Frame, State};

impl Machine {
    /// What a frame was called with by the one before it.
    pub(super) fn arguments(&self, state: &State, caller: &Frame, callee: &Frame) -> Vec<Argument> {
        let code = &caller.code.code;
        let Some(Inst::Call { site, .. } | Inst::CallIndirect { site, .. }) =
            caller.pc.checked_sub(1).and_then(|pc| code.insts.get(pc))
        else {
            return Vec::new();
        };
        let passed = &code.calls[*site as usize].args;
        let variadic = self.program().functions[callee.code.function.0 as usize].variadic;
        let taken = if variadic { passed.len() } else { callee.code.code.params as usize };
        let names = &callee.code.code.param_names;
        let argument = |(index, &operand)| Argument {
            name: names.get(index).map(Rc::clone).unwrap_or_default(),
            value: self.shown(state, read(caller, operand)),
        };
        passed.iter().take(taken).enumerate().map(argument).collect()
    }

    fn shown(&self, state: &State, value: &Value) -> Shown {
        match *value {
            Value::Int(number) => Shown::Number(number),
            Value::Ptr { id, offset } => {
                let Some(object) = state.memory.object(id) else { return Shown::Unknown };
                let name = self.object_name(id, object.site);
                let object = name.unwrap_or_else(|| nameless(object.kind).into());
                Shown::Pointer { object, offset: offset.cast_signed() }
            }
            Value::Symbolic(_) => Shown::Symbolic,
            Value::Wide(_) | Value::Fragment { .. } | Value::Poison { .. } => Shown::Unknown,
        }
    }
}

fn nameless(kind: Kind) -> &'static str {
    match kind {
        Kind::Global => "<global>",
        Kind::Function => "<function>",
        Kind::Local => "<local>",
        Kind::Heap => "<heap>",
        Kind::System => "<system>",
    }
}
