# harness worst: the same bytes for any -j, given the costs; what is found is counted, predicted, measured and kept as a
# scenario; a signal keeps what there is; mistakes are told before anything is made.
. "$ROOT/tests/cli/lib.sh"
cat >w.lua <<'LUA'
local h = require "harness"
return h.scenario {
	name = "w",
	sweep = { faces = { 100 }, algorithm = { h.rapid(), h.aabb(), h.sweep(h.sphere, { leaf = { 1, 2 } }) } },
	scene = function (p)
		local a, b = h.teapot { faces = p.faces }, h.mesh { file = "b.obj", scale = 3 }
		return { bodies = { { a }, { b, motion = h.touching { count = 2, on = { a, b } } } } }
	end,
}
LUA
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n' >b.obj
# planted costs: a node that is updated takes 100 ns, a test of two triangles 10 ns, a query 2 us
printf 'algorithm,cost_of,cost_ns\n' >costs.csv
for algorithm in rapid aabb; do printf '%s,instance,2000\n%s,nu,100\n%s,np,10\n' $algorithm $algorithm $algorithm; done >>costs.csv
worst=("$HARNESS" worst w.lua --of aabb --against rapid --costs costs.csv -q)

expect 0 "${worst[@]}" --budget 10 -o one -j 1
cp out.txt screen.txt
here=one/w/worst/aabb_rapid
grep -qE '^aabb takes [0-9.]+ times as long as rapid on scene [0-9]+ of 10: .* timed, .* predicted' screen.txt || { cat screen.txt; fail "screen"; }
[ "$(grep -cE '^  aabb [0-9.]+ [mu]s, rapid [0-9.]+ [mu]s, (no|[0-9]+) contacts?$' screen.txt)" -eq 2 ] || { cat screen.txt; fail "no times"; }
grep -qE '^-- Predicted: aabb .*, rapid .* contacts?\.$' $here/worst_aabb_rapid.lua || fail "the kept scenario does not say times"
grep -q 'lower bound' screen.txt && grep -q 'the 4 random scenes alone' screen.txt || { cat screen.txt; fail "screen"; }
expect 0 "${worst[@]}" --budget 10 -o several -j 3
for file in scenes.csv costs.csv; do cmp $here/$file several/w/worst/aabb_rapid/$file || fail "another $file with -j 3"; done
cmp $here/worst_aabb_rapid.lua several/w/worst/aabb_rapid/worst_aabb_rapid.lua || fail "another scenario with -j 3"
# the second of a name lies beside the first, and another seed finds something else
expect 0 "${worst[@]}" --budget 10 -o one --seed 2
[ -f one/w/worst_2/found.csv ] || fail "no folder of its own"
! cmp -s $here/scenes.csv one/w/worst_2/aabb_rapid/scenes.csv || fail "the seed means nothing"

# predicted times are counts times costs, the ratio is theirs, and the best is the best
csv_lua $here/scenes.csv one/w/worst/found.csv <<'LUA' || fail "scenes.csv"
local rows, found = read_csv(arg[1]), read_csv(arg[2])[1]
local most, parts = 0, { random = 0, evolved = 0, shrunk = 0 }
for _, row in ipairs(rows) do
	for _, side in ipairs { "of", "against" } do
		local ms = (2000 + 100 * row[side .. "_nu"] + 10 * row[side .. "_np"]) * 1e-6
		assert(math.abs(row[side .. "_ms"] - ms) < 1e-9, side)
		assert(row.of_contacts == row.against_contacts and row.answers == "agree")
	end
	assert(math.abs(row.ratio - row.of_ms / row.against_ms) < 1e-9 * row.ratio)
	if row.part ~= "shrunk" then most = math.max(most, row.ratio) end
	parts[row.part] = parts[row.part] + 1
end
assert(parts.random == 4 and parts.evolved == 6 and parts.shrunk > 0, "parts")
assert(found.predicted == most and rows[found.scene].ratio == most, "the best")
assert(found.shrunk >= most / 2 and found.timed > 0 and found.shrunk_timed > 0, "found.csv")
local best = rows[found.scene]
assert(found.of_ms == best.of_ms and found.against_ms == best.against_ms and found.contacts == best.of_contacts, "times")
assert(found.timed_of_ms > 0 and found.timed_against_ms > 0 and found.shrunk_timed_against_ms > 0, "timed")
assert(found.half_of == "predicted" and found.uncompared == 0, "half")
LUA
# the kept scenario is what was counted: its run has the same contacts and tests
run=$here/worst_aabb_rapid/latest
[ "$(column status "$run/summary.csv" | sort -u)" = ok ] || fail "the kept scenario does not run"
best=$(column scene one/w/worst/found.csv)
for count in nb np nu contacts; do
	[ "$(column of_$count $here/scenes.csv | sed -n "${best}p")" -eq "$(paste -d' ' <(column as "$run/summary.csv") \
		<(column algorithm "$run/summary.csv") <(column $count "$run/summary.csv") | sed -n 's/^found aabb //p' | first)" ] ||
		fail "$count differs in the kept scenario"
done

# no random scene takes long enough to count, by costs of contacts alone, but a later one may
printf 'algorithm,cost_of,cost_ns\nrapid,instance,0\nrapid,contacts,1000\naabb,instance,1000\naabb,np,1\n' >contacts.csv
for seed in 1 2 3 4 5 6 7 8; do
	status=0
	"$HARNESS" worst w.lua --of aabb --against rapid --costs contacts.csv --budget 6 --seed $seed -o odd -q >>odd.txt 2>err.txt || status=$?
	[ $status = 0 ] || grep -q "give a larger --budget" err.txt || { cat err.txt; fail "seed $seed: exit $status"; }
done
grep -q "random scenes alone: none predicted" odd.txt || { cat odd.txt; fail "each seed has a random scene that counts"; }

# costs are fitted where none are given, for each pair anew, and can be given again; one against all others
expect 0 "$HARNESS" worst w.lua --of aabb -o fitted --budget 3 -s "algorithm=rapid,aabb,sphere(leaf=1)" -q
[ "$(wc -l <fitted/w/worst/aabb_rapid/costs.csv)" -ge 20 ] || fail "no costs"
[ "$(column against fitted/w/worst/found.csv | tr '\n' ' ')" = "rapid sphere(leaf=1) " ] || fail "not both"
expect 0 "$HARNESS" worst w.lua -o again --budget 3 -s algorithm=rapid,aabb -q --costs fitted/w/worst/aabb_rapid/costs.csv
grep -q '^| time of, over that of | rapid | aabb |$' out.txt && grep -q '^| aabb | [0-9.]* | – |$' out.txt || { cat out.txt; fail "no matrix"; }
[ "$(wc -l <again/w/worst/found.csv)" -eq 3 ] || fail "not both pairs"

# a signal keeps what was found
env --default-signal=INT "${worst[@]}" --budget 100000 -o stopped >/dev/null 2>err.txt &
pid=$!
until [ -f stopped/w/worst/aabb_rapid/worst_aabb_rapid.lua ]; do
	kill -0 "$pid" 2>/dev/null || { cat err.txt; fail "ended early"; }
	sleep 0.05
done
kill -s INT "$pid"
code=0
wait "$pid" || code=$?
[ "$code" -eq 130 ] || { cat err.txt; fail "SIGINT: exit $code"; }
expect 0 "$HARNESS" list stopped/w/worst/aabb_rapid/worst_aabb_rapid.lua
[ "$(wc -l <stopped/w/worst/aabb_rapid/scenes.csv)" -gt 1 ] || fail "no scenes are kept"

# refused CODE PATTERN ARGUMENT...: one message, and nothing is made
refused() {
	local code=$1 pattern=$2
	shift 2
	expect "$code" "$HARNESS" worst "$@" -q -o none
	tail -n 1 err.txt | has -F -- "$pattern" || { cat err.txt; fail "expected: $pattern"; }
	[ ! -e none ] || fail "something is made: $*"
}
refused 2 "--of: there is no 'aabc' in the scenario; did you mean 'aabb'?; there are 'rapid', 'aabb', 'sphere(leaf=1)'" w.lua --of aabc
refused 2 "--against: several are called 'sphere': 'sphere(leaf=1)', 'sphere(leaf=2)'" w.lua --against sphere
refused 2 "--against: 'aabb' is the algorithm of --of too" w.lua --of aabb --against aabb
refused 2 "has no two algorithms to compare, only 'aabb'" w.lua -s algorithm=aabb
refused 2 "--budget: '0' is not a whole number from 1 to 1000000" w.lua --budget 0
refused 2 "--budget: '3s' is not a whole number" w.lua --budget 3s
refused 7 "missing.csv: No such file" w.lua --costs missing.csv
refused 2 "costs.csv: has no costs of 'sphere(leaf=1)'; there are 'aabb', 'rapid'" w.lua --costs costs.csv
sed 's/nu/nuu/' costs.csv >wrong.csv
refused 2 "wrong.csv: line 3: needs algorithm, cost_of" w.lua --costs wrong.csv
sed '3s/100$/1e400/' costs.csv >endless.csv
refused 2 "endless.csv: line 3: needs algorithm, cost_of, which is a count, and cost_ns, finite, 0 or more" w.lua --costs endless.csv
: >empty.csv
refused 2 "empty.csv: csv: line 1: no header line" w.lua --costs empty.csv
sed 's/name = "w",/name = "w", query = "approach",/; s/h.touching { count = 2/h.approach {/; s/{ *, on/{ on/' w.lua >approach.lua
refused 2 "not for query = 'approach'" approach.lua
