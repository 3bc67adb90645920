#!/usr/bin/env bash
# Plug-ins that spoil something of their process, in one run beside right algorithms: each has a status that says what,
# and the right ones have the counts and hashes of a run without them. PLUGINS_ALL=1 (the long tests) takes a hundred.
. "$ROOT/tests/cli/lib.sh"
command -v gcc >/dev/null || skip "there is no gcc to build plug-ins"

few=-DFEW
[ -z "${PLUGINS_ALL:-}" ] || few=
gcc -std=gnu99 -O1 -w -shared -fPIC $few -I"$ROOT/engine/api" "$ROOT/tests/plugins/spoil.c" -o spoil.so -lm -lpthread
gcc -std=gnu99 -O1 -w -E $few -I"$ROOT/engine/api" "$ROOT/tests/plugins/spoil.c" |
	grep -o '"spoil_" "[a-z]*" "_" "[a-z]*"' | tr -d '" ' >names.txt
[ -n "$few" ] || [ "$(wc -l <names.txt)" -eq 103 ] || fail "$(wc -l <names.txt) plug-ins"

cat >spoiled.lua <<'LUA'
local h = require "harness"
return h.scenario {
	name = NAME,
	sweep = { algorithm = { h.aabb(), h.rapid(), h.wide(), h.bsp(), h.plugin "spoil:spoil_right_never" MORE } },
	runs = 2, timeout = 4, preempted = "keep",
	scene = function ()
		local box = h.shape.box {}
		return { bodies = { { box }, { box, motion = h.touching { count = 6, seed = 1, on = { box, box } } } } }
	end,
}
LUA
more=$(grep -v right names.txt | sed 's/.*/, h.plugin "spoil:&"/' | tr -d '\n')
sed "s/NAME/\"alone\"/; s/ MORE//" spoiled.lua >alone.lua
awk -v more="$more" '{ sub(/ MORE/, more); print }' spoiled.lua | sed 's/NAME/"beside"/' >beside.lua
expect 0 "$HARNESS" alone.lua --no-figures -q
begin=$(date +%s)
if [ -n "$few" ]; then ends=1; else ends=4; fi # none of the few has wrong answers
expect $ends "$HARNESS" beside.lua --no-figures -q
echo "beside: $(($(date +%s) - begin)) s"

# rows RUN: kind, status and detail of each point
rows() {
	csv_lua "$1" <<-'LUA'
		for _, r in ipairs((read_csv("results/" .. arg[1] .. "/latest/summary.csv"))) do
			if r.role == "point" then
				print(r.kind, r.status, r.n or "", r.nb or "", r.np or "", r.contacts or "", r.hash or "", r.detail or "")
			end
		end
	LUA
}
rows alone >alone.txt
rows beside >beside.txt

# those that are right are as they were
for kind in aabb rapid wide bsp spoil_right_never; do
	[ "$(grep -P "^$kind\t" alone.txt)" = "$(grep -P "^$kind\t" beside.txt)" ] || fail "$kind is another one beside wrong plug-ins"
	grep -q -P "^$kind\tok\t2\t" beside.txt || fail "$kind is not ok"
done

says() { # FAULT STATUS TEXT: of each plug-in with that fault
	local name
	for name in $(grep "^spoil_$1_" names.txt || true); do
		grep -q -P "^$name\t$2\t.*\t[^\t]*$3[^\t]*$" beside.txt || { grep -P "^$name\t" beside.txt; fail "$name: not $2: $3"; }
	done
}
says zombie error 'left a child process that nobody waited for'
says child error 'left a child process running'
says crowd error 'left a child process running'
says burner error 'left a child process running'
says orphan error 'left a child process'
says directory error 'changed the working directory'
says umasks error 'changed the umask'
says environs error 'changed the environment'
says priority error 'changed the priority of the process'
says affinity error 'changed the processors that the process may run on'
says timer error 'left a timer running'
says timers error 'left a timer running'
says opens error 'left open a file: descriptor [0-9]+'
says limits error 'changed a limit of resources'
says locales error 'changed the locale'
says handler error 'changed the handler of signal 10'
says mask error 'changed whether signal 12'
says rounding error 'changed the rounding mode'
says output error 'wrote [0-9]+ bytes on standard output'
says threads error 'left threads running'
says segfault crash 'SIGSEGV'
says aborts crash 'SIGABRT'
says exits crash 'the plug-in called exit'
says killed crash 'SIGKILL'
says unanswered timeout 'over the time limit'
says forks error 'left a child process'
says hides error 'closed its files and did not end'
says heirs crash 'SIGABRT'
says mesh crash 'SIGSEGV'
says body crash 'SIGSEGV'
says pose crash 'SIGSEGV'
says misses mismatch 'contacts missing'
says adds mismatch 'contacts too many'
says error error "returned -4"
says replays error 'it remembers answers'
says negative error "the counter 'asked' is -5"
says beyond error "'count' wrote more than its 1 counters"
says drifts error "the counter 'asked' is [0-9]+ in a pass, and [0-9]+ in the next"
says size error "'bytes' returned 18446744073709551615"
[ "$(grep -c -P '^spoil_[a-z_]*\tok\t' beside.txt)" -eq 1 ] || { grep -P '^spoil_[a-z_]*\tok\t' beside.txt; fail "a wrong plug-in is ok"; }

# nothing is left of them
workers() { # and what has come of them
	local process
	for process in $(pgrep -x -f 'harness --worker' || true); do
		# by the folder itself: its name differs in a mount namespace that was begun in a chroot
		[ ! "/proc/$process/cwd" -ef . ] || echo "$process"
	done
}
[ -z "$(workers)" ] || fail "processes are left: $(workers)"

# nor of one that begot an orphan, in a session of its own, where the supervisor is killed
tr -d '\n' <results/beside/latest/manifest.json | has '"confined_by":.*"process namespace".*"not_confined_by"' ||
	skip "there are no process namespaces here"
gcc -std=gnu99 -O1 -w -shared -fPIC -DDESERTS -I"$ROOT/engine/api" "$ROOT/tests/plugins/spoil.c" -o deserts.so -lm -lpthread
sed 's/NAME/"deserted"/; s/algorithm = .*/algorithm = { h.aabb(), h.plugin "deserts" } },/; s/timeout = 4/timeout = 600/' spoiled.lua >deserted.lua
"$HARNESS" deserted.lua --no-figures -q &
supervisor=$!
orphan() { # a descendant that leads a session
	local process
	for process in $(workers); do
		[ "$(ps -o sid= -p "$process" | tr -d ' ')" != "$process" ] || echo "$process"
	done
}
until [ -n "$(orphan)" ]; do
	kill -0 $supervisor || fail "no orphan"
	sleep 0.1
done
kill -9 $supervisor
for ((i = 0; i < 100; ++i)); do
	[ -n "$(workers)" ] || break
	sleep 0.1
done
left=$(workers)
[ -z "$left" ] || { kill -9 $left; fail "it outlives the supervisor: $left"; }
