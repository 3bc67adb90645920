# make install gives a program, a library and a LuaJIT layer that work from elsewhere, and uninstall takes all of it away.
. "$ROOT/tests/ffi/lib.sh"
not_sanitized
mkdir "an empty root"
root="$PWD/an empty root"
make_it() { make -s -C "$ROOT" "config=$CONFIG" "CC=${CC:-gcc}" PREFIX=/opt/harness DESTDIR="$root" "$1" 2>make.txt ||
	{ cat make.txt; fail "make $1"; }; }
make_it install
prefix="$root/opt/harness"

cat >elsewhere.lua <<'LUA'
	local h = require "harness"
	return h.scenario {
		name = "elsewhere", sweep = { algorithm = { h.aabb(), h.dassd() } }, runs = 6,
		scene = function ()
			local pot = h.teapot { faces = 200 }
			return { bodies = { { pot }, { pot, motion = h.touching { count = 2, on = { pot, pot } } } } }
		end,
	}
LUA
expect 0 "$prefix/bin/harness" elsewhere.lua -q --quick

# scenarios and papers are found from elsewhere, and an unknown key names them
expect 0 "$prefix/bin/harness" list teapot_faces
fails 2 "no paper 'somebody'; there are:.* yu2018" "$prefix/bin/harness" paper somebody
printf 'return (require "harness").paper { key = "wrong" }' >"$prefix/share/harness/papers/mine.lua"
fails 3 "^$prefix/share/harness/papers/mine.lua:1: " "$prefix/bin/harness" paper mine
rm "$prefix/share/harness/papers/mine.lua"

# a copy of a built tree, whose sources are newer than what was built, installs what is there
copy="a copy (of it)"
mkdir "$copy" "another root"
build=build/$(basename "${CC:-gcc}")-$CONFIG
(cd "$ROOT" && cp -r --parents Makefile* VERSION *.md LICENSE CITATION.cff docs engine lua python examples tools papers scenarios "$build" "$OLDPWD/$copy")
find "$copy/engine" "$copy/lua" -type f -exec touch {} +
mkdir -p "$copy/examples/paper/results/paper"
touch "$copy"/examples/paper/{results/paper/summary.csv,paper.pdf,paper.aux,paper.log,paper.out}
make -C "$copy" "config=$CONFIG" "CC=${CC:-gcc}" DESTDIR="$PWD/another root" install >make.txt 2>&1 || { cat make.txt; fail "copy"; }
! grep -e ' -c -o [^ ]*/engine/' make.txt || fail "a copy compiles"
find "another root" -path '*/examples/paper/*' ! -name paper.lua ! -name paper.tex ! -name Makefile ! -name .gitignore |
	has . && fail "what the example of a paper makes is installed"

# in_copy FILE: made in the copy, whose name the compiler is told
in_copy() {
	make -C "$copy" "config=$CONFIG" "CC=${CC:-gcc}" "$build/$1" >make.txt 2>&1 || { cat make.txt; fail "$1 in a copy"; }
}
rm "$copy/$build/engine/base/error.o"
in_copy engine/base/error.o
# a suite that is gone leaves the list
mkdir -p "$copy/tests"
touch "$copy"/tests/test_{one,two}.c
in_copy suites.def
[ "$(paste -s -d ' ' "$copy/$build/suites.def")" = "SUITE(one) SUITE(two)" ] || fail "not the suites that are there"
rm "$copy/tests/test_two.c"
in_copy suites.def
[ "$(cat "$copy/$build/suites.def")" = "SUITE(one)" ] || fail "a suite that is gone"

# manual page, completion and annotations are those of this very program
while read -r format file; do
	"$prefix/bin/harness" list --format "$format" | cmp - "$prefix/share/$file" || fail "$file"
done <<-'FILES'
	man man/man1/harness.1
	bash bash-completion/completions/harness
	zsh zsh/site-functions/_harness
	fish fish/vendor_completions.d/harness.fish
	luacats harness/luacats/harness.lua
FILES

# the pkg-config file names the final place; below another root the compiler is told so
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR=
[ "$(pkg-config --variable=prefix harness)" = /opt/harness ] || fail "prefix of harness.pc"
pkg-config --cflags --libs harness | has -- '-I/opt/harness/include -L/opt/harness/lib -lharness' || fail "harness.pc"
# a prefix with a space in it
mkdir spaced
sh "$ROOT/tools/pkg_config.sh" "/opt/my programs" lib 1.0.0 4 "" >spaced/harness.pc
PKG_CONFIG_PATH=spaced pkg-config --cflags harness | has -F -- '-I/opt/my\ programs/include' ||
	{ cat spaced/harness.pc; fail "harness.pc of a prefix with a space"; }
cat >version.c <<'C'
#include <harness/engine.h>
int main(void) { return hn_api_version() == HN_API_VERSION ? 0 : 1; }
C
"${CC:-gcc}" -o version -I "$prefix/include" version.c -L "$prefix/lib" -lharness
LD_LIBRARY_PATH="$prefix/lib" expect 0 ./version

if have luajit; then
	expect 0 env -u HARNESS_LIB LUA_PATH="$prefix/share/lua/5.1/?.lua" luajit -e '
		local engine = require "engine_ffi"
		local pot = engine.teapot(200)
		local scene = engine.scene { { pot }, { pot, engine.touching(pot, pot, { count = 2 }) } }
		print((engine.detector(scene, "aabb"):pass()))'
	[ "$(cat out.txt)" = "$(column hash results/elsewhere/latest/summary.csv | first)" ] || fail "another hash"
fi

touch "$prefix/include/harness/of_another.h"
make_it uninstall
[ "$(cd "$root" && find . ! -type d)" = ./opt/harness/include/harness/of_another.h ] || { find "$root"; fail "uninstall"; }
