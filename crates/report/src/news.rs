//! What a run directory puts aside for a run that goes on: how many paths ended how, and which failures are listed.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::kind::{Kind, TerminationClass};
use crate::stats::Ends;
use crate::summary::Failure;

/// What happened since the last time.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct News {
    ends: Ends,
    failures: Vec<Row>,
}

/// A failure as it is put aside.
#[derive(Serialize, Deserialize)]
struct Row {
    kind: String,
    file: String,
    line: u32,
    function: String,
    message: String,
    test: Option<u32>,
}

impl News {
    /// A path ended.
    pub fn ended(&mut self, class: TerminationClass) {
        self.ends[class as usize] += 1;
    }

    /// A failure is listed.
    pub fn failed(&mut self, failure: &Failure) {
        self.failures.push(Row {
            kind: failure.kind.name().to_owned(),
            file: failure.file.to_string(),
            line: failure.line,
            function: failure.function.to_string(),
            message: failure.message.clone(),
            test: failure.test,
        });
    }

    /// Everything since the last time, as bytes; none if nothing happened.
    pub fn take(&mut self) -> Vec<u8> {
        let news = std::mem::take(self);
        if news.failures.is_empty() && news.ends == Ends::default() {
            return Vec::new();
        }
        serde_json::to_vec(&news).expect("plain data")
    }

    /// What was put aside. Kinds of another version are left out.
    pub fn read(bytes: &[u8]) -> (Ends, Vec<Failure>) {
        let news: News = serde_json::from_slice(bytes).unwrap_or_default();
        let failure = |row: Row| {
            Some(Failure {
                kind: Kind::named(&row.kind)?,
                file: Rc::from(row.file),
                line: row.line,
                function: Rc::from(row.function),
                message: row.message,
                test: row.test,
            })
        };
        (news.ends, news.failures.into_iter().filter_map(failure).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_aside_is_read_again() {
        let mut news = News::default();
        assert!(news.take().is_empty());
        let failure = Failure {
            kind: Kind::named("double-free").expect("a kind"),
            file: "a.c".into(),
            line: 7,
            function: "main".into(),
            message: "freed twice".to_owned(),
            test: Some(3),
        };
        news.failed(&failure);
        news.ended(TerminationClass::Exit);
        let (ends, failures) = News::read(&news.take());
        assert_eq!((ends[TerminationClass::Exit as usize], failures), (1, vec![failure]));
        assert!(news.take().is_empty());
        assert_eq!(News::read(b"nonsense").1, []);
    }
}
