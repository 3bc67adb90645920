# shellcheck shell=bash
# What the tests of the library share. Sourced: . "$ROOT/tests/ffi/lib.sh"
. "$ROOT/tests/cli/lib.sh"

have() { command -v "$1" >/dev/null 2>&1; }

# A sanitized library wants a sanitized program.
not_sanitized() { [ "$CONFIG" != sanitize ] || skip "not under the sanitizers"; }

needs_luajit() {
	have luajit || skip "luajit is not installed"
	export LUA_PATH="$ROOT/lua/ffi/?.lua;$ROOT/tests/ffi/?.lua"
}

# luajit, with the sanitizers' runtime where the library is sanitized. What lives at the end is freed by
# finalizers, not by the leak checker.
run_luajit() {
	local preload=
	[ "$CONFIG" != sanitize ] || preload=$("$CC" -print-file-name=libasan.so)
	env LD_PRELOAD="$preload" ASAN_OPTIONS=detect_leaks=0 luajit "$@"
}

# compilers C|C++: those that are installed
compilers() {
	local c
	for c in $([ "$1" = C ] && echo gcc clang || echo g++ clang++); do have "$c" && echo "$c"; done
	return 0
}

declarations() { lua5.4 "$ROOT/tests/ffi/declarations.lua" "$ROOT/engine/api" "$1"; }
