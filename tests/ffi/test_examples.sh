# The examples of docs/reference/library.md, as a reader would copy them.
. "$ROOT/tests/ffi/lib.sh"
not_sanitized

page=docs/reference/library.md

# The block after this heading of the page that begins with this line.
example() { # HEADING FIRST_LINE FILE
	awk -v heading="$1" -v first="    $2" '
		$0 == heading { here = 1 }
		here && $0 == first { on = 1 }
		on && !/^    / && !/^$/ { exit }
		on { sub(/^    /, ""); print }' "$ROOT/$page" >"$3"
	[ -s "$3" ] || fail "no example under '$1' in $page"
}

mkdir include
ln -s "$ROOT/engine/api" include/harness
export LD_LIBRARY_PATH=${HARNESS_LIB%/*}
example_c() { # HEADING LINE: a line that it prints
	local cc standard source
	example "$1" '#include <stdio.h>' example.c
	cp example.c example.cc
	for cc in $(compilers C) $(compilers C++); do
		[[ $cc == *++ ]] && standard="c++11" source=example.cc || standard="c99" source=example.c
		"$cc" "-std=$standard" -Wall -Wextra -Werror -o example -Iinclude "$source" -L "$LD_LIBRARY_PATH" -lharness
		expect 0 ./example
		grep -qE "^$2\$" out.txt || fail "$1, by $cc: no line $2"
	done
}
example_c '## C and C++' 'step 0: [1-9][0-9]* contacts'
example_c '### Many poses' '[1-9][0-9]{0,2} of 1000 poses touch'
grep -qE '^triangle [0-9]+ meets triangle [0-9]+$' out.txt || fail "no contact"
example_c '### Many boxes' 'step 9: [1-9][0-9]* pairs'

needs_luajit
example 'One pair of models at many poses, on all processors:' 'local engine = require "engine_ffi"' example.lua
expect 0 luajit example.lua
grep -qE '^[1-9][0-9]{0,2} of 1000 poses touch$' out.txt || fail "LuaJIT: too few or too many poses touch"
grep -qE '^triangle [0-9]+ meets triangle [0-9]+$' out.txt || fail "LuaJIT: no contact at the first pose"

example '## LuaJIT' 'local engine = require "engine_ffi"' example.lua
luajit -e 'local e = require "engine_ffi" e.teapot(500):write "still.obj" e.teapot(300):write "moving.obj"'
expect 0 luajit example.lua
grep -qE '^step [0-9]+: triangle [0-9]+ of still meets triangle [0-9]+ of moving$' out.txt || fail "no contacts"
grep -qE '^[1-9][0-9]* triangle pairs tested$' out.txt || fail "nothing counted"
