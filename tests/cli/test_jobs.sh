# verify -j N counts groups in several processes: the verdict, the text and what is found wrong are those of one process.
. "$ROOT/tests/cli/lib.sh"
small_scenario
mkdir tmp
export TMPDIR=$PWD/tmp
expect 0 "$HARNESS" small.lua --runs 1 --no-figures -q -o out
run=out/small/latest
expect 0 "$HARNESS" verify "$run" -q
cp out.txt one.txt
for jobs in 2 4 100; do
	expect 0 "$HARNESS" verify "$run" -q -j $jobs
	cmp -s out.txt one.txt || { diff one.txt out.txt; fail "-j $jobs says something else"; }
	# each group was counted by one process: none is missing, none wrong
	grep -q "the same: 18 points" out.txt || { cat out.txt; fail "not all points"; }
done
# nor does a child that fails and is of the shell that became the program
expect 0 bash -c '(while grep -qsx bash /proc/$$/comm; do sleep 0.01; done; exit 1) & exec "$@"' bash "$HARNESS" verify "$run" -q -j 2
cmp -s out.txt one.txt || { diff one.txt out.txt; fail "a child of a shell's is taken for a process that counts"; }
# a count that differs is found in whichever process it falls
edit_csv "$run/summary.csv" "if row.point == 7 or row.point == 17 then row.nb = row.nb + 1 end"
expect 4 "$HARNESS" verify "$run" -q
cp out.txt one.txt
expect 4 "$HARNESS" verify "$run" -q -j 3
cmp -s out.txt one.txt || { diff one.txt out.txt; fail "differences are told otherwise"; }
# a signal stops all of them
unchained "$run"
sed -i 's/p.faces }, h.teapot { faces = 150 }/2000 * p.faces }, h.teapot { faces = 100000 }/' "$run/scenario.lua"
env --default-signal=INT "$HARNESS" verify "$run" -q -j 3 >/dev/null 2>&1 &
pid=$!
until [ "$(pgrep -c -P "$pid")" -ge 1 ] || ! kill -0 "$pid" 2>/dev/null; do sleep 0.02; done
kill -INT "$pid" 2>/dev/null || true
code=0
wait "$pid" || code=$?
[ "$code" -eq 130 ] || fail "exit $code after SIGINT"
! pgrep -P "$pid" >/dev/null || fail "processes are left"
[ -z "$(ls -A tmp)" ] || fail "a temporary folder is left"
