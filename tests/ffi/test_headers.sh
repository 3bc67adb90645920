# The public headers compile for whoever includes them, and hold nothing that ffi.cdef could not read.
. "$ROOT/tests/ffi/lib.sh"

check() { # COMPILER LANGUAGE STANDARD FILE
	"$1" -x "$2" "-std=$3" -pedantic -Wall -Wextra -Wconversion -Werror -fsyntax-only -I "$ROOT/engine" "$4" ||
		fail "$4 by $1 as $3"
}

# each after those before it, as engine.h has them
headers=$(sed -n 's/^#include "\(.*\)"/\1/p' "$ROOT/engine/api/engine.h")
listed=$(cd "$ROOT/engine/api" && printf '%s\n' *.h | grep -vx 'engine.h\|plugin.h')
[ "$(sort <<<"$headers")" = "$(sort <<<"$listed")" ] || fail "engine.h does not include every header of engine/api once"
printf '#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n' >upto.h
for header in $headers; do
	grep -nE '^[[:space:]]*#|\binline\b|\bstatic\b|__' "$ROOT/engine/api/$header" && fail "$header: more than declarations"
	cat "$ROOT/engine/api/$header" >>upto.h
	for cc in $(compilers C); do check "$cc" c c99 upto.h; done
done

echo '#include "api/engine.h"' >all.c
printf '#include "api/engine.h"\n#include "api/engine.h"\n' >twice.c
for cc in $(compilers C); do
	for standard in c99 c11 c17; do check "$cc" c $standard all.c; done
	check "$cc" c c99 twice.c
done
for cxx in $(compilers C++); do
	for standard in c++11 c++17 c++20; do check "$cxx" c++ $standard twice.c; done
done
# what a plug-in includes stands alone, and is read by ffi.cdef like the others
grep -nE '^[[:space:]]*#|\binline\b|\bstatic\b|__' "$ROOT/engine/api/plugin.h" && fail "plugin.h: more than declarations"
printf '#include <stddef.h>\n#include <stdint.h>\n#include "api/plugin.h"\n' >plugin.c
printf '#include <cstddef>\n#include <cstdint>\nextern "C" {\n#include "api/plugin.h"\n}\n' >plugin.cpp
for cc in $(compilers C); do check "$cc" c c99 plugin.c; done
for cxx in $(compilers C++); do check "$cxx" c++ c++11 plugin.cpp; done

# every public name says what it is; without one of its comments a header is caught
undocumented=$(declarations undocumented)
[ -z "$undocumented" ] || fail "no comment:"$'\n'"$undocumented"
mkdir silent
cp "$ROOT"/engine/api/*.h silent
sed -i '/^\/\/\/ The number of algorithms\.$/d; s/ *\/\/\/< no error$//' silent/*.h
lua5.4 "$ROOT/tests/ffi/declarations.lua" silent undocumented >silent.txt
diff - silent.txt <<-'NAMES' || fail "names without a comment are not found"
	base.h: HN_OK = 0,
	detect.h: int32_t hn_detect_count(void);
	plugin.h: HN_PLUGIN_OK = 0,
NAMES

[ -n "$(compilers C)" ] || fail "no C compiler was tried"
