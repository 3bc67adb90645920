#!/bin/sh
# The wrappers of other libraries: built, and compared once on poses in contact. FCL's trees, and Bullet's and
# Embree's with our triangle test, must be right there. Installs nothing.
set -eu
missing=
for p in fcl ode bullet embree; do
	case " $(make -s -C peers found) " in *" $p "*) ;; *) missing="$missing $p" ;; esac
done
[ -z "$missing" ] || { echo "no$missing here" >&2; exit 77; }
make -s all
make -s -C peers
out=$(mktemp)
trap 'rm -f "$out" "$out.readme" "$out.part"' EXIT
./harness --quick scenarios/peers_pair.lua >"$out" || [ $? -eq 1 ] # 1: some answers are wrong, as ODE's are
run=$(sed -n 's|^\(results/peers_pair/[^/]*\)$|\1|p' "$out" | head -n 1)
for exact in "fcl(volume=obb)" "fcl(volume=obbrss)" "fcl(volume=rss)" "fcl(volume=kios)" bullet "embree(quality=low)" \
	"embree(quality=refit)"; do
	grep -qF ",$exact," "$run/summary.csv" || { echo "no rows of $exact in $run" >&2; exit 1; }
	if grep -F ", $exact): " "$out" | grep -v skipped >&2; then exit 1; fi
done
# the scores, and the part of README.md that is made of them
grep -q '^fcl(volume=obb),all,.*,2,2$' "$run/tables/score.csv" || { cat "$run/tables/score.csv"; exit 1; } >&2
cp README.md "$out.readme"
lua5.4 tools/bench.lua "$run" >"$out.part"
lua5.4 tools/readme.lua "$out.readme" "$out.part"
grep -qF '| fcl(volume=obb) ' "$out.readme" || { echo "README.md would not have the scores" >&2; exit 1; }
grep -q '^All .*algorithms.* found the same contacts' "$out" || { cat "$out" >&2; exit 1; }
