# What the house asks of its own files is seen where it is not so: arrows up, circles, files and functions that are too
# long, names of paths that are not there.
. "$ROOT/tests/cli/lib.sh"
house() { lua5.4 "$ROOT/tools/house.lua" "$@" >out.txt 2>&1; }
refuses() { ! house "$1" || fail "is content with $1"; grep -qF "$2" out.txt || { cat out.txt; fail "does not say: $2"; }; }

mkdir -p engine/base docs lua/text
seq 500 | sed 's/.*/x = 1/' >lua/text/long.lua
house lua/text/long.lua || fail "500 lines are refused"
echo 'x = 1' >>lua/text/long.lua
refuses lua/text/long.lua 'lua/text/long.lua: 501 lines, at most 500'
{ echo 'local function f()'; seq 58 | sed 's/.*/	print(1)/'; echo end; echo 'return f'; } >lua/text/f.lua
house lua/text/f.lua || fail "a function of 60 lines is refused"
sed -i '2i\	print(2)' lua/text/f.lua
refuses lua/text/f.lua 'lua/text/f.lua:1: a function of 61 lines, at most 60'
printf 'Of `lua/text/f.lua`.\n' >docs/a.md
house docs/a.md || { cat out.txt; fail "good names are refused"; }
echo 'In `lua/text/g.lua` it is.' >docs/b.md
refuses docs/b.md 'docs/b.md:1: names lua/text/g.lua, which is not there'
printf 'all: x\ncli-golden lint:\n' >Makefile
mkdir -p engine/host
echo 'FLAG(quick, "quick", 0, MEASURE, "as little")' >engine/host/options.def
printf 'By `make lint`, or `harness plan a.lua --quick`:\n\n    harness a.lua --quick\n    make cli-golden\n' >docs/c.md
house docs/c.md || { cat out.txt; fail "good commands are refused"; }
echo 'Then `make lints`.' >>docs/c.md
refuses docs/c.md 'docs/c.md:5: names the target lints of make, which is not there'
printf '\n    harness a.lua --quik\n' >>docs/c.md
refuses docs/c.md 'docs/c.md:7: names the option --quik, which is not there'

# circles of files
circles() { lua5.4 "$ROOT/tools/circles.lua" "$@" >out.txt 2>&1; }
mkdir -p c/a c/b
compile() { echo "$2" >"c/$1.c" && "${CC:-gcc}" -O0 -fno-lto -c "c/$1.c" -o "c/$1.o"; }
compile a/one 'int two(void); int one(void) { return two(); }'
compile a/two 'int three(void); int two(void) { return three(); }'
compile a/three 'int three(void) { return 3; }'
circles 0 c/a/*.o || { cat out.txt; fail "a chain is called a circle"; }
compile a/three 'int one(void); int three(void) { return one(); }'
! circles 0 c/a/*.o || fail "a circle is not seen"
grep -q 'circle: c/a/one c/a/three c/a/two' out.txt || { cat out.txt; fail "the circle is not named"; }
circles 1 c/a/*.o || fail "one circle is more than one"
rm c/a/three.o
compile b/three 'int one(void); int three(void) { return one(); }'
! circles 1 c/a/*.o c/b/*.o || fail "a circle across folders is not seen"

# arrows up, of C and of Lua
floors() { sh "$ROOT/tools/floors.sh" >out.txt 2>&1; }
rm -r engine lua docs
cp -r "$ROOT/engine" "$ROOT/lua" .
floors || { cat out.txt; fail "the tree itself is refused"; }
arrow() { # FILE LINE MESSAGE
	echo "$2" >>"$1"
	! floors || fail "not seen: $2 in $1"
	grep -qF "$3" out.txt || { cat out.txt; fail "does not say: $3"; }
	sed -i '$d' "$1"
}
arrow engine/base/text.h '#include "run/run.h"' 'engine/base/text.h uses run/: not below base/'
arrow lua/text/csv.lua 'local grid = require "tables.grid"' 'lua/text/csv.lua uses tables/: not below text/'
arrow lua/text/csv.lua 'local flat = require("grid")' 'lua/text/csv.lua uses grid/: not below text/'
