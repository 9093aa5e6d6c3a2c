//! The memory models there are. Those added later run the same programs.

pub const MODELS: [&str; 6] = ["fork", "single", "merge", "flat", "segmented", "segmented-ideal"];
