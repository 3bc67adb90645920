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
HARNESS_LIB=./nowhere.so expect 1 luajit -e 'require "engine_ffi"'
grep -q "nowhere.so" err.txt || fail "the missing library is not named"
mkdir -p tree/lua/ffi tree/engine
cp -r "$ROOT"/lua/ffi/* tree/lua/ffi
cp -r "$ROOT/engine/api" tree/engine
sed -i 's/HN_API_VERSION = [0-9]*/HN_API_VERSION = 999/' tree/engine/api/base.h
LUA_PATH="tree/lua/ffi/?.lua" expect 1 run_luajit -e 'require "engine_ffi"'
grep -q "version .* the headers 999" err.txt || fail "another version's headers are not refused"
rm -r tree/engine
LUA_PATH="tree/lua/ffi/?.lua" expect 1 run_luajit -e 'require "engine_ffi"'
grep -q "no engine.h in" err.txt || fail "missing headers are not named"

echo 'local engine = require "engine_ffi" return engine' >scenario.lua
expect 3 "$HARNESS" scenario.lua
grep -q "engine_ffi" err.txt || fail "the scenario's error does not name the module"
