# Stopped at some of the points at which a verb writes to its files, by a kill or a loss of power: nothing that was reported is
# lost, and the same command goes on. tests/measure/torn tries all points. Given again after its end, it ends in the same way:
# a kill may have come right after its last rename. And a killed verify: its temporary folder goes with the next.
. "$ROOT/tests/cli/lib.sh"
. "$ROOT/tests/measure/verbs.sh"
verbs_begin
for verb in merge pack unpack report submit export frames draw new; do
	calm $verb
	(cd work && eval "$command") >again.txt 2>&1 || { cat again.txt; fail "$verb, given again"; }
	(cd work && facts $verb) | diff $verb.facts - || fail "$verb, given again, ends with other files"
done
calm verify
for ((ms = took / 2; ; ms = ms * 2 / 3)); do # on a busy machine it may end before
	code=0
	killed verify $ms || code=$?
	[ $code -ne 2 ] || continue
	[ $code -eq 0 ] || fail "verify was killed after $ms ms"
	break
done
command -v strace >/dev/null || skip "strace is not installed"
strace -o strace.txt true 2>/dev/null || skip "processes cannot be traced here"
for verb in run merge pack unpack report export frames draw new; do
	torn $verb "${TORN_TRIES:-6}" >torn.txt || { cat torn.txt; fail "$verb"; }
	echo "$verb: $(tail -n 1 torn.txt)"
done
