# docs/tutorial.md, as a newcomer follows it: its scenario and its commands, with shorter runs.
. "$ROOT/tests/cli/lib.sh"
page="$ROOT/docs/tutorial.md"

# The indented block of the page that begins with this line.
block() { # FIRST_LINE
	awk -v first="    $1" '
		$0 == first { on = 1 }
		on && !/^    / && !/^$/ { exit }
		on { sub(/^    /, ""); print }' "$page"
}

block 'local h = require "harness"' >rings.lua
grep -q 'name  = "rings"' rings.lua || fail "no scenario in docs/tutorial.md"
# rings of a few triangles, and rounds that others disturb count
sed -i 's/segments  = { 16, 32, 64 }/segments  = { 6, 8, 64 }/; s/sides = 16/sides = 4/; s/steps = 21/steps = 5/
	s/name  = "rings",/& preempted = "keep",/' rings.lua
mkdir bin
ln -s "$(realpath "$HARNESS")" bin/harness
PATH=$PWD/bin:$PATH
for name in a b; do printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n' >$name.obj; done

# the commands of sections 2 to 6, in their order
sed -n '/^## 2/,$s/^    \(harness .*\|grep .*\)$/\1/p' "$page" >commands.txt
[ "$(wc -l <commands.txt)" -ge 13 ] || fail "docs/tutorial.md has only $(wc -l <commands.txt) commands"
grep -q ' pack ' commands.txt || fail "docs/tutorial.md packs nothing"
while read -r command; do
	case $command in
	'harness your_meshes'*) command="$command --quick" ;;
	*'--budget 10s') # which may be too short for one of them on a busy machine
		if bash -c "$command" >out.txt 2>&1; then continue; fi
		has 'no time was left' <out.txt || { cat out.txt; fail "$command"; }
		command=${command/10s/60s} ;;
	esac
	expect 0 bash -c "$command"
	case $command in
	*--counts*) grep -q '^All algorithms and brute force found the same contacts at all 15 steps: hashes equal' out.txt ||
		fail "the page says otherwise what --counts says" ;;
	*rings.tar.gz | *verify*) grep -q ': the same: \|^rings.tar.gz$' out.txt || fail "$command" ;;
	esac
done <commands.txt
[ -s ring.svg ] || fail "no picture"
for file in report.html summary.csv numbers.tex tables/time.tex figures/time.pdf; do
	[ -s "results/rings/latest/$file" ] || fail "the page names $file"
done
