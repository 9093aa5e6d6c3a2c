//! The memory models there are. Those added later run the same programs.
//!
//! `STRATA_MODELS=dynamic,split` tests these and no others.

/// Those that every program is explored under, the first one above all.
pub const MODELS: [&str; 7] =
    ["fork", "single", "merge", "flat", "segmented", "segmented-ideal", "dynamic"];

/// The models that are tested, in order.
pub fn tested() -> Vec<&'static str> {
    let only = std::env::var("STRATA_MODELS").ok();
    let wanted = |model: &&str| match &only {
        Some(only) => only.split(',').any(|name| name == *model),
        None => true,
    };
    MODELS.into_iter().filter(wanted).collect()
}
