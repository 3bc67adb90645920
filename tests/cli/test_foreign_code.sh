# A scenario that came with a run or a pack names a shared object of that run: it is loaded by no command and by no path. The
# same object elsewhere is.
. "$ROOT/tests/cli/lib.sh"
command -v gcc >/dev/null || skip "there is no gcc to build a plug-in"
[ "$CONFIG" != sanitize ] || skip "a plug-in of gcc without the sanitizers"
cat >evil.c <<'C'
#include <fcntl.h>
__attribute__((constructor)) static void load(void) { (void)open(PLACE, O_CREAT | O_WRONLY, 0666); }
C
bad_plugin none evil.so -DPLACE="\"$PWD/loaded\"" evil.c
scenario() { # PATH: of the plug-in
	cat <<-LUA
		local h = require "harness"
		return h.scenario { name = "s", sweep = { algorithm = { h.aabb, h.plugin "$1" } },
			scene = function ()
				local a = h.shape.box()
				return { bodies = { { a }, { a, motion = h.line { from = { -1, 0, 0 }, to = { 1, 0, 0 }, steps = 3 } } } }
			end }
	LUA
}
scenario ./evil.so >s.lua
expect 0 "$HARNESS" s.lua --counts --no-figures -q -o out
[ -e loaded ] || fail "the plug-in does not tell that it is loaded"
run=$(realpath out/s/latest)
name=$(basename "$run")
mkdir outside
mv evil.so kept.bin
unloaded() { # WHAT CODE COMMAND...
	local what=$1 code=0
	rm -f loaded
	"${@:2}" >out.txt 2>err.txt || code=$?
	[ ! -e loaded ] || { cat out.txt err.txt; fail "$what: its code ran: ${*:2}"; }
	[ "$code" -ne 0 ] || { cat out.txt err.txt; fail "$what: exit 0: ${*:2}"; }
	grep -q "lies in the run .*another folder" out.txt err.txt || { cat out.txt err.txt; fail "$what does not say why"; }
}
# each PATH: the run of a scenario that names its plug-in so
each() {
	rm -rf "hostile/$name"
	mkdir -p hostile
	cp -r "$run" hostile/
	# without a seal, as a run under way is: whoever owns a run can make its seal anew
	rm -f "hostile/$name/"*.sha256
	sed -i "s/\"chain\":.*/\"chain\":\tnull/" "hostile/$name/manifest.json"
	mkdir "hostile/$name/deep"
	cp kept.bin "hostile/$name/evil.so"
	cp kept.bin "hostile/$name/deep/evil.so"
	cp kept.bin "hostile/$name/scenes/0001.scene.so"
	rm -f outside/hard.so outside/link.so outside/folder
	ln "hostile/$name/deep/evil.so" outside/hard.so
	ln -s "../hostile/$name/evil.so" outside/link.so
	ln -s "../hostile/$name/deep" outside/folder
	scenario "$1" >"hostile/$name/scenario.lua"
	# relative names are looked for in the folder that the plan names, which may be any
	sed -i "s|\"file\": *\"s.lua\"|\"file\":\"$PWD/hostile/$name/scenario.lua\"|" "hostile/$name/plan.json"
	unloaded "$1" "$HARNESS" rerun "hostile/$name" -q -o again
	unloaded "$1" "$HARNESS" verify "hostile/$name" -q
	unloaded "$1" "$HARNESS" report "hostile/$name" --no-figures
	unloaded "$1" "$HARNESS" "hostile/$name/scenario.lua" --counts -q -o again
}
here=$PWD
for path in "./evil.so" "evil.so" "deep/evil.so" "$here/hostile/$name/evil.so" "../$name/deep/../evil.so" "$here/outside/hard.so" \
	"$here/outside/link.so" "$here/outside/folder/evil.so" "scenes/0001.scene.so" "/proc/self/cwd/hostile/$name/evil.so"; do
	each "$path"
done
# where this user may mount: in a namespace of its own users, which a chroot has not, or as root
mkdir mounted
each "$here/hostile/$name/evil.so"
for own in --map-root-user ""; do
	# shellcheck disable=SC2086
	unshare --mount $own mount --bind "hostile/$name/deep" mounted 2>/dev/null || continue
	scenario "$here/mounted/evil.so" >"hostile/$name/scenario.lua"
	# shellcheck disable=SC2086
	unloaded "a bind mount" unshare --mount $own sh -c \
		"mount --bind 'hostile/$name/deep' mounted && exec '$HARNESS' rerun 'hostile/$name' -q -o again"
	break
done
# the same as a pack
tar -czf hostile.tar.gz -C hostile "$name"
scenario ./evil.so >"hostile/$name/scenario.lua"
tar -czf hostile.tar.gz -C hostile "$name"
unloaded "a pack" "$HARNESS" verify hostile.tar.gz -q
unloaded "check plugin" "$HARNESS" check plugin "hostile/$name/evil.so"
