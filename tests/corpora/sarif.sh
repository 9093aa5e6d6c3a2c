#!/bin/sh
# Fetches the JSON schema of SARIF 2.1.0, which a crate carries, for the tests of
# what we write. Prints the directory of the result, with schema.json in it.
#
#   tests/corpora/sarif.sh
set -eu

crate=serde-sarif
version=0.8.0
cache=${STRATA_CACHE:-$HOME/.cache/strata}
result=$cache/corpora/sarif

mkdir -p "$cache/corpora"
exec 8>"$cache/corpora/lock"
flock 8
if [ ! -f "$result/schema.json" ]; then
    work=$(mktemp -d "$cache/corpora/sarif.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    mkdir "$work/src"
    : >"$work/src/lib.rs"
    cat >"$work/Cargo.toml" <<TOML
[package]
name = "schema"
version = "0.0.0"
edition = "2021"
[dependencies]
$crate = "=$version"
[workspace]
TOML
    # Only the sources are wanted; nothing is compiled.
    cargo vendor --quiet --versioned-dirs --manifest-path "$work/Cargo.toml" "$work/vendor" >/dev/null
    mkdir -p "$result"
    cp "$work/vendor/$crate-$version/src/schema.json" "$result/schema.json"
fi
echo "$result"
