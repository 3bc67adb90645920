#!/bin/sh
# All papers by --quick, some minutes on two processors: every document is made and well-formed, every number that a
# paper prints stands in it, every link leads to a file, the counts are the golden ones, and each claim can hold and be
# refuted (tests/cli/test_golden.sh). Times decide nothing.
# quick.sh HARNESS [RESULTS]: RESULTS is a folder that is kept, and gone on with
# PART=1/2: every second paper, beginning with the first.
set -eu
harness=$(realpath "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
work=${2:-}
if [ -z "$work" ]; then
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
fi
mkdir -p "$work" && cd "$root"
fail() {
	echo "FAILED: $*"
	exit 1
}
quick="--quick --runs 1 --preempted keep -q"
. tests/processors.sh
. tools/paper_scenarios.sh
. tools/stages.sh
cores=$(processors)
part=${PART:-1/1}
# shellcheck disable=SC2012
papers=$(ls papers/*.lua | awk "NR % ${part#*/} == ${part%/*} % ${part#*/}")
jobs=$(echo "$cores" | wc -l)
export harness work quick cores

for name in $golden_papers; do
	scenarios_of papers/*.lua | grep -x "$name" >/dev/null || fail "no paper has $name, whose counts nothing else compares"
done
sed 1d tests/papers/numbers.csv | cut -d, -f1 | sort -u | while read -r key; do
	[ -e "papers/$key.lua" ] || fail "numbers.csv has numbers of $key, which is no paper here"
done

# A run keeps to one processor, so there are as many at a time; `harness paper` then finds them finished.
begin=$(date +%s)
# shellcheck disable=SC2016
for name in $(scenarios_of $papers); do echo "$name $(drawn_of "$name")" | sed 's/ $//'; done |
	xargs -L 1 -P "$jobs" --process-slot-var=SLOT sh -c '
		core=$(echo "$cores" | sed -n "$((SLOT + 1))p")
		"$harness" "scenarios/$1.lua" $quick ${2:-} --cpu "$core" -o "$work" >"$work/$1.out" 2>&1 ||
			{ cat "$work/$1.out"; exit 1; }' run || fail "a run"
runs() { find "$work" -mindepth 2 -maxdepth 2 -name '2*' | sort; }
runs >"$work/runs"
# shellcheck disable=SC2086
"$harness" paper $papers $quick --drawn --tex -o "$work" >/dev/null
runs | diff "$work/runs" - || fail "a run was not found finished"
echo "papers: $(($(date +%s) - begin)) s"

for file in $papers; do basename "$file" .lua; done |
	awk -F, 'NR == FNR { here[$1] = 1; next } FNR == 1 || $1 in here' - tests/papers/numbers.csv >"$work/printed.csv"
# shellcheck disable=SC2046
lua5.4 tests/papers/check.lua . "$work/printed.csv" \
	$(for file in $papers; do key=$(basename "$file" .lua); echo "$work/papers/$key/numbers.csv"; done) || fail "numbers of the documents"
for file in $papers; do
	key=$(basename "$file" .lua)
	document=$work/papers/$key/$key.md
	for heading in "# $key: " "## What it publishes" "## Runs" "## Published beside ours" "## Claims under each reading"; do
		grep -q "^$heading" "$document" || fail "$key.md has no '$heading'"
	done
	if grep -n "not run\|Not run yet\|not judged\|has no table\|is not drawn" "$document"; then fail "$key.md lacks something"; fi
	grep -o '](\.\./[^)]*)' "$document" | sed 's/^](\(.*\))$/\1/' | while read -r link; do
		[ -e "$work/papers/$key/$link" ] || fail "$key.md: $link leads nowhere"
	done
done
# the index is of all papers
if [ "$part" = 1/1 ] && grep -n "not run\|not judged" "$work/papers/index.md"; then fail "index.md lacks something"; fi
if grep -n "Ours: [^,;]*;" "$work"/*/latest/report.md; then fail "a reading has no reason"; fi
for page in "$work"/papers/*.html "$work"/papers/*/*.html; do
	echo 'package.path = "tests/lua/?.lua"; require "wellformed".check(assert(io.open(arg[1])):read "a")' |
		lua5.4 - "$page" || fail "$page is not well-formed"
done
(cd "$work/papers" && pdflatex -interaction=nonstopmode -halt-on-error article.tex >article.out 2>&1) ||
	{ grep -A 5 '^!' "$work/papers/article.log"; fail "the article does not compile"; }
names=
for golden in tests/golden/*.csv; do
	name=$(basename "$golden" .csv)
	[ -e "$work/$name" ] || continue
	lua5.4 tests/golden/columns.lua "$work/$name/latest/summary.csv" | diff -u "$golden" - || fail "counts of $name"
	names="$names $name"
done
# shellcheck disable=SC2016
echo "$names" | xargs -n 1 -P "$jobs" sh -c '"$harness" report "$work/$1/latest" --vary 1000 --script-limit 200s >"$work/$1.out" 2>&1 ||
	{ cat "$work/$1.out"; exit 1; }' vary || fail "claims"
