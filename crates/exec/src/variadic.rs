//! Variable arguments, in the layout of the x86-64 System V `va_list`.
//!
//! As natively, each lies in an area of registers or in one of memory ([`ir::passing`]), and a list starts at the first
//! register that no parameter took. But registers in which nothing was passed are not there: the area ends with the last
//! register that was passed, and has a gap between the general registers and the vector registers. So an argument that
//! was not passed, or was passed in the other kind of register, is out of bounds. Kinds asked for in a different order
//! are not detected: natively it makes no difference.

use ir::Operand;
use ir::passing::{
    GENERAL_END, LIST, OVERFLOW_AREA, REGISTER_AREA, Registers, Route, Slot, VECTORS_END,
};
use memory::{Birth, Kind, Memory, Site, Value};

use crate::call::{read, top, writing};
use crate::halt::{Access, Attempt, Fault};
use crate::machine::Machine;
use crate::pointer;
use crate::state::{State, Variable};
use crate::symbolic::access::resolve_plain;
use crate::trace;

/// Functions of the C library that take arguments from the list before they know whether there are any; natively
/// these come from whatever is in the six argument registers. They also read shorter arguments as longer integers.
const EAGER: [&str; 6] = ["clone", "fcntl", "ioctl", "prctl", "ptrace", "syscall"];

/// Zero bytes after the arguments of such a function.
const SLACK: u64 = 48;

impl Machine {
    pub(crate) fn va_start(&self, state: &mut State, list: Operand, left: Registers) -> Attempt {
        let frame = top(state);
        let plain =
            |at: &Value, len, access| resolve_plain(state.known(), &state.path, at, len, access);
        let list = plain(read(frame, list), LIST, Access::Write)?;
        let mut variable = frame.variable.clone();
        // Everything is asked before anything is allocated.
        for argument in variable.iter_mut().filter(|argument| argument.by_value) {
            argument.value = plain(&argument.value, argument.slot.size.into(), Access::Read)?;
        }
        let function = frame.code.function;
        let name = &self.program().functions[function.0 as usize].name;
        let eager = self.program().is_library(function) && EAGER.contains(&&**name);
        let site = trace::local_site(function, frame.pc - 1);
        let layout = Layout::new(&variable, left);
        let memory = &mut state.memory;
        let exact = memory.undefined().is_checked() && !eager;
        let (overflow, registers) = match eager {
            true => layout.eager_areas(memory, site)?,
            false => layout.areas(memory, site)?,
        };
        for (argument, place) in variable.iter().zip(&layout.arguments) {
            let (area, offset) = match *place {
                Area::Register(offset) => (&registers, offset),
                Area::Memory(offset) => (&overflow, offset),
            };
            let at = pointer::offset(memory, area, offset);
            argument.put(memory, &at, exact)?;
        }
        let words = [
            (0, Value::Int(layout.taken())),
            (OVERFLOW_AREA, overflow),
            (REGISTER_AREA, registers),
        ];
        for (at, word) in words {
            writing(memory.store(&pointer::offset(memory, &list, at), 8, &word))?;
        }
        Ok(())
    }
}

/// Where arguments lie.
struct Layout {
    /// Where each argument lies.
    arguments: Vec<Area>,
    /// The general registers.
    general: Span,
    /// The vector registers.
    vector: Span,
    /// The bytes of the arguments in memory.
    overflow: u64,
}

/// The registers of one kind in which variable arguments were passed.
struct Span {
    /// Where the first of them lies in the area of registers.
    start: u64,
    /// Where the last of them ends.
    end: u64,
}

impl Span {
    fn is_empty(&self) -> bool {
        self.start == self.end
    }

    /// Takes the next bytes, if they are registers that lie before `end`.
    fn take(&mut self, size: u64, end: u64) -> Option<Area> {
        let at = self.end;
        (at + size <= end).then(|| {
            self.end += size;
            Area::Register(at)
        })
    }
}

#[derive(Clone, Copy)]
enum Area {
    /// An offset in the area of registers.
    Register(u64),
    /// An offset in the area of memory.
    Memory(u64),
}

impl Layout {
    fn new(variable: &[Variable], left: Registers) -> Layout {
        let (general, vector) = left.bytes();
        let (general, vector) = (GENERAL_END - general, VECTORS_END - vector);
        let mut layout = Layout {
            arguments: Vec::new(),
            general: Span { start: general, end: general },
            vector: Span { start: vector, end: vector },
            overflow: 0,
        };
        for argument in variable {
            let area = layout.next(&argument.slot);
            layout.arguments.push(area);
        }
        layout
    }

    /// Where the next argument lies.
    fn next(&mut self, slot: &Slot) -> Area {
        let size = u64::from(slot.size).next_multiple_of(8);
        let register = match (slot.route, self.arguments.last()) {
            (Route::General, _) => self.general.take(size, GENERAL_END),
            (Route::Vector, _) => self.vector.take(16, VECTORS_END),
            (Route::Behind, Some(Area::Register(offset))) => Some(Area::Register(offset + 8)),
            _ => None,
        };
        register.unwrap_or_else(|| {
            let start = self.overflow.next_multiple_of(u64::from(slot.align.max(8)));
            self.overflow = start + size;
            Area::Memory(start)
        })
    }

    /// Allocates the areas of memory and of registers. If nothing was passed in a register, all registers lie behind
    /// the end of the memory.
    fn areas(&self, memory: &mut Memory, site: Site) -> Result<(Value, Value), Fault> {
        let Layout { general, vector, overflow, .. } = self;
        let overflow_area = area(memory, Birth::Undefined, *overflow, site)?;
        let size = match (general.is_empty(), vector.is_empty()) {
            (true, true) => {
                let end = pointer::offset(memory, &overflow_area, *overflow);
                return Ok((overflow_area, end));
            }
            (false, true) => general.end,
            (_, false) => vector.end,
        };
        let registers = area(memory, Birth::Undefined, size, site)?;
        if let (Value::Ptr { id, .. }, false) = (&registers, vector.is_empty()) {
            memory.set_gap(*id, general.end..vector.start);
        }
        Ok((overflow_area, registers))
    }

    /// The same for a function that takes more than was passed.
    fn eager_areas(&self, memory: &mut Memory, site: Site) -> Result<(Value, Value), Fault> {
        let overflow = area(memory, Birth::Zero, self.overflow + SLACK, site)?;
        Ok((overflow, area(memory, Birth::Zero, VECTORS_END, site)?))
    }

    /// The two offsets at which a list begins.
    fn taken(&self) -> u64 {
        self.general.start | self.vector.start << 32
    }
}

fn area(memory: &mut Memory, birth: Birth, size: u64, site: Site) -> Result<Value, Fault> {
    let id = memory.allocate_as(birth, Kind::Local, size, 16, site).ok_or(Fault::StackOverflow)?;
    Ok(Value::Ptr { id, offset: 0 })
}

impl Variable {
    /// Stores an argument. The bits of a register beyond an integer are undefined, but code that compilers generate
    /// makes them zero; they are left unwritten only where uses of memory never written are checked.
    fn put(&self, memory: &mut Memory, at: &Value, exact: bool) -> Attempt {
        if self.by_value {
            return crate::cpu::copy(memory, at, &self.value, self.slot.size.into());
        }
        let bits = if exact && self.slot.size < 8 { self.slot.size * 8 } else { self.bits() };
        writing(crate::cpu::write(memory, at, bits, &self.value))
    }

    /// How many bits of its slot are written.
    fn bits(&self) -> u32 {
        match &self.value {
            Value::Wide(wide) => wide.width().0,
            value => value.unknown_width().map_or(64, |width| width.0.max(64)),
        }
    }
}
