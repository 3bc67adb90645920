# What a profile shows is found by a search: each function's name stands in the sources, or for those that are stamped
# from templates the name without its volume, at the template.
. "$ROOT/tests/cli/lib.sh"
command -v nm >/dev/null || skip "nm is not installed"
find "$ROOT/engine" \( -name '*.[ch]' -o -name '*.inl' -o -name '*.def' \) -exec cat {} + |
	grep -oE '[A-Za-z_][A-Za-z0-9_]*' | sort -u >words.txt
nm "$HARNESS" | awk '$2 ~ /^[tT]$/ && $3 !~ /^_/ { sub(/\..*/, "", $3); print $3 }' | sort -u >symbols.txt
grep -q '^obb_pairs_timed$' symbols.txt || fail "obb_pairs_timed is no symbol"
grep -q '^_pairs_timed$' words.txt || fail "_pairs_timed is not in the sources"
# What the compiler's start-up brings along is not ours.
comm -23 symbols.txt words.txt | grep -vE '^(deregister_tm_clones|register_tm_clones|frame_dummy|atexit|set_cpu_feature|has_cpu_feature|get_available_features|cpu_indicator_init|get_[a-z]*_cpu)$' >missing.txt || :
prefixes=$(sed -nE 's/^#define (BV_OP|VOLUME)\(op\) +([a-z0-9_]+)_##op.*/\2/p' "$ROOT"/engine/bv/*.c \
	"$ROOT"/engine/broad/volume.c | sort -u)
# Is it <volume>_<word>, with _<word> in the sources? A volume's name may have a _ too.
stamped() {
	local prefix
	for prefix in $prefixes; do
		if [[ $1 == "$prefix"_* ]] && grep -qx "_${1#"$prefix"_}" words.txt; then return 0; fi
	done
	return 1
}
while read -r symbol; do
	rest=${symbol#*_}
	if stamped "$symbol"; then continue; fi
	if [[ $symbol == create_* ]] && grep -qE "BROAD\($rest\)" "$ROOT/engine/broad/broad.def"; then continue; fi
	# the value of a column, as engine/run/columns.def has it
	if [[ $symbol =~ ^(SUMMARY|SAMPLES|BUILDS|STEPS|LEVELS|INSTANCES|DRAWN|COSTS|MAPS)_ ]] && grep -qx "${rest#over_}" words.txt; then continue; fi
	echo "$symbol" >>lost.txt
done <missing.txt
[ ! -e lost.txt ] || { cat lost.txt; fail "no search of the sources finds these"; }
[ "$(wc -l <missing.txt)" -gt 100 ] || fail "only $(wc -l <missing.txt) names are stamped"
