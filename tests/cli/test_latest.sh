# latest is the run that was begun last, also where several begin within one second.
. "$ROOT/tests/cli/lib.sh"
small_scenario
for faces in 200 201 202 203 204 205; do
	expect 0 "$HARNESS" small.lua -s faces=$faces -s algorithm=aabb --runs 1 --no-figures -q -o out
	[ "$(column faces out/small/latest/summary.csv | sort -u)" = "$faces" ] || fail "latest is not the run of $faces faces"
done
# a clock that was once in 2030 does not pin latest: neither where another run is made, nor where that run goes on
first=$(readlink out/small/latest)
plan=${first#*-}
mv "out/small/$first" "out/small/20300101T000000Z-$plan"
expect 0 "$HARNESS" small.lua -s faces=206 -s algorithm=aabb --runs 1 --no-figures -q -o out
[ "$(column faces out/small/latest/summary.csv | sort -u)" = 206 ] || fail "latest is pinned to a run of 2030"
expect 0 "$HARNESS" small.lua -s faces=205 -s algorithm=aabb --runs 1 --no-figures -q -o out
[ "$(readlink out/small/latest)" = "20300101T000000Z-$plan" ] || fail "latest is not the run that went on"
# of several runs of the same plan, the one made last goes on
expect 0 "$HARNESS" small.lua -s faces=205 -s algorithm=aabb --runs 1 --no-figures -q -f -o out
forced=$(readlink out/small/latest)
[ "$forced" != "20300101T000000Z-$plan" ] || fail "-f made no run"
expect 0 "$HARNESS" small.lua -s faces=205 -s algorithm=aabb --runs 1 --no-figures -q -o out
[ "$(readlink out/small/latest)" = "$forced" ] || fail "latest went back to 2030"
# a run that is being made is latest already, and so it stays when that run is killed
"$HARNESS" small.lua --runs 100000 --no-figures -q -o killed &
pid=$!
until compgen -G "killed/small/2*/groups/*.part" >/dev/null || ! kill -0 $pid; do sleep 0.02; done
[ -e killed/small/latest/plan.json ] || fail "no latest before the end of the run"
kill -KILL $pid
wait $pid || true
[ -e killed/small/latest/plan.json ] || fail "no latest of a killed run"
fails 7 "^harness: killed/small/latest has no results yet: " "$HARNESS" report killed/small/latest --no-figures
# a copy that follows links makes a folder of it; that is told before anything is measured
cp -rL out copy
rm -rf copy/small/2*
fails 7 "copy/small/latest is a folder" "$HARNESS" small.lua -s faces=200 -s algorithm=aabb --runs 1 --no-figures -q -o copy
[ "$(ls -A copy/small)" = latest ] || { ls -A copy/small; fail "something is left"; }
# a file system without links, as FAT: the run ends well without that one
if [ "$CONFIG" != sanitize ]; then
	echo '#include <errno.h>
	int symlink(const char *a, const char *b) { (void)a, (void)b; errno = EPERM; return -1; }' >nolink.c
	cc -shared -fPIC -o nolink.so nolink.c
	expect 0 env LD_PRELOAD="$PWD/nolink.so" "$HARNESS" small.lua -s faces=200 -s algorithm=aabb --runs 1 --no-figures -q -o fat
	tells "no link fat/small/latest"
	compgen -G "fat/small/2*/report.md" >/dev/null || fail "no report"
fi
