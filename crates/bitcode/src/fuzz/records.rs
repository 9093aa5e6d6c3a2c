//! Damage at the level of records: a file is taken apart, a few operands or records change, and it
//! is written again, so that what is damaged is the meaning and not the encoding.

use crate::bitstream::{Entry, Record, Stream};
use crate::error::Result;

use super::Random;

/// A block or a record.
enum Node {
    Block { id: u32, nodes: Vec<Node> },
    Record { code: u32, ops: Vec<u64>, blob: Option<Vec<u8>> },
}

/// A damaged copy of `corpus`, which must be bitcode without a wrapper.
pub(super) fn mutate(random: &mut Random, corpus: &[u8]) -> Result<Vec<u8>> {
    let mut nodes = take_apart(corpus)?;
    let changes = 1 + random.below(4);
    for _ in 0..changes {
        change(&mut nodes, random);
    }
    let mut writer = Writer::default();
    corpus.iter().take(4).for_each(|&byte| writer.fixed(u64::from(byte), 8));
    nodes.iter().for_each(|node| writer.node(node, 2));
    Ok(writer.bytes)
}

fn take_apart(corpus: &[u8]) -> Result<Vec<Node>> {
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
    let at = random.below(nodes.len());
    match random.below(16) {
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
        *code = random.below(64) as u32;
        return;
    }
    let at = random.below(ops.len());
    match random.below(8) {
        0 => *code = random.below(64) as u32,
        1 => {
            ops.remove(at);
        }
        2 => ops.insert(at, random.below(64) as u64),
        3 => ops[at] = random.next() >> random.below(64),
        4 => ops[at] ^= 1 << random.below(20),
        5 => ops[at] = ops[at].wrapping_sub(1),
        6 => ops[at] = ops[at].wrapping_add(1),
        _ => ops[at] = random.below(300) as u64,
    }
}

/// Writes records without abbreviations, but for those with bytes, which need one.
#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    /// Bits of the last byte that are used, 0 if all are.
    used: u32,
}

impl Writer {
    fn bit(&mut self, bit: u64) {
        if self.used == 0 {
            self.bytes.push(0);
        }
        if let Some(last) = self.bytes.last_mut() {
            *last |= (bit as u8 & 1) << self.used;
        }
        self.used = (self.used + 1) % 8;
    }

    fn fixed(&mut self, value: u64, width: u32) {
        (0..width).for_each(|at| self.bit(value >> at));
    }

    fn vbr(&mut self, mut value: u64, width: u32) {
        let more = 1 << (width - 1);
        while value >= more {
            self.fixed(value & (more - 1) | more, width);
            value >>= width - 1;
        }
        self.fixed(value, width);
    }

    fn align32(&mut self) {
        self.used = 0;
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
    }

    fn node(&mut self, node: &Node, width: u32) {
        // Two abbreviations are enough: numbers 0 to 3 are the format's own, 4 is for bytes.
        const INNER: u32 = 3;
        match node {
            Node::Block { id, nodes } => {
                self.fixed(1, width);
                self.vbr(u64::from(*id), 8);
                self.vbr(u64::from(INNER), 4);
                self.align32();
                let length = self.bytes.len();
                self.fixed(0, 32);
                let mut blobs = 0;
                for node in nodes {
                    if let Node::Record { blob: Some(blob), code, ops } = node {
                        // A few such records may be in a block; each has its own abbreviation.
                        if blobs < 4 {
                            self.with_blob(*code, ops, blob, INNER, 4 + blobs);
                            blobs += 1;
                        }
                    } else {
                        self.node(node, INNER);
                    }
                }
                self.fixed(0, INNER);
                self.align32();
                let words = (self.bytes.len() - length - 4) / 4;
                self.bytes[length..length + 4].copy_from_slice(&(words as u32).to_le_bytes());
            }
            Node::Record { code, ops, .. } => {
                self.fixed(3, width);
                self.vbr(u64::from(*code), 6);
                self.vbr(ops.len() as u64, 6);
                ops.iter().for_each(|&op| self.vbr(op, 6));
            }
        }
    }

    fn with_blob(&mut self, code: u32, ops: &[u64], blob: &[u8], width: u32, number: u64) {
        self.fixed(2, width);
        self.vbr(ops.len() as u64 + 2, 5);
        self.fixed(1, 1);
        self.vbr(u64::from(code), 8);
        for _ in ops {
            self.fixed(0, 1);
            self.fixed(2, 3);
            self.vbr(6, 5);
        }
        self.fixed(0, 1);
        self.fixed(5, 3);
        self.fixed(number, width);
        ops.iter().for_each(|&op| self.vbr(op, 6));
        self.vbr(blob.len() as u64, 6);
        self.align32();
        self.bytes.extend_from_slice(blob);
        self.align32();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let mut writer = Writer::default();
        writer.fixed(0, 32);
        let record = |code, ops: &[u64]| Node::Record { code, ops: ops.to_vec(), blob: None };
        let blob = Node::Record { code: 1, ops: vec![7], blob: Some(b"bytes".to_vec()) };
        let inner = Node::Block { id: 9, nodes: vec![blob, record(2, &[])] };
        let block = Node::Block { id: 8, nodes: vec![record(5, &[1, u64::MAX, 3 << 40]), inner] };
        writer.node(&block, 2);
        let again = take_apart(&writer.bytes).expect("well-formed");
        let Node::Block { id: 8, nodes } = &again[0] else { panic!("a block") };
        let Node::Record { code: 5, ops, .. } = &nodes[0] else { panic!("a record") };
        assert_eq!(ops, &[1, u64::MAX, 3 << 40]);
        let Node::Block { id: 9, nodes } = &nodes[1] else { panic!("a block") };
        let Node::Record { ops, blob: Some(blob), .. } = &nodes[0] else { panic!("bytes") };
        assert_eq!((ops.as_slice(), blob.as_slice()), (&[7][..], &b"bytes"[..]));
    }
}
