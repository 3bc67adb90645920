#!/usr/bin/env bash
# Random edits of a run's folder and of a pack: a digit, a byte or a row of each file in each round. verify names every
# file that was edited; report and merge name those of journals. edits.sh HARNESS ROUNDS
set -euo pipefail
HARNESS=$(realpath "$1")
rounds=$2
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() { echo "FAILED: $*"; exit 1; }

cat >s.lua <<'LUA'
local h = require "harness"
local sizes = require "sizes"
return h.scenario {
	name = "s", runs = 6, preempted = "keep", per_step = true, inspect = { "quality" },
	sweep = { faces = sizes, algorithm = { h.aabb(), h.bsp() } },
	scene = function (p)
		local a, b = h.teapot { faces = p.faces }, h.teapot { faces = 150 }
		return { bodies = { { a }, { b, motion = h.touching { count = 2, seed = 5, on = { a, b } } } } }
	end,
	columns = { tests = "nb + np" },
	tables = { t = { rows = "faces", columns = "algorithm" } },
	figures = { f = { x = "faces", y = "step_ms", series = "algorithm" } },
	claims = { ["aabb is faster"] = function (r)
		return r:below({ faces = 200, algorithm = "aabb" }, { faces = 200, algorithm = "bsp" })
	end },
}
LUA
echo 'return { 200, 210 }' >sizes.lua
"$HARNESS" s.lua --no-figures -q -o out >log.txt 2>&1 || { cat log.txt; fail "the run"; }
run=$(realpath out/s/latest)
"$HARNESS" verify "$run" -q >log.txt 2>&1 || { cat log.txt; fail "the run does not verify"; }
(cd "$run" && find . -type f ! -name manifest.json ! -name files.sha256 ! -name report.sha256 | sed 's|^\./||' | LC_ALL=C sort) >files.txt
mapfile -t files <files.txt
edits=0

# named EDITED LOG: every edited file is named
named() {
	local file
	while read -r file; do
		grep -qF -- "$file: " "$2" || { cat "$2"; fail "round $round: $file was edited, and is not named"; }
		edits=$((edits + 1))
	done <"$1"
}
# verify_edited RUN SHOWN: exit 4, and all that was edited is named
verify_edited() {
	local code=0
	"$HARNESS" verify "$1" -q >verify.txt 2>&1 || code=$?
	[ $code -eq 4 ] || { cat verify.txt; fail "round $round: verify of an edited $2: exit $code"; }
	named edited.txt verify.txt
}
copy() { rm -rf copy && cp -r "$run" copy; }

for ((round = 1; round <= rounds; ++round)); do
	# all files of the run at once, or of its pack
	copy
	lua5.4 "$root/tests/edits.lua" "$round" copy "${files[@]}" >edited.txt
	if [ $((round % 2)) -eq 0 ]; then
		tar -czf copy.tar.gz copy
		verify_edited copy.tar.gz pack
	else
		verify_edited copy run
	fi
	# journals alone
	copy
	grep ^groups/ files.txt >journals.txt
	mapfile -t journals <journals.txt
	lua5.4 "$root/tests/edits.lua" "$((1000 + round))" copy "${journals[@]}" >edited.txt
	for verb in "report --no-figures" "merge --no-figures -o merged" "rerun -o again" "pack -o pack.tar.gz"; do
		code=0
		# shellcheck disable=SC2086
		"$HARNESS" $verb copy -q >verb.txt 2>&1 || code=$?
		[ $code -eq 7 ] || { cat verb.txt; fail "round $round: $verb of edited journals: exit $code"; }
		case $verb in report* | merge*) named edited.txt verb.txt ;; esac
	done
	[ ! -e pack.tar.gz ] || fail "a pack of edited journals"
	# what says how the others must be
	for file in manifest.json files.sha256 report.sha256; do
		copy
		lua5.4 "$root/tests/edits.lua" "$((2000 + round))" copy $file >edited.txt
		verify_edited copy "$file"
	done
done
echo "$edits edits of $((${#files[@]} + 3)) files, all named"
