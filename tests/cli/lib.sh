# shellcheck shell=bash
# What the command-line tests share. Sourced: . "$ROOT/tests/cli/lib.sh"
set -euo pipefail

fail() { echo "FAILED: $*"; exit 1; }

# expect CODE COMMAND...: runs it, keeps its output in out.txt and err.txt, and wants this exit code.
expect() {
	local want=$1 got=0
	shift
	"$@" >out.txt 2>err.txt || got=$?
	[ "$got" -eq "$want" ] || { cat out.txt err.txt; fail "exit $got, not $want: $*"; }
}

# column NAME FILE: that column of a CSV file, a line a row.
column() {
	lua5.4 - "$1" "$2" "$ROOT" <<-'LUA'
		package.path = arg[3] .. "/lua/?.lua"
		local file = assert(io.open(arg[2]))
		for _, row in ipairs((require "csv".parse(file:read("a")))) do print(row[arg[1]] or "") end
	LUA
}

# stable FILE: the columns of a summary.csv that do not depend on the machine or the moment.
stable() { lua5.4 "$ROOT/tests/golden/columns.lua" "$1"; }

# A scenario small enough to be run many times: 6 groups of 3 algorithms.
small_scenario() {
	cat >small.lua <<-'LUA'
		local h = require "harness"
		return h.scenario {
			name = "small",
			sweep = { faces = { 200, 210, 220, 230, 240, 250 }, algorithm = { h.aabb(), h.bsp(), h.dassd() } },
			runs = 11,
			scene = function (p)
				local a, b = h.teapot { faces = p.faces }, h.teapot { faces = 150 }
				return { bodies = { { a }, { b, motion = h.touching { count = 3, seed = 5, on = { a, b } } } } }
			end,
		}
	LUA
}

# assembly CC SOURCE [VARIABLE=...]: what this compiler makes of a file of the engine by the release build's flags.
assembly() {
	local cc=$1 source=$2 object=build/$1-release/${2%.c}.o line
	shift 2
	line=$(make -n -B -C "$ROOT" config=release CC="$cc" "$@" "$object" | grep -- " -c -o $object $source") ||
		fail "make has no line for $object"
	line=${line/ -MMD -MP/}
	(cd "$ROOT" && eval "${line% -c -o *} -S -o - $source") || fail "$cc does not compile $source"
}
