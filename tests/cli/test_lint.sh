# Lint fails where one of its tools does, and only there; one of another version, or none, is skipped. The tools are
# stand-ins.
. "$ROOT/tests/cli/lib.sh"

WORK=$PWD
mkdir tools
tool() { # NAME VERSION
	printf '#!/bin/sh\n[ "$1" != --version ] || { echo "version: %s.0"; exit; }\n[ "%s" != "$BROKEN" ]\n' "$2" "$1" >"tools/$1"
	chmod +x "tools/$1"
}
# what lint states; that they differ is what makes a swap seen
stated=(clang-format=14 clang-tidy=14 cppcheck=2.10 luacheck=1.1 shellcheck=0.9)
for t in "${stated[@]}"; do tool "${t%=*}" "${t#*=}"; done
tool lua5.4 5.4 # what it runs has a test of its own: test_house.sh
# what the caller asks of its own lint is nothing to these
unset LINT_QUICK LINT_REST LINT_ALL LINT_STRICT
# a tree as small as lint takes it
for file in tools/l.lua engine/a/a.c engine/a/a.inl engine/a/b/b.c tests/t.c tests/golden/g.c tests/fuzz/f.c tests/soak/s.c \
	tests/measure/m.c examples/parts/engine/a/a.c; do
	mkdir -p "tree/${file%/*}" && touch "tree/$file"
done
cp "$ROOT/tools/lint.sh" tree/tools
for list in tests/mutants/run tests/parts/run.sh; do
	mkdir "tree/${list%/*}"
	printf '#!/bin/sh\n[ "$*" = --list ] && [ "$BROKEN" != %s ]\n' $list >tree/$list
	chmod +x tree/$list
done
echo 'true || grep -q . file' >tree/tests/calm.sh
lint() { (cd tree && env BROKEN="$1" PATH="$WORK/tools:$PATH" "${@:2}" sh tools/lint.sh) >out.txt 2>&1; }
lint nothing LINT_STRICT=1 || { cat out.txt; fail "fails although all tools are content"; }
for list in tests/mutants/run tests/parts/run.sh; do ! lint $list || fail "does not fail where $list does"; done
for t in "${stated[@]}"; do
	name=${t%=*}
	! lint "$name" || { cat out.txt; fail "does not fail where $name does"; }
	runs=true
	lint "$name" LINT_REST=1 && runs=false
	[ "$runs" = "$([[ $name =~ ^(clang-tidy|cppcheck)$ ]] && echo true || echo false)" ] || fail "of $name alone, LINT_REST=1 runs: $runs"
	tool "$name" "9${t#*=}"
	lint "$name" || { cat out.txt; fail "fails by another version of $name"; }
	grep -q "^skip: $name 9${t#*=}.0, checks are stated for ${t#*=}$" out.txt || fail "another version of $name goes unsaid"
	! lint nothing LINT_STRICT=1 || fail "strict, and yet $name is skipped"
	! lint "$name" LINT_ALL=1 || fail "LINT_ALL leaves out $name"
	tool "$name" "${t#*=}"
done
# each file is read in one part
printf '#!/bin/sh\n[ "$1" != --version ] || { echo "version: 14.0"; exit; }\necho "$*" >>"%s/read.txt"\n' "$WORK" >tools/clang-tidy
for part in 1 2; do
	rm -f read.txt
	lint nothing LINT_REST=1 LINT_PART=$part/2 || { cat out.txt; fail "part $part fails"; }
	for file in engine/a/a.c engine/a/b/b.c; do grep -q " $file " read.txt && echo "$part $file"; done >>parts.txt
done
[ "$(paste -s -d ' ' parts.txt)" = "1 engine/a/a.c 2 engine/a/b/b.c" ] || { cat parts.txt; fail "parts of the files"; }
tool clang-tidy 14
# the house is asked about what is compiled, tests too
printf '#!/bin/sh\necho "$*" >"%s/house.txt"\n' "$WORK" >tools/lua5.4
lint nothing || { cat out.txt; fail "fails where the house is content"; }
for file in engine/a/a.c engine/a/a.inl engine/a/b/b.c tests/t.c tests/golden/g.c tests/fuzz/f.c; do
	grep -qF " $file" house.txt || { cat house.txt; fail "the house is not asked about $file"; }
done
tool lua5.4 5.4
for end in 'head -n 1' 'grep -vqF x'; do
	echo "list | $end" >tree/tests/quits.sh
	! lint nothing || fail "nothing said of a pipe that is closed early: $end"
	grep -q "^tests/quits.sh:1:" out.txt || { cat out.txt; fail "$end is not named"; }
done
rm tree/tests/quits.sh
mkdir bin
for program in sh ls find grep head xargs env getconf pkg-config; do ln -s "$(command -v "$program")" bin/; done
rm tools/luacheck
lint nothing PATH="$WORK/tools:$WORK/bin" || { cat out.txt; fail "fails where luacheck is missing"; }
grep -q '^skip: no luacheck$' out.txt || fail "does not say that luacheck is missing"
