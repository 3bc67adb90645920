#!/bin/sh
# Checks the include direction: a file of one floor includes only its own floor or lower ones.
set -eu
floors='api base stats simd math exact mesh scene topo kernel bv tree broad detect plugin draw run host'
bad=0
level() { i=0; for f in $floors; do i=$((i + 1)); [ "$f" = "$1" ] && { echo $i; return; }; done; echo 0; }
for dir in engine/*/; do
	floor=$(basename "$dir")
	[ "$floor" = peers ] && continue
	own=$(level "$floor")
	[ "$own" -gt 0 ] || { echo "floors: engine/$floor is no floor"; bad=1; continue; }
	for f in "$dir"*.c "$dir"*.h "$dir"*.inl; do
		[ -e "$f" ] || continue
		# shellcheck disable=SC2013
		for inc in $(sed -n 's/^#[ \t]*include "\([a-z_]*\)\/.*/\1/p' "$f" | sort -u); do
			other=$(level "$inc")
			if [ "$other" -eq 0 ] || [ "$other" -gt "$own" ]; then echo "$f includes $inc/: not below $floor/"; bad=1; fi
		done
	done
done
# Lua is known to host/ alone
if grep -ln '#include [<"]\(lua\|lauxlib\|lualib\)' engine/*/*.[ch] 2>/dev/null | grep -v '^engine/host/'; then
	echo "only host/ may know Lua"; bad=1
fi
[ "$bad" -eq 0 ] && echo "floors: ok"
exit "$bad"
