//! Where the calling convention of x86-64 passes variable arguments.
//!
//! The first six integers and pointers of a call travel in general registers and the first eight floats and
//! vectors in vector registers, fixed and variable ones counted together; all else lies in memory, in order.
//! The function that takes them tells by the type it asks for where to look next. So does the interpreter,
//! and a double that is asked for where an integer was passed is found nowhere.
//!
//! The compiler has decided before whether a structure travels in registers: its parts then are arguments of
//! their own, of which there is a register for each.

use crate::flat::Scalar;
use crate::signature::Piece;

/// A slot of memory, and a general register, in bytes.
pub(crate) const SLOT: u32 = 8;

/// The bytes of a `va_list`: two offsets into the area of registers, that of the next general one and that of the
/// next vector one, and the addresses of two areas.
pub const LIST: u64 = 24;
/// Where a list has the address of the arguments in memory.
pub const OVERFLOW_AREA: u64 = 8;
/// Where a list has the address of the registers: general ones, then vector ones of 16 bytes each.
pub const REGISTER_AREA: u64 = 16;
/// Where the general registers end in their area.
pub const GENERAL_END: u64 = 48;
/// Where the vector registers end.
pub const VECTORS_END: u64 = 176;
/// The offsets of a list of which all registers were taken.
pub const NO_REGISTERS: u64 = GENERAL_END | VECTORS_END << 32;

/// How a variable argument travels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// Its bytes.
    pub size: u32,
    /// Its alignment in memory.
    pub align: u32,
    /// Where it is.
    pub route: Route,
}

/// Where an argument travels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Route {
    /// In as many general registers as it fills.
    General,
    /// In a vector register.
    Vector,
    /// Behind the argument before it: the upper half of a vector.
    Behind,
    /// In memory.
    Memory,
}

impl Slot {
    /// How a scalar travels while there are registers.
    pub fn of(scalar: Scalar) -> Slot {
        let size = scalar.bits().div_ceil(8);
        let align = if size > SLOT { 2 * SLOT } else { SLOT };
        Slot { size, align, route: route(Piece::plain(scalar)) }
    }
}

/// The registers that a call has not used yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Registers {
    general: u8,
    vector: u8,
}

impl Registers {
    pub(crate) fn new() -> Registers {
        Registers { general: 6, vector: 8 }
    }

    /// The bytes of general registers, and those of vector registers.
    pub fn bytes(self) -> (u64, u64) {
        (8 * u64::from(self.general), 16 * u64::from(self.vector))
    }

    /// Takes what the parts of an argument need.
    pub(crate) fn take_all(&mut self, pieces: Vec<Piece>) {
        pieces.into_iter().for_each(|piece| _ = self.take(piece));
    }

    /// Where the next argument goes.
    pub(crate) fn take(&mut self, piece: Piece) -> Route {
        let route = route(piece);
        let (free, needed) = match route {
            Route::General => (&mut self.general, piece.scalar.bits().div_ceil(64)),
            Route::Vector => (&mut self.vector, 1),
            Route::Behind | Route::Memory => return route,
        };
        match u32::from(*free).checked_sub(needed) {
            Some(left) => {
                *free = left as u8;
                route
            }
            None => Route::Memory,
        }
    }
}

fn route(piece: Piece) -> Route {
    let bits = u64::from(piece.lanes) * u64::from(piece.scalar.bits());
    match piece.scalar {
        _ if bits > 128 => Route::Memory,
        _ if piece.lanes > 1 => Route::Vector,
        Scalar::Int(_) | Scalar::Pointer => Route::General,
        Scalar::Float(numeric::FloatKind::X87) => Route::Memory,
        Scalar::Float(_) => Route::Vector,
    }
}
