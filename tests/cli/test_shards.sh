# --shard I/N, merge, pack: shards from three folders and three hosts merge to the same bytes in any order, any number of
# times and in any grouping; what does not fit is refused by name; nothing is measured twice.
. "$ROOT/tests/cli/lib.sh"
small_scenario
sed -i 's/runs = 11/runs = 2/' small.lua

own_hosts

# shard FOLDER HOST I/N: measures a shard in a folder of its own
shard() {
	mkdir -p "$1"
	cp small.lua "$1"
	(cd "$1" && expect 0 on "$2" "$HARNESS" small.lua --shard "$3" -q -o out)
}
of() { echo "$1/out/small/shard-$2-of-3/latest"; }
shard a n1 1/3
shard b n2 2/3
shard c n3 3/3
[ ! -e a/out/small/latest/report.md ] && [ -e "$(of a 1)/summary.csv" ] || fail "a shard has no report, and has rows"
! cut -d, -f6-8 "$(of a 1)/summary.csv" | has machine || fail "a column without need"

# every group is in one shard; the deal is of the plan alone
for i in 1 2 3; do "$HARNESS" plan small.lua --shard $i/3 | sed 's/.*groups: //' | tr -d ' ' | tr , '\n'; done | sort >dealt
[ "$(tr '\n' ' ' <dealt)" = "1 2 3 4 5 6 " ] || fail "dealt: $(tr '\n' ' ' <dealt)"
fails 2 "this shard gets none" "$HARNESS" plan small.lua --shard 7/7
slurm() { env SLURM_ARRAY_TASK_ID="$1" SLURM_ARRAY_TASK_MIN="$2" SLURM_ARRAY_TASK_MAX="$3" SLURM_ARRAY_TASK_COUNT="$4" \
	"$HARNESS" plan small.lua --shard slurm; }
[ "$(slurm 5 4 6 3)" = "$("$HARNESS" plan small.lua --shard 2/3)" ] || fail "a place in an array"
fails 2 "has gaps" slurm 7 3 7 2

# merged NAME RUN...: into a folder of that name. Where groups are missing, exit 9 says so.
merged() {
	local name=$1 code=0
	shift
	"$HARNESS" merge "$@" -o "$name" --no-figures -q >out.txt 2>err.txt || code=$?
	if grep -q "are in none of the merged runs" err.txt; then code=$((code - 9)); fi
	[ $code -eq 0 ] || { cat out.txt err.txt; fail "merge $name: exit $code"; }
}
same() { diff -r "$1/small/latest/" "$2/small/latest/" >diff.txt || { head -5 diff.txt; fail "$1 and $2 differ"; }; }
merged all "$(of a 1)" "$(of b 2)" "$(of c 3)"
merged twice "$(of c 3)" "$(of a 1)" "$(of c 3)" "$(of b 2)" all/small/latest
same all twice
[ "$(readlink all/small/latest)" = "$(readlink twice/small/latest)" ] || fail "another name"
# the counts and hashes are those of a run of the whole plan
expect 0 "$HARNESS" small.lua -q -o whole --no-figures
counts whole/small/latest/summary.csv >whole.txt
counts all/small/latest/summary.csv >all.txt
cmp whole.txt all.txt || { diff whole.txt all.txt | first 5; fail "not what a single run counts"; }
grep -q "n1 .*: 6 points" all/small/latest/report.md || fail "the report does not name its machines"
expect 0 "$HARNESS" verify all/small/latest -q
grep -q "the same: 18 points" out.txt || fail "verify"

# a shard of a deal file is counted again as it was dealt, without the file
identity=$(grep -o '"identity": "[0-9a-f]*"' "$(of a 1)/plan.json")
echo "{ $identity, \"shards\": 3, \"shares\": [1, 1, 1, 1, 2, 3] }" >deal.json
expect 0 "$HARNESS" small.lua --shard 1/3 --deal deal.json -q -o by_file
rm deal.json
expect 0 "$HARNESS" verify by_file/small/shard-1-of-3/latest -q
grep -q "the same: 12 points" out.txt || { cat out.txt; fail "verify of a shard that was dealt by a file"; }

# a shard that is repeated is the same shard, and merges as one
expect 0 "$HARNESS" rerun "$(of c 3)" -q -o again
[ -e again/small/shard-3-of-3/latest/summary.csv ] && [ ! -e again/small/shard-3-of-3/latest/report.md ] ||
	fail "a shard that is repeated"
expect 0 "$HARNESS" merge "$(of a 1)" "$(of b 2)" again/small/shard-3-of-3/latest -o repeated --no-figures -q
counts repeated/small/latest/summary.csv | cmp - whole.txt || fail "counts of a shard that was repeated"

# several results of a group: other machines stay, the earlier of one machine counts
shard d n1 2/3
shard e n2 2/3
pieces=("$(of a 1)" "$(of b 2)" "$(of c 3)" "$(of d 2)" "$(of e 2)")
merged five "${pieces[@]}"
[ "$(ls five/small/latest/duplicates | wc -l)" -eq 2 ] || fail "duplicates"
grep -q "duplicate: group 2 was measured again on n2" five/small/latest/report.md || fail "a duplicate is not named"
grep -q "All counts and hashes of the 6 rows that several machines have are equal" five/small/latest/report.md ||
	fail "agreement of machines"
cmp -s "$(ls b/out/small/shard-2-of-3/latest/groups/0000-*)" "$(ls five/small/latest/groups/0002-*)" || fail "not the earlier"
# counts that differ: of two machines, and of one
cp -r d other
unchained "$(of other 2)"
sed -i 's/"np":"/"np":"9/' "$(of other 2)"/groups/*
expect 4 "$HARNESS" merge "$(of a 1)" "$(of b 2)" "$(of c 3)" "$(of other 2)" -o differing --no-figures -q
grep -q '\*\*DISAGREEMENT\*\* of n' out.txt || { cat out.txt; fail "machines that disagree"; }
expect 4 "$HARNESS" report differing/small/latest --no-figures -q
fails 4 "was counted otherwise than .*, on the same machine" "$HARNESS" merge "$(of a 1)" "$(of d 2)" "$(of c 3)" "$(of other 2)" -o no
# of a group that several machines measured, compare takes the rows that the report shows; 2 rounds judge no time
"$HARNESS" compare five/small/latest five/small/latest >out.txt || [ $? -eq 1 ] || fail "compare"
grep -q "^18 points in both" out.txt && ! grep -q "machine: .*, not " out.txt || { cat out.txt; fail "compare of a merged run"; }
# any grouping: each round merges a random part first, then all that is left with it
RANDOM=7
for round in 1 2; do
	first=() rest=()
	for piece in "${pieces[@]}"; do
		if [ $((RANDOM % 2)) -eq 0 ]; then first=("$piece" "${first[@]}"); else rest=("$piece" "${rest[@]}"); fi
	done
	[ ${#first[@]} -gt 0 ] || first=("${pieces[1]}")
	merged "part$round" "${first[@]}"
	merged "round$round" "${rest[@]}" "part$round/small/latest"
	same five "round$round"
done

# a missing shard is named; what does not fit is refused
fails 9 "2 of 6 groups are in none of the merged runs: 2, 5" "$HARNESS" merge "$(of a 1)" "$(of c 3)" -o two --no-figures -q
sed 's/runs = 2/runs = 3/' small.lua >other.lua
mkdir f
expect 0 "$HARNESS" other.lua --shard 2/3 -q -o f
fails 2 "f/small/shard-2-of-3/latest: is of another plan than a/" "$HARNESS" merge "$(of a 1)" f/small/shard-2-of-3/latest -o no
refuse() { # FILE PATTERN REPLACEMENT MESSAGE
	rm -rf g
	cp -r b g
	unchained "$(of g 2)"
	sed -i "s/$2/$3/" "g/out/small/shard-2-of-3/latest/$1"
	fails 2 "$(of g 2): $4" "$HARNESS" merge "$(of a 1)" "$(of g 2)" -o no
}
refuse manifest.json '"engine":.*"' '"engine": "0123456789abcdef"' "is of another build than"
plugin='"models": [], "plugins": ["{\\"name\\": \\"mine\\", \\"key\\": 1}"]'
cp -r a whole_a
unchained "$(of a 1)"
sed -i "s/\"models\": \[\]/$plugin/" "$(of a 1)/plan.json"
refuse plan.json '"models": \[\]' "${plugin/1/2}" "has another plug-in mine than"
cp "whole_$(of a 1)/plan.json" "$(of a 1)/plan.json"
sed -i 's/"models": \[\]/"models": [{"file": "m.obj", "sha256": "1"}]/' "$(of a 1)/plan.json"
refuse plan.json '"models": \[\]' '"models": [{"file": "m.obj", "sha256": "2"}]' "has another model m.obj than"
rm -r a
mv whole_a a
[ ! -e no ] || fail "a merge that is refused leaves a folder"

# two tasks on one shard: the second is refused, and the first goes on. Another host goes on where one stopped, and
# measures nothing twice
groups=b/out/small/shard-2-of-3/latest/groups
kept=$(ls $groups/0000-*)
rm $groups/0001-*
before=$(cksum <"$kept")
(cd b && flock out/small/shard-2-of-3/.lock sh -c '"$0" small.lua --shard 2/3 -q -o out 2>../err.txt; [ $? -eq 7 ]' "$HARNESS") ||
	fail "two tasks on one shard"
tells "another run of this scenario is under way"
(cd b && expect 0 on n9 "$HARNESS" small.lua --shard 2/3 -q -o out)
[ "$(cksum <"$kept")" = "$before" ] && [ "$(ls $groups | wc -l)" -eq 2 ] || fail "a group was lost or measured twice"
grep -q '"host":"n9"' $groups/0001-* || fail "the host of a session"

# a pack: the same bytes of a copy, elsewhere, later; it verifies; damage is noticed
run=$(realpath all/small/latest)
expect 0 "$HARNESS" pack all/small/latest -o one.tar.zst -q
mkdir copy
cp -r "$run" copy
touch copy/*/plan.json
expect 0 "$HARNESS" pack "copy/$(basename "$run")" -o two.tar.zst -q
cmp one.tar.zst two.tar.zst || fail "packs differ"
expect 0 "$HARNESS" pack all/small/latest -o one.tar.zst -q
echo other >taken.tar.zst
expect 2 "$HARNESS" pack all/small/latest -o taken.tar.zst
expect 0 "$HARNESS" unpack one.tar.zst -o unpacked
diff -r "$run" "unpacked/$(basename "$run")" || fail "unpacked is not what was packed"
expect 0 "$HARNESS" verify one.tar.zst -q
grep -q "the same: 18 points" out.txt || fail "verify of a pack"
head -c 2000 one.tar.zst >half.tar.zst
expect 2 "$HARNESS" verify half.tar.zst
expect 0 "$HARNESS" pack all/small/latest -o one.tar.gz -q
