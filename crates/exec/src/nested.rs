//! Functions of the program that are called from outside while a state waits for something.
//!
//! The call is made on top of the existing frames, and its return stops the burst, so that the caller gets the
//! result and the state can go on waiting.

use std::collections::BTreeMap;

use ir::{FunctionId, GlobalId, Reg, Symbol};
use memory::{ObjectId, Value};

use crate::halt::Halt;
use crate::machine::Machine;
use crate::state::State;

/// What a state waited for before a function was called from outside.
#[derive(Clone, Copy, Debug)]
pub struct Nested {
    floor: usize,
    pending: Option<Reg>,
}

impl Machine {
    /// Calls a function that has a body; [`Stop::Returned`](crate::Stop::Returned) tells that it returned, and
    /// [`Machine::leave_nested`] must follow.
    pub fn enter_nested(
        &self,
        state: &mut State,
        function: FunctionId,
        args: &[Value],
    ) -> Result<Nested, Halt> {
        let nested = Nested { floor: state.floor, pending: state.pending.take() };
        state.floor = state.frames.len();
        self.enter(state, function, args)?;
        Ok(nested)
    }

    /// Lets a state wait again for what it waited for before.
    pub fn leave_nested(&self, state: &mut State, nested: Nested) {
        (state.floor, state.pending) = (nested.floor, nested.pending);
    }

    /// Whether the function called from outside was left in another way than by returning.
    pub fn left_nested(&self, state: &State) -> bool {
        state.frames.len() <= state.floor
    }

    /// The function with a body at an address.
    pub fn function_with_body(&self, state: &State, address: &Value) -> Option<FunctionId> {
        let id = state.memory.objects().function(address)?;
        match self.symbol_of(id)? {
            Symbol::Function(function) => self.callee(function).code().map(|_| function),
            Symbol::Global(_) => None,
        }
    }

    /// The name of a function without a body, by its object.
    pub fn name_without_body(&self, id: ObjectId) -> Option<&str> {
        match self.symbol_of(id)? {
            Symbol::Function(function) => {
                let function = &self.program().functions[function.0 as usize];
                (!function.defined).then_some(&*function.name)
            }
            Symbol::Global(_) => None,
        }
    }

    /// The global variable that an object is.
    pub fn global_ids(&self) -> BTreeMap<ObjectId, GlobalId> {
        self.globals().zip((0..).map(GlobalId)).collect()
    }

    /// The objects of all global variables.
    pub fn globals(&self) -> impl Iterator<Item = ObjectId> + use<> {
        (1..=self.program().globals.len() as u32).map(ObjectId)
    }
}
