//! Passing values to native code and back: which registers they use.

use exec::External;
use gap::NativeGap;
use ir::{Extension, Piece, Scalar};
use memory::{Memory, ObjectId, Value};
use native::{RegisterClass, Slot, Words};
use numeric::{Bits, FloatKind, Wide};

/// Bits of a register.
const REGISTER: u32 = 64;

/// How a value is passed, if one register holds it.
pub(crate) fn class(piece: &Piece) -> Result<RegisterClass, NativeGap> {
    let bits = piece.scalar.bits().saturating_mul(piece.lanes);
    match (piece.scalar, piece.lanes) {
        (Scalar::Int(..=REGISTER) | Scalar::Pointer, 1) => Ok(RegisterClass::Int),
        (Scalar::Float(FloatKind::Single), 1) => Ok(RegisterClass::Float),
        (Scalar::Float(FloatKind::Double), 1) => Ok(RegisterClass::Double),
        (Scalar::Float(FloatKind::X87), 1) => Ok(RegisterClass::Long),
        // Vectors are passed as floats are.
        (_, 2..) if bits == REGISTER => Ok(RegisterClass::Double),
        (Scalar::Int(bits), 1) => Err(NativeGap::WideInteger(bits)),
        (_, 1) => Err(NativeGap::UnusualFloat),
        (_, lanes) => Err(NativeGap::Vector { lanes, bits }),
    }
}

/// The arguments of a call, all of which are numbers or plain pointers. `bytes` gives those of an object as
/// native code sees them.
pub(crate) fn slots<'a>(
    memory: &Memory,
    external: &External,
    params: &[Piece],
    args: &[Value],
    bytes: impl Fn(ObjectId) -> Option<&'a [u8]>,
) -> Result<Vec<Slot>, NativeGap> {
    let mut at = 0;
    let mut slots = Vec::new();
    for piece in params {
        let lanes = args.get(at..at + piece.lanes as usize).ok_or(NativeGap::MissingArgument)?;
        let copied = external.by_value.iter().find(|copy| copy.arg as usize == at);
        slots.push(match copied {
            Some(copy) => {
                let copied = match memory.objects().pointer_at(memory.bits(&lanes[0])) {
                    Value::Ptr { id, offset } => bytes(id)
                        .and_then(|bytes| bytes.get(offset as usize..)?.get(..copy.size as usize)),
                    _ => None,
                };
                let bytes = copied.ok_or(NativeGap::UnreadableArgument)?.to_vec();
                Slot::Bytes { bytes, align: if copy.align > 8 { 16 } else { 8 } }
            }
            None => slot(memory, piece, lanes)?,
        });
        at += lanes.len();
    }
    Ok(slots)
}

/// One value as an argument.
pub(crate) fn slot(memory: &Memory, piece: &Piece, lanes: &[Value]) -> Result<Slot, NativeGap> {
    let number = |value: &Value| memory.bits(value);
    let class = class(piece)?;
    let bits = piece.scalar.bits();
    Ok(match (class, lanes) {
        (RegisterClass::Int, [value]) => Slot::Int(extended(number(value), bits, piece.extension)),
        (RegisterClass::Float, [value]) => Slot::Float(number(value) as u32),
        (RegisterClass::Double, lanes) => {
            let packed =
                lanes.iter().enumerate().map(|(n, lane)| number(lane) << (bits * n as u32));
            Slot::Double(packed.fold(0, |all, lane| all | lane))
        }
        (RegisterClass::Long, [Value::Wide(wide)]) => {
            let bytes = wide.to_le_bytes().try_into();
            Slot::Long(bytes.map_err(|_| NativeGap::OddLongDouble)?)
        }
        _ => return Err(NativeGap::NotANumber),
    })
}

fn extended(number: u64, bits: u32, extension: Extension) -> u64 {
    match extension {
        Extension::Sign if bits < REGISTER => {
            let unused = REGISTER - bits;
            ((number << unused) as i64 >> unused) as u64
        }
        _ => number,
    }
}

/// The values of pieces whose bits came in slots: the inverse of [`slot`].
pub(crate) fn values(memory: &Memory, pieces: &[Piece], slots: &[Slot]) -> Vec<Value> {
    pieces.iter().zip(slots).flat_map(|(piece, slot)| lanes(memory, piece, slot)).collect()
}

/// The parts of a result in the words of registers.
pub(crate) fn results(memory: &Memory, pieces: &[Piece], words: Words) -> Vec<Value> {
    let slot = |(piece, word): (&Piece, u64)| match class(piece) {
        Ok(RegisterClass::Long) => {
            let bytes = words.map(u64::to_le_bytes).concat();
            Slot::Long(std::array::from_fn(|n| bytes[n]))
        }
        Ok(RegisterClass::Float) => Slot::Float(word as u32),
        Ok(RegisterClass::Double) => Slot::Double(word),
        Ok(RegisterClass::Int) | Err(_) => Slot::Int(word),
    };
    let slots: Vec<Slot> = pieces.iter().zip(words).map(slot).collect();
    values(memory, pieces, &slots)
}

/// The words that are the parts of a result: the inverse of [`results`].
pub(crate) fn words(
    memory: &Memory,
    pieces: &[Piece],
    values: &[Value],
) -> Result<Words, NativeGap> {
    let (mut words, mut at) = ([0; 2], 0);
    for (word, piece) in (0..).zip(pieces) {
        let lanes = values.get(at..at + piece.lanes as usize).ok_or(NativeGap::MissingResult)?;
        at += lanes.len();
        match slot(memory, piece, lanes)? {
            Slot::Float(bits) => words[word] = u64::from(bits),
            Slot::Int(bits) | Slot::Double(bits) => words[word] = bits,
            Slot::Long(bytes) => {
                let long = Wide::from_le_bytes(Bits(128), &bytes).low_u128();
                words = [long as u64, (long >> REGISTER) as u64];
            }
            Slot::Bytes { .. } => return Err(NativeGap::ResultByValue),
        }
    }
    Ok(words)
}

fn lanes(memory: &Memory, piece: &Piece, slot: &Slot) -> Vec<Value> {
    let bits = piece.scalar.bits();
    let mask = u64::MAX >> (REGISTER - bits.clamp(1, REGISTER));
    match slot {
        Slot::Int(number) if bits == REGISTER => vec![memory.objects().pointer_at(*number)],
        Slot::Int(number) => vec![Value::Int(number & mask)],
        Slot::Float(number) => vec![Value::Int(u64::from(*number))],
        Slot::Double(number) => {
            let lane = |n| Value::Int(number.checked_shr(bits * n).unwrap_or(0) & mask);
            (0..piece.lanes).map(lane).collect()
        }
        Slot::Long(bytes) => vec![Value::wide(Wide::from_le_bytes(Bits(80), bytes))],
        Slot::Bytes { .. } => vec![Value::ZERO; piece.lanes as usize],
    }
}
