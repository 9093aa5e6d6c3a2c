//! A program that makes system calls, for the tests.

#![allow(dead_code, reason = "every test binary uses a part of it")]

use std::fs;
use std::path::{Path, PathBuf};

use env::{Config, Kernel, Reply};
use memory::{Answers, Kind, Memory, Site, Value};

/// A kernel and the memory of the program that calls it.
#[derive(Clone)]
pub struct Machine {
    pub kernel: Kernel,
    pub memory: Memory,
}

impl Machine {
    pub fn new(config: &Config) -> Machine {
        Machine {
            kernel: Kernel::new(config).expect("a good configuration"),
            memory: Memory::new(),
        }
    }

    /// An object of `size` zero bytes.
    pub fn buffer(&mut self, size: u64) -> Value {
        let id = self.memory.allocate(Kind::Heap, size, 16, Site::default()).expect("small");
        Value::Ptr { id, offset: 0 }
    }

    /// An object with these bytes.
    pub fn bytes(&mut self, bytes: &[u8]) -> Value {
        let at = self.buffer(bytes.len() as u64);
        self.memory.write_bytes(&at, bytes).expect("in bounds");
        at
    }

    /// An object with a string and its final zero.
    pub fn text(&mut self, text: &str) -> Value {
        self.bytes(&[text.as_bytes(), &[0]].concat())
    }

    pub fn read(&self, at: &Value, len: usize) -> Vec<u8> {
        let bytes = self.memory.read_bytes(at, len as u64, &Answers::default());
        bytes.expect("in bounds").value
    }

    pub fn number(&self, at: &Value, len: u32) -> u64 {
        self.memory.bits(&self.memory.load(at, len).expect("in bounds"))
    }

    /// A call, whatever its result.
    pub fn reply(&mut self, number: u64, args: &[Value]) -> Reply {
        let mut all = [const { Value::ZERO }; 6];
        all[..args.len()].clone_from_slice(args);
        self.kernel.call(&mut self.memory, number, &all)
    }

    /// A call that returns a number, which may be a negated error number.
    pub fn call(&mut self, number: u64, args: &[Value]) -> i64 {
        match self.reply(number, args) {
            Reply::Return(value) => self.memory.bits(&value) as i64,
            other => panic!("call {number} came to {other:?}"),
        }
    }

    /// A call whose arguments are a path and numbers.
    pub fn on_path(&mut self, number: u64, path: &str, rest: &[i64]) -> i64 {
        let mut args = vec![self.text(path)];
        args.extend(rest.iter().map(|&n| int(n)));
        self.call(number, &args)
    }

    /// A call whose arguments are numbers.
    pub fn plain(&mut self, number: u64, args: &[i64]) -> i64 {
        let args: Vec<_> = args.iter().map(|&n| int(n)).collect();
        self.call(number, &args)
    }

    pub fn open(&mut self, path: &str, flags: i64) -> i64 {
        self.on_path(2, path, &[flags, 0o666])
    }

    pub fn write(&mut self, fd: i64, bytes: &[u8]) -> i64 {
        let at = self.bytes(bytes);
        self.call(1, &[int(fd), at, int(bytes.len() as i64)])
    }

    pub fn read_fd(&mut self, fd: i64, len: usize) -> Vec<u8> {
        let at = self.buffer(len as u64);
        let n = self.call(0, &[int(fd), at.clone(), int(len as i64)]);
        assert!(n >= 0, "read failed with {n}");
        self.read(&at, n as usize)
    }
}

pub fn int(n: i64) -> Value {
    Value::Int(n as u64)
}

/// A pointer moved on.
pub fn shift(at: &Value, by: u64) -> Value {
    match *at {
        Value::Ptr { id, offset } => Value::Ptr { id, offset: offset + by },
        _ => panic!("not a pointer"),
    }
}

/// An empty directory of this test's own.
pub fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("the target directory is writable");
    path
}
