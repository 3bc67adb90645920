# Progress: lines, a bar or objects, each where it belongs; nothing of it on stdout.
. "$ROOT/tests/cli/lib.sh"
small_scenario
run=("$HARNESS" small.lua -s "faces=200,210" --runs 3 -f)

# objects() FILE: is every line an object, and do the events come in their order?
objects() {
	lua5.4 - "$1" <<-'LUA'
		local events = {}
		for line in io.lines(arg[1]) do
			local text = line:gsub('"([%w_]+)":', '%1='):gsub('%[', '{'):gsub('%]', '}'):gsub('null', 'false')
			events[#events + 1] = assert(load("return " .. text, line))()
		end
		local function of(event, group)
			local found = {}
			for i, e in ipairs(events) do
				if e.event == event and (not group or e.group == group) then found[#found + 1] = i end
			end
			return found[1], events[found[1]], #found
		end
		assert(of "plan" == 1 and events[1].groups == 2 and events[1].finished == 0 and events[1].points == 6)
		assert(of "run_end" == #events and events[#events].finished == 2 and events[#events].signal == false)
		for group = 1, 2 do
			local begin, b = of("group_begin", group)
			local rounds, r, n = of("rounds", group)
			local last, e = of("group_end", group)
			assert(begin < rounds and rounds < last and r.rounds == 1 and n <= 3)
			assert(b.params.faces == 190 + 10 * group and b.algorithms[2] == "bsp" and b.runs == 3)
			assert(e.complete and not e.stopped and e.rounds == 3 and e.finished == group and e.rows.ok == 5)
		end
		assert(events[#events - 1].left_s == 0)
	LUA
}
expect 0 "${run[@]}" --progress json -o json
objects err.txt || { cat err.txt; fail "the objects are wrong"; }
! grep -q event out.txt || fail "objects on stdout"
# a finished run has nothing to tell
expect 0 "$HARNESS" small.lua -s faces=200,210 --runs 3 --progress json -o json
[ ! -s err.txt ] || { cat err.txt; fail "tells of a run that was finished"; }
# one that is continued tells what is there already
rm "$(ls json/small/2*/groups/0001-*.json)"
expect 0 "$HARNESS" small.lua -s faces=200,210 --runs 3 --progress json -o json
tells '"event":"plan".*"finished":1}'
# A third of what was left took the seconds so far: twice as long to go. The clock is read once more for what
# is left, before the run ends.
lua5.4 - "$(grep -m 1 '"event":"rounds","group":2,"rounds":1' err.txt)$(grep '"run_end"' err.txt)" <<-'LUA' || { cat err.txt; fail "another time left"; }
	local seconds, left, later = arg[1]:match '"seconds":([%d.e-]+),"left_s":([%d.e-]+).*"run_end".*"seconds":([%d.e-]+)'
	assert(left / seconds > 1.999 and left / later < 2.001)
LUA
! grep -q '"event":"group_begin","group":1' err.txt || { cat err.txt; fail "begins a group that was finished"; }
expect 0 "${run[@]}" --progress json -v -o json
tells '^{"event":"line","text":"  bsp: count '
! grep -qv '^{.*}$' err.txt || { cat err.txt; fail "not an object a line"; }

# groups that take turns: no longer is left than the budget
expect 0 "$HARNESS" small.lua -s "faces=200,210" --runs 1000 --budget 500ms --progress json -o budget
tells '"event":"group_end","group":1,"complete":false'
tells '"event":"run_end","groups":2,"finished":2'
sed -n '/"event":"group_end","group":2/,$p' err.txt | grep -o '"left_s":[0-9.e-]*' | awk -F: '$2 > 0.5 { exit 1 }' ||
	{ cat err.txt; fail "more time left than the budget"; }
# a budget that is over when the first group had its first session, which the others are to have all the same
expect 0 "$HARNESS" small.lua -s "faces=200,210" --budget 1ms --progress json -o budget
grep -m 1 '"event":"group_end","group":1' err.txt | has -E '"left_s":[0-9.e-]*[1-9]' || { cat err.txt; fail "nothing left of a first session"; }

# a text that is in no JSON is in no plan
sed 's/h.aabb()/h.aabb { label = "pr\\xfcfung" }/' small.lua >latin1.lua
fails 3 '^latin1.lua:[0-9]*: .*label: is not UTF-8$' "$HARNESS" latin1.lua --progress json

# a bar on request, of ASCII and as wide as the terminal; nothing of it is left
bar() { expect 0 env "$@" "${run[@]}" --progress bar -o bar; tr '\r' '\n' <err.txt >lines.txt; }
bar LC_ALL=C COLUMNS=70
grep -qE '^\[[#-]+\] 1/2, .* s left; faces=210: 1 of 3 rounds' lines.txt || { cat lines.txt; fail "no bar"; }
! LC_ALL=C grep -q '[^ -~]' lines.txt || fail "not ASCII"
grep -qE $'\r +\r$' err.txt || fail "the bar is not erased"
bar LC_ALL=C.UTF-8 COLUMNS=30
[ "$(awk '{ if (length > most) most = length } END { print most }' lines.txt)" -eq 29 ] || { cat lines.txt; fail "not cut to 29 columns"; }
bar LC_ALL=C.UTF-8 COLUMNS=70
grep -q '█' lines.txt || { cat lines.txt; fail "no blocks in UTF-8"; }
# other lines come after it was erased
expect 0 env LC_ALL=C "${run[@]}" --progress bar -v -o bar
grep -qE $'(\r|^)  aabb: count' err.txt || { cat -v err.txt; fail "a line behind the bar"; }

# by itself a bar only on a terminal, and only on one that can draw it
expect 0 "${run[@]}" -o plain
[ "$(grep -cE '^\[[12]/2\] faces=2[01]0: ok, [0-9.]+ s$' err.txt)" -eq 2 ] || { cat err.txt; fail "no line a group"; }
if command -v script >/dev/null; then
	for terminal in dumb xterm; do
		LC_ALL=C TERM=$terminal script -qec "$(printf '%q ' "${run[@]}") -o tty >out.txt" /dev/null >screen.txt </dev/null
		case $terminal in
		dumb) ! grep -qE '\[[#-]+\]' screen.txt || { cat -v screen.txt; fail "a bar on a dumb terminal"; } ;;
		xterm) grep -qE '\[[#-]+\]' screen.txt || { cat -v screen.txt; fail "no bar on a terminal"; } ;;
		esac
	done
fi
expect 0 "${run[@]}" --progress none -o none
[ ! -s err.txt ] || { cat err.txt; fail "tells something all the same"; }
