//! Source locations and variables: chains of scopes, of inlined calls and of nodes that wrap others must
//! end. Tuples may be cyclic, and so may the scopes of types.

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
            MetaNode::GlobalVariableExpression { variable } => add(*variable),
            MetaNode::ArgList(values) => values.iter().for_each(|&id| add(Some(id))),
            _ => {}
        }
    });
    match at_fault {
        Some(at) => {
            let expected = "scopes, inlined calls and wrapped nodes that end somewhere";
            Err(ReadError::found(bit, expected, at as u64))
        }
        None => Ok(()),
    }
}
