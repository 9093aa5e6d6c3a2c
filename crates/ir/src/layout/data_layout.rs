//! The data layout string of a module, as far as x86-64 uses it.
//!
//! A layout is a list of rules such as `i64:64`. What a string does not say has a default; the one
//! rule that changed over time is `i128:128`, which LLVM writes from version 18 on.

use std::fmt;

/// Alignments by width. All in bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataLayout {
    /// Integers: (bits, alignment), ascending.
    ints: Vec<(u32, u64)>,
    floats: Vec<(u32, u64)>,
    vectors: Vec<(u32, u64)>,
    aggregate: u64,
}

/// A module for another machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TargetError {
    /// The triple names another architecture.
    Architecture(String),
    /// A rule of the layout does not fit x86-64.
    Rule(String),
}

impl fmt::Display for TargetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TargetError::Architecture(triple) => {
                write!(f, "compiled for `{triple}`; only x86_64 is supported")
            }
            TargetError::Rule(rule) => {
                write!(f, "data layout has `{rule}`, which is not that of x86_64")
            }
        }
    }
}

impl std::error::Error for TargetError {}

impl DataLayout {
    /// Reads the layout of a module. An empty one stands for that of x86-64.
    pub fn parse(triple: &str, text: &str) -> Result<DataLayout, TargetError> {
        let architecture = triple.split('-').next().unwrap_or("");
        if !matches!(architecture, "" | "x86_64" | "x86_64h" | "amd64") {
            return Err(TargetError::Architecture(triple.to_owned()));
        }
        let mut layout = DataLayout {
            ints: vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 8)],
            floats: vec![(16, 2), (32, 4), (64, 8), (80, 16), (128, 16)],
            vectors: vec![(64, 8), (128, 16)],
            aggregate: 1,
        };
        if text.is_empty() {
            layout.ints.push((128, 16));
        }
        for rule in text.split('-').filter(|rule| !rule.is_empty()) {
            layout.apply(rule).ok_or_else(|| TargetError::Rule(rule.to_owned()))?;
        }
        Ok(layout)
    }

    /// `None` if the rule is not one of x86-64.
    fn apply(&mut self, rule: &str) -> Option<()> {
        let (head, tail) = rule.split_once(':').unwrap_or((rule, ""));
        let numbers = || tail.split(':').map(|n| n.parse::<u32>().ok());
        match (head.as_bytes().first()?, head.get(1..)?) {
            (b'e', _) => Some(()),
            (b'E', _) => None,
            (b'p', "" | "0") => (numbers().next()?? == 64).then_some(()),
            (b'i', bits) => set(&mut self.ints, bits, numbers().next()??),
            (b'f', bits) => set(&mut self.floats, bits, numbers().next()??),
            (b'v', bits) => set(&mut self.vectors, bits, numbers().next()??),
            (b'a', "") => {
                self.aggregate = u64::from(numbers().next()?? / 8).max(1);
                Some(())
            }
            // Mangling, native widths, stack alignment, other address spaces: without effect here.
            _ => Some(()),
        }
    }

    /// Alignment of an integer: that of the next listed width, or of the widest.
    pub fn int_align(&self, bits: u32) -> u64 {
        let wider = self.ints.iter().find(|(listed, _)| *listed >= bits);
        wider.or(self.ints.last()).map_or(1, |(_, align)| *align)
    }

    /// Alignment of a float of this many bits.
    pub fn float_align(&self, bits: u32) -> u64 {
        let listed = self.floats.iter().find(|(listed, _)| *listed == bits);
        listed.map_or(u64::from(bits / 8).next_power_of_two(), |(_, align)| *align)
    }

    /// Alignment of a vector: as listed, else its size rounded up to a power of two.
    pub fn vector_align(&self, bits: u64) -> Option<u64> {
        let listed = self.vectors.iter().find(|(listed, _)| u64::from(*listed) == bits);
        listed
            .map_or_else(|| bits.div_ceil(8).checked_next_power_of_two(), |(_, align)| Some(*align))
    }

    /// The least alignment of a structure.
    pub fn aggregate_align(&self) -> u64 {
        self.aggregate
    }
}

/// Replaces or adds the row of a width. `None` if the numbers make no sense.
fn set(rows: &mut Vec<(u32, u64)>, bits: &str, align: u32) -> Option<()> {
    let bits: u32 = bits.parse().ok()?;
    let align = u64::from(align / 8).max(1);
    if !align.is_power_of_two() {
        return None;
    }
    match rows.binary_search_by_key(&bits, |row| row.0) {
        Ok(at) => rows[at].1 = align,
        Err(at) => rows.insert(at, (bits, align)),
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128";
    const NEW: &str =
        "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

    #[test]
    fn wide_integers_follow_the_version() {
        let triple = "x86_64-pc-linux-gnu";
        assert_eq!(DataLayout::parse(triple, OLD).unwrap().int_align(128), 8);
        assert_eq!(DataLayout::parse(triple, NEW).unwrap().int_align(128), 16);
        assert_eq!(DataLayout::parse(triple, NEW).unwrap().int_align(24), 4);
    }

    #[test]
    fn other_machines_are_refused() {
        let arm = DataLayout::parse("aarch64-linux-gnu", "e-m:e-i64:64");
        assert!(matches!(arm, Err(TargetError::Architecture(_))));
        let x32 = DataLayout::parse("x86_64-linux-gnux32", "e-m:e-p:32:32-i64:64");
        assert!(matches!(x32, Err(TargetError::Rule(rule)) if rule == "p:32:32"));
        assert!(DataLayout::parse("", "E-p:64:64").is_err());
    }
}
