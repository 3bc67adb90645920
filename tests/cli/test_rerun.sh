# A run made again from what it kept: with all that it was called with, with its own models, from anywhere.
. "$ROOT/tests/cli/lib.sh"

TETRAHEDRON='v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n'
mkdir -p project/models project/lib beside elsewhere
printf '%b' "$TETRAHEDRON" | tee project/models/a.obj beside/b.obj >project/own.obj
echo 'return { shift = 0.1 }' >project/lib/m.lua
cat >project/s.lua <<'LUA'
local h = require "harness"
local m = require "lib.m"
local count = h.input("count", 9)
local still = h.mesh { file = "models/a.obj" }
assert(still:faces() == 4)
return h.scenario {
	name = "s", runs = 11, order = { "moving", "x", "algorithm" },
	sweep = { x = { 1, 2, 3, 4 }, moving = { "models/a.obj" }, algorithm = { h.brute(), h.aabb() } },
	quick = { x = { 2, 3 } },
	scene = function (p)
		local path = h.line { from = { -2, m.shift, 0.1 * p.x }, to = { 2, 0.2, math.random() }, steps = count }
		return { bodies = { { still }, { h.mesh { file = p.moving }, motion = path } } }
	end,
}
LUA
# called with all that decides what is measured
(cd project && expect 0 "$HARNESS" s.lua -s moving=../beside/b.obj,own.obj -s count=5 --quick --filter 'x > 2' --seed 7 \
	--runs 6 --timeout 30s --check exact --counters page_faults --budget 1m -q -o out)
run=$(realpath project/out/s/latest)
[ "$(column point "$run/summary.csv" | wc -l)" -ge 4 ] || fail "not two models by two algorithms"
stable "$run/summary.csv" >before.csv

# same NAME RUN: what it counts, and what it was called with, is what the run has
same() {
	stable "$2/summary.csv" >after.csv
	cmp -s before.csv after.csv || { diff before.csv after.csv; fail "$1: counts other things"; }
	cmp -s "$run/plan.json" "$2/plan.json" || { diff "$run/plan.json" "$2/plan.json"; fail "$1: another plan"; }
}
# verified: no exit code, no change of any file of the run
verified() {
	ls -lR --time-style=full-iso "$1" >listed.txt
	(cd elsewhere && expect 0 "$HARNESS" verify "$1")
	ls -lR --time-style=full-iso "$1" | cmp -s - listed.txt || fail "verify touches the run"
}

# a scenario in the root folder is not the run's: its modules are not looked for there
if [ "$CONFIG" != sanitize ]; then
	cat >rooted.c <<-'C'
		#include <fcntl.h>
		#include <string.h>
		#include <unistd.h>
		int access(const char *path, int mode) {
			return strcmp(path, "/scenario.lua") == 0 ? 0 : faccessat(AT_FDCWD, path, mode, 0);
		}
	C
	cc -shared -fPIC -o rooted.so rooted.c
	rooted=$PWD/rooted.so
	(cd project && expect 0 env LD_PRELOAD="$rooted" "$HARNESS" s.lua --counts --no-figures -q -o rooted)
fi

# from another folder; the scenario and its modules no longer there
rm -r project/s.lua project/lib
verified "$run"
(cd elsewhere && expect 0 "$HARNESS" rerun "$run" -q -o again)
same "from elsewhere" elsewhere/again/s/latest
# again from what was made again, and the report of it
(cd beside && expect 0 "$HARNESS" rerun ../elsewhere/again/s/latest -q -o ../third)
same "a rerun of a rerun" third/s/latest
(cd elsewhere && expect 0 "$HARNESS" report "$run")

# the results folder moved
mv project/out moved
run=$(realpath moved/s/latest)
verified "$run"
# all of it moved: models are found from where the command is given
cp -r project project2
(mv project away && cd project2 && expect 0 "$HARNESS" verify "$run")
mv away project

# a model that is not what it was, or is not there: named; nothing is measured, and verify counts the other groups
printf '%b' "$TETRAHEDRON# changed\n" >beside/b.obj
(cd elsewhere && expect 7 "$HARNESS" rerun "$run" && grep -q "beside/b.obj.*sha256" err.txt) ||
	fail "rerun does not see that a model changed"
(cd elsewhere && expect 8 "$HARNESS" verify "$run" && grep -q "not counted: .*beside/b.obj.*sha256" out.txt) ||
	fail "verify does not see that a model changed"
rm beside/b.obj
(cd elsewhere && expect 7 "$HARNESS" rerun "$run" && grep -q "beside/b.obj: No such file" err.txt) ||
	fail "rerun does not name the model that is missing"
(cd elsewhere && expect 8 "$HARNESS" verify "$run" && grep -q "not counted: .*beside/b.obj: No such file" out.txt) ||
	fail "verify does not name the model that is missing"
[ ! -e elsewhere/results ] || fail "something was measured"

# a recording is a model too
cat >recorded.lua <<'LUA'
local h = require "harness"
local r = h.recording { file = "way.frames" }
local a = h.teapot { faces = 200 }
return h.scenario { name = "recorded", sweep = { algorithm = { h.aabb(), h.bsp() } }, runs = 6,
	scene = function () return { bodies = { { a }, { a, motion = r:motion(2) } } } end }
LUA
cat >way.lua <<'LUA'
local h = require "harness"
local a = h.teapot { faces = 200 }
return h.scenario { name = "way", sweep = { algorithm = { h.aabb() } },
	scene = function () return { bodies = { { a }, { a, motion = h.line { from = { 0, 0, 0 }, to = { 1, 0, 0 }, steps = 3 } } } } end }
LUA
expect 0 "$HARNESS" export way.lua --point 1 --frames -o way.frames
expect 0 "$HARNESS" recorded.lua -q -o out
run=$(realpath out/recorded/latest)
verified "$run"
echo >>way.frames
(cd elsewhere && expect 7 "$HARNESS" verify "$run" && grep -q "way.frames" err.txt) || fail "a recording changed"

# what a run says, nothing else can
expect 2 "$HARNESS" rerun "$run" --seed 3
expect 2 "$HARNESS" verify "$run" --seed 1
