# The reference results stay small: what is committed, and what tools/reference.sh takes. Above its limit raw instances go first, then builds,
# then the raw samples; what is too large without them is refused, and the copy before it stays.
. "$ROOT/tests/cli/lib.sh"
limit=$(sed -n 's/^limit=//p' "$ROOT/tools/reference.sh")
grep -qF "at most $((limit / 1000000)) MB: \`tools/reference.sh\` refuses" "$ROOT/CONTRIBUTING.md" || fail "CONTRIBUTING.md has another limit"
size=$(find "$ROOT/results/reference" -type f -exec cat {} + | wc -c)
[ "$size" -lt "$limit" ] || fail "results/reference has $size bytes, more than $limit"

# the pages say what the reference says
mkdir -p pages/docs
cp -R "$ROOT/docs/measured" pages/docs
cp "$ROOT/README.md" pages
(cd "$ROOT" && lua5.4 tools/pages.lua results/reference/papers/readme.md "$OLDPWD/pages") || fail "the pages take no parts"
for page in README.md docs/measured/gallery.md docs/measured/verdicts.md; do
	diff "$ROOT/$page" "pages/$page" || fail "$page is not what the reference says: lua5.4 tools/pages.lua"
done

run=results/small/20300101T000000Z-0
mkdir -p $run results/papers/tiny results/reference
echo before >results/reference/before
touch results/papers/index.md results/papers/index.html results/papers/readme.md
echo "[a run](../../${run#results/}/report.md)" >results/papers/tiny/tiny.md
echo '{ "started_in": "/somewhere", "options": { "tuned": [] } }' >$run/plan.json
echo '{ "run": "/somewhere/results/small/tune/1-1/2030" }' >results/small/tuned.json
printf '\t"command":\t["/somewhere/harness", "/a/b.lua", "-o", "/out"],\n' >$run/manifest.json
echo '    /somewhere/harness /a/b.lua -o /out' >$run/report.md
echo x >$run/scenes.csv
noise() { head -c "$1" /dev/urandom; }
kept=results/reference/small/20300101T000000Z-0
noise $((limit * 3 / 5)) >$run/samples.csv
noise $((limit * 3 / 5)) >$run/builds.csv
noise $((limit * 3 / 5)) >$run/instances.csv
expect 0 sh "$ROOT/tools/reference.sh" results
tells -x "reference.sh: above $limit bytes: without builds.csv.gz"
[ "$(head -n 1 err.txt)" = "reference.sh: above $limit bytes: without instances.csv.gz" ] || { cat err.txt; fail "instances are kept"; }
[ -s $kept/samples.csv.gz ] && [ ! -e $kept/builds.csv.gz ] && [ ! -e $kept/instances.csv.gz ] && [ ! -e results/reference/before ] || fail "another copy"
grep -qF '"results/small/tune/1-1/2030"' results/reference/small/tuned.json || fail "how algorithms were tuned is not kept"
grep -qF '["harness", "/a/b.lua", "-o", "results"]' $kept/manifest.json && grep -qx '    harness /a/b.lua -o results' $kept/report.md || fail "the place of the program is in the copy"
grep -qF '"started_in": "."' $kept/plan.json || fail "the place of the run is in the copy"
noise $limit >$run/steps.csv
fails 1 "bytes, above $limit: left in results/reference.new" sh "$ROOT/tools/reference.sh" results
[ -s $kept/samples.csv.gz ] || fail "the copy before is gone"
rm $run/steps.csv
sed -i 's/"tuned": \[\]//' $run/plan.json
expect 0 sh "$ROOT/tools/reference.sh" results
[ ! -e results/reference/small/tuned.json ] || fail "a choice is kept that the run does not use"

# The reference is measured by tools/measure_reference.sh: every scenario that a paper names, once, the tuned ones after a choice; then documents
(cd "$ROOT" && HARNESS=h sh tools/measure_reference.sh -n) >plan.txt
for name in $(cd "$ROOT" && sed -n 's/.*scenario = "\([a-z0-9_]*\)".*/\1/p' papers/*.lua | sort -u); do
	[ "$(grep -c "^h scenarios/$name.lua " plan.txt)" -eq 1 ] || fail "$name is not measured once"
	drawn=0 # elsewhere it is refused; of two scenarios it takes too long
	! grep -q 'beside = true' "$ROOT/scenarios/$name.lua" || [[ $name =~ ^(many_objects|root_cube)$ ]] || drawn=1
	[ "$(grep -c "^h scenarios/$name.lua --drawn" plan.txt)" -eq $drawn ] || fail "$name: --drawn where it is refused, or not where it is asked for"
	grep -q '^	tune = \|^	untuned = ' "$ROOT/scenarios/$name.lua" || grep -q 'scenario(worst ' "$ROOT/scenarios/$name.lua" ||
		fail "$name is not tuned, and does not say why"
	tuned=0
	! grep -q '^	tune = ' "$ROOT/scenarios/$name.lua" || tuned=1
	[ "$(grep -c "h tune scenarios/$name.lua " plan.txt)" -eq $tuned ] || fail "$name is not tuned, or tuned without a family"
done
has 'scenarios/prejudge.lua .*--precision 5% --budget' <plan.txt || fail "no precision"
[ "$(tail -n 1 plan.txt | cut -d ' ' -f 2)" = paper ] && tail -n 1 plan.txt | has -- --no-run || fail "no documents at the end"
# for every word below the files of a paper h answers with that exit code: rows that failed, and a choice that was given up, end nothing
mkdir -p papers scenarios
printf 'scenario = "one",\nscenario = "two",\n' >papers/a.lua
printf 'scenario = "two",\n' >papers/b.lua
touch scenarios/one.lua
printf '\ttune = {},\n\tdrawn = { beside = true },\n' >scenarios/two.lua
cat >h <<-'SH'
	#!/bin/sh
	echo "$1 $2" >>done.txt
	[ ! -e "exit.$1" ] || exit "$(cat "exit.$1")"
SH
chmod +x h
measure() { rm -f done.txt && HARNESS=./h expect "$1" sh "$ROOT/tools/measure_reference.sh"; }
measure 0
diff - done.txt <<-'TXT' || fail "another order"
	scenarios/one.lua --precision
	tune scenarios/two.lua
	scenarios/two.lua --drawn
	paper a
TXT
[ ! -s err.txt ] || fail "a tuning was given up"
mkdir -p exit.scenarios
echo 1 >exit.scenarios/one.lua
echo 124 >exit.tune
measure 1
[ "$(wc -l <done.txt)" -eq 4 ] || fail "a row that failed ends it"
[ "$(cat err.txt)" = "measure_reference.sh: tuning was given up after 600 s: two" ] || fail "it does not say whose tuning was given up"
echo 7 >exit.scenarios/one.lua
measure 7
[ "$(wc -l <done.txt)" -eq 1 ] || fail "it goes on without a machine"
