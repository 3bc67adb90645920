# On a terminal a run ends with one screen: who wins, the verdicts, the path of the page. What a script reads is all of it.
. "$ROOT/tests/cli/lib.sh"

# on_terminal COLUMNS COMMAND...: what it prints on a terminal's stdout, into screen.txt; its stderr goes to err.txt
on_terminal() {
	python3 - "$@" <<'PY' || fail "on a terminal: exit $?"
import fcntl, os, pty, struct, subprocess, sys, termios
ours, theirs = pty.openpty()
fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
child = subprocess.Popen(sys.argv[2:], stdin=subprocess.DEVNULL, stdout=theirs, stderr=open("err.txt", "w"))
os.close(theirs)
text = b""
while True:
    try:
        part = os.read(ours, 65536)
    except OSError:  # all writers have ended
        break
    if not part:
        break
    text += part
open("screen.txt", "wb").write(text.replace(b"\r\n", b"\n"))
sys.exit(child.wait())
PY
}

fits() { # COLUMNS
	[ "$(wc -l <screen.txt)" -le 40 ] || { cat screen.txt; fail "more than 40 lines"; }
	python3 -c 'import sys; sys.exit(any(len(l.rstrip("\n")) > int(sys.argv[1]) for l in open("screen.txt", encoding="utf8")))' "$1" ||
		{ cat screen.txt; fail "a line is wider than $1"; }
}

# the claims of a paper, of which there are many, with long names
cat >many.lua <<'LUA'
local h = require "harness"
local claims = {}
for i = 1, 30 do
	claims[("Table %02d: the tree tests fewer pairs of triangles than brute force at every number of faces"):format(i)] =
		function (r)
			local all = {}
			for k, faces in ipairs(r:values "faces") do
				all[k] = r:below({ faces = faces, algorithm = "aabb" }, { faces = faces, algorithm = "brute" }, { column = "np" })
			end
			return r:all(all)
		end
end
local function of(value) return { rows = "faces", value = value } end
return h.scenario {
	name = "many", title = "Many claims", runs = 3,
	sweep = { faces = { 100, 150, 200, 250, 300 }, algorithm = { h.aabb(), h.bsp(), h.brute() } },
	scene = function (p)
		local a, b = h.teapot { faces = p.faces }, h.teapot { faces = 100 }
		return { bodies = { { a }, { b, motion = h.touching { count = 2, seed = 5, on = { a, b } } } } }
	end,
	tables = { a = of "np", b = of "nb", c = of "step_ms", d = of "build_ms" },
	claims = claims,
}
LUA

on_terminal 200 "$HARNESS" many.lua -o out
fits 120
grep -q "^a  *aabb in 5 of 5 rows " screen.txt || { cat screen.txt; fail "does not say who wins"; }
grep -q "claims: 30 hold" screen.txt && grep -q "and 11 more" screen.txt || { cat screen.txt; fail "not the verdicts"; }
grep -q "hashes equal" screen.txt || fail "no agreement"
grep -qxF "$(realpath out/many/latest)/report.html" screen.txt || { cat screen.txt; fail "not the whole path of the page"; }
grep -q "nothing was measured" err.txt && fail "it says that nothing was measured"
on_terminal 72 "$HARNESS" report out/many/latest
fits 72

# what a script reads is all of it, and so is what --full prints on a terminal
expect 0 "$HARNESS" many.lua -o out
tells "nothing was measured: this run was finished before; -f measures it anew"
grep -q "^- report.html " out.txt && [ "$(grep -c '^- \*\*holds\*\*: Table' out.txt)" -eq 30 ] || fail "not all of the report"
cp out.txt piped.txt
on_terminal 120 "$HARNESS" many.lua -o out --full
cmp screen.txt piped.txt || fail "--full differs from what a script reads"
expect 0 "$HARNESS" many.lua -o out -q
[ ! -s err.txt ] || { cat err.txt; fail "-q says something"; }
expect 0 "$HARNESS" many.lua -o out -f -q
expect 0 "$HARNESS" many.lua -o other --progress json
grep -v '^{' err.txt && fail "a line that is no JSON"

# the page begins with the same answer; the claims are folded
page=out/many/latest/report.html
line_of() { grep -n -m 1 "$1" $page | cut -d : -f 1; }
[ "$(line_of 'aabb in 5 of 5 rows')" -lt "$(line_of '>Tables</h2>')" ] &&
	[ "$(line_of '>Tables</h2>')" -lt "$(line_of '>Claims</h2>')" ] || fail "the page is in another order"
grep -q '<details><summary>30 claims</summary>' $page || fail "the claims are not folded"
