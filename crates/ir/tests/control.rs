//! Phis, switches and indirect branches keep their meaning.

mod support;

use ir::Inst;
use support::{assemble, eval, function, link, program, unsupported};

/// Two phis that exchange their values on every round: the copies of the edge are parallel.
#[test]
fn phis_swap() {
    let program = link(assemble(
        "define i32 @f(i32 %a, i32 %b, i32 %n) {
         entry: br label %loop
         loop: %x = phi i32 [ %a, %entry ], [ %y, %loop ]
               %y = phi i32 [ %b, %entry ], [ %x, %loop ]
               %i = phi i32 [ 0, %entry ], [ %j, %loop ]
               %j = add i32 %i, 1
               %more = icmp ult i32 %j, %n
               br i1 %more, label %loop, label %done
         done: %x10 = mul i32 %x, 1000
               %r = add i32 %x10, %y
               ret i32 %r }",
    ));
    let f = function(&program, "f");
    assert_eq!(eval::call(&program, f, &[3, 5, 1]), [3005]);
    assert_eq!(eval::call(&program, f, &[3, 5, 2]), [5003]);
    assert_eq!(eval::call(&program, f, &[3, 5, 7]), [3005]);
}

/// A cycle of three, a chain, and one source for two phis, all on one edge.
#[test]
fn phis_rotate() {
    let program = link(assemble(
        "define i32 @f(i32 %n) {
         entry: br label %loop
         loop: %a = phi i32 [ 1, %entry ], [ %b, %loop ]
               %b = phi i32 [ 2, %entry ], [ %c, %loop ]
               %c = phi i32 [ 3, %entry ], [ %a, %loop ]
               %d = phi i32 [ 4, %entry ], [ %a, %loop ]
               %e = phi i32 [ 5, %entry ], [ %d, %loop ]
               %i = phi i32 [ 0, %entry ], [ %j, %loop ]
               %j = add i32 %i, 1
               %more = icmp ult i32 %j, %n
               br i1 %more, label %loop, label %done
         done: %s1 = mul i32 %a, 10000
               %s2 = mul i32 %b, 1000
               %s3 = mul i32 %c, 100
               %s4 = mul i32 %d, 10
               %t1 = add i32 %s1, %s2
               %t2 = add i32 %s3, %s4
               %t3 = add i32 %t1, %t2
               %r = add i32 %t3, %e
               ret i32 %r }",
    ));
    let f = function(&program, "f");
    // The same in Rust.
    let (mut a, mut b, mut c, mut d, mut e) = (1, 2, 3, 4, 5);
    for n in 1..10 {
        let expected = a * 10000 + b * 1000 + c * 100 + d * 10 + e;
        assert_eq!(eval::call(&program, f, &[n]), [expected], "after {n} rounds");
        (a, b, c, d, e) = (b, c, a, a, d);
    }
}

/// The old value of a phi is used after the loop while the edge back writes it: the lost copy.
#[test]
fn phis_keep_the_old_value() {
    let program = link(assemble(
        "define i32 @f(i32 %n) {
         entry: br label %loop
         loop: %x = phi i32 [ 0, %entry ], [ %y, %loop ]
               %y = add i32 %x, 1
               %more = icmp ult i32 %y, %n
               br i1 %more, label %loop, label %done
         done: ret i32 %x }",
    ));
    assert_eq!(eval::call(&program, function(&program, "f"), &[9]), [8]);
}

#[test]
fn switches() {
    let source = "
        int dense(int x) { switch (x) {
            case 3: return 30; case 4: return 41; case 5: return 52; case 6: return 63;
            case 8: return 85; default: return -1; } }
        int sparse(unsigned x) { switch (x) {
            case 0: return 1; case 70000: return 2; case 4000000000u: return 3; default: return 4; } }
        int negative(signed char x) { switch (x) {
            case -3: return 1; case -2: return 2; case -1: return 3; case 0: return 4;
            case 1: return 5; default: return 0; } }";
    // At this level the functions are switches without memory or tables of results.
    let program =
        program(source, &["-O1", "-fno-jump-tables", "-mllvm", "-switch-to-lookup=false"]);
    let call = |name, x: i64| {
        let args = [x as u64 & if name == "negative" { 0xff } else { 0xffff_ffff }];
        eval::call(&program, function(&program, name), &args)[0] as u32 as i32
    };
    let dense = [(2, -1), (3, 30), (4, 41), (5, 52), (6, 63), (7, -1), (8, 85), (9, -1), (-1, -1)];
    dense.iter().for_each(|(x, y)| assert_eq!(call("dense", *x), *y, "dense({x})"));
    let sparse = [(0, 1), (70000, 2), (4_000_000_000, 3), (1, 4), (-1, 4)];
    sparse.iter().for_each(|(x, y)| assert_eq!(call("sparse", *x), *y, "sparse({x})"));
    let negative = [(-4, 0), (-3, 1), (-2, 2), (-1, 3), (0, 4), (1, 5), (2, 0)];
    negative.iter().for_each(|(x, y)| assert_eq!(call("negative", *x), *y, "negative({x})"));
    let tables = program.code(function(&program, "dense"));
    assert!(tables.switches.iter().any(|table| table.dense.is_some()));
    let tables = program.code(function(&program, "sparse"));
    assert!(tables.switches.iter().all(|table| table.dense.is_none()));
}

/// The targets of an indirect branch have phis, and the phi of one is used after the other.
#[test]
fn indirect_branches_feed_phis() {
    let program = link(assemble(
        "@targets = constant [2 x ptr] [ptr blockaddress(@f, %one), ptr blockaddress(@f, %two)]
         define i32 @f(i32 %which, i32 %n) {
         entry: %first = icmp eq i32 %which, 0
                %to = select i1 %first, ptr blockaddress(@f, %one), ptr blockaddress(@f, %two)
                indirectbr ptr %to, [label %one, label %two]
         one: %x = phi i32 [ 1, %entry ], [ %y1, %one ], [ 50, %two ]
              %y1 = add i32 %x, 10
              %c = icmp ult i32 %y1, %n
              %next = select i1 %c, ptr blockaddress(@f, %one), ptr blockaddress(@f, %two)
              indirectbr ptr %next, [label %one, label %two]
         two: %z = phi i32 [ 7, %entry ], [ %x, %one ]
              %again = icmp eq i32 %z, 7
              br i1 %again, label %one, label %done
         done: ret i32 %z }",
    ));
    let f = function(&program, "f");
    // The second target sends a start value of 7 on to the first; else it returns what it gets.
    let expected = |which: u64, n: u64| {
        let mut x = if which == 0 { 1 } else { 50 };
        while x + 10 < n {
            x += 10;
        }
        x
    };
    for n in [0, 5, 20, 45, 100] {
        for which in [0, 1] {
            assert_eq!(
                eval::call(&program, f, &[which, n]),
                [expected(which, n)],
                "f({which}, {n})"
            );
        }
    }
}

/// Wide switches are compares; the code of a block that cannot be reached is not lowered.
#[test]
fn wide_switches_and_dead_blocks() {
    let program = link(assemble(
        "define i32 @f(i128 %x) {
           switch i128 %x, label %other [ i128 1, label %one
                                          i128 36893488147419103232, label %big ]
         one: ret i32 1
         big: ret i32 2
         other: ret i32 3
         dead: %z = udiv i32 1, 0
               br label %other }",
    ));
    let code = program.code(function(&program, "f"));
    assert_eq!(code.check_invariants(), Ok(()));
    assert!(code.switches.is_empty());
    assert_eq!(code.wides.len(), 2);
    assert!(matches!(code.insts[code.blocks[4].0 as usize], Inst::Unreachable));
    assert!(unsupported(&code).is_empty());
}

/// A call by a cast is one through a pointer, whose type is checked when it is made. One without a prototype does
/// what the calling convention makes of it.
#[test]
fn calls_with_the_wrong_type() {
    let source = "
        int two(int a, int b) { return a * 10 + b; }
        long narrow(unsigned char c) { return c; }
        int widened(void) { return ((int (*)(long, long))two)(0x100000003L, 7); }
        long cut(int x) { return ((long (*)(int))narrow)(x); }
        int fitting(void) { return ((int (*)(int, int))two)(4, 2); }
        int unprototyped(void) { int (*f)() = (int (*)())two; return f(8, 1); }";
    let program = program(source, &["-O1", "-fno-inline", "-std=gnu11"]);
    let checked = |name| {
        let code = program.code(function(&program, name));
        code.insts.iter().any(|inst| matches!(inst, Inst::CallIndirect { .. }))
    };
    for name in ["widened", "cut"] {
        assert!(checked(name), "{name}");
    }
    for name in ["fitting", "unprototyped"] {
        assert!(!checked(name), "{name}");
    }
    let call = |name| eval::call(&program, function(&program, name), &[]);
    assert_eq!((call("fitting"), call("unprototyped")), (vec![42], vec![81]));
}
