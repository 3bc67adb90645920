# --retry-failed measures groups with failed points again and no others; --fail-fast stops at the first failed point.
. "$ROOT/tests/cli/lib.sh"
small_scenario
fails 2 "not both --force and --retry-failed" "$HARNESS" small.lua -f --retry-failed
expect 2 "$HARNESS" verify --fail-fast out
needs_planted

# faces 200 and 220 have a point that crashes
cat >planted.lua <<'LUA'
local h = require "harness"
return h.scenario {
	name = "planted", runs = 2,
	sweep = h.chain { { faces = { 200, 220 }, algorithm = { h.aabb(), h.planted { fault = "crash", where = "step" } } }, { faces = { 210, 230 }, algorithm = { h.bsp(), h.dassd() } } },
	scene = function (p)
		local a, b = h.teapot { faces = p.faces }, h.teapot { faces = 150 }
		return { bodies = { { a }, { b, motion = h.touching { count = 3, seed = 5, on = { a, b } } } } }
	end,
}
LUA
files() { (cd out/planted/latest/groups && stat -c '%n %i %Y' -- *.json); }
statuses() { column status out/planted/latest/summary.csv | sort | uniq -c | awk '{ printf "%s=%s ", $2, $1 }'; }

expect 1 "$HARNESS" planted.lua -q -o out
[ "$(files | wc -l)" -eq 4 ] || fail "not four groups"
files >first.txt
whole=$(statuses)
expect 1 "$HARNESS" planted.lua -q -o out
files | diff first.txt - || fail "measured again without being asked"
sleep 1 # a file that takes the place of a removed one may have its number, but not its second
expect 1 "$HARNESS" planted.lua -q -o out --retry-failed
[ "$(files | diff first.txt - | grep -c '^>')" -eq 2 ] || { files; fail "not the two failed groups, or others too"; }
[ "$(statuses)" = "$whole" ] || fail "statuses $(statuses), not $whole"
[ "$(find out/planted -name plan.json | wc -l)" -eq 1 ] || fail "another run was made"

# a run that stops at the first failure keeps what it has, and goes on
rm -rf out
expect 1 "$HARNESS" planted.lua -q -o out --fail-fast
[ "$(files | wc -l)" -lt 4 ] || fail "did not stop"
done=$(files)
grep -q "stopped before its end" out/planted/latest/summary.csv || fail "the rest is not marked as stopped"
expect 1 "$HARNESS" planted.lua -q -o out --fail-fast --budget 20s
expect 1 "$HARNESS" planted.lua -q -o out
[ "$(files | wc -l)" -eq 4 ] || fail "does not go on"
grep -qF "$(echo "$done" | first)" <(files) || fail "what was finished is measured again"
[ "$(statuses)" = "$whole" ] || fail "statuses $(statuses), not $whole"
