# One release everywhere: VERSION, the program, CITATION.cff, the changelog, and what docs/reference/versions.md says.
. "$ROOT/tests/cli/lib.sh"
cd "$ROOT"
version=$(cat VERSION)
page=docs/reference/versions.md
[ "$("$HARNESS" --version | first)" = "harness $version" ] || fail "harness -V"
"$HARNESS" list --format man | first | has -F "\"harness $version\"" || fail "the manual page"
grep -qx "version: $version" CITATION.cff || fail "CITATION.cff"
day=$(sed -n 's/^date-released: //p' CITATION.cff)
# Unreleased first, then this release
[ "$(grep '^## ' CHANGELOG.md | first 2)" = "## Unreleased"$'\n'"## $version ($day)" ] ||
	fail "CHANGELOG.md does not begin with Unreleased and $version ($day)"
grep -qF "| release | $version | " $page || fail "release in $page"
api=$(sed -n 's/.*HN_API_VERSION = \([0-9]*\).*/\1/p' engine/api/base.h)
grep -qF "| \`libharness.so.$api\` | " $page || fail "soname in $page"
grep -q "^_API_VERSION = $api " python/harness.py || fail "the interface's version in python/harness.py"
plugin=$(sed -n 's/.*HN_PLUGIN_VERSION = \([0-9]*\).*/\1/p' engine/api/plugin.h)
grep -qF "| plug-in ABI | $plugin | " $page || fail "plug-in ABI in $page"
# the next release
cd - >/dev/null
mkdir -p next/docs/reference
for file in VERSION CITATION.cff CHANGELOG.md $page; do cp "$ROOT/$file" "next/$file"; done
cd next
expect 0 sh "$ROOT/tools/release.sh" 9.8.7 2030-01-02
[ "$(cat VERSION)" = 9.8.7 ] && grep -qx 'version: 9.8.7' CITATION.cff && grep -qx 'date-released: 2030-01-02' CITATION.cff || fail "numbers"
[ "$(grep -A 2 '^## Unreleased' CHANGELOG.md | tail -n 1)" = "## 9.8.7 (2030-01-02)" ] || fail "CHANGELOG.md of the next release"
grep -qF '| release | 9.8.7 | ' $page && grep -qF 'has the release: 9.8.7.' $page || fail "$page of the next release"
expect 2 sh "$ROOT/tools/release.sh" 9.8.7
expect 2 sh "$ROOT/tools/release.sh" 9.8
