//! What a program finds when it starts: arguments, environment and auxiliary vector.

use memory::{Kind, Memory, Site, Value};
use random::Random;

use crate::bytes::Bytes;
use crate::config::{Config, SetupError};

const AT_NULL: u64 = 0;
const AT_PAGESZ: u64 = 6;
const AT_UID: u64 = 11;
const AT_EUID: u64 = 12;
const AT_GID: u64 = 13;
const AT_EGID: u64 = 14;
const AT_HWCAP: u64 = 16;
const AT_CLKTCK: u64 = 17;
const AT_SECURE: u64 = 23;
const AT_RANDOM: u64 = 25;
const AT_EXECFN: u64 = 31;

/// Builds the initial stack of the System V calling convention and returns the pointer to it: the
/// number of arguments, pointers to them, null, pointers to the environment, null, and the
/// auxiliary vector. Each string is an object of its own, so that running over its end is seen. Arguments
/// and variables have their final zeros.
pub fn initial_stack(
    memory: &mut Memory,
    config: &Config,
    args: &[Bytes],
    variables: &[Bytes],
) -> Result<Value, SetupError> {
    let mut words = vec![Value::Int(args.len() as u64)];
    for arg in args {
        words.push(object(memory, arg)?);
    }
    words.push(Value::ZERO);
    for variable in variables {
        words.push(object(memory, variable)?);
    }
    words.push(Value::ZERO);
    let name = args.first().cloned().unwrap_or_else(|| string(b""));
    // Another stream than that of `getrandom`.
    let random = Random::new(!config.seed).bytes(16);
    let user = Value::Int(u64::from(config.user));
    let auxiliary = [
        (AT_PAGESZ, Value::Int(4096)),
        (AT_RANDOM, object(memory, &random.into())?),
        (AT_EXECFN, object(memory, &name)?),
        (AT_UID, user.clone()),
        (AT_EUID, user.clone()),
        (AT_GID, user.clone()),
        (AT_EGID, user),
        (AT_SECURE, Value::ZERO),
        (AT_CLKTCK, Value::Int(100)),
        (AT_HWCAP, Value::ZERO),
        (AT_NULL, Value::ZERO),
    ];
    words.extend(auxiliary.into_iter().flat_map(|(key, value)| [Value::Int(key), value]));
    let image = allocate(memory, words.len() as u64 * 8)?;
    let Value::Ptr { id, .. } = image else { return Err(SetupError::TooLarge) };
    for (word, offset) in words.iter().zip((0..).step_by(8)) {
        let stored = memory.store(&Value::Ptr { id, offset }, 8, word);
        debug_assert!(stored.is_ok(), "the image has room for all words");
    }
    Ok(image)
}

fn allocate(memory: &mut Memory, size: u64) -> Result<Value, SetupError> {
    let id = memory.allocate(Kind::System, size, 16, Site::default());
    Ok(Value::Ptr { id: id.ok_or(SetupError::TooLarge)?, offset: 0 })
}

/// A string with its final zero.
pub fn string(text: &[u8]) -> Bytes {
    // A zero inside would end the string for the program anyway.
    let text = text.split(|&b| b == 0).next().unwrap_or(&[]);
    [text, &[0]].concat().into()
}

fn object(memory: &mut Memory, bytes: &Bytes) -> Result<Value, SetupError> {
    let at = allocate(memory, bytes.len() as u64)?;
    let written = memory.write_bytes(&at, bytes.numbers());
    debug_assert!(written.is_ok(), "the object has room for its bytes");
    let Value::Ptr { id, .. } = at else { return Err(SetupError::TooLarge) };
    for (position, term) in bytes.terms() {
        let byte = Value::Ptr { id, offset: *position as u64 };
        let stored = memory.store(&byte, 1, &Value::term(term.clone()));
        debug_assert!(stored.is_ok(), "the object has room for its bytes");
    }
    Ok(at)
}
