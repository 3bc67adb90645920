# docs/howto/data.md: what it shows for pandas, R and gnuplot reads a run and draws its points, no twin and no check among them.
. "$ROOT/tests/cli/lib.sh"

cat >s.lua <<'LUA'
local h = require "harness"
return h.scenario {
	name = "s", runs = 6, preempted = "keep",
	sweep = { faces = { 200, 240 }, algorithm = { h.aabb { label = "a, \"b\"" }, h.bsp(), h.dassd() } },
	readings = { leaf = { of = { "a, \"b\"" }, key = "leaf", ours = 1, others = { 4 }, open = "how many triangles a leaf holds" } },
	scene = function (p)
		local a, b = h.teapot { faces = p.faces }, h.teapot { faces = 150 }
		return { bodies = { { a }, { b, motion = h.touching { count = 2, seed = 5, on = { a, b } } } } }
	end,
}
LUA
expect 0 "$HARNESS" s.lua -q -o out
points=6 # of the scenario's own reading
rows=$(column role out/s/latest/summary.csv | wc -l)
[ "$rows" -gt $((points + 4)) ] || fail "there are no rows of other roles"

# block LANGUAGE N: the N-th example of this language
block() {
	awk -v begin="\`\`\`$1" -v wanted="$2" '$0 == begin { n++; inside = 1; next } /^```/ { inside = 0 }
		inside && n == wanted' "$ROOT/docs/howto/data.md"
}
cd out/s/latest
missing=

block gnuplot 1 >example.gp
[ "$(grep -c . example.gp)" -ge 5 ] || fail "docs/howto/data.md has no example of gnuplot"
if command -v gnuplot >/dev/null; then
	LC_ALL=C.UTF-8 gnuplot example.gp >said.txt 2>&1 || { cat said.txt; fail "gnuplot"; }
	[ ! -s said.txt ] || { cat said.txt; fail "gnuplot warns"; }
	# rows of the other reading are points too
	drawn=$(column role summary.csv | grep -c '^point$')
	[ "$(grep -o "#gpPt6' transform='translate([^)]*)" times.svg | sort -u | wc -l)" -eq "$drawn" ] || fail "gnuplot does not draw $drawn points"
else
	missing="$missing gnuplot"
fi

python=
for one in python3 /usr/bin/python3; do
	if [ -z "$python" ] && $one -c 'import pandas, matplotlib' 2>/dev/null; then python=$one; fi
done
block python 1 >example.py
block python 2 >ratios.py
[ "$(grep -c . example.py)" -ge 5 ] && grep -q pivot ratios.py || fail "docs/howto/data.md has no example of pandas"
if [ -n "$python" ]; then
	echo 'print(len(rows), rows["algorithm"].iloc[0])' >>example.py
	MPLBACKEND=Agg $python example.py >said.txt 2>&1 || { cat said.txt; fail "pandas"; }
	grep -qxF "$points a, \"b\"" said.txt || { cat said.txt; fail "pandas does not draw $points points"; }
	[ "$(head -c 4 times.png | tail -c 3)" = PNG ] || fail "pandas draws nothing"
	$python ratios.py >said.txt 2>&1 || { cat said.txt; fail "pandas: ratios"; }
	grep -q "^count *6" said.txt || { cat said.txt; fail "pandas does not pair 6 rounds"; }
else
	missing="$missing pandas"
fi

block r 1 >example.R
[ "$(grep -c . example.R)" -ge 5 ] || fail "docs/howto/data.md has no example of R"
if command -v Rscript >/dev/null; then
	echo 'cat(nrow(rows), rows$algorithm[1], "\n")' >>example.R
	Rscript --vanilla example.R >said.txt 2>&1 || { cat said.txt; fail "R"; }
	grep -qF "$points a, \"b\"" said.txt || { cat said.txt; fail "R does not draw $points points"; }
	[ "$(head -c 5 times.pdf)" = "%PDF-" ] || fail "R draws nothing"
else
	missing="$missing R"
fi
[ -z "$missing" ] || skip "there is no$missing"
