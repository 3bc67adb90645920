# SIGINT and SIGTERM stop after the current sample, say so by the exit code, and the same command goes on.
. "$ROOT/tests/cli/lib.sh"
small_scenario
run=("$HARNESS" small.lua -s faces=200,210,220 --runs 200 -q -o out) # some seconds
for signal in INT TERM; do
	rm -rf out
	# bash starts background jobs with SIGINT ignored; env gives the default back
	env --default-signal=INT "${run[@]}" >/dev/null 2>err.txt &
	pid=$!
	sleep 1
	kill -s "$signal" "$pid"
	code=0
	wait "$pid" || code=$?
	case $signal in INT) want=130 ;; TERM) want=143 ;; esac
	[ "$code" -eq "$want" ] || { cat err.txt; fail "SIG$signal: exit $code, not $want"; }
	! pgrep -P "$pid" >/dev/null || fail "workers are left behind"
	rounds=$(cat out/small/2*/groups/*.part 2>/dev/null | wc -l)
	[ "$rounds" -gt 0 ] || fail "no rounds were kept"
	expect 0 "${run[@]}"
	[ "$(column status out/small/latest/summary.csv | sort -u)" = ok ] || fail "rows are not ok"
	column sitting out/small/latest/samples.csv | grep -x 2 >/dev/null || fail "the second sitting is not recorded"
done
