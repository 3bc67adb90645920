# Counters: columns of what is counted beside the times, and in the manifest why what cannot be counted is not.
. "$ROOT/tests/cli/lib.sh"
scenario() { # KEYS
	cat >c.lua <<-LUA
		local h = require "harness"
		return h.scenario {
			name = "c", runs = 1, $1
			sweep = { algorithm = { h.aabb(), h.bsp { leaf = 4 } } },
			scene = function ()
				local a, b = h.teapot { faces = 150 }, h.teapot { faces = 100 }
				return { bodies = { { a }, { b, motion = h.touching { count = 2, seed = 5, on = { a, b } } } } }
			end,
		}
	LUA
}
refused() { # KEYS, WORDS
	scenario "$1"
	fails 3 -F "$2" "$HARNESS" plan c.lua
}
# cells NAME RUN: that column of the points; - for nothing
cells() { paste -d, <(column role "$2/summary.csv") <(column "$1" "$2/summary.csv") | sed -n 's/^point,//p' |
	sed 's/^$/-/' | tr '\n' ' '; }
# said NAME: what the manifest of out says of that counter
said() { sed -n "s/^\t\t\"$1\":\t\"\(.*\)\",\?$/\1/p" out/c/latest/manifest.json; }
# whole NAME PATTERN WHY: it was counted at both points, or at none and why is told; never 0 for what is not known
whole() {
	local got told
	got=$(cells "$1" out/c/latest) told=$(said "${3:-$1}")
	case $told in
	counted*) [[ $got =~ ^($2\ ){2}$ ]] || fail "$1: $told, but '$got'" ;;
	"missing at 2 of 2 points: point 1 (aabb): perf_event_open: "*) [ "$got" = "- - " ] || fail "$1: $told, but '$got'" ;;
	*) fail "$1: '$told'" ;;
	esac
}
number='[0-9.]+(e[+-]?[0-9]+)?'

# hardware where there is any, software everywhere but where the kernel forbids it
scenario 'counters = { "instructions", "rss" },'
expect 0 "$HARNESS" c.lua -q -o out --counters cycles,branch_misses,l1d_misses,page_faults,task_clock
head -n 1 out/c/latest/summary.csv |
	grep -q ',cycles,instructions,branch_misses,l1d_misses,page_faults,task_clock_ns,rss_bytes$' || fail "columns"
for name in cycles instructions branch_misses l1d_misses page_faults; do whole $name "$number"; done
whole task_clock_ns '[1-9][0-9.]*' task_clock
# the doctor knows it beforehand
[[ $(said instructions) = *"perf_event_open: "[A-Z]* ]] && word="?" || word=ok
expect 0 "$HARNESS" doctor
grep -qF "$word " <(grep " hardware counters " out.txt) || { cat out.txt; fail "the doctor says otherwise"; }
[ "$(said rss)" = counted ] || fail "rss: $(said rss)"
[[ $(cells rss_bytes out/c/latest) =~ ^([1-9][0-9]*\ ){2}$ ]] || fail "$(cells rss_bytes out/c/latest)"
grep -q "counters: .*rss counted" out/c/latest/report.md || fail "the report does not say what was counted"
# a finished run has them; what was counted of the machine is nothing to verify
expect 0 "$HARNESS" c.lua -q -o out --counters cycles,branch_misses,l1d_misses,page_faults,task_clock
expect 0 "$HARNESS" verify out/c/latest
expect 0 "$HARNESS" rerun out/c/latest -q -o again
head -n 1 again/c/latest/summary.csv | has ',cycles,.*,rss_bytes$' || fail "a rerun counts other things"
# another list is another run; none adds nothing
scenario ""
expect 0 "$HARNESS" c.lua -q -o out
! head -n 1 out/c/latest/summary.csv | has rss_bytes || fail "a column nobody asked for"
! grep -q '"counters"' out/c/latest/manifest.json || fail "the manifest tells of counters nobody asked for"

refused 'counters = "rss",' "counters: must be a list such as"
refused 'counters = { "cylces" },' "counters[1]: must be one of 'cycles'"
refused 'counters = { "rss", "rss" },' "counters[2]: 'rss' stands twice"
refused 'tables = { a = { rows = "algorithm", value = "step_instructions" } },' "needs counters = { 'callgrind' }"

# without valgrind nothing is measured
scenario 'counters = { "callgrind" },'
mkdir -p bin
fails 7 "valgrind is not found" env PATH="$PWD/bin" "$HARNESS" c.lua -q -o none
[ -z "$(find none -type f 2>/dev/null)" ] || fail "something is left without valgrind"
command -v valgrind >/dev/null || skip "all passed but callgrind: valgrind is not installed"
[ "$CONFIG" != sanitize ] || skip "all passed but callgrind, under which the sanitizers do not run"
# twice the same, wherever the run lies and whatever the environment is
expect 0 "$HARNESS" c.lua -q -o out
said callgrind | has "^counted by callgrind" || fail "callgrind: $(said callgrind)"
expect 0 env LONGER="$(printf '%0999d' 0)" "$HARNESS" c.lua -q -o "far/away, in a folder with a % in its name"
for name in build_instructions step_instructions; do
	[[ $(cells $name out/c/latest) =~ ^([1-9][0-9.]*\ ){2}$ ]] || fail "$name: $(cells $name out/c/latest)"
	[ "$(cells $name out/c/latest)" = "$(cells $name far/*/c/latest)" ] || fail "$name is not repeatable"
done
[ -z "$(find . -name '*callgrind*')" ] || fail "dumps are left"
[ "$(cells build_instructions out/c/latest)" != "$(cells step_instructions out/c/latest)" ] || fail "steps are builds"
# of a step, however many there are
once=$(cells step_instructions out/c/latest | cut -d ' ' -f 1)
sed -i 's/h.touching { count = 2, seed = 5/h.touching { count = 8, seed = 5/' c.lua
expect 0 "$HARNESS" c.lua -q -o out
awk -v a="$once" -v b="$(cells step_instructions out/c/latest | cut -d ' ' -f 1)" 'BEGIN { exit !(b < 2.5 * a && b > a / 2.5) }' ||
	fail "instructions of all steps: $(cells step_instructions out/c/latest), of two $once"
