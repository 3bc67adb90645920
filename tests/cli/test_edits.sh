# What a run says is held against its journals: edited times, verdicts and counts are named, by file, row and column,
# with a chain of hashes and without one. Random edits of every file (tests/edits.sh; more of them among the long tests).
. "$ROOT/tests/cli/lib.sh"
bash "$ROOT/tests/edits.sh" "$HARNESS" 2 || fail "random edits"

cat >s.lua <<'LUA'
local h = require "harness"
return h.scenario {
	name = "s", runs = 2, preempted = "keep",
	sweep = { faces = { 200, 300 }, algorithm = { h.aabb(), h.bsp() } },
	scene = function (p)
		local a, b = h.teapot { faces = p.faces }, h.teapot { faces = 150 }
		return { bodies = { { a }, { b, motion = h.touching { count = 2, seed = 5, on = { a, b } } } } }
	end,
	claims = { ["aabb is faster"] = function (r)
		return r:below({ faces = 200, algorithm = "aabb" }, { faces = 200, algorithm = "bsp" })
	end },
}
LUA
expect 0 "$HARNESS" s.lua --no-figures -q -o out
run=$(realpath out/s/latest)
head=$(sed -n 's/^\t"chain":\t"\(.*\)"$/\1/p' "$run/manifest.json")
expect 0 "$HARNESS" verify "$run" -q --head "$head"
grep -q "chain of hashes: intact, head $head\$" out.txt || fail "the head"
expect 4 "$HARNESS" verify "$run" -q --head "${head//[0-4]/9}"
grep -q "differs: the head of its chain is $head, not" out.txt || fail "another head"
(cd "$run" && sha256sum --quiet -c files.sha256 report.sha256) || fail "the lists are none of sha256sum"

# changed SAYS: an edited copy does not verify, and this is said; its pack neither
changed() {
	expect 4 "$HARNESS" verify copy -q
	grep -q -- "$1" out.txt || { cat out.txt; fail "is not told: $1"; }
	tar -czf copy.tar.gz copy
	expect 4 "$HARNESS" verify copy.tar.gz -q
	grep -q -- "$1" out.txt || { cat out.txt; fail "is not told of a pack: $1"; }
}
# copied [unchained]: a copy to edit, as it is and as one without a chain of hashes
copied() {
	rm -rf copy
	cp -r "$run" copy
	if [ "${1:-}" = unchained ]; then unchained copy; fi
}
for kind in "" unchained; do
	copied $kind
	edit_csv copy/summary.csv "if i == 1 then row.step_ms = row.step_ms / 20 end"
	changed "summary.csv: row 1 (1, point, aabb), column step_ms: made again '.*', not '"
	copied $kind
	edit_csv copy/summary.csv "if row.role == 'aa' and row.point == 1 then row.np = row.np + 1 end"
	changed "summary.csv: row 2 (1, aa, aabb), column np: made again"
	copied $kind
	sed -i 's/,undecided,/,holds,/' copy/matrix.csv
	changed "matrix.csv: row 1 (aabb is faster), column ours: made again 'undecided', not 'holds'"
	copied $kind
	sed -i 's/\*\*undecided\*\*/**holds**/' copy/report.md
	changed "report.md: line [0-9]*: made again '- \*\*undecided"
	copied $kind
	sed -i '2s/[0-9]\.[0-9]*/0.5/' copy/samples.csv
	changed "samples.csv: row 1 "
done
# a journal: report, merge, rerun and pack refuse it
copied
sed -i 's/"np":"/"np":"9/' copy/groups/0000-*
for verb in "report --no-figures" "merge --no-figures -o merged" "rerun -o again" "pack -o no.tar.gz"; do
	# shellcheck disable=SC2086
	fails 7 "copy/groups/0000-[0-9a-f]*.json: was changed" "$HARNESS" $verb copy -q
done
changed "groups/0000-[0-9a-f]*.json: was changed"
# the chain of the records goes on without the list of files: no chain at all is not to be had by taking off one of the two
copied
rm copy/files.sha256
sed -i -e '/^\t"files":\t/d' -e '/^\t"chain":\t/d' copy/manifest.json
sed -i -z 's/,\n}$/\n}/' copy/manifest.json
fails 7 "manifest.json: was changed since the run was made: its chain of hashes is gone" "$HARNESS" report copy --no-figures -q
# the same command measures a group with a changed journal again, and says so
copied
expect 0 "$HARNESS" s.lua --no-figures -q -o out
sed -i 's/"np":"/"np":"9/' "$run"/groups/0000-*
expect 0 "$HARNESS" s.lua --no-figures -q -o out
tells "groups/0000-.*: was changed since it was written.*its group is measured again"
expect 0 "$HARNESS" verify "$run" -q
# without journals, as a copy to publish: of the samples
copied unchained
rm -r copy/groups copy/scenes
gzip copy/samples.csv copy/builds.csv
expect 0 "$HARNESS" verify copy -q
grep -q "without journals: [0-9]* medians, bounds and ratios made again of samples.csv, 0 different" out.txt || fail "of samples"
edit_csv copy/summary.csv "if i == 1 then row.step_ms = row.step_ms * 5 end"
expect 4 "$HARNESS" verify copy -q
grep -q "summary.csv: point .*, column step_ms: made again of its samples" out.txt || fail "a median that is none of its samples"

# a report of a scenario that was changed since is made again with the scenario that made it
sed -i 's/aabb is faster/aabb is quicker/' s.lua
expect 0 "$HARNESS" s.lua --no-figures -q -o out
expect 0 "$HARNESS" verify "$run" -q
grep -q "quicker" "$run/report.md" && grep -q "quicker" "$run/reported/scenario.lua" || fail "the scenario of the report"
