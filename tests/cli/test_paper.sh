# What a paper takes from a run: tables with keys of their own, numbers for its text; and that all of it can be made from
# the documentation alone.
. "$ROOT/tests/cli/lib.sh"

# the scenario of docs/reference/claims.md, as it stands there
sed -n '/^## Tables in a paper/,/^## Numbers in the text/p' "$ROOT/docs/reference/claims.md" | sed -n 's/^    //p' >docs.lua
grep -q "my_paper" docs.lua || fail "the documentation has no whole scenario any more"
expect 0 "$HARNESS" docs.lua -q -o out --no-figures --runs 6
run=out/my_paper/latest
plant_times "$run"
expect 0 "$HARNESS" report "$run" --no-figures
grep -qE "^\| faces \| +AABB \| +BSP \|$" $run/tables/tests.md || { cat $run/tables/tests.md; fail "no derived column in a table"; }
grep -qE "^- \*\*(holds|refuted|undecided)\*\*.*: BSP is slower by at least the published factor$" $run/report.md ||
	{ cat $run/report.md; fail "no claim with a published value"; }
grep -q "wanted at least 1.26" $run/report.md || { cat $run/report.md; fail "not the published factor"; }

# every cell of the CSV files is a number of numbers.tex, and made again the bytes are the same
for table in time tests; do
	paste -d, <(column row $run/tables/$table.csv) <(column column $run/tables/$table.csv) | while IFS=, read -r row column; do
		grep -qF "\\harness@cell{$table}{$row}{$column}%" $run/numbers.tex || fail "no number $table $row $column"
	done
	cp $run/tables/$table.tex $table.tex
done
cp $run/numbers.tex numbers.tex
grep -qF '\harness@fact{rounds}{6}%' numbers.tex || { cat numbers.tex; fail "no rounds"; }
expect 0 "$HARNESS" report "$run" --no-figures
cmp $run/numbers.tex numbers.tex || fail "other numbers again"
cmp $run/tables/time.tex time.tex || fail "another table again"
grep -q "numbers.tex" out.txt || fail "the list of files does not name numbers.tex"

# a key of a table that is wrong: file, line, and what was meant
refuse() { # LINE PATTERN KEYS: of table t
	{
		printf 'local h = require "harness"\nreturn h.scenario { name = "s", sweep = { faces = { 200, 300 },\n'
		printf 'algorithm = { h.aabb(), h.bsp() } }, tables = { t = { rows = "faces",\n%s\n} },\n' "$3"
		printf 'scene = function () local a = h.teapot { faces = 200 } return { bodies = { { a }, { a } } } end }\n'
	} >s.lua
	fails 3 -E "^s.lua:$1: tables.$2" "$HARNESS" plan s.lua
}
refuse 4 "t.ratio: unknown key; did you mean 'ratios'" 'ratio = false'
refuse 4 "t.ratios: must be true, false or 'only', not 'none'" 'ratios = "none"'
refuse 4 "t.baseline: no algorithm is 'asbb'; did you mean 'aabb'" 'columns = "algorithm", baseline = "asbb"'
refuse 4 "t.baseline: does not go with ratios = false" 'ratios = false, baseline = "aabb"'
refuse 4 "t.digits: must be a whole number from 1 to 12, not 0" 'digits = 0'
refuse 4 "t.best: must be one of 'least', 'greatest', not 'min'" 'best = "min"'
refuse 4 "t.transpose: must be true or false" 'transpose = "yes"'
refuse 4 "t.labels.*201.*: no row or column is 201" 'labels = { [201] = "x" }'
refuse 4 "t.labels.abab: no row or column is 'abab'" 'labels = { abab = "x" }'
refuse 4 "t.labels.aabb: must be a string" 'labels = { aabb = 1 }'
refuse 4 "t.width: must be .*column.*page.*not 'colum'" 'width = "colum"'
refuse 4 "t.intervals: must be true or false" 'intervals = 0'
refuse 4 "t.best: does not go with score = true" 'score = true, best = "least"'
refuse 4 "t.baseline: no faces is 'aabb'" 'score = true, columns = "algorithm", baseline = "aabb"'
refuse 4 "t.notes.2.: must be a string" 'notes = { "a", 1 }'
