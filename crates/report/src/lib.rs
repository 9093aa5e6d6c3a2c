//! Text about runs: how a path ended, where, and the story of the objects concerned.

mod text;

pub use text::describe;
