# submit: the job array, the deal and the merge, with an sbatch and a squeue that only write down what they are asked.
. "$ROOT/tests/cli/lib.sh"
small_scenario
sed -i 's/runs = 11/runs = 1/' small.lua
mkdir bin
cat >bin/sbatch <<'SH'
#!/bin/sh
echo "$@" >>calls
echo $(($(wc -l <calls) + 100))
SH
cat >bin/squeue <<'SH'
#!/bin/sh
[ ! -e queued ] || cat queued
SH
chmod +x bin/*
PATH=$PWD/bin:$PATH
submit() { "$HARNESS" submit small.lua --slurm --shards 3 -o out "$@"; }
fails 7 "nothing was submitted in 3 shards" submit --status
expect 0 submit -s faces=200,210,220,230 -- --partition=long --time=9
grep -q "^array 101, tasks 1-3; merge 102" out.txt || { cat out.txt; fail "the ids"; }
grep -q -- "--array=1-3 .*--partition=long --time=9 .*array.sh" calls || fail "the array"
grep -q -- "--dependency=afterany:101 .*merge.sh" calls || fail "the merge"
dir=out/small/submit-3
grep -q -- "^#SBATCH --exclusive" $dir/array.sh || fail "nodes are not exclusive"
# what the array's tasks would do; the second does not run
for i in 1 3; do expect 0 env SLURM_ARRAY_TASK_ID=$i sh $dir/array.sh -q; done
echo "101_2 PENDING" >queued
expect 0 submit -s faces=200,210,220,230 --status
grep -q "^shard 2/3: PENDING, 0 of [1-9][0-9]* groups" out.txt && grep -q "^2 of 3 shards are done" out.txt || { cat out.txt; fail "the status"; }
expect 0 submit -s faces=200,210,220,230 --retry-failed
grep -q "nothing is missing" out.txt || fail "a queued shard is submitted again"
rm queued
expect 0 submit -s faces=200,210,220,230 --retry-failed
grep -q "^array 103, tasks 2; merge 104" out.txt || { cat out.txt; fail "the missing shard alone"; }
grep -q -- "array.sh --retry-failed" calls || fail "failed points are not tried again"
expect 0 env SLURM_ARRAY_TASK_ID=2 sh $dir/array.sh -q
expect 0 sh $dir/merge.sh
expect 0 "$HARNESS" verify out/small/latest -q
grep -q "the same: 12 points" out.txt || fail "the merged run"
# a merged run is an earlier run
expect 0 submit -s faces=200,210,220,230
grep -q "dealt by the times of earlier runs" out.txt || { cat out.txt; fail "the times of a merged run"; }
# what no shard takes is refused before anything is submitted; so is -f, which a task that runs again would follow again
calls=$(wc -l <calls)
fails 2 "--budget is an option of run, .*, not of submit" submit --budget 3s
fails 2 "--force is an option of run, .*, not of submit" submit -f
[ "$(wc -l <calls)" -eq "$calls" ] || fail "something is submitted all the same"
# a deal of another plan is refused
fails 2 "is the deal of another plan" "$HARNESS" small.lua --shard 1/3 --deal $dir/deal.json -q -o out
# with earlier runs the deal is by their times
expect 0 "$HARNESS" small.lua -q -o out --no-figures
expect 0 submit
grep -q "dealt by the times of earlier runs" out.txt || fail "the times of earlier runs"
# a sweep that only counts shares its nodes, and -j goes to the shards
expect 0 submit --counts -j 2
! grep -q -- "--exclusive" $dir/array.sh || fail "nodes of a count are exclusive"
grep -q -- "--counts -j 2 .*--shard" $dir/array.sh || { cat $dir/array.sh; fail "the shards' options"; }
