# latest is the run that was begun last, also where several begin within one second.
. "$ROOT/tests/cli/lib.sh"
small_scenario
for faces in 200 201 202 203 204 205; do
	expect 0 "$HARNESS" small.lua -s faces=$faces -s algorithm=aabb --runs 1 --no-figures -q -o out
	[ "$(column faces out/small/latest/summary.csv | sort -u)" = "$faces" ] || fail "latest is not the run of $faces faces"
done
# a copy that follows links makes a folder of it; that is told before anything is measured
cp -rL out copy
rm -rf copy/small/2*
expect 7 "$HARNESS" small.lua -s faces=200 -s algorithm=aabb --runs 1 --no-figures -q -o copy
grep -q "copy/small/latest is a folder" err.txt || { cat err.txt; fail "does not say what is wrong"; }
[ "$(ls -A copy/small)" = latest ] || { ls -A copy/small; fail "something is left"; }
# a file system without links, as FAT: the run ends well without that one
if [ "$CONFIG" != sanitize ]; then
	echo '#include <errno.h>
	int symlink(const char *a, const char *b) { (void)a, (void)b; errno = EPERM; return -1; }' >nolink.c
	cc -shared -fPIC -o nolink.so nolink.c
	expect 0 env LD_PRELOAD="$PWD/nolink.so" "$HARNESS" small.lua -s faces=200 -s algorithm=aabb --runs 1 --no-figures -q -o fat
	grep -q "no link fat/small/latest" err.txt || { cat err.txt; fail "does not say that there is no link"; }
	compgen -G "fat/small/2*/report.md" >/dev/null || fail "no report"
fi
