# Sweep forms, orders, labels and numbering, as `harness plan` shows them.
. "$ROOT/tests/cli/lib.sh"

# points WANT: the scenario's keys on stdin (without name and scene); the columns before `query`, and the labels.
points() {
	local want=$1
	shift
	{
		printf 'local h = require "harness"\nreturn h.scenario { name = "s",\n'
		cat
		printf 'scene = function (p) local a = h.teapot { faces = 200 } return { bodies = { { a }, { a } } } end }\n'
	} >s.lua
	expect 0 "$HARNESS" plan --no-trial s.lua "$@"
	# the columns before `query`, the label, and a bar between points
	got=$(awk 'NR == 1 { for (i = 1; i <= NF; i++) { if ($i == "query") q = i; if ($i == "algorithm") l = i } next }
		/^[0-9]/ { s = ""; for (i = 2; i < q; i++) s = s $i ","; printf "%s%s|", s, $l }' out.txt)
	[ "$got" = "$want" ] || { cat s.lua; printf 'got  %s\nwant %s\n' "$got" "$want"; fail "other points"; }
}

# a grid: keys by name, the last fastest; values as they are written
points '1,x,aabb|1,y,aabb|2,x,aabb|2,y,aabb|' <<<'sweep = { b = { "x", "y" }, a = { 1, 2 }, algorithm = h.aabb() },'
points 'x,1,aabb|x,2,aabb|y,1,aabb|y,2,aabb|' <<<'order = { "b" }, sweep = { b = { "x", "y" }, a = { 1, 2 }, algorithm = h.aabb() },'
points '3,aabb|1,aabb|2,aabb|' <<<'sweep = { a = { 3, 1, 2 }, algorithm = h.aabb },'
points 'true,aabb|false,aabb|' <<<'sweep = { a = { true, false }, algorithm = h.aabb() },'
points '0.1,aabb|' <<<'sweep = { a = 0.1, algorithm = h.aabb() },'
# the algorithm anywhere in the order
points '1,aabb|2,aabb|1,brute|2,brute|' <<<'order = { "algorithm", "a" }, sweep = { a = { 1, 2 }, algorithm = { h.aabb(), h.brute() } },'
points '1,aabb|1,brute|2,aabb|2,brute|' <<<'order = { "a", "algorithm" }, sweep = { a = { 1, 2 }, algorithm = { h.aabb(), h.brute() } },'

# broad phases: as objects, functions or text; what is as by default is not in the label
points 'aabb(broad=none)|aabb(broad=sap(axes=3))|aabb(broad=grid)|aabb(broad=octree(a=2,fmax=4))|' <<<'sweep = { algorithm = h.sweep(h.aabb, { broad = { "none", h.broad.sap { axes = 3, axis = "variance" }, h.broad.grid(), "octree(fmax=4,a=2)" } }) },'
points 'so(broad=octree)|so(broad=none)|so(broad=hash)|so(broad=pairs)|' <<<'sweep = { algorithm = { h.so, h.so { broad = "none" }, h.algorithm { tree = h.so, broad = h.broad.hash }, h.so { broad = h.broad.pairs } } },'

# zip, chain, where, log, sample
points '1,3,aabb|2,4,aabb|' <<<'sweep = { h.zip { a = { 1, 2 }, b = { 3, 4 } }, algorithm = h.aabb() },'
points '1,3,aabb|2,4,brute|' <<<'sweep = h.zip { a = { 1, 2 }, b = { 3, 4 }, algorithm = { h.aabb(), h.brute() } },'
points '1,3,aabb|2,4,aabb|2,5,aabb|' <<<'sweep = { h.chain { { a = 1, b = 3 }, { a = 2, b = { 4, 5 } } }, algorithm = h.aabb() },'
points '1,2,aabb|1,3,aabb|2,3,aabb|' <<<'sweep = { h.where({ a = { 1, 2, 3 }, b = { 1, 2, 3 } }, function (p) return p.a < p.b end), algorithm = h.aabb() },'
points '1,aabb|2,brute|' <<<'order = { "a" }, sweep = h.where({ a = { 1, 2 }, algorithm = { h.aabb(), h.brute() } }, function (p) return (p.a == 1) == (p.algorithm.kind == "aabb") end),'
points '1,aabb|2,aabb|4,aabb|8,aabb|' <<<'sweep = { a = h.log { from = 1, to = 8, base = 2 }, algorithm = h.aabb() },'
points '100,aabb|316,aabb|1000,aabb|' <<<'sweep = { a = h.log { from = 100, to = 1000, count = 3, integer = true }, algorithm = h.aabb() },'
points '1,aabb|5,aabb|7,aabb|' <<<'sweep = { a = { 1, h.log { from = 5, to = 5, count = 1 }, 7 }, algorithm = h.aabb() },'
for seed in 1 2 3; do
	cat >s.lua <<-LUA
		local h = require "harness"
		return h.scenario { name = "s", sweep = {
			a = h.sample { from = 10, to = 20, count = 4, seed = $seed, integer = true },
			h.sample { of = { b = { 1, 2, 3 }, c = { 1, 2, 3 } }, count = 5, seed = $seed }, algorithm = h.aabb() },
			scene = function (p) local a = h.teapot { faces = 200 } return { bodies = { { a }, { a } } } end }
	LUA
	expect 0 "$HARNESS" plan --no-trial s.lua
	awk '/^[0-9]/ { if ($2 < 10 || $2 > 20) exit 1; n[$2]++; m[$3 "," $4]++ }
		END { k = 0; for (i in m) k++; if (k != 5) exit 1; for (i in n) if (n[i] != 5) exit 1 }' out.txt ||
		{ cat out.txt; fail "h.sample"; }
	cp out.txt "sample$seed.txt"
done
! cmp -s sample1.txt sample2.txt || fail "seeds make no difference"

# parameters of an algorithm; labels name what differs
points 'aabb(leaf=1)|aabb(leaf=2)|brute|' <<<'sweep = { algorithm = { h.sweep(h.aabb, { leaf = { 1, 2 } }), h.brute() } },'
points 'aabb(leaf=1,axis=longest)|aabb(leaf=2,axis=longest)|aabb(leaf=1,axis=variance)|aabb(leaf=2,axis=variance)|' \
	<<<'sweep = { algorithm = h.sweep(h.aabb, h.chain { { leaf = { 1, 2 }, axis = "longest" }, { leaf = { 1, 2 }, axis = "variance" } }) },'
points 'aabb|x|' <<<'sweep = { algorithm = { h.aabb(), h.brute { label = "x" } } },'
points 'aabb(leaf=1)|aabb(leaf=2)|' <<<'sweep = { algorithm = { h.aabb(), h.aabb { leaf = 2 } } },'
points 'tree(leaf=1)|tree(leaf=3)|' <<<'sweep = { algorithm = { h.tree { volume = h.bv.aabb }, h.algorithm { tree = h.tree { leaf = 3 }, update = "full" } } },'
points 'tree(roots=none)|tree(roots=sphere)|tree(roots=sphere+aabb)|' \
	<<<'sweep = { algorithm = h.sweep(h.tree, { roots = { {}, "sphere", { "sphere", "aabb" } } }) },'
points 'so(k=4,lambda=0.5)|so(k=4,lambda=2)|so(k=8,lambda=0.5)|so(k=8,lambda=2)|co|' \
	<<<'sweep = { algorithm = { h.sweep(h.so, { k = { 4, 8 }, lambda = { 0.5, 2 } }), h.co } },'
points 'tree(roots=caabb)|tree(roots=obb+aabb)|' \
	<<<'sweep = { algorithm = { h.algorithm { tree = h.tree(), roots = { h.bv.caabb } }, h.algorithm { tree = h.tree, roots = { "obb", "aabb" } } } },'
points 'aabb(leaf=2)|' -s 'algorithm=aabb(leaf=2)' <<<'sweep = { algorithm = h.sweep(h.aabb, { leaf = { 1, 2 } }) },'

points 'aabb(leaf=2,axis=longest)|brute|' -s 'algorithm=aabb(leaf=2,axis=longest),brute' \
	<<<'sweep = { algorithm = { h.brute(), h.sweep(h.aabb, { leaf = { 1, 2 }, axis = { "longest", "variance" } }) } },'

# quick and -s
points '7,aabb|' --quick <<<'sweep = { a = { 1, 2 }, algorithm = h.aabb() }, quick = { a = 7, runs = 3 },'
grep -qE ' 3 +aabb' out.txt || fail "quick sets no runs"
points 'x,aabb|' -s a=x <<<'sweep = { a = { "p", "q" }, algorithm = h.aabb() },'
points '5,aabb|' -s n=5 <<<'sweep = { a = { h.input("n", 3) }, algorithm = h.aabb() },'
points 'aabb|aabb|' <<<'sweep = { query = { "all", "first" }, algorithm = h.aabb() },'

# modules of one's own; pairs has one order; random numbers depend on the seed and the point alone
mkdir -p lib
printf 'return { faces = { 300, 200 } }\n' >lib/values.lua
points '300,aabb|200,aabb|' <<<'sweep = { faces = require("lib.values").faces, algorithm = h.aabb() },'
cat >s.lua <<'LUA'
local h = require "harness"
local values = require "lib/values"
local words = {}
for word in pairs { zeta = 1, alpha = 2, mid = 3, beta = 4 } do words[#words + 1] = word end
print(table.concat(words, " "))
return h.scenario { name = "s", sweep = { faces = values.faces, algorithm = { h.aabb(), h.brute() } }, runs = 1,
	scene = function (p)
		print(p.faces, math.random(1, 1000000), math.random(), math.sin(1), math.random(3))
		local a = h.teapot { faces = p.faces }
		return { bodies = { { a }, { a, motion = h.spin { axis = { 0, 0, 1 }, degrees = 90, steps = 3 } } } }
	end }
LUA
"$HARNESS" plan --no-trial s.lua >/dev/null 2>a.txt
"$HARNESS" plan --no-trial s.lua -s faces=200,300 >/dev/null 2>b.txt
grep -qx "alpha beta mid zeta" a.txt || { cat a.txt; fail "pairs has another order"; }
diff <(sort a.txt) <(sort b.txt) || fail "random numbers depend on more than seed and point"
[ "$(sort -u a.txt | wc -l)" -eq 3 ] || fail "two points have the same random numbers"
"$HARNESS" plan --no-trial s.lua --seed 2 2>b.txt >/dev/null
! diff -q a.txt b.txt >/dev/null || fail "the seed makes no difference"

# the same plan, byte for byte, however often; the scenario and its modules are frozen in the run
expect 0 "$HARNESS" s.lua -q -o out
cp out/s/latest/plan.json plan.json
cmp lib/values.lua out/s/latest/modules/lib/values.lua || fail "the module is not frozen"
cmp s.lua out/s/latest/scenario.lua || fail "the scenario is not frozen"
for _ in 1 2 3; do
	expect 0 "$HARNESS" s.lua -q -o out -f
	cmp plan.json out/s/latest/plan.json || fail "another plan"
done
# what was measured is reported from the frozen copy, whatever became of the files
rm s.lua lib/values.lua
expect 0 "$HARNESS" report out/s/latest

# --quick and -s may replace all lists of an h.zip, but not one alone with another length
cat >zip.lua <<'LUA'
local h = require "harness"
return h.scenario { name = "zip", sweep = { h.zip { a = { 1, 2 }, b = { 3, 4 } }, runs = { 1, 2 }, query = { "all", "first" },
	algorithm = h.aabb() }, quick = { a = 1, b = 3 },
	scene = function () local a = h.teapot { faces = 200 } return { bodies = { { a }, { a } } } end }
LUA
expect 0 "$HARNESS" plan --no-trial zip.lua --quick
grep -q "^zip: 4 points" out.txt || { cat out.txt; fail "--quick does not replace an h.zip"; }
[ "$(head -n 1 out.txt | tr -s ' ')" = "point a b runs query algorithm parameters" ] || { cat out.txt; fail "columns of the plan"; }
expect 0 "$HARNESS" plan --no-trial zip.lua -s a=1,2,3 -s b=4,5,6
grep -q "^zip: 12 points" out.txt || { cat out.txt; fail "-s does not replace an h.zip"; }
fails 2 "'b' is part of an h.zip with 'a': 2 values beside 1" "$HARNESS" plan --no-trial zip.lua -s a=1

# what is swept is not overruled by an option: its column would be wrong; a bad -s is an error of use
fails 2 "--runs: the scenario sweeps it; use -s runs=" "$HARNESS" plan --no-trial zip.lua --runs 3
fails 2 "-s: query\[1\]: must be one of" "$HARNESS" plan --no-trial zip.lua -s query=frst

# sets of directions: as a sweep of k, and as lists of vectors that labels tell apart
points 'kdop(k=6)|kdop(k=26)|' <<<'sweep = { algorithm = h.sweep(h.kdop, { k = { 6, 26 } }) },'
points 'fdh14|' <<<'sweep = { algorithm = h.fdh14 },'
axes='{ { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }'
cat >s.lua <<EOF
local h = require "harness"
local a, b = $axes, { { 1, 0.5, 0 }, { 0, 1, 0 }, { 1e-3, 0, 1 } }
return h.scenario { name = "s",
	sweep = { algorithm = { h.sweep(h.kdop, { directions = { a, b }, leaf = { 1, 4 } }), h.kdop { k = 18 } } },
	scene = function (p) local pot = h.teapot { faces = 200 } return { bodies = { { pot }, { pot } } } end }
EOF
expect 0 "$HARNESS" plan --no-trial s.lua
labels=$(grep -o 'kdop([^ ]*' out.txt | sort -u)
[ "$(wc -l <<<"$labels")" -eq 5 ] || { cat out.txt; fail "not five labels"; }
[ "$(grep -c '^kdop(directions=3:[0-9a-f]*,leaf=[14])$' <<<"$labels")" -eq 4 ] || { cat out.txt; fail "other labels"; }
grep -q '^kdop(k=18,leaf=1)$' <<<"$labels" || { cat out.txt; fail "another label of a usual set"; }
awk 'length($0) > 300 { exit 1 }' out.txt || { cat out.txt; fail "vectors are written out"; }
# a result names the set that was used, and only that
expect 0 "$HARNESS" s.lua -q --runs 1 --no-figures -o sets
csv=sets/s/latest/summary.csv
sets=$(paste -d '|' <(column role "$csv") <(column kdop_k "$csv") <(column kdop_directions "$csv") | grep '^point')
[ "$(grep -c '^point||[0-9.,;]*$' <<<"$sets")" -eq 4 ] && [ "$(grep -cx 'point|18|' <<<"$sets")" -eq 1 ] ||
	{ echo "$sets"; fail "sets of directions in summary.csv"; }
