# shellcheck shell=bash
# Slow-downs can be planted in builds for tests/measure/ alone, preempted samples also in those for tests: the program of
# users knows of neither.
. "$ROOT/tests/cli/lib.sh"

if grep -aoE 'HARNESS_PLANT_?[A-Z_]*' "$HARNESS" | grep -vE '^HARNESS_PLANT_(PREEMPT|INSTANCES|SLOWED)'; then
	fail "$HARNESS can be slowed down by its environment"
fi
if [ "$CONFIG" = release ] && grep -q HARNESS_PLANT "$HARNESS"; then fail "$HARNESS takes preempted samples from its environment"; fi
