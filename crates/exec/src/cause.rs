//! What makes a path fork, as KLEE tells forks apart.
//!
//! Nothing is noted while code runs: where a state forks, the instruction that asks and what it asks about
//! say why. KLEE first compares a freed pointer with null and then resolves it; here one question decides which
//! object it is, null included, so everything that `free` and `realloc` ask counts as theirs.

use ir::{FunctionId, Inst};
use registry::Builtin;

use crate::ask::Topic;
use crate::call::{read, top};
use crate::machine::Machine;
use crate::state::State;

/// Why a path forks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// A branch with two sides, or a check whether an operation is defined.
    Conditional,
    /// A jump to a computed block.
    Indirect,
    /// A switch.
    Switch,
    /// A call through a pointer that may be to several functions.
    Call,
    /// A read or a write: where it goes, or whether that is in bounds.
    Access,
    /// The object of a pointer, for something other than an access.
    Pointer,
    /// The size of a new object.
    Alloc,
    /// A pointer given to `realloc`, or the new size.
    Realloc,
    /// A pointer given to `free`.
    Free,
    /// A number for something that knows only numbers.
    Number,
}

impl Cause {
    /// How many there are.
    pub const COUNT: usize = Cause::Number as usize + 1;
}

impl Machine {
    /// Why a state forks when its next instruction asks about something.
    pub fn cause(&self, state: &State, topic: Topic) -> Cause {
        let frame = top(state);
        match frame.code.code.insts[frame.pc] {
            Inst::Switch { .. } => Cause::Switch,
            Inst::JumpIndirect { .. } => Cause::Indirect,
            Inst::Alloca { .. } => Cause::Alloc,
            Inst::Call { callee, .. } => self.cause_in_call(state, callee, topic),
            Inst::CallIndirect { callee, .. } => {
                match self.function_at(state, read(frame, callee)) {
                    Ok(callee) => self.cause_in_call(state, callee, topic),
                    Err(_) => Cause::Call,
                }
            }
            // An element of a vector.
            Inst::Pick { .. } => Cause::Conditional,
            _ => match Cause::outside(topic) {
                Cause::Pointer => Cause::Access,
                cause => cause,
            },
        }
    }

    /// The same where the function that is called asks, or the call itself.
    fn cause_in_call(&self, state: &State, callee: FunctionId, topic: Topic) -> Cause {
        let callee = self.called(state, callee);
        let Some(builtin) = self.callee(callee).builtin() else {
            // Arguments that are passed as copies are read.
            return if topic == Topic::Object { Cause::Access } else { Cause::outside(topic) };
        };
        match builtin {
            Builtin::Malloc | Builtin::Calloc | Builtin::AlignedAlloc => Cause::Alloc,
            Builtin::Realloc => Cause::Realloc,
            Builtin::Free => Cause::Free,
            Builtin::Memchr
            | Builtin::Memcmp
            | Builtin::Memcpy
            | Builtin::Memmove
            | Builtin::Memset
            | Builtin::Strlen
            | Builtin::Strcmp
            | Builtin::Strncmp
            | Builtin::Strcasecmp
            | Builtin::Strncasecmp
            | Builtin::Strchr
            | Builtin::Strchrnul
            | Builtin::Memrchr
            | Builtin::Stpcpy
            | Builtin::Stpncpy
                if matches!(topic, Topic::Object | Topic::Bounds) =>
            {
                Cause::Access
            }
            _ => Cause::outside(topic),
        }
    }
}

impl Cause {
    /// Why a state forks when neither an instruction nor a builtin asks, but a system call or native code does.
    pub fn outside(topic: Topic) -> Cause {
        match topic {
            Topic::Object | Topic::Bounds => Cause::Pointer,
            Topic::Number => Cause::Number,
            Topic::Control
            | Topic::Defined
            | Topic::Assumption
            | Topic::Initialised
            | Topic::Difference
            | Topic::Cycle => Cause::Conditional,
        }
    }
}
