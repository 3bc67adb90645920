# shellcheck shell=bash
# The rounds of a group are of six sessions or more, with new workers each that build; counted and checked is in the first.
. "$ROOT/tests/cli/lib.sh"
small_scenario
rounds() { paste -d : <(column session "$1/samples.csv") <(column round "$1/samples.csv") | sort -u -t : -k 2n | paste -s -d ' '; }

expect 0 "$HARNESS" small.lua -s faces=200 -v -o out
[ "$(rounds out/small/latest)" = "1:1 2:2 2:3 3:4 3:5 4:6 4:7 5:8 5:9 6:10 6:11" ] ||
	fail "rounds of sessions: $(rounds out/small/latest)"
[ "$(grep -c ': open' err.txt)" -eq 25 ] || fail "not six times four workers, and brute force"
[ "$(grep -c ': count' err.txt)" -eq 5 ] || fail "not counted once each"
[ "$(column session out/small/latest/builds.csv | sort -u | paste -s -d ' ')" = "1 2 3 4 5 6" ] || fail "not built in each"
[ "$(column ratio_lo out/small/latest/summary.csv | grep -c .)" -eq 4 ] || fail "ratios have no interval"

# fewer than six rounds have no interval to be had: one session does
expect 0 "$HARNESS" small.lua -s faces=200 --runs 5 -q -o five
[ "$(rounds five/small/latest)" = "1:1 1:2 1:3 1:4 1:5" ] || fail "five rounds: $(rounds five/small/latest)"
