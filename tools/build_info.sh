#!/bin/sh
# Writes a C file that says what this build is (run/build_info.h): compiler, flags, config, commit.
# The commit stands in a block of fixed size that the engine's own hash leaves out: a commit that changes no
# code must not look like another engine.
set -eu
commit=unknown dirty=unknown
if git rev-parse --git-dir >/dev/null 2>&1 && [ "$(git rev-parse --show-toplevel)" = "$(pwd -P)" ]; then
	commit=$(git rev-parse HEAD 2>/dev/null || echo unknown)
	if [ -n "$(git status --porcelain 2>/dev/null | head -n 1)" ]; then dirty=yes; else dirty=no; fi
fi
version=$($1 --version | head -n 1 | sed 's/["\\]//g')
flags=$(printf %s "$2" | sed 's/["\\]//g')
cat <<EOT
#include "run/build_info.h"
const BuildInfo build_info = { "$version", "$flags", "$3" };
const char build_commit[BUILD_COMMIT_SIZE] = BUILD_COMMIT_MARK "commit=$commit dirty=$dirty";
EOT
