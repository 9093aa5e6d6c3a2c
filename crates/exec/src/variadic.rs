//! Variable arguments, in the layout of the x86-64 System V `va_list`.
//!
//! The list says that no argument came in registers, so that the code clang emits for `va_arg`
//! takes every one from the overflow area, where they lie in order.

use ir::Operand;
use memory::{Kind, Site, Value};

use crate::call::{read, top, writing};
use crate::halt::{Access, Fault, Outcome};
use crate::machine::Machine;
use crate::pointer;
use crate::state::{State, Variable};
use crate::symbolic::access::plain_place;

/// `gp_offset` and `fp_offset` past the end of the register save area.
const NO_REGISTERS: u64 = 48 | 176 << 32;

/// The bytes of a list.
pub(crate) const LIST: u64 = 24;

/// Functions of the library that take arguments from the list before they know whether there are any;
/// natively these come from whatever is in the six argument registers.
const EAGER: [&str; 6] = ["clone", "fcntl", "ioctl", "prctl", "ptrace", "syscall"];

/// Zero bytes after the arguments of such a function.
const SLACK: u64 = 48;

impl Machine {
    pub(crate) fn va_start(&self, state: &mut State, list: Operand) -> Outcome {
        let frame = top(state);
        let plain =
            |at: &Value, len, access| plain_place(&state.memory, &state.path, at, len, access);
        let list = plain(read(frame, list), LIST, Access::Write)?;
        let mut variable = frame.variable.clone();
        // Everything is asked before anything is made.
        for argument in variable.iter_mut().filter(|argument| argument.by_value) {
            argument.value = plain(&argument.value, argument.size.into(), Access::Read)?;
        }
        let offsets = lay_out(&variable);
        let function = frame.code.function;
        let name = &self.program().functions[function.0 as usize].name;
        let eager = self.program().is_library(function) && EAGER.contains(&&**name);
        let slack = if eager { SLACK } else { 0 };
        let size = offsets.last().copied().unwrap_or(0) + slack;
        let site = Site::default();
        let id = state.memory.allocate(Kind::Local, size, 16, site).ok_or(Fault::StackOverflow)?;
        for (argument, &offset) in variable.iter().zip(&offsets) {
            let at = Value::Ptr { id, offset };
            if argument.by_value {
                crate::cpu::copy(&mut state.memory, &at, &argument.value, argument.size.into())?;
            } else {
                let stored =
                    crate::cpu::write(&mut state.memory, &at, argument.bits(), &argument.value);
                writing(stored)?;
            }
        }
        let words = [Value::Int(NO_REGISTERS), Value::Ptr { id, offset: 0 }, Value::ZERO];
        for (word, at) in words.iter().zip([0, 8, 16]) {
            writing(state.memory.store(&pointer::offset(&state.memory, &list, at), 8, word))?;
        }
        Ok(())
    }
}

/// The offset of each argument in the overflow area, and its size last.
fn lay_out(variable: &[Variable]) -> Vec<u64> {
    let mut offsets = Vec::with_capacity(variable.len() + 1);
    let mut end = 0u64;
    for argument in variable {
        let start = end.next_multiple_of(u64::from(argument.align.max(8)));
        offsets.push(start);
        end = (start + u64::from(argument.size)).next_multiple_of(8);
    }
    offsets.push(end);
    offsets
}

impl Variable {
    /// How many bits of its slot are written.
    fn bits(&self) -> u32 {
        match &self.value {
            Value::Wide(wide) => wide.width().0,
            value => value.as_term().map_or(64, |term| term.width().0.max(64)),
        }
    }
}
