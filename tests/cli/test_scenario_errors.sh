# Whatever is wrong with a scenario ends in one clear message with file and line (of the key, where there is one), the
# right exit code, and nothing half-written.
. "$ROOT/tests/cli/lib.sh"
limit=${SCRIPT_LIMIT:-400ms}

# refuse CODE LINE PATTERN: the scenario on stdin must end with this code and one message "s.lua:LINE: ...PATTERN...".
refuse() {
	local want=$1 line=$2 pattern=$3 got=0
	shift 3
	cat >s.lua
	rm -rf out
	"$HARNESS" s.lua -o out --script-limit "$limit" "$@" >out.txt 2>err.txt || got=$?
	[ "$got" -eq "$want" ] || { cat s.lua out.txt err.txt; fail "exit $got, not $want"; }
	[ "$(wc -l <err.txt)" -eq 1 ] || { cat s.lua err.txt; fail "not one message"; }
	[ ! -s out.txt ] || { cat s.lua out.txt; fail "says something on stdout"; }
	[ "$line" = - ] || grep -q "^s.lua:$line: " err.txt || { cat s.lua err.txt; fail "not line $line"; }
	grep -qE -- "$pattern" err.txt || { cat s.lua err.txt; fail "does not say '$pattern'"; }
	[ -z "$(find out -mindepth 1 2>/dev/null)" ] || { find out; fail "something half-written is left"; }
}

# with LINE PATTERN TEXT: the same for a whole scenario in which TEXT stands on line 3 and after it.
scene='scene = function (p) local a = h.teapot { faces = 200 } return { bodies = { { a }, { a } } } end,'
with() {
	local line=$1 pattern=$2
	printf 'local h = require "harness"\nreturn h.scenario {\n%s\n}\n' "$3" | refuse 3 "$line" "$pattern"
}
swept='name = "s", sweep = { faces = { 200 }, algorithm = { h.aabb() } },'

# the language
printf 'local x = = 3\n' | refuse 3 1 "unexpected symbol"
printf 'local t = {\n' | refuse 3 2 "near <eof>"
printf 'x = 1\n\nlocal y = nil + 1\n' | refuse 3 3 "attempt to perform arithmetic on a nil value"
printf 'error("my own words")\n' | refuse 3 1 "my own words"
printf 'error({})\n' | refuse 3 1 "table value"
printf 'error()\n' | refuse 3 1 "nil value"
printf 'x = 1\n' | refuse 3 1 "return h.scenario"
printf 'return 5\n' | refuse 3 1 "but returns 5"
printf '' | refuse 3 1 "return h.scenario"
printf '\033Lua' | refuse 3 - "bytecode"
printf 'local a\0b = 1\n' | refuse 3 1 "unexpected|near"
printf 'v 0 0 0\n' >cow.OBJ
fails 2 '^harness: cow.OBJ: is a mesh, not a scenario; .*harness try A B' "$HARNESS" cow.OBJ
luac5.4 -o s.luac - <<<'return 1' 2>/dev/null && { refuse 3 - "bytecode" <s.luac; }

# the sandbox
for name in io os load loadstring loadfile dofile debug package ffi jit; do
	printf '\nlocal x = %s.open\n' "$name" | refuse 3 2 "$name"
done
printf '\nos.execute("true")\n' | refuse 3 2 "scenarios are sandboxed: io, os"
printf 'local x = oss.y\n' | refuse 3 1 "nil value \(global 'oss'\)$"
printf 'string.dump(print)\n' | refuse 3 1 "dump"
printf 'local s = ("").dump\ns(print)\n' | refuse 3 2 "nil value"
printf 'require "ffi"\n' | refuse 3 1 "no module 'ffi'"
printf 'require "modes.entry"\n' | refuse 3 1 "no module 'modes.entry'"
printf 'require "../secret"\n' | refuse 3 1 "no name of a module"
printf 'require "/etc/passwd"\n' | refuse 3 1 "no name of a module"
printf 'collectgarbage("stop")\n' | refuse 3 1 "only 'count'"
printf 'local h = require "harness"\nh.aabb = 3\n' | refuse 3 2 "cannot be changed"
printf 'local h = require "harness"\nlocal x = h.teapto { faces = 200 }\n' | refuse 3 2 "did you mean 'teapot'"
printf 'getmetatable("").__index = nil\n' | refuse 3 1 "boolean value"

# time and memory: no pcall sees them
printf '\nwhile true do pcall(error) end\n' | refuse 3 2 "ran longer"
printf '\nlocal function f() f = f end\nwhile true do pcall(f) end\n' | refuse 3 "[23]" "ran longer"
printf 'local s = ("a"):rep(100000)\nlocal x = s:find((".-"):rep(20) .. "b")\n' | refuse 3 2 "ran longer"
printf 'local s = ("a"):rep(100000)\npcall(string.find, s, (".-"):rep(20) .. "b")\n' | refuse 3 2 "ran longer"
printf 'local c = coroutine.wrap(function ()\n while true do end\nend)\nc()\n' | refuse 3 "[24]" "ran longer"
printf 'setmetatable({}, { __gc = function () while true do end end })\ncollectgarbage("count")\nlocal t = {}\nwhile true do t = { t } end\n' |
	refuse 3 - "ran longer|not enough memory"
printf '\nlocal s = ("x"):rep(2^31)\n' | refuse 3 2 "too large"
printf '\nlocal s = ("x"):rep(2000000000)\n' | refuse 3 2 "not enough memory" --script-limit 20s
printf '\nlocal s = string.format("%%99d", 3):rep(1.5e7)\n' | refuse 3 2 "not enough memory" --script-limit 20s
printf 'local t = {}\nlocal s = ("x"):rep(1e6)\nwhile true do\n t[#t + 1] = s .. #t\nend\n' | refuse 3 4 "not enough memory" --script-limit 20s
printf 'local function f() return 1 + f() end\nf()\n' | refuse 3 1 "stack overflow" --script-limit 20s
printf 'local function f() pcall(f) f() end\nf()\n' | refuse 3 "[12]" "stack overflow|ran longer"
printf 'local t = setmetatable({}, {})\ngetmetatable(t).__index = function (t, k) return t[k] end\nlocal x = t.y\n' |
	refuse 3 2 "stack overflow" --script-limit 20s
printf '\nlocal x = ("x"):rep(99):find(("(x"):rep(40))\n' | refuse 3 2 "too many captures"
{ printf 'return '; printf '(%.0s' $(seq 300); printf '1'; printf ')%.0s' $(seq 300); } | refuse 3 1 "C levels|overflow"

# keys of the scenario
with 3 "unknown key; did you mean 'title'" "titel = 'x',"
with 5 "sweeep: unknown key; did you mean 'sweep'" $'name = "s",\n-- sweeep = 3,\nsweeep = { a = { 1, 2 }, b = "x}" },'
with 2 "name: is missing" "$scene"
with 3 "name: must be a string" "name = 3,"
with 3 "only letters" 'name = "a/b",'
with 3 "only letters" 'name = "..",'
for name in papers reference; do with 3 "holds no runs" "name = '$name',"; done
with 3 "longer than 100 characters" "name = '$(printf 'x%.0s' $(seq 101))',"
with 2 "scene: is missing" "$swept"
with 4 "scene: must be a function" "$swept"$'\nscene = { },'
with 2 "sweep: is missing" 'name = "s",'"$scene"
with 3 "sweeps no algorithm" 'name = "s", sweep = { faces = { 1 } },'"$scene"
with 4 "sweep.faces: is an empty sweep" $'name = "s", sweep = {\nfaces = { }, algorithm = h.aabb() },'"$scene"
with 4 "sweep.algorithm: is an empty sweep" $'name = "s", sweep = {\nalgorithm = { } },'"$scene"
with 4 "sweep.algorithm\\[1\\]: must be an algorithm" $'name = "s", sweep = { algorithm = {\n"aabb",\n"bsp" } },'"$scene"
with 3 "mixes 1 and 'x'" 'name = "s", sweep = { faces = { 1, "x" }, algorithm = h.aabb() },'"$scene"
with 3 "finite number" 'name = "s", sweep = { faces = { 0/0 }, algorithm = h.aabb() },'"$scene"
with 3 "sweep.seed\\[2\\]: 9007199254740993 is no double: the nearest is 9007199254740992" \
	'name = "s", sweep = { seed = { 2, 9007199254740993 }, algorithm = h.aabb() },'"$scene"
with 3 "stands twice" 'name = "s", sweep = { faces = { 2, 3, 2 }, algorithm = h.aabb() },'"$scene"
with 3 "column of summary.csv" 'name = "s", sweep = { nb = { 2 }, algorithm = h.aabb() },'"$scene"
with 3 "column of summary.csv" 'name = "s", sweep = { aabb_leaf = { 2 }, algorithm = h.aabb() },'"$scene"
with 3 "two algorithms are called 'aabb'" 'name = "s", sweep = { algorithm = { h.aabb(), h.aabb { leaf = 1 } } },'"$scene"
with 3 "two algorithms are called 'x'" 'name = "s", sweep = { algorithm = { h.aabb { label = "x" }, h.brute { label = "x" } } },'"$scene"
with 3 "precision: must be a share between 0 and 1" 'precision = "2",'"$swept$scene"
with 3 "runs: must be a whole number from 1 to 1000000, not 1.5" 'runs = 1.5,'"$swept$scene"
with 3 "runs: must be" 'runs = 0,'"$swept$scene"
with 3 "query: must be one of 'all', 'first', 'approach', 'boxes', not 'some'" 'query = "some",'"$swept$scene"
with 3 "query = 'boxes' is of broad phases alone, such as h.broad.sap\(\); aabb is none" 'query = "boxes",'"$swept$scene"
with 3 "sap alone is for query = 'boxes', not 'all'; before a tree it is its .broad." 'name = "s", sweep = { algorithm = h.broad.sap() },'"$scene"
with 3 "objects: is for query = 'boxes' alone" 'objects = "obb",'"$swept$scene"
with 3 "sweep.objects: is for query = 'boxes' alone" 'name = "s", sweep = { objects = "aabb", algorithm = h.aabb },'"$scene"
with 3 "objects: must be one of 'aabb', 'sphere', 'caabb', 'obb', not 'rss'" 'query = "boxes", objects = "rss",'"$swept$scene"
with 3 "unknown parameter 'axs'; did you mean 'axes'" 'query = "boxes", name = "s", sweep = { algorithm = h.broad.sap { axs = "x" } },'"$scene"
with 3 "timeout: must be a time" 'timeout = -1,'"$swept$scene"
with 3 "per_step: must be true or false" 'per_step = 1,'"$swept$scene"
with 3 "quick.facse: .*did you mean 'faces'" 'quick = { facse = 3 },'"$swept$scene"
with 3 "order\\[2\\]: 'facse' is no .*did you mean 'faces'" 'order = { "algorithm", "facse" },'"$swept$scene"
with 4 "tables.a.row: unknown key; did you mean 'rows'" $'tables = { a = {\nrow = "faces" } },'"$swept$scene"
with 4 "tables.a.value: there is no column 'step_m'; did you mean 'step_ms'" \
	$'tables = { a = { rows = "faces",\nvalue = "step_m" } },'"$swept$scene"
with 4 "tables.a.where.algorithm\\[2\\]: must be a string .*not a table" \
	$'tables = { a = { rows = "faces",\nwhere = { algorithm = { "aabb", {} } } } },'"$swept$scene"
with 3 "figures.a.x: is missing" 'figures = { a = { } },'"$swept$scene"
with 4 "figures.a.x: 'step' needs per_step = true" $'figures = { a = {\nx = "step" } },'"$swept$scene"
with 4 "figures.a.y: must be one of 'step_ms', 'contacts', not 'np'" \
	$'per_step = true, figures = { a = { x = "step",\ny = "np" } },'"$swept$scene"
with 3 "claims.*must be a function" 'claims = { ["a b"] = true },'"$swept$scene"

# parameters of algorithms, from the engine's tables
with 4 "aabb: unknown parameter 'leav'; did you mean 'leaf'" $'name = "s", sweep = { algorithm = { h.aabb {\nleav = 2 } } },'"$scene"
with 3 "parameter 'leaf' is '1.5', must be an integer" 'name = "s", sweep = { algorithm = { h.aabb { leaf = 1.5 } } },'"$scene"
with 3 "parameter 'leaf' is '0'" 'name = "s", sweep = { algorithm = { h.sweep(h.aabb, { leaf = { 1, 0 } }) } },'"$scene"
with 3 "parameter 'leaf' must be a number" 'name = "s", sweep = { algorithm = { h.aabb { leaf = "2" } } },'"$scene"
with 3 "parameter 'axis' is 'longst', must be one of" 'name = "s", sweep = { algorithm = { h.aabb { axis = "longst" } } },'"$scene"
with 3 "parameter 'broad' is 'gird', must be 'none' or, perhaps with .*'grid'" 'name = "s", sweep = { algorithm = { h.algorithm { tree = h.tree(), broad = "gird" } } },'"$scene"
with 3 "parameter 'broad' is 'grid\\(side=2', must be" 'name = "s", sweep = { algorithm = { h.tree { broad = "grid(side=2" } } },'"$scene"
with 3 "aabb: broad grid: unknown parameter 'sid'; did you mean 'side'" 'name = "s", sweep = { algorithm = { h.aabb { broad = "grid(sid=2)" } } },'"$scene"
with 4 "grid: unknown parameter 'sid'; did you mean 'side'" $'name = "s", sweep = { algorithm = { h.aabb { broad = h.broad.grid {\nsid = 2 } } } },'"$scene"
with 3 "grid: parameter 'side' is '0', must be a number from" 'name = "s", sweep = { algorithm = { h.aabb { broad = h.broad.grid { side = 0 } } } },'"$scene"
with 3 "parameter 'broad' must be a h.broad.<name>.* or its name, not a table" 'name = "s", sweep = { algorithm = { h.aabb { broad = { side = 2 } } } },'"$scene"
with 3 "h.broad.gird: unknown name; did you mean 'grid'" 'name = "s", sweep = { algorithm = { h.aabb { broad = h.broad.gird() } } },'"$scene"
with 3 "parameter 'roots' is 'sphere.bal', must be 'none' or a list" 'name = "s", sweep = { algorithm = { h.algorithm { tree = h.tree(), roots = { "sphere", "bal" } } } },'"$scene"
with 3 "parameter 'roots' names 'aabb' twice" 'name = "s", sweep = { algorithm = { h.tree { roots = { "aabb", "aabb" } } } },'"$scene"
with 3 "parameter 'roots': must be a list of at most 8 names" 'name = "s", sweep = { algorithm = { h.tree { roots = { 1 } } } },'"$scene"
with 3 "parameter 'roots': must be a list of names, .* without holes" 'name = "s", sweep = { algorithm = { h.tree { roots = { first = "aabb" } } } },'"$scene"
with 3 "sao: parameter 'roots' is fixed at 'sphere.aabb'; h.tree leaves it open" 'name = "s", sweep = { algorithm = { h.algorithm { tree = h.sao, roots = { "sphere" } } } },'"$scene"
with 3 "tree: parameter .prejudge. is of volume obb alone, which is not chosen" 'name = "s", sweep = { algorithm = { h.algorithm { tree = h.tree, prejudge = true } } },'"$scene"
with 3 "two algorithms are called 'tree'" 'name = "s", sweep = { algorithm = { h.tree { volume = h.bv.obb { fit = "slabs", k = 5 }, by = "place" }, h.tree { volume = "obb", fit = "slabs", k = 5, by = "place" } } },'"$scene"
with 3 "parameter 'fit' is 'hull' and, inside of parameter 'volume', 'slabs'" 'name = "s", sweep = { algorithm = { h.tree { fit = "hull", volume = h.bv.obb { fit = "slabs" } } } },'"$scene"
with 3 "obb: unknown parameter 'fitt'; did you mean 'fit'" 'name = "s", sweep = { algorithm = { h.tree { volume = h.bv.obb { fitt = "slabs" } } } },'"$scene"
with 3 "aabb: parameter 'k' is of volume kdop, fit slabs alone, which aabb does not choose" 'name = "s", sweep = { algorithm = { h.aabb { k = 6 } } },'"$scene"
with 3 "'kdop' leaves its directions open" 'name = "s", sweep = { algorithm = { h.tree { roots = { "kdop" } } } },'"$scene"
with 3 "unknown name; did you mean 'aabb'" 'name = "s", sweep = { algorithm = { h.tree { volume = h.bv.aab } } },'"$scene"
with 3 "h.broad.none: unknown name; there are 'aabbtree', 'grid', .*'sap'" 'name = "s", sweep = { algorithm = { h.aabb { broad = h.broad.none } } },'"$scene"
with 3 "tree: unknown parameter 'bv'; did you mean 'volume'\?" 'name = "s", sweep = { algorithm = { h.tree { bv = "obb" } } },'"$scene"
with 4 "h.where: an algorithm is never equal to a text: compare p.algorithm.kind" \
	$'name = "s", sweep = h.where({ algorithm = { h.aabb, h.brute } }, function (p)\nreturn p.algorithm == "brute" end),'"$scene"
with 3 "h.where: an algorithm is never equal to a text" \
	"name = 's', sweep = h.where({ algorithm = { h.aabb, h.brute } }, function (p) return 'brute' ~= p.algorithm end),$scene"

# sweep forms
with 3 "h.zip: b: has 1 values, 'a' has 2" 'name = "s", sweep = { h.zip { a = { 1, 2 }, b = { 1 } }, algorithm = h.aabb() },'"$scene"
with 3 "h.chain: \\[2\\]: sweeps { b }, the first { a }" 'name = "s", sweep = { h.chain { { a = 1 }, { b = 1 } }, algorithm = h.aabb() },'"$scene"
with 3 "leaves no point" 'name = "s", sweep = { h.where({ a = 1 }, function () return false end), algorithm = h.aabb() },'"$scene"
with 3 "h.log: to: must not be below" 'name = "s", sweep = { a = h.log { from = 4, to = 2, count = 3 }, algorithm = h.aabb() },'"$scene"
with 3 "'a' is swept twice" 'name = "s", sweep = { a = 1, h.zip { a = { 2 } }, algorithm = h.aabb() },'"$scene"

# populations
two='{ a }, { a }'
drawn() { # LINE PATTERN KEYS [BODIES]
	with "$1" "$2" "$swept $3,
scene = function (p) local a = h.teapot { faces = 200 } return { bodies = { ${4:-$two} } } end"
}
pose='pose = h.drawn.touching {}'
drawn 3 "drawn.count: must be a whole number from 1 to 100000, not 0" "drawn = { $pose, count = 0 }"
drawn 3 "drawn.count: is missing" "drawn = { $pose }"
drawn 3 "drawn.hold_out: must be a finite number from 0.1 to 0.5, not 0.6" "drawn = { $pose, count = 1, hold_out = 0.6 }"
drawn 3 "drawn.hold_out: is 1 over no whole number" "drawn = { $pose, count = 1, hold_out = 0.4 }"
drawn 3 "drawn.pose: must be a drawn pose, such as h.drawn.touching \\{ depth = 0.02 \\}, not 'x'" 'drawn = { pose = "x", count = 1 }'
drawn 3 "h.drawn.touching: depht: unknown key; did you mean 'depth'" 'drawn = { pose = h.drawn.touching { depht = 1 } }'
drawn 3 "h.drawn.touching: depth: must be a finite number from 0 to 1, not 2" \
	"drawn = { pose = h.drawn.touching { depth = function (p) return 2 end }, count = 1 }"
drawn 3 "h.drawn.at_distance: distance: is missing" "drawn = { pose = h.drawn.at_distance { distance = function () end }, count = 1 }"
drawn 3 "p.dept: a scene's point has no such value" \
	"drawn = { pose = h.drawn.touching { depth = function (p) return p.dept end }, count = 1 }"
drawn 3 "h.drawn.tuching: unknown name; did you mean 'touching'" 'drawn = { pose = h.drawn.tuching {} }'
drawn 3 "drawn: is given besides per_step" "drawn = { $pose, count = 1 }, per_step = true"
drawn 3 "quick.drawn: must be a whole number from 1" "drawn = { $pose, count = 1 }, quick = { drawn = 0 }"
drawn 3 "quick.drawn: is given without drawn" "quick = { drawn = 1 }"
drawn 3 "h.drawn.touching: on: is missing: the scene has 3 bodies" "drawn = { $pose, count = 1 }" '{ a }, { a }, { a }'
line='motion = h.line { from = { 0, 0, 0 }, to = { 1, 1, 1 }, steps = 2 }'
drawn 3 "drawn: is of one body, but bodies\\[1\\] and bodies\\[2\\] have a motion" "drawn = { $pose, count = 1 }" "{ a, $line }, { a, $line }"
with 3 "drawn: needs a scene of bodies" "$swept drawn = { $pose, count = 1 }, scene = function () return h.scenes.crowd { } end"
with 4 "drawn: is not for query = 'approach'" "name = 's', query = 'approach',
sweep = { algorithm = { h.aabb() } }, drawn = { $pose, count = 1 }, $scene"

# scenes
scene_of() { printf '%s\nscene = function (p)\n%s\nend,' "$swept" "$2" >body.txt; with "$1" "$3" "$(cat body.txt)"; }
scene_of 4 'return 3' "scene: must be .*not 3"
scene_of 4 'return' "scene: is missing"
scene_of 5 'return { bodis = {} }' "scene: bodis: unknown key"
scene_of 5 'return { bodies = h.scenes.crowd { count = 4 } }' "scene: bodies: must be a list of bodies, not a generated scene"
scene_of 5 'return { bodies = { h.scenes.crowd { count = 4 } } }' "bodies\\[1\\]: must be .*, not a generated scene"
scene_of 5 'return { bodies = { { h.teapot { faces = 200 } } } }' "needs two bodies or more, has 1"
scene_of 6 $'return { bodies = { { h.teapot { faces = 200 } },\n{ motion = h.line { from = { 0, 0, 0 }, to = { 1, 0, 0 }, steps = 3 } } } }' "without a mesh"
scene_of 5 'return { bodies = { { 3 }, { 4 } } }' "bodies\\[1\\]\\[1\\]: must be a mesh"
scene_of 5 'return { bodies = { h.teapot { faces = -5 } } }' "h.teapot: faces: must be a whole number from 100 to 1000000, not -5"
scene_of 5 'return { bodies = { h.teapot { faces = 200.5 } } }' "not 200.5"
scene_of 6 $'local m = h.line {\nfrom = { 0, 0, 0 }, to = { 1, 0, 0 }, steps = -3 }' "h.line: steps: must be .*not -3"
scene_of 5 'local m = h.line { from = { 0, 0 }, to = { 1, 0, 0 }, steps = 3 }' "from\\[3\\]: is missing"
scene_of 5 'local m = h.line { from = { 0, 0, 0 }, to = { 1, 0, 0 }, steps = 3, axis = { 0, 0, 1 } }' "axis: needs turns"
scene_of 5 'return h.teapot { faces = 200 }.faces()' "write mesh:faces\\(\\)"
scene_of 5 'return h.mesh { file = "a.obj", scale = -1 }' "h.mesh: scale: must be a finite number above 0, not -1"
scene_of 5 'local m = h.spin { axis = { 0, 0, 0 }, turns = 1, steps = 3 }' "axis: must not be zero"
scene_of 5 'local m = h.spin { axis = { 0, 0, 1 }, steps = 3 }' "turns, degrees or angle"
scene_of 5 'local m = h.touching { count = 0, on = {} }' "count: must be"
scene_of 5 'local a = h.teapot { faces = 200 } local m = h.touching { count = 1, on = { a } }' "must name two meshes"
scene_of 8 $'local a = h.teapot { faces = 200 }\nlocal x, y = h.line { from = { 0, 0, 0 }, to = { 1, 0, 0 }, steps = 3 }, h.spin { axis = { 0, 0, 1 }, turns = 1, steps = 4 }\nreturn { bodies = { { a, motion = x },\n{ a, motion = y } } }' \
	"has 4 poses, bodies\\[1\\] has 3"
scene_of 5 'local m = h.path { poses = { { position = { 0, 0, 0 } } }, steps = 3 }' "h.path: poses: needs two poses or more, has 1"
scene_of 7 $'local m = h.path { poses = { { position = { 0, 0, 0 } },\n{ position = { 1, 0, 0 },\nquaternion = { 1, 0, 0, 0 }, axis = { 0, 0, 1 } } }, steps = 3 }' \
	"poses\\[2\\].axis: is given besides 'quaternion'"
scene_of 5 'local m = h.path { poses = { { position = { 0, 0, 0 } }, { position = { 1, 0, 0 }, degrees = 3 } }, steps = 3 }' "axis: is missing"
scene_of 5 'local m = h.path { poses = { { position = { 0, 0, 0 }, axis = { 0, 0, 1 } }, { position = { 1, 0, 0 } } }, steps = 3 }' "needs turns"
scene_of 5 'local m = h.path { poses = { { position = { 0, 0, 0 }, quaternion = { 0, 0, 0, 0 } }, { position = { 1, 0, 0 } } }, steps = 3 }' "quaternion: must not be zero"
scene_of 5 'local m = h.path { poses = { { position = { 0, 0, 0 }, quaternion = { w = 1, 0, 0, 0 } }, { position = { 1, 0, 0 } } }, steps = 3 }' \
	"quaternion.w: must be four numbers, \\{ w, x, y, z \\}, without a key$"
scene_of 5 'local m = h.path { poses = { { position = { 0, 0, 0, 0 } }, { position = { 1, 0, 0 } } }, steps = 3 }' \
	"position\\[4\\]: must be three numbers, \\{ x, y, z \\}$"
scene_of 5 'local m = h.path { poses = { { position = { 0, 0, 0 }, at = 1 }, { position = { 1, 0, 0 }, at = 1 } }, steps = 3 }' "must be after that of the pose before, 1"
scene_of 5 'local m = h.path { poses = { { position = { 0, 0, 0 } }, { position = { 1, 0, 0 }, at = 1 } }, steps = 3 }' "all poses need a time"
scene_of 5 'local a, m = h.teapot { faces = 200 }, h.path { poses = { { position = { 0, 0, 0 } }, { position = { 1, 0, 0 } } }, steps = 1 } return { bodies = { a, { a, motion = m } } }' \
	"h.path: a path through 2 poses needs as many steps, not 1"
scene_of 5 'local m = h.random_walk { steps = 5, step = 0.1 }' "within: is missing, must be a radius, or a box"
scene_of 5 'local m = h.random_walk { steps = 5, step = 0.1, within = 0 }' "within: must be a finite number above 0"
scene_of 5 'local m = h.random_walk { steps = 5, step = 0.1, within = { { 0, 0, 0 }, { 1, -1, 0 } } }' "within\\[2\\]\\[2\\]: is below"
scene_of 5 'local m = h.random_walk { steps = 5, step = 0.1, within = { { 0, 0, 0 }, { 1, 1, 1 } }, from = { 0, 2, 0 } }' "from\\[2\\]: is outside of the box"
scene_of 5 'local m = h.random_walk { steps = 5, step = -1, within = 1 }' "step: must be"
scene_of 5 'local m = h.approach { on = { h.teapot { faces = 200 } } }' "must name two meshes"
scene_of 5 'local x = p.faces.y.z' "attempt to index"
scene_of 5 'local n = h.input("poses", 10)' "h.input: 'poses' belongs outside of functions"
scene_of 5 'local x = h.teapot { faces = p.facse }' "p.facse: a scene's point has no such value; did you mean 'faces'"
scene_of 5 'while true do pcall(error) end' "ran longer"

# models: the surroundings' fault
model() { printf '%s\nscene = function (p) local a = h.mesh {\n%s } return { bodies = { { a }, { a } } } end,' "$swept" "$1" >body.txt
	printf 'local h = require "harness"\nreturn h.scenario {\n%s\n}\n' "$(cat body.txt)" | refuse 7 4 "$2"; }
model 'file = "missing.obj"' "missing.obj: No such file"
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n' >bad.obj
model 'file = "bad.obj"' "bad.obj:4"
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >good.obj
model 'file = "good.obj", sha256 = "0000000000000000000000000000000000000000000000000000000000000000"' "sha256|SHA-256"
mkfifo pipe.obj
model 'file = "pipe.obj"' "pipe.obj"

# a scene that cannot be baked: found late, and still nothing is left
scene_of - 'local a = h.teapot { faces = 200 } return { bodies = { a, { a, motion = h.line { from = { 0, 0, 0 }, to = { 1e200, 0, 0 }, steps = 2 } } } }' "2\\^200|coordinate"
deform_of() { # LINE WHAT KEYS OF THE DEFORMATION, a newline after the first
	scene_of "$1" 'local a, b = h.teapot { faces = 200 }, h.teapot { faces = 150 }
return { bodies = { b, { a, deform = h.deform { mesh = a, steps = 3,'"$3"' }, motion = h.line { from = { 0, 0, 0 }, to = { 1, 0, 0 }, steps = 3 } } } }' "$2"
}
deform_of 6 "h.deform: kind: is missing, must be one of 'wave', 'dent', 'twist'" ''
deform_of 6 "h.deform: kind: must be one of 'wave', 'dent', 'twist', not 'wav'" ' kind = "wav"'
deform_of 7 "h.deform: share: must be .*not 1.5" $'\nkind = "dent", share = 1.5'
deform_of 7 "h.deform: length: is of kind 'wave', not 'dent'" $' kind = "dent",\nlength = 0.5'
deform_of 7 "h.deform: cycles: is of kind 'wave', not 'twist'" $' kind = "twist",\ncycles = 0'
deform_of 6 "h.deform: twist: amplitude is 0.75; more than 0 and at most 0.5 is allowed" ' kind = "twist", amplitude = 0.75'
deform_of 6 "h.deform: wave: vertex .* does not move at step 0" ' kind = "wave", amplitude = 1e-300'
deform_of 6 "bodies\\[2\\].deform: has 4 steps, bodies\\[2\\] has 3" ' steps = 4, kind = "wave"'
deform_of 6 "bodies\\[2\\].deform: is a deformation of another mesh" ' mesh = b, kind = "wave"'
scene_of 6 $'local a = h.teapot { faces = 200 } return { bodies = { a,\n{ a, fixed = 1 } } }' "bodies\\[2\\].fixed: must be true or false, not 1"
scene_of 6 $'local a = h.teapot { faces = 200 } return { bodies = { a,\n{ a, fixed = true, motion = h.line { from = { 0, 0, 0 }, to = { 1, 0, 0 }, steps = 2 } } } }' \
	"bodies\\[2\\].fixed: is true of a body that moves"
scene_of 6 $'local a = h.teapot { faces = 200 } return { bodies = { a,\n{ a, fixed = true, deform = h.deform { mesh = a, kind = "wave", steps = 2 } } } }' \
	"bodies\\[2\\].fixed: is true of a body that deforms"

# whatever is thrown
printf 'error({ text = "mine", exit = 0 })\n' | refuse 3 1 "table value"
# neither a table nor a text of the scenario chooses the exit code, nor does an error of the engine that was changed
printf 'error({ text = "mine", exit = 7 })\n' | refuse 3 1 "table value"
printf 'error("\\7mine", 0)\n' | refuse 3 1 "mine"
printf 'local h = require "harness"\nlocal _, e = pcall(h.teapot, { faces = -1 })\ne.exit, e.text = 2, "changed"\nerror(e)\n' |
	refuse 3 2 "faces: must be"
printf 'local h = require "harness"\nrawset(h, "aabb", 3)\n' | refuse 3 2 "rawset: the vocabulary cannot be changed"
printf 'local h = require "harness"\nlocal a = h.aabb()\nrawset(a, "kind", "bsp")\n' | refuse 3 3 "cannot be changed"
printf 'error(setmetatable({}, { __tostring = function () error("again") end }))\n' | refuse 3 - "."
printf 'for i = 1, 1e9 do print(i) end\n' >s.lua
expect 3 "$HARNESS" s.lua -o out --script-limit 20s
tail -n 1 err.txt | has "^s.lua:1: the scenario prints more than 1 MiB" || fail "prints without end"
long=$(printf 'directory%.0s/' $(seq 20))
mkdir -p "$long"
printf '\nlocal x = nil + 1\n' >"$long/s.lua"
fails 3 "^$long/s.lua:2: attempt" "$HARNESS" "$long/s.lua" -o out
printf '\nlocal x = = 1\n' >"$long/s.lua"
fails 3 "^$long/s.lua:2: unexpected" "$HARNESS" "$long/s.lua" -o out

printf 'error("\\tx", 0)\n' | refuse 3 1 "x$" # and not exit 9, the number of a tab
printf 'error("\\1x", 0)\n' | refuse 3 1 "x$"
printf 'error("", 0)\n' | refuse 3 1 "without a text"
printf 'error("\\n\\n", 0)\n' | refuse 3 1 "without a text"
printf 'error("a\\27[2Jb\\n\\n")\n' | refuse 3 1 "a \\[2Jb$"
printf 'error(("x"):rep(1e6))\n' | refuse 3 1 "xxx\\.\\.\\.$"
printf 'local function f() return coroutine.wrap(f)() end\nf()\n' | refuse 3 1 "^s.lua:1: C stack overflow" --script-limit 20s

# what editors and shells put in front of a text is no part of the program
printf '\xEF\xBB\xBF#!/usr/bin/env harness\nlocal h = require "harness"\nreturn h.scenario { nme = 3 }\n' | refuse 3 3 "nme: unknown key"

# an error in a module of one's own is told with the module's name
printf 'local t = {}\nt.x.y = 1\nreturn t\n' >helper.lua
cat >s.lua <<<'local m = require "helper"'
fails 3 '^\./helper.lua:2: \|^helper.lua:2: ' "$HARNESS" s.lua -o out

# directions of k-DOPs
directions() {
	with "$1" "$2" "name = \"s\", $scene
sweep = { algorithm = $3 },"
}
directions 4 "direction 3 \(0, 0, 0\) is zero" 'h.kdop { directions = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 0 } } }'
directions 4 "direction 4 \(0, 2, 0\) is a duplicate.*direction 2 \(0, 1, 0\)" \
	'h.kdop { directions = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 0, 2, 0 } } }'
directions 4 "do not span space" 'h.kdop { directions = { { 1, 0, 0 }, { 0, 1, 0 }, { 1, 1, 0 } } }'
directions 4 "vector 2 must be three finite numbers" 'h.kdop { directions = { { 1, 0, 0 }, { 0, 1 }, { 1, 1, 0 } } }'
directions 4 "vector 3: z is inf, must be a finite number" \
	'h.kdop { directions = { { 1, 0, 0 }, { 0, 1, 0 }, { 1, 1, 1 / 0 } } }'
directions 4 "vector 2: x is nan, must be a finite number" \
	'h.kdop { directions = { { 1, 0, 0 }, { 0 / 0, 1, 0 }, { 1, 1, 1 } } }'
directions 4 "must be a list of vectors" 'h.kdop { directions = { x = { 1, 0, 0 } } }'
directions 4 "must be a list of vectors" 'h.kdop { directions = {} }'
directions 4 "must be a list of vectors|list of vectors" 'h.kdop { directions = 7 }'
directions 4 "k is 13; there are sets of 6, 14, 18 and 26" 'h.kdop { k = 13 }'
directions 4 "'0', must be an integer from 1 to 256" 'h.kdop { k = 0 }'
directions 4 "parameter .k. is of volume kdop, fit slabs alone, which is not chosen" 'h.tree { volume = "obb", k = 8 }'
directions 4 "give one of both" \
	'h.kdop { k = 14, directions = { { 1, 0, 0 }, { 0, 1, 0 }, { 1, 1, 1 } } }'
directions 4 "parameter .directions. is of volume kdop alone, which is not chosen" \
	'h.tree { directions = { { 1, 0, 0 }, { 0, 1, 0 }, { 1, 1, 1 } } }'
directions 4 "vector 1 must be three finite numbers" 'h.sweep(h.kdop, { directions = { { { 1, 0 } } } })'
directions 4 "has 200 vectors.*vector 129 is too many" \
	'h.kdop { directions = (function () local t = {} for i = 1, 200 do t[i] = { 1, i, i * i } end return t end)() }'
directions 4 "100 directions.*slab 65, at most 64" \
	'h.kdop { directions = (function () local t = {} for i = 1, 100 do t[i] = { 1, i, i * i } end return t end)() }'
directions 4 "volume 'kdop' cannot be updated by 'sat'; it can by refit, rebuild, hull" 'h.kdop { by = "sat" }'
directions 4 "by 'hull'.*at most 16 directions, not 30" \
	'h.kdop { by = "hull", directions = (function () local t = {} for i = 1, 30 do t[i] = { 1, i, i * i } end return t end)() }'

# print commands no terminal: neither by ASCII control characters nor by those of C1, as UTF-8 or as bytes
printf 'print("a\\27[2Jb\\tc\\194\\155d\\155e \\195\\169\\nf")\nerror("end", 0)\n' >s.lua
expect 3 "$HARNESS" s.lua -o out
head -n 2 err.txt | diff - <(printf 'a [2Jb\tc d e \303\251\nf\n') || fail "print is not cleaned"

# the engine's work for a scenario has a limit, which names the description
cat >long.lua <<'LUA'
local h = require "harness"
return h.scenario { name = "long", sweep = { algorithm = { h.aabb() } }, scene = function ()
	local a = h.teapot { faces = 2000 }
	return { bodies = { { a }, { a,
		motion = h.touching { count = 1000000, on = { a, a } } } } }
end }
LUA
fails 3 "^long.lua:5: the engine needs longer than 6 s for this (30 times --script-limit)" "$HARNESS" long.lua -o out --script-limit 200ms
[ ! -e out ] || fail "something is left"

# 200,000 points and no more
cat >many.lua <<'LUA'
local h = require "harness"
local a, b = {}, {}
for i = 1, 450 do a[i], b[i] = i, i end
return h.scenario { name = "many", sweep = { x = a, y = b, algorithm = { h.aabb() } }, scene = function () end }
LUA
fails 3 "more than 200000 points" "$HARNESS" plan many.lua

# meshes that the scenario's own calls need may use 1 GiB together, however many calls make them
cat >own.lua <<'LUA'
local h = require "harness"
local keep = {}
for i = 1, 1000 do
	keep[i] = h.shape.box { nx = 1000, ny = 1000, nz = 1000 - i }
	keep[i]:bounds()
end
LUA
fails 7 -E '^own.lua:4: out of memory: [0-9]+ bytes asked for, [0-9]+ in use, limit [0-9]+$' "$HARNESS" plan own.lua
