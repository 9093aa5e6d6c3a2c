//! One call of a native function, through libffi.

#![expect(unsafe_code, reason = "calling what only its name and types are known of")]

use std::ffi::c_void;

use libffi::middle::{Arg, Cif, CodePtr, Ret, Type, arg};

use crate::{Call, RegisterClass, Slot, Words};

/// A long double as it lies in memory.
#[repr(C, align(16))]
struct Long([u8; 16]);

/// An argument where libffi reads it.
enum Stored {
    Int(u64),
    Float(f32),
    Double(f64),
    Long(Long),
    Bytes(Vec<Long>),
}

/// Where libffi writes a result: room for two registers or a long double.
#[repr(C, align(16))]
#[derive(Default)]
pub struct Room(pub Words);

/// Calls a function, or says why it cannot be called.
pub fn invoke(function: *const c_void, call: &Call) -> Result<(Words, i32), String> {
    let stored: Vec<Stored> = call.args.iter().map(store).collect();
    let types: Result<Vec<Type>, String> = call.args.iter().map(slot_type).collect();
    let result = result_type(&call.results)?;
    let prepared = match call.fixed {
        Some(fixed) => Cif::try_new_variadic(types?, fixed, result),
        None => Cif::try_new(types?, result),
    };
    let cif = prepared.map_err(|error| format!("libffi: {error:?}"))?;
    let args: Vec<Arg<'_>> = stored.iter().map(as_arg).collect();
    let mut room = Room::default();
    // SAFETY: what the function does is up to it; this process exists to do it in. Arguments and result
    // are as the types say, and `room` is large enough for all of them.
    let errno = unsafe {
        *libc::__errno_location() = call.errno;
        cif.call_return_into(CodePtr::from_ptr(function), &args, Ret::new(&mut room.0));
        *libc::__errno_location()
    };
    Ok((trimmed(room.0, &call.results), errno))
}

fn store(slot: &Slot) -> Stored {
    match slot {
        Slot::Int(number) => Stored::Int(*number),
        Slot::Float(bits) => Stored::Float(f32::from_bits(*bits)),
        Slot::Double(bits) => Stored::Double(f64::from_bits(*bits)),
        Slot::Long(bytes) => Stored::Long(long(bytes)),
        Slot::Bytes { bytes, .. } => Stored::Bytes(bytes.chunks(16).map(long).collect()),
    }
}

fn long(bytes: &[u8]) -> Long {
    let mut whole = Long([0; 16]);
    whole.0[..bytes.len()].copy_from_slice(bytes);
    whole
}

fn as_arg(stored: &Stored) -> Arg<'_> {
    match stored {
        Stored::Int(number) => arg(number),
        Stored::Float(number) => arg(number),
        Stored::Double(number) => arg(number),
        Stored::Long(bytes) => arg(&bytes.0),
        Stored::Bytes(chunks) => arg(&chunks[..]),
    }
}

/// The type of an argument. Bytes are a structure that never goes in registers.
fn slot_type(slot: &Slot) -> Result<Type, String> {
    Ok(match slot {
        Slot::Int(_) => Type::u64(),
        Slot::Float(_) => Type::f32(),
        Slot::Double(_) => Type::f64(),
        Slot::Long(_) => Type::longdouble(),
        Slot::Bytes { bytes, align: 16 } if !bytes.is_empty() => {
            Type::structure(vec![Type::longdouble(); bytes.len().div_ceil(16)])
        }
        Slot::Bytes { bytes, align: 8 } if bytes.len() > 16 => {
            Type::structure(vec![Type::u64(); bytes.len().div_ceil(8)])
        }
        Slot::Bytes { bytes, align } => {
            return Err(format!("{} bytes by value, aligned to {align}", bytes.len()));
        }
    })
}

/// The type of one value.
pub fn class_type(class: RegisterClass) -> Type {
    match class {
        RegisterClass::Int => Type::u64(),
        RegisterClass::Float => Type::f32(),
        RegisterClass::Double => Type::f64(),
        RegisterClass::Long => Type::longdouble(),
    }
}

/// The type of a result. Two values travel in two registers, each of its kind.
pub fn result_type(results: &[RegisterClass]) -> Result<Type, String> {
    let half = |class: &RegisterClass| match class {
        RegisterClass::Int => Ok(Type::u64()),
        RegisterClass::Float | RegisterClass::Double => Ok(Type::f64()),
        RegisterClass::Long => Err("a long double as a part of a result".to_owned()),
    };
    match results {
        [] => Ok(Type::void()),
        [one] => Ok(class_type(*one)),
        [a, b] => Ok(Type::structure([half(a)?, half(b)?])),
        _ => Err(format!("a result of {} parts", results.len())),
    }
}

/// Clears the bits that are not part of the result.
fn trimmed(words: Words, results: &[RegisterClass]) -> Words {
    let trim = |word: u64, class: Option<&RegisterClass>| match class {
        None => 0,
        Some(RegisterClass::Float) => word & u64::from(u32::MAX),
        Some(_) => word,
    };
    match results {
        [RegisterClass::Long] => [words[0], words[1] & 0xffff],
        _ => [trim(words[0], results.first()), trim(words[1], results.get(1))],
    }
}
