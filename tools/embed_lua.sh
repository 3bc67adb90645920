#!/bin/sh
# Writes a C file that holds the given files (of Lua, or others with their whole names) byte for byte, and their table (host/lua_modules.h).
# Base system only: od and sed are everywhere, xxd is not.
set -eu
echo '#include "host/lua_modules.h"'
for f in "$@"; do
	n=$(basename "$f" .lua | tr . _)
	echo "static const unsigned char s_${n}[] = {"
	od -An -v -tu1 "$f" | sed 's/ *\([0-9][0-9]*\)/\1,/g'
	echo '0 };'
done
echo 'const LuaModule lua_modules[] = {'
for f in "$@"; do
	n=$(basename "$f" .lua)
	id=$(echo "$n" | tr . _)
	echo "{ \"$n\", (const char *)s_$id, sizeof s_$id - 1 },"
done
echo '{ 0, 0, 0 } };'
