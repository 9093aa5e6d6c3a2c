//! Trees that are written and read again, whole and damaged.

use std::collections::BTreeSet;
use std::io::{self, Cursor};
use std::sync::{Arc, Mutex};
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
    let print = u64::from(test) << 40;
    let test = (test > 0).then_some(TestMark { number: test, print, outcome: 1 << 31 });
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

/// What had ended can be dropped, too: its path is open again, with the answers on the way there.
#[test]
fn what_had_ended_was_dropped() {
    let [first, below, late] = [Answer::Both, Answer::Yes, Answer::No].map(|one| answers(&[one]));
    let forked = |node: NodeId| Record::Forked(node, fork(&[Child::Taken, Child::Taken]));
    let ended = |node: u32| Record::Ended(NodeId(node), end(How::Exit, node));
    let bytes = tree(&[
        &[Record::Answered(ROOT, &first), forked(ROOT), Record::Answered(NodeId(1), &below)],
        &[forked(NodeId(1)), ended(2), ended(3), ended(4)],
        &[Record::Dropped(NodeId(1)), Record::Answered(NodeId(1), &late)],
    ]);
    for keep in [Keep::Open, Keep::All] {
        let saved = Saved::of(Cursor::new(&bytes), &BTreeSet::new(), keep).unwrap();
        let open: Vec<bool> = (0..3).map(|id| saved.is_open(NodeId(id))).collect();
        assert_eq!(open, [true, true, false]);
        assert_eq!((&saved.node(ROOT).answers, &saved.node(NodeId(1)).answers), (&first, &late));
        assert_eq!(saved.tests().into_keys().collect::<Vec<_>>(), [2, 3, 4]);
    }
    let mut again = bytes;
    let records: [&[Record<'_>]; 1] = [&[ended(1), Record::Dropped(NodeId(2)), ended(2)]];
    again.extend(&tree(&records)[header().to_bytes().len()..]);
    assert!(!read(&again).unwrap().is_open(ROOT));
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
                *byte %= 10;
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

/// A frame is written after what has to be done before it, and not at all if that failed; the same for all frames behind
/// it. What has to be done is done in any case.
#[test]
fn first_things_first() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(FILE_NAME);
    let mut writer = Writer::new(&header());
    writer.attach(&path).unwrap();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let task = |result: fn() -> io::Result<()>| -> Task {
        let (seen, path) = (Arc::clone(&seen), path.clone());
        Box::new(move || {
            seen.lock().unwrap().push(std::fs::metadata(path).unwrap().len());
            result()
        })
    };
    let header = std::fs::metadata(&path).unwrap().len();
    let answers = [b"\x01".repeat(100), b"\x01".repeat(300), b"\x01".repeat(500)];
    let fail = || Err(io::Error::other("no room"));
    for (results, answers) in
        [(&[|| Ok(()), || Ok(())][..], &answers[0]), (&[fail, || Ok(())], &answers[1])]
    {
        results.iter().for_each(|result| writer.after(task(*result)));
        writer.put(&Record::Answered(ROOT, answers));
        writer.commit(Duration::ZERO).unwrap();
    }
    while !writer.is_due(Duration::ZERO) {
        std::thread::yield_now();
    }
    assert!(!writer.is_on(), "the second frame could not be written");
    writer.put(&Record::Answered(ROOT, &answers[2]));
    writer.after(task(|| Ok(())));
    let told = writer.commit(Duration::ZERO);
    assert_eq!(told.unwrap_err().to_string(), "no room");
    assert!(!writer.is_due(Duration::from_secs(9)) && writer.finish().is_ok(), "it is told once");

    let first = header + 8 + 3 + 100;
    assert_eq!(*seen.lock().unwrap(), [header, header, first, first, first]);
    let saved = Saved::read(&path, &BTreeSet::new(), Keep::Open).unwrap();
    assert_eq!((saved.whole_bytes, &saved.node(ROOT).answers), (first, &answers[0]));
}

/// While a frame is being written, others are not due until there is a lot to write.
#[test]
fn a_slow_disk() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(FILE_NAME);
    let mut writer = Writer::new(&header());
    writer.attach(&path).unwrap();
    let (go, gone) = std::sync::mpsc::channel();
    writer.after(Box::new(move || gone.recv().map_err(io::Error::other)));
    writer.commit(Duration::ZERO).unwrap();
    writer.put(&Record::Answered(ROOT, &[1; 100_000]));
    assert!(!writer.is_due(Duration::from_secs(9)));
    writer.put(&Record::Answered(ROOT, &vec![1; 1_000_000]));
    assert!(writer.is_due(Duration::ZERO));
    go.send(()).unwrap();
    writer.commit(Duration::ZERO).unwrap();
    assert!(writer.finish().is_ok() && !writer.is_on());
    let saved = Saved::read(&path, &BTreeSet::new(), Keep::Open).unwrap();
    assert_eq!(saved.node(ROOT).answers.len(), 1_100_000);
}
