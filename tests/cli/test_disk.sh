# A full disk, a limit on files, results that vanish or may not be written, groups and journals that were cut off, SIGTERM
# while figures are drawn: exit 7 (143) with the name of what could not be written, nothing that was finished is lost, no
# half a file stays, and the same command ends as if nothing had been.
. "$ROOT/tests/cli/lib.sh"
cat >disk.lua <<'LUA'
local h = require "harness"
return h.scenario {
	name = "disk", runs = 2,
	sweep = { faces = { 200, 210, 220 }, algorithm = { h.aabb(), h.bsp() } },
	scene = function (p)
		local a, b = h.teapot { faces = p.faces }, h.shape.box()
		return { bodies = { { a }, { b, motion = h.touching { count = 3, seed = 5, on = { a, b } } } } }
	end,
	tables = { time = { rows = "faces", columns = "algorithm", value = "step_ms" } },
	figures = { time = { x = "faces", y = "step_ms", series = "algorithm" } },
}
LUA
run=("$HARNESS" disk.lua -q -o)
files() { (cd "$1/disk/latest/" && find . ! -type d | LC_ALL=C sort); }
finished() { (cd "$1"/disk/2*/groups 2>/dev/null && sha256sum -- *.json 2>/dev/null) || true; }
expect 0 "${run[@]}" calm
stable calm/disk/latest/summary.csv >calm.counts
files calm >calm.files

# no_halves DIR: what is there is whole
no_halves() {
	local file half
	half=$(find "$1" -name '.staging*' -o -name '.lock' -o -name '*.tmp' -o -name '.latest.tmp' 2>/dev/null || true)
	[ -z "$half" ] || fail "left behind: $half"
	for file in "$1"/disk/2*/groups/*.json "$1"/disk/2*/manifest.json "$1"/disk/2*/figures/*.svg; do
		if [ -e "$file" ]; then tail -n 2 "$file" | has -E '^(\]\}|\}|</svg>)$' || fail "half a file: $file"; fi
	done
}

# ends DIR [BEFORE]: the same command gives what an undisturbed run gives, and keeps the groups that were finished
ends() {
	local before=${2-$(finished "$1")}
	expect 0 "${run[@]}" "$1"
	no_halves "$1"
	stable "$1/disk/latest/summary.csv" | diff calm.counts - || fail "$1: counts or hashes differ"
	files "$1" | diff calm.files - || fail "$1: other files"
	[ -z "$before" ] || (cd "$1/disk/latest/groups" && sha256sum -c --quiet <<<"$before") || fail "$1: measured twice"
}

# refused DIR: exit 7, and a message that names a path in DIR
refused() {
	local code=0
	"${@:2}" >out.txt 2>err.txt || code=$?
	[ "$code" -eq 7 ] || { cat out.txt err.txt; fail "exit $code, not 7: ${*:2}"; }
	grep -q "$1" err.txt || fail "names no path in $1: $(cat err.txt)"
}

# no file over so many KiB: too few for a scene, enough for all but the figures
for size in 4 10; do
	rm -rf limit
	refused limit/disk bash -c "ulimit -f $size; exec \"\$@\"" limited "${run[@]}" limit
	no_halves limit
	ends limit
done

# a disk with so many KiB left: too few for the groups, the figures
mkdir full
if mount -t tmpfs -o size=1m none full 2>/dev/null; then
	trap 'umount -l full' EXIT
	for left in 64 104; do
		rm -rf full/out
		head -c $((1024 - left))k /dev/zero >full/rest
		refused full/out "${run[@]}" full/out
		no_halves full/out
		rm full/rest
		ends full/out
	done
fi

# where nothing may be made
echo >file
refused file/results "${run[@]}" file/results

# groups that may not be written, then scenes that may only be read; root may write everywhere
unprivileged() {
	if [ "$(id -u)" -eq 0 ]; then setpriv --reuid 65534 --clear-groups "$@"; else "$@"; fi
}
mkdir user
cp "$HARNESS" user/harness
cp disk.lua user/
cp -r calm user/closed
rm user/closed/disk/latest/groups/0001-*.json
if [ "$(id -u)" -ne 0 ] || { chmod 755 . && chown -R 65534 user && unprivileged true 2>/dev/null; }; then
	(
		cd user
		run=(unprivileged ./harness disk.lua -q -o)
		chmod a-w closed/disk/latest/scenes closed/disk/latest/scenes/* closed/disk/latest/groups
		refused closed/disk/ "${run[@]}" closed
		chmod u+w closed/disk/latest/groups
		expect 0 "${run[@]}" closed
		stable closed/disk/latest/summary.csv | diff ../calm.counts - || fail "read-only scenes: other counts"
	)
fi

# results that vanish while they are measured: after the first group
"${run[@]}" gone --runs 50 >out.txt 2>err.txt &
pid=$!
until compgen -G "gone/disk/2*/groups/*.json" >/dev/null; do
	kill -0 "$pid" || fail "ended before the first group: $(cat err.txt)"
	sleep 0.01
done
until rm -rf gone 2>/dev/null; do :; done
code=0
wait "$pid" || code=$?
[ "$code" -eq 7 ] || fail "results vanished: exit $code"
grep -q "gone/disk/" err.txt || fail "$(cat err.txt)"
[ ! -e gone ] || fail "made again: $(find gone)"

# a group's file cut off, and journals: within a line, after one, and with something else behind it
groups=cut/disk/latest/groups
cp -r calm cut
for file in "$groups"/0001-*.json "$groups"/0002-*.json; do
	# as they were before they were finished
	sed -e '1d' -e '$d' -e 's/,$//' "$file" >"${file%.json}.part"
	rm "$file"
done
for file in "$groups"/0000-*.json; do truncate -s -100 "$file"; done
for file in "$groups"/0001-*.part; do truncate -s $(($(stat -c %s "$file") / 2)) "$file"; done
for file in "$groups"/0002-*.part; do
	head -n 3 "$file" >lines
	{ cat lines; printf '{"type":"round"\0\377'; } >"$file"
done
ends cut ""
for group in 0001 0002; do
	grep -q '"session":2' "$groups/$group"-*.json || fail "the journal was not gone on with"
done

# SIGTERM while figures are drawn, by one that draws half of one
mkdir bin
cat >bin/gnuplot <<'SH'
#!/bin/sh
echo "<svg" >"${1%.gp}.svg"
echo "as if it had been the report" >../report.md.tmp
kill -TERM $PPID
sleep 5
SH
chmod +x bin/gnuplot
code=0
PATH="$PWD/bin:$PATH" "${run[@]}" term >out.txt 2>err.txt || code=$?
[ "$code" -eq 143 ] || fail "SIGTERM while drawing: exit $code: $(cat err.txt)"
no_halves term
ends term
