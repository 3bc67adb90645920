#!/usr/bin/env bash
# Plug-ins: a good one is measured and compared like an algorithm of the engine; a bad one of each kind gets its own
# status and leaves its neighbours untouched. PLUGINS_ALL=1 (the long tests) adds the faults that take long, `harness
# check` and `harness shrink`.
. "$ROOT/tests/cli/lib.sh"
command -v gcc >/dev/null || skip "there is no gcc to build plug-ins"

build() { # FAULT...
	local fault flag
	for fault in "$@"; do
		flag=
		[ "$fault" != symbol ] || flag=-DHIDDEN
		[ "$fault" != undefined ] || flag=-DLACKING
		# shellcheck disable=SC2086
		bad_plugin "$fault" "bad_$fault.so" -O1 $flag &
	done
	wait
}

# faults FAULT...: runs aabb and all of them on boxes in contact.
faults() {
	local list
	list=$(printf '"%s", ' "$@")
	cat >bad.lua <<-LUA
		local h = require "harness"
		local list = { h.aabb }
		for _, fault in ipairs { $list } do list[#list + 1] = h.plugin("bad_" .. fault) end
		return h.scenario {
			name = "bad",
			sweep = { algorithm = list },
			runs = 2, timeout = 6, preempted = "keep",
			scene = function ()
				local box = h.shape.box {}
				return { bodies = { { box }, { box, motion = h.touching { count = 4, seed = 1, on = { box, box } } } } }
			end,
		}
	LUA
	expect 4 "$HARNESS" bad.lua --no-figures
	rows bad
}

# rows RUN: of each point kind, status, missed and extra pairs, pairs of the broad phase, and what went wrong
rows() {
	csv_lua "$1" >rows.txt <<-'LUA'
		for _, r in ipairs((read_csv("results/" .. arg[1] .. "/latest/summary.csv"))) do
			if r.role == "point" then
				print(("%s %s %s %s %s"):format(r.kind, r.status, r.missed_pairs or "-", r.extra_pairs or "-", r.detail or ""))
			end
		end
	LUA
}
row() { grep -q -E "^$1" rows.txt || { cat rows.txt; fail "no row '$1'"; }; }

build none segfault wrong inexact rounding handler exits unable version symbol suicide replays full caches memo
faults none segfault wrong inexact rounding handler exits unable suicide replays full caches memo
row 'aabb ok - - $'
row 'bad_none ok 0 0 $'
row 'bad_segfault crash - - '
row 'bad_wrong mismatch 4 0 step 1: 1 of [0-9]+ contacts missing'
row 'bad_inexact ok 4 0 UNSOUND: misses 4 of [0-9]+ contacts'
row "bad_rounding error - - plug-in bad_rounding: 'pair' changed the rounding mode"
row 'bad_handler error - - plug-in bad_handler changed the handler of signal'
row 'bad_exits crash - - ended with exit code 70: the plug-in called exit'
row 'bad_suicide crash - - SIGKILL, by itself or another process: .* \(the last of 3 tries\)$'
# answers that depend on what was asked before
row 'bad_replays error 0 0 places that it was asked about before take 0[.0-9e-]* of the time of new ones: it remembers answers$'
row 'bad_full error 0 0 places of the motion take 0[.0-9e-]* of the time of new ones: it remembers answers$'
row 'bad_caches mismatch 0 0 step [1-4], moved a little: a wrong answer, which is that of the step as it was before$'
row 'bad_memo ok 0 0 its memory grows by [1-9][0-9]* bytes with each new step$'
row 'bad_unable skipped - - bad_unable: it cannot do teapots'
# a worker that was killed costs its own row: what the others took is not measured again
files() { find results/bad/latest/groups -type f -exec stat -c '%n %i %y' {} +; }
files >before.txt
expect 4 "$HARNESS" bad.lua --no-figures
files | cmp -s - before.txt || { files; fail "the group of a killed worker is measured again"; }

# short passes, some of which something made long, say nothing of what is remembered
build rarely
sed 's/shape.box {}/shape.tetrahedra { count = 1 }/; s/count = 4/count = 1/; s/name = "bad"/name = "rarely"/; s/for _, fault in ipairs {.*}/for _, fault in ipairs { "rarely" }/' \
	bad.lua >rarely.lua
expect 0 "$HARNESS" rarely.lua --no-figures
rows rarely
row 'bad_rarely ok 0 0 $'

# the good one has the engine's hash, and the manifest its shared objects
[ "$(paste -d' ' <(column kind results/bad/latest/summary.csv) <(column hash results/bad/latest/summary.csv) |
	grep -E '^(aabb|bad_none) ' | cut -d' ' -f2 | sort -u | wc -l)" -eq 1 ] || fail "bad_none has another hash than aabb"
grep -q '"file":.*/bad_none.so' results/bad/latest/manifest.json || fail "the manifest has no bad_none.so"

# plug-ins that pair boxes: every pair counts, not only whether there is one
for fault in none wrong extra inexact; do
	gcc -std=gnu99 -O1 -w -shared -fPIC -DFAULT=$fault -DNAME="\"boxes_$fault\"" -I"$ROOT/engine/api" \
		"$ROOT/tests/plugins/boxes.c" -o boxes_$fault.so &
done
wait
cat >pairing.lua <<'LUA'
local h = require "harness"
return h.scenario {
	name = "pairing", query = "boxes", runs = 2, preempted = "keep",
	sweep = { algorithm = { h.broad.sap {}, h.broad.kdtree {}, h.plugin "boxes_none", h.plugin "boxes_wrong",
		h.plugin "boxes_extra", h.plugin "boxes_inexact" } },
	scene = function () return h.scenes.brownian { count = 60, steps = 5, seed = 1 } end,
	columns = { each = { value = "boxes_none_read / steps", title = "boxes read a step" } },
	tables = { own = { rows = "algorithm", value = "read" }, one = { rows = "algorithm", value = "boxes_none_read" } },
	claims = { counts = function (r) return r:value({ algorithm = "boxes_none" }, "read") == 17700 end },
}
LUA
expect 4 "$HARNESS" pairing.lua --no-figures
rows pairing
row 'boxes_none ok 0 0 $'
row 'boxes_wrong mismatch 5 0 step 1: 1 of [0-9]+ contacts missing'
row 'boxes_extra mismatch 0 5 step 1: 1 of [0-9]+ contacts too many'
row 'boxes_inexact ok 0 5 UNSOUND: reports 5 contacts too many, misses none of [0-9]+$'
paste -d' ' <(column kind results/pairing/latest/summary.csv) <(column broad_pairs results/pairing/latest/summary.csv) \
	<(column hash results/pairing/latest/summary.csv) | grep -E '^(kdtree|boxes_none) ' | cut -d' ' -f2- | sort -u >same.txt
[ "$(wc -l <same.txt)" -eq 1 ] || { cat same.txt; fail "boxes_none has other pairs than kdtree"; }

# what it counts: 60 * 59 / 2 pairs in each of 5 steps, two boxes each; others have no such counter, and what nobody
# counts is missing
of_kind() { # KIND COLUMN
	paste -d' ' <(column kind results/pairing/latest/summary.csv) <(column "$2" results/pairing/latest/summary.csv) |
		sed -n "s/^$1 //p" | sort -u
}
[ "$(of_kind boxes_none boxes_none_read)" = 17700 ] || fail "not 17700 boxes: $(of_kind boxes_none boxes_none_read)"
[ "$(of_kind boxes_none broad_tests)" = 8850 ] || fail "a counter of the engine's name does not fill its column"
[ "$(of_kind kdtree boxes_none_read)" = "" ] || fail "another algorithm has the counter"
[ "$(of_kind boxes_none nb)" = "" ] || fail "nb is $(of_kind boxes_none nb), and nobody counted it"
[ -z "$(of_kind boxes_none tree_bytes)" ] && [ "$(of_kind kdtree tree_bytes)" -gt 0 ] || fail "unknown bytes have a number"
grep -q '^summary.csv,boxes_none_read,int,boxes,sum of all steps,counted,' results/pairing/latest/columns.csv ||
	fail "columns.csv does not say what the counter is"
[ "$(of_kind boxes_inexact semantics)" = "all pairs of boxes, inexact: touching counts, float" ] || fail "no semantics"
[ "$(of_kind kdtree semantics)" = "all pairs of boxes, exact: touching counts, float" ] || fail "no semantics of ours"
grep -q '^- boxes_inexact: all pairs of boxes, inexact: touching counts, float$' results/pairing/latest/report.md ||
	fail "the report has no semantics"
grep -q '| boxes_none *| *17700 |' results/pairing/latest/tables/own.md || fail "no table of the counter"
grep -q '| boxes_extra *| *17700' results/pairing/latest/tables/own.md && fail "a mismatch has a number"
grep -q '\*\*holds\*\*: counts' results/pairing/latest/report.md || fail "no claim about the counter"
sed 's/value = "read"/value = "raed"/' pairing.lua >x.lua
fails 3 "there is no column 'raed'; did you mean 'read'" "$HARNESS" plan x.lua

plugin_error() { # NAME TEXT: what a scenario with it says
	printf 'local h = require "harness"\nreturn h.scenario { name = "x", sweep = { algorithm = { h.plugin("%s") } },\n' "$1" >x.lua
	printf '	scene = function () return {} end }\n' >>x.lua
	fails 3 "x.lua:2: .*$2" "$HARNESS" plan x.lua
}
plugin_error bad_version 'is a plug-in of version 2; this harness takes version 1'
plugin_error bad_symbol 'it exports no harness_plugin'
plugin_error bad_nobody "there is no plug-in 'bad_nobody'"
plugin_error 50% "there is no plug-in '50%': no file 50%.so, 50%/50%.so, peers/50%.so, build/peers/50%.so$"
# `check plugin` looks in the same places
expect 2 "$HARNESS" check plugin 50%
grep -q "there is no plug-in '50%': no file 50%.so, 50%/50%.so, peers/50%.so, build/peers/50%.so$" err.txt ||
	{ cat err.txt; fail "not all places are named"; }
mkdir -p build/peers
cp bad_none.so build/peers/placed.so
for name in placed ./bad_none "$PWD/bad_none.so"; do
	plugin_error "$name:nobody" "has no algorithm 'nobody'"
	expect 3 "$HARNESS" check plugin "$name:nobody"
	grep -q "/.*bad_none.so: has no algorithm 'nobody'\|/build/peers/placed.so: has no algorithm 'nobody'" err.txt ||
		{ cat err.txt; fail "check does not find $name"; }
done

# a new plug-in builds, is right, and takes its parameters from scenarios
"$HARNESS" new plugin mine >out.txt
(cd mine && make -s CC=gcc CFLAGS="-O1 -Wall -Wextra -Werror")
sed 's/h.plugin("[^)]*)/h.sweep(h.plugin("mine", { broad = h.broad.sap }), { axis = { "x", "z" } })/' mine/mine.lua >mine.lua
expect 0 "$HARNESS" mine.lua --quick --no-figures --runs 2 -s query=all
[ "$(column mine_axis results/mine/latest/summary.csv | sort -u | grep -c '^[xz]$')" -eq 2 ] || fail "axis is not recorded"
[ "$(column mine_broad results/mine/latest/summary.csv | grep -c '^sap$')" -ge 2 ] || fail "broad is not recorded"
[ "$(column mine_box_tests results/mine/latest/summary.csv | grep -c '^[1-9][0-9]*$')" -ge 2 ] || fail "its counter is not recorded"
sed 's/h.plugin("[^)]*)/h.plugin("mine", { axes = "x" })/' mine/mine.lua >wrong.lua
fails 3 "unknown parameter 'axes'; did you mean 'axis'" "$HARNESS" plan wrong.lua

# given again: nothing, until a file is another
expect 0 "$HARNESS" new plugin mine2
expect 0 "$HARNESS" new plugin mine2
echo >>mine2/mine2.c
fails 2 "mine2 is there already, with other files" "$HARNESS" new plugin mine2
fails 2 "--out is an option of .*, not of new" "$HARNESS" new plugin elsewhere -o folder

# a plug-in may be called as anything in the vocabulary that is no algorithm
"$HARNESS" new plugin sweep >out.txt
(cd sweep && make -s CC=gcc CFLAGS="-O1")
expect 0 "$HARNESS" sweep/sweep.lua --quick --counts --no-figures -s query=all

# what the kernel keeps a plug-in from: signals to others, files, the network
confined() { grep -q "\"confined_by\":.*\"$1" results/bad/latest/manifest.json; }
grep -q '"confined_by"' results/bad/latest/manifest.json || fail "the manifest does not say how plug-ins were confined"
if confined seccomp && confined 'mount namespace'; then
	build meddles
	faults wrong meddles
	row 'bad_meddles ok 0 0 $'
	[ ! -e meddled.txt ] || fail "a plug-in writes files"
fi

[ -n "${PLUGINS_ALL:-}" ] || exit 0

build loop hog extra size undefined sigfpe parting mask leak hoard output threads error random_ loading drifts detached greedy vast
faults none loop hog extra sigfpe parting mask leak output threads error random_ inexact
row 'aabb ok - - $'
row 'bad_none ok 0 0 $'
row 'bad_loop timeout - - over the time limit'
case $CONFIG in sanitize) ;; *) row "bad_hog memory - - plug-in bad_hog: 'pair' has no memory: no gigabyte more" ;; esac
row 'bad_extra mismatch 0 4 step 1: 1 of [0-9]+ contacts too many'
row "bad_sigfpe error - - plug-in bad_sigfpe: 'pair' changed which floating-point exceptions raise SIGFPE"
row "bad_parting error - - plug-in bad_parting: 'destroy' changed the rounding mode"
row 'bad_mask error - - plug-in bad_mask changed whether signal .* is blocked'
row 'bad_leak ok 0 0 $'
row "bad_output error - - plug-in bad_output wrote .* on standard output: 'hello from a plug-in'"
row 'bad_threads error - - plug-in bad_threads left threads running: 2 instead of 1'
row "bad_error error - - plug-in bad_error: 'pair' returned -4: this error was asked for"
row 'bad_random_ mismatch'
plugin_error bad_size 'build it with this harness.s plugin.h'
plugin_error bad_undefined 'undefined symbol: nobody_has_this'
plugin_error bad_loading 'crashed when it was loaded'
plugin_error bad_detached 'did not describe itself within 10 s'
case $CONFIG in sanitize) ;; *) plugin_error bad_greedy 'there is no such memory' ;; esac

"$HARNESS" new plugin other --cpp >out.txt
(cd other && make -s CXX=g++ CXXFLAGS="-O1 -Wall -Wextra -Werror")
for name in mine other; do
	expect 0 "$HARNESS" check plugin "$name"
	grep -q 'all is well' out.txt || fail "$name is not well"
	grep -q '^     with its defaults: axis=x$' out.txt || fail "the defaults of $name are not told"
	grep -q 'inexact' out.txt && fail "$name is exact"
done
expect 0 "$HARNESS" check plugin bad_inexact # it leaves a contact out of each pair
for told in 'random triangles, all: declared inexact: 24 of [0-9]* contacts missing, 0 too many' \
	'one triangle each, first: declared inexact: 9 of 9 first contacts missing, 0 too many' \
	'random triangles, first' 'little memory, all'; do
	grep -q "^ok   $told\$" out.txt || { cat out.txt; fail "not told: $told"; }
done
grep -q '^7 checks found answers that are inexact, as is declared$' out.txt || fail "inexact checks are not counted"
for fault in replays caches; do
	expect 1 "$HARNESS" check plugin bad_$fault
	grep -q '^FAIL asked at new places, then there again, all: ' out.txt || { cat out.txt; fail "bad_$fault is not found"; }
done
expect 0 "$HARNESS" check plugin bad_memo
grep -q '^ok   asked at new places, then there again, all: its memory grows by ' out.txt || fail "its memory is not told"
expect 1 "$HARNESS" check plugin bad_leak
grep -q 'FAIL created and destroyed again and again, all: leaks [0-9]* bytes' out.txt || fail "no leak was found"
expect 0 "$HARNESS" check plugin bad_hoard # what is kept for a time is no leak
case $CONFIG in sanitize) ;; *)
	expect 1 "$HARNESS" check plugin bad_vast
	grep -q "FAIL random triangles, all: plug-in bad_vast: 'create' has no memory" out.txt || fail "a trial may take all memory"
	;;
esac
expect 1 "$HARNESS" check plugin bad_drifts
grep -q "FAIL random triangles, all: the counter 'turns' is [0-9]* in the first pass, and [0-9]* in the second" out.txt ||
	{ cat out.txt; fail "a counter that differs is not told"; }
expect 1 "$HARNESS" check plugin bad_wrong
grep -q 'reduced to 2 bodies, 2 triangles, 1 steps: check_bad_wrong_1/failure_1.lua' out.txt || fail "not reduced"
expect 4 "$HARNESS" check_bad_wrong_2/failure_2.lua --no-figures
# what an earlier check found is kept
find check_bad_wrong_* -type f | sort | xargs cksum >kept.txt
last=$(find . -maxdepth 1 -name 'check_bad_wrong_*' | wc -l)
expect 1 "$HARNESS" check plugin bad_wrong
cut -d' ' -f3- kept.txt | xargs cksum | cmp -s - kept.txt || fail "a check writes over what is there"
grep -q "steps: check_bad_wrong_$((last + 1))/failure_$((last + 1)).lua" out.txt || { cat out.txt; fail "the folder is not named"; }
# also where the path has quotes
odd='a "b'"'"'c\n'
mkdir "$odd"
cp bad_wrong.so "$odd"
(cd "$odd" && expect 1 "$HARNESS" check plugin bad_wrong && expect 4 "$HARNESS" check_bad_wrong_2/failure_2.lua --no-figures)
for name in bad_extra bad_inexact; do
	point=$(paste -d' ' <(column kind results/bad/latest/summary.csv) <(column point results/bad/latest/summary.csv) |
		sed -n "s/^$name //p" | first)
	expect 0 "$HARNESS" shrink results/bad/latest --point "$point"
	grep -q "reduced to 2 bodies, 2 triangles, 1 steps: shrink_$point/shrunk.lua" out.txt || fail "the row of $name is not reduced"
	cksum "shrink_$point"/* >kept.txt
	expect 0 "$HARNESS" shrink results/bad/latest --point "$point"
	grep -q "1 steps: shrink_${point}_2/shrunk.lua" out.txt || { cat out.txt; fail "the second folder is not named"; }
	cksum "shrink_$point"/* | cmp -s - kept.txt || fail "a second shrink writes over the first"
done

# the table of known limits judges the output of a check
"$HARNESS" check plugin bad_wrong >checked.txt || true
sed -n 's/^FAIL \([^:]*\): .*/bad_wrong | \1 | it leaves contacts out/p' checked.txt >limits.txt
expect 0 "$ROOT/tools/known_limits.sh" limits.txt <checked.txt
sed -i 1d limits.txt
echo 'bad_wrong | little memory, first | it never failed' >>limits.txt
expect 1 "$ROOT/tools/known_limits.sh" limits.txt <checked.txt
grep -q '^FAIL bad_wrong: ' out.txt || fail "a failure that is not in the table is not told"
grep -q '^no longer: bad_wrong: little memory, first ' out.txt || fail "a limit that does not fail is not told"
echo 'bad_wrong | no such check | never' >>limits.txt
expect 1 "$ROOT/tools/known_limits.sh" limits.txt <checked.txt
grep -q 'no check is called so: bad_wrong: no such check' out.txt || fail "a limit of no check is not told"

# aabb as a plug-in finds what aabb finds; a call costs about 300 instructions more
[ "$HARNESS" = "$ROOT/build/gcc-release/harness" ] || exit 0
MAKEFLAGS='' make -s -C "$ROOT" CC=gcc config=release build/gcc-release/tests/plugins/shim.so
cp "$ROOT/build/gcc-release/tests/plugins/shim.so" "$ROOT/tests/plugins/calls.lua" .
counted() { paste -d' ' <(column role "$1") <(column kind "$1") <(column count "$1") <(column "$2" "$1") | sed -n "s/^point $3 $4 //p"; }
command -v valgrind >/dev/null || skip "there is no valgrind to count instructions"
expect 0 "$HARNESS" calls.lua --no-figures --runs 2 --counters callgrind
summary=results/calls/latest/summary.csv
[ "$(counted $summary hash aabb 10)" = "$(counted $summary hash shim 10)" ] || fail "the shim has another hash than aabb"
[ "$(counted $summary contacts shim 10)" -gt 0 ] || fail "there is no contact"
awk -v a="$(counted $summary step_instructions aabb 10)" -v b="$(counted $summary step_instructions shim 10)" \
	'BEGIN { more = (b - a) / 45; print more; exit more < 1 || more > 330 }' >more.txt ||
	fail "a call costs $(cat more.txt) instructions more"
