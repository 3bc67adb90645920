# A round with a preempted sample is kept, marked and taken again whole. A group that had too many has no interval
# anywhere, and decides no claim about its times. Needs a build with planted preemptions.
. "$ROOT/tests/cli/lib.sh"
cat >s.lua <<'LUA'
local h = require "harness"
local function of(faces, algorithm) return { faces = faces, algorithm = algorithm } end
local a, b = of(200, "aabb"), of(200, "bsp")
return h.scenario {
	name = "s",
	sweep = { faces = { 200, 210 }, algorithm = { h.aabb(), h.bsp() } },
	runs = 11,
	columns = { part = "step_ms / nb", twice = function (row) return 2 * row.step_ms end },
	tables = { t = { rows = "faces", columns = "algorithm", value = "step_ms",
		published = { aabb = { [200] = 1, [210] = 2 }, bsp = { [200] = 3, [210] = 4 } } } },
	figures = { f = { x = "faces", y = "step_ms" } },
	claims = {
		["time below"] = function (r) return r:below(a, b, { limit = 1e9 }) end,
		["time above"] = function (r) return r:above(a, b, { limit = 1e9 }) end,
		["time part"] = function (r) return r:below(a, b, { column = "narrow_ms", limit = 1e9 }) end,
		["time across"] = function (r) return r:below(a, of(210, "bsp"), { limit = 1e9 }) end,
		["time within"] = function (r) return r:within(a, b, { lo = 1e-9, hi = 1e9 }) end,
		["time derived"] = function (r) return r:below(a, b, { column = "part", limit = 1e9 }) end,
		["time computed"] = function (r) return r:within(a, b, { column = "twice", lo = 1e-9, hi = 1e9 }) end,
		["time read"] = function (r) return r:value(a) > 0, "its own" end,
		["time listed"] = function (r) return #r:values("step_ms") > 0 end,
		["time said"] = function (r) return r:interval(b) > 0 and r:holds "so" end,
		["time grows"] = function (r) return r:growth({ algorithm = "aabb" }, "faces").slope < 1e9 end,
		["time grows less"] = function (r)
			return r:all { r:grows_less({ algorithm = "aabb" }, { algorithm = "bsp" }, "faces"), r:value(a) > 0 }
		end,
		["time power"] = function (r) return r:grows_as({ algorithm = "aabb" }, "faces", { lo = -1e9, hi = 1e9 }) end,
		["one refutes"] = function (r) return r:all { r:value(a, "nb") < 0, r:below(a, b, { limit = 1e9 }) } end,
		["count"] = function (r) return r:below(a, b, { column = "nb", limit = 1e9 }) end,
		["build"] = function (r) return r:below(a, b, { column = "build_ms", limit = 1e9 }) end,
	},
	scene = function (p)
		local still, moving = h.teapot { faces = p.faces }, h.teapot { faces = 150 }
		return { bodies = { { still }, { moving, motion = h.touching { count = 3, seed = 5, on = { still, moving } } } } }
	end,
}
LUA
# the key and the option
sed 's/runs = 11/preempted = "maybe"/' s.lua >wrong.lua
fails 3 "preempted.*'retake'.*'keep'" "$HARNESS" wrong.lua -q -o wrong
fails 2 "retake|keep" "$HARNESS" s.lua -q -o wrong --preempted maybe
needs_planted

run() { # PLANTED FOLDER OPTION...: summary.csv and samples.csv are then in $at
	expect 0 env HARNESS_PLANT_PREEMPT="$1" "$HARNESS" s.lua -q -o "$2" "${@:3}"
	at=$2/s/latest
}
only() { # FILE COLUMN: its one value, for all rows
	column "$2" "$1" | sed '/^$/d' | sort -u | paste -sd' '
}
# counted AT: for each point and twin, n and step_ms are those of the samples of rounds that count; and how many rounds
# were taken again
counted() {
	csv_lua "$1" <<-'LUA'
		local function rows(name) return read_csv(arg[1] .. "/" .. name) end
		local counted, again = {}, {}
		for _, s in ipairs(rows "samples.csv") do
			local key = s.point .. s.role
			counted[key], again[key] = counted[key] or {}, again[key] or 0
			if s.round then table.insert(counted[key], s) else again[key] = again[key] + 1 end
		end
		-- those on a quiet core alone, as they were measured, if six sessions have some, and half of all
		local function median(samples)
			local quiet, all, of, sessions, of_quiet = {}, {}, {}, 0, 0
			for _, s in ipairs(samples) do
				local seen = of[s.session]
				if seen == nil then of[s.session], sessions = false, sessions + 1 end
				table.insert(all, s.step_ms)
				if s.quiet == 1 then table.insert(quiet, s.step_ms / (1 - s.taken)) end
				if s.quiet == 1 and not seen then of[s.session], of_quiet = true, of_quiet + 1 end
			end
			local times = #quiet < #all and of_quiet >= 6 and 2 * of_quiet >= sessions and quiet or all
			table.sort(times)
			return (times[(#times + 1) // 2] + times[#times // 2 + 1]) / 2
		end
		for _, row in ipairs(rows "summary.csv") do
			local times = row.role ~= "check" and counted[row.point .. row.role]
			if times then
				assert(#times == row.n and #times % 2 == 1, "n")
				assert(median(times) == row.step_ms, "another median")
				assert(again[row.point .. row.role] == row.retaken, "retaken")
			end
		end
	LUA
}
intervals() { # AT: all intervals of its times in summary.csv
	for name in step_ms_lo step_ms_hi ratio_lo ratio_hi; do column $name "$1/summary.csv"; done | grep -c . || true
}
# of all claims but that whose verdict depends on the machine
verdicts() { sed -nE 's/^- \*\*([a-z]*)\*\*[^:]*: (.*)$/\1 \2/p' "$1/report.md" | grep -v "grows less" | sort; }

# nothing is preempted: the reference
run none calm
[ "$(only $at/samples.csv preempted) $(only $at/summary.csv retaken) $(only $at/summary.csv disturbed)" = "0 0 0" ] ||
	fail "a calm run is preempted"
counted $at || fail "the medians of a calm run"
all=$(intervals $at)
[ "$all" -eq 24 ] || fail "$all bounds, not those of two points and a twin in two groups"
! grep -q W015 $at/manifest.json || fail "a warning without a reason"
grep -q '"preempted":.*\["retake"\]' $at/manifest.json || { cat $at/manifest.json; fail "the policy is not recorded"; }
verdicts $at >calm.txt
[ "$(grep -c '^holds time' calm.txt)" -eq 11 ] && grep -q '^refuted time above' calm.txt || { cat calm.txt; fail "claims of a calm run"; }

# the first sample of every session: six rounds of each group are taken again, and eleven count
run bsp:1 few
[ "$(only $at/summary.csv retaken) $(only $at/summary.csv disturbed) $(only $at/summary.csv n)" = "6 0 11" ] ||
	{ cat $at/summary.csv; fail "not six rounds taken again"; }
counted $at || fail "medians are not of the rounds that count"
[ "$(paste -d' ' <(column algorithm $at/samples.csv) <(column round $at/samples.csv) <(column preempted $at/samples.csv) |
	grep ' 1$' | sort | uniq -c | awk '{ $1 = $1 } 1')" = "12 bsp 1" ] || fail "not the samples of bsp alone are marked"
[ "$(intervals $at)" -eq "$all" ] || fail "intervals are lost"
grep -q '12 rounds of 2 groups were taken again.*; 0 groups are undecided' $at/manifest.json || fail "no W015"
grep -q 'W015' $at/report.md || fail "the report has no W015"
verdicts $at | diff calm.txt - || fail "a claim is judged otherwise"

# all samples: eleven rounds are taken again, then eleven count; nothing of their times is decided
run all busy
busy=$at
[ "$(only $at/summary.csv retaken) $(only $at/summary.csv disturbed) $(only $at/summary.csv n)" = "11 1 11" ] ||
	{ cat $at/summary.csv; fail "not as many rounds again as there are"; }
counted $at || fail "medians of a disturbed group"
[ "$(only $at/samples.csv preempted)" = 1 ] || fail "samples are not marked"
[ "$(intervals $at)" -eq 0 ] || fail "a disturbed group has intervals"
[ "$(column build_ms_lo $at/summary.csv | grep -c .)" -eq 6 ] || fail "builds have no interval"
grep -q '22 rounds of 2 groups were taken again.*; 2 groups are undecided' $at/manifest.json || fail "no W015"
sed -E 's/^(holds|refuted) time/undecided time/' calm.txt | sort | diff - <(verdicts $at) ||
	fail "not exactly the claims about times are undecided"
grep -q "undecided.*time below" $at/report.md && ! grep -q "too few" $at/report.md || { cat $at/report.md; fail "a wrong reason"; }
! grep -qE '\[[0-9]' $at/tables/t.md && ! grep -q 'harnessinterval{[0-9]' $at/tables/t.tex || fail "an interval in a table"
grep -q "4 points without an interval, as others had the core" $at/tables/t.md || { cat $at/tables/t.md; fail "no note"; }
! grep -q "Order as published" $at/tables/t.md || fail "the order of a disturbed group"
for name in lo hi ratio_lo ratio_hi is_noise; do
	[ -z "$(column $name $at/tables/t.csv | tr -d '\n')" ] || fail "t.csv has $name"
done
if [ -e $at/figures/f.csv ]; then
	for name in lo hi noise_lo noise_hi; do
		[ -z "$(column $name $at/figures/f.csv | tr -d '\n')" ] || fail "f.csv has $name"
	done
fi
# every table is made of numbers that nobody measured: none of them was preempted
expect 1 "$HARNESS" report $at --vary 1000
grep -q "^both .*time below\|^one only .*time below" out.txt || { cat out.txt; fail "made-up times are undecided"; }

expect 0 "$HARNESS" compare calm/s/latest $busy
grep -q ": 4 undecided\." out.txt || { cat out.txt; fail "compare decides"; }
! grep -q "median of all points" out.txt || fail "a shift of undecided points"
expect 1 "$HARNESS" compare calm/s/latest $busy --threshold 5%
expect 0 "$HARNESS" compare $busy calm/s/latest
grep -q ": 4 undecided\." out.txt || { cat out.txt; fail "compare decides the other way round"; }

# kept: all count, marked, with intervals; another run than the one before
run all busy --preempted keep
[ "$at" = "$busy" ] && [ "$(find busy/s -mindepth 1 -maxdepth 1 -type d -name '2*' | wc -l)" -eq 2 ] || fail "the same run"
[ "$(only $at/summary.csv retaken) $(only $at/summary.csv disturbed) $(only $at/summary.csv n)" = "0 0 11" ] || fail "kept rounds"
[ "$(only $at/samples.csv preempted)" = 1 ] && [ "$(intervals $at)" -eq "$all" ] || fail "kept rounds are not marked, or have no interval"
grep -q '"preempted":.*\["keep"\]' $at/manifest.json && ! grep -q W015 $at/manifest.json || fail "the policy is not recorded"
expect 0 "$HARNESS" rerun $at -q -o rerun --no-figures
grep -q '"preempted":.*\["keep"\]' rerun/s/latest/manifest.json || fail "rerun does not keep"

# a precision that cannot be reached ends at the first look
run all precise --precision 90% --no-figures
[ "$(only $at/summary.csv retaken) $(only $at/summary.csv disturbed) $(only $at/summary.csv n)" = "11 1 11" ] || fail "precision"
grep -q "90 % wanted, too few undisturbed rounds to tell" $at/manifest.json || fail "no W007"
sed '/one refutes/d; /time above/d' s.lua >strict.lua
expect 6 env HARNESS_PLANT_PREEMPT=all "$HARNESS" strict.lua -q -o strict --precision 90% --no-figures --strict

# killed and gone on with, again and again: no round more or less is taken again
records() { cat killed/s/2*/groups/* 2>/dev/null | wc -l || true; }
long=(env HARNESS_PLANT_PREEMPT=all "$HARNESS" s.lua -q -o killed --no-figures -s faces=200 --runs 31)
kills=0
for _ in 1 2 3 4 5 6; do
	before=$(records)
	setsid "${long[@]}" >/dev/null 2>&1 &
	pid=$!
	while [ "$(records)" -lt $((before + 10)) ] && kill -0 "$pid" 2>/dev/null; do sleep 0.01; done
	if kill -9 "$pid" 2>/dev/null; then kills=$((kills + 1)); fi
	wait "$pid" 2>/dev/null || true
done
expect 0 "${long[@]}"
at=killed/s/latest
[ "$(only $at/summary.csv retaken) $(only $at/summary.csv disturbed) $(only $at/summary.csv n)" = "31 1 31" ] ||
	{ cat $at/summary.csv; fail "retakes of a killed run"; }
counted $at || fail "medians of a killed run"
echo "$kills kills"

# a core that others slow down: passes are taken again, or count as slow where the machine itself is busy; a quick look does
# not ask
export HARNESS_PLANT_SLOWED=20
run none slow --no-figures -s faces=200
paste <(column slowed $at/samples.csv) <(column slow $at/samples.csv) | awk '$1 + $2 > 0' | grep . >/dev/null || fail "no pass was slow"
counted $at || fail "medians of passes that were taken again"
run none quick --no-figures -s faces=200 --quick
[ "$(only $at/samples.csv slowed) $(only $at/samples.csv slow)" = "0 0" ] || fail "a quick look waits for a quiet core"
# slow all the time: nothing tells what that took, so no time has an interval
HARNESS_PLANT_SLOWED=2
run none all_slow --no-figures -s faces=200
[ "$(only $at/summary.csv disturbed) $(only $at/summary.csv step_ms_lo)" = "1 " ] || fail "a core that was slow all the time has intervals"
grep -q "W016: 100 % .*; rows of 1 group do not tell what that took: undecided" $at/report.md || fail "nothing says what a slow core does"
grep -q "others had the core" $at/report.md || fail "claims are decided on a slow core"
HARNESS_PLANT_SLOWED=0
run none still --no-figures -s faces=200
[ "$(only $at/samples.csv slowed) $(only $at/samples.csv slow)" = "0 0" ] || fail "passes on a quiet core are taken again"
