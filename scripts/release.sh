#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes build/release: the source of this commit as an archive, its checksum, and the text of the
# tag. The version is that of VERSION, and CHANGELOG.md has a section of its name.
set -eu
cd "$(dirname "$0")/.."
version=$(cat VERSION)
name=smgpu-$version
out=build/release
stop() { echo "release: $1" >&2; exit 1; }

[ -z "$(git status --porcelain)" ] || stop "there are changes that are not committed"
text=$(awk -v v="$version" '$1 == "##" { on = $2 == v; next } on' CHANGELOG.md)
[ -n "$text" ] || stop "CHANGELOG.md has no section \"## $version\""
if tagged=$(git rev-parse -q --verify "refs/tags/v$version^{commit}"); then
	[ "$tagged" = "$(git rev-parse HEAD)" ] || stop "v$version is the tag of another commit"
fi

mkdir -p "$out"
# xz writes the same bytes for the same commit: one thread, and no time in the archive but the
# commit's.
git archive --prefix="$name/" HEAD | xz -T1 -6 >"$out/$name.tar.xz"
(cd "$out" && sha256sum "$name.tar.xz" >"$name.tar.xz.sha256")
{ echo "smgpu $version"; echo; sed '/./,$!d' <<<"$text"; } >"$out/$name.tag"
echo "$out/$name.tar.xz"
echo "git tag -a v$version -F $out/$name.tag"
