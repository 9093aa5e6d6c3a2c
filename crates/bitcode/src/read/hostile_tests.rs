//! Files made to hurt: small, but with counts, nesting or sharing without end. Each must be refused
//! at once; a recursive walk or a reservation by a count from the file would end the test run.

use std::time::{Duration, Instant};

use crate::fuzz::writer::{Node, write};

use super::block;
use super::inst::codes::code;

/// The error for a module of these parts, which must come soon.
fn refused(nodes: Vec<Node>, strtab: &[u8]) -> String {
    let version = Node::record(1, &[2]);
    let nodes = [version].into_iter().chain(nodes).collect();
    let names = Node::Record { code: 1, ops: Vec::new(), blob: Some(strtab.to_vec()) };
    let blocks = [Node::block(block::MODULE, nodes), Node::block(block::STRTAB, vec![names])];
    let bytes = write(&blocks);
    let start = Instant::now();
    let error = super::read(&bytes).expect_err("a hostile file");
    // Milliseconds as a rule; the bound is for what takes minutes, on a busy machine.
    assert!(start.elapsed() < Duration::from_secs(30), "{error} after {:?}", start.elapsed());
    error.expected.into_owned()
}

fn types(records: Vec<Node>) -> Node {
    Node::block(block::TYPE, records)
}

/// i32, ptr, void ().
fn few_types() -> Node {
    let void = Node::record(2, &[]);
    let function = Node::record(21, &[0, 2]);
    types(vec![Node::record(7, &[32]), Node::record(25, &[0]), void, function])
}

/// `define void @f()`, its name the first byte of the string table.
fn function() -> Node {
    Node::record(8, &[0, 1, 3, 0, 0, 0, 0, 0, 0])
}

#[test]
fn nested_types() {
    // Each an array of the one before it.
    let array = |at| Node::record(11, &[2, at]);
    let nested = [Node::record(7, &[8])].into_iter().chain((0..200_000).map(array)).collect();
    assert!(refused(vec![types(nested)], &[]).contains("too many levels"));
    // Each an array of the one after it, the last of itself.
    let nested = (0..200_000).map(|at| array((at + 1).min(199_999))).collect();
    assert!(refused(vec![types(nested)], &[]).contains("contain themselves"));
}

#[test]
fn nested_constants() {
    let negated = |at| Node::record(10, &[1, at, at]);
    let constants = [Node::record(1, &[0]), Node::record(2, &[])];
    let constants = constants.into_iter().chain((0..200_000).map(negated)).collect();
    let nodes = vec![few_types(), Node::block(block::CONSTANTS, constants)];
    assert!(refused(nodes, &[]).contains("too many levels"));
    let itself = vec![Node::record(1, &[0]), negated(0)];
    let nodes = vec![few_types(), Node::block(block::CONSTANTS, itself)];
    assert!(refused(nodes, &[]).contains("made of themselves"));
}

#[test]
fn an_alias_of_itself() {
    let alias = Node::record(14, &[0, 1, 0, 0, 0, 0]);
    assert!(refused(vec![few_types(), alias], b"a").contains("made of themselves"));
}

#[test]
fn counts_without_contents() {
    let body = |first| Node::block(block::FUNCTION, vec![first]);
    let blocks = body(Node::record(code::DECLAREBLOCKS, &[1 << 40]));
    let error = refused(vec![few_types(), function(), blocks], b"f");
    assert!(error.contains("number of blocks"), "{error}");
    let strings = Node::Record { code: 35, ops: vec![1 << 50, 0], blob: Some(Vec::new()) };
    let error = refused(vec![Node::block(block::METADATA, vec![strings])], &[]);
    assert!(error.contains("number of strings"), "{error}");
    // Integers of 2^23 bits, written in a few.
    let wide = (0..200_000).map(|_| Node::record(5, &[2]));
    let constants = [Node::record(1, &[0])].into_iter().chain(wide);
    let widest = types(vec![Node::record(7, &[1 << 23])]);
    let nodes = vec![widest, Node::block(block::CONSTANTS, constants.collect())];
    let error = refused(nodes, &[]);
    assert!(error.contains("no more contents"), "{error}");
}

#[test]
fn one_long_name_for_everything() {
    let strtab = vec![b'n'; 1 << 18];
    let global = || Node::record(7, &[0, 1 << 18, 0, 2, 0, 0, 0, 0]);
    let nodes = [few_types()].into_iter().chain((0..20_000).map(|_| global())).collect();
    assert!(refused(nodes, &strtab).contains("no more contents"));
}

#[test]
fn one_long_group_for_every_attribute_list() {
    let key = std::iter::repeat_n([3, u64::from(b'k'), 0], 50_000).flatten();
    let group: Vec<u64> = [1, 0xffff_ffff].into_iter().chain(key).collect();
    let groups = Node::block(block::PARAMATTR_GROUP, vec![Node::record(3, &group)]);
    let lists = (0..50_000).map(|_| Node::record(2, &[1])).collect();
    let nodes = vec![groups, Node::block(block::PARAMATTR, lists)];
    assert!(refused(nodes, &[]).contains("no more contents"));
}

#[test]
fn many_parameters_of_many_functions() {
    let params: Vec<u64> = [0, 2].into_iter().chain(std::iter::repeat_n(0, 50_000)).collect();
    let void = Node::record(2, &[]);
    let all = vec![Node::record(7, &[32]), Node::record(25, &[0]), void, Node::record(21, &params)];
    let body = || {
        let nodes = [(code::DECLAREBLOCKS, &[1][..]), (code::RET, &[])];
        Node::block(block::FUNCTION, nodes.map(|(code, ops)| Node::record(code, ops)).into())
    };
    let nodes = [types(all)]
        .into_iter()
        .chain((0..20_000).map(|_| function()))
        .chain((0..20_000).map(|_| body()))
        .collect();
    assert!(refused(nodes, b"f").contains("no more contents"));
}
