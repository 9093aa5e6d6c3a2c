//! Source locations: following scopes outwards, or inlined calls, comes to an end.

use crate::error::{ReadError, Result};
use crate::{MetaId, MetaNode, Module};

use super::nesting::too_deep;

pub(super) fn check(module: &Module, bit: u64) -> Result<()> {
    let nodes = &module.metadata.nodes;
    let at_fault = too_deep(nodes.len(), |at, parts| {
        let mut add = |id: Option<MetaId>| parts.extend(id.map(|id| id.0));
        match &nodes[at] {
            MetaNode::Location(loc) => {
                add(Some(loc.scope));
                add(loc.inlined_at);
            }
            MetaNode::LexicalBlock { scope, .. } => add(*scope),
            _ => {}
        }
    });
    match at_fault {
        Some(at) => {
            let expected = "scopes and inlined calls that end somewhere";
            Err(ReadError::found(bit, expected, at as u64))
        }
        None => Ok(()),
    }
}
