//! What lowering makes of calls, vectors, assembly and source locations, for every compiler and
//! level; and that damaged modules do not break it.

mod support;

use ir::passing::{Route, Slot};
use ir::{Const, FunctionId, Inst, IntBinary, Linker, Pc, Program};
use support::{
    CLANG, TempDir, assemble, bitcode_of, clangs, eval, function, link, program, unsupported,
};

/// A bit of everything C has, without anything that is not modelled.
const SAMPLE: &str = "
    #include <stdarg.h>
    typedef int v4 __attribute__((vector_size(16)));
    typedef double d2 __attribute__((vector_size(16)));
    struct small { int a; char b; }; struct large { long a[5]; double d; };
    union u { float f; int i; }; struct bits { int a : 5; unsigned b : 11; };
    int printf(const char *, ...); void *malloc(unsigned long); double sin(double);
    int global[10]; static const char *names[] = { \"a\", \"b\" };
    struct large make(struct large l, int n) { l.a[n & 3] += n; l.d *= 2; return l; }
    struct small pair(struct small s) { s.a++; s.b--; return s; }
    int sum(int n, ...) { va_list l; va_start(l, n); int s = 0; long double e = 0; struct large b;
        while (n--) s += va_arg(l, int); e = va_arg(l, long double); b = va_arg(l, struct large);
        va_end(l); return s + (int)e + (int)b.a[1]; }
    int call_sum(struct large *l) { return sum(3, 1, 2, 3, 4.5L, *l) + sum(0, 2.5L, make(*l, 2)); }
    v4 lanes(v4 a, v4 b, int i) { v4 c = a * b + (a > b); c[i] = 7; return c ^ (v4){1, 2, 3, 4}; }
    d2 floats(d2 a) { return a / (d2){2.0, 3.0} + a[0]; }
    long reduce(int *p, int n) { long s = 0; for (int i = 0; i < n; i++) s += p[i] * (long)p[i]; return s; }
    unsigned rotate(unsigned x, int n) { return x << (n & 31) | x >> (-n & 31); }
    int builtins(unsigned x, long y) { int o; return __builtin_popcount(x) + __builtin_clzl(y | 1)
        + __builtin_bswap32(x) + __builtin_add_overflow(x, y, &o) + o + __builtin_ffs(x); }
    __int128 wide(__int128 a, long b) { return a * b / 7 + (a >> 3) + (unsigned __int128)a % 1000; }
    long double extended(long double a, double b) { return a * b + (a > 3 ? a : -a) + (int)a; }
    int fields(struct bits *b, int x) { b->a = x; b->b += 3; return b->a + b->b; }
    int pick(int x, ...) { static void *to[] = { &&a, &&b, &&c }; goto *to[x % 3u];
        a: x++; b: x *= 2; c: return x; }
    int cases(int x) { switch (x) { case 1: return 10; case 2: x += 5; case 3: return x; case 1000: return 4; } return -1; }
    int loops(int n) { int t = 0; for (int i = 0; i < n; i++) { if (i % 3 == 0) continue; if (i > 50) break; t += i; } return t; }
    void fill(int n) { int vla[n]; for (int i = 0; i < n; i++) vla[i] = i; __builtin_memcpy(global, vla, 4 * (n < 10 ? n : 10)); }
    int atomics(int *p) { int e = 3; __atomic_fetch_add(p, 2, 5); __atomic_compare_exchange_n(p, &e, 4, 0, 5, 5);
        return __sync_lock_test_and_set(p, 1) + __atomic_load_n(p, 5) + __atomic_nand_fetch(p, 6, 5); }
    unsigned convert(double d, float f, unsigned char c) { return (unsigned)d + (unsigned short)f + (c ? (float)c : 0.5); }
    union u pun(int i) { union u u; u.i = i; u.f += 1; return u; }
    const char *name(int i) { return names[i & 1]; }
    int barrier(int x) { __asm__ volatile(\"\" : \"+r\"(x) : : \"memory\"); return x; }
    _Bool truth(int *p, double d) { return p && d != 0 && !(d > 1e10); }
    int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
    int main(void) { struct large l = {{1, 2, 3, 4, 5}, 1.5}; printf(\"%d %f\\n\", call_sum(&l), sin(l.d)); return 0; }
";

fn all_functions(program: &Program) -> impl Iterator<Item = FunctionId> {
    let defined = program.functions.iter().enumerate().filter(|(_, f)| f.defined);
    let ids: Vec<_> = defined.map(|(n, _)| FunctionId(n as u32)).collect();
    ids.into_iter()
}

#[test]
fn every_compiler_and_level() {
    for clang in clangs() {
        for level in ["-O0", "-O1", "-O2", "-O3", "-Os"] {
            let dir = TempDir::new();
            let source = dir.file("sample.c", SAMPLE);
            let bytes = bitcode_of(&clang, &source, &[level, "-g", "-march=x86-64"]);
            let program = link(bitcode::read(&bytes).expect("a module"));
            for id in all_functions(&program) {
                let code = program.code(id);
                let name = &program.functions[id.0 as usize].name;
                assert_eq!(code.check_invariants(), Ok(()), "{clang} {level} {name}");
                assert_eq!(unsupported(&code), [""; 0], "{clang} {level} {name}");
                let text = ir::print_code(&program, id);
                assert!(text.lines().count() > code.insts.len(), "{text}");
            }
        }
    }
}

/// Registers are shared, and the copies of a loop's phis vanish. (Debug builds check every function
/// for values that would be overwritten.)
#[test]
fn registers_are_shared() {
    let source = "unsigned crc(const unsigned char *p, long n) {
        unsigned c = -1;
        for (long i = 0; i < n; i++) { c ^= p[i]; for (int k = 0; k < 8; k++) c = c & 1 ? c >> 1 ^ 0xedb88320 : c >> 1; }
        return ~c; }";
    let crc = program(source, &["-O1"]);
    let code = crc.code(function(&crc, "crc"));
    let moves =
        code.insts.iter().filter(|i| matches!(i, Inst::Mov { src, .. } if src.split().is_ok()));
    assert_eq!(moves.count(), 0, "{}", ir::print_code(&crc, function(&crc, "crc")));
    assert!(code.registers < 10);
    let sample = program(SAMPLE, &["-O0"]);
    for id in all_functions(&sample) {
        let ((before, positions), after) = (sample.code_with_positions(id), sample.code(id));
        assert_eq!(before.check_invariants(), Ok(()));
        assert!(after.insts.len() <= before.insts.len());
        assert!(after.registers <= before.registers);
        for (inst, at) in before.insts.iter().zip(positions) {
            let same = |inst: &Inst| (std::mem::discriminant(inst), inst.writes(&before).is_some());
            let stays = matches!(
                inst,
                Inst::Load { .. } | Inst::Store { .. } | Inst::Call { .. } | Inst::Alloca { .. }
            );
            assert!(!stays || same(inst) == same(&after.insts[at.0 as usize]));
        }
    }
}

/// Vector code: AVX gives masked accesses, gathers and long vectors.
#[test]
fn wide_vectors() {
    let source = "
        void add(float *a, const float *b, int n) { for (int i = 0; i < n; i++) if (b[i] > 0) a[i] += b[i]; }
        int gather(const int *a, const int *i, int n) { int s = 0; for (int k = 0; k < n; k++) s += a[i[k]]; return s; }
        void compress(char *a, const short *b, int n) { for (int i = 0; i < n; i++) a[i] = b[i] > 9 ? b[i] : 9; }
        int largest(const int *a, int n) { int m = a[0]; for (int i = 1; i < n; i++) m = a[i] > m ? a[i] : m; return m; }
        void pairs(int *o, const int *a, int n) { for (int i = 0; i < n; i++) { o[2*i] = a[i]; o[2*i+1] = -a[i]; } }";
    for march in ["-march=haswell", "-march=skylake-avx512"] {
        let program = program(source, &["-O3", march, "-ffast-math"]);
        for id in all_functions(&program) {
            let code = program.code(id);
            assert_eq!(code.check_invariants(), Ok(()));
            assert_eq!(
                unsupported(&code),
                [""; 0],
                "{march}: {}",
                program.functions[id.0 as usize].name
            );
        }
    }
}

#[test]
fn vectors_are_renamed_and_cut() {
    let program = link(assemble(
        "define i32 @lanes(i32 %a, i32 %b, i32 %i) {
           %v = insertelement <4 x i32> <i32 10, i32 20, i32 30, i32 40>, i32 %a, i32 1
           %s = shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> <i32 3, i32 1, i32 0, i32 2>
           %w = insertelement <4 x i32> %s, i32 %b, i32 %i
           %x = add <4 x i32> %w, <i32 1, i32 2, i32 3, i32 4>
           %r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %x)
           ret i32 %r }
         define i64 @cut(i64 %a) {
           %v = bitcast i64 %a to <4 x i16>
           %r = shufflevector <4 x i16> %v, <4 x i16> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
           %x = bitcast <4 x i16> %r to i64
           ret i64 %x }
         define i24 @odd(i24 %a) {
           %v = bitcast i24 %a to <3 x i8>
           %w = bitcast <3 x i8> %v to <2 x i12>
           %y = extractelement <2 x i12> %w, i32 1
           %z = zext i12 %y to i24
           ret i24 %z }
         define i32 @member({ i32, [2 x { i32, i32 }] } %s, i32 %x) {
           %t = insertvalue { i32, [2 x { i32, i32 }] } %s, i32 %x, 1, 1, 0
           %a = extractvalue { i32, [2 x { i32, i32 }] } %t, 1, 1
           %b = extractvalue { i32, i32 } %a, 0
           %c = extractvalue { i32, i32 } %a, 1
           %m = mul i32 %b, 100
           %r = add i32 %m, %c
           ret i32 %r }
         declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)",
    ));
    let call = |name, args: &[u64]| eval::call(&program, function(&program, name), args)[0];
    for i in 0..4 {
        let mut lanes = [40, 7, 10, 30];
        lanes[i] = 1000;
        let expected: u64 = lanes.iter().sum::<u64>() + 10;
        assert_eq!(call("lanes", &[7, 1000, i as u64]), expected, "lane {i}");
    }
    assert_eq!(call("cut", &[0x1111_2222_3333_4444]), 0x4444_3333_2222_1111);
    assert_eq!(call("odd", &[0xab_cdef]), 0xabc);
    assert_eq!(call("member", &[1, 2, 3, 4, 5, 6]), 605);
}

#[test]
fn variable_arguments_have_slots() {
    let source = "
        typedef float v4 __attribute__((vector_size(16)));
        struct large { long a[4]; };
        int printf(const char *, ...);
        void f(char c, float x, long double e, __int128 w, struct large *l, v4 v) {
            printf(\"\", c, x, e, w, *l, v); }";
    let program = program(source, &["-O0"]);
    let code = program.code(function(&program, "f"));
    let site = code.calls.iter().find(|site| !site.variable.is_empty()).expect("the call");
    assert_eq!(site.fixed, 1);
    // clang itself passes the 128-bit integer as two halves while registers last.
    let expected = [
        (4, 8, Route::General),
        (8, 8, Route::Vector),
        (10, 16, Route::Memory),
        (8, 8, Route::General),
        (8, 8, Route::General),
        (32, 8, Route::Memory),
        (8, 16, Route::Vector),
        (8, 8, Route::Behind),
    ];
    let expected = expected.map(|(size, align, route)| Slot { size, align, route });
    assert_eq!(*site.variable, expected);
    assert_eq!(site.by_value.len(), 1);
    assert_eq!((site.by_value[0].arg, site.by_value[0].size), (6, 32));
}

#[test]
fn assembly() {
    let source = "
        unsigned swap(unsigned x) { __asm__(\"bswap %0\" : \"+r\"(x)); return x; }
        unsigned short turn(unsigned short x) { __asm__(\"rorw $8, %w0\" : \"+r\"(x)); return x; }
        long scan(long x) { long r; __asm__(\"bsrq %1, %0\" : \"=r\"(r) : \"r\"(x)); return r; }
        int hide(int x) { int y; __asm__(\"\" : \"=r\"(y) : \"0\"(x)); return y; }
        void fences(void) { __asm__ volatile(\"mfence\" ::: \"memory\"); __asm__ volatile(\"lock; orl $0,(%%rsp)\" ::: \"memory\"); __asm__ volatile(\"pause\"); }
        int info(int x, int *p) { int a = x + 1, b; *p = a; __asm__(\"cpuid\" : \"+a\"(a), \"=b\"(b)); return a + b; }";
    let program = program(source, &["-O1"]);
    let code = |name: &str| program.code(function(&program, name));
    let has = |name: &str, wanted: fn(&Inst) -> bool| code(name).insts.iter().any(wanted);
    assert!(has("swap", |i| matches!(
        i,
        Inst::IntUnary { op: ir::IntUnary::SwapBytes, w: 32, .. }
    )));
    assert!(has("turn", |i| matches!(i, Inst::Funnel { op: ir::FunnelOp::Right, w: 16, .. })));
    assert!(has("scan", |i| matches!(
        i,
        Inst::IntUnary { op: ir::IntUnary::LeadingZeros, w: 64, .. }
    )));
    assert_eq!(eval::call(&program, function(&program, "hide"), &[77]), [77]);
    assert_eq!(code("fences").insts.len(), 1);
    // What comes before something that is not modelled still runs.
    let info = code("info");
    assert_eq!(unsupported(&info), ["inline assembly: cpuid"]);
    assert!(matches!(info.insts[..2], [Inst::Add { .. }, Inst::Store { .. }]));
}

#[test]
fn spans_and_names() {
    let source = "static inline __attribute__((always_inline)) int twice(int v) {
            int doubled = v * 2;
            return doubled;
        }
        int f(int x) {
            int local = x + 1;
            return twice(local);
        }";
    let program = program(source, &["-O0", "-g"]);
    let code = program.code(function(&program, "f"));
    let names: Vec<_> = code.locals.values().map(|l| (&*l.name, l.line)).collect();
    for name in [("x", 5), ("local", 6), ("v", 1), ("doubled", 2)] {
        assert!(names.contains(&name), "{name:?} in {names:?}");
    }
    let product = code.insts.iter().position(|i| matches!(i, Inst::Shl { .. } | Inst::Mul { .. }));
    let span = &code.spans[code.locations[product.expect("the product")].0 as usize];
    assert_eq!((&*span.function, span.line), ("twice", 2));
    assert!(span.file.ends_with("snippet.c"));
    let outer = &code.spans[span.inlined_at.expect("a call").0 as usize];
    assert_eq!((&*outer.function, outer.line, outer.inlined_at), ("f", 7, None));
}

/// Each instruction has the line of what it was made of in the text of its module.
#[test]
fn lines_in_the_text() {
    let source =
        "int g(int x) { switch (x) { case 1: return 5; case 77: return 8; } return x * 3; }
        int f(int *p, int x) { for (int i = 0; i < x; i++) p[i] /= g(x) + i; return p[x] * x; }";
    for level in ["-O0", "-O1"] {
        let program = program(source, &[level, "-g"]);
        let text = program.text().expect("a module");
        for function in ["f", "g"].map(|name| function(&program, name)) {
            let code = program.code(function);
            for (inst, pc) in code.insts.iter().zip(0..) {
                let word = match inst {
                    Inst::Load { .. } => " load ",
                    Inst::Store { .. } => " store ",
                    Inst::Call { .. } => " call ",
                    Inst::Switch { .. } => " switch ",
                    Inst::Int { op: IntBinary::SDiv, .. } => " sdiv ",
                    Inst::Mul { .. } => " mul ",
                    Inst::Return { .. } => " ret ",
                    _ => continue,
                };
                let line = program.line_in_text(function, Pc(pc)).expect("a line");
                let line = text.lines().nth(line as usize - 1).expect("in the text");
                assert!(line.contains(word), "{inst:?} is not {line}");
            }
        }
    }
}

/// Addresses of constant parts are folded, also into those of globals.
#[test]
fn addresses_are_folded() {
    let source = "struct s { int a; struct { char c; int d[4]; } b[3]; } global;
        int constant(void) { return global.b[2].d[1]; }
        int variable(struct s *s, int i, long j) { return s[i].b[j].d[3]; }";
    let program = program(source, &["-O1"]);
    let code = program.code(function(&program, "constant"));
    let [Inst::Load { w: 32, ptr, .. }, Inst::Return { .. }] = code.insts[..] else {
        panic!("{}", ir::print_code(&program, function(&program, "constant")))
    };
    let Err(constant) = ptr.split() else { panic!("a register") };
    assert!(matches!(code.consts[constant], Const::Address { offset: 52, .. }));
    let code = program.code(function(&program, "variable"));
    let scales = code.insts.iter().filter_map(|i| match i {
        Inst::PtrIndex { scale, .. } => Some(*scale),
        _ => None,
    });
    let scales: Vec<u32> = scales.collect();
    assert_eq!(scales, [64, 20]);
}

/// Damaged modules: whatever reads must link and lower, or be refused.
#[test]
fn damaged_modules() {
    let dir = TempDir::new();
    let source = dir.file("sample.c", SAMPLE);
    let corpus = bitcode_of(CLANG, &source, &["-O1", "-g"]);
    let count =
        std::env::var("STRATA_MUTATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(2_000);
    let mut lowered = 0;
    for seed in 0..count {
        let Ok(module) = bitcode::fuzz::mutate_and_read(seed, &corpus) else { continue };
        let mut linker = Linker::new();
        if linker.add_module("damaged", module).is_err() {
            continue;
        }
        let Ok(program) = linker.link(&[]) else { continue };
        for id in all_functions(&program) {
            assert_eq!(program.code(id).check_invariants(), Ok(()), "seed {seed}");
            lowered += 1;
        }
    }
    assert!(lowered > 1000, "only {lowered} functions survived");
}
