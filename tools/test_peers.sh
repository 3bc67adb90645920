#!/bin/sh
# The wrappers of other libraries: built, checked by `harness check plugin`, and compared once on poses in contact. What
# may fail is in peers/limits.txt. FCL's trees, and Bullet's and Embree's with our triangle test, must be right in the
# comparison, the last two also where meshes touch. Installs nothing.
set -eu
missing=
peers='fcl ode bullet embree'
for p in $peers; do
	case " $(make -s -C peers found) " in *" $p "*) ;; *) missing="$missing $p" ;; esac
done
[ -z "$missing" ] || { echo "no$missing here" >&2; exit 77; }
make -s all
make -s -C peers
here=$PWD
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

for p in $peers; do
	(cd "$tmp" && exec "$here/harness" check plugin "$here/build/peers/$p.so") >"$tmp/$p.txt" 2>&1 || [ $? -eq 1 ] ||
		{ cat "$tmp/$p.txt" >&2; exit 1; }
	cat "$tmp/$p.txt"
done >"$tmp/checks"
tools/known_limits.sh peers/limits.txt <"$tmp/checks" >&2

./harness --quick -o "$tmp/results" scenarios/peers_pair.lua >"$tmp/out" || [ $? -eq 1 ] # 1: some answers are wrong, as ODE's are
run=$(readlink -f "$tmp/results/peers_pair/latest")
for exact in "fcl(volume=obb)" "fcl(volume=obbrss)" "fcl(volume=rss)" "fcl(volume=kios)" bullet "embree(quality=low)" \
	"embree(quality=refit)"; do
	grep -qF ",$exact," "$run/summary.csv" || { echo "no rows of $exact in $run" >&2; exit 1; }
	if grep -F ", $exact): " "$tmp/out" | grep -v skipped >&2; then exit 1; fi
done
# parts that touch up to the last digit: Bullet's and Embree's candidates lack no contact there
./harness --counts --no-figures -o "$tmp/results" -s mesh=bay,boxes -s query=all -s runs=11 scenarios/peers_pair.lua >"$tmp/touching" ||
	[ $? -eq 1 ]
for exact in bullet "embree(quality=low)" "embree(quality=refit)"; do
	grep -qF ",$exact," "$tmp/results/peers_pair/latest/summary.csv" || { echo "no rows of $exact in the bay" >&2; exit 1; }
	if grep -F ", $exact): " "$tmp/touching" >&2; then exit 1; fi
done
if grep -E ', (bullet|embree)_candidates\): .*(mismatch|UNSOUND: misses)' "$tmp/touching" >&2; then exit 1; fi
# libraries take part in a population
cat >"$tmp/population.lua" <<-'LUA'
	local h = require "harness"
	local peers = require "models.peers"
	local algorithms = { h.wide { label = "wide" } }
	peers.add(algorithms, "fcl:fcl", { volume = "obb" })
	return h.scenario {
		name = "population", runs = 12, sweep = { algorithm = algorithms },
		drawn = { pose = h.drawn.touching { depth = 0.02 }, count = 60, block = 4 },
		scene = function () return { bodies = { { h.teapot { faces = 530 } }, { h.teapot { faces = 602 } } } } end,
	}
LUA
mkdir -p "$tmp/models"
cp scenarios/models/peers.lua "$tmp/models"
./harness -q --no-figures -o "$tmp/results" "$tmp/population.lua" >&2
grep '^population,[0-9]*,point,fcl,.*,wide,60,' "$tmp/results/population/latest/drawn.csv" >&2 ||
	{ cat "$tmp/results/population/latest/drawn.csv"; echo "no ratio of FCL over the population"; exit 1; } >&2
# the scores, and the page that is made of them
grep -q '^fcl(volume=obb),all,.*,2,2,[^,]*,[^,]*$' "$run/tables/score.csv" || { cat "$run/tables/score.csv"; exit 1; } >&2
mkdir -p "$tmp/docs"
cp -R docs/measured "$tmp/docs"
lua5.4 tools/bench.lua "$tmp/docs/measured/machines.csv" "$run" >"$tmp/part"
lua5.4 tools/pages.lua "$tmp/part" "$tmp"
grep -qF '| fcl(volume=obb) ' "$tmp/docs/measured/peers.md" || { echo "docs/measured/peers.md would not have the scores" >&2; exit 1; }
grep -q '^All .*algorithms.* found the same contacts' "$tmp/out" || { cat "$tmp/out" >&2; exit 1; }
