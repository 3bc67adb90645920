# Every struct and enumerator is to LuaJIT what it is to C.
. "$ROOT/tests/ffi/lib.sh"
not_sanitized
needs_luajit
declarations layout >layout.c
for cc in $(compilers C); do
	"$cc" -std=c17 -Wall -Wextra -Werror -I "$ROOT/engine" -o layout layout.c
	./layout >"layout.$cc.txt"
	luajit "$ROOT/tests/ffi/layout.lua" "layout.$cc.txt" || fail "$cc and LuaJIT differ"
done
declarations functions >functions.txt
luajit - functions.txt <<-'LUA' || fail "a declared function is not there"
	local C = require "engine_ffi".C
	for name in io.lines(arg[1]) do assert(C[name], name) end
LUA
