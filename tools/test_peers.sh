#!/bin/sh
# The wrappers of other libraries: built, and compared once on poses in contact. Two of them must be exact there.
set -eu
./bootstrap peers >/dev/null
run=$(./harness --quick scenarios/peers_pair.lua 2>/dev/null | sed -n 's|^\(results/peers_pair/.*\)|\1|p' | head -n 1)
for exact in "fcl(volume=obb)" "bullet"; do
	awk -F, -v name="$exact" 'NR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i; next }
		$at["algorithm"] == name && $at["query"] == "all" { ++rows; if ($at["missed_pairs"] != "0" || $at["extra_pairs"] != "0") bad = 1 }
		END { exit !(rows > 0 && !bad) }' "$run/summary.csv" || { echo "$exact: no rows, or contacts missed or extra: $run" >&2; exit 1; }
done
