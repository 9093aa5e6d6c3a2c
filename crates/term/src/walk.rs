//! The nodes below some terms, operands first, and how often each is used among them.

use crate::Term;
use crate::patience::{GivenUp, Steps};
use crate::store::Store;
use hashbrown::HashSet;
use std::collections::HashMap;

pub(crate) struct Walk {
    /// Every node once, after its operands.
    pub(crate) order: Vec<u32>,
    /// How many operands and roots are this node.
    pub(crate) uses: HashMap<u32, u32>,
}

impl Walk {
    pub(crate) fn new(store: &Store, roots: &[Term]) -> Walk {
        let mut walk = Walk { order: Vec::new(), uses: HashMap::new() };
        for root in roots {
            walk.visit(store, root.id());
        }
        walk
    }

    fn visit(&mut self, store: &Store, root: u32) {
        let mut stack = vec![Step::Enter(root)];
        while let Some(step) = stack.pop() {
            match step {
                Step::Leave(id) => self.order.push(id),
                Step::Enter(id) => {
                    let uses = self.uses.entry(id).or_insert(0);
                    *uses += 1;
                    if *uses > 1 {
                        continue;
                    }
                    stack.push(Step::Leave(id));
                    let key = store.node(id).key;
                    stack.extend(
                        key.words[..key.kind.arity()].iter().rev().map(|k| Step::Enter(*k)),
                    );
                }
            }
        }
    }
}

enum Step {
    Enter(u32),
    Leave(u32),
}

/// Whether there are more nodes below a term than this number, itself included.
pub(crate) fn exceeds(store: &Store, root: u32, most: usize) -> bool {
    let mut seen: HashSet<u32> = [root].into_iter().collect();
    let mut open = vec![root];
    while let Some(id) = open.pop() {
        if seen.len() > most {
            return true;
        }
        let key = store.node(id).key;
        open.extend(key.words[..key.kind.arity()].iter().filter(|operand| seen.insert(**operand)));
    }
    false
}

const FEW: usize = 24;

/// Every node below a term, each once, itself first; otherwise in no particular order.
pub(crate) fn below(store: &Store, root: u32, steps: &mut Steps<'_>) -> Result<Vec<u32>, GivenUp> {
    let mut found = Vec::with_capacity(FEW);
    any(store, root, steps, |id| {
        found.push(id);
        Sought::Open
    })?;
    Ok(found)
}

/// What is known about a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sought {
    /// It is what is looked for.
    Found,
    /// Neither the node nor anything below it is.
    Without,
    /// The node is not, and its operands have to be looked at.
    Open,
}

/// Whether there is a node below a term, or the term itself, that is looked for.
pub(crate) fn any(
    store: &Store,
    root: u32,
    steps: &mut Steps<'_>,
    mut part: impl FnMut(u32) -> Sought,
) -> Result<bool, GivenUp> {
    let mut open = Vec::with_capacity(FEW);
    open.push(root);
    let mut seen = HashSet::new();
    let mut next = 0;
    while let Some(&id) = open.get(next) {
        next += 1;
        steps.step()?;
        match part(id) {
            Sought::Found => return Ok(true),
            Sought::Without => continue,
            Sought::Open => {}
        }
        let key = store.node(id).key;
        for &operand in &key.words[..key.kind.arity()] {
            // Searching a few linearly is faster than hashing.
            let new = if open.len() < FEW {
                !open.contains(&operand)
            } else {
                if seen.is_empty() {
                    seen.extend(open.iter().copied());
                }
                seen.insert(operand)
            };
            if new {
                open.push(operand);
            }
        }
    }
    Ok(false)
}
