#!/bin/sh
# Other libraries and ours, in three runs (scenarios/peers_*.lua), and the parts of docs/measured/peers.md and machines.md
# that show the scores. Those of this machine take the place of its last ones in docs/measured/machines.csv.
# It takes part in what is built in build/peers/; libraries that are not there are left out. CGAL is under the GPL:
# it takes part if ./bootstrap peers --gpl built it.
#   bench.sh [OPTIONS]   OPTIONS of the runs, such as --quick
set -eu
: "${HARNESS:=./harness}"
parts=results/bench/readme.md
peers=$(make -s -C peers found)
[ -e build/peers/cgal.so ] || peers=$(echo "$peers" | sed 's/cgal//')
make -s -C peers PEERS="$peers"
[ -n "$peers" ] || echo "bench.sh: no library was found: ours alone; ./bootstrap peers installs them" >&2

for s in peers_pair peers_broad peers_scene; do
	# 1: some rows failed, as those over the time limit; 4: some answers are wrong. The report lists both.
	"$HARNESS" "scenarios/$s.lua" "$@" || { code=$?; [ $code -eq 1 ] || [ $code -eq 4 ]; }
done
mkdir -p "$(dirname $parts)"
lua5.4 tools/bench.lua docs/measured/machines.csv results/peers_pair/latest results/peers_broad/latest results/peers_scene/latest >$parts.tmp
mv $parts.tmp $parts
echo "$parts: lua5.4 tools/pages.lua $parts puts it into docs/measured/peers.md and machines.md"
