# shellcheck shell=bash
# --budget: a first session of every group, then all in turn until they are complete or the time is over.
. "$ROOT/tests/cli/lib.sh"
small_scenario
used() { grep -ho '"type":"sat","seconds":[0-9.e+-]*' "$1"/small/2*/groups/* | sed 's/.*://' | awk '{ s += $1 } END { printf "%d", s * 1000 }'; }
counts() { column n "$1/small/latest/summary.csv" | grep . | sort -nu | paste -s -d ' '; }

# too little for anything but the first: every point has a value, none an interval, and the manifest says so
expect 0 "$HARNESS" small.lua --budget 1ms --no-figures -o least
[ "$(grep -c ': 1 round, more to come' err.txt)" -eq 6 ] || { cat err.txt; fail "not six first sessions"; }
[ "$(grep -c ': ok' err.txt)" -eq 6 ] || { cat err.txt; fail "groups are not finished"; }
[ "$(counts least)" = 1 ] || fail "rounds: $(counts least)"
[ "$(column status least/small/latest/summary.csv | sort -u)" = ok ] || fail "rows are not ok"
[ -z "$(column step_ms_lo least/small/latest/summary.csv | tr -d '\n')" ] || fail "an interval of one round"
grep -q 'the budget of 0.001 s ended before 6 of 6 groups had their rounds; no intervals in 6 of them: fewer than 6 sessions' least/small/latest/manifest.json || fail "no W012"
# of many rounds a first session has one
sed 's/runs = 11/builds = false, &/' small.lua >many.lua
expect 0 "$HARNESS" many.lua --budget 1ms --runs 100 --no-figures -q -o many
[ "$(counts many)" = 1 ] || fail "rounds of a first session: $(counts many)"
# finished is finished
before=$(used least)
expect 0 "$HARNESS" small.lua --budget 1ms --no-figures -q -o least
[ "$(used least)" = "$before" ] || fail "a finished run is measured again"

# a precision that it does not reach
expect 6 "$HARNESS" small.lua --budget 1ms --precision 1% --strict --no-figures -q -o strict
grep -q '"W007"' strict/small/latest/manifest.json || fail "no W007"
grep -q 'too few rounds to tell' strict/small/latest/manifest.json || fail "a precision of nothing"

# enough: all rounds of all groups, the first of all before the second of any
expect 0 "$HARNESS" small.lua --budget 10m --no-figures --progress json -o enough
[ "$(counts enough)" = 11 ] || fail "rounds: $(counts enough)"
if grep -q '"W012"' enough/small/latest/manifest.json; then fail "the budget was not over"; fi
order=$(grep '"event":"group_begin"' err.txt | grep -o '"group":[0-9]*' | sed 's/.*://' | first 12 | paste -s -d ' ')
[ "$order" = "1 2 3 4 5 6 1 2 3 4 5 6" ] || { cat err.txt; fail "groups in turn: $order"; }

# Stopped and continued: what is left of it, not all of it again. The seconds that are recorded are planted, so that the
# machine's speed decides nothing: where the budget is used up nothing more is measured, where little of it is used more is.
run=("$HARNESS" small.lua -s faces=200,210 --runs 100000 --budget 1h -q --no-figures -o parts)
"${run[@]}" >/dev/null 2>err.txt &
pid=$!
until [ "$(cat parts/small/2*/groups/* 2>/dev/null | grep -c '"type":"sat"')" -ge 2 ]; do
	kill -0 "$pid" 2>/dev/null || { cat err.txt; fail "ended by itself"; }
	sleep 0.02
done
kill -s TERM "$pid"
code=0
wait "$pid" || code=$?
[ "$code" -eq 143 ] || { cat err.txt; fail "SIGTERM: exit $code"; }
rounds() { cat parts/small/2*/groups/* | grep -c '"type":"round"'; }
# as of a journal without a chain of hashes
plant_used() {
	sed -i -e "s/\"type\":\"sat\",\"seconds\":[0-9.e+-]*/\"type\":\"sat\",\"seconds\":$1/" \
		-e 's/,"chain":"[0-9a-f]*"}$/}/' parts/small/2*/groups/*
}
first=$(rounds)
plant_used 0.001
"${run[@]}" >/dev/null 2>err.txt &
pid=$!
until [ "$(rounds)" -gt "$first" ]; do
	kill -0 "$pid" 2>/dev/null || { cat err.txt; fail "what is left of the budget is not used"; }
	sleep 0.02
done
kill -s TERM "$pid"
wait "$pid" || true
first=$(rounds)
plant_used 3600
expect 0 "${run[@]}"
[ "$(rounds)" -eq "$first" ] || fail "the budget was used anew: $first rounds, then $(rounds)"

# of the whole run
expect 2 "$HARNESS" small.lua --budget 0
expect 2 "$HARNESS" rerun parts/small/latest --budget 1s
expect 0 "$HARNESS" plan --no-trial small.lua --budget 10m
grep -q 'a budget of 10 min, after a first session of each group' out.txt || fail "the plan does not tell"
sed 's/sweep = {/sweep = { budget = { 1, 2 },/' small.lua >swept.lua
fails 3 'sweep.budget: is of the whole run' "$HARNESS" swept.lua
