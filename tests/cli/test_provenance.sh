# What a run says of the program that made it: commit, the diff that was built, the hash of the binary.
. "$ROOT/tests/cli/lib.sh"
cat >p.lua <<'LUA'
local h = require "harness"
return h.scenario { name = "p", runs = 1, sweep = { algorithm = { h.aabb() } },
	scene = function () local a = h.teapot { faces = 100 } return { bodies = { { a }, { a } } } end }
LUA
# fact KEY: of the manifest
fact() { sed -n "s/^\t\"$1\":\t\"\(.*\)\",\?$/\1/p" out/p/latest/manifest.json; }
# mark TEXT: the program again, as if built from the tree that TEXT says
mark() {
	lua5.4 - "$HARNESS" "$1" <<-'LUA'
		local bytes = assert(io.open(arg[1], "rb")):read "a"
		local mark = "@harness-commit@ "
		local at = assert(bytes:find(mark .. "commit=", 1, true))
		local block = (mark .. arg[2] .. ("\0"):rep(256)):sub(1, 256)
		assert(io.open("harness", "wb")):write(bytes:sub(1, at - 1), block, bytes:sub(at + 256)):close()
	LUA
	chmod +x harness
}
run() { rm -rf out && expect 0 ./harness p.lua -q -o out; }
printf 'What was built.\ndiff --git a/x b/x\n' >harness.patch
sum=$(sha256sum harness.patch | cut -d ' ' -f 1)

mark "commit=0123abcd dirty=yes patch=$sum"
run
cmp harness.patch out/p/latest/patch.diff || fail "the run does not keep the diff"
[ "$(fact commit) $(fact dirty) $(fact patch)" = "0123abcd yes patch.diff" ] || fail "$(fact commit) $(fact dirty) $(fact patch)"
[ "$(fact binary_sha256)" = "$(sha256sum harness | cut -d ' ' -f 1)" ] || fail "not the binary's hash"
grep -q "patch: patch.diff" out/p/latest/report.md || fail "the report does not name the diff"
engine=$(fact engine)
grep -q '"others":.*[0-9]' out/p/latest/manifest.json || fail "a session does not say what other programs took"
# of another build, or gone
echo >>harness.patch
run
[ ! -e out/p/latest/patch.diff ] || fail "the diff of another build is kept"
fact patch | has "of another build" || fail "$(fact patch)"
rm harness.patch
run
fact patch | has "not found beside" || fail "$(fact patch)"
mark "commit=0123abcd dirty=no patch=none"
run
[ "$(fact dirty) $(fact patch)" = "no none" ] || fail "$(fact dirty) $(fact patch)"
[ "$(fact engine)" = "$engine" ] || fail "a commit is another engine"
mark "commit=unknown dirty=unknown patch=unknown"
run
[ "$(fact commit) $(fact dirty) $(fact patch)" = "unknown unknown unknown" ] || fail "$(fact commit) $(fact dirty) $(fact patch)"

# what the build says: no git, a clean tree, one with changes, one with too many
info() { sh "$ROOT/tools/build_info.sh" true "-O3" release built.patch >info.c || fail "build_info.sh"; }
told() { sed -n 's/.*MARK "\(.*\)";$/\1/p' info.c; }
mkdir tree
cd tree || exit 1
# no repository further up counts
info
[ "$(told)" = "commit=unknown dirty=unknown patch=unknown" ] || fail "no repository: $(told)"
command -v git >/dev/null || skip "all passed but what needs git, which is not installed"
git() { command git -c user.name=a -c user.email=a@b -c init.defaultBranch=main "$@"; }
git init -q . && printf 'built.patch\ninfo.c\n' >.git/info/exclude
printf 'one\n' >file && git add file && git commit -qm first
info
[ "$(told)" = "commit=$(git rev-parse HEAD) dirty=no patch=none" ] || fail "clean: $(told)"
printf 'two\n' >file && printf 'more\n' >unknown.c
info
[ "$(told)" = "commit=$(git rev-parse HEAD) dirty=yes patch=$(sha256sum built.patch | cut -d ' ' -f 1)" ] || fail "dirty: $(told)"
grep -q "Not yet known to git: unknown.c" built.patch || fail "an unknown file is not named"
git checkout -q file && rm unknown.c && git apply built.patch && [ "$(cat file unknown.c)" = "two
more" ] || fail "the diff is none, or lacks the unknown file"
seq 1000000 >file
info
[ "$(wc -c <built.patch)" -lt 4200000 ] && grep -q "^Cut here: the diff has [0-9]* bytes" built.patch || fail "a huge diff is not cut"
git checkout -q file && rm unknown.c
info
[ ! -e built.patch ] || fail "the diff of a clean tree is left"
