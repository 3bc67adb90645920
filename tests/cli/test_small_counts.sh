# Scenarios that are swept to hardly any objects: what their claims ask has no answer there, and no error.
. "$ROOT/tests/cli/lib.sh"
for scenario in many_objects pair_lists; do
	expect 0 "$HARNESS" "$ROOT/scenarios/$scenario.lua" -s count=2,3 --runs 1 --no-figures -q
	sed -n '/^## Claims/,/^## /p' out.txt >claims.txt
	[ "$(grep -c '^- \*\*' claims.txt)" -eq "$(grep -c '^- \*\*undecided\*\*' claims.txt)" ] || { cat claims.txt; fail "$scenario: not undecided"; }
	! grep -qwE 'inf|nan' claims.txt || { cat claims.txt; fail "$scenario: divided by nothing"; }
done
