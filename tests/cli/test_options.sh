# The command line: what it takes, what it refuses, and with which exit code.
. "$ROOT/tests/cli/lib.sh"
small_scenario

# refuse CODE PATTERN ARGUMENT...: one message on stderr, nothing on stdout, nothing written.
refuse() {
	local want=$1 pattern=$2
	shift 2
	expect "$want" "$HARNESS" "$@"
	[ "$(wc -l <err.txt)" -eq 1 ] || { cat err.txt; fail "not one message: $*"; }
	tells -E "$pattern"
	[ ! -s out.txt ] || fail "says something on stdout: $*"
	[ ! -e results ] || fail "something is written: $*"
}

refuse 2 "unknown option '--quik'; did you mean '--quick'" small.lua --quik
refuse 2 "unknown option '-x'" small.lua -x
refuse 2 "unknown command 'plna'; did you mean 'plan'" plna small.lua
refuse 2 "missing.lua: No such file" missing.lua
refuse 2 "--runs: '0' is not" small.lua --runs 0
refuse 2 "--runs: '1e3' is not" small.lua --runs=1e3
refuse 2 "--runs: '99999999999999999999' is not" small.lua --runs=99999999999999999999
refuse 2 "--timeout: '5 parsecs' is not" small.lua --timeout '5 parsecs'
refuse 2 "--check: 'some' is not" small.lua --check some
refuse 2 "--seed: '-1' is not" small.lua --seed -1
refuse 2 "needs a value" small.lua --seed
refuse 2 "takes no value" small.lua --quick=yes
refuse 2 "-s faces: is not key=value|--set: 'faces' is not" small.lua -s faces
refuse 2 "-s fases: .*did you mean 'faces'" small.lua -s fases=200
refuse 2 "-s faces: 'many' is not a number" small.lua -s faces=many
refuse 2 "-s faces: '200' stands twice" small.lua -s faces=200,200
refuse 2 "-s faces: is given twice" small.lua -s faces=200 -s faces=300
refuse 2 "-s algorithm: there is no 'aabc'; did you mean 'aabb'" small.lua -s algorithm=aabc
refuse 2 "--filter: 'fases' is no column of a point; did you mean 'faces'" small.lua --filter 'fases > 3'
refuse 2 "--filter:1: " small.lua --filter 'faces >'
refuse 2 "--filter: no point of 18 is left" small.lua --filter 'faces > 1000'
refuse 2 "'io' is no column" small.lua --filter 'io.open("x")'
refuse 3 "ran longer" small.lua --filter '(function () while true do end end)()' --script-limit 200ms
refuse 2 "usage: harness merge RUN" merge
refuse 2 "--counters: .cycle. is not a list of different counters" small.lua --counters cycle
refuse 2 "--counters: .rss,rss. is not a list" small.lua --counters rss,rss
refuse 2 "--counters is an option of run, try, plan, .*, not of rerun" rerun nowhere --counters rss
refuse 2 "is not I.N" small.lua --shard 3/2
refuse 2 "SLURM_ARRAY_TASK_ID is not set" small.lua --shard slurm
refuse 2 "--deal needs --shard" small.lua --deal x
refuse 2 "--jobs needs --counts: what is timed needs the machine alone" small.lua -j 2
refuse 2 "--jobs is an option of run, verify, worst, submit, not of plan" plan small.lua -j 2
refuse 2 "--counts is an option of run, plan, submit, not of verify" verify run --counts
refuse 2 "--counts is an option of run" rerun run --counts -j 2
for times in "--runs 3" "--precision 1%" "--budget 1m" "--layout fixed" "--preempted keep" "--counters rss"; do
	# shellcheck disable=SC2086
	refuse 2 "not both --counts and ${times% *}: it says how times are measured, and --counts measures none" small.lua --counts $times
done
refuse 2 "--jobs: '0' is not a whole number" verify run -j 0
refuse 2 "usage: harness report RUN" report
refuse 2 "nowhere: No such file" report nowhere
refuse 2 "--filter is an option of run, try, list FILE, .*, not of report" report nowhere --filter true
refuse 2 "--out is an option of .*, not of report" report nowhere -o there
refuse 2 "s a directory" .

refuse 2 "--simd: 'avx9' is not auto|baseline|avx2|avx512" small.lua --simd avx9
refuse 2 "--cpu: '3-' is not a list of processors" small.lua --cpu 3-
refuse 2 "--cpu: there is no processor 99999" small.lua --cpu 99999

# what an option takes, and what does not exist yet, is said
refuse 2 "--runs: '0' is not a whole number from 1" small.lua --runs 0
refuse 2 "--timeout: '1y' is not a time" small.lua --timeout 1y
refuse 2 "--timeout: '300h' is not a time .*at most 1000000 s" small.lua --timeout 300h
refuse 2 "--progress: 'bat' is not auto|bar|plain|json|none" small.lua --progress bat
fails 2 "harness \[run\] FILE" "$HARNESS"
expect 0 "$HARNESS" -h
grep -q -- "--filter EXPR" out.txt || fail "no help on stdout"
expect 0 "$HARNESS" --version
grep -q "^harness [0-9]" out.txt || fail "no version"
expect 0 "$HARNESS" list
for name in brute aabb bsp dassd h.touching h.zip longest median leaf; do
	grep -q "$name" out.txt || fail "list does not name $name"
done
! grep -q planted out.txt || fail "list shows what is there for tests only"

# the plan: points in order, filters, settings; nothing is written
expect 0 "$HARNESS" plan --no-trial small.lua
[ "$(grep -cE '^[0-9]+ ' out.txt)" -eq 18 ] || fail "not 18 points"
grep -q "18 points in 6 groups" out.txt || fail "no count"
expect 0 "$HARNESS" list small.lua --filter 'algorithm == "bsp" and faces >= 240 and point > 3'
[ "$(grep -cE '^[0-9]+ .*bsp' out.txt)" -eq 2 ] || { cat out.txt; fail "the filter does not filter"; }
expect 0 "$HARNESS" -n small.lua -s faces=300,310,320 -s algorithm=brute,dassd
[ "$(grep -cE '^[0-9]+ .*(300|310|320) .*(brute|dassd)' out.txt)" -eq 6 ] || { cat out.txt; fail "-s does not set"; }
expect 0 "$HARNESS" plan -s faces=300 small.lua --runs 7 -qn
grep -qE "^1 .* 7 " out.txt || fail "--runs does not set"
[ ! -e results ] || fail "a plan writes something"

# several files, one after another; the worst exit code
printf 'x = = 1\n' >broken.lua
expect 3 "$HARNESS" broken.lua small.lua -s faces=200 -q
[ -e results/small/latest/summary.csv ] || fail "the second file was not run"
[ "$(grep -c broken err.txt)" -eq 1 ] || fail "the first file's error is not told"
fails 3 "^small.lua: -s fases: " "$HARNESS" plan --no-trial small.lua broken.lua -s fases=200

# again: nothing is measured; report makes the same; -f makes a new run
first=$(readlink results/small/latest)
cp -r "results/small/$first" before
expect 0 "$HARNESS" small.lua -s faces=200 -q
[ "$(readlink results/small/latest)" = "$first" ] || fail "a finished run was measured again"
rm "results/small/$first/report.md"
expect 0 "$HARNESS" report results/small/latest/
cmp before/report.md "results/small/$first/report.md" || fail "the report differs when made again"
expect 0 "$HARNESS" small.lua -s faces=200 -q -f
[ "$(readlink results/small/latest)" != "$first" ] || fail "-f made no new run"

# the processor that is measured on: it is the manifest's, and nothing else runs there unless it has to
mine=$(taskset -cp $$ | sed 's/.*: //; s/[,-].*//')
expect 0 taskset -c "$mine" "$HARNESS" small.lua -s faces=200 -q -f --cpu "$mine" -o cpu
grep -q "\"pinned_core\":[[:space:]]*$mine,$" cpu/small/latest/manifest.json || fail "not on processor $mine"
grep -q W006 cpu/small/latest/manifest.json || fail "does not say that the processor is shared"

# the instruction set: the manifest's, part of what a group is, and no part of what is found
expect 0 "$HARNESS" small.lua -s faces=200 -q --simd baseline -o simd
expect 0 "$HARNESS" small.lua -s faces=200 -q --simd auto -o widest
grep -q '"simd":[[:space:]]*"baseline"' simd/small/latest/manifest.json || fail "another instruction set"
diff <(column hash simd/small/latest/summary.csv) <(column hash widest/small/latest/summary.csv) || fail "other answers"
if ! grep -q '"simd":[[:space:]]*"baseline"' widest/small/latest/manifest.json; then
	[ "$(ls simd/small/latest/groups)" != "$(ls widest/small/latest/groups)" ] || fail "two instruction sets, one key"
fi

# figures need gnuplot, which is looked for before anything is measured
sed 's/^}/figures = { f = { x = "faces" } },\n}/' small.lua >figure.lua
rm -rf out
mkdir -p bin
fails 7 "gnuplot" env PATH="$PWD/bin" "$HARNESS" figure.lua -o out
[ -z "$(find out -type f 2>/dev/null)" ] || { find out; fail "something is left without gnuplot"; }
expect 0 env PATH="$PWD/bin" "$HARNESS" figure.lua -o out -q --no-figures -s faces=200
grep -q '^- figures/f .gp .csv$' out.txt || { cat out.txt; fail "names drawings that nobody made"; }
! grep -q 'f\.\(svg\|pdf\|png\)' out/small/latest/report.md || fail "the report shows a drawing that nobody made"
expect 0 "$HARNESS" figure.lua -o out -q -s faces=200
for type in .svg .pdf .png -latex.tex -latex.pdf; do [ -s out/small/latest/figures/f$type ] || fail "no $type"; done

# a claim that fails is the scenario's error; what was measured stays
sed 's/^}/claims = { wrong = function (r)\nif r:value({ algorithm = "aabb", faces = 200 }, "nb") > 1 then local x = nil + 1 end return true end },\n}/' \
	small.lua >claim.lua
fails 3 -E '^claim.lua:[0-9]+: .*wrong' "$HARNESS" claim.lua -o claims -q -s faces=200
[ -s claims/small/latest/summary.csv ] || fail "the results are gone"

# the name of an algorithm picks all of that name
cat >two.lua <<'LUA'
local h = require "harness"
return h.scenario { name = "two", sweep = { algorithm = { h.aabb(), h.sweep(h.bsp, { leaf = { 4, 8 } }) } },
	scene = function () local a = h.teapot { faces = 200 } return { bodies = { { a }, { a } } } end }
LUA
expect 0 "$HARNESS" plan --no-trial two.lua -s algorithm=bsp
grep -q "bsp(leaf=4)" out.txt && grep -q "bsp(leaf=8)" out.txt && ! grep -q aabb out.txt || { cat out.txt; fail "not every bsp"; }

# a reader of a pipe that has seen enough, as in harness list | head, is nobody's mistake
mkfifo pipe
exec 9<>pipe 8>pipe 9<&-
for command in list "list --format luacats" "plan --no-trial two.lua"; do
	# shellcheck disable=SC2086
	said=$("$HARNESS" $command 2>&1 >&8) || fail "$command | head: exit $?"
	[ -z "$said" ] || fail "$command | head: $said"
done
exec 8>&-

# an answer that cannot be written is told; a stream that is closed is nobody's file
if [ -w /dev/full ]; then
	code=0
	"$HARNESS" list >/dev/full 2>err.txt || code=$?
	[ "$code" -eq 7 ] && grep -q "cannot write to stdout" err.txt || { cat err.txt; fail "exit $code for a full disk"; }
fi
code=0
"$HARNESS" small.lua -s faces=200 -o closed <&- >&- 2>&- || code=$?
[ "$code" -eq 7 ] && [ -s closed/small/latest/report.md ] || fail "exit $code without standard streams"
for command in list "plan --no-trial two.lua" "report closed/small/latest --no-figures"; do
	code=0
	# shellcheck disable=SC2086
	"$HARNESS" $command >&- 2>err.txt || code=$?
	[ "$code" -eq 7 ] && grep -q "cannot write to stdout" err.txt || { cat err.txt; fail "$command: exit $code, stdout closed"; }
done
expect 0 "$HARNESS" help
cp out.txt help.txt
expect 0 "$HARNESS" --help
cmp out.txt help.txt || fail "help is not --help"

# every warning is explained, and none that is not given
codes() { grep -oE 'W0[0-9]{2}' "$1" | sort -u; }
diff <(codes "$ROOT/engine/run/warnings.c") <(codes "$ROOT/docs/explanation/measuring.md") || fail "other warnings in docs/explanation/measuring.md"
