//! Writes bitcode: what the fuzz body damaged, and the files of tests that no compiler writes.

/// A block or a record.
pub(crate) enum Node {
    /// A block.
    Block {
        /// Its kind.
        id: u32,
        /// Its contents.
        nodes: Vec<Node>,
    },
    /// A record.
    Record {
        /// Its kind.
        code: u32,
        /// Its operands.
        ops: Vec<u64>,
        /// The bytes at its end.
        blob: Option<Vec<u8>>,
    },
}

#[cfg(test)]
impl Node {
    /// A record without bytes.
    pub fn record(code: u32, ops: &[u64]) -> Node {
        Node::Record { code, ops: ops.to_vec(), blob: None }
    }

    /// A block.
    pub fn block(id: u32, nodes: Vec<Node>) -> Node {
        Node::Block { id, nodes }
    }
}

/// A file of these blocks.
pub(crate) fn write(nodes: &[Node]) -> Vec<u8> {
    let mut writer = Writer { bytes: b"BC\xc0\xde".to_vec(), used: 0 };
    nodes.iter().for_each(|node| writer.node(node, 2));
    writer.bytes
}

/// Writes records without abbreviations, but for those with bytes, which need one.
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
    use super::super::records::take_apart;
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let blob = Node::Record { code: 1, ops: vec![7], blob: Some(b"bytes".to_vec()) };
        let inner = Node::block(9, vec![blob, Node::record(2, &[])]);
        let block = Node::block(8, vec![Node::record(5, &[1, u64::MAX, 3 << 40]), inner]);
        let again = take_apart(&write(&[block])).expect("well-formed");
        let Node::Block { id: 8, nodes } = &again[0] else { panic!("a block") };
        let Node::Record { code: 5, ops, .. } = &nodes[0] else { panic!("a record") };
        assert_eq!(ops, &[1, u64::MAX, 3 << 40]);
        let Node::Block { id: 9, nodes } = &nodes[1] else { panic!("a block") };
        let Node::Record { ops, blob: Some(blob), .. } = &nodes[0] else { panic!("bytes") };
        assert_eq!((ops.as_slice(), blob.as_slice()), (&[7][..], &b"bytes"[..]));
    }
}
