-- What stands behind a verdict: whose noise widened it, what was not checked, which ratio came nearest, and
-- which groups are missing.
local claim_case = require "claim_case"
local claims = require "claims.claims"
local coverage = require "claims.coverage"
local expect = require "expect"
local fixture = require "fixture"
local matrix = require "claims.readings_matrix"
local measured = require "data.measured"

local t = {}

local sweep, judge, point = claim_case.sweep, claim_case.judge, claim_case.point

local function nearest_of(judged)
	local n = judged.nearest
	return ("%s: %.4g %s %.4g"):format(judged.verdict, n.ratio, n.relation, n.limit)
end

-- The groups of 1000 and of 2000 faces have bands of their own; between them the wider side of each counts.
function t.noise_between_groups_is_that_of_both()
	local function verdict(a, b, limit, low, high)
		local m = sweep()
		for _, row in ipairs { low, high } do
			local twin = m:group(m:find(point(row[1], "a"), "here")[1]).twin
			twin.ratio_lo, twin.ratio_hi = row[2], row[3]
		end
		return claims.judge(m, "the claim", function (r)
			return r:below(point(a, "a"), point(b, "a"), { limit = limit })
		end).verdict
	end
	-- a: 1 ms at 1000 faces and 2 ms at 2000, each within 2 %: 0.5 [0.48, 0.52]
	local calm, wild = { 1000, 0.99, 1.01 }, { 2000, 0.8, 1.3 }
	expect.equal(verdict(1000, 2000, 0.6, calm, { 2000, 0.99, 1.01 }), "holds")
	expect.equal(verdict(1000, 2000, 0.6, calm, wild), "undecided")
	expect.equal(verdict(1000, 2000, 0.6, { 1000, 0.8, 1.01 }, { 2000, 0.99, 1.01 }), "undecided")
	expect.equal(verdict(1000, 2000, 0.6, { 1000, 0.99, 1.3 }, { 2000, 0.99, 1.01 }), "holds")
	expect.equal(verdict(1000, 2000, 0.4, { 1000, 0.8, 1.01 }, { 2000, 0.99, 1.01 }), "refuted")
	expect.equal(verdict(1000, 2000, 0.4, { 1000, 0.99, 1.3 }, { 2000, 0.99, 1.01 }), "undecided")
	expect.equal(verdict(1000, 2000, 0.4, calm, { 2000, 0.99, 1.3 }), "undecided")
end

-- A band does not shrink an interval, even where the twin's own does not reach 1.
function t.a_noise_band_holds_one()
	local m = sweep()
	local row = m.points[1]
	local twin = m:group(row).twin
	twin.ratio_lo, twin.ratio_hi = 1.02, 1.04
	local lo, hi = m:noise(row, "step_ms")
	expect.equal(lo, 1)
	expect.equal(hi, 1.04)
	twin.status = "crash"
	expect.equal(m:noise(row, "step_ms"), nil)
end

function t.what_may_miss_contacts_is_told()
	local function text(change)
		return judge(function (r) return r:below(point(2000, "a"), point(2000, "b")) end, change).text
	end
	expect.lacks(text(), "UN")
	expect.contains(text(function (def)
		def.groups[1].failed = { b = { detail = "UNSOUND: may miss contacts" } }
	end), "UNSOUND: ")
end

function t.the_ratio_nearest_its_limit_is_told()
	local function nearest(method, options)
		return nearest_of(judge(function (r) return r[method](r, point(2000, "b"), point(2000, "a"), options) end))
	end
	expect.equal(nearest("below", { limit = 2 }), "holds: 1.5 < 2")
	expect.equal(nearest("above"), "holds: 1.5 > 1")
	expect.equal(nearest("above", { limit = 2 }), "refuted: 1.5 > 2")
	expect.equal(nearest("at_most", { limit = 2 }), "holds: 1.5 < 2")
	expect.equal(nearest("at_least", { limit = 2 }), "refuted: 1.5 > 2")
	expect.equal(nearest("within", { lo = 1.4, hi = 4 }), "holds: 1.5 > 1.4")
	expect.equal(nearest("within", { lo = 0.1, hi = 1.6 }), "holds: 1.5 < 1.6")
	expect.equal(nearest("above", { limit = 1.5, column = "nb" }), "holds: 2 > 1.5")
	local function own(options) return nearest_of(judge(function (r) return r:refuted("so", options) end)) end
	expect.equal(own { ratio = 0.5, limit = 0.4 }, "refuted: 0.5 < 0.4")
	expect.equal(own { ratio = 0.5, least = 3 }, "refuted: 0.5 > 3")
	local function fact(is)
		return nearest_of(judge(function (r) return r:fact(is, "so", { ratio = 0.5, limit = 0.4 }) end))
	end
	expect.equal(fact(false), "refuted: 0.5 < 0.4")
	expect.equal(fact(true), "holds: 0.5 < 0.4")
	expect.error("fact takes true or false", fact, "so")
end

-- The limit of 10 ms ended c at 2000 faces, where a takes 2: c / a is at least 4.9, less the noise.
function t.a_time_limit_is_widened_by_noise_and_told()
	local function judged(method, limit, band)
		return judge(function (r) return r[method](r, point(2000, "c"), point(2000, "a"), { limit = limit }) end,
			function (def)
				def.band = band
				def.groups[1].failed = { c = { status = "timeout", censored = 1,
					detail = "over the time limit of 1 s: a timed pass, >= 10 ms a step" } }
			end)
	end
	expect.equal(nearest_of(judged("at_least", 4, 0.01)), "holds: 4.902 > 4")
	expect.equal(judged("at_least", 4, 0.5).verdict, "undecided")
	expect.equal(nearest_of(judged("at_most", 4, 0.01)), "refuted: 4.902 < 4")
	expect.equal(judged("at_most", 4, 0.5).verdict, "undecided")
	expect.equal(judged("at_most", 6, 0.01).verdict, "undecided")
end

-- A lower bound is only of a row that a limit ended.
function t.a_text_about_a_limit_is_no_bound_by_itself()
	local row = { status = "timeout", censored = 1, detail = "a timed pass, >= 10 ms a step" }
	expect.equal(measured.lower_bound(row, "step_ms"), 10)
	expect.equal(measured.lower_bound(row, "build_ms"), nil)
	row.censored = 0
	expect.equal(measured.lower_bound(row, "step_ms"), nil)
end

function t.only_true_and_false_are_answers()
	for _, answer in ipairs { 1, "holds", {} } do
		expect.error("a claim answers with a verdict, true or false", judge, function () return answer end)
	end
	for _, limit in ipairs { 0, -1 } do
		expect.error("above: limit is 0 or less", judge, function (r)
			return r:above(point(2000, "a"), point(2000, "b"), { limit = limit })
		end)
	end
end

-- -s gave two values to a key that has one in the scenario.
function t.points_that_the_command_line_split_are_no_mistake()
	local judged = judge(function (r)
		return r:below({ faces = 2000, algorithm = "a" }, { faces = 2000, algorithm = "b" })
	end, function (def)
		def.columns, def.settings = { "faces", "eps" }, { eps = { "1", "2" } }
		def.groups = {
			{ params = { faces = 2000, eps = 1 }, times = { a = 1.0, b = 2.0, c = 3.0 } },
			{ params = { faces = 2000, eps = 2 }, times = { a = 1.0, b = 2.0, c = 3.0 } },
		}
	end)
	expect.equal(judged.verdict, "undecided")
	expect.contains(judged.text, "2 points have algorithm=a, faces=2000, as -s gave several values of eps")
end

-- ---- growth ----

-- c grows by 0.1 ms per 1,000 faces, a by 1.
function t.noise_leaves_growth_open_on_both_sides()
	local function judged(a, b, change)
		return judge(function (r) return r:grows_less({ algorithm = a }, { algorithm = b }, "faces", 1000) end,
			change)
	end
	local function with_twins(a, b, lo, hi)
		local m = sweep()
		for _, group in ipairs(m.groups) do group.twin.ratio_lo, group.twin.ratio_hi = lo, hi end
		return claims.judge(m, "the claim", function (r)
			return r:grows_less({ algorithm = a }, { algorithm = b }, "faces", 1000)
		end)
	end
	expect.equal(judged("a", "c").verdict, "refuted")
	expect.equal(judged("a", "c", function (def) def.band = 0.5 end).verdict, "undecided")
	expect.contains(judged("a", "c", function (def) def.band = 0.5 end).text, "inside the A/A noise")
	-- the wider side of a band counts
	expect.equal(with_twins("c", "a", 0.99, 1.01).verdict, "holds")
	expect.equal(with_twins("c", "a", 0.5, 1.01).verdict, "undecided")
	expect.equal(with_twins("c", "a", 0.99, 1.5).verdict, "undecided")
end

-- Each algorithm has its place in the groups of both ends, which may be of different groups.
function t.the_noise_of_each_side_of_a_growth_counts()
	local m = sweep(function (def)
		def.columns = { "faces", "moving" }
		def.groups = {
			{ params = { faces = 1000, moving = "a" }, times = { a = 1.0, b = 1.0, c = 1.0 } },
			{ params = { faces = 4000, moving = "a" }, times = { a = 2.0, b = 2.0, c = 2.0 } },
			{ params = { faces = 1000, moving = "b" }, times = { a = 1.0, b = 1.0, c = 1.0 } },
			{ params = { faces = 4000, moving = "b" }, times = { a = 4.0, b = 4.0, c = 4.0 } },
		}
	end)
	local function verdict(wild)
		for i, group in ipairs(m.groups) do
			group.twin.ratio_lo, group.twin.ratio_hi = i == wild and 0.3 or 0.99, 1.01
		end
		return claims.judge(m, "the claim", function (r)
			return r:grows_less({ algorithm = "a", moving = "a" }, { algorithm = "a", moving = "b" }, "faces", 1000)
		end).verdict
	end
	expect.equal(verdict(nil), "holds")
	expect.equal(verdict(2), "undecided")
	expect.equal(verdict(4), "undecided")
end

-- What was read of a preempted group stays so, whatever is compared afterwards.
function t.a_comparison_does_not_clear_what_was_read_before()
	local m = sweep()
	m:find(point(4000, "a"), "here")[1].disturbed = 1
	local judged = claims.judge(m, "the claim", function (r)
		local value = r:value(point(4000, "a"))
		return r:below(point(2000, "a"), point(2000, "b")).verdict == "holds" and value > 0
	end)
	expect.equal(judged.verdict, "undecided")
	expect.contains(judged.text, "others had the core")
end

-- Samples of b alone were preempted.
function t.a_growth_with_preempted_samples_has_no_interval()
	local m, seen = sweep(), {}
	for _, row in ipairs(m.points) do
		if row.algorithm == "b" and row.faces == 4000 then row.disturbed = 1 end
	end
	for a, b in pairs { a = "b", b = "a" } do
		local judged = claims.judge(m, "the claim", function (r)
			seen[a] = r:growth({ algorithm = a }, "faces", 1000)
			return r:grows_less({ algorithm = a }, { algorithm = b }, "faces", 1000)
		end)
		expect.equal(judged.verdict, "undecided")
		expect.contains(judged.text, "others had the core")
	end
	expect.equal(seen.b.lo, nil)
	expect.equal(seen.a.lo ~= nil, true)
end

-- a grows as faces^1 [0.97, 1.03]: a wide band leaves open whether that is above 1.05 or below 0.95.
function t.noise_leaves_a_power_outside_open()
	local function verdict(lo, hi, band)
		return judge(function (r) return r:grows_as({ algorithm = "a" }, "faces", { lo = lo, hi = hi }) end,
			function (def) def.band = band end).verdict
	end
	expect.equal(verdict(1.05, 2, 0.001), "refuted")
	expect.equal(verdict(1.05, 2, 0.1), "undecided")
	expect.equal(verdict(0.1, 0.95, 0.001), "refuted")
	expect.equal(verdict(0.1, 0.95, 0.1), "undecided")
end

-- Logarithms are rounded: some of these powers come out a little beside the whole number.
function t.a_power_is_itself_in_spite_of_rounding()
	for power = 1, 7 do
		local m = sweep()
		for _, row in ipairs(m.points) do row.nb = (row.faces // 1000 * 7) ^ power end
		for _, row in ipairs(m.points) do row.faces = row.faces // 1000 * 7 end
		expect.equal(claims.judge(m, "the claim", function (r)
			return r:grows_as({ algorithm = "a" }, "faces", { lo = power, hi = power, column = "nb" })
		end).verdict, "holds", power)
	end
end

-- ---- groups that are missing ----

local READINGS = { { name = "key", key = "key", of = { "b" }, ours = "0", others = { "1" },
	open = "what key is", alternatives = { { id = "key=1", by = { b = { kind = "b", params = "key=1" } } } } } }

-- A run of two groups with a reading. lost: the numbers of the groups that are missing.
local function partial(lost, change)
	local def = { columns = { "faces" }, algorithms = { "a", "b" }, groups = {
		{ params = { faces = 1000 }, times = { a = 1.0, b = 2.0 } },
		{ params = { faces = 2000 }, times = { a = 2.0, b = 4.0 } },
	}, alternatives = { { id = "key=1", of = "b", times = { 3.0, 3.0 } } } }
	local spec, env = fixture.host(def, { readings = READINGS })
	if change then change(env) end
	local ids = {}
	for _, number in ipairs(lost) do ids[coverage.id(env.plan, env.plan.groups[number])] = true end
	env.coverage = { numbers = lost, ids = ids, whole = 2, why = "lost", needed = function () return {} end }
	return measured.new(spec, env), env
end

local function at_1000(r) return r:below(point(1000, "a"), point(1000, "b")) end
local function at_both(r) return r:all { at_1000(r), r:below(point(2000, "a"), point(2000, "b")) } end

local function covered(m, claim, reading)
	local judged = claims.judge(m, "the claim", claim, reading)
	return ("%s, %d of %d, %s"):format(judged.verdict, judged.missing, judged.groups, judged.lacks or "whole")
end

function t.without_a_group_that_it_needs_a_claim_is_undecided()
	local m, env = partial { 2 }
	expect.equal(covered(m, at_1000), "holds, 0 of 1, whole")
	expect.equal(covered(m, at_both), "undecided, 1 of 2, 1 of 2 groups missing")
	expect.equal(claims.judge(m, "the claim", at_both).nearest, nil)
	expect.equal(coverage.missing(env), 1)
	expect.equal(coverage.missing {}, 0)
	-- what is counted needs its groups too
	expect.equal(covered(m, function (r) return #r:values "steps" == 1 end),
		"undecided, 1 of 2, 1 of 2 groups missing")
	-- and so do points that the claim would ask for if they were there
	env.coverage.needed = function (name, claim, reading)
		expect.equal(name, "the claim")
		expect.equal(claim, at_1000)
		expect.equal(reading, nil)
		return env.coverage.ids
	end
	expect.equal(covered(m, at_1000), "undecided, 1 of 2, 1 of 2 groups missing")
end

-- Under a reading the claim needs the groups of the rows that stand for the scenario's own.
function t.a_reading_needs_its_own_groups()
	local m = partial({ 2 }, function (env)
		local other = env.plan.groups[2].algorithms
		table.insert(other, table.remove(env.plan.groups[1].algorithms)) -- as a reading of the scene has it
	end)
	expect.equal(covered(m, at_1000), "holds, 0 of 1, whole")
	expect.equal(covered(m, at_1000, "key=1"), "undecided, 1 of 2, 1 of 2 groups missing")
end

function t.a_point_that_was_not_reached_is_missing()
	expect.equal(coverage.is_missing { status = "missing" }, true)
	expect.equal(coverage.is_missing { status = "skipped", detail = "stopped before it began" }, true)
	expect.equal(coverage.is_missing { status = "skipped", detail = "it was stopped before" }, false)
	expect.equal(coverage.is_missing { status = "timeout", detail = "stopped before it began" }, false)
end

-- The second machine of a merged run has numbers of its own for the same points.
function t.machines_share_the_places_of_the_plan()
	local merged = { merged = { whole = { points = 4 } } }
	local places = {}
	for point_number = 1, 9 do places[point_number] = coverage.place(merged, point_number) end
	expect.equal(table.concat(places, " "), "1 2 3 4 1 2 3 4 1")
	expect.equal(coverage.place({}, 9), 9)
end

function t.the_matrix_tells_every_flip_and_what_is_missing()
	local m = partial { 2 }
	local function line(claim) return matrix.judge(m, { c = claim }, { "c" }) end
	local text = matrix.csv(m, line(at_both))
	expect.contains(text, "c,undecided,")
	expect.contains(text, ",,2,1,0,,,\n")
	text = matrix.csv(m, line(function (r)
		return r:above(point(1000, "b"), point(1000, "a"))
	end))
	expect.contains(text, "c,holds,2,1,>,holds,3,1,>,,1,0,0,,,\n")
	local flipped = matrix.csv(m, line(function (r) -- undecided by itself, and refuted where b takes 3 ms
		return r:value(point(1000, "b")) > 2.5 and r:refuted "" or r:undecided ""
	end))
	expect.contains(flipped, "key=1: refuted")
	local cells = matrix.section(m, line(function (r)
		return r:above(point(1000, "b"), point(1000, "a"))
	end))[2].rows[1]
	expect.equal(cells[2].raw, "holds 2.00 (> 1)")
end

return t
