# report.html: every run has it, well-formed, with the figures in it; made again it is the same; several runs make one.
. "$ROOT/tests/cli/lib.sh"

well_formed() {
	lua5.4 - "$1" "$ROOT" <<-'LUA' || fail "$1 is not well-formed"
		package.path = arg[2] .. "/tests/lua/?.lua"
		local page = require "wellformed".check(assert(io.open(arg[1])):read "a")
		for _, link in ipairs(page.links) do
			assert(link:find "^data:" or not link:find "//" and not link:find "^%a+:", link)
		end
	LUA
}

cat >page.lua <<'LUA'
local h = require "harness"
return h.scenario {
	name = "page", title = "A <b>title</b> & more", runs = 6,
	sweep = { faces = { 200, 240 }, tag = { "<x&y>" }, algorithm = { h.aabb(), h.bsp { label = "b<sp" }, h.brute() } },
	scene = function (p)
		local a, b = h.teapot { faces = p.faces }, h.teapot { faces = 150 } -- </script>
		return { bodies = { { a }, { b, motion = h.touching { count = 2, seed = 5, on = { a, b } } } } }
	end,
	tables = { t = { rows = "faces", value = "np" } },
	figures = { f = { x = "faces", y = "np" }, g = { x = "algorithm", y = "step_ms", series = "faces" } },
	readings = { leaf = { of = { "aabb" }, key = "leaf", ours = 1, others = { 4 }, open = "how many <triangles> a leaf holds" } },
	claims = { ["aabb < brute"] = function (r)
		return r:below({ faces = 200, algorithm = "aabb" }, { faces = 200, algorithm = "brute" }, { column = "np" })
	end },
}
LUA

expect 0 "$HARNESS" page.lua -q -o out
run=out/page/latest
grep -q "^- report.html " out.txt || fail "the files do not name report.html"
well_formed $run/report.html
[ "$(grep -c '^<svg' $run/report.html)" -eq 2 ] || fail "not two figures"
for text in '<strong class="holds">holds</strong>: aabb &lt; brute' 'how many &lt;triangles&gt; a leaf holds' '<th class="n">leaf=4</th>' \
	'-- &lt;/script&gt;' '<td>b&lt;sp</td>' '>Warnings</h2>' 'href="figures/f.pdf"' '<h1 id="r1-a-b-title-b-more">A &lt;b&gt;title'; do
	grep -qF -- "$text" $run/report.html || fail "the page has no $text"
done

# made again it is the same, also from a copy elsewhere
cp -rL $run copy
expect 0 "$HARNESS" report $run
cmp $run/report.html copy/report.html || fail "made again it differs"
rm copy/report.html
expect 0 "$HARNESS" report copy
cmp $run/report.html copy/report.html || fail "made elsewhere it differs"

# without figures it says so; those that are there stay
rm copy/figures/f.svg
expect 0 "$HARNESS" report copy --no-figures
well_formed copy/report.html
[ "$(grep -c '^<svg' copy/report.html)" -eq 1 ] || fail "not one figure"
grep -q "Not drawn" copy/report.html || fail "does not say that a figure is missing"

# a figure with a script is no part of the page
sed -i 's|</svg>|<script>alert(1)</script></svg>|' copy/figures/g.svg
expect 0 "$HARNESS" report copy --no-figures
grep -q "figures/g.svg: has an element &lt;script&gt;" copy/report.html || fail "the script is not refused"
grep -qF "alert(1)" copy/report.html && fail "the script is in the page"

# gnuplot that fails: the page is made without the figure
mkdir bin
printf '#!/bin/sh\necho no; exit 1\n' >bin/gnuplot
chmod +x bin/gnuplot
rm copy/figures/*.svg
expect 7 env PATH="$PWD/bin:$PATH" "$HARNESS" report copy
grep -q "figures/f.svg: is not drawn" copy/report.html || fail "not said that the figure is missing"

# several runs, with links that lead to their files from where the page is
expect 0 "$HARNESS" page.lua -q -o out -s faces=200
expect 0 "$HARNESS" report $run copy --no-figures --html "a b/all.html"
well_formed "a b/all.html"
[ "$(grep -c '^<article' "a b/all.html")" -eq 2 ] || fail "not two runs"
grep -qF '<h1>2 runs</h1>' "a b/all.html" || fail "no heading of two runs"
link=$(grep -o 'href="[^"]*/figures/g.pdf"' "a b/all.html" | first | cut -d '"' -f 2)
[ -f "a b/$link" ] || fail "a link leads nowhere: $link"
cp "a b/all.html" all.txt
expect 0 "$HARNESS" report $run copy --no-figures --html "a b/all.html"
cmp "a b/all.html" all.txt || fail "the page of several runs differs"

# what cannot be
expect 2 "$HARNESS" page.lua --html x.html
expect 2 "$HARNESS" report $run --html x.html --vary 3
fails 7 "copy/plan.json" "$HARNESS" report $run --no-figures --html copy/plan.json/x.html
expect 2 "$HARNESS" report nowhere --html x.html
[ ! -e x.html ] || fail "a page of nothing"
