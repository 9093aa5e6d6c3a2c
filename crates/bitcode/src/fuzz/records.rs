//! Damage at the level of records: a file is taken apart, a few operands or records change, and it
//! is written again, so that what is damaged is the meaning and not the encoding.

use random::Random;

use crate::bitstream::{Entry, Record, Stream};
use crate::error::Result;

use super::writer::{Node, write};

/// A damaged copy of `corpus`, which must be bitcode without a wrapper.
pub(super) fn mutate(random: &mut Random, corpus: &[u8]) -> Result<Vec<u8>> {
    let mut nodes = take_apart(corpus)?;
    let changes = 1 + random.index(4);
    for _ in 0..changes {
        change(&mut nodes, random);
    }
    Ok(write(&nodes))
}

pub(super) fn take_apart(corpus: &[u8]) -> Result<Vec<Node>> {
    let mut stream = Stream::new(corpus, 32);
    let mut nodes = Vec::new();
    while let Some(head) = stream.top_level()? {
        stream.enter(head)?;
        nodes.push(Node::Block { id: head.id, nodes: block(&mut stream)? });
    }
    Ok(nodes)
}

/// Recursive: the stream limits how deeply blocks are nested.
fn block(stream: &mut Stream<'_>) -> Result<Vec<Node>> {
    let mut nodes = Vec::new();
    let mut record = Record::default();
    loop {
        match stream.next(&mut record)? {
            Entry::End => return Ok(nodes),
            Entry::Block(head) => {
                stream.enter(head)?;
                nodes.push(Node::Block { id: head.id, nodes: block(stream)? });
            }
            Entry::Record => nodes.push(Node::Record {
                code: record.code,
                ops: record.ops.clone(),
                blob: record.blob.map(<[u8]>::to_vec),
            }),
        }
    }
}

/// Changes one node somewhere below.
fn change(nodes: &mut Vec<Node>, random: &mut Random) {
    if nodes.is_empty() {
        return;
    }
    let at = random.index(nodes.len());
    match random.index(16) {
        0 => {
            nodes.remove(at);
        }
        1 => nodes.swap(at, 0),
        _ => match &mut nodes[at] {
            Node::Block { nodes, .. } => change(nodes, random),
            Node::Record { code, ops, .. } => change_record(code, ops, random),
        },
    }
}

fn change_record(code: &mut u32, ops: &mut Vec<u64>, random: &mut Random) {
    if ops.is_empty() {
        *code = random.index(64) as u32;
        return;
    }
    let at = random.index(ops.len());
    match random.index(8) {
        0 => *code = random.index(64) as u32,
        1 => {
            ops.remove(at);
        }
        2 => ops.insert(at, random.index(64) as u64),
        3 => ops[at] = random.next() >> random.index(64),
        4 => ops[at] ^= 1 << random.index(20),
        5 => ops[at] = ops[at].wrapping_sub(1),
        6 => ops[at] = ops[at].wrapping_add(1),
        _ => ops[at] = random.index(300) as u64,
    }
}
