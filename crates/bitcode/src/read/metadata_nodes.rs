//! Records of metadata nodes: those that say where things come from are decoded, the others are
//! kept as they are.

use crate::bitstream::Record;
use crate::error::Result;
use crate::{DebugLoc, MetaId, MetaNode};

use super::fields::Fields;
use super::node_numbers::NodeNumbers;

pub(super) mod code {
    pub const STRING_OLD: u32 = 1;
    pub const VALUE: u32 = 2;
    pub const NODE: u32 = 3;
    pub const NAME: u32 = 4;
    pub const DISTINCT_NODE: u32 = 5;
    pub const KIND: u32 = 6;
    pub const LOCATION: u32 = 7;
    pub const NAMED_NODE: u32 = 10;
    pub const ATTACHMENT: u32 = 11;
    pub const FILE: u32 = 16;
    pub const COMPILE_UNIT: u32 = 20;
    pub const SUBPROGRAM: u32 = 21;
    pub const LEXICAL_BLOCK: u32 = 22;
    pub const LEXICAL_BLOCK_FILE: u32 = 23;
    pub const GLOBAL_VAR: u32 = 27;
    pub const LOCAL_VAR: u32 = 28;
    pub const EXPRESSION: u32 = 29;
    pub const STRINGS: u32 = 35;
    pub const GLOBAL_DECL_ATTACHMENT: u32 = 36;
    pub const GLOBAL_VAR_EXPR: u32 = 37;
    pub const INDEX_OFFSET: u32 = 38;
    pub const INDEX: u32 = 39;
    pub const ARG_LIST: u32 = 46;
}

impl NodeNumbers {
    pub fn decode(&self, record: &Record<'_>) -> Result<MetaNode> {
        let mut fields = Fields::new(record);
        let f = &mut fields;
        match record.code {
            code::NODE | code::DISTINCT_NODE => {
                let distinct = record.code == code::DISTINCT_NODE;
                let elements =
                    record.ops.iter().map(|&n| self.id_or_none(f, n)).collect::<Result<_>>();
                Ok(MetaNode::Tuple { distinct, elements: elements? })
            }
            code::LOCATION => self.location(f),
            code::FILE => {
                f.next("whether a node is distinct")?;
                Ok(MetaNode::File { name: self.node(f)?, directory: self.node(f)? })
            }
            code::COMPILE_UNIT => {
                f.next("whether a node is distinct")?;
                // The highest bit says how the number is meant, from LLVM 22 on.
                let language = (f.next("a language")? & 0xffff_ffff) as u32;
                let file = self.node(f)?;
                Ok(MetaNode::CompileUnit { language, file, producer: self.node(f)? })
            }
            code::SUBPROGRAM => self.subprogram(f, &record.ops),
            code::LEXICAL_BLOCK | code::LEXICAL_BLOCK_FILE => self.lexical_block(f, record.code),
            code::GLOBAL_VAR => {
                f.next("the version of a node")?;
                Ok(MetaNode::GlobalVariable {
                    scope: self.node(f)?,
                    name: self.node(f)?,
                    linkage_name: self.node(f)?,
                    file: self.node(f)?,
                    line: line(f)?,
                })
            }
            code::LOCAL_VAR => self.local_variable(f),
            code::GLOBAL_VAR_EXPR => {
                f.next("whether a node is distinct")?;
                Ok(MetaNode::GlobalVariableExpression { variable: self.node(f)? })
            }
            code::EXPRESSION => {
                f.next("the version of an expression")?;
                Ok(MetaNode::Expression(f.rest().into()))
            }
            code::ARG_LIST => {
                let list = record.ops.iter().map(|&n| self.id(f, n));
                Ok(MetaNode::ArgList(list.collect::<Result<_>>()?))
            }
            code => Ok(MetaNode::Other { code, record: record.ops.as_slice().into() }),
        }
    }

    fn node(&self, f: &mut Fields<'_>) -> Result<Option<MetaId>> {
        let number = f.next("the number of a metadata node")?;
        self.id_or_none(f, number)
    }

    fn location(&self, f: &mut Fields<'_>) -> Result<MetaNode> {
        f.next("whether a node is distinct")?;
        let line = line(f)?;
        let column = f.next_u32("a column")?;
        let scope = f.next("a scope")?;
        let scope = self.id(f, scope)?;
        let inlined_at = self.node(f)?;
        let implicit = f.or_zero() != 0;
        Ok(MetaNode::Location(DebugLoc { line, column, scope, inlined_at, implicit }))
    }

    fn lexical_block(&self, f: &mut Fields<'_>, code: u32) -> Result<MetaNode> {
        f.next("whether a node is distinct")?;
        let scope = self.node(f)?;
        let file = self.node(f)?;
        let (line, column) = match code {
            code::LEXICAL_BLOCK => (line(f)?, f.next_u32("a column")?),
            _ => (0, 0),
        };
        Ok(MetaNode::LexicalBlock { scope, file, line, column })
    }

    fn subprogram(&self, f: &mut Fields<'_>, ops: &[u64]) -> Result<MetaNode> {
        let bits = f.next("the version of a node")?;
        let scope = self.node(f)?;
        let name = self.node(f)?;
        let linkage_name = self.node(f)?;
        let file = self.node(f)?;
        let line = line(f)?;
        // With flags in one field (LLVM 8 on) the unit is the thirteenth operand; before, it came
        // two or three later.
        let unit = if bits & 4 != 0 {
            ops.get(12)
        } else if ops.len() >= 19 {
            ops.get(15)
        } else {
            ops.get(14)
        };
        let unit = self.id_or_none(f, unit.copied().unwrap_or(0))?;
        Ok(MetaNode::Subprogram { scope, name, linkage_name, file, line, unit })
    }

    fn local_variable(&self, f: &mut Fields<'_>) -> Result<MetaNode> {
        // A tag stood before the scope until LLVM 3.9.
        let bits = f.next("the version of a node")?;
        if bits & 2 == 0 && f.left() > 7 {
            f.next("the tag of a variable")?;
        }
        Ok(MetaNode::LocalVariable {
            scope: self.node(f)?,
            name: self.node(f)?,
            file: self.node(f)?,
            line: line(f)?,
            ty: self.node(f)?,
            arg: f.next_u32("the number of a parameter")?,
        })
    }
}

fn line(f: &mut Fields<'_>) -> Result<u32> {
    f.next_u32("a line")
}
