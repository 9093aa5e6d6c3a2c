//! The verdict on a test: what its path did beside what the native run did.

use exec::{Difference, Differences};
use report::expected::{Ending, Expected};

use crate::error::CliError;
use crate::replay::bare;
use crate::replay::native::Attempt;
use crate::replay::oracle::{
    ASSUMPTION, MISMATCH, Proof, REPORTED, SIGABRT, Sanitizer, Silence, UNKNOWN, oracle,
};
use crate::replay::process::{Ended, Ran};
use crate::replay::record::Record;
use crate::replay::reports::{self, Report};

/// Whether a native run does what the path did, and what that was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    Confirmed(String),
    Unconfirmed(String),
    Differs(String),
}

/// Judges one test; `run` makes native runs of it. Paths that end without a fault for
/// a sanitizer to see are run under `others`, which must be silent.
pub fn judge(
    record: &Record,
    sources: &[String],
    others: Sanitizer,
    mut run: impl FnMut(Sanitizer) -> Result<Attempt, CliError>,
) -> Result<Verdict, CliError> {
    let (end, output) = match record {
        Record::Known(expected) => (&expected.end, Some(expected)),
        Record::Fault(end) => (end, None),
        Record::Unknown => return Ok(unknown(run(Sanitizer::None)?)),
    };
    // What they would do natively is not what the path saw, and may do harm.
    if output.is_some_and(|expected| expected.differences.contains(Difference::Processes)) {
        return Ok(Verdict::Unconfirmed(
            "it makes other processes, which are not made natively".into(),
        ));
    }
    let mut sources = sources.to_vec();
    let required = match end {
        Ending::Exit(_) | Ending::Wait => None,
        Ending::Fault { kind, file, .. } => {
            sources.extend(file.rsplit('/').next().map(str::to_owned));
            oracle(kind).required()
        }
        Ending::Cut => return Ok(Verdict::Unconfirmed("the path was cut short".into())),
    };
    let attempt = match run(required.unwrap_or(others))? {
        Attempt::Impossible(_) if required.is_none() => run(Sanitizer::None)?,
        attempt => attempt,
    };
    let ran = match attempt {
        Attempt::Ran(ran) => ran,
        Attempt::Impossible(why) => return bare::judge(end, why, || run(Sanitizer::None)),
    };
    let unexpected = match required {
        None => unexpected(&ran, &sources),
        Some(_) => None,
    };
    let verdict = unexpected.unwrap_or_else(|| compare(end, output, &ran, &sources));
    let differences = output.map_or(Differences::NONE, |expected| expected.differences);
    Ok(match verdict {
        Verdict::Differs(how) | Verdict::Unconfirmed(how) if !differences.is_empty() => {
            let reasons: Vec<_> = differences.iter().map(report::difference).collect();
            let reasons = reasons.join(", ");
            let text = format!("depends on what is different natively: {reasons} ({how})");
            Verdict::Unconfirmed(text)
        }
        verdict => verdict,
    })
}

/// What a sanitizer reports in a run in which it should see nothing.
fn unexpected(ran: &Ran, sources: &[String]) -> Option<Verdict> {
    let report = reports(ran, sources).into_iter().next()?;
    let text = format!("no fault, but AddressSanitizer reports {}", shown(&report));
    Some(Verdict::Differs(text))
}

fn unknown(attempt: Attempt) -> Verdict {
    let what = match attempt {
        Attempt::Ran(ran) => ended(&ran),
        Attempt::Impossible(why) => why,
    };
    Verdict::Unconfirmed(format!("nothing is known of the path; {what}"))
}

fn compare(end: &Ending, output: Option<&Expected>, ran: &Ran, sources: &[String]) -> Verdict {
    match end {
        Ending::Exit(status) => library(ran, &[])
            .or_else(|| differs_in_end(*status, ran))
            .or_else(|| output.and_then(|expected| differs_in_output(expected, ran)))
            .unwrap_or_else(|| Verdict::Confirmed(format!("exit status {status}"))),
        Ending::Fault { kind, line, .. } => {
            let oracle = oracle(kind);
            let allowed = match oracle.proof {
                Proof::Status(allowed) => allowed,
                _ => &[],
            };
            library(ran, allowed)
                .or_else(|| output.and_then(|expected| differs_before_end(expected, ran)))
                .unwrap_or_else(|| match proven(oracle.proof, *line, ran, sources) {
                    Evidence::Proof(what) => Verdict::Confirmed(format!("{kind}: {what}")),
                    Evidence::Other(what) => Verdict::Differs(format!("{kind} expected, {what}")),
                    Evidence::Nothing => silence(kind, oracle.sanitizer, oracle.silence, ran),
                })
        }
        Ending::Wait => library(ran, &[])
            .or_else(|| output.and_then(|expected| differs_before_end(expected, ran)))
            .unwrap_or_else(|| match ran.end {
                Ended::TimedOut => Verdict::Confirmed(format!("waits for ever: {}", ended(ran))),
                _ => Verdict::Differs(format!("an endless wait expected, {}", ended(ran))),
            }),
        Ending::Cut => Verdict::Unconfirmed("the path was cut short".into()),
    }
}

/// What the replay library says, if it has ended the run itself.
fn library(ran: &Ran, allowed: &[i32]) -> Option<Verdict> {
    let Ended::Status(status @ (MISMATCH | ASSUMPTION | REPORTED | UNKNOWN)) = ran.end else {
        return None;
    };
    let said = said_by_library(ran)?;
    match status {
        UNKNOWN => Some(Verdict::Unconfirmed(said)),
        _ if allowed.contains(&status) => None,
        _ => Some(Verdict::Differs(said)),
    }
}

fn said_by_library(ran: &Ran) -> Option<String> {
    let text = String::from_utf8_lossy(&ran.stderr);
    text.lines().rev().find_map(|line| line.strip_prefix("strata-replay: ")).map(str::to_owned)
}

fn differs_in_end(status: i32, ran: &Ran) -> Option<Verdict> {
    match ran.end {
        // The system keeps eight bits of it.
        Ended::Status(native) if native == status & 0xff => None,
        Ended::TimedOut => Some(Verdict::Unconfirmed(ended(ran))),
        _ => Some(Verdict::Differs(format!("exit status {status} expected, {}", ended(ran)))),
    }
}

fn differs_in_output(expected: &Expected, ran: &Ran) -> Option<Verdict> {
    let streams = [
        ("standard output", &expected.stdout, &ran.stdout),
        ("standard error", &expected.stderr, &ran.stderr),
    ];
    let (name, path, native) = streams.into_iter().find(|(_, path, native)| path != native)?;
    Some(Verdict::Differs(format!("{name}: {}", difference(path, native))))
}

/// Up to a fault or an endless wait, how much of the output has left its buffers depends on the C library.
fn differs_before_end(expected: &Expected, ran: &Ran) -> Option<Verdict> {
    let (path, native) = (&expected.stdout, &ran.stdout);
    let agree = path.starts_with(native) || native.starts_with(path);
    (!agree).then(|| Verdict::Differs(format!("standard output: {}", difference(path, native))))
}

fn difference(path: &[u8], native: &[u8]) -> String {
    let same = path.iter().zip(native).take_while(|(a, b)| a == b).count();
    let start = path[..same].iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
    let line = |bytes: &[u8]| {
        let rest = bytes.get(start..).unwrap_or_default();
        let line = rest.split_inclusive(|&b| b == b'\n').next().unwrap_or_default();
        format!("{:?}", String::from_utf8_lossy(&line[..line.len().min(80)]))
    };
    format!("{} expected, natively {} (at byte {same})", line(path), line(native))
}

/// What a run shows of an expected fault.
enum Evidence {
    /// It happened.
    Proof(String),
    /// Something else did.
    Other(String),
    Nothing,
}

fn proven(proof: Proof, line: u32, ran: &Ran, sources: &[String]) -> Evidence {
    match (proof, ran.end) {
        (Proof::Report(texts), _) => by_report(Some(texts), line, ran, sources),
        (Proof::ReportElsewhere(texts), _) => by_report(Some(texts), 0, ran, sources),
        (Proof::AnyReport, _) => by_report(None, line, ran, sources),
        (Proof::Assertion, Ended::Signal(SIGABRT)) => by_assertion(line, ran),
        (Proof::Signal(signals), Ended::Signal(signal)) if signals.contains(&signal) => {
            Evidence::Proof(ended(ran))
        }
        (Proof::NoEnd | Proof::NoEndOfOutput, Ended::TimedOut) => Evidence::Proof(ended(ran)),
        (Proof::NoEndOfOutput, _) if ran.wrote_too_much() => Evidence::Proof(ended(ran)),
        (Proof::AnySignal, Ended::Signal(_)) => Evidence::Proof(ended(ran)),
        (Proof::Status(statuses), Ended::Status(status)) if statuses.contains(&status) => {
            Evidence::Proof(said_by_library(ran).unwrap_or_default())
        }
        _ => Evidence::Nothing,
    }
}

fn by_report(texts: Option<&[&str]>, line: u32, ran: &Ran, sources: &[String]) -> Evidence {
    let mut all = reports(ran, sources);
    // A run that was ended in the middle of a report did not come to its line.
    let is_whole = |report: &Report| ran.end != Ended::TimedOut || report.line.is_some();
    all.retain(is_whole);
    let fits = |report: &Report| {
        texts.is_none_or(|texts| texts.iter().any(|text| report.what.contains(text)))
    };
    let here = |report: &Report| line == 0 || report.line.is_none_or(|reported| reported == line);
    if let Some(report) = all.iter().find(|report| fits(report) && here(report)) {
        return Evidence::Proof(shown(report));
    }
    if let Some(report) = all.iter().find(|report| fits(report)) {
        return Evidence::Other(format!("at line {line}; reported is {}", shown(report)));
    }
    // What is only undefined natively may precede the fault; an error of memory ends the run.
    match all.iter().find(|report| !report.what.contains("runtime error")) {
        Some(report) if ran.log.contains("==ERROR: AddressSanitizer") => {
            Evidence::Other(format!("reported is {}", shown(report)))
        }
        _ => Evidence::Nothing,
    }
}

/// glibc says `program: file.c:3: function: Assertion `x' failed.`.
fn by_assertion(line: u32, ran: &Ran) -> Evidence {
    let text = String::from_utf8_lossy(&ran.stderr);
    let said = text
        .lines()
        .rev()
        .find(|said| said.contains(": Assertion `") || said.starts_with("strata-replay: "));
    match said {
        Some(said) if said.starts_with("strata-replay: ") => Evidence::Proof(said[15..].to_owned()),
        Some(said) if line == 0 || said.contains(&format!(":{line}: ")) => {
            Evidence::Proof(said.to_owned())
        }
        Some(said) => Evidence::Other(format!("at line {line}; natively: {said}")),
        None => Evidence::Other("natively another abort".into()),
    }
}

fn silence(kind: &str, sanitizer: Sanitizer, silence: Silence, ran: &Ran) -> Verdict {
    let what = ended(ran);
    match silence {
        _ if ran.end == Ended::TimedOut => Verdict::Unconfirmed(what),
        Silence::Differs => Verdict::Differs(format!("{kind} expected, {what}")),
        Silence::Blind(why) => {
            Verdict::Unconfirmed(format!("{} sees no {kind}: {why} ({what})", sanitizer.name()))
        }
    }
}

fn reports(ran: &Ran, sources: &[String]) -> Vec<Report> {
    let names: Vec<&str> = sources.iter().map(String::as_str).collect();
    reports::parse(&ran.log, &names)
}

fn shown(report: &Report) -> String {
    let what = report.what.split(" on address").next().unwrap_or(&report.what);
    match report.line {
        Some(line) => format!("{what}, line {line}"),
        None => what.to_owned(),
    }
}

fn ended(ran: &Ran) -> String {
    match ran.end {
        Ended::Status(status) => format!("natively exit status {status}"),
        Ended::Signal(signal) => format!("natively killed by signal {signal}"),
        Ended::TimedOut => "natively no end within the limit of time".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A report that a limit of time has cut proves nothing.
    #[test]
    fn the_time_is_up_in_a_report() {
        let log =
            "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x7b27 at pc 0x56\n";
        let expected = Ending::Fault { kind: "out-of-bounds".into(), file: "a.c".into(), line: 3 };
        let verdict = |end, log: &str| {
            let ran = Ran { end, stdout: Vec::new(), stderr: Vec::new(), log: log.into() };
            compare(&expected, None, &ran, &["a.c".into()])
        };
        let whole = format!("{log}    #0 0x562d in main /tmp/a.c:3:96\n");
        assert!(matches!(verdict(Ended::Status(1), log), Verdict::Confirmed(_)));
        assert!(matches!(verdict(Ended::TimedOut, log), Verdict::Unconfirmed(_)));
        assert!(matches!(verdict(Ended::TimedOut, &whole), Verdict::Confirmed(_)));
    }
}
