//! Source locations of instructions, and debug records between them.

use crate::error::Result;
use crate::{DebugLoc, DebugRecord, DebugRecordKind, InstId, MetaId, MetaNode};

use super::super::fields::Fields;
use super::super::function::FunctionReader;
use super::codes::code;

impl FunctionReader<'_, '_> {
    pub(super) fn debug_loc(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let line = f.next_u32("a line")?;
        let column = f.next_u32("a column")?;
        let scope = f.next("a scope")?;
        let inlined_at = f.next("a place of inlining")?;
        let implicit = f.or_zero() != 0;
        let inlined_at = self.reader.nodes.id_or_none(f, inlined_at)?;
        self.loc = self.reader.nodes.id_or_none(f, scope)?.map(|scope| DebugLoc {
            line,
            column,
            scope,
            inlined_at,
            implicit,
        });
        self.debug_loc_again(f)
    }

    pub(super) fn debug_loc_again(&mut self, f: &Fields<'_>) -> Result<()> {
        match self.body.insts.last_mut() {
            Some(inst) => {
                inst.loc = self.loc;
                Ok(())
            }
            None => Err(f.fault("an instruction before a source location")),
        }
    }

    /// A record is written after the instruction it precedes.
    pub(super) fn debug_record(&mut self, f: &mut Fields<'_>, code: u32) -> Result<()> {
        let Some(last) = self.body.insts.len().checked_sub(1) else {
            return Err(f.fault("an instruction before a debug record"));
        };
        let loc = self.record_location(f)?;
        let kind = if code == code::DEBUG_RECORD_LABEL {
            DebugRecordKind::Label(self.meta(f)?)
        } else {
            self.variable_record(f, code)?
        };
        self.body.debug_records.push(DebugRecord { before: InstId::from(last), kind, loc });
        Ok(())
    }

    fn variable_record(&mut self, f: &mut Fields<'_>, code: u32) -> Result<DebugRecordKind> {
        let variable = self.meta(f)?;
        let expression = self.meta(f)?;
        Ok(match code {
            code::DEBUG_RECORD_DECLARE => {
                DebugRecordKind::Declare { address: self.meta(f)?, variable, expression }
            }
            code::DEBUG_RECORD_ASSIGN => DebugRecordKind::Assign {
                value: self.meta(f)?,
                variable,
                expression,
                id: self.meta(f)?,
                address_expression: self.meta(f)?,
                address: self.meta(f)?,
            },
            code::DEBUG_RECORD_VALUE_SIMPLE => {
                let value = self.wrapped_value(f)?;
                DebugRecordKind::Value { value, variable, expression }
            }
            _ => DebugRecordKind::Value { value: self.meta(f)?, variable, expression },
        })
    }

    fn meta(&self, f: &mut Fields<'_>) -> Result<MetaId> {
        let number = f.next("the number of a metadata node")?;
        self.reader.nodes.id(f, number)
    }

    fn record_location(&mut self, f: &mut Fields<'_>) -> Result<DebugLoc> {
        let id = self.meta(f)?;
        match self.reader.module.metadata.nodes.get(id.index()) {
            Some(MetaNode::Location(loc)) => Ok(*loc),
            _ => Err(f.fault("a location of a debug record")),
        }
    }

    /// A value of the function, wrapped as metadata of its own.
    fn wrapped_value(&mut self, f: &mut Fields<'_>) -> Result<MetaId> {
        let (value, ty) = self.typed_value(f)?;
        let nodes = &mut self.reader.module.metadata.nodes;
        let id = MetaId::from(nodes.len());
        nodes.push(MetaNode::Value { ty, value });
        self.note_metadata(id);
        Ok(id)
    }
}
