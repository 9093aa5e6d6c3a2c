//! `errno` of a program that calls native code: the C library's own, or one of ours where there is none.

use exec::{Halt, Limit};
use memory::{Kind, Site, Value};

use crate::active::Active;
use crate::context::Context;
use crate::outside::nested;

/// Where `errno` is, in the C library and for programs without one.
pub(super) const ERRNO: &str = "__errno_location";

/// Where `errno` is; none if the program does not use it.
pub(super) fn errno(cx: &mut Context<'_>, active: &mut Active) -> Result<Option<Value>, Halt> {
    if active.outside.errno.is_none() {
        let program = cx.machine.program();
        let Some(function) = program.function(ERRNO) else { return Ok(None) };
        active.outside.errno = match program.functions[function.0 as usize].defined {
            true => nested::run(cx, active, function, &[])?.into_iter().next(),
            false => Some(own_errno(active)?),
        };
    }
    Ok(active.outside.errno.clone())
}

/// Sets `errno`.
pub(crate) fn set_errno(
    cx: &mut Context<'_>,
    active: &mut Active,
    number: i32,
) -> Result<(), Halt> {
    if let Some(place) = errno(cx, active)? {
        // It cannot be written if the program freed it.
        let _ = active.state.memory.store(&place, 4, &Value::Int(u64::from(number as u32)));
    }
    Ok(())
}

/// `errno` of a program without a C library: an object of the path.
fn own_errno(active: &mut Active) -> Result<Value, Halt> {
    let id = active.state.memory.allocate(Kind::System, 4, 4, Site::default());
    let id = id.ok_or(Halt::Exhausted(Limit::Memory))?;
    Ok(Value::Ptr { id, offset: 0 })
}

/// The value of `errno`; zero if the program freed it.
pub(super) fn errno_at(active: &Active, place: &Value) -> Value {
    active.state.memory.load(place, 4).unwrap_or(Value::ZERO)
}
