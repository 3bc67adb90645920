# Instances of a population are counted by copies of a worker, several at a time: the same for any number of them, and what ends
# one is told as if the worker had ended.
. "$ROOT/tests/cli/lib.sh"

scenario() { # COUNT ALGORITHM [KEYS]
	cat >pop.lua <<-LUA
		local h = require "harness"
		return h.scenario {
			name = "pop", runs = 2, preempted = "keep",
			sweep = { algorithm = { h.aabb(), $2 } },
			drawn = { pose = h.drawn.touching { depth = 0.03 }, walk = h.drawn.walk { steps = 2, step = 0.05, degrees = 1 },
				count = $1, seed = 4 },
			scene = function () return { bodies = { { h.teapot { faces = 120 } }, { h.teapot { faces = 150 } } } } end,
			${3:-}
		}
	LUA
}

# 60 instances are counted by the workers themselves, 100 in parts: those that both have are the same
for count in 60 100; do
	scenario $count 'h.dassd(), h.bsp()'
	expect 0 "$HARNESS" pop.lua -q -o "of$count" --counts --no-figures
	awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "instance") at = i } NR == 1 || $at <= 60' "of$count/pop/latest/instances.csv" >"$count.csv"
done
cmp 60.csv 100.csv || fail "instances differ where they are counted in parts"
for jobs in 2 5; do
	expect 0 "$HARNESS" pop.lua -q -o jobs$jobs --counts -j $jobs --no-figures
	for file in instances.csv summary.csv; do
		cmp of100/pop/latest/$file jobs$jobs/pop/latest/$file || fail "-j $jobs counts otherwise: $file"
	done
done
# a run that is timed counts the same
expect 0 "$HARNESS" pop.lua -q -o timed --no-figures
for column in instance nb np nu contacts hash; do
	cmp <(column $column of100/pop/latest/instances.csv) <(column $column timed/pop/latest/instances.csv) || fail "$column of a timed run"
done
cmp <(column peak_bytes of100/pop/latest/summary.csv) <(column peak_bytes timed/pop/latest/summary.csv) || fail "memory of a timed run"

needs_planted
# in a part in the middle; a signal, no answer in time, no memory, an error, and other answers
while read -r fault status code what; do
	limit=60
	[ "$fault" != loop ] || limit=10
	scenario 100 "h.planted { fault = '$fault', where = 'step', step = 70 }" "timeout = '${limit}s',"
	expect "$code" "$HARNESS" pop.lua -q -f -o bad --counts --no-figures
	column status bad/pop/latest/summary.csv >status.txt
	[ "$(grep -cx ok status.txt) $(grep -cx "$status" status.txt)" = "3 1" ] || fail "$fault: $(cat status.txt)"
	column detail bad/pop/latest/summary.csv | has "$what" || fail "$fault: $(column detail bad/pop/latest/summary.csv)"
done <<'LIST'
crash crash 1 SIGABRT
loop timeout 1 over the time limit of 10 s
hog memory 1 memory
error error 1 this error was asked for
wrong mismatch 4 contacts
wrong_timed mismatch 4 the timed kernel finds
LIST
# copies ask at a time, and none is left when the run is stopped or killed
for signal in TERM KILL; do
	scenario 100 "h.planted { fault = 'loop', where = 'step', step = 70 }" 'timeout = "60s",'
	setsid "$HARNESS" pop.lua -q -f -o stopped --counts -j 3 --no-figures >/dev/null 2>&1 &
	pid=$!
	copies() { # those of the run's workers whose parent is a worker
		ps -e -o pid=,ppid=,sid=,args= | awk -v run="$pid" '$3 == run && /harness --worker/ { above[$1] = $2 }
			END { for (p in above) n += above[p] in above; print n + 0 }'
	}
	until [ "$(copies)" -ge 1 ] || ! kill -0 $pid 2>/dev/null; do sleep 0.02; done
	kill -0 $pid 2>/dev/null || fail "no copy asked the instances"
	workers=$(ps -e -o pid=,sid=,args= | awk -v of="$pid" '$2 == of && /harness --worker/ { print $1 }')
	[ -n "$workers" ] || fail "no workers"
	kill -$signal $pid
	wait $pid || true
	for worker in $workers; do
		for _ in $(seq 500); do [ -e "/proc/$worker" ] || break; sleep 0.02; done
		[ ! -e "/proc/$worker" ] || grep -q "^State:.*Z" "/proc/$worker/status" || fail "a worker lives on after $signal"
	done
done
