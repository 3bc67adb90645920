# `harness paper`: every printed number is listed once, and the document of a small paper: made from its runs, the same
# bytes when made again; what is wrong in papers/KEY.lua is told before anything runs. Reference results of it verify.
. "$ROOT/tests/cli/lib.sh"

check() { lua5.4 "$ROOT/tests/papers/check.lua" "$ROOT" "$@"; }
for file in "$ROOT"/papers/*.lua; do
	expect 0 "$HARNESS" list "$file"
	cp out.txt "$(basename "$file" .lua).csv"
done
check "$ROOT/tests/papers/numbers.csv" ./*.csv || fail "papers/ and what the papers print differ"
# the check sees a number that is changed, missing, repeated or not printed
sed 's/,54872,/,54873,/' wei2000.csv >changed.txt
sed '/,54872,/d' wei2000.csv >missing.txt
sed 's/^\(.*,54872,.*\)$/\1\n\1/' wei2000.csv >repeated.txt
sed 's/^\(.*,\)54872\(,.*\)$/\154872\2\n\177\2/' wei2000.csv >unknown.txt
# what an entry calls computed may be listed only where no paper prints it
sed '/,54872,/s/$/1/' wei2000.csv >computed.txt
rm wei2000.csv
for file in changed missing repeated unknown computed; do
	! check "$ROOT/tests/papers/numbers.csv" ./*.csv $file.txt >found.txt ||
		fail "the check does not see what is $file"
done

mkdir -p p/papers p/scenarios/models
cat >p/scenarios/models/pots.lua <<'LUA'
local h = require "harness"
return { still = function (faces) return h.teapot { faces = faces } end }
LUA
cat >p/scenarios/small.lua <<'LUA'
local h = require "harness"
local pots = require "models.pots"
return h.scenario {
	name = "small", paper = "tiny", runs = 2, sweep = { faces = { 200, 300 }, algorithm = { h.aabb(), h.brute() } },
	quick = { faces = 200 },
	scene = function (p)
		local a = pots.still(p.faces)
		return { bodies = { { a }, { a, motion = h.touching { count = 2, seed = 1, on = { a, a } } } } }
	end,
	tables = { t = { rows = "faces", value = "np", published = { aabb = { [200] = 12345, [300] = 23456 } } } },
	figures = { f = { x = "faces", y = "np" } },
	claims = { ["aabb < brute"] = function (r)
		return r:below({ faces = 200, algorithm = "aabb" }, { faces = 200, algorithm = "brute" }, { column = "np" })
	end },
}
LUA
# paper ENTRIES: a paper of these
paper() {
	printf 'local h = require "harness"\nreturn h.paper { key = "%s", authors = { "A <B>" }, title = "T", journal = "J",\n\tyear = 1998, entries = {\n%s\n} }\n' \
		"${2:-tiny}" "$1" >p/papers/tiny.lua
}
good='{ id = "t", kind = "table", place = "Table 1", about = "Tests", scenario = "small", tables = { "t" },
	claims = { { "aabb < brute", source = "quoted", quote = "fewer <tests>" } }, figures = { "f" }, gallery = true },
{ id = "n", kind = "number", place = "Text", about = "A ratio", numbers = { { "least", 0.125 } }, missing = "no model" },'
refuse() {
	paper "$3" "${4:-tiny}"
	fails "$1" -E "$2" "$HARNESS" paper p/papers/tiny.lua -o out -q
	[ ! -e out ] || fail "something is written"
}
refuse 3 "entries\[1\].claims\[1\].source: is missing, must be one of" "${good/source = \"quoted\",/}"
refuse 3 "entries\[1\].claims\[1\].source: .*theorem.*said" "${good/\"quoted\"/\"said\"}"
refuse 3 "entries\[1\].claims\[1\]: is quoted, but has no .quote." "${good/, quote = \"fewer <tests>\"/}"
refuse 3 "entries\[1\].claims\[1\]: .*source" "${good/\{ \"aabb < brute\", source = \"quoted\", quote = \"fewer <tests>\" \}/\"aabb < brute\"}"
refuse 3 "entries\[2\].computed: is about the published values of a table" "${good/missing = /computed = true, missing = }"
refuse 3 "entries\[1\].claims\[1\].lacks: is for what is quoted" "${good/\"quoted\"/\"ours\", lacks = \"a figure\"}"
refuse 3 "entries\[1\].claims\[1\]: the scenario small has no claim 'aabb < brut'; did you mean 'aabb < brute'" "${good/brute/brut}"
refuse 3 "entries\[1\].claims\[1\]: is a theorem, but the scenario small has it not under .checks." "${good/\"quoted\"/\"theorem\"}"
refuse 3 "entries\[1\].tables\[1\]: the scenario small has no table 'tt'" "${good/\{ \"t\" \}/\{ \"tt\" \}}"
refuse 3 "entries\[2\]: has neither" "${good/missing/why}"
refuse 3 "entries\[2\].place: 'Table 1' is also that of entry 1" "${good/Text/Table 1}"
refuse 3 "key: is 'other', but the file is tiny.lua" "$good" other
refuse 2 "scenarios/none.lua" "${good/small/none}"
expect 2 "$HARNESS" paper p/papers/nobody.lua -o out
expect 2 "$HARNESS" paper
expect 2 "$HARNESS" paper p/papers/tiny.lua -s faces=3

# the quick document: what is published stands there, even where no point shows it
paper "$good"
document=out/papers/tiny/tiny.md
expect 0 "$HARNESS" paper p/papers/tiny.lua --quick -o out -q
for what in 12345 'aabb 300: 23456' 0.125 'no model' 'What the paper says: 1 holds' 'fewer' 'QUICK' '\*\*holds\*\*: aabb < brute' 'figures/f.svg' 'crosses: published'; do
	grep -q -- "$what" $document || { cat $document; fail "the document has no '$what'"; }
done
# the whole one, and the same bytes from the same run
expect 0 "$HARNESS" paper p/papers/tiny.lua -o out -q
! grep -q QUICK $document || fail "a whole run is called quick"
cp -R out/papers kept
expect 0 "$HARNESS" paper p/papers/tiny.lua -o out -q
diff -r kept out/papers || fail "made again, it differs"
[ "$(find out/small -mindepth 1 -maxdepth 1 -type d | wc -l)" -eq 2 ] || fail "a finished run is measured again"
[ "$(column published out/papers/tiny/numbers.csv | tr '\n' ' ')" = "12345 23456 0.125 " ] || fail "numbers.csv"
[ "$(column ours out/papers/tiny/numbers.csv | first)" = "$(column np out/small/latest/summary.csv | first)" ] ||
	fail "numbers.csv has not what was measured"
lua5.4 - "$ROOT" out/papers/tiny/tiny.html out/papers/index.html <<-'LUA' || fail "a page is not well-formed"
	package.path = arg[1] .. "/tests/lua/?.lua"
	for i = 2, #arg do require "wellformed".check(assert(io.open(arg[i])):read "a") end
LUA
# --drawn of a paper goes on to a scenario without a population, whose run is verified as any other
expect 0 "$HARNESS" paper p/papers/tiny.lua --quick --drawn -o drawn -q
expect 0 "$HARNESS" verify drawn/small/latest
expect 0 "$HARNESS" rerun drawn/small/latest -q -o again
# --no-run: documents of finished runs by another policy, with the claims as they are now, of a module that the run had not
cp -R p q
expect 0 "$HARNESS" q/scenarios/small.lua --runs 3 -q -o there
cp there/small/latest/samples.csv samples.txt
echo 'return 0' >q/scenarios/models/limits.lua
sed -i 's/^local pots/local limits = require "models.limits"\nlocal pots/
	s/claims = {/claims = { ["many tests"] = function (r)\n\t\treturn r:value({ faces = 200, algorithm = "brute" }, "np") > limits\n\t\t\tand r:holds "so" or r:refuted "not so"\n\tend,/' q/scenarios/small.lua
sed 's/"small"/"other"/' q/scenarios/small.lua >q/scenarios/other.lua
paper "${good/claims = \{/claims = { { \"many tests\", source = \"ours\" \},}
{ id = \"o\", kind = \"table\", place = \"Table 2\", about = \"Others\", scenario = \"other\", tables = { \"t\" } },"
mv p/papers/tiny.lua q/papers/tiny.lua
paper "$good"
expect 0 "$HARNESS" paper q/papers/tiny.lua --no-run -o there -q
for what in '\*\*holds\*\*: many tests' 12345 'Not run yet' "$(readlink there/small/latest)"; do
	grep -q -- "$what" there/papers/tiny/tiny.md || { cat there/papers/tiny/tiny.md; fail "without a run: no '$what'"; }
done
[ ! -e there/other ] || fail "--no-run measures"
# neither it nor the command that made the run adds a module to the run
expect 0 "$HARNESS" q/scenarios/small.lua --runs 3 -q -o there
[ "$(find there/small -mindepth 1 -maxdepth 1 -type d | wc -l)" -eq 1 ] || fail "a finished run is measured again"
grep -q 'many tests' there/small/latest/report.md || fail "the report has not the claim of now"
cmp samples.txt there/small/latest/samples.csv
expect 0 "$HARNESS" verify there/small/latest -q
expect 0 "$HARNESS" report there/small/latest
# a run that is not finished is none, though it is the latest and has a report
cp -R "$(realpath there/small/latest)" there/small/29990101T000000Z-00000000
sed -i 's/"complete":\ttrue/"complete":\tfalse/' there/small/29990101T000000Z-00000000/manifest.json
ln -sfn 29990101T000000Z-00000000 there/small/latest
expect 0 "$HARNESS" paper q/papers/tiny.lua --no-run -o there -q
! grep -q 2999 there/papers/tiny/tiny.md || fail "an unfinished run is shown"
# a claim that cannot be judged any more ends with 3, and keeps no document from being made
sed -i 's/> limits/> missing/' q/scenarios/small.lua
rm there/papers/index.md
expect 3 "$HARNESS" paper q/papers/tiny.lua --no-run -o there -q
[ -s there/papers/index.md ] && grep -q 12345 there/papers/tiny/tiny.md || fail "a report that fails in part leaves no document"
for option in --quick --drawn --runs=3 --precision=5% --stop=rounds --budget=3m --cpu=0 -f; do
	expect 2 "$HARNESS" paper q/papers/tiny.lua --no-run $option -o there
done

# all papers of a folder, and one article of them: that it compiles is seen in the long tests
(cd p && expect 0 "$HARNESS" paper --all --tex -q -o ../out)
diff -r kept out/papers | has -v "^Only in out/papers: article.tex" && fail "--all or --tex changed a document"
for what in 'begin{document}' 'fewer' 'tiny: T' '12345' 'includegraphics.*{../small/.*figures/f}'; do
	grep -q "$what" out/papers/article.tex || { cat out/papers/article.tex; fail "the article has no '$what'"; }
done
[ "$(grep -c 'begin{multicols}' out/papers/article.tex)" -eq "$(grep -c 'end{multicols}' out/papers/article.tex)" ] || fail "columns"
expect 2 "$HARNESS" paper --all p/papers/tiny.lua
grep -q "claims and checks, 0 alternatives to our readings, 0 verdicts under these" out/papers/index.md || fail "cells"
# every link of a document leads to a file
while read -r link; do [ -e "out/papers/tiny/$link" ] || fail "$link leads nowhere"; done \
	< <(grep -o '](\.\./[^)]*)' $document | sed 's/^](\(.*\))$/\1/')

# the reference copy: no scenes, and yet they are compared
bash "$ROOT/tools/reference.sh" out >reference.txt
run=$(dirname out/reference/small/2*/plan.json)
[ -z "$(find out/reference -name '*.png' -o -name '*.pdf' -o -name scenes -o -name groups)" ] ||
	fail "the reference has what can be made again"
cmp $document out/reference/papers/tiny/tiny.md
expect 0 "$HARNESS" verify "$run" -q
grep -q "the same: 4 points" out.txt || { cat out.txt; fail "not verified"; }
cp "$run/scenes.csv" scenes.txt
sed '2s/[0-9a-f]$/x/' scenes.txt >"$run/scenes.csv"
expect 4 "$HARNESS" verify "$run" -q
grep -q "different scene" out.txt || { cat out.txt; fail "another scene is not seen"; }
rm "$run/scenes.csv"
expect 4 "$HARNESS" verify "$run" -q

# a scenario that fails: its exit code, and the document is made
sed -i 's/h.brute()/h.brute(), h.aabb { label = "late" }/; s/runs = 2,/runs = 2, timeout = 1e-6,/' p/scenarios/small.lua
sed -i 's/faces = faces/faces = 100 * faces/' p/scenarios/models/pots.lua # no machine is so fast
expect 1 "$HARNESS" paper p/papers/tiny.lua -o out -q
grep -q '12345' $document || fail "no document after points failed"
