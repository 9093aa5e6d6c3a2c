//! `info`: how the run was started, when, and the figures at its end, in the lines KLEE writes.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use engine::Outcome;

use crate::lines::Lines;
use crate::terminal;

/// What is known at the start.
pub fn opening(command: &str, started: SystemTime) -> Lines {
    let mut out = Lines::one(command);
    out.add(format_args!("PID: {}", std::process::id()));
    out.add(format_args!("Started: {}", date(started)));
    out
}

/// What is known at the end.
pub fn closing(outcome: &Outcome, started: SystemTime, segmentation: Option<Duration>) -> Lines {
    let figures = &outcome.figures;
    let took = Duration::try_from_secs_f64(figures.wall_s).unwrap_or_default();
    let seconds = took.as_secs();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    let mut out = Lines::one(format_args!("Finished: {}", date(started + took)));
    out.add(format_args!("Elapsed: {hours:02}:{minutes:02}:{:02}", seconds % 60));
    if let Some(took) = segmentation {
        out.add(format_args!("Segments found in: {:.2} s", took.as_secs_f64()));
    }
    let explored = figures.completed + figures.faulted + figures.partial;
    for (what, count) in [
        ("explored paths", explored),
        ("total queries", figures.queries),
        ("solver queries", figures.solver_queries),
        ("resolution queries", figures.resolution_queries),
        ("cache hits", figures.cache_hits),
    ] {
        out.add(format_args!("strata: done: {what} = {count}"));
    }
    for file in &outcome.files {
        let (covered, all) = (file.covered(), file.all());
        out.add(format_args!("strata: done: covered lines of {} = {covered} of {all}", file.file));
    }
    out.add("");
    out.append(&terminal::closing(outcome));
    out
}

/// A time as `2026-11-16 03:28:04 UTC`.
fn date(time: SystemTime) -> String {
    let (day, time) = day_and_time(time);
    format!("{day} {time} UTC")
}

/// A time as `2026-11-16T03:28:04Z`.
pub fn timestamp(time: SystemTime) -> String {
    let (day, time) = day_and_time(time);
    format!("{day}T{time}Z")
}

/// The day and the time of that day, as UTC has them.
fn day_and_time(time: SystemTime) -> (String, String) {
    let seconds = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (year, month, day) = civil(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    (format!("{year}-{month:02}-{day:02}"), format!("{hour:02}:{minute:02}:{second:02}"))
}

/// The date of a day, counted from 1970-01-01.
fn civil(mut day: u64) -> (u64, u64, u64) {
    let mut year = 1970;
    let leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    while day >= 365 + u64::from(leap(year)) {
        day -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for days in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if day < days {
            break;
        }
        day -= days;
        month += 1;
    }
    (year, month, day + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        let at = |seconds| date(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01 00:00:00 UTC");
        assert_eq!(at(951_782_399), "2000-02-28 23:59:59 UTC");
        assert_eq!(at(951_782_400), "2000-02-29 00:00:00 UTC");
        assert_eq!(at(1_794_799_684), "2026-11-16 03:28:04 UTC");
        assert_eq!(timestamp(UNIX_EPOCH), "1970-01-01T00:00:00Z");
        assert_eq!(at(4_102_444_799), "2099-12-31 23:59:59 UTC");
    }
}
