#!/usr/bin/env bash
# The recipes of examples/parts hold: in a copy of this tree their parts are added by a file and a line each, what those
# touch is built once, and the suites of the registries and a scenario are green. Then each wrong twin of tests/parts/wrong
# is built, one file anew, and a suite or the scenario must see it and name the part.
#   run.sh BUILD [NAME]    BUILD: a finished build of config=check, whose objects the copy begins with; NAME: the twins of
#                          this part alone
#   run.sh --list          only whether every part still finds its place and every twin its line, which needs no build
# PART=1/2: every second twin, beginning with the first.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${1:?usage: run.sh BUILD [NAME]} only=${2:-.} first=${PART:-1/1}
every=${first#*/} first=${first%/*}
jobs=$(getconf _NPROCESSORS_ONLN)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM
tree=$dir/tree
cd "$root" || exit 1

fail() {
	echo "FAIL $1"
	[ -z "${2:-}" ] || tail -n "${3:-40}" "$2" | sed 's/^/     /'
	exit 1
}

# With the times of the files, so that objects stay newer than their sources.
copy() {
	mkdir -p "$tree/$build"
	tar -c --exclude=./build --exclude=./results --exclude=./.git . | tar -x -C "$tree"
	cp -a "$build/." "$tree/$build"
}

sums() { find . -path ./build -prune -o -path ./out -prune -o -type f -print0 | sort -z | xargs -0 sha256sum; }
targets=("$build/unit_tests" "$build/harness")
# MAKEFLAGS: a quiet make would not say what it compiles
make_tree() { env -u MAKEFLAGS -u MFLAGS make -j"$jobs" CC=gcc config=check "${targets[@]}" >"$dir/make.log" 2>&1; }
compiled() { sed -n 's/.* -c -o [^ ]* \(engine[^ ]*\|tests[^ ]*\)$/\1/p' "$dir/make.log" | sort; }
# suite NAME [CASE]: its output is in $dir/NAME.log. The suite "lua" is the Lua tests, a case one file of them.
suite() {
	if [ "$1" = lua ]; then
		lua5.4 tests/lua/run.lua ${2:+"$2"} >"$dir/lua.log" 2>&1
		return
	fi
	env UNIT_CPU_SECONDS=120 ${2:+CK_RUN_CASE="$2"} "$build/unit_tests" "$1" >"$dir/$1.log" 2>&1
}
# The test of all verbs and options, with the page of docs/ that they now make.
verbs() {
	"$build/harness" list --format options >docs/reference/options.md &&
		(mkdir -p "$dir/verbs" && export HARNESS=$PWD/$build/harness ROOT=$PWD CONFIG=check && cd "$dir/verbs" &&
			bash "$ROOT/tests/cli/test_verbs.sh") >"$dir/verbs.log" 2>&1
}
scenario() { "$build/harness" tests/parts/parts.lua --quick --runs 1 --no-figures -f -q -o out >"$dir/run.log" 2>&1; }

# Nothing but the files and the lines of the recipe has changed.
nothing_else() {
	local changed expected
	changed=$(diff "$dir/before" "$dir/after" | sed -n 's/^[<>] [0-9a-f]*  \.\///p' | sort -u)
	expected=$({ cd examples/parts && find engine lua papers scenarios -type f; sed -n 's/^\([^#|]*\)|.*/\1/p' lines; } | sort -u)
	[ "$changed" = "$expected" ] || fail "other files were touched: $changed"
	changed=$(for part in engine lua; do diff -r "$root/$part" $part; done | grep -c '^>')
	[ "$(grep -c '^[^#]' examples/parts/lines)" -eq "$changed" ] ||
		fail "more or fewer lines than one a part"
}

# Only the parts and what includes a list that got a line were compiled.
built_once() {
	local parts lists file
	parts=$(cd examples/parts && find engine -type f | sort)
	lists=$(sed -n 's/^\([^#|]*\)|.*/\1/p' examples/parts/lines | sort -u)
	[ "$(compiled | grep -cxF "$parts")" -eq "$(echo "$parts" | wc -l)" ] || fail "a part was not compiled" "$dir/make.log"
	for file in $(compiled | grep -vxF "$parts"); do
		tr ' ' '\n' <"$build/${file%.c}.d" | grep -xF "$lists" >/dev/null || fail "$file was compiled, and includes no list"
	done
}

# those that take each entry of a list; the longest first
suites="tree differential shape bodies driver deforming roots bv detect_answers broad broad_many topo_rules tightness parent_storage topo line solid
refit_map detect param parts broad_parts columns idle lua"
all_suites() {
	export build dir
	export -f suite
	# shellcheck disable=SC2016,SC2086
	printf '%s\n' $suites | xargs -P "$jobs" -I{} bash -c 'suite {} || { echo "FAIL suite {}"; tail -n 20 "$dir/{}.log"; exit 1; }' ||
		fail "suites with the parts added"
	grep -q 'note: shape cone: to keep its bytes, add to tests/golden/shapes.inl: { "cone", "' "$dir/shape.log" ||
		fail "nothing says which golden line to add" "$dir/shape.log"
}

listed() {
	local name
	"$build/harness" list >"$dir/list.log" 2>&1 || fail "harness list" "$dir/list.log"
	for name in cut_sphere morton widest_gap cone hash_cells; do
		grep -qE "^ +$name +" "$dir/list.log" || fail "harness list does not have $name" "$dir/list.log"
	done
	scenario || fail "the scenario of all parts" "$dir/run.log"
	head -n 1 out/parts/latest/summary.csv | grep triangle_ns >/dev/null || fail "summary.csv has no column triangle_ns"
	verbs || fail "the test of verbs" "$dir/verbs.log"
	"$build/harness" mesh --bounds tests/fuzz/seeds/obj/plain.obj >"$dir/mesh.log" 2>&1 || fail "the verb mesh" "$dir/mesh.log"
	paper || fail "the paper" "$dir/paper.log"
	vary || fail "claims that cannot hold, or cannot be refuted" "$dir/vary.log"
	grep -q '^- \*\*holds\*\*: The tree tests' out/papers/sample2000/sample2000.md || fail "no verdict in the paper's document"
	grep -q 'hashes equal' out/parts/latest/report.md || fail "the algorithms do not agree" out/parts/latest/report.md
}

# The paper's scenario is run, and its document made.
paper() { "$build/harness" paper sample2000 --quick --strict --no-figures -q -o out >"$dir/paper.log" 2>&1; }

# Can each claim of the paper's scenario hold, and can it be refuted? On the numbers that paper() measured.
vary() {
	"$build/harness" report --vary 100 out/sample_leaves/latest >"$dir/vary.log" 2>&1 && ! grep '^neither' "$dir/vary.log" >/dev/null
}

# seen NAME WHERE: does one of these fail, and name the part?
seen() {
	local by code=0
	for by in $2; do
		if [ "$by" = run ]; then
			scenario
			code=$?
			[ "$code" -eq 4 ] || { echo "the scenario ends with exit $code"; return 1; }
			grep -q "$1" "$dir/run.log" || { echo "the run does not name $1"; return 1; }
		elif [ "$by" = paper ]; then
			paper && { echo "the paper is made"; return 1; }
			grep -q "$1" "$dir/paper.log" || grep -q "^- \*\*refuted\*\*: .*$1" out/papers/sample2000/sample2000.md ||
				{ echo "nothing names $1"; return 1; }
		elif [ "$by" = vary ]; then
			paper || { echo "the paper is not made"; return 1; }
			vary && { echo "each claim can hold and be refuted"; return 1; }
			grep -qE "^(one only|neither) .*$1" "$dir/vary.log" || { echo "nothing says that $1 lacks a verdict"; return 1; }
		elif [ "$by" = verbs ]; then
			verbs && { echo "the test of verbs is green"; return 1; }
			grep -q "^FAILED: .*$1" "$dir/verbs.log" || { echo "the test of verbs does not name $1"; return 1; }
		else
			local name=${by%%/*} case=
			[ "$name" = "$by" ] || case=${by#*/}
			suite "$name" "$case" && { echo "the suite $by is green"; return 1; }
			grep -E ':[FE]:|^[a-z_]*: [a-z_]*: kind ' "$dir/$name.log" | grep "$1" >/dev/null || { echo "the suite $by does not name $1"; return 1; }
		fi
	done
}

twin() {
	local part=$1 file=$2 change=$3 where=$4 object=$build/${2%.c}.o
	cp -p "$file" "$dir/right"
	[ ! -f "$object" ] || cp -p "$object" "$dir/right.o"
	sed -i "$change" "$file"
	cmp -s "$file" "$dir/right" && fail "does not apply: $file: $change"
	if ! make_tree; then fail "does not compile: $file: $change" "$dir/make.log"; fi
	case $file in
	*.c) [ "$(compiled)" = "$file" ] || fail "more than $file was compiled: $(compiled)" ;;
	esac
	if ! seen "$part" "$where" >"$dir/seen.log"; then
		echo "NOT SEEN $part: $change: $(cat "$dir/seen.log")"
		unseen=$((unseen + 1))
	fi
	twins=$((twins + 1))
	case $file in # with their times, so that the next twin compiles its own file alone
	*.c) cp -p "$dir/right" "$file" && cp -p "$dir/right.o" "$object" ;;
	*) cp "$dir/right" "$file" ;;
	esac
}

if [ "$build" = --list ]; then
	mkdir "$tree" && cp -R engine lua papers scenarios "$tree" && examples/parts/add "$tree" && cd "$tree" || exit 1
	while IFS='|' read -r part file change _; do
		case $part in '' | '#'*) continue ;; esac
		sed "$change" "$file" | cmp -s - "$file"
		[ $? -eq 1 ] || { echo "does not apply: $file: $change"; code=1; }
	done <"$root/tests/parts/wrong"
	exit "${code:-0}"
fi
copy
cd "$tree" || exit 1
sums >"$dir/before"
examples/parts/add . || fail "examples/parts/add"
sums >"$dir/after"
nothing_else
make_tree || fail "the parts do not compile" "$dir/make.log"
built_once
if [ "$only" = . ]; then
	all_suites
	listed
fi
# share NUMBER: every twin whose number leaves this remainder, in a tree of its own: a twin is one compiler and then one suite, which keeps one
# processor busy. Leaves how many twins there were and how many nothing saw.
share() {
	local at=0 twins=0 unseen=0 part file change where
	dir=$dir/share$1
	mkdir "$dir"
	cp -a "$tree" "$dir/tree"
	cd "$dir/tree" || return 1
	while IFS='|' read -r part file change where; do
		case $part in '' | '#'*) continue ;; esac
		[[ $part =~ $only ]] || continue
		at=$((at + 1))
		[ $(((at - first) % every)) -eq 0 ] || continue
		[ $((at / every % jobs)) -ne "$1" ] || twin "$part" "$file" "$change" "$where"
	done <tests/parts/wrong
	echo "$twins $unseen" >"$dir/done"
}

for k in $(seq 0 $((jobs - 1))); do (share "$k") & done
wait
twins=0 unseen=0
for k in $(seq 0 $((jobs - 1))); do
	read -r some blind <"$dir/share$k/done" || fail "not every twin was tried"
	twins=$((twins + some)) unseen=$((unseen + blind))
done
echo "recipes: $(grep -c '^[^#]' examples/parts/lines) parts, $twins wrong twins, $unseen not seen"
[ "$twins" -gt 0 ] && [ "$unseen" -eq 0 ]
