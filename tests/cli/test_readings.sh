# Readings: alternatives are measured beside the scenario's own points, change none of them, agree with brute force, and
# every claim has a verdict under each. A run goes on, is verified, run again and compared with them.
. "$ROOT/tests/cli/lib.sh"

scenario() { # LINES FOR THE SCENARIO
	cat >s.lua <<-LUA
		local h = require "harness"
		return h.scenario {
			name = "s", runs = 2, preempted = "keep",
			sweep = { faces = { 200, 240 }, algorithm = { h.aabb { label = "aabb" }, h.bsp(), h.aabb { leaf = 8, label = "eight" } } },
			$1
			scene = function (p)
				local a, b = h.teapot { faces = p.faces }, h.teapot { faces = 150 + 50 * (rawget(p, "size") or 0) }
				return { bodies = { { a }, { b, motion = h.touching { count = 3, seed = 5, on = { a, b } } } } }
			end,
		}
	LUA
}
readings='readings = {
	leaf = { of = { "aabb" }, key = "leaf", ours = 1, others = { 4, 8 }, open = "how many triangles a leaf holds" },
	size = { scene = true, ours = 0, others = { 1 }, open = "how large the other one is", because = "it is here" },
	tuned = { of = { "aabb" }, set = { leaf = 2, axis = "all", point = "sah" }, label = "aabb tuned", open = "what is tuned" } },
stand_ins = { "one teapot stands for all" }, order = { "size", "leaf", "tuned" },'
claims='tables = { all = { rows = "faces", columns = "algorithm", value = "nb" },
	named = { rows = "faces", columns = "algorithm", value = "nb", where = { algorithm = { "aabb", "aabb tuned" } } } },
claims = {
	["aabb tests more volumes than eight"] = function (r)
		return r:above({ faces = 200, algorithm = "aabb" }, { faces = 200, algorithm = "eight" }, { column = "nb", limit = 1.001 })
	end,
	["bsp tests more triangles than eight"] = function (r)
		return r:above({ faces = 200, algorithm = "bsp" }, { faces = 200, algorithm = "eight" }, { column = "np" })
	end },
checks = { ["all find the same"] = function (r)
	return r:within({ faces = 200, algorithm = "aabb" }, { faces = 200, algorithm = "bsp" }, { lo = 1, hi = 1, column = "contacts" })
end },'

# without readings first: the numbers that they must not change
scenario ''
expect 0 "$HARNESS" s.lua -q -o plain
stable plain/s/latest/summary.csv >plain.txt
head -n 1 plain.txt | has reading && fail "a run without readings has the column"
scenario "$readings $claims"
expect 0 "$HARNESS" s.lua -q -o out
run=out/s/latest
stable $run/summary.csv >all.txt
head -n 1 all.txt | has ',reading$' || fail "the column is not the last"
csv_lua plain.txt all.txt <<'LUA' || fail "the scenario's own rows are not what they are without readings"
local own = {}
for _, row in ipairs(read_csv(arg[2])) do
	if not row.reading then own[#own + 1] = row end
end
local plain = read_csv(arg[1])
assert(#own == #plain, #own .. " rows, not " .. #plain)
for i, row in ipairs(plain) do
	for _, name in ipairs(plain.columns) do assert(row[name] == own[i][name], i .. " " .. name) end
end
LUA
# samples and builds name the reading too: rows of three readings have one label
for file in samples builds; do
	diff <(paste -d, <(column point $run/summary.csv) <(column reading $run/summary.csv) | sort -u) \
		<(paste -d, <(column point $run/$file.csv) <(column reading $run/$file.csv) | sort -u) || fail "the readings of $file.csv"
	! head -n 1 plain/s/latest/$file.csv | has reading || fail "a run without readings has the column in $file.csv"
done
# one row more a group for each alternative, but for what the scenario sweeps anyway; one group more for a scene's
csv_lua $run/summary.csv <<'LUA' || fail "rows of the alternatives"
local counts = {}
for _, row in ipairs(read_csv(arg[1])) do
	assert(row.status == "ok", row.point)
	if row.reading then
		local key = row.reading .. " " .. row.algorithm .. " " .. row.role
		counts[key] = (counts[key] or 0) + 1
	end
end
local lines = {}
for key, count in pairs(counts) do lines[#lines + 1] = key .. " " .. count end
table.sort(lines)
local want = [[
leaf=4 aabb point 2
size=1 aabb aa 2
size=1 aabb point 2
size=1 brute check 2
size=1 bsp point 2
size=1 eight point 2
tuned aabb tuned point 2]]
assert(table.concat(lines, "\n") == want, table.concat(lines, "\n"))
LUA
grep -q "All algorithms and brute force found the same contacts at all 12 steps" out.txt || { cat out.txt; fail "agreement"; }
grep -q "^| faces | aabb |  *bsp | eight |$" out.txt && grep -q "^| faces | aabb | aabb tuned |$" out.txt ||
	{ cat out.txt; fail "tables show other than what they ask for"; }

# the matrix: what a claim does not read is no verdict of its, and an equal algorithm of the sweep is the alternative
matrix() { # CLAIM COLUMN
	csv_lua $run/matrix.csv "$1" "$2" <<-'LUA'
		for _, line in ipairs((read_csv(arg[1]))) do
			if line.claim == arg[2] then print(line[arg[3]] or "") end
		end
	LUA
}
more="aabb tests more volumes than eight" less="bsp tests more triangles than eight"
[ "$(matrix "$more" ours)" = holds ] && [ "$(matrix "$more" leaf=4)" = holds ] && [ "$(matrix "$more" leaf=8)" = refuted ] ||
	{ cat $run/matrix.csv; fail "verdicts under leaf"; }
[ "$(matrix "$more" 'leaf=8 ratio')" = 1 ] && [ "$(matrix "$more" flips)" = "leaf=8: refuted" ] || { cat $run/matrix.csv; fail "flips"; }
[ "$(matrix "$less" leaf=8)" = · ] && [ "$(matrix "$less" size=1)" != · ] || { cat $run/matrix.csv; fail "what is touched"; }
for text in "## Readings" "how large the other one is. Ours: 0, because it is here; also: 1." "## Verdicts under each reading" "## Stand-ins" \
	"one teapot stands for all" "## Checks" "all find the same"; do
	grep -qF "$text" out.txt && grep -qF "$text" $run/report.md || fail "not in the report: $text"
done
grep -n "^| claim " $run/report.md | has "ours |.*size=1 |.*leaf=4 |.*leaf=8 |.*tuned |" || fail "not in the order wanted"

# the same command measures nothing again; verify, rerun and compare know the readings apart
groups=$(cat $run/groups/* | cksum)
expect 0 "$HARNESS" s.lua -q -o out
[ "$(cat $run/groups/* | cksum)" = "$groups" ] && [ "$(find out/s -name manifest.json | wc -l)" -eq 1 ] || fail "it was measured again"
points=$(awk -F, 'NR > 1 && $3 == "point"' $run/summary.csv | wc -l)
expect 0 "$HARNESS" verify $run
grep -q "the same: $points points" out.txt || { cat out.txt; fail "verify"; }
expect 0 "$HARNESS" rerun $run -q -o again
stable again/s/latest/summary.csv | diff all.txt - || fail "rerun counts otherwise"
expect 0 "$HARNESS" compare plain/s/latest $run
grep -q "^6 points in both" out.txt && [ "$(sed -n '/^## Only in B/,$p' out.txt | grep -c '^- point')" -eq 10 ] || { cat out.txt; fail "compare"; }
cp -r $run/ wrong
unchained wrong
edit_csv wrong/summary.csv "if row.reading == 'leaf=4' then row.nb = row.nb + 1 end"
expect 4 "$HARNESS" verify wrong
grep -q "differs: point [0-9]* (faces=200, aabb, leaf=4)" out.txt || { cat out.txt; fail "does not name the reading"; }

# a point of a reading is exported as it was measured, and a filter sees it
expect 0 "$HARNESS" list s.lua
other=$(awk '$2 == 200 && $5 == "bsp" && $6 == "size=1" { print $1 }' out.txt)
own=$(awk '$2 == 200 && $5 == "bsp" && $6 !~ /=1$/ { print $1; exit }' out.txt)
same=$(awk '$2 == 200 && $5 == "aabb" && $6 == "leaf=4" { print $1 }' out.txt)
for point in $other $own $same; do expect 0 "$HARNESS" export s.lua --point "$point" --step 2 -o "p$point.ply"; done
cmp -s "p$own.ply" "p$same.ply" && ! cmp -s "p$own.ply" "p$other.ply" || fail "not the scene of the reading"
expect 0 "$HARNESS" list s.lua --filter 'reading == ""'
grep -q "^s: 6 points in 2 groups" out.txt || { cat out.txt; fail "the filter keeps alternatives"; }
expect 0 "$HARNESS" list s.lua --filter 'algorithm == "bsp" or reading == "leaf=4"'
grep -q "^s: 4 points in 4 groups" out.txt || { cat out.txt; fail "alternatives of what the filter leaves out"; }

# on tables made of the run's own each claim holds and is refuted; what is always so is told
expect 0 "$HARNESS" report $run --vary 1000
[ "$(grep -c '^both ' out.txt)" -eq 2 ] || { cat out.txt; fail "vary"; }
scenario 'claims = { ["contacts are contacts"] = function (r)
	return r:value({ faces = 200, algorithm = "bsp" }, "contacts") >= 0
end, ["the model is the paper'\''s"] = function (r) return r:expected(200) == 200 end },
checks = { ["a theorem"] = function () return true end },'
expect 0 "$HARNESS" s.lua -q -o fixed
expect 1 "$HARNESS" report fixed/s/latest --vary 1000
grep -q "^one only  contacts are contacts: held 1000, refuted 0" out.txt && grep -q "^both .*the model is the paper's" out.txt &&
	grep -q "^check     a theorem: cannot fail" out.txt ||
	{ cat out.txt; fail "what always holds is not told"; }
expect 2 "$HARNESS" s.lua --vary 10

# a run from before the readings has no column; what it measured anyway stands for an alternative
cp -r plain/s/latest/ old
unchained old
scenario "$readings $claims"
cp s.lua old/scenario.lua
expect 0 "$HARNESS" report old --no-figures
run=old
[ "$(matrix "$more" leaf=4)" = – ] && [ "$(matrix "$more" leaf=8)" = refuted ] || { cat old/matrix.csv; fail "an older run"; }

# values that are no plain ones have a name that is the same each time
scenario 'readings = { split = { of = { "aabb" }, key = "point", ours = "mean", others = { h.point.penalty { lambda = 2 }, "sah" },
	open = "where a node is split" } },'
expect 0 "$HARNESS" list s.lua
cp out.txt first.txt
expect 0 "$HARNESS" list s.lua
diff first.txt out.txt && grep -q "split=penalty(lambda=2) " out.txt || { cat out.txt; fail "the name of a part"; }

# what a scenario says wrongly is told with its line before anything is measured
wrong() { # READING MESSAGE
	scenario "readings = {
$1 },"
	expect 3 "$HARNESS" list s.lua
	grep -q "^s.lua:6: readings" err.txt && grep -qF -- "$2" err.txt || { cat err.txt; fail "does not say '$2': $1"; }
}
open=', open = "x" }'
wrong "a = { of = { 'aab' }, key = 'leaf', ours = 1, others = { 4 }$open" ".a.of[1]: no algorithm has the label 'aab'; did you mean 'aabb'?"
wrong "a = { of = { 'unlike' }, key = 'leaf', ours = 1, others = { 4 }$open" "'unlike'; there are 'aabb', 'bsp', 'eight'"
wrong "a = { of = { 'aabb', 'aabb' }, key = 'leaf', ours = 1, others = { 4 }$open" ".a.of[2]: 'aabb' stands twice"
wrong "a = { of = {}, key = 'leaf', ours = 1, others = { 4 }$open" ".a.of: is empty"
wrong "a = { of = { 'aabb' }, key = 'leav', ours = 1, others = { 4 }$open" ".a.key: aabb: unknown parameter 'leav'; did you mean 'leaf'?"
wrong "a = { of = { 'aabb' }, key = 'leaf', ours = 2, others = { 4 }$open" ".a.ours: 'aabb' has leaf=1"
wrong "a = { of = { 'aabb' }, key = 'leaf', ours = 1, others = { 0 }$open" ".a.others[1]: aabb: parameter 'leaf' is '0', must be an integer"
wrong "a = { of = { 'aabb' }, key = 'update', ours = 'full', others = { 'lasy' }$open" ".a.others[1]: aabb: parameter 'update' is 'lasy'"
wrong "a = { of = { 'aabb' }, key = 'leaf', ours = 1, others = {}$open" ".a.others: is empty"
wrong "a = { of = { 'aabb' }, key = 'leaf', ours = 1, others = { 4, 4 }$open" ".a.others[2]: 4 stands twice"
wrong "a = { scene = true, ours = 'a', others = { '' }$open" ".a.others[1]: must be a string that is not empty"
wrong "a = { of = { 'aabb' }, key = 'leaf', ours = 1, others = { 1 }$open" ".a.others[1]: is what 'aabb' has anyway"
wrong "a = { of = { 'aabb' }, key = 'leaf', ours = 1, others = { 4 } }" ".a.open: is missing"
wrong "a = { of = { 'aabb' }, key = 'leaf', others = { 4 }$open" ".a.ours: is missing"
wrong "a = { of = { 'aabb' }, key = 'leaf', ours = 1, others = { 4 }, set = { leaf = 2 }$open" ".a.key: does not go with \`set\`"
wrong "a = { of = { 'aabb' }, set = { leaf = 2 }, because = 'x'$open" ".a.because: does not go with \`set\`"
wrong "a = { of = { 'aabb' }, set = { leav = 2 }$open" ".a.set.leav: aabb: unknown parameter"
wrong "a = { of = { 'aabb' }, set = {}$open" ".a.set: is empty"
wrong "a = { of = { 'aabb' }, set = { leaf = 1 }$open" ".a.set: is what 'aabb' has anyway"
wrong "a = { of = { 'aabb', 'eight' }, set = { leaf = 2 }, label = 'two'$open" ".a.label: is of one algorithm"
wrong "a = { of = { 'aabb' }, set = { leaf = 2 }, label = 'bsp'$open" ".a.label: is the label of an algorithm with other parameters: 'bsp'"
wrong "a = { scene = true, of = { 'aabb' }, ours = 1, others = { 2 }$open" ".a.of: does not go with \`scene\`"
wrong "a = { scene = true, ours = 1, others = { 1 }$open" ".a.others[1]: 1 is \`ours\`"
wrong "a = { scene = true, ours = 1, others = { '2' }$open" ".a.others[1]: must be a number, as \`ours\` is, not '2'"
wrong "faces = { scene = true, ours = 1, others = { 2 }$open" ".faces: is also swept"
wrong "a = { ours = 1$open" ".a: needs \`key\`, \`set\` or scene = true"
wrong "['a b'] = { scene = true, ours = 1, others = { 2 }$open" '["a b"]: a reading'"'"'s name is letters, digits and _'
wrong "a = { of = { 'aabb' }, kye = 'leaf'$open" ".a.kye: unknown key; did you mean 'key'?"
# a reading also changes what a part was given; what the set says itself, of the part and beside it, contradicts itself
part() { # KEYS OF THE SET
	cat >s.lua <<-LUA
		local h = require "harness"
		return h.scenario { name = "s", runs = 1,
			sweep = { algorithm = h.tree { volume = h.bv.obb { fit = "slabs", prejudge = true }, label = "t" } },
			readings = { r = { of = { "t" }, set = { $1 }, open = "x" },
				k = { of = { "t" }, key = "fit", ours = "slabs", others = { "hull" }, open = "y" } },
			scene = function () local a = h.teapot { faces = 200 } return { bodies = { { a }, { a } } } end }
	LUA
}
part 'fit = "minimum", prejudge = false, leaf = 2'
expect 0 "$HARNESS" list s.lua
grep -qE "^1 +.* volume=obb .*fit=slabs .*prejudge=true" out.txt && grep -qE "^2 .* k=hull +volume=obb fit=hull .*prejudge=true" out.txt &&
	grep -qE "^3 .* r +volume=obb fit=minimum leaf=2 .*prejudge=false" out.txt || { cat out.txt; fail "a parameter inside of a part"; }
part 'volume = h.bv.obb { fit = "hull" }, fit = "minimum"'
fails 3 "^s.lua:4: readings.r.set.fit: .*inside of parameter 'volume', 'hull'" "$HARNESS" list s.lua
# a parameter of a part by its name, the others of which stay
inside() { # KEY OURS OTHER
	cat >s.lua <<-LUA
		local h = require "harness"
		return h.scenario { name = "s", runs = 1,
			sweep = { algorithm = { h.aabb { broad = h.broad.octree { a = 4, box_test = true }, label = "o" }, h.so { label = "so" } } },
			readings = { d = { of = { "o", "so" }, key = "$1", ours = $2, others = { $3 }, open = "x" } },
			scene = function () local a = h.teapot { faces = 200 } return { bodies = { { a }, { a } } } end }
	LUA
}
inside broad.delta '"lists"' '"pairs"'
expect 0 "$HARNESS" list s.lua
grep -qE "^3 +all +1 +o +d=pairs .* broad=octree\(a=4,delta=pairs,box_test=true\)" out.txt &&
	grep -qE "^4 +all +1 +so +d=pairs .* broad=octree\(delta=pairs\)" out.txt || { cat out.txt; fail "a parameter of a broad phase"; }
inside broad.dleta '"lists"' '"pairs"'
fails 3 "^s.lua:4: readings.d.*dleta.*did you mean 'delta'" "$HARNESS" list s.lua
scenario 'tables = { t = { rows = "reading" } },'
fails 3 "column 'reading' needs .readings." "$HARNESS" list s.lua
