# k-DOPs are tested, merged and moved several slabs at a time: what gcc makes of these loops is packed. That it
# gives the bits of one slab after the other is for the suite kdop_moved.
. "$ROOT/tests/cli/lib.sh"
case $(uname -m) in x86_64) ;; *) skip "what is packed is for SSE" ;; esac
command -v gcc >/dev/null || skip "gcc is not installed"

# arithmetic FILE FUNCTION: how many packed and how many single operations the functions of that name have.
arithmetic() {
	awk -v name="^$2([.].*)?:" '
		/^[a-z_][A-Za-z0-9_.]*:/ { inside = $0 ~ name; if (inside) found = 1 }
		inside && $1 ~ /^v?(add|sub|mul|min|max|cmp[a-z]*)p[sd]$/ { packed += 1 }
		inside && $1 ~ /^v?((add|sub|mul|min|max|cmp[a-z]*)s[sd]|u?comis[sd])$/ { single += 1 }
		END { if (found) print packed + 0, single + 0 }' "$1"
}

# mostly_packed FUNCTION LEAST [OTHERS]: at least so many packed operations, and five times as many as single ones. Of
# these, OTHERS are not of slabs.
mostly_packed() {
	local packed single
	read -r packed single <<<"$(arithmetic fdh18.s "$1")" || true
	[ -n "$packed" ] || fail "fdh18.c has no function $1"
	echo "$1: $packed packed, $single single"
	if [ "$packed" -lt "$2" ] || [ "$packed" -lt $((5 * (single - ${3:-0}))) ]; then fail "it is not packed"; fi
}

assembly gcc engine/bv/fdh18.c >fdh18.s
# pairs are opened in two places, and each compares two volumes of three edges: 10 operations and a comparison
mostly_packed 'fdh18_(kept_)?pairs_timed' 6 22
mostly_packed fdh18_class_overlaps 6
mostly_packed fdh18_class_merge 6
mostly_packed fdh18_move 60
