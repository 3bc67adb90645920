# shellcheck shell=sh
# Sourced. The processors that this process may use, a line each.
processors() {
	taskset -cp $$ | sed 's/.*: //' | tr ',' '\n' | while IFS=- read -r first last; do seq "$first" "${last:-$first}"; done
}
