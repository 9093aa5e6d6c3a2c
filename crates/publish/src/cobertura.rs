//! Cobertura's coverage report, version 4: a package for each directory, a class for each file.

use std::collections::BTreeMap;
use std::fmt::Write;

use report::coverage::CoveredLines;
use report::xml::Escaped;

use crate::Run;

/// The text of the file.
pub fn coverage(run: &Run) -> String {
    let mut packages: BTreeMap<&str, Vec<&CoveredLines>> = BTreeMap::new();
    for file in &run.coverage.files {
        let package = file.file.rsplit_once('/').map_or("", |(directory, _)| directory);
        packages.entry(package).or_default().push(file);
    }
    let all: Vec<&CoveredLines> = run.coverage.files.iter().collect();
    let (covered, valid) = counts(&all);
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out += "<!DOCTYPE coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n";
    // Writing to a string does not fail.
    let _ = write!(
        out,
        "<coverage line-rate=\"{}\" branch-rate=\"0\" lines-covered=\"{covered}\" lines-valid=\"{valid}\" \
         branches-covered=\"0\" branches-valid=\"0\" complexity=\"0\" version=\"strata {}\" timestamp=\"0\">\n\
         <sources><source>{}</source></sources>\n<packages>\n",
        rate(covered, valid),
        env!("CARGO_PKG_VERSION"),
        Escaped(&run.coverage.directory),
    );
    for (name, files) in &packages {
        package(&mut out, name, files);
    }
    out + "</packages>\n</coverage>\n"
}

fn package(out: &mut String, name: &str, files: &[&CoveredLines]) {
    let (covered, valid) = counts(files);
    let rate_of_package = rate(covered, valid);
    let name = Escaped(name);
    let _ = writeln!(
        out,
        "<package name=\"{name}\" line-rate=\"{rate_of_package}\" branch-rate=\"0\" complexity=\"0\"><classes>",
    );
    for file in files {
        let path = Escaped(&file.file);
        let rate_of_file = rate(file.covered(), file.lines.len());
        let _ = writeln!(
            out,
            "<class name=\"{path}\" filename=\"{path}\" line-rate=\"{rate_of_file}\" branch-rate=\"0\" \
             complexity=\"0\"><methods/><lines>",
        );
        for (line, count) in &file.lines {
            let _ = writeln!(out, "<line number=\"{line}\" hits=\"{count}\"/>");
        }
        *out += "</lines></class>\n";
    }
    *out += "</classes></package>\n";
}

/// Lines that were executed, and all.
fn counts(files: &[&CoveredLines]) -> (usize, usize) {
    (files.iter().map(|f| f.covered()).sum(), files.iter().map(|f| f.lines.len()).sum())
}

fn rate(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { (1e4 * part as f64 / whole as f64).round() / 1e4 }
}
