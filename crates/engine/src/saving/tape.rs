//! The answers that the running path is given: recorded, or followed.
//!
//! Each path has a tape. While it records, answers are appended, and go to the tree when the path forks, ends or pauses.
//! While it follows a path of an earlier run, answers are taken from there, and nothing is asked. A digest of everything
//! that was asked accompanies the tape: four bits of it are kept with each answer and 32 with each fork, so that a path
//! that asks something else is *lost*: it cannot be followed further.

use std::rc::Rc;

use random::mix;
use tree::{Answer, Answers, Child, NodeId, Saved};

/// The tape of one path. A path that is not recorded has none.
#[derive(Clone)]
pub(crate) struct Tape {
    mode: Mode,
    digest: u64,
}

#[derive(Clone)]
enum Mode {
    Recording(Recording),
    Following(Following),
    /// The path goes on beyond this node in a way that is not recorded, since paths are merged there.
    Beyond(Rc<NodeId>),
    /// The path is this node's, but the run ended before it got an answer.
    Stopped(NodeId),
}

#[derive(Clone)]
struct Recording {
    node: NodeId,
    answers: Vec<u8>,
    /// How many bytes there were before the present question.
    before: usize,
    /// Whether it is not known that the path is feasible.
    doubtful: bool,
}

#[derive(Clone)]
pub(crate) struct Following {
    pub saved: Rc<Saved>,
    pub node: NodeId,
    /// How far its answers were followed.
    at: usize,
    /// The nodes from the root to the leaf that is wanted,
    pub route: Rc<[NodeId]>,
    /// and which of them this is.
    step: usize,
    /// Whether other open paths are to be kept at forks.
    pub company: Company,
    lost: bool,
}

/// Which sides of a fork are kept while a path is followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Company {
    /// Those with open paths.
    Open,
    /// All of them.
    All,
    /// Only the one that is wanted.
    None,
}

/// The answer to the present question, if it is known.
pub(crate) enum Next {
    /// It has to be asked.
    Ask,
    Known(Answer),
    /// The path cannot be followed.
    Lost,
}

/// Where a tape is.
pub(crate) enum Position<'t> {
    Recording(NodeId),
    Following(&'t Following),
    Beyond(&'t Rc<NodeId>),
    Stopped(NodeId),
}

impl Tape {
    /// Records at a node.
    pub fn recording(node: NodeId) -> Tape {
        Tape { mode: recording(node, false), digest: 0 }
    }

    /// Follows an earlier run from its root, or from a node right below that.
    pub fn following(saved: &Rc<Saved>, node: NodeId) -> Tape {
        let (saved, route) = (Rc::clone(saved), Rc::from([]));
        let company = Company::Open;
        let following = Following { saved, node, at: 0, route, step: 0, company, lost: false };
        Tape { mode: Mode::Following(following), digest: 0 }
    }

    /// Says where the path that is followed leads.
    pub fn aim(&mut self, route: Rc<[NodeId]>, company: Company) {
        if let Mode::Following(following) = &mut self.mode {
            let step = route.iter().position(|node| *node == following.node);
            following.step = step.expect("it leads from here");
            (following.route, following.company) = (route, company);
        }
    }

    pub fn position(&self) -> Position<'_> {
        match &self.mode {
            Mode::Recording(recording) => Position::Recording(recording.node),
            Mode::Following(following) => Position::Following(following),
            Mode::Beyond(node) => Position::Beyond(node),
            Mode::Stopped(node) => Position::Stopped(*node),
        }
    }

    pub fn is_following(&self) -> bool {
        matches!(self.mode, Mode::Following(_))
    }

    pub fn is_lost(&self) -> bool {
        matches!(&self.mode, Mode::Following(following) if following.lost)
    }

    /// Whether it is not known that the path is feasible.
    pub fn is_doubtful(&self) -> bool {
        matches!(&self.mode, Mode::Recording(recording) if recording.doubtful)
    }

    /// It is.
    pub fn trust(&mut self) {
        if let Mode::Recording(recording) = &mut self.mode {
            recording.doubtful = false;
        }
    }

    /// A check of everything that was asked.
    pub fn check(&self) -> u32 {
        self.digest as u32
    }

    /// A path asks something: this stands for what and where.
    pub fn begin(&mut self, mark: u64) {
        self.digest = mix(self.digest ^ mark);
        if let Mode::Recording(recording) = &mut self.mode {
            recording.before = recording.answers.len();
        }
    }

    /// Notes something that later answers depend on.
    pub fn mix(&mut self, word: u64) {
        self.digest = mix(self.digest ^ word);
    }

    /// Records from now on if everything was followed that is known of the path; returns whether that is so.
    pub fn arrive(&mut self) -> bool {
        let Mode::Following(following) = &self.mode else { return false };
        if following.lost || !following.is_at_end() || !following.saved.is_open(following.node) {
            return false;
        }
        let node = following.saved.node(following.node);
        let doubtful = node.kind == Child::Doubtful && node.answers.is_empty();
        self.mode = recording(following.node, doubtful);
        true
    }

    /// Records from the beginning of its node on: what is known of the path beyond is not believed.
    pub fn begin_anew(&mut self) {
        if let Mode::Following(following) = &self.mode {
            let kind = following.saved.node(following.node).kind;
            self.mode = recording(following.node, kind == Child::Doubtful);
        }
    }

    /// The answer to the present question.
    pub fn next(&mut self) -> Next {
        self.arrive();
        let digest = self.digest;
        let Mode::Following(following) = &mut self.mode else { return Next::Ask };
        let known = following.read().filter(|(_, check)| *check == digest as u8 & 15);
        match known {
            Some((answer, _)) if !following.lost => {
                self.digest = mix(digest);
                Next::Known(answer)
            }
            _ => {
                following.lost = true;
                Next::Lost
            }
        }
    }

    /// The answer that was found cannot be one to what was asked.
    pub fn lose(&mut self) {
        if let Mode::Following(following) = &mut self.mode {
            following.lost = true;
        }
    }

    /// Records an answer that was found.
    pub fn note(&mut self, answer: &Answer) {
        if let Mode::Recording(recording) = &mut self.mode {
            answer.put(&mut recording.answers, self.digest);
            self.digest = mix(self.digest);
        }
    }

    /// Forgets the answers to the present question, which is to be asked again.
    pub fn rewind(&mut self) {
        if let Mode::Recording(recording) = &mut self.mode {
            recording.answers.truncate(recording.before);
        }
    }

    /// Records nothing any more: the run is over, and answers mean nothing.
    pub fn stop(&mut self) {
        self.rewind();
        if let Mode::Recording(recording) = &self.mode {
            self.mode = Mode::Stopped(recording.node);
        }
    }

    /// The path goes on in a way that is not recorded.
    pub fn go_beyond(&mut self) {
        if let Position::Recording(node) | Position::Stopped(node) = self.position() {
            self.mode = Mode::Beyond(Rc::new(node));
        }
    }

    /// The answers that were recorded and are not in the tree yet.
    pub fn take_answers(&mut self) -> Option<(NodeId, Vec<u8>)> {
        let Mode::Recording(recording) = &mut self.mode else { return None };
        recording.before = 0;
        let answers = std::mem::take(&mut recording.answers);
        (!answers.is_empty()).then_some((recording.node, answers))
    }

    /// The tape of a path that goes on at a node after a fork.
    pub fn at(&self, node: NodeId) -> Tape {
        let mode = match &self.mode {
            Mode::Following(following) => {
                let step = following.step + 1;
                Mode::Following(Following { node, at: 0, step, ..following.clone() })
            }
            _ => recording(node, false),
        };
        Tape { mode, digest: self.digest }
    }

    /// The tape of a path that was forked and is not recorded.
    pub fn unrecorded(&self) -> Option<Tape> {
        let Mode::Beyond(node) = &self.mode else { return None };
        Some(Tape { mode: Mode::Beyond(Rc::clone(node)), digest: self.digest })
    }
}

fn recording(node: NodeId, doubtful: bool) -> Mode {
    Mode::Recording(Recording { node, answers: Vec::new(), before: 0, doubtful })
}

impl Following {
    /// Whether everything was followed that is known of the path.
    pub fn is_at_end(&self) -> bool {
        self.left() == 0 && self.is_leaf()
    }

    fn answers(&self) -> &[u8] {
        &self.saved.node(self.node).answers[self.at..]
    }

    /// The bytes of answers that are left.
    fn left(&self) -> usize {
        self.answers().len()
    }

    /// Whether the path was never followed beyond this node.
    fn is_leaf(&self) -> bool {
        self.saved.node(self.node).fork.is_none()
    }

    fn read(&mut self) -> Option<(Answer, u8)> {
        let mut answers = Answers::new(self.answers());
        let read = answers.next()?.ok()?;
        let left = answers.left();
        self.at = self.saved.node(self.node).answers.len() - left;
        Some(read)
    }

    /// The fork that comes next, if all answers before it were followed and it has this many sides.
    pub fn fork(&self, sides: usize, check: u32) -> Option<&tree::Fork> {
        let fork = self.saved.node(self.node).fork.as_deref()?;
        (self.left() == 0 && fork.children.len() == sides && fork.check == check).then_some(fork)
    }

    /// The next node on the way.
    pub fn toward(&self) -> Option<NodeId> {
        self.route.get(self.step + 1).copied()
    }

    /// Whether a node below this one is on the way, or is to be kept.
    pub fn wants(&self, node: NodeId) -> bool {
        self.toward() == Some(node)
            || match self.company {
                Company::Open => self.saved.is_open(node),
                Company::All => self.saved.is_repeatable(node),
                Company::None => false,
            }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::io::Cursor;

    use tree::{Fact, Header, Keep};

    use super::*;

    /// What a tape records is what one that follows it is given; another question is noticed.
    #[test]
    fn what_is_recorded_can_be_followed() {
        let mut tape = Tape::recording(NodeId(0));
        tape.begin(1);
        tape.note(&Answer::Yes);
        tape.note(&Answer::Number(7));
        tape.begin(2);
        tape.note(&Answer::Undecided);
        tape.rewind();
        let (node, answers) = tape.take_answers().expect("some were recorded");
        assert!(tape.take_answers().is_none());
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("tree");
        let mut writer =
            tree::Writer::new(&Header { facts: Vec::<Fact>::new(), ..Header::default() });
        writer.attach(&path).expect("a file");
        writer.put(&tree::Record::Answered(node, &answers));
        writer.commit(std::time::Duration::ZERO).expect("room");
        drop(writer);
        let bytes = std::fs::read(&path).expect("it is there");
        let saved = Saved::of(Cursor::new(bytes), &BTreeSet::new(), Keep::Open).expect("a tree");

        let mut again = Tape::following(&Rc::new(saved), NodeId(0));
        let mut other = again.clone();
        again.begin(1);
        assert!(matches!(again.next(), Next::Known(Answer::Yes)));
        assert!(matches!(again.next(), Next::Known(Answer::Number(7))));
        assert!(again.is_following() && !again.is_lost());
        again.begin(2);
        assert!(matches!(again.next(), Next::Ask), "that has to be asked again");
        assert!(!again.is_following());

        // One in sixteen wrong questions has the same check.
        let lost = (2..34).filter(|mark| {
            other = Tape::following(
                &match again.position() {
                    Position::Recording(_) => Rc::clone(match other.position() {
                        Position::Following(following) => &following.saved,
                        _ => unreachable!("it follows"),
                    }),
                    _ => unreachable!("it records"),
                },
                NodeId(0),
            );
            other.begin(*mark);
            matches!(other.next(), Next::Lost)
        });
        assert!(lost.count() > 24);
    }
}
