#!/bin/sh
# Checks the include direction. The engine is built in floors, lowest first: a file includes only its own floor or
# lower ones. The floor run/ is built in rooms, lowest first, and the same holds for them; what lies in run/ itself is
# above all rooms. lua/ is built in rooms too: a file requires only files of its own room or of lower ones.
set -eu
floors='api base stats simd math exact mesh scene topo kernel bv tree wide partition broad detect plugin draw support machine run export host'
rooms='plan worker result progress group .'
lua_rooms='base text blocks data figure_kinds vocabulary runs tables figures claims report papers modes'
bad=0
# Every include of the files of a folder: $1 the folder, $2 a sed expression that leaves the place included.
included() {
	grep -s '^#[ \t]*include "' "$1"/*.c "$1"/*.h "$1"/*.inl | sed -n "s|^\([^:]*\):#[ \t]*include \"$2.*|\1 \2|p" | sort -u
}
# Every file and room that the files of a room of lua/ require. A name without a room is its own place.
required() {
	awk '{
		sub(/--.*/, "")
		while (match($0, /require *\(? *["\047][^"\047]*/)) {
			name = substr($0, RSTART, RLENGTH)
			$0 = substr($0, RSTART + RLENGTH)
			sub(/.*["\047]/, "", name)
			sub(/\..*/, "", name)
			print FILENAME, name
		}
	}' "$1"/*.lua | sort -u
}
check() { # FOLDER OWN LIST...: the lines of stdin are files and what they use
	awk '
	BEGIN {
		for (i = 3; i < ARGC; ++i) at[ARGV[i]] = i
		own = ARGV[2]
		if (!(own in at)) print "floors: " ARGV[1] " is no floor"
		ARGC = 1
	}
	own in at && NF && (!($2 in at) || at[$2] > at[own]) { print $1 " uses " $2 "/: not below " own "/" }' "$@"
}
# shellcheck disable=SC2086
check_all() {
	for dir in engine/*/ engine/run/*/; do
		floor=${dir#engine/}
		included "${dir%/}" '\([a-z_]*\)/' | check "${dir%/}" "${floor%%/*}" $floors
	done
	for room in $rooms; do
		included "engine/run/$room" 'run/\([a-z_]*\)/' | check "engine/run/$room" "$room" $rooms
	done
	for dir in lua/*/; do
		[ "$dir" = lua/ffi/ ] || required "${dir%/}" | check "${dir%/}" "$(basename "$dir")" $lua_rooms
	done
}
found=$(check_all)
[ -z "$found" ] || { echo "$found"; bad=1; }
for room in $rooms; do
	# nobody below includes what lies in run/ itself
	[ "$room" = . ] || ! grep -n '#include "run/[a-z_]*\.h"' "engine/run/$room"/*.[ch] || bad=1
done
# Lua is known to host/ alone
if grep -ln '#include [<"]\(lua\|lauxlib\|lualib\)' engine/*/*.[ch] engine/*/*/*.[ch] 2>/dev/null | grep -v '^engine/host/'; then
	echo "only host/ may know Lua"; bad=1
fi
[ "$bad" -eq 0 ] && echo "floors: ok"
exit "$bad"
