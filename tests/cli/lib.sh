# shellcheck shell=bash
# What the command-line tests share. Sourced: . "$ROOT/tests/cli/lib.sh"
set -euo pipefail

# No test depends on the load of the machine: where samples can be planted as preempted, none is. Tests that run in a
# release build too, and look at rounds or intervals, have preempted = "keep" in their scenarios.
export HARNESS_PLANT_PREEMPT=none

# awk reads and writes numbers by the locale. What the program makes of another one is asked by test_surroundings.sh.
export LC_ALL=C.UTF-8

fail() { echo "FAILED: $*"; exit 1; }

# skip WHY: this test, or what follows of it, cannot run here. The runner counts it as skipped.
skip() { echo "$*"; exit 77; }

# needs_planted [WHAT]: ends a test whose rest needs planted faults where the build has none.
needs_planted() {
	case $CONFIG in release | measure) skip "${1:+$1: }there are no planted faults in a $CONFIG build" ;; esac
}

# expect CODE COMMAND...: runs it, keeps its output in out.txt and err.txt, and wants this exit code.
expect() {
	local want=$1 got=0
	shift
	ran=$*
	"$@" >out.txt 2>err.txt || got=$?
	[ "$got" -eq "$want" ] || { cat out.txt err.txt; fail "exit $got, not $want: $ran"; }
}

# tells [OPTION]... TEXT [FILE]: a line of the file (err.txt) has this text, by grep's -E, -F and -x.
tells() {
	local options=() file
	while [[ $1 =~ ^-[EFx]+$ ]]; do options+=("$1") && shift; done
	file=${2:-err.txt}
	grep -q "${options[@]}" -e "$1" "$file" || { cat "$file"; fail "$file does not tell '$1'${ran:+: $ran}"; }
}

# fails CODE [OPTION]... TEXT COMMAND...: it ends with this exit code, and err.txt tells the text.
fails() {
	local code=$1 told=()
	shift
	while [[ $1 =~ ^-[EFx]+$ ]]; do told+=("$1") && shift; done
	told+=("$1")
	expect "$code" "${@:2}"
	tells "${told[@]}"
}

# has [OPTION...] PATTERN and first [N], at the end of a pipe: grep -q and head, reading on to the end. Those two close the
# pipe when they have seen enough; a writer that has more dies of SIGPIPE, and pipefail makes that a failure of the test.
has() { grep "$@" >/dev/null; }
first() { sed -n "1,${1:-1}p"; }

# csv_lua ARGUMENT...: runs a program from standard input, for which `csv` is lua/text/csv.lua, read_csv(path) has the rows of a
# file, and read(name) those of a file in the folder that is the first argument.
csv_lua() {
	{
		echo "package.path = '$ROOT/lua/?.lua' csv = require 'text.csv'"
		echo "function read_csv(path) return csv.parse(assert(io.open(path)):read 'a') end"
		echo "function read(name) return read_csv(arg[1] .. '/' .. name) end"
		cat
	} | lua5.4 - "$@"
}

# cut_off SIGNAL COUNT TYPE COMMAND...: runs it into killed/ until its journals have so many records of that type, or to its end.
cut_off() {
	local pid
	setsid "${@:4}" -q -o killed >/dev/null 2>&1 &
	pid=$!
	until [ "$(cat killed/*/2*/groups/* 2>/dev/null | grep -c "\"type\":\"$3\"")" -ge "$2" ] || ! kill -0 $pid 2>/dev/null; do
		sleep 0.02
	done
	kill -s "$1" $pid 2>/dev/null || true
	wait $pid 2>/dev/null || true
}

# again_in_parts RUN: two merged shards of pop.lua, and a run of it that is killed and goes on, have what RUN has.
again_in_parts() {
	local i file
	for i in 1 2; do expect 0 "$HARNESS" pop.lua -q -o shards --shard $i/2; done
	expect 0 "$HARNESS" merge shards/pop/shard-*-of-2/latest -q -o merged --no-figures
	for file in instances.csv drawn.csv costs.csv; do
		cut -d, -f6 --complement merged/pop/latest/$file | cmp "$1/$file" - || fail "$file of merged shards" # without the machine
	done
	cut_off KILL 3 round "$HARNESS" pop.lua
	expect 0 "$HARNESS" pop.lua -q -o killed --no-figures
	cmp "$1/instances.csv" killed/pop/latest/instances.csv || fail "after a kill other instances were timed"
}

# bad_plugin FAULT FILE OPTION...: tests/plugins/bad.c with that fault, as the plug-in bad_FAULT.
bad_plugin() {
	gcc -std=gnu99 -w -shared -fPIC -DFAULT="$1" -DNAME="\"bad_$1\"" -I"$ROOT/engine/api" "${@:3}" "$ROOT/tests/plugins/bad.c" \
		-o "$2" -lm
}

# edit_csv FILE LUA: changes a CSV file by what is done to each `row`, the i-th; `return false` drops it.
edit_csv() {
	csv_lua "$@" <<-'LUA'
		local change, rows, kept = assert(load("local row, i = ...\n" .. arg[2])), read_csv(arg[1]), {}
		for i, row in ipairs(rows) do
			if change(row, i) ~= false then kept[#kept + 1] = row end
		end
		assert(io.open(arg[1], "w")):write(csv.format(rows.columns, kept)):close()
	LUA
}

# column NAME FILE: that column of a CSV file, a line a row.
column() { csv_lua "$@" <<<'for _, row in ipairs((read_csv(arg[2]))) do print(row[arg[1]] or "") end'; }

# counts FILE: what was counted of each row of a summary.csv, apart by spaces.
counts() {
	csv_lua "$1" <<-'LUA'
		local names = { "point", "role", "algorithm", "faces", "query", "status", "hash", "contacts", "nb", "np", "nu" }
		for _, row in ipairs((read_csv(arg[1]))) do
			local cells = {}
			for i, name in ipairs(names) do cells[i] = tostring(row[name]) end
			print(table.concat(cells, " "))
		end
	LUA
}

# publish RUN COPY: the run as tools/reference.sh keeps it, without journals and with packed rows, and as if another program had
# made it.
publish() {
	cp -RL "$1" "$2"
	rm -rf "$2"/groups "$2"/*.sha256
	for raw in $(sed -n 's/^for raw in \(.*\); do find.*/\1/p' "$ROOT/tools/reference.sh"); do
		[ ! -e "$2/$raw.csv" ] || gzip -n "$2/$raw.csv"
	done
	sed -i -e '/^\t"files":\t/d' -e '/^\t"chain":\t/d' -e '/^\t"engine":/s/"[0-9a-f]\{4\}/"0000/' "$2/manifest.json"
	sed -i -z 's/,\n}$/\n}/' "$2/manifest.json"
}

# stable FILE: the columns of a summary.csv that do not depend on the machine or the moment.
stable() { lua5.4 "$ROOT/tests/golden/columns.lua" "$1"; }

# in_time FUNCTION LIMIT...: calls it with one time limit after the other until the run has no row that ends by it but
# those of `planted`: a limit that is short for a loop without end may be too short for a busy machine. FUNCTION runs the
# scenario; summary names its result.
in_time() {
	local function=$1 limit
	shift
	for limit in "$@"; do
		$function "$limit"
		# shellcheck disable=SC2154
		paste -d, <(column kind "$summary") <(column status "$summary") | grep -v '^planted,' | has ',timeout$' || return 0
	done
}

# plant_times RUN: gives a finished run times that nobody measured, the same on every machine, so that what is made of
# them does not depend on its load. A point takes 1 ms a step and more by its number; rounds, sessions and the twin
# differ by up to 2 %.
plant_times() {
	unchained "$1"
	# a round that was taken again has no number
	edit_csv "$1/samples.csv" 'local noise = (7 * (row.round or 0) + 3 * row.session + (row.role == "aa" and 5 or 0)) % 11
		row.step_ms = (1 + 0.1 * row.point) * (1 + 0.002 * noise)
		row.taken, row.quiet = 0, 1'
}

# unchained RUN: makes a run one of those made before there was a chain of hashes, so that a test can edit it.
unchained() {
	rm -f "$1/files.sha256" "$1/report.sha256"
	sed -i -e '/^\t"files":\t/d' -e '/^\t"chain":\t/d' "$1/manifest.json"
	sed -i -z 's/,\n}$/\n}/' "$1/manifest.json"
	sed -i 's/,"chain":"[0-9a-f]*"}/}/' "$1"/groups/*
}

# A scenario small enough to be run many times: 6 groups of 3 algorithms.
small_scenario() {
	cat >small.lua <<-'LUA'
		local h = require "harness"
		return h.scenario {
			name = "small",
			sweep = { faces = { 200, 210, 220, 230, 240, 250 }, algorithm = { h.aabb(), h.bsp(), h.dassd() } },
			runs = 11, preempted = "keep",
			scene = function (p)
				local a, b = h.teapot { faces = p.faces }, h.teapot { faces = 150 }
				return { bodies = { { a }, { b, motion = h.touching { count = 3, seed = 5, on = { a, b } } } } }
			end,
		}
	LUA
}

# own_hosts: makes `on HOST COMMAND...`, which runs a command on a machine of that name. Ends the test where no name
# space for it can be made.
own_hosts() {
	if unshare --uts true 2>/dev/null; then
		on() { unshare --uts sh -c 'hostname "$1"; shift; exec "$@"' sh "$@"; }
	elif unshare --user --map-root-user --uts true 2>/dev/null; then
		on() { unshare --user --map-root-user --uts sh -c 'hostname "$1"; shift; exec "$@"' sh "$@"; }
	else
		skip "no host names of our own can be made here"
	fi
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
