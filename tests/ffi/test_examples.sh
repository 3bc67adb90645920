# The examples of docs/reference/library.md, as a reader would copy them.
. "$ROOT/tests/ffi/lib.sh"
not_sanitized

# The indented block of a page that begins with this line.
example() { # PAGE FIRST_LINE
	awk -v first="    $2" '
		$0 == first { on = 1 }
		on && !/^    / && !/^$/ { exit }
		on { sub(/^    /, ""); print }' "$ROOT/$1"
}

example docs/reference/library.md '#include <stdio.h>' >example.c
[ -s example.c ] || fail "no example in docs/reference/library.md"
cp example.c example.cc
mkdir include
ln -s "$ROOT/engine/api" include/harness
export LD_LIBRARY_PATH=${HARNESS_LIB%/*}
for cc in $(compilers C) $(compilers C++); do
	[[ $cc == *++ ]] && standard="c++11" source=example.cc || standard="c99" source=example.c
	"$cc" "-std=$standard" -Wall -Wextra -Werror -o example -Iinclude "$source" -L "$LD_LIBRARY_PATH" -lharness
	expect 0 ./example
	grep -qE '^step 0: [1-9][0-9]* contacts$' out.txt || fail "no contacts by $cc"
done

needs_luajit
example docs/reference/library.md 'local engine = require "engine_ffi"' >example.lua
[ -s example.lua ] || fail "no example of LuaJIT in docs/reference/library.md"
luajit -e 'local e = require "engine_ffi" e.teapot(500):write "still.obj" e.teapot(300):write "moving.obj"'
expect 0 luajit example.lua
grep -qE '^step [0-9]+: triangle [0-9]+ of still meets triangle [0-9]+ of moving$' out.txt || fail "no contacts"
grep -qE '^[1-9][0-9]* triangle pairs tested$' out.txt || fail "nothing counted"
