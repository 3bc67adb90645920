# Pictures: harness draw, and those of a run: one a distinct scene, the same bytes every time, none with --no-figures.
# shellcheck source=tests/cli/lib.sh
. "$ROOT/tests/cli/lib.sh"

cat >tetra.obj <<-'OBJ'
	v 0 0 0
	v 1 0 0
	v 0 1 0
	v 0 0 1
	f 1 3 2
	f 1 2 4
	f 1 4 3
	f 2 3 4
OBJ
cat >pictures.lua <<-'LUA'
	local h = require "harness"
	return h.scenario {
		name = "pictures",
		sweep = { model = { "tetra.obj" }, faces = { 200, 300 }, seed_of_nothing = { 1, 2 }, algorithm = { h.aabb(), h.bsp() } },
		order = { "faces", "model", "seed_of_nothing", "algorithm" },
		runs = 1,
		scene = function (p)
			local a, b = h.teapot { faces = p.faces }, h.mesh { file = p.model }
			return { bodies = { { a }, { b, motion = h.touching { count = 7, seed = 5, depth = 0.1, on = { a, b } } } } }
		end,
	}
LUA

# a run: eight points of four groups have two scenes
expect 0 "$HARNESS" pictures.lua -q
run=results/pictures/latest
pictures=("$run"/pictures/*.svg)
[ ${#pictures[@]} -eq 2 ] || fail "${#pictures[@]} pictures of two scenes"
[ "$(column picture "$run/pictures/pictures.csv" | tr '\n' ' ')" = "0000-200-tetra.obj-1.svg 0002-300-tetra.obj-1.svg " ] ||
	{ cat "$run/pictures/pictures.csv"; fail "the names"; }
[ "$(column points "$run/pictures/pictures.csv" | tr '\n' '|')" = "1 2 3 4|5 6 7 8|" ] || fail "the points"
grep -q 'pictures/0002-300-tetra.obj-1.svg' "$run/report.md" || fail "report.md names no picture"
grep -q '>tetra.obj: 4 triangles<' "${pictures[0]}" || fail "a model without its file's name"
grep -q '>body 1: 200 triangles<' "${pictures[0]}" || fail "a body without a number"
[ "$(grep -c 'touching triangle pairs<' "${pictures[0]}")" -eq 5 ] || fail "not five steps"
grep -q '>step 7 of 7: [1-9]' "${pictures[0]}" || fail "nothing touches at the last step"

# the same again, by report and by draw
cp -r "$run/pictures" first
rm "${pictures[1]}"
expect 0 "$HARNESS" report "$run"
diff -r first "$run/pictures" || fail "the report's pictures differ"
expect 0 "$HARNESS" draw pictures.lua --point 7 -o -
cmp out.txt "${pictures[1]}" || fail "draw makes another picture than the run"
rm "$run"/scenes/*
expect 0 "$HARNESS" report "$run"
diff -r first "$run/pictures" || fail "a run without scenes lost its pictures"

# the marks are the contacts that the algorithm counts
expect 0 "$HARNESS" export pictures.lua --point 1 --step 1 -o step.ply
grep -q "^step.ply: $(grep -o '>step 1 of 7: [0-9]*' "${pictures[0]}" | grep -o '[0-9]*$') contacts" err.txt || fail "other contacts"

# none
expect 0 "$HARNESS" pictures.lua -q -f --no-figures -o plain
[ ! -e plain/pictures/latest/pictures ] || fail "pictures with --no-figures"
grep -q pictures/ plain/pictures/latest/report.md && fail "report.md names pictures that are not there"

# files of the user's
expect 0 "$HARNESS" draw pictures.lua --point 1
cmp pictures-1.svg "${pictures[0]}" || fail "not the run's picture"
expect 0 "$HARNESS" draw pictures.lua --point 1
echo >>pictures-1.svg
fails 2 "pictures-1.svg is there already, with other bytes; -f overwrites it" "$HARNESS" draw pictures.lua --point 1
expect 0 "$HARNESS" draw pictures.lua --point 1 -o a.png -q
[ "$(head -c 4 a.png | tail -c 3)" = PNG ] || fail "a.png is none"
[ ! -s err.txt ] || fail "-q says something"
expect 0 "$HARNESS" draw pictures.lua --point 1 -f
fails 2 "usage: harness draw FILE --point N" "$HARNESS" draw pictures.lua
fails 2 "the scenario has points 1 to 8" "$HARNESS" draw pictures.lua --point 9
expect 2 "$HARNESS" draw pictures.lua --point 1 --step 2
expect 7 "$HARNESS" draw pictures.lua --point 1 -o no/such/folder.svg
mkdir temporary
expect 1 env TMPDIR="$PWD/temporary" "$HARNESS" draw pictures.lua --point 1 -o b.svg --timeout 1ms -s faces=100000
[ ! -e b.svg ] && [ -z "$(ls temporary)" ] || fail "something is left behind"

# objects of a broad phase, and a scene with too many triangles for an SVG
cat >objects.lua <<-'LUA'
	local h = require "harness"
	return h.scenario {
		name = "objects", query = "boxes",
		sweep = { objects = { "aabb", "sphere" }, algorithm = { h.broad.sap() } },
		runs = 1,
		scene = function () return h.scenes.brownian { count = 20, steps = 3, density = 3 } end,
	}
LUA
expect 0 "$HARNESS" objects.lua -q
grep -q '>step 3 of 3: [0-9]* touching pairs<' results/objects/latest/pictures/0001-sphere.svg || fail "no picture of objects"
expect 0 "$HARNESS" draw pictures.lua --point 1 -s faces=60000
[ -e pictures-1.png ] || fail "60000 triangles are no PNG"

# of a population, the timed instances on which the others took longest beside the first algorithm
cat >drawn.lua <<-'LUA'
	local h = require "harness"
	return h.scenario {
		name = "drawn", runs = 6, preempted = "keep",
		sweep = { faces = { 100 }, algorithm = { h.aabb(), h.bsp(), h.dassd() } },
		drawn = { pose = h.drawn.touching { depth = 0.03 }, count = 20, block = 6 },
		scene = function (p) return { bodies = { { h.teapot { faces = 100 } }, { h.teapot { faces = p.faces } } } } end,
		figures = { ratios = { x = "instance", y = "ratio_to_first" }, tests = { x = "instance", y = "np" } },
	}
LUA
expect 0 "$HARNESS" drawn.lua -q
run=results/drawn/latest
csv_lua "$run" <<'LUA' || fail "the worst instances"
local function read(name) return assert(io.open(arg[1] .. "/" .. name)):read "a" end
local picture, want, number = read "pictures/0000-100.svg", {}, 0
for _, row in ipairs(csv.parse(read "drawn.csv")) do
	if row.role == "point" and row.over_algorithm == "aabb" then
		want[#want + 1] = ("step %d: %s / aabb = %.3g"):format(row.most_instance, row.algorithm, row.ratio_most)
	end
end
assert(#want == 2)
for text in picture:gmatch ">(step %d+: %a+ / aabb[^<]*)<" do
	number = number + 1
	assert(text == want[number], text)
end
assert(number == 2 or want[1]:match "%d+" == want[2]:match "%d+")
-- the figure says where 5, 50 and 95 % of its values are, which are those of instances.csv, in order
local values, report = {}, read "report.md"
for _, row in ipairs(csv.parse(read "instances.csv")) do
	if row.role == "point" and row.algorithm == "bsp" then values[#values + 1] = row.np end
end
table.sort(values)
assert(report:find(("bsp: 5 %% of the instances are below %d, half below %d, 95 %% below %d; the greatest, %d, is"):format(
	values[2], values[11], values[19], values[20]), 1, true), table.concat(values, " "))
local _, links = report:gsub("took longest beside the first: %[0000%-100%.svg%]", "")
assert(links == 1, "a link at a figure of times, and at no other")
LUA
cp -r "$run/pictures" worst
expect 0 "$HARNESS" report "$run"
diff -r worst "$run/pictures" || fail "the report draws other instances"

# of trajectories, the first step of each of these
sed -i 's/"drawn"/"walks"/; s/drawn = {/drawn = { walk = h.drawn.walk { steps = 3, step = 0.03, degrees = 2 },/' drawn.lua
expect 0 "$HARNESS" drawn.lua -q
csv_lua results/walks/latest <<'LUA' || fail "the worst trajectories"
local picture, want, number = assert(io.open(arg[1] .. "/pictures/0000-100.svg")):read "a", {}, 0
for _, row in ipairs(read "drawn.csv") do
	if row.role == "point" and row.over_algorithm == "aabb" then
		want[("step %d: %s / aabb = %.3g"):format(3 * row.most_instance - 2, row.algorithm, row.ratio_most)] = true
	end
end
for text in picture:gmatch ">(step %d+: %a+ / aabb[^<]*)<" do
	number = number + 1
	assert(want[text], text)
end
assert(number > 0)
LUA
