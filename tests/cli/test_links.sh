# Every link of every page leads to a file and a heading; one that does not is found.
. "$ROOT/tests/cli/lib.sh"
(cd "$ROOT" && lua5.4 tools/links.lua ./*.md */README.md docs/*.md docs/*/*.md examples/*/README.md tests/*/README.md) || fail "links"
printf '# A b\n[a](nowhere.md) [b](page.md#a-b) [c](page.md#a-c)\n' >page.md
expect 1 lua5.4 "$ROOT/tools/links.lua" page.md
[ "$(wc -l <err.txt)" -eq 2 ] || { cat err.txt; fail "other links than nowhere.md and #a-c"; }
[ "$(wc -l <"$ROOT/README.md")" -le 150 ] || fail "README.md is longer than 150 lines"
