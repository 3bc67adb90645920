# shellcheck shell=bash
# What the tests of the library share. Sourced: . "$ROOT/tests/ffi/lib.sh"
. "$ROOT/tests/cli/lib.sh"

have() { command -v "$1" >/dev/null 2>&1; }

# A sanitized library wants a sanitized program: these tests are for the other builds.
not_sanitized() {
	[ "$CONFIG" != sanitize ] || { echo "skipped: not under the sanitizers"; exit 0; }
}

needs_luajit() {
	not_sanitized
	have luajit || { echo "skipped: luajit is not installed"; exit 0; }
	export LUA_PATH="$ROOT/lua/?.lua;$ROOT/tests/ffi/?.lua"
}

# compilers C|C++: those that are installed
compilers() {
	local c
	for c in $([ "$1" = C ] && echo gcc clang || echo g++ clang++); do have "$c" && echo "$c"; done
	return 0
}

declarations() { lua5.4 "$ROOT/tests/ffi/declarations.lua" "$ROOT/engine/api" "$1"; }
