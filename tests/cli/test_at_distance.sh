# Poses at a prescribed distance, from Lua: contacts at 0 and none above it, errors with a place, and what is told where it
# lasts.
. "$ROOT/tests/cli/lib.sh"

cat >near.lua <<'LUA'
local h = require "harness"
return h.scenario {
	name = "near",
	runs = 1,
	sweep = { distance = { 0, 0.001, 0.5 }, algorithm = { h.brute(), h.aabb(), h.rapid() } },
	scene = function (p)
		local ring, pot = h.shape.ring { segments = 16 }, h.teapot { faces = 300 }
		return { bodies = { { ring },
			{ pot, motion = h.at_distance { count = 5, seed = 2, distance = p.distance * pot:diameter(), on = { ring, pot } } } } }
	end,
}
LUA
expect 0 "$HARNESS" near.lua -q -o out
summary=out/near/latest/summary.csv
[ "$(column status $summary | sort -u)" = ok ] || fail "$(column detail $summary)"
[ ! -s err.txt ] || fail "-q says something: $(cat err.txt)"
paste -d' ' <(column distance $summary) <(column contacts $summary) <(column steps $summary) |
	awk '($1 == 0) != ($2 >= 5) || ($1 > 0 && $2 != 0) || $3 != 5 { print; bad = 1 } END { exit bad || NR < 9 }' ||
	fail "contacts"

# the same bytes again
expect 0 "$HARNESS" near.lua -q -f -o again
diff <(column hash $summary) <(column hash again/near/latest/summary.csv) || fail "other poses"

# refuse PATTERN LINE
refuse() {
	printf 'local h = require "harness"\nlocal a = h.shape.box {}\nlocal m = %s\nreturn h.scenario { name = "s", %s\n' \
		"$2" 'sweep = { algorithm = { h.aabb() } }, scene = function () return { bodies = { { a }, { a, motion = m } } } end }' >s.lua
	fails 3 -E "$1" "$HARNESS" s.lua -o s
}
refuse "^s.lua:3: h.at_distance: .*'?distance'?.*-1" 'h.at_distance { count = 2, distance = -1, on = { a, a } }'
refuse "^s.lua:3: h.at_distance: .*distance" 'h.at_distance { count = 2, on = { a, a } }'
refuse "^s.lua:3: h.at_distance: .*two meshes" 'h.at_distance { count = 2, distance = 1, on = { a } }'
refuse "^s.lua:3: h.at_distance: .*did you mean 'distance'" 'h.at_distance { count = 2, distanc = 1, on = { a, a } }'
refuse "^s.lua:3: h.at_distance: pose 1 of 2: at_distance: 1e-18 cannot be met: the coordinates are rounded too coarsely" \
	'h.at_distance { count = 2, distance = 1e-18, on = { a, a } }'

# long NAME KEY [OPTION...]: a million poses run into the limit of an engine's call, after seconds
long() {
	local name=$1 key=$2
	shift 2
	cat >long.lua <<-LUA
		local h = require "harness"
		return h.scenario { name = "long", sweep = { algorithm = { h.aabb() } }, scene = function ()
			local a = h.teapot { faces = 2000 }
			return { bodies = { { a }, { a, motion = h.$name { count = 1000000, $key on = { a, a } } } } }
		end }
	LUA
	fails 3 "^long.lua:4: the engine needs longer than 3 s for this" "$HARNESS" long.lua -o long --script-limit 100ms "$@"
}
long at_distance "distance = 1," --progress plain
tells -E '^long.lua:4: h.at_distance: pose [0-9]+ of 1000000 after [0-9]+ s$'
long touching "" --progress json
grep -qE '^\{"event":"line","text":"long.lua:4: h.touching: pose [0-9]+ of 1000000 after [0-9]+ s"\}$' err.txt ||
	{ cat err.txt; fail "nothing is told as JSON"; }
long at_distance "distance = 1," -q
[ "$(wc -l <err.txt)" -eq 1 ] || { cat err.txt; fail "-q tells it"; }
