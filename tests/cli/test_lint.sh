# Lint fails where one of its tools does, and only there; the tools are stand-ins.
. "$ROOT/tests/cli/lib.sh"

mkdir tools
names="clang-format clang-tidy cppcheck luacheck shellcheck"
for name in $names; do
	printf '#!/bin/sh\n[ "%s" != "$BROKEN" ]\n' "$name" >"tools/$name"
	chmod +x "tools/$name"
done
lint() { (cd "$ROOT" && BROKEN=$1 PATH="$WORK/tools:$PATH" sh tools/lint.sh) >out.txt 2>&1; }
WORK=$PWD
lint nothing || { cat out.txt; fail "fails although all tools are content"; }
for name in $names; do
	! lint "$name" || { cat out.txt; fail "does not fail where $name does"; }
done
