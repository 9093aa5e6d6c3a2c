//! What each instruction lets flow.
//!
//! Registers have no types, and any may hold a pointer or a part of one. So what computes with bits lets
//! its operands through where the result may be an address again: sums, differences, bit operations, shifts,
//! bytes taken out and put together. Comparisons, products, quotients and floating point do not. Of less
//! than 64 bits only what is moved, cut or extended is let through: parts of pointers are
//! copied or put together, and computing with anything narrower is computing with numbers.

use ir::passing::{OVERFLOW_AREA, REGISTER_AREA};
use ir::{Code, Inst, IntBinary, IntUnary, Operand, OverflowOp, Reg, WideInst, WideOp};

use super::{At, Body, Caller, Generator};
use crate::local::{by, constant};
use crate::offset::{Offset, Shift};
use crate::result::Pointer;
use crate::system::{Node, Shape};
use crate::{AbstractObject, Fields};

const WORD: u8 = 64;

impl Generator<'_> {
    /// The constraints of an instruction.
    pub(super) fn instruction(&mut self, at: At, body: &Body) {
        let code = &body.code;
        match code.insts[at.pc] {
            Inst::Mov { dst, .. } if body.registers.same[dst.0 as usize] != dst.0 => {}
            Inst::Mov { dst, src } => self.becomes(at, body, dst, src, Shift::By(0)),
            Inst::Add { w: WORD, dst, a, b } | Inst::PtrAdd { dst, base: a, offset: b } => {
                self.sum(at, body, dst, a, b);
            }
            Inst::Sub { w: WORD, dst, a, b } => {
                let shift = match constant(code, b) {
                    Some(n) => by(n.wrapping_neg(), body.registers.looping[at.pc]),
                    None => Shift::Anywhere,
                };
                self.becomes(at, body, dst, a, shift);
            }
            Inst::PtrIndex { dst, base, index, scale, .. } => {
                if scale == 1 && constant(code, base).is_some() {
                    self.through(at, dst, base, Shift::Stride(scale));
                    self.through(at, dst, index, Shift::Anywhere);
                } else {
                    self.becomes(at, body, dst, base, Shift::Stride(scale));
                }
            }
            Inst::And { w: WORD, dst, a, b } => self.mask(at, body, dst, a, b),
            Inst::Or { w: WORD, dst, a, b } | Inst::Xor { w: WORD, dst, a, b } => {
                self.both(at, dst, a, b);
            }
            Inst::Shl { w: WORD, dst, a, .. }
            | Inst::LShr { w: WORD, dst, a, .. }
            | Inst::AShr { w: WORD, dst, a, .. }
            | Inst::ZExt { dst, a, .. }
            | Inst::SExt { dst, a, .. }
            | Inst::IntUnary { op: IntUnary::SwapBytes, w: WORD, dst, a } => {
                self.becomes(at, body, dst, a, Shift::Anywhere);
            }
            // A truncation that keeps all bits keeps the pointer; a part points where the whole does.
            Inst::Trunc { dst, a, .. } | Inst::Promise { dst, value: a, .. } => {
                self.becomes(at, body, dst, a, Shift::By(0));
            }
            Inst::Int { op, w: WORD, dst, a, b } if passes(op) => self.both(at, dst, a, b),
            Inst::Overflow { op, w: WORD, dst, a, b } => match op {
                OverflowOp::UAdd | OverflowOp::SAdd => self.both(at, dst, a, b),
                OverflowOp::USub | OverflowOp::SSub => self.through(at, dst, a, Shift::Anywhere),
                OverflowOp::UMul | OverflowOp::SMul => {}
            },
            Inst::Funnel { w: WORD, dst, high, low, .. } => self.both(at, dst, high, low),
            Inst::Wide { index } => self.wide(at, &code.wides[index as usize]),
            Inst::Select { dst, a, b, .. } => {
                self.through(at, dst, a, Shift::By(0));
                self.through(at, dst, b, Shift::By(0));
            }
            Inst::Pick { dst, list, len, .. } => {
                for element in &code.lists[list as usize..][..len as usize] {
                    self.through(at, dst, *element, Shift::By(0));
                }
            }
            Inst::Load { w, dst, ptr } => self.load(at, body, dst, ptr, u32::from(w).div_ceil(8)),
            Inst::LoadRelative { dst, base, ptr } => {
                // Two things flow to the register, so that it must have a node of its own.
                self.register(at.instance, dst.0);
                self.load(at, body, dst, ptr, 4);
                self.through(at, dst, base, Shift::Anywhere);
            }
            Inst::LoadWide { bits, dst, ptr } => self.load(at, body, dst, ptr, bits.div_ceil(8)),
            Inst::Store { w, ptr, value } => {
                self.store(at, body, ptr, value, u32::from(w).div_ceil(8));
            }
            Inst::StoreWide { bits, ptr, value } => {
                self.store(at, body, ptr, value, bits.div_ceil(8));
            }
            Inst::Alloca { dst, size, count, .. } => {
                let size = constant(code, size).zip(constant(code, count));
                let size = size.and_then(|(size, count)| size.checked_mul(count));
                self.alloca(at, body, dst, size);
            }
            Inst::MemCopy { dst, src, len, .. } => self.copy(at, dst, src, constant(code, len)),
            Inst::MemSet { dst, .. } => {
                self.used(at, dst);
            }
            Inst::Call { callee, .. } => self.call(at, callee),
            Inst::CallIndirect { callee, .. } => {
                if let Some(callee) = self.operand(at.instance, callee) {
                    self.watch(callee, Caller::Call(at));
                }
            }
            Inst::Return { list, len } => self.give_back(at, code, list, len),
            Inst::VaStart { list, .. } => self.va_start(at, list),
            Inst::VaCopy { dst, src } => self.copy(at, dst, src, Some(24)),
            _ => {}
        }
    }

    /// An operand flows to a register.
    pub(crate) fn through(&mut self, at: At, dst: Reg, from: Operand, shift: Shift) {
        if let Some(from) = self.operand(at.instance, from) {
            let from = self.shifted(from, shift);
            let to = self.register(at.instance, dst.0);
            self.system.flow(from, to);
        }
    }

    /// An operand, and nothing else, flows to a register.
    fn becomes(&mut self, at: At, body: &Body, dst: Reg, from: Operand, shift: Shift) {
        if let Some(from) = self.operand(at.instance, from) {
            let from = self.shifted(from, shift);
            self.define(at, body, dst, from);
        }
    }

    fn shifted(&mut self, from: Node, shift: Shift) -> Node {
        match self.options.fields {
            Fields::Apart => self.system.shifted(from, shift),
            Fields::Together => from,
        }
    }

    /// A node, and nothing else, flows to a register: it is the node of the register, unless that has one.
    fn define(&mut self, at: At, body: &Body, dst: Reg, from: Node) {
        if body.registers.once[dst.0 as usize] && self.name(at.instance, dst.0, from) {
            return;
        }
        let to = self.register(at.instance, dst.0);
        self.system.flow(from, to);
    }

    fn both(&mut self, at: At, dst: Reg, a: Operand, b: Operand) {
        self.through(at, dst, a, Shift::Anywhere);
        self.through(at, dst, b, Shift::Anywhere);
    }

    fn sum(&mut self, at: At, body: &Body, dst: Reg, a: Operand, b: Operand) {
        let looping = body.registers.looping[at.pc];
        match (constant(&body.code, a), constant(&body.code, b)) {
            (_, Some(n)) => self.becomes(at, body, dst, a, by(n, looping)),
            (Some(n), _) => self.becomes(at, body, dst, b, by(n, looping)),
            _ => self.both(at, dst, a, b),
        }
    }

    /// A mask without any whole byte leaves no part of an address; one that clears the lowest bits takes a
    /// mark off a pointer.
    fn mask(&mut self, at: At, body: &Body, dst: Reg, a: Operand, b: Operand) {
        let code = &body.code;
        let whole_byte = |n: u64| n.to_le_bytes().contains(&0xff);
        match (constant(code, a), constant(code, b)) {
            (_, Some(n)) if whole_byte(n) => self.becomes(at, body, dst, a, Shift::Anywhere),
            (Some(n), _) if whole_byte(n) => self.becomes(at, body, dst, b, Shift::Anywhere),
            (None, None) => self.both(at, dst, a, b),
            _ => {}
        }
    }

    fn wide(&mut self, at: At, inst: &WideInst) {
        let [a, b, _] = inst.operands;
        match inst.op {
            WideOp::Binary(IntBinary::Mul) | WideOp::Compare(_) | WideOp::Unary(_) => {}
            WideOp::Binary(_) | WideOp::Overflow(_) | WideOp::Funnel(_) => {
                self.both(at, inst.dst, a, b);
            }
            WideOp::Trunc | WideOp::ZExt | WideOp::SExt => {
                self.through(at, inst.dst, a, Shift::By(0));
            }
        }
    }

    fn load(&mut self, at: At, body: &Body, dst: Reg, ptr: Operand, bytes: u32) {
        if let Some(local) = body.registers.local(ptr) {
            let contents = self.contents_of_promoted(at, local);
            self.define(at, body, dst, contents);
        } else if let Some(pointer) = self.used(at, ptr) {
            let loaded = self.system.loaded(pointer, bytes);
            self.define(at, body, dst, loaded);
        }
    }

    fn store(&mut self, at: At, body: &Body, ptr: Operand, value: Operand, bytes: u32) {
        let value = self.operand(at.instance, value);
        if let Some(local) = body.registers.local(ptr) {
            let contents = self.contents_of_promoted(at, local);
            if let Some(value) = value {
                self.system.flow(value, contents);
            }
        } else if let Some(pointer) = self.used(at, ptr)
            && let Some(value) = value
        {
            self.system.store(pointer, value, bytes);
        }
    }

    /// The node of a local that is as good as a register: the register of its address stands for it.
    fn contents_of_promoted(&mut self, at: At, local: u32) -> Node {
        let object = self.promoted(at.instance, local);
        let point = self.point(at);
        self.pointers.push((point, Pointer::Local(object)));
        self.register(at.instance, local)
    }

    fn alloca(&mut self, at: At, body: &Body, dst: Reg, size: Option<u64>) {
        if body.registers.promoted[dst.0 as usize] {
            return;
        }
        let object = AbstractObject::Local(self.point(at));
        let object = self.object(object, Shape::Fields(size));
        let address = self.address_of(object, Offset::At(0));
        self.define(at, body, dst, address);
    }

    /// Bytes are copied from one operand to another.
    pub(crate) fn copy(&mut self, at: At, dst: Operand, src: Operand, len: Option<u64>) {
        if let (Some(to), Some(from)) = (self.used(at, dst), self.used(at, src)) {
            self.system.copy(to, from, len);
        }
    }

    fn give_back(&mut self, at: At, code: &Code, list: u32, len: u32) {
        let results = self.results(at.instance, len as usize);
        let values = &code.lists[list as usize..][..len as usize];
        for (value, result) in values.iter().zip(results) {
            if let Some(value) = self.operand(at.instance, *value) {
                self.system.flow(value, result);
            }
        }
    }

    /// The variable arguments are one object, of which the second and the third word of the list have the address.
    fn va_start(&mut self, at: At, list: Operand) {
        let object = AbstractObject::Local(self.point(at));
        let area = self.object(object, Shape::Whole);
        let address = self.address_of(area, Offset::Any);
        let variable = self.instances[at.instance].variable;
        self.system.store(address, variable, 8);
        if let Some(list) = self.used(at, list) {
            for area in [OVERFLOW_AREA, REGISTER_AREA] {
                let word = self.system.node();
                self.system.shift(list, word, Shift::By(area as i64));
                self.system.store(word, address, 8);
            }
        }
    }
}

/// Whether a result of an operation may be an address or a part of one.
fn passes(op: IntBinary) -> bool {
    match op {
        IntBinary::UMin
        | IntBinary::UMax
        | IntBinary::SMin
        | IntBinary::SMax
        | IntBinary::UAddSat
        | IntBinary::SAddSat
        | IntBinary::USubSat
        | IntBinary::SSubSat => true,
        IntBinary::Add
        | IntBinary::Sub
        | IntBinary::Mul
        | IntBinary::And
        | IntBinary::Or
        | IntBinary::Xor
        | IntBinary::Shl
        | IntBinary::LShr
        | IntBinary::AShr
        | IntBinary::UDiv
        | IntBinary::SDiv
        | IntBinary::URem
        | IntBinary::SRem
        | IntBinary::UShlSat
        | IntBinary::SShlSat => false,
    }
}
