# Figures: the scenario of docs/reference/figures.md draws its heat map, a script draws its figure again from the data alone, what is made
# again has the same bytes, and wrong keys are found before anything is measured.
. "$ROOT/tests/cli/lib.sh"

awk '/^```lua$/ { on = 1; next } /^```$/ { exit } on' "$ROOT/docs/reference/figures.md" | sed 's/faces = 1000/faces = 200/' >heat.lua
grep -q 'kind = "heat"' heat.lua || fail "docs/reference/figures.md has no scenario of a heat map"

figures=out/leaf_and_k/latest/figures
expect 0 "$HARNESS" heat.lua --runs 2 -q -o out
[ "$(grep -c "^1," $figures/map.csv)" -eq 9 ] || { cat $figures/map.csv; fail "not a cell for each pair"; }
# 9 cells, before the bar of colours
cells=$(sed '/<g id="gnuplot_plot_[2-9]/,$d' $figures/map.svg | grep -c "<polygon fill = 'rgb")
[ "$cells" -ge 9 ] || fail "$cells cells are drawn"
for text in leaf k "query time" 14 18; do grep -q "<text>.*$text" $figures/map.svg || fail "no '$text' in the drawing"; done
grep -q '<svg' $figures/map.svg && grep -q 'width="317"' $figures/map.svg || fail "not as wide as a column"

# made again, in another process and another second, every file has the same bytes
# but PDFs whose date is in a compressed part, which cairo 1.18 writes
same=('!' -name '*.pdf')
if grep -aq /Producer $figures/map.pdf; then same=(); fi
sums() { (cd $figures && find . -type f "${same[@]}" -exec cksum {} + | sort -k 3); }
sums >before.txt
grep -aq CreationDate $figures/map.pdf $figures/map-latex.pdf && fail "a PDF has a date"
expect 0 "$HARNESS" report out/leaf_and_k/latest
sums >after.txt
diff before.txt after.txt || fail "another drawing"

# the script needs the data alone
mkdir alone
cp $figures/map.gp $figures/map.csv alone/
(cd alone && LC_ALL=C.UTF-8 gnuplot map.gp 2>err.txt && [ ! -s err.txt ]) || { cat alone/err.txt; fail "the script"; }
for type in .svg .png -latex.tex; do cmp alone/map$type $figures/map$type || fail "drawn alone, map$type differs"; done
grep -q 'includegraphics.*{map-latex}' $figures/map-latex.tex || fail "LaTeX finds no graphics"
grep -q 'strut{}18}' $figures/map-latex.tex || fail "LaTeX does not set the texts"

# refused FIGURE MESSAGE
refused() {
	sed "s|^ *map = .*|map = { $1 },|" heat.lua >bad.lua
	expect 3 "$HARNESS" plan bad.lua
	line=$(grep -n '^map = ' bad.lua | cut -d : -f 1)
	tells -F "bad.lua:$line: figures.map.$2"
}
refused 'kind = "heat", x = "leaf"' 'y: is missing, must be the column along the other side'
refused 'kind = "heat", x = "leaf", y = "leaf"' 'y: is the column of x too'
refused 'kind = "heat", x = "leaf", y = "kk"' "y: there is no column 'kk'; did you mean 'k'?"
refused 'kind = "heat", x = "point", y = "k"' "x: a heat map is over two swept parameters, not over 'point'"
refused 'kind = "heat", x = "leaf", y = "k", series = "k"' "series: a figure with kind = 'heat' has no such key"
refused 'kind = "heat", x = "leaf", y = "k", legend = "below"' 'legend: the colours of a heat map'
refused 'kind = "heat", x = "leaf", y = "k", logz = true, zrange = { 0, 1 }' 'zrange[1]: must be above 0'
refused 'kind = "heatmap", x = "leaf", y = "k"' "kind: must be one of 'lines', 'bars', 'heat', 'map', not 'heatmap'"
refused 'x = "leaf", z = "np"' "z: a figure with kind = 'lines' has no such key; a heat map has it, kind = 'heat'"
refused 'kind = "bars", x = "leaf", logx = true' "logx: a figure with kind = 'bars' has no such key"
refused 'x = "leaf", widht = "column"' "widht: unknown key; did you mean 'width'?"
refused 'x = "leaf", width = "9 feet"' 'width: must be "column", "page", or a length such as "9 cm"'
refused 'x = "leaf", width = "1 cm"' 'width: must be a length from 3 cm to 100 cm'
refused 'x = "leaf", height = "column"' 'height: must be a length such as "6 cm"'
refused 'x = "leaf", size = 2' 'size: must be a finite number from 4 to 36, not 2'
refused 'x = "leaf", title = true' 'title: must be a text, or false for none, not true'
refused 'x = "leaf", caption = "none"' 'caption: must be false for none, or true'
refused 'x = "leaf", legend = "left"' "legend: must be 'right', 'below', 'above', or false for none, not 'left'"
refused 'x = "leaf", yrange = { 3, 1 }' 'yrange: the first must be less than the second'
refused 'x = "leaf", yrange = { 1 }' 'yrange[2]: is missing'
refused 'x = "leaf", logy = true, yrange = { 0, 1 }' 'yrange[1]: must be above 0 on a logarithmic axis, not 0'
refused 'x = "algorithm", xrange = { 0, 1 }' "xrange: the values of 'algorithm' are no numbers"
refused 'x = "leaf", xticks = "all"' "xticks: must be one of 'values', 'round', not 'all'"
refused 'x = "leaf", published = "times"' "published: no table with published values is called 'times'"
