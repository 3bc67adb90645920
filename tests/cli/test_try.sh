# harness try A B: two models and no scenario, with sizes compared, answers checked, a page early and at the end, and the
# scenario kept. Models that are strange in every way end in a page or in one clear message.
. "$ROOT/tests/cli/lib.sh"
# a program outside its tree finds no plug-ins of libraries there, whether they are built or not
cp "$HARNESS" harness && HARNESS=$PWD/harness

# box FILE SIZE: an OBJ of a box with edges of this length.
box() {
	awk -v s="$2" 'BEGIN {
		for (i = 0; i < 8; ++i) print "v", s * (i % 2), s * (int(i / 2) % 2), s * int(i / 4)
		split("1 3 4 2 5 6 8 7 1 2 6 5 3 7 8 4 1 5 7 3 2 4 8 6", f, " ")
		for (i = 1; i <= 24; i += 4) print "f", f[i], f[i + 1], f[i + 2], f[i + 3]
	}' >"$1"
}
quick=(--precision 90% --no-figures -o out)
run=out/try_a_b/latest

box a.obj 1
box b.obj 1.5
expect 0 "$HARNESS" try a.obj b.obj "${quick[@]}" --keep kept.lua
tells '^note: a.obj: 12 triangles, diameter 1.73$'
! grep -q 'scaled' err.txt || fail "sizes that fit are matched"
tells "^harness: after .* s: out/try_a_b/.*/report.html$"
[ "$(column status $run/summary.csv | sort -u)" = ok ] || fail "not all ok"
[ "$(column role $run/summary.csv | grep -c check)" -eq 4 ] || fail "brute force did not check"
paste -d ' ' <(column role $run/summary.csv) <(column algorithm $run/summary.csv) >algorithms.txt
! grep 'point brute' algorithms.txt || fail "brute force is timed"
for algorithm in wide rapid aabb fdh18; do grep -qx "point $algorithm" algorithms.txt || fail "no $algorithm"; done
paste -d ' ' <(column distance $run/summary.csv) <(column contacts $run/summary.csv) >contacts.txt
! grep -E '^(touching|deep) 0$|^(near|far) [1-9]' contacts.txt || fail "hits and misses are not what their names say"
grep -q 'outcome=hit' $run/report.html && grep -q 'distance=far' $run/report.html || fail "the page lacks a table"
grep -q 'a.obj: 12 triangles' $run/report.html || fail "sizes are not on the page"
# what was kept is what ran, and runs on from elsewhere
cmp kept.lua $run/scenario.lua
mkdir elsewhere
(cd elsewhere && expect 0 "$HARNESS" ../kept.lua --precision 90% --no-figures -q -s distance=far -o out)
cp kept.lua same.lua
echo >>kept.lua
fails 2 'kept.lua is there already, with other bytes; -f overwrites it' "$HARNESS" try a.obj b.obj "${quick[@]}" --keep kept.lua

# where each page lies is a line of its own, among objects and beside a bar; --progress none tells nothing of it
expect 0 "$HARNESS" try a.obj b.obj "${quick[@]}" -s distance=touching -f --progress json
! grep -v '^{.*}$' err.txt || fail "a line that is no object"
tells '"text":"note: a.obj: 12 triangles'
tells '"text":"harness: after .* s: .*/report.html"}$'
expect 0 "$HARNESS" try a.obj b.obj "${quick[@]}" -s distance=touching -f --progress bar
tr '\r' '\n' <err.txt | has '^harness: after .* s: .*/report.html$' || { cat err.txt; fail "a page behind the bar"; }
expect 0 "$HARNESS" try a.obj b.obj "${quick[@]}" -s distance=touching -f --progress none --keep same.lua
! grep 'harness: after' err.txt || fail "--progress none tells of a page"

# a speck is told of and matched by a power of ten, or left
box speck.obj 0.001
expect 0 "$HARNESS" try a.obj speck.obj "${quick[@]}"
grep -q '^note: a.obj has 1e+03 times the diameter of speck.obj, so speck.obj is scaled by 1000' err.txt ||
	{ cat err.txt; fail "a speck is not told of"; }
grep -q 'scaled by 1000' out/try_a_speck/latest/report.html || fail "the page does not tell of a speck"
quick+=(-s distance=touching)
expect 0 "$HARNESS" try a.obj speck.obj "${quick[@]}" -q -s match=false
grep -q 'stays as it is' out/try_a_speck/latest/report.html || fail "match=false"

# a library's plug-in takes part where there is one
if command -v gcc >/dev/null; then
	expect 0 "$HARNESS" new plugin ode
	make -s -C ode || fail "the plug-in"
	expect 0 "$HARNESS" try a.obj b.obj "${quick[@]}" -q
	column algorithm $run/summary.csv >algorithms.txt
	grep -qx 'ode' algorithms.txt || { cat algorithms.txt; fail "a plug-in is left out"; }

	# one that builds for longer than half of the time leaves none to the next, and does not take more than all
	expect 0 "$HARNESS" new plugin bullet
	sed -i 's/^\(#include <stdlib.h>\)/\1\n#include <unistd.h>/; /^static int32_t sweep_create(/,/^{\|{$/s/{$/{\n\tsleep(4);/' ode/ode.c
	make -s -C bullet && make -s -C ode || fail "the slow plug-in"
	expect 1 "$HARNESS" try a.obj b.obj --no-figures -o out -s distance=touching --budget 6s -q
	paste -d ' ' <(column algorithm $run/summary.csv) <(column detail $run/summary.csv) >details.txt
	grep -q '^bullet no time was left before its start' details.txt || { cat details.txt; fail "no time, and it runs"; }
	grep -q 'no time was left' $run/report.html || fail "the page does not say what was left out"

	# where counting takes all the time that is left, a bound of times is by the second that a timed pass had
	rm -r ode
	expect 0 "$HARNESS" new plugin ode
	sed -i 's/^\(#include <stdlib.h>\)/\1\n#include <unistd.h>/; s/^static int32_t sweep_pair(.*{$/&\n\tsleep(1);/' ode/ode.c
	make -s -C ode || fail "the plug-in with slow steps"
	expect 1 "$HARNESS" try a.obj b.obj --no-figures -o out -s distance=touching --budget 6s -q -f
	paste -d ' ' <(column algorithm $run/summary.csv) <(column detail $run/summary.csv) >details.txt
	grep -qE '^ode (no time was left|.*a timed pass, >= 100 ms a step$)' details.txt || { cat details.txt; fail "another bound"; }
	rm -r ode bullet
fi

# strange models: the same one twice, one triangle, an edge with three triangles, names with spaces, quotes and commas
strange="it's a \"cow\", {x}.obj"
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >one.obj
{ cat one.obj; printf 'v 0 0 1\nv 0 -1 1\nf 1 2 4\nf 1 2 5\n'; } >"$strange"
expect 0 "$HARNESS" try a.obj a.obj "${quick[@]}" -q
expect 0 "$HARNESS" try one.obj one.obj "${quick[@]}" -q
expect 0 "$HARNESS" try ./"$strange" one.obj "${quick[@]}" -q
[ -d out/try_it_s_a__cow____x__one ] || { ls out; fail "the folder of a strange name"; }

# refused CODE PATTERN ARGUMENTS...: one message, and no run
refused() {
	local code=$1 pattern=$2
	shift 2
	rm -rf none
	expect "$code" "$HARNESS" try "$@" --no-figures -q -o none
	tail -n 1 err.txt | has -F -- "$pattern" || { cat err.txt; fail "expected: $pattern"; }
	[ ! -e none ] || fail "a run is left"
}
: >empty.obj
printf 'v 1 1 1\nv 1 1 1\nv 1 1 1\nf 1 2 3\n' >point.obj
refused 2 "no.obj: No such file" no.obj a.obj
refused 2 "a.txt: the name ends in no known format" a.txt a.obj
refused 2 "usage: harness try A B" a.obj
refused 7 "empty.obj" empty.obj a.obj
refused 3 "point.obj: all its vertices are one point" a.obj point.obj
if [ "$(id -u)" -ne 0 ]; then
	mkdir -m 555 closed
	refused 7 "closed/kept.lua" a.obj b.obj --keep closed/kept.lua
fi
refused 7 "no/kept.lua" a.obj b.obj --keep no/kept.lua
