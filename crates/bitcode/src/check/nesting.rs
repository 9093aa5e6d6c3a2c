//! Things made of other things: no cycle, and no more levels than a recursive walk can take.

/// Deeper nesting only occurs in malformed files; everything that walks types and constants may
/// recurse because of this limit.
const MAX_DEPTH: u32 = 1000;

/// Looks for cycles and excessive depth among the nodes `0..count`; `parts` appends the parts of a
/// node to a list. Gives a node at fault. The walk keeps its own stack.
pub(super) fn too_deep(count: usize, mut parts: impl FnMut(usize, &mut Vec<u32>)) -> Option<usize> {
    let mut depth = vec![Depth::Unknown; count];
    let mut stack: Vec<Frame> = Vec::new();
    let mut pending: Vec<u32> = Vec::new();
    for root in 0..count {
        if let Depth::Known(_) = depth[root] {
            continue;
        }
        let mut enter = Some(root);
        loop {
            if let Some(node) = enter.take() {
                depth[node] = Depth::Open;
                let first = pending.len();
                parts(node, &mut pending);
                stack.push(Frame { node, first, deepest: 0 });
            }
            let Some(frame) = stack.last_mut() else { break };
            if pending.len() > frame.first {
                let part = pending[pending.len() - 1] as usize;
                match depth[part] {
                    Depth::Known(below) => {
                        frame.deepest = frame.deepest.max(below + 1);
                        pending.pop();
                    }
                    Depth::Open => return Some(part),
                    Depth::Unknown => enter = Some(part),
                }
            } else {
                if frame.deepest > MAX_DEPTH {
                    return Some(frame.node);
                }
                depth[frame.node] = Depth::Known(frame.deepest);
                stack.pop();
            }
        }
    }
    None
}

struct Frame {
    node: usize,
    /// Where its parts start in the list of those still to be looked at.
    first: usize,
    deepest: u32,
}

#[derive(Clone, Copy)]
enum Depth {
    Unknown,
    /// On the way down to its parts.
    Open,
    Known(u32),
}

#[cfg(test)]
mod tests {
    use super::too_deep;

    fn of(edges: &[&[u32]]) -> Option<usize> {
        too_deep(edges.len(), |node, parts| parts.extend(edges[node]))
    }

    #[test]
    fn shared_parts_are_no_cycle() {
        assert_eq!(of(&[&[1, 2], &[3], &[3, 3], &[]]), None);
    }

    #[test]
    fn cycles_are_found() {
        assert!(of(&[&[0]]).is_some());
        assert!(of(&[&[1, 2], &[], &[3], &[2]]).is_some());
    }

    #[test]
    fn long_chains_are_too_deep() {
        let chain = |len: u32| {
            too_deep(len as usize, |node, parts| {
                parts.extend((node as u32 + 1 < len).then_some(node as u32 + 1));
            })
        };
        assert_eq!(chain(1000), None);
        assert!(chain(1_000_000).is_some());
    }
}
