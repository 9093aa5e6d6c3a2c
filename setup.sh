#!/bin/sh
# Sets a Debian or Ubuntu machine up for Strata; does only what is still to do.
#
#   ./setup.sh         what running Strata needs: a clang, and the runtime
#   ./setup.sh --dev   also what its tests need: several clangs, csmith, solvers, ...
#
# Packages are installed as root or with sudo. Elsewhere, and without either,
# the script says what to install by hand.
set -eu

here=$(cd "$(dirname "$0")" && pwd)

# The compiler for C programs and the runtime, best first.
compilers="19 22 21 20 18 17 16 15 14 13"
# The compilers whose bitcode the tests read.
tested_compilers="13 14 15 16 19 22"

say() {
    echo "setup: $*"
}

fail() {
    echo "setup: $*" >&2
    exit 1
}

usage() {
    sed -n '2,8s/^# \{0,1\}//p' "$0"
}

is_installed() {
    case $(dpkg-query -W -f='${db:Status-Abbrev}' "$1" 2>/dev/null || true) in
    ii*) true ;;
    *) false ;;
    esac
}

is_available() {
    apt-cache show --no-all-versions "$1" >/dev/null 2>&1
}

# Prints those of the packages given that are not installed.
missing() {
    for package in "$@"; do
        is_installed "$package" || printf '%s ' "$package"
    done
}

# Prints the packages of one LLVM: llvm_packages VERSION
llvm_packages() {
    echo "clang-$1 llvm-$1"
}

# Prints the package with the sanitizers of the best compiler that there is, or
# that is about to be installed. Without them, replay cannot confirm faults.
sanitizer_packages() {
    # Asked before the loop: the shell has one variable 'version' for all functions.
    has_compiler && installed=yes || installed=no
    for version in $compilers; do
        if command -v "clang-$version" >/dev/null || { [ "$installed" = no ] && is_available "clang-$version"; }; then
            if is_available "libclang-rt-$version-dev"; then
                echo "libclang-rt-$version-dev"
                return
            fi
        fi
    done
}

has_compiler() {
    for version in $compilers; do
        if command -v "clang-$version" >/dev/null && command -v "llvm-ar-$version" >/dev/null; then
            return 0
        fi
    done
    command -v clang >/dev/null && command -v llvm-ar >/dev/null
}

# Prints the packages of the best compiler to install. Where no version that we
# know is there, the distribution's default may still do.
compiler_packages() {
    for version in $compilers; do
        if is_available "clang-$version" && is_available "llvm-$version"; then
            llvm_packages "$version"
            return
        fi
    done
    echo "clang llvm"
}

base_packages() {
    # A linker for Rust, the headers of C++, the library for native calls, the
    # kernel's headers for programs that include them, the C library as machine
    # code for strata cc, and certificates for package servers reached by https.
    echo "g++ libc6-dev libffi-dev linux-libc-dev musl-dev ca-certificates xz-utils"
    has_compiler || compiler_packages
    sanitizer_packages
}

# The tests compare with native builds by several compilers, generate programs
# with csmith, build coreutils and SQLite from their sources, send signals, kill
# runs at a system call, and read what we write with Python, callgrind_annotate, genhtml and a browser.
test_packages() {
    echo "make cmake tcl musl-tools csmith libcsmith-dev procps python3 valgrind\
          strace chromium lcov python3-jsonschema python3-junitparser"
    for version in $tested_compilers; do
        if is_installed "clang-$version" || is_available "clang-$version"; then
            llvm_packages "$version"
        else
            say "clang-$version is not in this distribution; its tests will be skipped" >&2
        fi
    done
    # The native tests of the runtime link bitcode, with the lld of its compiler.
    for version in $compilers; do
        if is_installed "lld-$version" || is_available "lld-$version"; then
            echo "lld-$version"
            break
        fi
    done
    # Our solver is compared with others: in the process, and by SMT-LIB.
    for solver in z3 libz3-dev cvc5; do
        if is_installed "$solver" || is_available "$solver"; then
            echo "$solver"
        else
            say "$solver is not in this distribution; tests against it will be skipped" >&2
        fi
    done
}

can_be_root() {
    [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

# Runs apt-get without questions; its output is shown only if it fails.
apt_get() {
    log=$(mktemp)
    if ! as_root env DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1 \
        apt-get -qq -o DPkg::Lock::Timeout=600 "$@" >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        fail "apt-get $1 failed"
    fi
    rm -f "$log"
}

# Prints what is needed for the mode and not installed.
wanted_packages() {
    # shellcheck disable=SC2046 # the lists are words
    if [ "$mode" = dev ]; then
        missing $(base_packages) $(test_packages)
    else
        missing $(base_packages)
    fi
}

install_packages() {
    packages=$(wanted_packages 2>/dev/null)
    [ -n "$packages" ] || return 0
    can_be_root ||
        fail "neither root nor sudo; have these packages installed, then run this script again:
    apt-get install $packages"
    # What is available is known only from fresh lists.
    say "updating the package lists"
    apt_get update
    packages=$(wanted_packages)
    [ -n "$packages" ] || return 0
    say "installing $packages"
    # shellcheck disable=SC2086 # the list is words
    apt_get install -y --no-install-recommends $packages
}

# Without apt: accepts a machine that has the tools by other means.
require_tools() {
    if has_compiler && command -v cc >/dev/null && [ -n "${STRATA_MUSL:-}" ]; then
        return
    fi
    fail "this is not a Debian or Ubuntu machine. Install by hand: clang and llvm-ar of
    one version (13 or later, preferably 19), C and C++ compilers 'cc' and 'c++', and for the tests
    the packages that --dev names: make, cmake, tcl, musl-gcc, csmith, lld, z3, cvc5, python3 with
    jsonschema and junitparser, valgrind, strace, lcov, chromium and
    clang $tested_compilers.
    Then download the source of musl (1.2.2 or later, https://musl.libc.org) and run
    STRATA_MUSL=path/to/musl.tar.gz $0"
}

mode=run
case ${1:-} in
"") ;;
--dev) mode=dev ;;
-h | --help) usage && exit 0 ;;
*) usage >&2 && exit 2 ;;
esac

command -v cargo >/dev/null ||
    fail "cargo is missing; install Rust 1.95 or later from https://rustup.rs, then run this script again"
if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
    install_packages
else
    require_tools
fi

if [ "$mode" = dev ] && ! cargo nextest --version >/dev/null 2>&1; then
    say "installing cargo-nextest"
    cargo install --quiet --locked cargo-nextest || fail "cargo-nextest cannot be installed"
fi
for part in clippy fmt; do
    if [ "$mode" = dev ] && ! cargo $part --version >/dev/null 2>&1; then
        rustup component add clippy rustfmt >/dev/null 2>&1 ||
            say "cargo $part is missing; only contributors need it"
    fi
done

runtime=$("$here/runtime/build.sh") || exit 1
"$here/runtime/check.sh" "$runtime" >/dev/null
if [ "$mode" = dev ]; then
    # The tests make them where they are missing, but several at once would wait for each other.
    for corpus in coreutils sqlite torture; do
        "$here/tests/corpora/$corpus.sh" >/dev/null || say "$corpus.sh failed; its tests will fail, too"
    done
fi
say "ready ($(head -n 1 "$runtime/info") at $runtime)"
