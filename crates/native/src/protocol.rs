//! What the two processes say to each other: messages over a socket, each with its length in front.
//!
//! Numbers are little-endian. The helper is not trusted: what it says is checked when read.

use std::io::{self, Read, Write};

use crate::{Call, Callable, RegisterClass, Rights, Role, Slot, Words};

/// No message is longer: a length beyond is that of a helper gone wrong.
const LONGEST: u32 = 1 << 30;

/// Kinds of messages that are also written and read without the rest of this module.
pub const TOUCHED: u8 = 7;
pub const OPEN: u8 = 5;
pub const RETRY: u8 = 6;

/// What the engine says.
#[derive(Clone, PartialEq, Eq, Debug)]
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
#[derive(Clone, PartialEq, Eq, Debug)]
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

/// Something that goes over the socket.
pub trait Message: Sized {
    /// Appends it.
    fn put(&self, to: &mut Vec<u8>);
    /// Takes it from the front; none if it is not there.
    fn take(from: &mut &[u8]) -> Option<Self>;
}

/// Sends a message.
pub fn send<M: Message>(mut to: impl Write, message: &M) -> io::Result<()> {
    let mut bytes = vec![0; 4];
    message.put(&mut bytes);
    let len = bytes.len() as u32 - 4;
    bytes[..4].copy_from_slice(&len.to_le_bytes());
    to.write_all(&bytes)
}

/// Receives a message.
pub fn receive<M: Message>(mut from: impl Read) -> io::Result<M> {
    let mut len = [0; 4];
    from.read_exact(&mut len)?;
    let len = u32::from_le_bytes(len);
    if len > LONGEST {
        return Err(io::Error::other("a message that is too long"));
    }
    let mut bytes = vec![0; len as usize];
    from.read_exact(&mut bytes)?;
    let mut rest = &bytes[..];
    M::take(&mut rest)
        .filter(|_| rest.is_empty())
        .ok_or_else(|| io::Error::other("a message that makes no sense"))
}

impl Message for Request {
    fn put(&self, to: &mut Vec<u8>) {
        match self {
            Request::Start { regions, libraries, rights } => {
                to.push(3);
                regions.put(to);
                libraries.put(to);
                to.push(*rights as u8);
            }
            Request::Define(callable) => {
                to.push(0);
                callable.address.put(to);
                callable.params.put(to);
                callable.results.put(to);
            }
            Request::Alias { address, name } => {
                to.push(4);
                address.put(to);
                name.put(to);
            }
            Request::Call(call) => {
                to.push(1);
                call.name.put(to);
                call.args.put(to);
                call.fixed.map_or(u64::MAX, |fixed| fixed as u64).put(to);
                call.results.put(to);
                call.errno.put(to);
            }
            Request::Answer { words, errno } => {
                to.push(2);
                words.put(to);
                errno.put(to);
            }
            Request::Open { start, size } => {
                to.push(OPEN);
                [*start, *size].put(to);
            }
            Request::Close { start, size } => {
                to.push(7);
                [*start, *size].put(to);
            }
            Request::Retry => to.push(RETRY),
        }
    }

    fn take(from: &mut &[u8]) -> Option<Request> {
        Some(match u8::take(from)? {
            0 => Request::Define(Callable {
                address: u64::take(from)?,
                params: Vec::take(from)?,
                results: Vec::take(from)?,
            }),
            1 => Request::Call(Call {
                name: String::take(from)?,
                args: Vec::take(from)?,
                fixed: Some(u64::take(from)?).filter(|n| *n != u64::MAX).map(|n| n as usize),
                results: Vec::take(from)?,
                errno: i32::take(from)?,
            }),
            2 => Request::Answer { words: Words::take(from)?, errno: i32::take(from)? },
            4 => Request::Alias { address: u64::take(from)?, name: String::take(from)? },
            3 => Request::Start {
                regions: Vec::take(from)?,
                libraries: Vec::take(from)?,
                rights: *[Rights::All, Rights::Few].get(usize::from(u8::take(from)?))?,
            },
            OPEN => Request::Open { start: u64::take(from)?, size: u64::take(from)? },
            7 => Request::Close { start: u64::take(from)?, size: u64::take(from)? },
            RETRY => Request::Retry,
            _ => return None,
        })
    }
}

impl Message for Response {
    fn put(&self, to: &mut Vec<u8>) {
        match self {
            Response::Ready => to.push(0),
            Response::NoRegion(index, why) => {
                to.push(1);
                u64::from(*index).put(to);
                why.put(to);
            }
            Response::NoStart(why) => {
                to.push(2);
                why.put(to);
            }
            Response::Returned { words, errno } => {
                to.push(3);
                words.put(to);
                errno.put(to);
            }
            Response::Callback { address, args, errno } => {
                to.push(4);
                address.put(to);
                args.put(to);
                errno.put(to);
            }
            Response::Missing => to.push(5),
            Response::Touched { address, write } => {
                to.push(TOUCHED);
                address.put(to);
                to.push(u8::from(*write));
            }
            Response::Refused(why) => {
                to.push(6);
                why.put(to);
            }
        }
    }

    fn take(from: &mut &[u8]) -> Option<Response> {
        Some(match u8::take(from)? {
            0 => Response::Ready,
            1 => Response::NoRegion(u64::take(from)? as u32, String::take(from)?),
            2 => Response::NoStart(String::take(from)?),
            3 => Response::Returned { words: Words::take(from)?, errno: i32::take(from)? },
            4 => Response::Callback {
                address: u64::take(from)?,
                args: Vec::take(from)?,
                errno: i32::take(from)?,
            },
            5 => Response::Missing,
            TOUCHED => Response::Touched { address: u64::take(from)?, write: u8::take(from)? != 0 },
            6 => Response::Refused(String::take(from)?),
            _ => return None,
        })
    }
}

impl Message for Slot {
    fn put(&self, to: &mut Vec<u8>) {
        match self {
            Slot::Int(number) => {
                to.push(0);
                number.put(to);
            }
            Slot::Float(bits) => {
                to.push(1);
                u64::from(*bits).put(to);
            }
            Slot::Double(bits) => {
                to.push(2);
                bits.put(to);
            }
            Slot::Long(bytes) => {
                to.push(3);
                to.extend_from_slice(bytes);
            }
            Slot::Bytes { bytes, align } => {
                to.push(4);
                bytes.put(to);
                align.put(to);
            }
        }
    }

    fn take(from: &mut &[u8]) -> Option<Slot> {
        Some(match u8::take(from)? {
            0 => Slot::Int(u64::take(from)?),
            1 => Slot::Float(u64::take(from)? as u32),
            2 => Slot::Double(u64::take(from)?),
            3 => Slot::Long(array(from)?),
            4 => Slot::Bytes { bytes: Vec::take(from)?, align: u64::take(from)? },
            _ => return None,
        })
    }
}

impl Message for RegisterClass {
    fn put(&self, to: &mut Vec<u8>) {
        to.push(*self as u8);
    }

    fn take(from: &mut &[u8]) -> Option<RegisterClass> {
        let all =
            [RegisterClass::Int, RegisterClass::Float, RegisterClass::Double, RegisterClass::Long];
        all.get(usize::from(u8::take(from)?)).copied()
    }
}

impl Message for (u64, u64, Role) {
    fn put(&self, to: &mut Vec<u8>) {
        self.0.put(to);
        self.1.put(to);
        to.push(self.2 as u8);
    }

    fn take(from: &mut &[u8]) -> Option<Self> {
        let (base, size) = (u64::take(from)?, u64::take(from)?);
        let role = *[Role::Data, Role::Code].get(usize::from(u8::take(from)?))?;
        Some((base, size, role))
    }
}

impl Message for u8 {
    fn put(&self, to: &mut Vec<u8>) {
        to.push(*self);
    }

    fn take(from: &mut &[u8]) -> Option<u8> {
        array(from).map(|[byte]| byte)
    }
}

impl Message for u64 {
    fn put(&self, to: &mut Vec<u8>) {
        to.extend_from_slice(&self.to_le_bytes());
    }

    fn take(from: &mut &[u8]) -> Option<u64> {
        array(from).map(u64::from_le_bytes)
    }
}

impl Message for i32 {
    fn put(&self, to: &mut Vec<u8>) {
        to.extend_from_slice(&self.to_le_bytes());
    }

    fn take(from: &mut &[u8]) -> Option<i32> {
        array(from).map(i32::from_le_bytes)
    }
}

impl Message for Words {
    fn put(&self, to: &mut Vec<u8>) {
        self.iter().for_each(|word| word.put(to));
    }

    fn take(from: &mut &[u8]) -> Option<Words> {
        Some([u64::take(from)?, u64::take(from)?])
    }
}

impl Message for String {
    fn put(&self, to: &mut Vec<u8>) {
        (self.len() as u64).put(to);
        to.extend_from_slice(self.as_bytes());
    }

    fn take(from: &mut &[u8]) -> Option<String> {
        String::from_utf8(Vec::take(from)?).ok()
    }
}

impl<M: Message> Message for Vec<M> {
    fn put(&self, to: &mut Vec<u8>) {
        (self.len() as u64).put(to);
        self.iter().for_each(|item| item.put(to));
    }

    fn take(from: &mut &[u8]) -> Option<Vec<M>> {
        let len = u64::take(from)?;
        // Every item takes a byte at least, so that a wild length is found out before it is believed.
        if len > from.len() as u64 {
            return None;
        }
        (0..len).map(|_| M::take(from)).collect()
    }
}

fn array<const N: usize>(from: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = from.split_first_chunk()?;
    *from = rest;
    Some(*first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round<M: Message + PartialEq + std::fmt::Debug>(message: &M) {
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
            &[9, 0, 0, 0, 6, 255, 255, 255, 255, 255, 255, 255, 255],
        ] {
            assert!(receive::<Response>(bytes).is_err());
        }
    }
}
