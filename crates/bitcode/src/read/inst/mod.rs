//! Instructions: one file per family, dispatched here by the code of the record.

mod arithmetic;
mod call;
pub(super) mod codes;
mod control;
mod debug;
mod exception;
mod memory;
mod vector;

use crate::bitstream::Record;
use crate::error::{ReadError, Result};

use super::fields::Fields;
use super::function::FunctionReader;
use codes::code;

impl FunctionReader<'_, '_> {
    /// Reads one record of a function block.
    pub(super) fn read_inst(&mut self, record: &Record<'_>) -> Result<()> {
        let mut fields = Fields::new(record);
        let f = &mut fields;
        match record.code {
            code::UNOP => self.unary(f),
            code::BINOP => self.binary(f),
            code::CAST => self.cast(f),
            code::CMP | code::CMP2 => self.compare(f),
            code::SELECT => self.select_old(f),
            code::VSELECT => self.select(f),
            code::FREEZE => self.freeze(f),
            code::EXTRACTELT => self.extract_element(f),
            code::INSERTELT => self.insert_element(f),
            code::SHUFFLEVEC => self.shuffle_vector(f),
            code::EXTRACTVAL => self.extract_value(f),
            code::INSERTVAL => self.insert_value(f),
            code::GEP | code::GEP_OLD | code::INBOUNDS_GEP_OLD => self.gep(f, record.code),
            code::ALLOCA => self.alloca(f),
            code::LOAD | code::LOADATOMIC => self.load(f, record.code),
            code::STORE | code::STOREATOMIC | code::STORE_OLD | code::STOREATOMIC_OLD => {
                self.store(f, record.code)
            }
            code::CMPXCHG | code::CMPXCHG_OLD => self.compare_exchange(f, record.code),
            code::ATOMICRMW | code::ATOMICRMW_OLD => self.atomic_rmw(f, record.code),
            code::FENCE => self.fence(f),
            code::PHI => self.phi(f),
            code::RET => self.ret(f),
            code::BR => self.br(f),
            code::SWITCH => self.switch(f),
            code::INDIRECTBR => self.indirect_br(f),
            code::UNREACHABLE => self.unreachable(f),
            code::CALL => self.call(f),
            code::INVOKE => self.invoke(f),
            code::CALLBR => self.call_br(f),
            code::OPERAND_BUNDLE => self.operand_bundle(f),
            code::VAARG => self.va_arg(f),
            code::RESUME => self.resume(f),
            code::LANDINGPAD | code::LANDINGPAD_OLD => self.landing_pad(f, record.code),
            code::CLEANUPRET => self.cleanup_ret(f),
            code::CATCHRET => self.catch_ret(f),
            code::CATCHPAD | code::CLEANUPPAD => self.pad(f, record.code),
            code::CATCHSWITCH => self.catch_switch(f),
            code::DEBUG_LOC => self.debug_loc(f),
            code::DEBUG_LOC_AGAIN => self.debug_loc_again(f),
            code::DEBUG_RECORD_VALUE
            | code::DEBUG_RECORD_DECLARE
            | code::DEBUG_RECORD_ASSIGN
            | code::DEBUG_RECORD_VALUE_SIMPLE
            | code::DEBUG_RECORD_LABEL
            | code::DEBUG_RECORD_DECLARE_VALUE => self.debug_record(f, record.code),
            code::DECLAREBLOCKS => self.declare_blocks(f),
            // Which functions take the addresses of blocks: known from their constants.
            code::BLOCKADDR_USERS => Ok(()),
            code => Err(ReadError::found(f.bit, "the code of an instruction", u64::from(code))),
        }
    }
}
