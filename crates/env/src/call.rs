//! One system call being answered: its arguments, and the program's memory behind them.

use memory::{Answers, Fault, Memory, Need, Pointer, Refusal, Site, Value};
use numeric::Bits;
use registry::SystemCall;
use term::Term;

use crate::bytes::Bytes;
use crate::descriptors::Target;
use crate::errno::Errno;
use crate::kernel::Kernel;
use crate::reply::Stop;
use crate::tree::{Follow, NodeId, Path};

/// The longest path, its final zero included.
pub(crate) const PATH_MAX: usize = 4096;

/// A directory argument that means the working directory.
pub(crate) const AT_FDCWD: i32 = -100;

pub(crate) struct Call<'a> {
    pub which: SystemCall,
    pub kernel: &'a mut Kernel,
    pub memory: &'a mut Memory,
    /// What is known of what is symbolic there.
    pub answers: &'a Answers,
    /// Of those that are symbolic the call asks what it has to know: see [`numbers`](crate::numbers).
    pub args: &'a [Value; 6],
    /// Where the program made the call.
    pub site: Site,
}

impl Call<'_> {
    /// An argument as an unsigned number. It is not symbolic.
    pub fn word(&self, index: usize) -> u64 {
        self.memory.bits(&self.args[index])
    }

    /// An argument of type `int`.
    pub fn int(&self, index: usize) -> i32 {
        self.word(index) as i32
    }

    /// An argument that is a set of flags or a mode.
    pub fn flags(&self, index: usize) -> u32 {
        self.word(index) as u32
    }

    /// An argument that is a descriptor.
    pub fn fd(&self, index: usize) -> Result<u32, Errno> {
        u32::try_from(self.int(index)).map_err(|_| Errno::BADF)
    }

    /// An argument that is a pointer.
    pub fn pointer(&self, index: usize) -> Value {
        let known = self.which.takes_pointer(index);
        debug_assert!(known, "argument {index} of {:?} is not a pointer", self.which);
        self.args[index].clone()
    }

    /// An argument that is a pointer and may be null.
    pub fn optional(&self, index: usize) -> Option<Value> {
        (self.word(index) != 0).then(|| self.pointer(index))
    }

    /// The pointer `by` bytes further on.
    pub fn shift(&self, at: &Value, by: u64) -> Value {
        match *at {
            Value::Ptr { id, offset } => Value::Ptr { id, offset: offset.wrapping_add(by) },
            _ => Value::Int(self.memory.bits(at).wrapping_add(by)),
        }
    }

    /// The bytes at a pointer.
    pub fn take(&mut self, at: &Value, len: u64) -> Result<Vec<u8>, Stop> {
        self.check_size(at, len)?;
        let bytes = self.memory.read_bytes(at, len, self.answers)?;
        Ok(self.memory.undefined_mut().take(bytes))
    }

    /// The bytes at a pointer, symbolic ones as they are.
    pub fn gather(&mut self, at: &Value, len: u64) -> Result<Bytes, Stop> {
        match self.take(at, len) {
            Ok(plain) => Ok(plain.into()),
            Err(Stop::Needs(Need::Number(_))) => self.gather_mixed(at, len),
            Err(stop) => Err(stop),
        }
    }

    fn gather_mixed(&mut self, at: &Value, len: u64) -> Result<Bytes, Stop> {
        let mut bytes = Bytes::default();
        for i in 0..len {
            match self.byte(&self.shift(at, i))? {
                Ok(number) => bytes.push(number),
                Err(term) => {
                    self.memory.remember_origins(&term);
                    self.kernel.note_shown(&term);
                    bytes.push_term(term);
                }
            }
        }
        Ok(bytes)
    }

    /// The byte at a pointer, or its term.
    pub fn byte(&mut self, at: &Value) -> Result<Result<u8, Term>, Stop> {
        let byte = self.memory.load(at, 1)?;
        match self.number(&byte) {
            Ok(number) => Ok(Ok(number as u8)),
            Err(Need::Number(_)) => Ok(Err(self.memory.term_of(&byte, Bits(8)))),
            Err(need) => Err(need.into()),
        }
    }

    /// Writes bytes at a pointer, symbolic ones as they are.
    pub fn scatter(&mut self, at: &Value, bytes: &Bytes) -> Result<(), Stop> {
        self.put(at, bytes.numbers())?;
        for (i, term) in bytes.terms() {
            let at = self.shift(at, *i as u64);
            self.memory.store(&at, 1, &Value::term(term.clone()))?;
        }
        Ok(())
    }

    /// Refuses a length that no object at `at` has before anything of that length is made.
    fn check_size(&mut self, at: &Value, len: u64) -> Result<(), Refusal> {
        let found = match *at {
            Value::Ptr { id, offset } => Some(Pointer { id, offset }),
            _ => {
                let number = self.number(at)?;
                self.memory.find(number)
            }
        };
        let at = match found {
            Some(at) => at,
            None if len > 0 => return self.memory.load(at, 1).map(drop),
            None => return Ok(()),
        };
        match self.memory.object(at.id) {
            Some(object) if len > object.capacity() => {
                Err(Fault::OutOfBounds { at, width: len, size: object.size }.into())
            }
            Some(_) => Ok(()),
            None if len > 0 => Err(Fault::Dead { at }.into()),
            None => Ok(()),
        }
    }

    /// Writes bytes at a pointer.
    pub fn put(&mut self, at: &Value, bytes: &[u8]) -> Result<(), Stop> {
        Ok(self.memory.write_bytes(at, bytes)?)
    }

    /// Writes bytes where an argument points to, unless it is null.
    pub fn put_optional(&mut self, index: usize, bytes: &[u8]) -> Result<(), Stop> {
        match self.optional(index) {
            Some(at) => self.put(&at, bytes),
            None => Ok(()),
        }
    }

    /// The integer of `len` bytes that is `offset` bytes behind a pointer.
    pub fn field(&mut self, at: &Value, offset: u64, len: u32) -> Result<u64, Stop> {
        Ok(self.number(&self.field_value(at, offset, len)?)?)
    }

    /// The word that is `offset` bytes behind a pointer, as a term.
    pub fn field_term(&mut self, at: &Value, offset: u64) -> Result<Term, Stop> {
        const WORD: Bits = Bits(64);
        let word = self.field_value(at, offset, 8)?;
        match self.number(&word) {
            Ok(number) => Ok(self.memory.terms().number(WORD, number)),
            Err(Need::Number(_)) => Ok(self.memory.term_of(&word, WORD)),
            Err(need) => Err(need.into()),
        }
    }

    /// The number of a value.
    fn number(&mut self, value: &Value) -> Result<u64, Need> {
        let number = self.answers.number(self.memory, value)?;
        Ok(self.memory.undefined_mut().take(number))
    }

    /// The pointer that is `offset` bytes behind another, to be used here: it is not symbolic.
    pub fn pointer_field(&mut self, at: &Value, offset: u64) -> Result<Value, Stop> {
        let pointer = self.field_value(at, offset, 8)?;
        if !pointer.is_symbolic() {
            return Ok(pointer);
        }
        let number = self.number(&pointer)?;
        Ok(self.memory.objects().pointer_at(number))
    }

    /// What `len` bytes hold that are `offset` bytes behind a pointer; symbolic if they are.
    pub fn field_value(&self, at: &Value, offset: u64, len: u32) -> Result<Value, Stop> {
        Ok(self.memory.load(&self.shift(at, offset), len)?)
    }

    /// The directory that a relative path starts from, given as a descriptor.
    pub fn start(&self, index: usize, path: &Path) -> Result<NodeId, Errno> {
        if path.is_empty() {
            return Err(Errno::NOENT);
        }
        if self.int(index) == AT_FDCWD || path.is_absolute() {
            return Ok(self.kernel.cwd);
        }
        self.kernel.directory_of(self.fd(index)?)
    }

    /// The node behind a descriptor, or the working directory.
    pub fn node_at(&self, index: usize) -> Result<NodeId, Errno> {
        if self.int(index) == AT_FDCWD {
            return Ok(self.kernel.cwd);
        }
        match self.kernel.descriptors.get(self.fd(index)?)?.target {
            Target::Node(id) => Ok(id),
            _ => Err(Errno::INVAL),
        }
    }

    /// The node a path leads to.
    pub fn find(&mut self, start: NodeId, path: &Path, follow: Follow) -> Result<NodeId, Errno> {
        let user = self.kernel.user;
        self.kernel.tree_mut().find(start, path, follow, user)
    }
}
