# Counts and hashes of quick runs equal the golden ones: whatever the compiler, the flags or the machine.
set -euo pipefail
for golden in "$ROOT"/tests/golden/*.csv; do
	name=$(basename "$golden" .csv)
	"$HARNESS" "$ROOT/scenarios/$name.lua" --quick --runs 1 --no-figures -q -o out >/dev/null
	lua5.4 "$ROOT/tests/golden/columns.lua" "out/$name/latest/summary.csv" >got.csv
	diff -u "$golden" got.csv
done
