# Locale, time zone, user, directory and the order of tables change no count, no hash and no derived file.
. "$ROOT/tests/cli/lib.sh"
small_scenario
expect 0 "$HARNESS" small.lua -q --runs 2 -o a
mkdir elsewhere
cp small.lua elsewhere/
(cd elsewhere && LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8 TZ=Pacific/Chatham HOME=/nonexistent USER=nobody \
	"$HARNESS" small.lua -q --runs 2 -o ../b >/dev/null) || fail "fails in another locale"
diff <(stable a/small/latest/summary.csv) <(stable b/small/latest/summary.csv) || fail "another locale, other counts"
grep -q ';' b/small/latest/summary.csv && fail "semicolons in a CSV file"

# as another user, where this one may become one
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
	mkdir c && cp "$HARNESS" small.lua c/ && chmod 755 . && chown -R 65534 c
	(cd c && setpriv --reuid 65534 --clear-groups ./harness small.lua -q --runs 2 -o out >/dev/null) || fail "fails for another user"
	diff <(stable a/small/latest/summary.csv) <(stable c/out/small/latest/summary.csv) || fail "another user, other counts"
fi

# Lua's tables in another order: the same keys, written backwards
sed 's/name = "small",//; s/runs = 11,/runs = 11, name = "small",/; s/^\(\s*\)sweep = { \(faces = {[^}]*}\), \(algorithm = .* }\) },$/\1sweep = { \3, \2 },/' small.lua >elsewhere/small.lua
! cmp -s small.lua elsewhere/small.lua || fail "the test did not reorder anything"
(cd elsewhere && "$HARNESS" small.lua -q --runs 2 -o ../d >/dev/null) || fail "fails with keys in another order"
diff <(stable a/small/latest/summary.csv) <(stable d/small/latest/summary.csv) || fail "another key order, other counts"
