# Verifying where files of the run are missing: what needs one is left out and named, and all else is counted again.
. "$ROOT/tests/cli/lib.sh"
command -v gcc >/dev/null || skip "there is no gcc to build plug-ins"

says() { grep -q -- "$1" out.txt || { cat out.txt err.txt; fail "is not told: $1"; }; }

mkdir project
bad_plugin none project/bad_none.so -O1
bad_plugin none other.so -O1 -DOTHER -g
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n' | tee project/a.obj >project/b.obj
{ echo step,body_a,body_b && echo 1,0,1; } >project/theirs.csv
cat >project/s.lua <<'LUA'
local h = require "harness"
local theirs = h.external { file = "theirs.csv", name = "theirs", semantics = "surfaces" }
return h.scenario {
	name = "s",
	sweep = h.where({ model = { "a.obj", "b.obj" }, algorithm = { h.aabb, h.plugin "bad_none", h.brute, theirs } },
		function (p) return p.model == "a.obj" or p.algorithm ~= theirs end),
	scene = function (p)
		local still, other = h.mesh { file = "a.obj" }, h.mesh { file = p.model }
		return { bodies = { { still }, { other, motion = h.line { from = { -2, 0.1, 0.1 }, to = { 2, 0.2, 0.1 }, steps = 5 } } } }
	end,
}
LUA
(cd project && expect 0 "$HARNESS" s.lua --counts --no-figures -q -o out)
run=$(realpath project/out/s/latest)
expect 0 "$HARNESS" pack "$run" -o s.tar.zst -q
[ "$(column role "$run/summary.csv" | grep -c point)" -eq 7 ] || fail "not seven points"

# all is there; what is said of a pack names the pack
expect 0 "$HARNESS" verify s.tar.zst -q
says "^s.tar.zst: the same: 7 points, [0-9]* counts and hashes$"

# another machine: the same folder elsewhere, with some of the files
mv project away
# elsewhere CODE FILE...: verifies the pack where there are these files
elsewhere() {
	local code=$1
	rm -rf there
	mkdir there
	for file in "${@:2}"; do cp "away/$file" there; done
	(cd there && expect "$code" "$HARNESS" verify ../s.tar.zst -q)
	mv there/out.txt there/err.txt .
}
elsewhere 0 a.obj b.obj bad_none.so theirs.csv
elsewhere 8 a.obj b.obj theirs.csv
says "^../s.tar.zst: not counted: there is no plug-in 'bad_none': no file "
says "^  .*model=a.obj.*bad_none"
says "^the same: 5 points, [0-9]* counts and hashes; 2 not counted$"
elsewhere 8 a.obj b.obj bad_none.so
says "not counted: there is no file .*theirs.csv"
says "^the same: 6 points, [0-9]* counts and hashes; 1 not counted$"
elsewhere 8 a.obj bad_none.so theirs.csv
says "not counted: .*b.obj: No such file"
says "^the same: 4 points, [0-9]* counts and hashes; 3 not counted$"
elsewhere 8 a.obj
says "^the same: 2 points, [0-9]* counts and hashes; 5 not counted$"

# files that are not those of the run
cp away/bad_none.so kept.so
cp other.so away/bad_none.so
elsewhere 0 a.obj b.obj bad_none.so theirs.csv
says "^../s.tar.zst: another build: bad_none: .*/bad_none.so is not the one of the run: its hash is [0-9a-f]*, not [0-9a-f]*$"
says "^the same: 7 points, [0-9]* counts and hashes$"
cp kept.so away/bad_none.so
cp away/theirs.csv kept.csv
echo 2,0,1 >>away/theirs.csv
elsewhere 8 a.obj b.obj bad_none.so theirs.csv
says "not counted: theirs: .*/theirs.csv is not the one of the run"
cp kept.csv away/theirs.csv
cp away/b.obj kept.obj
echo "# changed" >>away/b.obj
elsewhere 8 a.obj b.obj bad_none.so theirs.csv
says "not counted: .*b.obj.*sha256"
cp kept.obj away/b.obj

# results of another program alone cannot be judged
cp -r away alone
sed -i -e 's/name = "s"/name = "alone"/' -e 's/h.plugin "bad_none", h.brute, theirs/h.plugin "bad_none", theirs/' \
	-e 's/function (p) return .*/function (p) return (p.model == "b.obj") == (tostring(p.algorithm) == "aabb") end),/' alone/s.lua
(cd alone && expect 0 "$HARNESS" s.lua --counts --no-figures -q -o out)
expect 0 "$HARNESS" pack alone/out/alone/latest -o alone.tar.zst -q
rm -r alone
(cd there && rm -f bad_none.so && cp ../away/theirs.csv ../away/[ab].obj . && expect 8 "$HARNESS" verify ../alone.tar.zst -q)
mv there/out.txt .
says "not counted: results of another program are not judged without"
says "^the same: 1 points, [0-9]* counts and hashes; 2 not counted$"

# a difference counts for more than a file that is missing; all that differs is told
mkdir damaged
expect 0 "$HARNESS" unpack s.tar.zst -o damaged
unchained damaged/*/
edit_csv damaged/*/summary.csv 'if row.algorithm == "aabb" then row.contacts = row.contacts + 1 end'
(cd damaged && expect 0 "$HARNESS" pack ./*/ -o ../s.tar.zst -f -q)
elsewhere 4 a.obj b.obj theirs.csv
[ "$(grep -c 'differs: point .*aabb' out.txt)" -eq 2 ] || { cat out.txt; fail "not both points that differ"; }
says "^the same: 3 points, [0-9]* counts and hashes; 2 different; 2 not counted$"

# nothing is left to count: no verdict, and each file is named
elsewhere 7
tells "nothing can be counted again: .*a.obj"
# to repeat the run, all files must be there
(cd there && expect 3 "$HARNESS" rerun "$(echo "$OLDPWD"/damaged/*/)" -q && grep -q theirs.csv err.txt) || fail "a rerun without its files"

# a pack of no run: nothing is made
mkdir none
echo '{}' >none/plan.json
echo text >text
tar -czf none.tar.gz none
tar -czf text.tar.gz text
tar -czf two.tar.gz none text
tar -czf empty.tar.gz -T /dev/null
for name in none text two empty; do
	fails 2 "$name.tar.gz: is not the pack of one run" "$HARNESS" unpack $name.tar.gz -o new/folder
	[ ! -e new ] || fail "unpack $name leaves a folder"
	expect 2 "$HARNESS" verify $name.tar.gz
done
mkdir empty
expect 2 "$HARNESS" unpack none.tar.gz -o empty
[ -z "$(ls -A empty)" ] || fail "unpack leaves something in a folder"
