# Shards of a sweep with a plug-in: they merge where the plug-in has the same bytes, wherever it lies; another build of it
# is refused by name, and a shard that was begun with one build does not go on with another.
. "$ROOT/tests/cli/lib.sh"
command -v gcc >/dev/null || skip "there is no gcc to build plug-ins"
own_hosts

bad_plugin none one.so -O1
bad_plugin none other.so -O1 -DOTHER -g
! cmp -s one.so other.so || fail "both builds are the same"

cat >small.lua <<'LUA'
local h = require "harness"
return h.scenario {
	name = "small", runs = 2, preempted = "keep",
	sweep = { size = { 1, 2, 3, 4 }, algorithm = { h.aabb, h.plugin "bad_none" } },
	scene = function (p)
		local box, other = h.shape.box {}, h.shape.box { x = p.size }
		return { bodies = { { box }, { other, motion = h.touching { count = 4, seed = 1, on = { box, other } } } } }
	end,
}
LUA
# shard FOLDER HOST I LIBRARY: measures a shard of two in a folder of its own
shard() {
	mkdir -p "$1"
	cp small.lua "$1"
	cp "$4" "$1/bad_none.so"
	(cd "$1" && expect 0 on "$2" "$HARNESS" small.lua --shard "$3/2" -q -o out)
}
of() { echo "$1/out/small/shard-$2-of-2/latest"; }
shard a n1 1 one.so
shard b n2 2 one.so
expect 0 "$HARNESS" merge "$(of a 1)" "$(of b 2)" -o all --no-figures -q
[ "$(column kind all/small/latest/summary.csv | grep -c bad_none)" -ge 4 ] || fail "rows of the plug-in"
column status all/small/latest/summary.csv | grep -v ok && fail "not all is measured"
expect 0 "$HARNESS" verify all/small/latest -q
grep -q "the same: 8 points" out.txt || { cat out.txt; fail "verify"; }
expect 0 "$HARNESS" merge "$(of b 2)" "$(of a 1)" all/small/latest -o twice --no-figures -q
diff -r all/small/latest/ twice/small/latest/ || fail "the order matters"

# another build of the plug-in
shard c n2 2 other.so
fails 2 "$(of c 2): has another plug-in bad_none than $(of a 1)" "$HARNESS" merge "$(of a 1)" "$(of c 2)" -o no
[ ! -e no ] || fail "a merge that is refused leaves a folder"
# the shard of folder b was begun with the first build, and is not gone on with by the second
first=$(realpath "$(of b 2)")
rm "$(ls "$first"/groups/*.json | first)"
kept=$(cat "$first"/groups/*.json | cksum)
shard b n2 2 other.so
[ "$(realpath "$(of b 2)")" != "$first" ] || fail "a shard goes on with another build of the plug-in"
[ "$(cat "$first"/groups/*.json | cksum)" = "$kept" ] || fail "the shard of the first build was changed"
