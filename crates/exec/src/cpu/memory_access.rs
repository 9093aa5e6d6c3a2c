//! Between registers and memory.

use ir::{Operand, Reg};
use memory::{Kind, Memory, ObjectId, Site, Value};
use numeric::{Bits, small};

use super::{Cpu, used};
use crate::halt::{Access, Fault, Outcome, bad, unsupported};
use crate::{pointer, wide};

impl Cpu<'_> {
    #[inline(always)]
    pub fn load(&mut self, w: u8, dst: Reg, ptr: Operand) -> Outcome {
        let len = u32::from(w).div_ceil(8);
        if let &Value::Ptr { id, offset } = self.get(ptr)
            && let Some((to, word)) = self.memory.load_fast(id, offset, len)
        {
            if to.0 != 0 {
                self.set_ptr(dst, to, word);
            } else {
                self.set_int(dst, word & small::mask(Bits(u32::from(w))));
            }
            return Ok(());
        }
        self.load_slow(w, dst, ptr)
    }

    #[inline(never)]
    fn load_slow(&mut self, w: u8, dst: Reg, ptr: Operand) -> Outcome {
        used(self.get(ptr))?;
        let value = self.memory.load(self.get(ptr), u32::from(w).div_ceil(8));
        let mut value = value.map_err(|fault| bad(Access::Read, fault))?;
        if w & 7 != 0 {
            value = pointer::truncate(self.memory, &value, w);
        }
        self.set(dst, value);
        Ok(())
    }

    #[inline(always)]
    pub fn store(&mut self, w: u8, ptr: Operand, value: Operand) -> Outcome {
        let len = u32::from(w).div_ceil(8);
        if let &Value::Ptr { id, offset } = self.get(ptr) {
            let stored = match *self.get(value) {
                Value::Int(number) => self.memory.store_fast(id, offset, len, number),
                Value::Ptr { id: to, offset: o } if len == 8 => {
                    self.memory.store_ptr_fast(id, offset, to, o)
                }
                _ => false,
            };
            if stored {
                return Ok(());
            }
        }
        self.store_slow(len, ptr, value)
    }

    #[inline(never)]
    fn store_slow(&mut self, len: u32, ptr: Operand, value: Operand) -> Outcome {
        let (at, value) = (self.get(ptr).clone(), self.get(value).clone());
        used(&at)?;
        used(&value)?;
        self.memory.store(&at, len, &value).map_err(|fault| bad(Access::Write, fault))
    }

    pub fn load_wide(&mut self, bits: u32, dst: Reg, ptr: Operand) -> Outcome {
        used(self.get(ptr))?;
        let value = self.memory.load_wide(self.get(ptr), Bits(bits));
        self.set(dst, value.map_err(|fault| bad(Access::Read, fault))?);
        Ok(())
    }

    pub fn store_wide(&mut self, bits: u32, ptr: Operand, value: Operand) -> Outcome {
        let (at, value) = (self.get(ptr).clone(), self.get(value).clone());
        used(&at)?;
        store(self.memory, &at, bits, &value).map_err(|fault| bad(Access::Write, fault))
    }

    #[inline]
    pub fn alloca(
        &mut self,
        align: u8,
        dst: Reg,
        size: Operand,
        count: Operand,
        site: Site,
    ) -> Outcome {
        let bytes = self.number(size)?.checked_mul(self.number(count)?);
        let id = bytes.and_then(|n| self.memory.allocate(Kind::Local, n, 1 << align, site));
        let id = id.ok_or(Fault::StackOverflow)?;
        self.set_ptr(dst, id, 0);
        Ok(())
    }

    pub fn mem_copy(&mut self, dst: Operand, src: Operand, len: Operand) -> Outcome {
        let (dst, src, len) = (self.get(dst).clone(), self.get(src).clone(), self.number(len)?);
        used(&dst)?;
        used(&src)?;
        copy(self.memory, &dst, &src, len)
    }

    pub fn mem_set(&mut self, dst: Operand, byte: Operand, len: Operand) -> Outcome {
        let (byte, len) = (self.number(byte)? as u8, self.number(len)?);
        let dst = self.get(dst).clone();
        used(&dst)?;
        self.memory.fill(&dst, byte, len).map_err(|fault| bad(Access::Write, fault))
    }

    /// The block a block address of the running function names.
    pub fn block(&self, address: Operand, of: ObjectId) -> Outcome<usize> {
        let value = self.get(address);
        used(value)?;
        let at = match *value {
            Value::Ptr { id, offset } => Some(memory::Pointer { id, offset }),
            _ => self.memory.find(self.memory.number(value)),
        };
        match at {
            Some(at) if at.id == of && at.offset > 0 => Ok(at.offset as usize - 1),
            _ => Err(unsupported("indirect branch to something that is not a block")),
        }
    }
}

/// Writes a value of any width.
pub(crate) fn store(
    memory: &mut Memory,
    at: &Value,
    bits: u32,
    value: &Value,
) -> Result<(), memory::Fault> {
    if bits <= 64 {
        return memory.store(at, bits.div_ceil(8), value);
    }
    let bytes = wide::number(memory, value, bits).to_le_bytes();
    memory.write_bytes(at, &bytes)
}

/// Copies bytes, telling the side that is wrong.
pub(crate) fn copy(memory: &mut Memory, dst: &Value, src: &Value, len: u64) -> Outcome {
    memory.check_read(src, len).map_err(|fault| bad(Access::Read, fault))?;
    memory.copy(dst, src, len).map_err(|fault| bad(Access::Write, fault))
}
