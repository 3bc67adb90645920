# The seal of a run, file by file: what was changed, added or removed is named, also where its line in a list of hashes was
# changed with it; of what a report draws, which verify does not make again, its list alone tells.
. "$ROOT/tests/cli/lib.sh"
small_scenario
expect 0 "$HARNESS" small.lua --counts -s faces=200,210 -q -o out
run=$(realpath out/small/latest)
journal=$(cd "$run" && echo groups/0001-*)
picture=$(cd "$run" && echo pictures/0000*)

# edited COMMAND LINE: a copy in which the command was given; then that line is all that the seal tells, and the copy does not
# verify
edited() {
	rm -rf copy
	cp -r "$run" copy
	(cd copy && eval "$1")
	expect 4 "$HARNESS" verify copy -q
	sed -n "s/^copy: differs: \(.*: \(was changed since the run\|is not there\|is not of the\|does not fit its\|there is no\).*\)/\1/p" \
		out.txt >told.txt
	[ "$(cat told.txt)" = "$2" ] || { cat out.txt err.txt; fail "$1: not $2"; }
}
hash_of() { sha256sum "$1" | cut -c 1-64; }
edited "echo >>scenario.lua" "scenario.lua: was changed since the run was made"
edited "rm samples.csv builds.csv" "builds.csv: is not there any more
samples.csv: is not there any more"
edited "cp $journal groups/0002-$(printf %032d 0).json" "groups/0002-$(printf %032d 0).json: is not of the run: it was added later"
edited "sed -i 's/ok/no/' summary.csv && sed -i \"s/.*  summary/\$(hash_of summary.csv)  summary/\" files.sha256" \
	"files.sha256: was changed since the run was made"
edited "sed -i 's/\"command\"/\"Command\"/' manifest.json" "manifest.json: was changed since the run was made"
edited "rm files.sha256 && sed -i -e '/^\t\"files\":/d' -e '/^\t\"chain\":/d' manifest.json && sed -i -z 's/,\n}\$/\n}/' manifest.json" \
	"manifest.json: was changed since the run was made: its chain of hashes is gone"
edited "sed -i 's/[1-8]/9/' $picture" "$picture: does not fit its line in report.sha256"
edited "cp $picture pictures/more.svg" "pictures/more.svg: is not of the report: it was added later"
edited "rm report.sha256 pictures/[!0]* pictures/0001* && sed -i 's/[1-8]/9/' $picture" \
	"$picture: there is no report.sha256 that has its hash: \`harness report\` makes both anew"
expect 0 "$HARNESS" report copy -q
expect 0 "$HARNESS" verify copy -q
