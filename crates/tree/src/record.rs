//! Records: what happened to the nodes of a tree, in order.

use crate::NodeId;
use crate::bytes::{Malformed, Reader, put_bytes, put_number};

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Record<'a> {
    /// A path was given these answers.
    Answered(NodeId, &'a [u8]),
    /// A path forked. Its children get the next numbers.
    Forked(NodeId, Fork),
    /// A path ended.
    Ended(NodeId, End),
    /// A path ended whose way from this node on is not recorded, because paths were merged there.
    EndedBeyond(NodeId, End),
    /// A path was the first to reach some code; the engine says more.
    Reached(NodeId, &'a [u8]),
    /// What was recorded from a node on is void: its path went another way when it was followed.
    Dropped(NodeId),
    /// What the run counted so far, instead of what was said before.
    Totals(&'a [u8]),
    /// What was covered since the last time.
    Covered(&'a [u8]),
    /// What the report wants to know again.
    News(&'a [u8]),
    /// A path saw something outside of the program; the engine says what.
    Seen(&'a [u8]),
}

/// A fork, with the figures of its path at that time.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fork {
    /// What becomes of each side.
    pub children: Vec<Child>,
    /// Why there was a fork, as the engine numbers causes.
    pub cause: u8,
    /// Where: function and instruction.
    pub site: (u32, u32),
    /// The instructions executed on the path.
    pub instructions: u64,
    /// When it last reached something new, as a number of instructions, and one more; zero if it never did.
    pub last_new: u64,
    /// What its questions cost, if that was counted.
    pub cost: u64,
    /// A check of everything that the path asked.
    pub check: u32,
}

/// One side of a fork.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Child {
    /// A path takes it.
    Taken,
    /// It is feasible, but a limit forbade the fork.
    Untried,
    /// There was no verdict on it.
    Doubtful,
    /// It is not explored, and never will be with these options.
    GivenUp,
}

impl Child {
    const ALL: [Child; 4] = [Child::Taken, Child::Untried, Child::Doubtful, Child::GivenUp];
}

/// The end of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// How.
    pub how: How,
    /// Its test, if it has one.
    pub test: Option<TestMark>,
    /// The instructions executed on the path.
    pub instructions: u64,
}

/// A test, and hashes of what is in it and what it leads to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TestMark {
    /// Its number.
    pub number: u32,
    /// The hash of its input.
    pub print: u64,
    /// The hash of how its path ended and what that did.
    pub outcome: u32,
}

/// How a path ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum How {
    /// By itself.
    Exit,
    /// In a fault.
    Fault,
    /// By an assumption that does not hold.
    Silent,
    /// At something that is not modelled.
    Unsupported,
    /// At a limit.
    Limit,
    /// Without a verdict, or without a test for want of one.
    Inconclusive,
    /// It is not feasible: a side on which there was no verdict before.
    Infeasible,
    /// All paths that were merged from here on have ended.
    Merged,
}

impl How {
    /// All of them.
    pub const ALL: [How; 8] = [
        How::Exit,
        How::Fault,
        How::Silent,
        How::Unsupported,
        How::Limit,
        How::Inconclusive,
        How::Infeasible,
        How::Merged,
    ];

    /// Whether there may be more of the path.
    pub fn is_open(self) -> bool {
        matches!(self, How::Limit | How::Inconclusive)
    }
}

const ANSWERED: u8 = 0;
const FORKED: u8 = 1;
const ENDED: u8 = 2;
const ENDED_BEYOND: u8 = 3;
const REACHED: u8 = 4;
const DROPPED: u8 = 5;
const TOTALS: u8 = 6;
const COVERED: u8 = 7;
const NEWS: u8 = 8;
const SEEN: u8 = 9;

impl<'a> Record<'a> {
    /// Appends it.
    pub fn put(&self, to: &mut Vec<u8>) {
        match self {
            Record::Answered(node, answers) => about(to, ANSWERED, *node, answers),
            Record::Forked(node, fork) => {
                to.push(FORKED);
                put_number(to, u64::from(node.0));
                fork.put(to);
            }
            Record::Ended(node, end) => end.put(to, ENDED, *node),
            Record::EndedBeyond(node, end) => end.put(to, ENDED_BEYOND, *node),
            Record::Reached(node, what) => about(to, REACHED, *node, what),
            Record::Dropped(node) => {
                to.push(DROPPED);
                put_number(to, u64::from(node.0));
            }
            Record::Totals(bytes) => whole(to, TOTALS, bytes),
            Record::Covered(bytes) => whole(to, COVERED, bytes),
            Record::News(bytes) => whole(to, NEWS, bytes),
            Record::Seen(bytes) => whole(to, SEEN, bytes),
        }
    }

    /// Reads the next one.
    pub fn read(from: &mut Reader<'a>) -> Result<Record<'a>, Malformed> {
        let tag = from.byte()?;
        let mut node = || Ok(NodeId(from.small()?));
        Ok(match tag {
            ANSWERED => Record::Answered(node()?, from.bytes()?),
            FORKED => Record::Forked(node()?, Fork::read(from)?),
            ENDED => Record::Ended(node()?, End::read(from)?),
            ENDED_BEYOND => Record::EndedBeyond(node()?, End::read(from)?),
            REACHED => Record::Reached(node()?, from.bytes()?),
            DROPPED => Record::Dropped(node()?),
            TOTALS => Record::Totals(from.bytes()?),
            COVERED => Record::Covered(from.bytes()?),
            NEWS => Record::News(from.bytes()?),
            SEEN => Record::Seen(from.bytes()?),
            _ => return Err(Malformed),
        })
    }
}

fn about(to: &mut Vec<u8>, tag: u8, node: NodeId, bytes: &[u8]) {
    to.push(tag);
    put_number(to, u64::from(node.0));
    put_bytes(to, bytes);
}

fn whole(to: &mut Vec<u8>, tag: u8, bytes: &[u8]) {
    to.push(tag);
    put_bytes(to, bytes);
}

impl Fork {
    fn put(&self, to: &mut Vec<u8>) {
        put_number(to, self.children.len() as u64);
        // Four sides a byte.
        for four in self.children.chunks(4) {
            let side = |byte, (at, child): (usize, &Child)| byte | (*child as u8) << (2 * at);
            to.push(four.iter().enumerate().fold(0, side));
        }
        to.push(self.cause);
        put_number(to, u64::from(self.site.0));
        put_number(to, u64::from(self.site.1));
        put_number(to, self.instructions);
        put_number(to, self.last_new);
        put_number(to, self.cost);
        to.extend_from_slice(&self.check.to_le_bytes());
    }

    fn read(from: &mut Reader<'_>) -> Result<Fork, Malformed> {
        let count = usize::try_from(from.number()?).map_err(|_| Malformed)?;
        if count == 0 || count / 4 > from.0.len() {
            return Err(Malformed);
        }
        let mut children = Vec::with_capacity(count);
        while children.len() < count {
            let four = from.byte()?;
            let here = (count - children.len()).min(4);
            children.extend((0..here).map(|at| Child::ALL[usize::from(four >> (2 * at) & 3)]));
        }
        Ok(Fork {
            children,
            cause: from.byte()?,
            site: (from.small()?, from.small()?),
            instructions: from.number()?,
            last_new: from.number()?,
            cost: from.number()?,
            check: word(from)?,
        })
    }
}

impl End {
    fn put(&self, to: &mut Vec<u8>, tag: u8, node: NodeId) {
        to.push(tag);
        put_number(to, u64::from(node.0));
        to.push(self.how as u8);
        put_number(to, self.test.map_or(0, |test| u64::from(test.number)));
        if let Some(test) = self.test {
            to.extend_from_slice(&test.print.to_le_bytes());
            to.extend_from_slice(&test.outcome.to_le_bytes());
        }
        put_number(to, self.instructions);
    }

    fn read(from: &mut Reader<'_>) -> Result<End, Malformed> {
        let how = *How::ALL.get(usize::from(from.byte()?)).ok_or(Malformed)?;
        let test = match from.small()? {
            0 => None,
            number => Some(TestMark { number, print: long(from)?, outcome: word(from)? }),
        };
        Ok(End { how, test, instructions: from.number()? })
    }
}

fn word(from: &mut Reader<'_>) -> Result<u32, Malformed> {
    let mut bytes = [0; 4];
    for byte in &mut bytes {
        *byte = from.byte()?;
    }
    Ok(u32::from_le_bytes(bytes))
}

fn long(from: &mut Reader<'_>) -> Result<u64, Malformed> {
    Ok(u64::from(word(from)?) | u64::from(word(from)?) << 32)
}
