#!/bin/sh
# Builds five programs of GNU coreutils, from the distribution's source package,
# for the conformance tests. Prints the directory of the result:
#   NAME.bc       linked bitcode at -O1 -g, against the runtime's headers
#   NAME.O0.bc    the same at -O0
#   NAME.native   a native static build with the distribution's musl
#
#   tests/corpora/coreutils.sh
set -eu
export LC_ALL=C

names="cat echo expr seq wc"
root=$(cd "$(dirname "$0")/../.." && pwd)
cache=${STRATA_CACHE:-$HOME/.cache/strata}
jobs=${STRATA_JOBS:-$(nproc)}
result=$cache/corpora/coreutils

fail() {
    echo "coreutils.sh: $*" >&2
    exit 1
}

runtime=$("$root/runtime/build.sh") || exit 1
version=$(sed -n 's/^clang .*version \([0-9]*\).*/\1/p' "$runtime/info")
for tool in "clang-$version" "llvm-link-$version" musl-gcc make; do
    command -v "$tool" >/dev/null || fail "$tool is missing; run setup.sh --dev"
done
# Tests that run at the same time must not make it twice.
mkdir -p "$cache/corpora"
exec 8>"$cache/corpora/lock"
flock 8
stamp="$(basename "$runtime") $(sha256sum <"$0")"
if [ "$(cat "$result/stamp" 2>/dev/null)" = "$stamp" ]; then
    echo "$result"
    exit 0
fi

source=$("$root/runtime/fetch-source.sh" coreutils) || exit 1
work=$(mktemp -d "$cache/corpora/coreutils-build.XXXXXX")
trap 'rm -rf "$work"' EXIT
log=$work/log
mkdir "$work/tree" "$work/build" "$work/bitcode" "$work/out"
tar -xf "$(echo "$source"/coreutils_*.orig.tar.*z)" -C "$work/tree" --strip-components=1

configure_and_make() {
    # At -O0 calls survive that inlining removes, so that the files which the
    # native programs need are enough for bitcode at any level.
    FORCE_UNSAFE_CONFIGURE=1 ../tree/configure -q CC="musl-gcc -static" CFLAGS="-O0 -g" \
        --disable-nls --disable-acl --disable-xattr --disable-libcap --without-selinux \
        --without-libgmp --without-openssl --disable-dependency-tracking
    # The plain C of functions that also come with processor intrinsics.
    sed -i -E 's/^#define USE_(AVX2|PCLMUL)_.*//' lib/config.h
    # shellcheck disable=SC2016 # a variable of make
    printf 'include Makefile\ngenerated: $(BUILT_SOURCES)\n' | make -s -f - generated
    for name in $names; do
        make -s -j "$jobs" "src/$name"
        cp "src/$name" "$work/out/$name.native"
    done
}

# Prints the names, without suffix, of the library's files that a program needs:
# those that the native linker takes from the archive.
library_files() {
    musl-gcc -static -Wl,-Map="$work/map" -o /dev/null "src/$1.o" src/libver.a lib/libcoreutils.a
    sed -n 's/^lib.libcoreutils\.a(libcoreutils_a-\([^)]*\)\.o)$/\1/p' "$work/map" | sort -u
}

# Prints the source of a file of the library; a few are generated.
library_source() {
    find "$work/tree/lib" "$work/build/lib" -name "$1.c" | head -n 1
}

# Compiles one source: to_bitcode SOURCE OUTPUT OPTION
to_bitcode() {
    "clang-$version" --target=x86_64-linux-musl -nostdinc -isystem "$runtime/include" \
        -DHAVE_CONFIG_H -I. -Ilib -I"$work/tree/lib" -Isrc -I"$work/tree/src" \
        "$3" -g -w -ffile-prefix-map="$work/tree"=coreutils -ffile-prefix-map="$work/build"=build -c -emit-llvm -o "$2" "$1"
}

# Makes the bitcode of one program: link_program NAME SUFFIX OPTION
link_program() {
    files=
    for file in $(library_files "$1"); do
        output=$work/bitcode/$file$2
        [ -e "$output" ] || to_bitcode "$(library_source "$file")" "$output" "$3"
        files="$files $output"
    done
    to_bitcode "$work/tree/src/$1.c" "$work/bitcode/program" "$3"
    to_bitcode src/version.c "$work/bitcode/version" "$3"
    # shellcheck disable=SC2086 # the list is words
    "llvm-link-$version" -o "$work/out/$1$2" "$work/bitcode/program" "$work/bitcode/version" $files
}

build() {
    set -e
    cd "$work/build"
    configure_and_make
    for name in $names; do
        link_program "$name" .bc -O1
        link_program "$name" .O0.bc -O0
    done
}

# Not as a condition, in which the shell would go on after an error.
set +e
(build) >"$log" 2>&1
status=$?
set -e
[ $status -eq 0 ] || { tail -n 20 "$log" >&2; fail "the build failed"; }
echo "$stamp" >"$work/out/stamp"
rm -rf "$result"
mv "$work/out" "$result"
echo "$result"
