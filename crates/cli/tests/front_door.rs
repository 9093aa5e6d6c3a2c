//! The command of the README, `cargo run`, without building anything: which program it runs.

use std::process::Command;

#[test]
fn cargo_runs_the_command() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let told = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version=1"])
        .current_dir(root)
        .output()
        .expect("cargo");
    let metadata: serde_json::Value = serde_json::from_slice(&told.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let run: Vec<&str> = packages.iter().filter_map(|p| p["default_run"].as_str()).collect();
    assert_eq!(run, ["strata"]);
}
