#!/bin/sh
# Checks the include direction. The engine is built in floors, lowest first: a file includes only its own floor or
# lower ones. The floor run/ is built in rooms, lowest first, and the same holds for them; what lies in run/ itself is
# above all rooms. lua/ is built in rooms too: a file requires only files of its own room or of lower ones.
set -eu
floors='api base stats simd math exact mesh scene topo kernel bv tree wide partition broad detect plugin draw support machine run export host'
rooms='plan worker result progress group .'
lua_rooms='base text blocks data figure_kinds vocabulary runs tables figures claims report papers modes'
bad=0
level() { # NAME LIST...: its place in the list; 0: none
	name=$1 i=0
	shift
	for f in "$@"; do i=$((i + 1)); [ "$f" = "$name" ] && { echo $i; return; }; done
	echo 0
}
# Every include of the files of a folder: $1 the folder, $2 a sed expression that leaves the place included.
included() {
	for f in "$1"/*.c "$1"/*.h "$1"/*.inl; do
		[ ! -e "$f" ] || sed -n "s|^#[ \t]*include \"$2.*|$f \1|p" "$f"
	done | sort -u
}
# Every file and room that the files of a room of lua/ require. A name without a room is its own place.
required() {
	for f in "$1"/*.lua; do
		sed 's|--.*||' "$f" | grep -oE "require *\\(? *[\"'][^\"']*" | sed "s|.*[\"']||; s|\..*||; s|^|$f |"
	done | sort -u
}
check() { # FOLDER OWN LIST...: the lines of stdin are files and what they use
	folder=$1 place=$2
	shift 2
	own=$(level "$place" "$@")
	[ "$own" -gt 0 ] || { echo "floors: $folder is no floor"; return; }
	while read -r file other; do
		[ -n "$file" ] || continue
		at=$(level "$other" "$@")
		if [ "$at" -eq 0 ] || [ "$at" -gt "$own" ]; then echo "$file uses $other/: not below $place/"; fi
	done
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
