# The library exports exactly the functions that engine/api declares.
. "$ROOT/tests/ffi/lib.sh"
not_sanitized
declarations functions | sort >declared.txt
nm -D --defined-only "$HARNESS_LIB" | awk '{ print $3 }' | sort >exported.txt
diff declared.txt exported.txt || fail "declared (<) and exported (>) differ"
sort -u declared.txt | diff - declared.txt || fail "a function is declared twice"
# whoever links finds it by its soname, which has the interface's version
version=$(sed -n 's/.*HN_API_VERSION = \([0-9]*\).*/\1/p' "$ROOT/engine/api/base.h")
readelf -d "$HARNESS_LIB" | has "soname: \[libharness.so.$version\]" || fail "no soname with version $version"
