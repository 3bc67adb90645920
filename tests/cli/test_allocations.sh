# One allocation that fails is a message or a row, and nothing else changes: where columns of a summary are filled, where
# pictures are drawn, where the processor is looked up by which results are found again, and where a worker reads its
# first order.
# tests/measure/allocations does this at every place that allocates.
. "$ROOT/tests/cli/lib.sh"
[ "$CONFIG" != sanitize ] || skip "the sanitizers allocate by themselves"
for tool in gcc addr2line; do command -v $tool >/dev/null || skip "$tool is not installed"; done
gcc -std=c17 -O1 -fno-optimize-sibling-calls -fPIC -shared -o fail_alloc.so "$ROOT/tests/measure/fail_alloc.c"
ln -s "$HARNESS" harness
cat >one.lua <<'LUA'
local h = require "harness"
return h.scenario {
	name = "one", runs = 2,
	sweep = { algorithm = { h.aabb(), h.bsp() } },
	scene = function ()
		local a, b = h.teapot { faces = 200 }, h.shape.box()
		return { bodies = { { a }, { b, motion = h.touching { count = 3, seed = 5, on = { a, b } } } } }
	end,
}
LUA
recorded() { rm -rf log && mkdir log && LD_PRELOAD=$PWD/fail_alloc.so ALLOC_DIR=$PWD/log ./harness one.lua -q -o "$1" >/dev/null; }

# place ROLE FUNCTION: process and number of the first recorded allocation of that role in that function
place() {
	sort -s -k1,1n -k3,3n log/sites.* | awk -v role="$1" '$2 == role' >sites
	awk '{ for (i = 6; i <= NF; ++i) if ($i !~ /^\+/) print "0x" $i }' sites | sort -u |
		addr2line -a -i -f -s -e "$HARNESS" | awk -v name="$2" '/^0x/ { sub(/^0x0*/, ""); at = $0; next } $0 == name { print at }' >addresses
	awk 'NR == FNR { at[$1] = 1; next } { for (i = 6; i <= NF; ++i) if ($i in at) { print $1 ":" $3; exit } }' addresses sites
}

# refused EXIT PLACE DIR: that allocation fails
refused() {
	[ -n "$2" ] || fail "no such place"
	rm -f log/fired log/processes
	expect "$1" env LD_PRELOAD="$PWD/fail_alloc.so" ALLOC_DIR="$PWD/log" ALLOC_FAIL="$2:once" ./harness one.lua -q -o "$3"
	[ -e log/fired ] || fail "the run did not come to $2"
}

recorded out
worker=$(place worker read_text)
refused 1 "$worker" again
[ "$(column status again/one/latest/summary.csv | grep -c memory)" -gt 0 ] || fail "$(column detail again/one/latest/summary.csv)"
! column status again/one/latest/summary.csv | has crash || fail "a crash: $(column detail again/one/latest/summary.csv)"

# of a run that is finished, whose tables are made again
recorded out
cp out/one/latest/summary.csv whole.csv
for function in detect_idle look_cpu pictures_draw; do
	refused 7 "$(place supervisor $function)" out
	grep -qi "memory" err.txt || fail "$function: $(cat err.txt)"
	cmp whole.csv out/one/latest/summary.csv || fail "$function: another summary"
	[ "$(find out/one -mindepth 1 -maxdepth 1 -type d | wc -l)" -eq 1 ] || fail "$function: another run"
done
