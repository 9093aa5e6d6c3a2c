//! Intrinsics that stand for functions of the C library, or of the compiler's own.

use numeric::FloatKind;

use super::{Intrinsic, Row, find};
use crate::flat::{Scalar, Unmodelled};
use crate::lower::Lowered;
use crate::lower::calls::Arguments;
use crate::{Inst, Operand};

/// The functions an intrinsic calls: names the linker has to find.
pub fn library_names(intrinsic: &str) -> Vec<String> {
    let Some((base, row)) = find(intrinsic) else { return Vec::new() };
    match base {
        "eh.sjlj.setjmp" => return vec!["setjmp".to_owned()],
        "eh.sjlj.longjmp" => return vec!["longjmp".to_owned()],
        _ => {}
    }
    let Some(kind) = overload(intrinsic, base) else { return Vec::new() };
    let names: &[&str] = match (row, base) {
        (Row::Library(name), _) => &[name],
        (_, "sincos") => &["sin", "cos"],
        (_, "frexp") => &["frexp"],
        (_, "modf") => &["modf"],
        (_, "powi") => return powi_name(call_kind(kind)).map(str::to_owned).into_iter().collect(),
        _ => &[],
    };
    names.iter().filter_map(|name| variant(name, call_kind(kind))).collect()
}

/// The float type an intrinsic is overloaded on, out of its name.
fn overload(intrinsic: &str, base: &str) -> Option<FloatKind> {
    let rest = &intrinsic[intrinsic.find(base)? + base.len()..];
    let ty = rest.strip_prefix('.')?.split('.').next()?;
    let element = ty.trim_start_matches('v').trim_start_matches(|c: char| c.is_ascii_digit());
    Some(match element {
        "f16" => FloatKind::Half,
        "bf16" => FloatKind::BFloat,
        "f32" => FloatKind::Single,
        "f64" => FloatKind::Double,
        "f80" => FloatKind::X87,
        "f128" => FloatKind::Quad,
        _ => return None,
    })
}

/// The format a function is called with: the library has none for the smallest.
fn call_kind(kind: FloatKind) -> FloatKind {
    match kind {
        FloatKind::Half | FloatKind::BFloat => FloatKind::Single,
        kind => kind,
    }
}

/// The variant of a library function for a format.
fn variant(name: &str, kind: FloatKind) -> Option<String> {
    match kind {
        FloatKind::Single => Some(format!("{name}f")),
        FloatKind::Double => Some(name.to_owned()),
        FloatKind::X87 => Some(format!("{name}l")),
        _ => None,
    }
}

fn powi_name(kind: FloatKind) -> Option<&'static str> {
    match kind {
        FloatKind::Single => Some("__powisf2"),
        FloatKind::Double => Some("__powidf2"),
        FloatKind::X87 => Some("__powixf2"),
        _ => None,
    }
}

impl Intrinsic<'_, '_> {
    /// Each lane by a call.
    pub(super) fn library(&mut self, name: &str) -> Lowered {
        let kind = self.float_kind(0)?;
        let first = self.leaves(0)?;
        // Constrained forms have metadata after the operands.
        let floats = self.args.iter().take_while(|a| !matches!(a, bitcode::Operand::Metadata(_)));
        let args: Lowered<Vec<_>> = floats.map(|a| self.lower.leaves(*a)).collect();
        let args = args?;
        if args.iter().any(|a| a.len != first.len) {
            return Err(Unmodelled::new("library function of operands of different types"));
        }
        for n in 0..first.len() {
            let operands: Vec<Operand> = args.iter().map(|a| self.leaf(*a, n)).collect();
            let result = self.call_library(name, kind, &operands)?;
            self.result(result);
        }
        Ok(())
    }

    fn call_library(&mut self, name: &str, kind: FloatKind, args: &[Operand]) -> Lowered<Operand> {
        let called = call_kind(kind);
        let name = variant(name, called)
            .ok_or_else(|| Unmodelled::new(format!("library function {name} of fp128")))?;
        let args: Vec<Operand> =
            args.iter().map(|a| self.lower.emit.convert(kind, called, *a)).collect();
        let scalars = vec![Scalar::Float(called); args.len()];
        let result = self.call_named(&name, args, scalars)?;
        Ok(self.lower.emit.convert(called, kind, result))
    }

    fn call_named(
        &mut self,
        name: &str,
        operands: Vec<Operand>,
        scalars: Vec<Scalar>,
    ) -> Lowered<Operand> {
        let Some(function) = self.lower.program.function(name) else {
            return Err(Unmodelled::new(format!("library function {name}")));
        };
        let fixed = operands.len();
        let args = Arguments { operands, scalars, fixed, ..Arguments::default() };
        Ok(Operand::reg(self.lower.emit_direct(function, args, 1)))
    }

    /// `powi`: a float to an integer power, by the compiler's own function.
    pub(super) fn powi(&mut self) -> Lowered {
        let kind = self.float_kind(0)?;
        let called = call_kind(kind);
        let Some(name) = powi_name(called) else {
            return Err(Unmodelled::new("llvm.powi of fp128"));
        };
        let bits = self.bits(1)?;
        let power = self.scalar(1)?;
        let power = self.lower.emit.resize_signed(bits, 32, power);
        let base = self.leaves(0)?;
        for n in 0..base.len() {
            let base = self.lower.emit.convert(kind, called, self.leaf(base, n));
            let scalars = vec![Scalar::Float(called), Scalar::Int(32)];
            let result = self.call_named(name, vec![base, power], scalars)?;
            let result = self.lower.emit.convert(called, kind, result);
            self.result(result);
        }
        Ok(())
    }

    /// `__builtin_setjmp`, as the function.
    pub(super) fn set_jump(&mut self) -> Lowered {
        self.lower.returns_twice = true;
        let buffer = self.scalar(0)?;
        let result = self.call_named("setjmp", vec![buffer], vec![Scalar::Pointer])?;
        self.result(result);
        Ok(())
    }

    /// `__builtin_longjmp`, which always returns 1 from the other.
    pub(super) fn long_jump(&mut self) -> Lowered {
        let buffer = self.scalar(0)?;
        let one = self.lower.emit.int(1);
        let scalars = vec![Scalar::Pointer, Scalar::Int(32)];
        self.call_named("longjmp", vec![buffer, one], scalars).map(drop)
    }

    /// All sines, then all cosines.
    pub(super) fn sincos(&mut self) -> Lowered {
        self.library("sin")?;
        self.library("cos")
    }

    /// `frexp`: the library returns the exponent through a pointer.
    pub(super) fn frexp(&mut self) -> Lowered {
        let kind = self.float_kind(0)?;
        let scalars = self.result_scalars()?;
        let to = scalars.last().map_or(32, |s| s.bits());
        let slot = self.scratch(4);
        let a = self.leaves(0)?;
        let mut exponents = Vec::with_capacity(a.len());
        for n in 0..a.len() {
            let fraction = self.call_with_slot("frexp", kind, self.leaf(a, n), slot)?;
            self.result(fraction);
            let exponent = self.lower.emit.load(32, slot);
            exponents.push(self.lower.emit.resize_signed(32, to, exponent));
        }
        self.lower.out.extend(exponents);
        Ok(())
    }

    /// `modf`: all fractions, then all integral parts, which come through a pointer.
    pub(super) fn modf(&mut self) -> Lowered {
        let kind = self.float_kind(0)?;
        let called = call_kind(kind);
        let slot = self.scratch(16);
        let a = self.leaves(0)?;
        let mut wholes = Vec::with_capacity(a.len());
        for n in 0..a.len() {
            let fraction = self.call_with_slot("modf", kind, self.leaf(a, n), slot)?;
            self.result(fraction);
            let whole = self.lower.emit.load(called.width().0, slot);
            wholes.push(self.lower.emit.convert(called, kind, whole));
        }
        self.lower.out.extend(wholes);
        Ok(())
    }

    fn call_with_slot(
        &mut self,
        name: &str,
        kind: FloatKind,
        a: Operand,
        slot: Operand,
    ) -> Lowered<Operand> {
        let called = call_kind(kind);
        let name = variant(name, called)
            .ok_or_else(|| Unmodelled::new(format!("library function {name} of fp128")))?;
        let a = self.lower.emit.convert(kind, called, a);
        let scalars = vec![Scalar::Float(called), Scalar::Pointer];
        let result = self.call_named(&name, vec![a, slot], scalars)?;
        Ok(self.lower.emit.convert(called, kind, result))
    }

    /// A local object of a few bytes.
    pub(super) fn scratch(&mut self, size: u64) -> Operand {
        let (size, count) = (self.lower.emit.int(size), self.lower.emit.int(1));
        self.lower.emit.to(|dst| Inst::Alloca { align: 4, dst, size, count })
    }
}

#[cfg(test)]
mod tests {
    use super::library_names;

    #[test]
    fn names_follow_the_format() {
        assert_eq!(library_names("llvm.sin.f64"), ["sin"]);
        assert_eq!(library_names("llvm.pow.f32"), ["powf"]);
        assert_eq!(library_names("llvm.exp.v4f32"), ["expf"]);
        assert_eq!(library_names("llvm.log2.f80"), ["log2l"]);
        assert_eq!(library_names("llvm.cos.f16"), ["cosf"]);
        assert_eq!(library_names("llvm.powi.f64.i32"), ["__powidf2"]);
        assert_eq!(library_names("llvm.sincos.f64"), ["sin", "cos"]);
        assert_eq!(library_names("llvm.experimental.constrained.exp2.f64"), ["exp2"]);
        assert!(library_names("llvm.sqrt.f64").is_empty());
    }
}
