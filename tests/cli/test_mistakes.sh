# Mistakes in tables, figures and claims are found by `plan` and before the first sample, with file and line.
. "$ROOT/tests/cli/lib.sh"

# scenario PARTS: a scenario with these further keys, from line 4 on.
scenario() {
	cat >s.lua <<-LUA
		local h = require "harness"
		return h.scenario {
		name = "s", runs = 1, quick = { faces = 200 },
		$1
		sweep = { faces = { 200, 220 }, moving = "near", algorithm = { h.sweep(h.aabb, { leaf = { 1, 2 } }), h.bsp() } },
		columns = { double = "nb + nb" },
		scene = function (p)
			local a, b = h.teapot { faces = p.faces }, h.teapot { faces = 150 }
			return { bodies = { { a }, { b, motion = h.touching { count = 2, seed = 5, on = { a, b } } } } }
		end }
	LUA
}

# refused LINE TEXT PARTS: both refuse it, and nothing is measured.
refused() {
	scenario "$3"
	for command in plan run; do
		if [ $command = run ]; then expect 3 "$HARNESS" s.lua -q --no-figures -o out
		else expect 3 "$HARNESS" plan --no-trial s.lua; fi
		tells -F "$2"
		tells "^s.lua:$1: "
		[ ! -e out ] || fail "$command: something was measured"
	done
}

refused 4 "there is no r:belw; did you mean 'below'?" \
	'claims = { c = function (r) return r:belw({}, {}) end },'
refused 5 "no point of the scenario has algorithm = bspp; did you mean 'bsp'?" \
	'claims = { c = function (r)
		return r:value { algorithm = "bspp", faces = 200 } > 0 end },'
refused 4 "no column 'step_sm' in summary.csv; did you mean 'step_ms'?" \
	'claims = { c = function (r) return r:value({ algorithm = "bsp", faces = 200 }, "step_sm") > 0 end },'
refused 4 "2 points have algorithm=bsp; name also: faces" \
	'checks = { c = function (r) return r:value { algorithm = "bsp" } > 0 end },'
refused 5 "tables.t.where.faces: no point of the scenario has faces = 230" \
	'tables = { t = { rows = "leaf", where = {
		faces = { 200, 230 } } } },'
refused 4 "figures.f.where.kind: no point of the scenario has kind = bssp; did you mean 'bsp'?" \
	'figures = { f = { x = "faces", where = { kind = "bssp" } } },'
refused 5 "fall into one cell; name in where (or as rows, columns): faces" \
	'tables = {
		t = { rows = "query" } },'
refused 4 "would both be written to 't_1'" \
	'tables = { ["t 1"] = { rows = "faces", columns = "algorithm" }, ["t/1"] = { rows = "faces", columns = "algorithm" } },'
refused 4 "arithmetic on a nil value" 'claims = { c = function (r) return r:values("faces")[3] + 1 > 0 end },'

# what --quick, --filter and -s leave out is a note, and the claims stay undecided
scenario 'claims = { both = function (r)
	return r:below({ faces = 200, algorithm = "bsp" }, { faces = 220, algorithm = "bsp" }, { column = "nb" }) end },
	tables = { t = { rows = "faces", where = { kind = "bsp" } }, d = { rows = "nb", columns = "algorithm", value = "double" } },'
expect 0 "$HARNESS" plan --no-trial s.lua
[ ! -s err.txt ] || { cat err.txt; fail "notes, though nothing is left out"; }
for options in "--quick" "-s faces=200" "--filter faces==200"; do
	# shellcheck disable=SC2086
	expect 0 "$HARNESS" plan --no-trial s.lua $options
	tells -xF 'note: claims["both"] asks for faces = 220, left out of this run'
	[ "$(wc -l <err.txt)" -eq 1 ] || { cat err.txt; fail "$options: other notes"; }
done
expect 0 "$HARNESS" plan --no-trial s.lua -s algorithm=aabb
tells -xF 'note: tables.t asks for kind = bsp, left out of this run'
expect 0 "$HARNESS" s.lua --quick -q -o out
grep -q "^- \*\*undecided\*\*: both" out.txt || { cat out.txt; fail "not undecided"; }

# what is asked about by r:has may be missing; readings are judged too
scenario 'claims = { c = function (r) return not r:has { algorithm = "dassd" } end },'
expect 0 "$HARNESS" plan --no-trial s.lua
scenario 'readings = { leaf = { of = { "bsp" }, open = "how many", key = "leaf", ours = 8, others = { 4 } } }, claims = { c = function (r)
	return r:value { faces = 200, algorithm = "bsp" } > 0 and r:values("bsp_leaf", { reading = "leaf=5" })[1] end },'
fails 3 "has reading = leaf=5" "$HARNESS" plan --no-trial s.lua

# several values by -s give a table and a figure each
scenario 'tables = { t = { rows = "leaf", where = { kind = "aabb", faces = 200 } } }, figures = { f = { x = "faces" } }, claims = {
	one = function (r) return r:value({ faces = 200, algorithm = "bsp" }, "nb") > 1 end,
	two = function (r) return r:value({ faces = 200, algorithm = "bsp", moving = "near" }, "nb") > 1 end },'
expect 0 "$HARNESS" s.lua -s moving=near,far --runs 1 --no-figures -q -o split
grep -q '^- \*\*undecided\*\*: one' out.txt && grep -q '^- \*\*holds\*\*: two' out.txt || { cat out.txt; fail "claims of several values"; }
grep -q "2 points have .*, as -s gave several values of moving$" out.txt || { cat out.txt; fail "no reason"; }
grep -q "^### t moving=far" out.txt || { cat out.txt; fail "no table of the second value"; }
for name in tables/t_moving_near.csv tables/t_moving_far.tex figures/f_moving_near.gp figures/f_moving_far.gp; do
	[ -s split/s/latest/$name ] || fail "no $name"
done

# a model file that is not there
sed -i 's/h.teapot { faces = p.faces }/h.mesh { file = "gone.obj" }/' s.lua
fails 7 "^s.lua:[0-9]*: h.mesh: gone.obj: No such file" "$HARNESS" plan --no-trial s.lua
# one that is there, with a misspelt ending, or broken: the trial says how it failed
printf 'v 0 0 0\nv 1 0 0\nf 1 2 x\n' | tee broken.obj >a.stil
sed 's/gone.obj/a.stil/' s.lua >wrong.lua
fails 7 "h.mesh: a.stil: the name ends in no known format; there are .obj" "$HARNESS" plan --no-trial wrong.lua
sed 's/gone.obj/broken.obj/' s.lua >wrong.lua
expect 0 "$HARNESS" plan wrong.lua
tail -n 1 out.txt | has "; no earlier run .*, and a trial failed: wrong.lua:[0-9]*: h.mesh: .*broken.obj:3: " ||
	{ cat out.txt; fail "not said why the trial failed"; }

# what fails after measuring all the same is named, and the rest is made; so it is when the report is made again
scenario 'claims = { bad = function (r)
	if r:value({ faces = 200, algorithm = "bsp" }, "nb") ~= 1 then error("as measured") end return true end,
	good = function (r) return r:value({ faces = 200, algorithm = "bsp" }, "nb") > 1 end },
	tables = { t = { rows = "faces" , where = { kind = "bsp" } } }, figures = { f = { x = "faces" } },'
fails 3 '^s.lua:5: as measured (claim "bad")' "$HARNESS" s.lua -q -o late
grep -q "holds\*\*: good" out.txt || { cat out.txt; fail "the other claim was not judged"; }
grep -q '^## Not made' late/s/latest/report.md || fail "report.md does not name it"
for name in tables/t.csv figures/f.svg report.md; do [ -s late/s/latest/$name ] || fail "no $name"; done
sum=$(sha256sum late/s/latest/report.md)
expect 3 "$HARNESS" report late/s/latest
[ "$sum" = "$(sha256sum late/s/latest/report.md)" ] || fail "report.md differs"

# a claim that never ends is named with its line, whether or not it catches errors, and the others are judged
scenario 'claims = { endless = function (r)
	while r:value({ faces = 200, algorithm = "bsp" }, "nb") ~= 1 do end return true end,
	catching = function (r)
	while r:value({ faces = 200, algorithm = "bsp" }, "nb") ~= 1 do pcall(function () while true do end end) end return true end,
	good = function (r) return r:value({ faces = 200, algorithm = "bsp" }, "nb") > 1 end },'
expect 3 "$HARNESS" s.lua -q --no-figures -o endless --script-limit 300ms
for place in 's.lua:5: ran longer than 0.3 s (--script-limit); is there an endless loop? (claim "endless")' \
	's.lua:7: ran longer than 0.3 s (--script-limit); is there an endless loop? (claim "catching")'; do
	tells -xF "$place"
done
grep -q "holds\*\*: good" out.txt || { cat out.txt; fail "the other claim was not judged"; }
