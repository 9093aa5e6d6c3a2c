#!/bin/sh
# Downloads the source package PACKAGE of this Debian or Ubuntu release into the
# cache, verified by apt, and prints the directory that holds its files.
#
#   runtime/fetch-source.sh PACKAGE [APT-GET-SOURCE-OPTION...]
#
# Neither root nor a deb-src line is needed: the machine's own deb entries are
# read as deb-src into a private apt state, and the machine's is not touched.
set -eu

[ $# -ge 1 ] || { echo "usage: fetch-source.sh PACKAGE [OPTION...]" >&2; exit 2; }
package=$1
shift
cache=${STRATA_CACHE:-$HOME/.cache/strata}
dir=$cache/sources/$package
apt=$cache/apt

finish_if_complete() {
    if [ -e "$dir/.complete" ]; then
        echo "$dir"
        exit 0
    fi
}

finish_if_complete
command -v apt-get >/dev/null || {
    echo "fetch-source.sh: no apt-get here; only Debian and Ubuntu have source packages" >&2
    exit 1
}

private_apt() {
    apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$apt/sources" \
        -o Dir::State::lists="$apt/lists" -o Dir::Cache="$apt/cache" \
        -o APT::Sandbox::User=root -o APT::Get::List-Cleanup=false "$@"
}

mkdir -p "$apt"
exec 9>"$apt/lock"
flock 9
finish_if_complete # by whoever held the lock

mkdir -p "$apt/sources" "$apt/lists/partial" "$apt/cache/archives/partial"
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ -e "$list" ] || continue
    sed -n 's/^deb[[:space:]]/deb-src /p' "$list" >"$apt/sources/$(basename "$list" .list).list"
done
for list in /etc/apt/sources.list.d/*.sources; do
    [ -e "$list" ] || continue
    sed 's/^Types:.*/Types: deb-src/' "$list" >"$apt/sources/$(basename "$list")"
done
# A third-party entry without sources makes the update fail; what counts is
# whether the package is found after it.
private_apt update >"$apt/update.log" 2>&1 || true

rm -rf "$dir.part"
mkdir -p "$dir.part"
if ! (cd "$dir.part" && private_apt source --download-only "$@" "$package") >"$apt/source.log" 2>&1; then
    echo "fetch-source.sh: cannot download the source package '$package':" >&2
    tail -n 5 "$apt/update.log" "$apt/source.log" >&2
    exit 1
fi
touch "$dir.part/.complete"
rm -rf "$dir"
mv "$dir.part" "$dir"
echo "$dir"
