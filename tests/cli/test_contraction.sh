# No product is fused with a sum, whatever processor the compiler is told to build for: a turn of a point is where some do.
. "$ROOT/tests/cli/lib.sh"
case $(uname -m) in x86_64) ;; *) skip "the flags are x86's" ;; esac
for cc in gcc clang; do
	command -v "$cc" >/dev/null || continue
	assembly "$cc" engine/mesh/shape_rod.c CFLAGS=-march=x86-64-v4 >"$cc.s"
	grep -q 'mulpd\|mulsd' "$cc.s" || fail "$cc: no product at all"
	if grep -E 'vfn?m(add|sub)' "$cc.s"; then fail "$cc fuses products and sums"; fi
done
