# The LuaJIT layer by itself; scenarios cannot reach it.
. "$ROOT/tests/ffi/lib.sh"
needs_luajit
if [ "$CONFIG" = sanitize ]; then
	[ "$CC" = gcc ] || skip "under the sanitizers with gcc only"
fi
mkdir files
# freed memory is overwritten, so that its use shows
for mode in on off; do
	MALLOC_PERTURB_=165 expect 0 run_luajit "-j$mode" "$ROOT/tests/ffi/binding.lua" files
	grep -qx ok out.txt || fail "binding.lua did not come to its end"
done

# a library that is not there, or not of these headers
HARNESS_LIB=./nowhere.so fails 1 "nowhere.so" luajit -e 'require "engine_ffi"'
mkdir -p tree/lua/ffi tree/engine
cp -r "$ROOT"/lua/ffi/* tree/lua/ffi
cp -r "$ROOT/engine/api" tree/engine
sed -i 's/HN_API_VERSION = [0-9]*/HN_API_VERSION = 999/' tree/engine/api/base.h
LUA_PATH="tree/lua/ffi/?.lua" fails 1 "version .* the headers 999" run_luajit -e 'require "engine_ffi"'
rm -r tree/engine
LUA_PATH="tree/lua/ffi/?.lua" fails 1 "no engine.h in" run_luajit -e 'require "engine_ffi"'

echo 'local engine = require "engine_ffi" return engine' >scenario.lua
fails 3 "engine_ffi" "$HARNESS" scenario.lua
