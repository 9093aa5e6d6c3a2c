//! What the two processes say to each other: messages over a socket, each with its length in front.
//!
//! Messages are written by `postcard`, which needs no memory of its own: the handler of a signal has none. The
//! helper is not trusted: what it says is checked when read.

use std::io::{self, Read, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{Call, Callable, Rights, Role, Slot, Words};

/// No message is longer: a length beyond is that of a helper gone wrong.
const LONGEST: u32 = 1 << 30;

/// The most bytes of a message that the handler of a signal sends or receives: a kind and two numbers.
pub const SHORT: usize = 32;

/// What the engine says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Request {
    /// The first one: reserve these regions, as base, size and role, and open these libraries.
    Start { regions: Vec<(u64, u64, Role)>, libraries: Vec<Vec<u8>>, rights: Rights },
    /// Make a function of the program callable.
    Define(Callable),
    /// Put a native function at an address of the program's.
    Alias { address: u64, name: String },
    /// Call a function.
    Call(Call),
    /// A function of the program returned.
    Answer { words: Words, errno: i32 },
    /// Make pages accessible.
    Open { start: u64, size: u64 },
    /// Make them inaccessible.
    Close { start: u64, size: u64 },
    /// Go on after [`Response::Touched`].
    Retry,
}

/// What the helper says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Response {
    /// It can be asked.
    Ready,
    /// It cannot start: the index of the region it cannot reserve, and why.
    NoRegion(u32, String),
    /// It cannot start: why.
    NoStart(String),
    /// A call returned.
    Returned { words: Words, errno: i32 },
    /// Native code reads or writes in a page that is not open.
    Touched { address: u64, write: bool },
    /// Native code calls a function of the program.
    Callback { address: u64, args: Vec<Slot>, errno: i32 },
    /// There is no function of that name.
    Missing,
    /// A call that cannot be made: why not.
    Refused(String),
}

/// Sends a message.
pub fn send(mut to: impl Write, message: &impl Serialize) -> io::Result<()> {
    let mut bytes = postcard::to_extend(message, vec![0; 4]).map_err(io::Error::other)?;
    let len = bytes.len() as u32 - 4;
    bytes[..4].copy_from_slice(&len.to_le_bytes());
    to.write_all(&bytes)
}

/// Receives a message.
pub fn receive<M: DeserializeOwned>(mut from: impl Read) -> io::Result<M> {
    let mut len = [0; 4];
    from.read_exact(&mut len)?;
    let len = u32::from_le_bytes(len);
    if len > LONGEST {
        return Err(io::Error::other("a message that is too long"));
    }
    let mut bytes = vec![0; len as usize];
    from.read_exact(&mut bytes)?;
    decode(&bytes).ok_or_else(|| io::Error::other("a message that makes no sense"))
}

/// The message that these bytes are.
pub fn decode<M: DeserializeOwned>(bytes: &[u8]) -> Option<M> {
    let (message, rest) = postcard::take_from_bytes(bytes).ok()?;
    rest.is_empty().then_some(message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RegisterClass;

    fn round<M: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(message: &M) {
        let mut bytes = Vec::new();
        send(&mut bytes, message).unwrap();
        assert_eq!(receive::<M>(&bytes[..]).unwrap(), *message);
        for end in 0..bytes.len() {
            assert!(receive::<M>(&bytes[..end]).is_err(), "{end} bytes of {message:?}");
        }
    }

    #[test]
    fn messages_survive() {
        let slots = vec![
            Slot::Int(u64::MAX),
            Slot::Float(1),
            Slot::Double(2),
            Slot::Long([7; 10]),
            Slot::Bytes { bytes: vec![1, 2, 3], align: 16 },
        ];
        let results = vec![RegisterClass::Int, RegisterClass::Double];
        let (name, args) = ("f".to_owned(), slots.clone());
        round(&Request::Call(Call { name, args, fixed: Some(2), results, errno: -3 }));
        let params = vec![RegisterClass::Float, RegisterClass::Long];
        round(&Request::Define(Callable { address: 9, params, results: vec![] }));
        let libraries = vec![b"x.so".to_vec()];
        round(&Request::Start {
            regions: vec![(1, 2, Role::Code)],
            libraries,
            rights: Rights::Few,
        });
        round(&Request::Alias { address: 7, name: "g".to_owned() });
        round(&Request::Open { start: 1 << 40, size: 4096 });
        round(&Request::Close { start: 1 << 40, size: 4096 });
        round(&Request::Retry);
        round(&Response::Touched { address: 1 << 40, write: true });
        round(&Request::Answer { words: [1, 2], errno: 3 });
        round(&Response::Callback { address: 5, args: slots, errno: 0 });
        round(&Response::NoRegion(3, "taken".into()));
        round(&Response::Missing);
    }

    #[test]
    fn nonsense_is_an_error() {
        for bytes in [
            &[1, 0, 0, 0, 99][..],
            &[255; 8],
            // Words of a refusal that are longer than the message.
            &[6, 0, 0, 0, 7, 255, 255, 255, 255, 15],
            // A message with something behind it.
            &[2, 0, 0, 0, 0, 0],
        ] {
            assert!(receive::<Response>(bytes).is_err());
        }
    }

    /// Those of the handler of a signal.
    #[test]
    fn short_messages_are_short() {
        let far = u64::MAX;
        let touched = Response::Touched { address: far, write: true };
        let open = Request::Open { start: far, size: far };
        assert!(postcard::to_slice(&touched, &mut [0; SHORT]).is_ok());
        assert!(postcard::to_slice(&open, &mut [0; SHORT]).is_ok());
    }
}
