# shellcheck shell=bash
# --layout: do workers have their memory at the addresses of chance, or at the same ones?
. "$ROOT/tests/cli/lib.sh"
small_scenario

# workers LAYOUT: a line for each: is its personality one of fixed addresses, and how large is its environment?
workers() {
	"$HARNESS" small.lua -s faces=200 --runs 1000000 --layout "$1" -q -o "$1" >/dev/null 2>err.txt &
	local pid=$! worker size
	until grep -qs '"round"' "$1"/small/2*/groups/*.part; do
		kill -0 "$pid" 2>/dev/null || { cat err.txt; fail "$1: no round"; }
		sleep 0.02
	done
	# they are not renewed while they are looked at; a session may just have ended
	while kill -0 "$pid" 2>/dev/null; do
		kill -s STOP "$pid"
		for worker in $(pgrep -P "$pid"); do
			size=$(wc -c 2>/dev/null <"/proc/$worker/environ") && [ "$size" -gt 0 ] || continue
			echo "$((0x$(cat "/proc/$worker/personality") & 0x0040000)) $size"
		done >seen.txt 2>/dev/null
		kill -s CONT "$pid"
		[ "$(wc -l <seen.txt)" -lt 4 ] || break
		sleep 0.02
	done
	cat seen.txt
	kill -s TERM "$pid"
	wait "$pid" || true
}
session() { grep -h '"type":"session"' "$1"/small/2*/groups/* | first; }

workers sample >sample.txt
[ "$(wc -l <sample.txt)" -ge 2 ] || fail "no workers to be seen"
[ "$(cut -d ' ' -f 1 sample.txt | sort -u)" = 0 ] || { cat sample.txt; fail "addresses are fixed"; }
[ "$(cut -d ' ' -f 2 sample.txt | sort -u | wc -l)" -gt 1 ] || { cat sample.txt; fail "environments do not vary"; }
session sample | has '"layout":"sample".*"paddings":\[[0-9]*,[0-9]*,' || { session sample; fail "the journal does not say so"; }

workers fixed >fixed.txt
[ "$(cut -d ' ' -f 2 fixed.txt | sort -u | wc -l)" -eq 1 ] || { cat fixed.txt; fail "environments vary"; }
if session fixed | has '"layout":"fixed","layout_possible":true'; then
	[ "$(cut -d ' ' -f 1 fixed.txt | sort -u)" != 0 ] || [ "$(cat /proc/sys/kernel/randomize_va_space)" = 0 ] || { cat fixed.txt; fail "addresses vary"; }
else
	grep -q '"W013"' fixed/small/latest/manifest.json || fail "addresses vary, and nobody says so"
fi

# another layout is another plan; both may stand in a sweep
sed 's/sweep = {/sweep = { layout = { "sample", "fixed" },/' small.lua >swept.lua
expect 0 "$HARNESS" swept.lua -s faces=200 --runs 1 -q -o swept
[ "$(column layout swept/small/latest/summary.csv | sort -u | paste -s -d ' ')" = "fixed sample" ] || fail "the sweep"
tr -d ' \n\t' <swept/small/latest/manifest.json | has '"layout":\["sample","fixed"\]' || fail "the manifest does not say so"
expect 2 "$HARNESS" small.lua --layout shuffled
