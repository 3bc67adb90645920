# Killed at any moment, the same command finishes: no finished group is measured again, none is lost, and nothing
# half-written is left.
. "$ROOT/tests/cli/lib.sh"
small_scenario
sed -i "s/runs = 11/runs = 5/" small.lua
expect 0 "$HARNESS" small.lua -q -o calm
stable calm/small/latest/summary.csv >calm.txt

run_dir() { find out/small -mindepth 1 -maxdepth 1 -type d -name '2*' | first; }
finished() { (cd "$(run_dir)/groups" 2>/dev/null && sha256sum -- *.json 2>/dev/null) || true; }

# The moment of a kill is a number of records and files, drawn at random, or the end of the run: a delay in seconds would
# come too late on a fast machine, and always too early on a busy one.
records() { cat out/small/2*/groups/* 2>/dev/null | wc -l || true; }
all=$(cat calm/small/latest/groups/* | wc -l)
# sessions_kept COUNT: the manifest has so many sessions or more, each with its start, also of processes that were killed.
sessions_kept() {
	lua5.4 - "$(run_dir)/manifest.json" "$1" <<-'LUA' || fail "a session is lost: $(cat "$(run_dir)/manifest.json")"
		local text = assert(io.open(arg[1])):read "a"
		local list, count = assert(text:match '"sessions":%s*(%b[])'), 0
		for _ in list:gmatch '"started":%s*"%d+%-%d+%-%d+T[%d:]+Z"' do count = count + 1 end
		assert(count >= tonumber(arg[2]), count .. " of " .. arg[2])
	LUA
}
reach() { # PID RECORDS
	while [ "$(records)" -lt "$2" ] && kill -0 "$1" 2>/dev/null; do sleep 0.02; done
}

# On a busy machine a run may end before the kill that was meant for it: then there are more attempts.
kills=0 attempt=0
while [ "$attempt" -lt 6 ] || { [ "$kills" -lt 12 ] && [ "$attempt" -lt 120 ]; }; do
	attempt=$((attempt + 1))
	rm -rf out
	sessions=0
	for again in 1 2 3; do
		before=$(records)
		written=$before
		setsid "$HARNESS" small.lua -q -o out >/dev/null 2>&1 &
		pid=$!
		left=$((all > before ? all - before : 0)) # a killed run leaves more records than a calm one
		reach "$pid" $((before + RANDOM % (left + 1)))
		if [ $((attempt % 3)) -eq 0 ]; then
			# one worker alone, picked at random; the supervisor goes on
			worker=$(pgrep -P "$pid" -f -- --worker | shuf -n 1 || true)
			if [ -n "$worker" ]; then kill -9 "$worker" 2>/dev/null && kills=$((kills + 1)); fi
			reach "$pid" $(($(records) + 1))
		fi
		if kill -9 "$pid" 2>/dev/null; then kills=$((kills + 1)); fi
		wait "$pid" 2>/dev/null || true
		before=$(finished)
		if [ "$(records)" -gt "$written" ]; then
			sessions=$((sessions + 1))
			sessions_kept "$sessions"
		fi
		[ "$again" -eq 3 ] || continue
		expect 0 "$HARNESS" small.lua -q -o out
		if [ -n "$before" ]; then
			(cd "$(run_dir)/groups" && sha256sum -c --quiet <<<"$before") || fail "a finished group was measured again"
		fi
	done
	[ "$(find out/small -mindepth 1 -maxdepth 1 -type d | wc -l)" -eq 1 ] ||
		fail "more than one directory is left: $(ls -a out/small)"
	[ "$(find out/small/latest/groups -name '*.json' | wc -l)" -eq 6 ] || fail "not 6 groups"
	[ -z "$(find out/small/latest/ -name '*.part' -o -name '*.tmp*')" ] || fail "half-written files are left: $(find out/small/latest/ -name "*.part" -o -name "*.tmp*")"
	stable out/small/latest/summary.csv | diff calm.txt - || fail "counts or hashes differ after a kill"
done
[ "$kills" -ge 12 ] || fail "only $kills kills hit anything"
echo "$kills kills"
