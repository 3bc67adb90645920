#!/bin/sh
# Writes a C file that describes this build (machine/build_info.h): release, compiler, flags, config, commit. If
# the tree differs from the commit, the diff goes into the file $4 beside the program. The commit stands in a
# block of fixed size that the engine's own hash leaves out: a commit that changes no code must not look like
# another engine.
set -eu
MOST=4194304 # bytes of a diff; more is cut
commit=unknown dirty=unknown patch=unknown
sha256() { { sha256sum "$1" 2>/dev/null || shasum -a 256 "$1" 2>/dev/null || echo unknown; } | cut -d ' ' -f 1; }
# A file that git does not know, as a diff that adds it. Links are not followed.
new_file() { # PATH
	git diff --no-ext-diff --no-textconv --no-color --binary --no-index -- /dev/null "$1" 2>/dev/null || :
}
write_patch() { # PATH
	{
		git diff --no-ext-diff --no-textconv --no-color HEAD 2>/dev/null || :
		git -c core.quotePath=false ls-files --others --exclude-standard | head -n 1000 |
			while IFS= read -r file; do new_file "$file"; done
	} >"$1.whole"
	size=$(($(wc -c <"$1.whole")))
	{
		echo "What was built is commit $commit with this diff."
		git ls-files --others --exclude-standard | sed 's/^/Not yet known to git: /' | head -n 1000
		head -c $MOST "$1.whole"
		[ $size -le $MOST ] || printf '\nCut here: the diff has %d bytes.\n' $size
	} >"$1.tmp"
	rm -f "$1.whole"
	if cmp -s "$1.tmp" "$1"; then rm -f "$1.tmp"; else mv "$1.tmp" "$1"; fi
}
if git rev-parse --git-dir >/dev/null 2>&1 && [ "$(git rev-parse --show-toplevel)" = "$(pwd -P)" ]; then
	commit=$(git rev-parse HEAD 2>/dev/null || echo unknown)
	if [ -n "$(git status --porcelain 2>/dev/null | head -n 1)" ]; then dirty=yes; else dirty=no patch=none; fi
fi
if [ $dirty = yes ] && [ "$commit" != unknown ]; then
	write_patch "$4"
	patch=$(sha256 "$4")
else
	rm -f "$4"
fi
release=$(cat "$(dirname "$0")/../VERSION")
version=$($1 --version | head -n 1 | sed 's/["\\]//g')
flags=$(printf %s "$2" | sed 's/["\\]//g')
cat <<EOT
#include "machine/build_info.h"
const BuildInfo build_info = { "$release", "$version", "$flags", "$3" };
const char build_commit[BUILD_COMMIT_SIZE] = BUILD_COMMIT_MARK "commit=$commit dirty=$dirty patch=$patch";
EOT
