//! A finished run for others: a page for people, and the formats that other tools read.
//!
//! A [`Run`] is what a run directory says, read back; each format is a function from it to text. Nothing here executes
//! anything, looks at a clock or writes a file, so a run gives the same bytes whenever it is published. Names and
//! messages come from the program under analysis and may contain anything: each format escapes them in its own way.

mod cobertura;
mod html;
mod input;
mod junit;
mod lcov;
mod regression;
mod run;
mod sarif;
mod source;

pub use regression::{Language, RegressionTest, regression};
pub use run::{ReadError, Run, TestEnd};

/// A format of [`text`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A page to look at, in one file.
    Html,
    /// SARIF 2.1.0: faults, for code scanning.
    Sarif,
    /// JUnit's XML: tests and which of them fail, for continuous integration.
    Junit,
    /// The tracefile of lcov: coverage by line.
    Lcov,
    /// Cobertura's XML: the same.
    Cobertura,
}

/// A run in a format.
pub fn text(run: &Run, format: Format) -> String {
    match format {
        Format::Html => html::page(run),
        Format::Sarif => sarif::log(run),
        Format::Junit => junit::suite(run),
        Format::Lcov => lcov::tracefile(run),
        Format::Cobertura => cobertura::coverage(run),
    }
}
