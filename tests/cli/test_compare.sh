# Two runs beside each other, counts verified, a run made again.
. "$ROOT/tests/cli/lib.sh"

cat >small.lua <<'LUA'
local h = require "harness"
local input = h.input("turns", 3)
return h.scenario {
	name = "small", runs = 11, preempted = "keep",
	sweep = { faces = { 200, 300 }, algorithm = { h.aabb(), h.bsp() } },
	scene = function (p)
		local a = h.teapot { faces = p.faces }
		return { bodies = { { a }, { a, motion = h.touching { count = input, seed = 5, on = { a, a } } } } }
	end,
}
LUA
expect 0 "$HARNESS" small.lua -s turns=2 -q -o out --no-figures
run=$(realpath out/small/latest)
cp -r "$run/" measured
plant_times "$run"

# copy NAME: the run again, to be changed
copy() { rm -rf "$1" && cp -r "$run" "$1"; }
# scale FILE ALGORITHM FACTOR: its times, in samples.csv or summary.csv
scale() {
	edit_csv "$1" "for name, v in pairs(row) do
		if row.algorithm == '$2' and row.role == 'point' and name:find '_ms' then row[name] = v * $3 end
	end"
}

# a run and itself
copy same
expect 0 "$HARNESS" compare "$run" same/ --threshold 0.1%
grep -q "4 points in both: 4 same" out.txt || { cat out.txt; fail "a run is not the same as itself"; }

# fifty times slower is slower, and worst first; without a threshold no exit code says so
copy slow
for file in samples summary; do scale slow/$file.csv bsp 50; done
expect 5 "$HARNESS" compare "$run" slow --threshold 5% -o there
grep -q "2 slower, 2 same" out.txt || { cat out.txt; fail "fifty times is not slower"; }
[ "$(column verdict there/compare.csv | paste -sd' ')" = "slower slower same same" ] || fail "not worst first"
case $(column b_over_a there/compare.csv | first) in 50* | 49.99*) ;; *) fail "the ratio is not 50" ;; esac
cmp -s out.txt there/compare.md || fail "compare.md is not what was printed"
expect 0 "$HARNESS" compare "$run" slow --threshold 5100%
expect 0 "$HARNESS" compare "$run" slow
expect 0 "$HARNESS" compare slow "$run" --threshold 5%
grep -q "2 faster, 2 same" out.txt || { cat out.txt; fail "the other way round is not faster"; }

# other counts are shown, other answers are exit 4
copy other
edit_csv other/summary.csv "if i == 1 then row.nb = row.nb + 1 end"
expect 0 "$HARNESS" compare "$run" other
grep -q "nb: [0-9]*, not [0-9]*" out.txt || { cat out.txt; fail "another count is not shown"; }
expect 4 "$HARNESS" verify other
grep -q "^other: differs: point 1 .*aabb" out.txt && grep -q "nb: " out.txt || { cat out.txt; fail "verify does not see nb"; }
copy answers
sed -i 's/,[0-9a-f]\{32\},/,00000000000000000000000000000000,/' answers/summary.csv
expect 4 "$HARNESS" compare "$run" answers
grep -q "4 different answers" out.txt || { cat out.txt; fail "other hashes are not other answers"; }

# another scene is not compared
copy scene
truncate -s -1 scene/scenes/0001.scene && printf 'x' >>scene/scenes/0001.scene
expect 0 "$HARNESS" compare "$run" scene
grep -q "2 different scene" out.txt || { cat out.txt; fail "another scene is compared"; }
unchained scene
expect 4 "$HARNESS" verify scene
grep -q "different scene" out.txt || { cat out.txt; fail "verify does not see another scene"; }

# nor is one of which only the closing hash is still the same, whatever version it says it is of
for at in 8 3000; do
	rm -rf scene && copy scene
	cp scene/scenes/0001.scene whole
	printf '\1' | dd of=scene/scenes/0001.scene bs=1 seek=$at conv=notrunc status=none
	! cmp -s whole scene/scenes/0001.scene || fail "the test changed nothing"
	expect 0 "$HARNESS" compare "$run" scene
	grep -q "2 different scene" out.txt || { cat out.txt; fail "a scene is believed its hash ($at)"; }
	expect 4 "$HARNESS" verify scene
	grep -q "different scene" out.txt || { cat out.txt; fail "verify believes a scene its hash ($at)"; }
done

# fewer points
expect 0 "$HARNESS" small.lua -s turns=2 -s faces=200 -q -o fewer --no-figures
expect 0 "$HARNESS" compare "$run" fewer/small/latest
grep -q "^## Only in A" out.txt && grep -q "2 points in both" out.txt || { cat out.txt; fail "points that are missing"; }

# counted again, from the run alone, with what was set then
mkdir elsewhere
mv small.lua away.lua
expect 0 "$HARNESS" verify measured
grep -q ": the same: 4 points, [0-9]* counts and hashes" out.txt || { cat out.txt; fail "verify"; }
(cd elsewhere && expect 0 "$HARNESS" rerun "$run" -q --no-figures -o again)
stable "$run/summary.csv" >one.csv
stable elsewhere/again/small/latest/summary.csv >two.csv
cmp -s one.csv two.csv || { diff one.csv two.csv; fail "a rerun counts other things"; }

# what cannot be
expect 2 "$HARNESS" compare "$run"
expect 2 "$HARNESS" verify
expect 2 "$HARNESS" rerun "$run" --quick
expect 2 "$HARNESS" small.lua --threshold 5%
for share in fast 5 -1% 5%% nan ''; do expect 2 "$HARNESS" compare "$run" same --threshold "$share"; done
for command in "compare $run" "compare same" verify report rerun; do
	fails 2 "nowhere: No such file" "$HARNESS" $command nowhere
	fails 2 "such as out/small/latest" "$HARNESS" $command out/small
done

# a run that was damaged: a time that is none, a row taken out, a plan that is none
copy damaged
awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == "step_ms") c = i } NR == 2 { $c = "nan" } 1' \
	"$run/samples.csv" >damaged/samples.csv
fails 7 "damaged/samples.csv: row 1: step_ms is 'nan', not a number" "$HARNESS" compare "$run" damaged
awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == "session") c = i } NR == 2 { $c = "1.5" } 1' \
	"$run/samples.csv" >damaged/samples.csv
fails 7 "damaged/samples.csv: row 1: session is '1.5', not a whole number" "$HARNESS" compare damaged "$run"
sed '1!s/,point,/,,/' "$run/summary.csv" >damaged/summary.csv
fails 7 "damaged/summary.csv: row 1: no role" "$HARNESS" report damaged --no-figures
cp "$run/summary.csv" damaged/summary.csv
sed -i '/,2,point,/d' damaged/summary.csv
expect 4 "$HARNESS" verify damaged
grep -q "point 2 has no row" out.txt || { cat out.txt; fail "a row that was taken out is not missed"; }
sed 's/,/;/g' "$run/summary.csv" >damaged/summary.csv
fails 7 "damaged/summary.csv: there is no column 'point'" "$HARNESS" verify damaged
echo '{}' >damaged/plan.json
for command in verify report "compare $run"; do
	fails 7 "damaged/plan.json: is not the plan of a run" "$HARNESS" $command damaged
done
