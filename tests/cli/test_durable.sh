# Files of a run that were emptied, cut or lost do not block it; a merged run is a copy of its shards; a pack leaves the
# folder of another alone. test_torn.sh has kills and losses of power.
. "$ROOT/tests/cli/lib.sh"
small_scenario
go=("$HARNESS" small.lua --counts --no-figures -s "faces=200,210" -q -o)
expect 0 "${go[@]}" out
run=$(realpath out/small/latest)
stable "$run/summary.csv" >calm.txt
for file in plan.json scenario.lua manifest.json files.sha256 scenes/0000.scene scenes/0001.scene; do
	for harm in ": >" "truncate -s 40" "rm"; do
		[ "$file $harm" != "scenario.lua truncate -s 40" ] || continue # half a program may be a program
		eval "$harm $run/$file"
		expect 0 "${go[@]}" out
		stable out/small/latest/summary.csv | diff calm.txt - || fail "$harm $file: other counts"
		[ "$(realpath out/small/latest)" = "$run" ] || fail "$harm $file: another run"
		[ "$file" = manifest.json ] || grep -q "$file was .*: it is made again" err.txt || { cat err.txt; fail "$harm $file is not named"; }
		[ -s "$run/$file" ] || fail "$harm $file: it is not made again"
	done
done

# a merged run shares no file with its shards
for shard in 1/2 2/2; do expect 0 "${go[@]}" parts --shard $shard; done
expect 0 "$HARNESS" merge parts/small/shard-*/latest --no-figures -q -o parts
[ -z "$(find parts/small/merged-* -type f -links +1)" ] || fail "a merged run shares files"

# the folder of a pack that is under way stays
mkdir .pack-BBBBBB
(
	flock 9
	touch locked
	exec sleep 100
) 9<.pack-BBBBBB &
other=$!
until [ -e locked ]; do sleep 0.01; done
expect 0 "$HARNESS" pack "$run" -o run.tar.gz -q
kill $other
[ -e .pack-BBBBBB ] || fail "the folder of another pack is gone"
[ "$(find . -maxdepth 1 -name '.pack-*' | wc -l)" -eq 1 ] || fail "pack leaves a folder"
