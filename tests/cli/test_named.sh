# Scenarios and papers that are named by one word: where they are looked for, and what is said where there is none.
. "$ROOT/tests/cli/lib.sh"
scenario() { # NAME
	cat <<-LUA
		local h = require "harness"
		return h.scenario {
			name = "$1", sweep = { algorithm = { h.aabb() } },
			scene = function () return { bodies = { { h.teapot { faces = 200 } }, { h.teapot { faces = 200 } } } } end,
		}
	LUA
}
mkdir scenarios installed installed/bin installed/share
cp "$HARNESS" installed/bin/harness
mkdir -p installed/share/harness/scenarios installed/share/harness/papers
scenario rings_here >rings.lua
scenario rings_below >scenarios/rings.lua
scenario spokes_below >scenarios/spokes.lua
scenario wheels_installed >installed/share/harness/scenarios/wheels.lua
scenario a_file >plain
said() { # WORD NAME
	expect 0 installed/bin/harness list "$1"
	grep -q "^$2: " out.txt err.txt || { cat out.txt err.txt; fail "$1 is not $2"; }
}
said rings rings_here
said ./scenarios/rings.lua rings_below
said spokes spokes_below
said wheels wheels_installed
said plain a_file
# from anywhere; messages name the file
mkdir elsewhere
cd elsewhere
expect 0 ../installed/bin/harness wheels -q --counts
[ -s results/wheels_installed/latest/summary.csv ] || fail "no run of an installed scenario"
fails 2 -x "harness: there is no scenario 'wheel'; did you mean 'wheels'?" ../installed/bin/harness wheel
fails 2 -x "harness: there is no file and no scenario 'qqqqqqqq'; there are: wheels" ../installed/bin/harness list qqqqqqqq
fails 2 -x "harness: there is no file and no paper 'nn1999'; there are: none" ../installed/bin/harness paper nn1999
# a paper that is given as a scenario, a scenario or a mesh as a paper
echo >../installed/share/harness/papers/nn1999.lua
fails 2 -xF "harness: 'nn1999' is no scenario; \`harness paper nn1999\` runs the paper of that name" ../installed/bin/harness nn1999
fails 2 -xF "harness: 'wheels' is no paper; \`harness wheels\` runs the scenario of that name" ../installed/bin/harness paper wheels
fails 2 "cow.obj: is a mesh, not a paper" ../installed/bin/harness paper cow.obj
# a program that was built in a source tree finds those of the tree
mkdir -p ../tree/build/gcc-check ../tree/papers
cp "$HARNESS" ../tree/build/gcc-check
echo >../tree/papers/nn1999.lua
fails 2 "did you mean 'nn1999'" ../tree/build/gcc-check/harness paper nn1998
