#!/bin/sh
# Writes a C file that holds the given files byte for byte, and their table (host/lua_modules.h): Lua files of lua/
# under the name by which `require` finds them, others under their file name.
# Base system only: od and sed are everywhere, xxd is not.
set -eu
name_of() {
	case $1 in
	lua/*.lua) echo "$1" | sed 's|^lua/||; s|\.lua$||; s|/|.|g' ;;
	*) basename "$1" ;;
	esac
}
echo '#include "host/lua_modules.h"'
for f in "$@"; do
	echo "static const unsigned char s_$(name_of "$f" | tr . _)[] = {"
	od -An -v -tu1 "$f" | sed 's/ *\([0-9][0-9]*\)/\1,/g'
	echo '0 };'
done
echo 'const LuaModule lua_modules[] = {'
for f in "$@"; do
	n=$(name_of "$f")
	id=$(echo "$n" | tr . _)
	echo "{ \"$n\", (const char *)s_$id, sizeof s_$id - 1 },"
done
echo '{ 0, 0, 0 } };'
