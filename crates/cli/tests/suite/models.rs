//! The memory models there are. Those added later run the same programs.
//!
//! `STRATA_MODELS=dynamic,split` tests these and no others.

/// Those that every program is explored under, the first one above all.
pub const MODELS: [&str; 10] = [
    "fork",
    "single",
    "merge",
    "plane",
    "flat",
    "segmented",
    "segmented-ideal",
    "dynamic",
    "split",
    SPLIT_AND_GATHERED,
];

/// Both at once. Parts are small, so that the objects of small programs have some.
pub const SPLIT_AND_GATHERED: &str = "dynamic-split";

/// The models that are tested, in order.
pub fn tested() -> Vec<&'static str> {
    let only = std::env::var("STRATA_MODELS").ok();
    let wanted = |model: &&str| match &only {
        Some(only) => only.split(',').any(|name| name == *model),
        None => true,
    };
    MODELS.into_iter().filter(wanted).collect()
}

/// How the objects that a pointer can point to are found. The result is the same.
const RESOLUTIONS: [&str; 3] = ["lane", "scan", "context"];

/// The option for one of these ways: that of `STRATA_RESOLUTION`, or one by a number.
pub fn resolution(number: u64) -> String {
    let given = std::env::var("STRATA_RESOLUTION");
    let one = RESOLUTIONS[(number % 3) as usize];
    format!("--resolution={}", given.as_deref().unwrap_or(one))
}

/// The options of a run under a model.
pub fn options(model: &str) -> Vec<String> {
    let options = match model {
        SPLIT_AND_GATHERED => "dynamic --split --split-threshold=16 --split-size=16",
        name => name,
    };
    format!("--memory={options}").split(' ').map(str::to_owned).collect()
}
