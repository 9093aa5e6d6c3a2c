//! Variable arguments, in the layout of the x86-64 System V `va_list`.
//!
//! As natively, each lies in an area of registers or in one of memory ([`ir::passing`]). But a list starts at such an
//! offset into the registers that the last argument passed in a register of its kind ends at the end of the area:
//! asking for one more leads to the memory area, and beyond its end. So arguments that were not passed, or have a
//! different kind than the one asked for, are out of bounds. Where there are arguments in memory, one of the wrong kind
//! would be taken from there; so a list then starts where it would natively, and asking for one more leads to a register
//! that no argument was passed in: beyond the end of the area, or, for an integer if floats were passed too, to
//! undefined bytes. Kinds asked for in a different order are not detected: natively it makes no difference.

use ir::Operand;
use ir::passing::{
    GENERAL_END, LIST, OVERFLOW_AREA, REGISTER_AREA, Registers, Route, Slot, VECTORS_END,
};
use memory::{Birth, Kind, Memory, Value};

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
        let birth = if eager { Birth::Zero } else { Birth::Undefined };
        let mut area = |size| {
            let id = memory.allocate_as(birth, Kind::Local, size, 16, site);
            Ok::<_, Fault>(Value::Ptr { id: id.ok_or(Fault::StackOverflow)?, offset: 0 })
        };
        let overflow = area(layout.overflow + if eager { SLACK } else { 0 })?;
        let registers =
            if layout.has_registers() { area(layout.registers())? } else { Value::ZERO };
        for (argument, place) in variable.iter().zip(&layout.areas) {
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
    areas: Vec<Area>,
    /// The general registers.
    general: Span,
    /// The vector registers.
    vector: Span,
    /// The bytes of the arguments in memory.
    overflow: u64,
}

/// The registers of one kind in their area.
#[derive(Default)]
struct Span {
    /// Where the first that was passed lies.
    start: u64,
    /// The bytes that were passed.
    passed: u64,
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
        let (general, vector) = <(Span, Span)>::default();
        let mut layout = Layout { areas: Vec::new(), general, vector, overflow: 0 };
        for argument in variable {
            let area = layout.next(&argument.slot);
            layout.areas.push(area);
        }
        let (general, vector) = left.bytes();
        layout.general.start = GENERAL_END - layout.taken_from(layout.general.passed, general);
        layout.vector.start = VECTORS_END - layout.taken_from(layout.vector.passed, vector);
        // The registers were counted from their end.
        for area in &mut layout.areas {
            match area {
                Area::Register(offset) if *offset < VECTORS_END => {
                    *offset = *offset - GENERAL_END + layout.general.start;
                }
                Area::Register(offset) => *offset = *offset - VECTORS_END + layout.vector.start,
                Area::Memory(_) => {}
            }
        }
        layout
    }

    /// The bytes of registers that a list may take: those passed, or, while arguments in memory are left, those that
    /// could have been.
    fn taken_from(&self, passed: u64, left: u64) -> u64 {
        if self.overflow == 0 { passed } else { passed.max(left) }
    }

    /// Where the next argument lies; one in a register is moved down when all are known.
    fn next(&mut self, slot: &Slot) -> Area {
        let size = u64::from(slot.size).next_multiple_of(8);
        match (slot.route, self.areas.last()) {
            (Route::General, _) if self.general.passed + size <= GENERAL_END => {
                self.general.passed += size;
                Area::Register(GENERAL_END + self.general.passed - size)
            }
            (Route::Vector, _) if self.vector.passed + 16 <= VECTORS_END - GENERAL_END => {
                self.vector.passed += 16;
                Area::Register(VECTORS_END + self.vector.passed - 16)
            }
            (Route::Behind, Some(Area::Register(offset))) => Area::Register(offset + 8),
            _ => {
                let start = self.overflow.next_multiple_of(u64::from(slot.align.max(8)));
                self.overflow = start + size;
                Area::Memory(start)
            }
        }
    }

    /// The area of registers ends with the last that was passed.
    fn registers(&self) -> u64 {
        let Layout { general, vector, .. } = self;
        match (general.passed, vector.passed) {
            (0, 0) => 0,
            (_, 0) => general.start + general.passed,
            _ => vector.start + vector.passed,
        }
    }

    /// Whether a list can lead to registers.
    fn has_registers(&self) -> bool {
        (self.general.start, self.vector.start) != (GENERAL_END, VECTORS_END)
    }

    /// The two offsets at which a list begins.
    fn taken(&self) -> u64 {
        self.general.start | self.vector.start << 32
    }
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
            value => value.as_term().map_or(64, |term| term.width().0.max(64)),
        }
    }
}
