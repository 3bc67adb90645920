# shellcheck shell=bash
# Slow-downs can be planted in builds for tests/measure/ alone: the program of users does not know of them.
. "$ROOT/tests/cli/lib.sh"

if grep -q HARNESS_PLANT "$HARNESS"; then fail "$HARNESS can be slowed down by its environment"; fi
