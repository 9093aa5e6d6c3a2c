//! Programs of single operations on odd types and odd values, in LLVM's assembly.
//!
//! Each operation writes its result to a buffer and calls `dump`, which prints it after the number
//! of the operation. Operands come from globals by volatile loads, so that no compiler folds them.

use std::collections::BTreeSet;
use std::fmt::Write;

use random::Random;

/// A program being written.
pub struct Snippets {
    random: Random,
    globals: String,
    declarations: BTreeSet<String>,
    body: String,
    values: usize,
    /// What each operation is, by its number.
    pub names: Vec<String>,
}

/// Prints results. It calls the kernel directly: there is no library.
pub const DUMP: &str = "
    long __strata_syscall(long, long, long, long, long, long, long);
    unsigned char buffer[256]; static char out[1 << 20]; static long used;
    static void put(int c) { out[used++] = c; }
    void dump(int number, int bytes) {
        for (int d = 10000; d; d /= 10) put('0' + number / d % 10);
        for (int i = 0; i < bytes; i++) { put(' '); put(\"0123456789abcdef\"[buffer[i] >> 4]); put(\"0123456789abcdef\"[buffer[i] & 15]); }
        put('\\n');
        for (int i = 0; i < 256; i++) buffer[i] = 0;
    }
    void flush(void) { __strata_syscall(1, 1, (long)out, used, 0, 0, 0); }";

/// The kernel, for the native program.
pub const KERNEL: &str = "
    #include <unistd.h>
    long __strata_syscall(long n, long a, long b, long c, long d, long e, long f) { return write(a, (void *)b, c); }";

impl Snippets {
    pub fn new() -> Snippets {
        Snippets {
            random: Random::new(1),
            globals: String::new(),
            declarations: BTreeSet::new(),
            body: String::new(),
            values: 0,
            names: Vec::new(),
        }
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.random.index(limit)
    }

    fn value(&mut self) -> String {
        self.values += 1;
        format!("%t{}", self.values)
    }

    /// Emits an instruction with a result.
    pub fn emit(&mut self, text: &str) -> String {
        let value = self.value();
        let _ = writeln!(self.body, "  {value} = {text}");
        value
    }

    /// Emits an instruction without one.
    pub fn effect(&mut self, text: &str) {
        let _ = writeln!(self.body, "  {text}");
    }

    /// A literal of a type, often at the edge of its range.
    fn literal(&mut self, ty: &str) -> String {
        if let Some((len, element)) = vector(ty) {
            let lanes: Vec<_> =
                (0..len).map(|_| format!("{element} {}", self.literal(element))).collect();
            return format!("<{}>", lanes.join(", "));
        }
        const FLOATS: [&str; 11] = [
            "0.0",
            "-0.0",
            "1.0",
            "-2.5",
            "3.5",
            "-0.5",
            "1.0e10",
            "100.5",
            "0x7FF0000000000000",
            "0x7FF8000000000000",
            "0x3FB99999A0000000",
        ];
        if matches!(ty, "float" | "double") {
            return FLOATS[self.below(FLOATS.len())].to_owned();
        }
        let bits = width(ty);
        let top = 1u128 << (bits - 1);
        let ones = top | (top - 1);
        let number = match self.below(8) {
            0 => 0,
            1 => ones,
            2 => top,
            3 => top - 1,
            4 => u128::from(self.random.below(40)) & ones,
            _ => (u128::from(self.random.next()) << 64 | u128::from(self.random.next())) & ones,
        };
        if bits == 1 { (number == 1).to_string() } else { number.to_string() }
    }

    /// The name of a global of a type.
    pub fn global(&mut self, ty: &str) -> String {
        let literal = self.literal(ty);
        self.values += 1;
        let name = format!("@g{}", self.values);
        let _ = writeln!(self.globals, "{name} = global {ty} {literal}");
        name
    }

    /// An operand that cannot be folded.
    pub fn operand(&mut self, ty: &str) -> String {
        let global = self.global(ty);
        self.emit(&format!("load volatile {ty}, ptr {global}"))
    }

    /// Prints a value.
    pub fn show(&mut self, what: &str, ty: &str, value: &str) {
        let number = self.names.len();
        self.names.push(format!("{what} {ty}"));
        self.effect(&format!("store {ty} {value}, ptr @buffer, align 1"));
        self.effect(&format!("call void @dump(i32 {number}, i32 {})", bytes(ty)));
    }

    /// Calls an intrinsic; `overload` is the end of its name.
    pub fn call(&mut self, name: &str, overload: &str, ret: &str, args: &[(&str, &str)]) -> String {
        let types: Vec<_> = args.iter().map(|(ty, _)| *ty).collect();
        let types = types.join(", ");
        let name = format!("@llvm.{name}.{overload}");
        self.declarations.insert(format!("declare {ret} {name}({types})"));
        let args: Vec<_> = args.iter().map(|(ty, value)| format!("{ty} {value}")).collect();
        let call = format!("call {ret} {name}({})", args.join(", "));
        if ret == "void" {
            self.effect(&call);
            return String::new();
        }
        self.emit(&call)
    }

    /// Calls one on fresh operands and prints what it gives.
    pub fn try_call(&mut self, name: &str, ret: &str, args: &[&str], rest: &[(&str, &str)]) {
        let operands: Vec<String> = args.iter().map(|ty| self.operand(ty)).collect();
        let mut all: Vec<(&str, &str)> =
            args.iter().copied().zip(operands.iter().map(String::as_str)).collect();
        all.extend_from_slice(rest);
        let overload = if ret == args[0] {
            mangle(ret)
        } else {
            format!("{}.{}", mangle(ret), mangle(args[0]))
        };
        let result = self.call(name, &overload, ret, &all);
        self.show(name, ret, &result);
    }

    /// The whole program.
    pub fn text(&self) -> String {
        let declarations: Vec<_> = self.declarations.iter().map(String::as_str).collect();
        format!(
            "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"
             target triple = \"x86_64-pc-linux-gnu\"
             @buffer = external global [256 x i8]
             declare void @dump(i32, i32)
             declare void @flush()
             {}\n{}
             define i32 @main() {{\n{}\n  call void @flush()\n  ret i32 0\n}}\n",
            self.globals,
            declarations.join("\n"),
            self.body
        )
    }
}

/// The length and element of a vector type.
pub fn vector(ty: &str) -> Option<(usize, &str)> {
    let (len, element) = ty.strip_prefix('<')?.strip_suffix('>')?.split_once(" x ")?;
    Some((len.parse().ok()?, element))
}

/// The width of a scalar in bits.
pub fn width(ty: &str) -> usize {
    match ty {
        "float" => 32,
        "double" => 64,
        "x86_fp80" => 80,
        int => int[1..].parse().expect("an integer type"),
    }
}

fn bytes(ty: &str) -> usize {
    match vector(ty) {
        Some((len, element)) => (len * width(element)).div_ceil(8),
        None => width(ty).div_ceil(8),
    }
}

/// A type with `i1` in place of its scalar.
pub fn truth(ty: &str) -> String {
    vector(ty).map_or("i1".to_owned(), |(len, _)| format!("<{len} x i1>"))
}

/// A type as the names of intrinsics spell it.
pub fn mangle(ty: &str) -> String {
    match vector(ty) {
        Some((len, element)) => format!("v{len}{}", mangle(element)),
        None => match ty {
            "float" => "f32".into(),
            "double" => "f64".into(),
            other => other.into(),
        },
    }
}
