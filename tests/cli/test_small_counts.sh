# Scenarios that are swept to hardly any objects: what their claims ask has no answer there, or one by counts, and no error.
. "$ROOT/tests/cli/lib.sh"
for claims in "many_objects 6" "pair_lists 2"; do # and how many have no answer
	read -r scenario undecided <<<"$claims"
	expect 0 "$HARNESS" "$ROOT/scenarios/$scenario.lua" -s count=2,3 --runs 1 --preempted keep --no-figures -q
	sed -n '/^## Claims/,/^## /p' out.txt >claims.txt
	[ "$(grep -c '^- \*\*undecided\*\*' claims.txt)" -eq "$undecided" ] || { cat claims.txt; fail "$scenario: not undecided"; }
	! grep -qwE 'inf|nan' claims.txt || { cat claims.txt; fail "$scenario: divided by nothing"; }
done
