# shellcheck shell=bash
# What the measurements by hand share. Sourced from a bash script in tests/measure/:
#
#     . "$(dirname "$0")/lib.sh"
#     measure_begin kills "Does a run that was killed end with the files of one that was not?"
#     note "seed $SEED"
#     verdict "$bad" "100 runs, $kills kills, $bad differ"
#
# HARNESS: the program (./harness unless set); RESULTS: where results go (tests/measure/results unless set); ROWS: where the
# rows go that they are made of (build/measure unless set).
set -euo pipefail
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
HARNESS=$(realpath "${HARNESS:-$ROOT/harness}")
RESULTS=$(realpath -m "${RESULTS:-$ROOT/tests/measure/results}")
ROWS=$(realpath -m "${ROWS:-$ROOT/build/measure}")
mkdir -p "$ROWS"
export ROOT HARNESS
# shellcheck source=/dev/null
. "$ROOT/tests/cli/lib.sh" # fail, column, stable, expect
unset HARNESS_PLANT_PREEMPT # what is measured by hand is measured as users do
ASKED="$(basename "$0")${*:+ $*}"

# manifest [PREFIX]: what was measured, on what and when, a line each; PREFIX ("# " in a CSV file) before every line.
# shellcheck disable=SC2120
manifest() {
	local prefix=${1-- } version build compiler flags
	version=$("$HARNESS" -V) || fail "$HARNESS does not run"
	{ read -r _; read -r build; read -r compiler; read -r flags; } <<<"$version"
	cat <<-LINES
		${prefix}date: $(date -u +%Y-%m-%dT%H:%M:%SZ)
		${prefix}asked: $ASKED
		${prefix}build: $build
		${prefix}compiler: $compiler
		${prefix}flags: ${flags#flags }
		${prefix}processor: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc --all) processors, $(uname -m)
		${prefix}memory: $(awk '$1 == "MemTotal:" { printf "%.1f GiB", $2 / 1048576 }' /proc/meminfo)
		${prefix}kernel: $(uname -sr)
		${prefix}load before: $(cut -d ' ' -f 1-3 /proc/loadavg)
	LINES
}

# measure_begin NAME QUESTION: a directory to work in (it is entered, and removed at the end), and the head of
# results/NAME.md, which is there only once the verdict is.
measure_begin() {
	MEASURE_NAME=$1
	MEASURE_DIR=$(mktemp -d)
	MEASURE_TEXT=$MEASURE_DIR/.result.md
	SECONDS=0
	trap 'rm -rf "$MEASURE_DIR"' EXIT
	trap 'exit 130' INT TERM
	cd "$MEASURE_DIR"
	printf '# %s\n\n%s\n\n' "$1" "$2" >"$MEASURE_TEXT"
	manifest >>"$MEASURE_TEXT"
	printf '\n' >>"$MEASURE_TEXT"
	echo "$1: $2"
}

# teapots NAME KEYS DRAWN: NAME.lua, eight algorithms on the teapots of yu2018's tables 1 and 2, at 2,124 triangles; more keys of the
# scenario, and of its population of poses in contact.
teapots() {
	cat >"$1.lua" <<-LUA
		local h = require "harness"
		return h.scenario {
			name = "$1", ${2:+$2,}
			sweep = {
				moving = { "small", "large" },
				algorithm = { h.dassd { label = "dassd" }, h.dassd { box_test = true, blocks = true, label = "dassd boxes" },
					h.aabb { label = "aabb" }, h.aabb { leaf = 2, axis = "all", point = "sah", label = "aabb tuned" },
					h.bsp { label = "bsp" }, h.bsp { fallback = "axis", clip = true, leaf = 4, label = "bsp tuned" },
					h.rapid { label = "rapid" }, h.wide { label = "wide" } },
			},
			drawn = { pose = h.drawn.touching { depth = 0.02 }, $3 },
			scene = function (p)
				local large, small = h.teapot { faces = 2124 }, h.teapot { faces = 530 }
				if p.moving == "small" then return { bodies = { { large }, { small } } } end
				return { bodies = { { small }, { large } } }
			end,
		}
	LUA
}

# note TEXT...: a line of the result, which is shown too. Without arguments: a paragraph ends.
note() { printf '%s\n' "$*" | tee -a "$MEASURE_TEXT"; }

# tables KIND FILE: what a reader needs of those rows, as paragraphs of the result.
tables() {
	local text
	text=$(lua5.4 "$ROOT/tests/measure/tables.lua" "$1" "$2") || fail "no tables of $2"
	note
	note "$text"
}

# verdict BAD TEXT...: the result is written, and the script ends: 0 where BAD is 0, else 1.
verdict() {
	local bad=$1 word=passed
	shift
	[ "$bad" -eq 0 ] || word=FAILED
	note
	note "Verdict: $word. $* ($SECONDS s; load after: $(cut -d ' ' -f 1-3 /proc/loadavg))"
	mkdir -p "$RESULTS"
	cp "$MEASURE_TEXT" "$RESULTS/$MEASURE_NAME.md.tmp"
	mv "$RESULTS/$MEASURE_NAME.md.tmp" "$RESULTS/$MEASURE_NAME.md"
	[ "$bad" -eq 0 ] || exit 1
	exit 0
}
