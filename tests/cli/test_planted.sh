# A crash, an endless loop, a memory hog and wrong answers in one algorithm give that row its status, and the rest of
# the sweep. Needs a build with planted faults.
. "$ROOT/tests/cli/lib.sh"
needs_planted
scenario() { # fault, seconds
	cat >planted.lua <<-LUA
		local h = require "harness"
		return h.scenario {
			name = "planted",
			sweep = { faces = { 200, 201 }, algorithm = { h.aabb(), h.planted { $1 }, h.bsp() } },
			timeout = $2,
			scene = function (p)
				local a, b = h.teapot { faces = p.faces }, h.teapot { faces = 150 }
				return { bodies = { { a }, { b, motion = h.touching { count = 3, seed = 5, on = { a, b } } } } }
			end,
		}
	LUA
}
summary=out/planted/latest/summary.csv
run() { # SECONDS
	scenario "fault = '$fault', where = '$where'" "$1"
	expect "$code" "$HARNESS" planted.lua -q -f -o out
}
# fault, place, the status its rows must have, the exit code
while read -r fault where status code; do
	limits=60 # only loops need wait
	[ "$fault" != loop ] || limits="2 10 60"
	# shellcheck disable=SC2086
	in_time run $limits
	got=$(column status out/planted/latest/summary.csv | sort | uniq -c | awk '{print $2 "=" $1}' | tr '\n' ' ')
	others=$(($(column status out/planted/latest/summary.csv | wc -l) - 2))
	[ "$got" = "$(printf '%s=2\nok=%s\n' "$status" "$others" | sort | tr '\n' ' ')" ] ||
		fail "$fault in $where: $got; $(column detail out/planted/latest/summary.csv | sort -u)"
	for kind in $(paste -d, <(column kind out/planted/latest/summary.csv) <(column status out/planted/latest/summary.csv)); do
		case $kind in planted,"$status") ;; planted,*) fail "$kind" ;; *,ok) ;; *) fail "$kind" ;; esac
	done
	[ "$fault $where" != "loop build" ] || column detail out/planted/latest/summary.csv | grep "limit of [0-9]* s: a build$" >/dev/null ||
		fail "does not say what took too long"
	echo "$fault in $where: $(column detail out/planted/latest/summary.csv | grep -v '^$' | sort -u | first 2 | tr '\n' ';')"
done <<LIST
crash step crash 1
crash build crash 1
loop step timeout 1
loop build timeout 1
hog step memory 1
hog build memory 1
wrong step mismatch 4
wrong_timed step mismatch 4
error step error 1
error build error 1
LIST
