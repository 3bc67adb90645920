# Fixed bodies are not paired with each other: contacts, and what brute force is asked unbidden for.
. "$ROOT/tests/cli/lib.sh"
cat >f.lua <<'LUA'
local h = require "harness"
return h.scenario {
	name = "f", runs = 1,
	sweep = { fixed = { false, true }, algorithm = { h.aabb(), h.aabb { leaf = 4 } } },
	-- two large bodies, apart by less than their size: 45000^2 pairs of triangles are more than brute force takes
	scene = function (p)
		local wall, ball = h.teapot { faces = 45000 }, h.teapot { faces = 120 }
		return { bodies = { { wall, fixed = p.fixed }, { wall, fixed = p.fixed }, ball } }
	end,
}
LUA
expect 0 "$HARNESS" f.lua --quick -q --no-figures -o out
csv_lua out/f/latest/summary.csv <<'LUA' || fail "$(cat out/f/latest/summary.csv)"
local checks, contacts = {}, {}
for _, row in ipairs(read_csv(arg[1])) do
	local fixed = tostring(row.fixed)
	if row.role == "check" and row.status == "ok" then checks[fixed] = true end
	if row.role == "point" then contacts[fixed] = row.contacts end
end
assert(checks["1"] and not checks["0"], "the limit of brute force counts pairs of fixed bodies")
assert(contacts["0"] > contacts["1"], "fixed bodies are paired")
LUA
