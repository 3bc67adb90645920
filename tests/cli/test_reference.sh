# The reference results stay small: what is committed, and what tools/reference.sh takes. Above its limit raw instances go first, then builds,
# then the raw samples; what is too large without them is refused, and the copy before it stays.
. "$ROOT/tests/cli/lib.sh"
limit=$(sed -n 's/^limit=//p' "$ROOT/tools/reference.sh")
grep -qF "at most $((limit / 1000000)) MB: \`tools/reference.sh\` refuses" "$ROOT/CONTRIBUTING.md" || fail "CONTRIBUTING.md has another limit"
size=$(find "$ROOT/results/reference" -type f -exec cat {} + | wc -c)
[ "$size" -lt "$limit" ] || fail "results/reference has $size bytes, more than $limit"

run=results/small/20300101T000000Z-0
mkdir -p $run results/papers/tiny results/reference
echo before >results/reference/before
touch results/papers/index.md results/papers/index.html results/papers/readme.md
echo "[a run](../../${run#results/}/report.md)" >results/papers/tiny/tiny.md
echo '{ "started_in": "/somewhere" }' >$run/plan.json
touch $run/report.md
echo x >$run/scenes.csv
noise() { head -c "$1" /dev/urandom; }
kept=results/reference/small/20300101T000000Z-0
noise $((limit * 3 / 5)) >$run/samples.csv
noise $((limit * 3 / 5)) >$run/builds.csv
noise $((limit * 3 / 5)) >$run/instances.csv
expect 0 sh "$ROOT/tools/reference.sh" results
grep -qx "reference.sh: above $limit bytes: without builds.csv.gz" err.txt || { cat err.txt; fail "builds are kept"; }
[ "$(head -n 1 err.txt)" = "reference.sh: above $limit bytes: without instances.csv.gz" ] || { cat err.txt; fail "instances are kept"; }
[ -s $kept/samples.csv.gz ] && [ ! -e $kept/builds.csv.gz ] && [ ! -e $kept/instances.csv.gz ] && [ ! -e results/reference/before ] || fail "another copy"
grep -qF '"started_in": "."' $kept/plan.json || fail "the place of the run is in the copy"
noise $limit >$run/steps.csv
expect 1 sh "$ROOT/tools/reference.sh" results
grep -q "bytes, above $limit: left in results/reference.new" err.txt || { cat err.txt; fail "too much is taken"; }
[ -s $kept/samples.csv.gz ] || fail "the copy before is gone"
