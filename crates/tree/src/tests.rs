//! Trees that are written and read again, whole and damaged.

use std::collections::BTreeSet;
use std::io::Cursor;
use std::time::Duration;

use random::Random;

use super::*;

fn header() -> Header {
    let fact = |name: &str, value: &str| Fact { name: name.into(), value: value.into() };
    Header {
        command: vec![b"strata".to_vec(), b"run".to_vec(), b"a\xffb.c".to_vec()],
        directory: b"/tmp".to_vec(),
        facts: vec![fact("program", "1234"), fact("--memory", "fork")],
    }
}

fn answers(list: &[Answer]) -> Vec<u8> {
    let mut bytes = Vec::new();
    list.iter().for_each(|answer| answer.put(&mut bytes, 5));
    bytes
}

fn fork(children: &[Child]) -> Fork {
    Fork {
        children: children.to_vec(),
        cause: 3,
        site: (7, 300),
        instructions: 1000,
        last_new: 901,
        cost: 5,
        check: 0xdead_beef,
    }
}

fn end(how: How, test: u32) -> End {
    let test = (test > 0).then_some(TestMark { number: test, print: u64::from(test) << 40 });
    End { how, test, instructions: 20 }
}

/// The bytes of a tree with a frame for each list of records.
fn tree(frames: &[&[Record<'_>]]) -> Vec<u8> {
    let mut bytes = header().to_bytes();
    for records in frames {
        let mut contents = Vec::new();
        records.iter().for_each(|record| record.put(&mut contents));
        bytes.extend(frame::framed(&contents));
    }
    bytes
}

fn read(bytes: &[u8]) -> Result<Saved, ReadError> {
    Saved::of(Cursor::new(bytes), &BTreeSet::new(), Keep::Open)
}

const ROOT: NodeId = NodeId(0);

#[test]
fn answers_are_read_as_they_were_written() {
    let all = [
        Answer::No,
        Answer::Yes,
        Answer::Both,
        Answer::AtLeast(false),
        Answer::AtLeast(true),
        Answer::Infeasible,
        Answer::Feasible,
        Answer::Undecided,
        Answer::Number(u64::MAX),
        Answer::Numbers(vec![1, 2, 1 << 40], true),
        Answer::Numbers(vec![u64::MAX, 0], false),
        Answer::Objects(vec![], true),
        Answer::Objects(vec![9], false),
        Answer::Unresolved(300),
    ];
    let bytes = answers(&all);
    let read: Vec<_> = Answers::new(&bytes).map(Result::unwrap).collect();
    assert_eq!(answers(&all[..8]).len(), 8, "a byte for a verdict");
    assert_eq!(read, all.map(|answer| (answer, 5)));
}

/// A node is open as long as a path below is; what is not open keeps no answers.
#[test]
fn what_is_open() {
    let way = answers(&[Answer::Yes, Answer::Both]);
    let (taken, late) = (answers(&[Answer::No]), answers(&[Answer::Number(3)]));
    let forked = Record::Forked(ROOT, fork(&[Child::Taken, Child::Taken, Child::GivenUp]));
    let below = Record::Forked(NodeId(1), fork(&[Child::Taken, Child::Untried]));
    let bytes = tree(&[
        &[Record::Answered(ROOT, &way), forked, below, Record::Totals(b"old")],
        &[Record::Ended(NodeId(4), end(How::Exit, 1)), Record::Totals(b"new")],
        &[Record::Answered(NodeId(2), &taken), Record::Ended(NodeId(2), end(How::Limit, 2))],
        &[Record::Answered(NodeId(2), &late), Record::News(b"one"), Record::News(b"two")],
        &[Record::Seen(b"a file")],
    ]);
    let saved = read(&bytes).unwrap();
    assert_eq!((saved.header.clone(), saved.len()), (header(), 6));
    assert_eq!(saved.whole_bytes, bytes.len() as u64);
    let open: Vec<bool> = (0..6).map(|id| saved.is_open(NodeId(id))).collect();
    assert_eq!(open, [true, true, true, false, false, true]);
    assert_eq!(saved.node(ROOT).answers, way);
    assert_eq!(saved.node(NodeId(2)).answers, [taken.clone(), late].concat());
    assert_eq!(saved.way_to(NodeId(5)), [ROOT, NodeId(1), NodeId(5)]);
    assert_eq!(saved.children(ROOT).collect::<Vec<_>>(), [NodeId(1), NodeId(2), NodeId(3)]);
    assert_eq!((&saved.totals[..], saved.news.len()), (&b"new"[..], 2));
    assert_eq!(saved.seen, [b"a file"]);
    assert_eq!(saved.tests().into_keys().collect::<Vec<_>>(), [1, 2]);
    let stub = saved.stub(NodeId(5), 2);
    assert_eq!((stub.instructions, stub.last_new, stub.site), (1000, None, Some((7, 300))));
    assert_eq!(saved.stub(NodeId(1), 1).last_new, Some(900), "the first side keeps that");

    let missing = Saved::of(Cursor::new(&bytes), &BTreeSet::from([1]), Keep::Open).unwrap();
    assert!(missing.is_open(NodeId(4)), "its test is gone");
    assert_eq!(missing.reopened.len(), 1);
}

/// A subtree that was followed in vain is forgotten, but for its tests.
#[test]
fn what_was_dropped() {
    let way = answers(&[Answer::Both]);
    let bytes = tree(&[&[
        Record::Forked(ROOT, fork(&[Child::Taken, Child::Taken])),
        Record::Answered(NodeId(1), &way),
        Record::Forked(NodeId(1), fork(&[Child::Taken, Child::Taken])),
        Record::Ended(NodeId(3), end(How::Fault, 1)),
        Record::Dropped(NodeId(1)),
        Record::Answered(NodeId(1), b"\x00"),
        Record::Ended(NodeId(1), end(How::Exit, 2)),
    ]]);
    let saved = read(&bytes).unwrap();
    assert!(!saved.is_open(NodeId(1)) && saved.is_open(ROOT));
    assert_eq!(saved.tests().into_keys().collect::<Vec<_>>(), [1, 2]);
    assert_eq!(saved.node(NodeId(1)).beyond, [end(How::Fault, 1)]);
}

/// Whatever byte of a tree is damaged or missing, what is read is the beginning of what was written, or nothing.
#[test]
fn damage() {
    let way = answers(&[Answer::Yes, Answer::Numbers(vec![4, 400], true), Answer::Both]);
    let frames: [&[Record<'_>]; 3] = [
        &[Record::Answered(ROOT, &way), Record::Forked(ROOT, fork(&[Child::Taken; 3]))],
        &[Record::Ended(NodeId(1), end(How::Exit, 1)), Record::Covered(b"some")],
        &[Record::Ended(NodeId(2), end(How::Fault, 0)), Record::Reached(NodeId(3), b"x")],
    ];
    let bytes = tree(&frames);
    let starts: Vec<u64> = (0..=3).map(|count| tree(&frames[..count]).len() as u64).collect();
    for at in 0..bytes.len() {
        let (mut flipped, cut) = (bytes.clone(), &bytes[..at]);
        flipped[at] ^= 1 << (at % 8);
        let whole = starts.iter().rev().find(|start| **start <= at as u64);
        for (damaged, what) in [(&flipped[..], "flipped"), (cut, "cut")] {
            match (read(damaged), whole) {
                (Ok(saved), Some(whole)) => assert_eq!(saved.whole_bytes, *whole, "{what} at {at}"),
                (Err(_), None) => {}
                (other, _) => panic!("{what} at {at}: {:?}", other.map(|saved| saved.whole_bytes)),
            }
        }
    }
}

/// Whatever a frame with a right checksum holds, there is no panic.
#[test]
fn nonsense() {
    let mut random = Random::new(1);
    for _ in 0..20_000 {
        let mut contents: Vec<u8> =
            (0..random.below(40)).map(|_| random.below(256) as u8).collect();
        // Mostly records, about few nodes.
        for byte in &mut contents {
            if random.below(3) > 0 {
                *byte %= 9;
            }
        }
        let mut bytes = header().to_bytes();
        bytes.extend(frame::framed(&contents));
        if let Ok(saved) = read(&bytes) {
            for (id, node) in saved.nodes() {
                saved.way_to(id);
                Answers::new(&node.answers).take_while(Result::is_ok).count();
                assert!(saved.children(id).all(|child| saved.node(child).parent == Some(id)));
            }
        }
    }
}

#[test]
fn refusals_have_names() {
    let fact = |name: &str, value: &str| Fact { name: name.into(), value: value.into() };
    let now = [fact("program", "1234"), fact("--memory", "merge"), fact("--check", "leaks")];
    let expected = [("--check", "", "leaks"), ("--memory", "fork", "merge")];
    let differences = header().differences(&now);
    let found: Vec<_> = differences.iter().map(|(a, b, c)| (&**a, &**b, &**c)).collect();
    assert_eq!(found, expected);
    assert!(matches!(read(b"something else, of some length"), Err(ReadError::Foreign)));
    let mut other = tree(&[]);
    other[8] = 99;
    assert!(matches!(read(&other), Err(ReadError::Version(99))));
}

/// A tree is begun in memory, goes to its file, and is continued by one process at a time.
#[test]
fn one_at_a_time() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(FILE_NAME);
    let mut writer = Writer::new(&header());
    writer.put(&Record::Answered(ROOT, b"\x01"));
    writer.commit(Duration::ZERO).unwrap();
    assert!(!writer.is_due(Duration::from_millis(999)) && writer.is_due(Duration::from_secs(1)));
    writer.attach(&path).unwrap();
    assert!(matches!(Lock::take(&path), Err(Locked::InUse)));
    assert_eq!(writer.number(2), NodeId(1));
    writer.put(&Record::Forked(ROOT, fork(&[Child::Taken, Child::Taken])));
    writer.commit(Duration::from_secs(2)).unwrap();
    writer.put(&Record::Ended(NodeId(1), end(How::Exit, 0)));
    drop(writer);

    let lock = Lock::take(&path).unwrap();
    let saved = Saved::read(&path, &BTreeSet::new(), Keep::Open).unwrap();
    assert!(saved.is_open(NodeId(1)), "that was never written");
    let mut writer = Writer::resume(lock, &path, saved.whole_bytes, saved.len()).unwrap();
    assert_eq!(writer.number(1), NodeId(3));
    writer.put(&Record::Ended(NodeId(1), end(How::Exit, 0)));
    writer.commit(Duration::ZERO).unwrap();
    drop(writer);
    let saved = Saved::read(&path, &BTreeSet::new(), Keep::Open).unwrap();
    assert!(!saved.is_open(NodeId(1)) && saved.is_open(NodeId(2)));
}
