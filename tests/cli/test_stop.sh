# SIGINT and SIGTERM stop after the current sample, say so by the exit code, and the same command goes on.
. "$ROOT/tests/cli/lib.sh"
small_scenario
run=("$HARNESS" small.lua -s faces=200,210,220 --runs 40 -q -o out)
first_round() { # however long it takes
	until compgen -G "out/small/2*/groups/*.part" >/dev/null && grep -q '"round"' out/small/2*/groups/*.part 2>/dev/null; do
		kill -0 "$pid" 2>/dev/null || { cat err.txt; fail "ended before its first round"; }
		sleep 0.02
	done
}
for signal in INT TERM; do
	rm -rf out
	# bash starts background jobs with SIGINT ignored; env gives the default back
	env --default-signal=INT "${run[@]/-q/--no-figures}" >/dev/null 2>err.txt &
	pid=$!
	first_round
	# a cluster that takes a task back signals each of its processes, in any order: that is no fault of an algorithm
	until pkill -TERM -P "$pid"; do kill -0 "$pid" || fail "ended before a worker was there"; done
	sleep 0.3
	kill -s "$signal" "$pid"
	code=0
	wait "$pid" || code=$?
	case $signal in INT) want=130 ;; TERM) want=143 ;; esac
	[ "$code" -eq "$want" ] || { cat err.txt; fail "SIG$signal: exit $code, not $want"; }
	grep -q '^harness: stopped; the same command goes on; what was measured lies in out/small/2[0-9TZa-f-]*$' err.txt ||
		{ cat err.txt; fail "does not say where it lies and how to go on"; }
	! pgrep -P "$pid" >/dev/null || fail "workers are left behind"
	rounds=$(cat out/small/2*/groups/*.part 2>/dev/null | wc -l)
	[ "$rounds" -gt 0 ] || fail "no rounds were kept"
	# of what an earlier session said, what is of all rows is said anew
	said='{ "code": "W009", "text": "swapped then" }, { "code": "W010", "text": "drifted then" }'
	sed -i -E "s/(\"warnings\":[[:space:]]*\[)\]/\1$said]/; t; s/(\"warnings\":[[:space:]]*\[)/\1$said, /" out/small/latest/manifest.json
	expect 0 "${run[@]}"
	grep -q "swapped then" out/small/latest/manifest.json || fail "a warning of the first session is lost"
	! grep -q "drifted then" out/small/latest/manifest.json || fail "a warning of rows that were few still stands"
	[ "$(column status out/small/latest/summary.csv | sort -u)" = ok ] || fail "rows are not ok"
	column session out/small/latest/samples.csv | grep -x 2 >/dev/null || fail "the second session is not recorded"
done

# A worker that does not come to the end of its sample holds the first signal up, not the second. Fewer than six rounds:
# no worker is about to be renewed.
run=("$HARNESS" small.lua -s faces=20000 -s algorithm=brute --runs 5 --timeout 60s -q -o out) # long samples
held=no
for _ in $(seq 5); do # the first signal may come between two samples
	rm -rf out
	env --default-signal=INT "${run[@]}" >/dev/null 2>err.txt &
	pid=$!
	first_round
	workers=$(pgrep -P "$pid")
	# shellcheck disable=SC2086
	kill -s STOP $workers
	kill -s INT "$pid"
	sleep 0.3
	if kill -0 "$pid" 2>/dev/null; then
		held=yes
		break
	fi
	wait "$pid" || true
done
[ $held = yes ] || fail "did not wait for the sample"
kill -s INT "$pid"
code=0
wait "$pid" || code=$?
[ "$code" -eq 130 ] || fail "exit $code after two SIGINT"
# what is stopped ends by its time limit otherwise, which is recorded
! grep '"failed"' out/small/2*/groups/*.part || fail "the second SIGINT does not end it at once"
# A worker is dead, or SIGKILL, which is the ninth signal, is pending.
lives() {
	grep -q '^State:[[:space:]]*[^ZX]' "/proc/$1/status" 2>/dev/null &&
		! grep -q '^S[a-z]*Pnd:.*[13579bdf]..$' "/proc/$1/status" 2>/dev/null
}
for worker in $workers; do
	! lives "$worker" || fail "a worker outlives the second SIGINT"
done

# A stop while a bound is looked for, of the time of what was too slow to be counted, says nothing of that: it is not recorded.
needs_planted "the search for a bound"
cat >bound.lua <<'LUA'
local h = require "harness"
return h.scenario {
	name = "bound", timeout = h.input("limit", 2), runs = 1, preempted = "keep",
	sweep = { algorithm = { h.aabb(), h.planted { fault = "loop", where = "step", label = "slow" } } },
	scene = function ()
		local box = h.shape.box {}
		return { bodies = { { box }, { box, motion = h.touching { count = 2, seed = 5, on = { box, box } } } } }
	end,
}
LUA
recorded() { cat out/bound/2*/groups/* | has -F -e "$1"; }
for limit in 2 8 30; do # where the machine is busy the bound may be found before the signal comes
	rm -rf out
	env --default-signal=INT "$HARNESS" bound.lua -s limit=$limit -v --no-figures -o out >/dev/null 2>err.txt &
	pid=$!
	until grep -q 'slow: count .*: timeout' err.txt; do
		kill -0 "$pid" 2>/dev/null || { cat err.txt; fail "ended without a time limit"; }
		sleep 0.02
	done
	kill -s INT "$pid" 2>/dev/null || true
	code=0
	wait "$pid" || code=$?
	recorded '"failed"' || break
	recorded '>= ' || fail "a stop is taken for the lack of a bound"
done
! recorded '"failed"' || fail "no signal came in time"
[ "$code" -eq 130 ] || { cat err.txt; fail "exit $code, and not stopped"; }
