local claim_case = require "claim_case"
local claims = require "claims.claims"
local expect = require "expect"
local fixture = require "fixture"
local measured = require "data.measured"

local t = {}

local sweep, judge, point = claim_case.sweep, claim_case.judge, claim_case.point

function t.values_intervals_and_columns()
	local seen = {}
	judge(function (r)
		seen.value = r:value(point(2000, "b"))
		seen.median, seen.lo, seen.hi = r:interval(point(2000, "b"))
		seen.nb = r:value(point(2000, "b"), "nb")
		seen.faces = table.concat(r:values "faces", " ")
		seen.algorithms = table.concat(r:values("algorithm"), " ")
		seen.has, seen.has_not = r:has(point(2000, "b")), r:has(point(3000, "b"))
		return true
	end)
	expect.near(seen.value, 3)
	expect.near(seen.median, 3)
	expect.near(seen.lo, 2.94)
	expect.near(seen.hi, 3.06)
	expect.equal(seen.nb, 200)
	expect.equal(seen.faces, "1000 2000 4000")
	expect.equal(seen.algorithms, "a b c")
	expect.equal(seen.has, true)
	expect.equal(seen.has_not, false)
end

-- Where an algorithm has one point, its label names it.
function t.a_label_is_a_selection()
	local function judged(claim)
		return judge(claim, function (def) def.groups = { def.groups[1] } end)
	end
	expect.equal(judged(function (r) return r:below("a", "b") end).verdict, "holds")
	expect.equal(judged(function (r) return r:below("b", { algorithm = "a" }) end).verdict, "refuted")
	expect.equal(judged(function (r) return r:has("a") and r:ratio("b", "a").lo > 1 end).verdict, "holds")
	expect.equal(judged(function (r) return r:value("z") > 0 end).verdict, "undecided")
end

-- A ratio of 1.5 that is refuted is understood only beside what it was held against.
function t.a_limit_is_told()
	local function text(method, limit)
		return judge(function (r)
			return r[method](r, point(4000, "b"), point(4000, "a"), { limit = limit })
		end).text
	end
	expect.contains(text("below", 1.25), ", wanted below 1.25")
	expect.contains(text("above", 4), "a / b = 0.444444 [0.444444, 0.444444], wanted below 0.250")
	expect.equal(text("below", nil):find("wanted", 1, true), nil)
end

-- What is enclosed is known to its bounds: 0.005 [0, 0.01] is not the 900th of 4.5 [4, 5].
function t.ratios_of_enclosed_values_are_enclosed()
	local function enclosed(value, lo, hi) return { tau = value, tau_lo = lo, tau_hi = hi } end
	local function change(def)
		def.more_columns = { "tau", "tau_lo", "tau_hi" }
		def.groups[1].failed = { a = enclosed(0.005, 0, 0.01), b = enclosed(4.5, 4, 5), c = enclosed(4.6, 4.5, 5) }
	end
	local function below(a, b)
		local judged = judge(function (r)
			return r:below(point(2000, a), point(2000, b), { column = "tau" })
		end, change)
		return judged.verdict, judged.text
	end
	expect.equal(below("a", "b"), "holds")
	expect.equal(below("b", "a"), "refuted")
	expect.contains(select(2, below("b", "a")), "b / a = 900 [400, inf]")
	expect.equal(below("b", "c"), "undecided")
	expect.equal(select(2, below("b", "c")):find("noise", 1, true), nil)
end

-- What was forgotten is named, not what came of it further in.
function t.growth_along_nothing_is_an_error()
	for _, method in ipairs { "growth", "exponent" } do
		local _, problem = pcall(judge, function (r) return r[method](r, { algorithm = "a" }) end)
		expect.contains(problem, "along: no column 'nil'")
	end
end

function t.within_wants_the_whole_interval()
	local function verdict(lo, hi, change)
		return judge(function (r)
			return r:within(point(4000, "b"), point(4000, "a"), { lo = lo, hi = hi })
		end, change).verdict
	end
	expect.equal(verdict(2, 2.5), "holds")
	expect.equal(verdict(2.3, 2.5), "refuted")
	expect.equal(verdict(1, 2.2), "refuted")
	expect.equal(verdict(2, 2.5, function (def) def.rounds = 3 end), "undecided")
	local wrong = pcall(judge, function (r) return r:within(point(2000, "a"), point(2000, "b")) end)
	expect.equal(wrong, false)
end

-- Builds have rounds and a noise of their own.
function t.builds_are_paired_by_their_own_rounds()
	local function builds(noise)
		return function (def)
			def.more_columns = { "build_ms" }
			def.builds = {}
			for round = 1, 7 do
				local drift = 1 + round / 10
				local function add(role, number, ms)
					table.insert(def.builds, { role = role, point = number, round = round, build_ms = ms * drift })
				end
				add("point", 1, 10)
				add("aa", 1, 10 * (1 + noise * (-1) ^ round))
				add("point", 2, 11)
			end
		end
	end
	local function verdict(noise)
		local m = sweep(builds(noise))
		for _, row in ipairs(m.points) do row.build_ms = 10.5 end
		return claims.judge(m, "the claim", function (r)
			return r:below(point(2000, "a"), point(2000, "b"), { column = "build_ms" })
		end)
	end
	expect.equal(verdict(0.01).verdict, "holds")
	expect.equal(verdict(0.2).verdict, "undecided") -- less than the noise
end

function t.ratios_are_paired_by_round()
	local ratio
	judge(function (r)
		ratio = r:ratio(point(2000, "a"), point(2000, "b"))
		return true
	end)
	expect.near(ratio.median, 2 / 3)
	-- the same pattern of noise in both: paired, it cancels
	expect.near(ratio.lo, 2 / 3)
	expect.near(ratio.hi, 2 / 3)
end

function t.rounds_that_only_one_took_part_in_are_left_out()
	local m = sweep()
	local kept = {}
	for _, sample in ipairs(m.env.samples()) do
		if not (sample.point == 1 and sample.round <= 4) then kept[#kept + 1] = sample end
	end
	-- of a round that broke off
	kept[#kept + 1] = { role = "point", point = 1, session = 2, step_ms = 99.0 }
	kept[#kept + 1] = { role = "point", point = 2, session = 2, step_ms = 1.0 }
	m.env.samples = function () return kept end
	local values_a, values_b = m:paired(m.points[1], m.points[2], "step_ms")
	expect.equal(#values_a, 7)
	expect.equal(#values_b, 7)
	for i = 1, 7 do expect.near(values_b[i] / values_a[i], 1.5) end
end

-- Quick builds are several in a session, slow ones one: of different groups no round is a pair.
function t.ratios_across_groups_are_of_all_times()
	local asked
	local m = sweep(function (def)
		def.more_columns, def.builds = { "build_ms" }, {}
		for round = 1, 24 do
			def.builds[round] = { role = "point", point = 1, session = (round + 3) // 4, round = round,
				build_ms = round <= 4 and 3 or 2 }
		end
		for round = 1, 6 do
			def.builds[24 + round] = { role = "point", point = 4, session = round, round = round, build_ms = 8 }
		end
	end)
	for _, row in ipairs(m.points) do row.build_ms = 1 end
	local apart = m.env.apart
	m.env.apart = function (a, b, seed, sessions_a, sessions_b)
		asked = ("%d of %d, %d of %d"):format(#a, sessions_a[#a], #b, sessions_b[#b])
		return apart(a, b, seed, sessions_a, sessions_b)
	end
	local function ratio()
		local out
		claims.judge(m, "the claim", function (r)
			out = r:ratio(point(1000, "a"), point(2000, "a"), "build_ms")
			return true
		end)
		return out
	end
	local found = ratio()
	expect.equal(asked, "6 of 6, 24 of 6")
	expect.near(found.median, 4)
	expect.near(found.lo, 8 / 3)
	m.ratios, m.sample_index = {}, nil
	for _, build in ipairs(m.env.builds()) do build.session = 1 end
	expect.equal(ratio().lo, nil) -- of one process each nothing is known
end

function t.verdicts_follow_the_interval()
	expect.equal(judge(function (r) return r:below(point(2000, "a"), point(2000, "b")) end).verdict, "holds")
	expect.equal(judge(function (r) return r:below(point(2000, "b"), point(2000, "a")) end).verdict, "refuted")
	expect.equal(judge(function (r) return r:above(point(2000, "b"), point(2000, "a")) end).verdict, "holds")
	local near = judge(function (r) return r:below(point(1000, "a"), point(1000, "b")) end)
	expect.equal(near.verdict, "undecided")
	local limited = judge(function (r) return r:below(point(2000, "a"), point(2000, "b"), { limit = 0.5 }) end)
	expect.equal(limited.verdict, "refuted")
	-- b is 1.5 times a
	local function above(limit, column)
		return judge(function (r)
			return r:above(point(2000, "b"), point(2000, "a"), { limit = limit, column = column })
		end).verdict
	end
	expect.equal(above(1.4), "holds")
	expect.equal(above(1.6), "refuted")
	expect.equal(above(1.9, "nb"), "holds")
	expect.equal(above(2, "nb"), "refuted")
end

-- A number that is exactly a bound is inside; logarithms are rounded.
function t.bounds_are_inside()
	local function verdict(lo, hi)
		return judge(function (r)
			return r:within(point(2000, "b"), point(2000, "a"), { lo = lo, hi = hi, column = "nb" })
		end).verdict
	end
	expect.equal(verdict(1, 2), "holds")
	expect.equal(verdict(2, 3), "holds")
	expect.equal(verdict(2.1, 3), "refuted")
	local m = sweep()
	for _, row in ipairs(m.points) do row.nb = row.faces ^ 3 end
	expect.equal(claims.judge(m, "the claim", function (r)
		return r:grows_as({ algorithm = "a" }, "faces", { lo = 3, hi = 3, column = "nb" })
	end).verdict, "holds")
end

function t.inside_the_noise_nothing_is_decided()
	local function claim(r) return r:below(point(2000, "a"), point(2000, "c")) end
	local within = judge(claim)
	expect.equal(within.verdict, "undecided")
	expect.contains(within.text, "inside the A/A noise")
	expect.equal(judge(claim, function (def) def.band = 0.0001 end).verdict, "holds")
end

-- Where the first algorithm failed nothing was measured twice.
function t.noise_that_is_not_known_is_told()
	local function claim(r) return r:below(point(2000, "b"), point(2000, "c")) end
	expect.lacks(judge(claim).text, "not known")
	local result = judge(claim, function (def)
		def.groups[1].failed = { a = { status = "crash" } }
	end)
	expect.contains(result.text, "A/A noise not known")
	expect.lacks(result.text, "different times")
	local across = judge(function (r) return r:below(point(1000, "a"), point(2000, "a")) end)
	expect.equal(across.verdict, "holds")
	expect.contains(across.text, "measured at different times")
	across = judge(function (r) return r:below(point(1000, "a"), point(2000, "a"), { column = "nb" }) end)
	expect.lacks(across.text, "different times")
end

function t.counts_decide_exactly()
	local result = judge(function (r) return r:below(point(2000, "a"), point(2000, "b"), { column = "nb" }) end)
	expect.equal(result.verdict, "holds")
	result = judge(function (r) return r:below(point(2000, "b"), point(2000, "a"), { column = "nb" }) end)
	expect.equal(result.verdict, "refuted")
end

-- A time in ns is no count; the ratio of two ratios to the same time is that of the times.
function t.other_times_do_not_decide_exactly()
	local m = sweep()
	m.known.cb_ns = true
	for _, row in ipairs(m.points) do row.cb_ns = row.step_ms * 1.5 end
	local function verdict(a, b, column)
		return claims.judge(m, "the claim", function (r) return r:below(a, b, { column = column }) end).verdict
	end
	expect.equal(verdict(point(2000, "a"), point(2000, "b"), "cb_ns"), "undecided")
	expect.equal(verdict(point(2000, "a"), point(2000, "b"), "ratio_to_first"), "holds")
	expect.equal(verdict(point(2000, "a"), point(2000, "c"), "ratio_to_first"), "undecided")
	expect.equal(verdict(point(1000, "b"), point(2000, "b"), "ratio_to_first"), "undecided")
end

-- What was found out about structures has no interval, and needs none.
function t.sizes_decide_exactly()
	local m = sweep()
	m.known.volume_sum = true
	for _, row in ipairs(m.points) do row.volume_sum = row.step_ms * 1.5 end
	local function verdict(a, b)
		return claims.judge(m, "the claim", function (r)
			return r:below(point(2000, a), point(2000, b), { column = "volume_sum" })
		end).verdict
	end
	expect.equal(verdict("a", "b"), "holds")
	expect.equal(verdict("b", "a"), "refuted")
end

function t.all_is_refuted_before_it_is_undecided()
	local function all(...)
		local verdicts = { ... }
		return judge(function (r)
			local made = {}
			for i, name in ipairs(verdicts) do made[i] = r[name](r, name .. i) end
			return r:all(made)
		end)
	end
	expect.equal(all("holds", "holds").verdict, "holds")
	expect.equal(all("holds", "undecided").verdict, "undecided")
	expect.equal(all("undecided", "refuted", "holds").verdict, "refuted")
	expect.equal(all().verdict, "undecided")
	expect.contains(all("holds", "undecided").text, "undecided2 (undecided)")
end

function t.failed_and_missing_points_leave_it_undecided()
	local function crash(def) def.groups[1].failed = { b = { status = "timeout", detail = "after 60 s" } } end
	local failed = judge(function (r) return r:value(point(2000, "b")) < 4 end, crash)
	expect.equal(failed.verdict, "undecided")
	expect.contains(failed.text, "point 2 (faces=2000, b): timeout: after 60 s")
	local part = judge(function (r)
		return r:all { r:below(point(2000, "a"), point(2000, "b")), r:below(point(4000, "a"), point(4000, "b")) }
	end, crash)
	expect.equal(part.verdict, "undecided")
	expect.contains(part.text, "timeout")
	expect.contains(part.text, "faces=4000: a / b = 0.444")
	local missing = judge(function (r) return r:value(point(8106, "b")) < 4 end)
	expect.equal(missing.verdict, "undecided")
	expect.contains(missing.text, "no point of this run has algorithm=b, faces=8106")
end

function t.growth_is_per_round()
	local growth
	judge(function (r)
		growth = r:growth({ algorithm = "b" }, "faces", 1000)
		return true
	end)
	-- 1 at 1000 faces, 9 at 4000: 8 / 3 per 1,000, and the same relative spread as both
	expect.near(growth.slope, 8 / 3)
	expect.near(growth.lo, 8 / 3 * 0.98)
	expect.near(growth.hi, 8 / 3 * 1.02)
	expect.near(growth.ratio, 9)
	expect.contains(growth.text, "ms per 1000 faces, last / first 9.00")
end

-- Rounds of one process are not independent.
function t.growth_says_of_which_sessions_rounds_are()
	local m, asked = sweep(), {}
	local interval = m.env.interval
	m.env.interval = function (values, sessions)
		asked[#asked + 1] = #sessions
		return interval(values)
	end
	claims.judge(m, "the claim", function (r)
		return r:grows_less({ algorithm = "a" }, { algorithm = "b" }, "faces", 1000)
	end)
	expect.equal(table.concat(asked, " "), "11 11 11")
	-- a kill broke off a session of one group: its rounds are those of the same number
	for _, sample in ipairs(m.env.samples()) do
		if sample.point >= 4 and sample.point <= 6 and sample.round > 4 then sample.session = sample.session + 1 end
	end
	m.sample_index, asked = nil, {}
	claims.judge(m, "the claim", function (r)
		return r:grows_less({ algorithm = "a" }, { algorithm = "b" }, "faces", 1000)
	end)
	expect.equal(table.concat(asked, " "), "11 11 11")
end

function t.least_growth_is_judged_against_everyone()
	local function least(name, change)
		return judge(function (r) return r:grows_least({}, name, "faces", 1000) end, change)
	end
	expect.equal(least("c").verdict, "holds")
	expect.equal(least("b").verdict, "refuted")
	expect.equal(least("c", function (def) def.rounds = 4 end).verdict, "undecided")
	expect.contains(least("c").text, "b by 2.6")
	expect.equal(least("c", function (def)
		def.groups[3].failed = { a = { status = "crash" } }
	end).verdict, "undecided")
	expect.equal(least("c", function (def) def.groups = { def.groups[1] } end).verdict, "undecided")
end

function t.a_power_is_judged_by_its_interval()
	-- a: 1, 2, 4 ms at 1000, 2000, 4000, each within 2 %
	local function verdict(lo, hi, change)
		return judge(function (r)
			return r:grows_as({ algorithm = "a" }, "faces", { lo = lo, hi = hi })
		end, change)
	end
	local result = verdict(0.9, 1.1)
	expect.equal(result.verdict, "holds")
	expect.contains(result.text, "faces^1.00 [0.97, 1.03]")
	expect.equal(verdict(0.9, 1.01).verdict, "undecided")
	expect.equal(verdict(0.2, 0.9).verdict, "refuted")
	expect.equal(verdict(1.1, 2).verdict, "refuted")
	expect.contains(verdict(0.9, 1.1, function (def) def.rounds = 3 end).text, "too few rounds")
	expect.equal(verdict(0.9, 1.1, function (def) def.rounds = 3 end).verdict, "undecided")
	-- counts need no interval: the first of three points a group, 100 a point
	local counts = judge(function (r)
		return r:grows_as({ algorithm = "a" }, "faces", { lo = 0, hi = 2, column = "nb" })
	end, function (def) def.rounds = 3 end)
	expect.equal(counts.verdict, "holds")
	-- 1.9, 2.001, 2.2 ms
	expect.contains(judge(function (r)
		return true, r:exponent({ algorithm = "c" }, "faces").text
	end).text, "faces^0.11 [")
	expect.contains(judge(function (r)
		return true, r:exponent({ algorithm = "c" }, "faces", { from = 2000 }).text
	end).text, "faces^0.14 [")
	expect.equal(judge(function (r)
		return r:grows_as({ algorithm = "a", faces = 2000 }, "faces", { lo = 0, hi = 1 })
	end).verdict, "undecided")
end

function t.booleans_bring_their_numbers()
	local result = judge(function () return true, "1.2 ms" end)
	expect.equal(result.verdict, "holds")
	expect.equal(result.text, "1.2 ms")
	expect.equal(judge(function () return false end).verdict, "refuted")
end

function t.mistakes_are_errors_with_the_claims_name()
	local function fails(part, claim)
		expect.error(part, judge, claim)
		expect.error('(claim "the claim")', judge, claim)
	end
	fails("not with a nil", function () end)
	fails("no column 'face' in summary.csv; did you mean 'faces'?", function (r) return r:value { face = 1 } end)
	fails("3 points have faces=2000; name also: algorithm", function (r) return r:value { faces = 2000 } end)
	fails("there is no r:nothing", function (r) return r.nothing.at_all end)
	fails("not by a number", function (r) return r:below(1, 2) end)
	fails("3 points have algorithm=a; name also: faces", function (r) return r:below("a", "b") end)
	local a, b = point(2000, "a"), point(2000, "b")
	fails("below: unknown option 'limt'; did you mean 'limit'?", function (r)
		return r:below(a, b, { limt = 2 })
	end)
	fails("above: limit is a number, not a string", function (r) return r:above(a, b, { limit = "2" }) end)
	fails("below: options are a table", function (r) return r:below(a, b, 0.5) end)
	fails("below: limit is not a number", function (r) return r:below(a, b, { limit = 0 / 0 }) end)
	fails("within: hi is missing", function (r) return r:within(a, b, { lo = 1 }) end)
	fails("within: lo is above hi", function (r) return r:within(a, b, { lo = 2, hi = 1 }) end)
	fails("exponent: unknown option 'form'", function (r)
		return r:exponent({ algorithm = "a" }, "faces", { form = 1 }).exponent > 1
	end)
	fails("a text, not a table", function (r) return true, r:ratio(a, b) end)
	fails("all takes a list", function (r) return r:all(true) end)
	fails("no column 'stepms'", function (r) return r:value(point(2000, "a"), "stepms") end)
end

function t.unchecked_points_are_told()
	local result = judge(function (r) return r:below(point(2000, "a"), point(2000, "b")) end,
		function (def) def.plan_check = "none" end)
	expect.contains(result.text, "UNCHECKED: ")
end

-- The group of 4000 faces is disturbed: its medians are there, without intervals.
local function sweep_disturbed()
	local def = {
		columns = { "faces" }, algorithms = { "a", "b" }, groups = {
			{ params = { faces = 2000 }, times = { a = 2.0, b = 3.0 } },
			{ params = { faces = 4000 }, times = { a = 4.0, b = 9.0 } },
		},
	}
	local spec, env = fixture.host(def, {})
	for _, row in ipairs(env.rows) do
		row.disturbed = row.faces == 4000 and 1 or 0
		if row.disturbed == 1 then
			for _, name in ipairs { "step_ms_lo", "step_ms_hi", "ratio_lo", "ratio_hi" } do row[name] = nil end
		end
	end
	return measured.new(spec, env)
end

local function judge_disturbed(claim) return claims.judge(sweep_disturbed(), "the claim", claim) end

function t.disturbed_group_decides_no_claim_about_times()
	local a, b = point(4000, "a"), point(4000, "b")
	local undecided = {
		function (r) return r:below(a, b) end,
		function (r) return r:above(b, a) end,
		function (r) return r:within(a, b, { lo = 0.1, hi = 0.9 }) end,
		function (r) return r:below(point(2000, "a"), b) end,
		function (r) return r:above(b, point(2000, "a")) end,
		function (r) return r:value(a) < r:value(b) end,
		function (r) return r:value(a) > r:value(b) end,
		function (r) return r:holds(("%g"):format(r:ratio(a, b).median)) end,
		function (r) return r:refuted(("%g"):format(r:value(a))) end,
		function (r) return #r:values "step_ms" == 4 end,
		function (r) return r:growth({ algorithm = "a" }, "faces").slope > 0 end,
		function (r) return r:grows_less({ algorithm = "a" }, { algorithm = "b" }, "faces") end,
		function (r) return r:grows_as({ algorithm = "a" }, "faces", { lo = 0.5, hi = 1.5 }) end,
		function (r) return r:all { r:below(point(2000, "a"), point(2000, "b")), r:below(a, b) } end,
	}
	for i, claim in ipairs(undecided) do
		local judged = judge_disturbed(claim)
		expect.equal(judged.verdict, "undecided", i)
		expect.contains(judged.text, "others had the core")
	end
end

function t.disturbed_group_leaves_other_claims_alone()
	local a, b = point(4000, "a"), point(4000, "b")
	local decided = {
		{ "holds", function (r) return r:below(point(2000, "a"), point(2000, "b")) end },
		{ "holds", function (r) return r:value(point(2000, "a")) < r:value(point(2000, "b")) end },
		{ "holds", function (r) return r:below(a, b, { column = "nb" }) end },
		{ "holds", function (r) return r:value(a, "nb") < r:value(b, "nb") end },
		{ "refuted", function (r) return r:all { r:below(point(2000, "b"), point(2000, "a")), r:below(a, b) } end },
		{ "refuted", function (r) return r:all { r:below(a, b), r:value(a, "nb") > r:value(b, "nb") } end },
	}
	for i, case in ipairs(decided) do expect.equal(judge_disturbed(case[2]).verdict, case[1], i) end
end

function t.disturbed_group_has_no_noise_band()
	local m = sweep_disturbed()
	local row = m:find({ faces = 4000, algorithm = "b" }, "test")[1]
	expect.equal(m:noise(row, "step_ms"), nil)
	local median, lo, hi = m:ratio(row, m:group(row).points[1])
	expect.near(median, 2.25)
	expect.equal(lo, nil)
	expect.equal(hi, nil)
end

return t
