-- What a run's rows say: which answers are compared, what confirms a point, what is paired, and which values
-- have no interval.
local disturbed = require "data.disturbed"
local expect = require "expect"
local fixture = require "fixture"
local measured = require "data.measured"

local t = {}

-- One group of a and b, and brute force beside it.
local function run(change)
	local def = { columns = { "faces" }, algorithms = { "a", "b" }, groups = {
		{ params = { faces = 1000 }, times = { a = 1.0, b = 2.0 } },
		{ params = { faces = 2000 }, times = { a = 2.0, b = 4.0 } },
	} }
	if change then change(def) end
	local spec, env = fixture.host(def, {})
	return measured.new(spec, env)
end

function t.only_answers_that_are_exact_and_checked_are_compared()
	local function answer(fields)
		local row = { status = "ok", query = "all", hash = "h" }
		for name, value in pairs(fields) do row[name] = value end
		return measured.answer(row)
	end
	expect.equal(answer {}, "h")
	expect.equal(answer { status = "crash" }, nil)
	expect.equal(answer { detail = "UNCHECKED" }, nil)
	expect.equal(answer { detail = "UNSOUND: may miss contacts" }, nil)
	expect.equal(answer { extra_pairs = 0, missed_pairs = 0 }, "h")
	expect.equal(answer { extra_pairs = 1, missed_pairs = 0 }, nil)
	expect.equal(answer { extra_pairs = 0, missed_pairs = 1 }, nil)
	expect.equal(answer { query = "approach", steps = 1, first_contact = 0.5 }, "at 0.5")
	expect.equal(answer { query = "approach", steps = 1 }, "nowhere")
	expect.equal(answer { query = "approach" }, nil)
end

-- Brute force with a broad phase or root lists leaves out pairs: it is no reference.
function t.the_reference_looks_at_everything()
	expect.equal(measured.is_oracle { kind = "brute", query = "all" }, true)
	expect.equal(measured.is_oracle { kind = "brute", query = "all", brute_broad = "sap" }, false)
	expect.equal(measured.is_oracle { kind = "brute", query = "all", brute_roots = "boxes" }, false)
	expect.equal(measured.is_oracle { kind = "aabb", query = "all" }, false)
	expect.equal(measured.is_oracle { kind = "pairs", query = "boxes" }, true)
	expect.equal(measured.is_oracle { kind = "brute", query = "boxes" }, false)
end

-- A point is confirmed by brute force beside it or among the group's algorithms, or by a second algorithm.
function t.a_point_alone_is_unchecked()
	local function unchecked(change, after)
		local m = run(change)
		if after then after(m.groups[1]) end
		return m:is_unchecked(m.points[1])
	end
	local function alone(group) group.points[2].status = "crash" end
	local function no_brute(def) def.check = false end
	expect.equal(unchecked(), false)
	expect.equal(unchecked(nil, alone), false) -- brute force counted beside it
	expect.equal(unchecked(no_brute), false) -- b answers too
	expect.equal(unchecked(no_brute, alone), true)
	expect.equal(unchecked(nil, function (group)
		alone(group)
		group.check.status = "timeout"
	end), true)
	expect.equal(unchecked(no_brute, function (group)
		alone(group)
		group.points[1].kind = "brute"
	end), false)
	expect.equal(unchecked(function (def) def.plan_check = "none" end), true)
	expect.equal(unchecked(nil, function (group) group.points[1].detail = "UNCHECKED" end), true)
end

-- Rounds of one point alone are left out, whichever of the two lacks them.
function t.rounds_are_paired_from_both_sides()
	local m, kept = run(), {}
	for _, sample in ipairs(m.env.samples()) do
		local lacks = sample.point == 1 and sample.round <= 4 or sample.point == 2 and sample.round > 9
		if not lacks then kept[#kept + 1] = sample end
	end
	m.env.samples = function () return kept end
	for _, order in ipairs { { 1, 2 }, { 2, 1 } } do
		local a, b, sessions = m:paired(m.points[order[1]], m.points[order[2]], "step_ms")
		expect.equal(#a, 5)
		expect.equal(#b, 5)
		expect.equal(#sessions, 5)
		for i = 1, 5 do expect.near(b[i] / a[i], order[2] / order[1]) end
	end
end

-- Eleven rounds in six sessions. Of a point those on a quiet core count alone if each of the six has one.
function t.quiet_rounds_count_alone()
	local function counting(is_slow)
		local m = run()
		for _, sample in ipairs(m.env.samples()) do
			sample.quiet = not (sample.point == 1 and is_slow(sample.round)) and 1 or 0
		end
		local times, sessions = m:times(m.points[1], "step_ms")
		expect.equal(#times, #sessions)
		local others, pairs = m:times(m.points[2], "step_ms"), m:paired(m.points[2], m.points[1], "step_ms")
		expect.equal(#m:paired(m.points[2], m.points[1], "step_ms", true), 11)
		return ("%d %d %d"):format(#times, #others, #pairs)
	end
	expect.equal(counting(function (round) return round % 2 == 1 and round < 11 end), "6 11 6")
	expect.equal(counting(function (round) return round % 2 == 1 end), "11 11 11") -- the sixth session has none
end

-- Where quiet samples count, they are as they were measured; else the error of what is left out is in them.
function t.quiet_samples_are_as_measured()
	local function first(is_quiet)
		local m = run()
		for _, sample in ipairs(m.env.samples()) do
			sample.quiet, sample.taken = is_quiet(sample.round) and 1 or 0, 0.5
		end
		local a, b = m:paired(m.points[2], m.points[1], "step_ms")
		return { m:times(m.points[1], "step_ms")[1], b[1], a[1] / b[1] }
	end
	local as_they_are = first(function () return false end)
	local quiet = first(function (round) return round ~= 2 end)
	local all = first(function () return true end) -- nothing is chosen: of a program that had no choice
	expect.near(all[1] / as_they_are[1], 1)
	expect.near(quiet[1] / as_they_are[1], 2)
	expect.near(quiet[2] / as_they_are[2], 2)
	expect.near(quiet[3] / as_they_are[3], 1)
end

-- Between nothing and what may be nothing any ratio lies.
function t.ratios_with_nothing()
	local m = run(function (def)
		def.more_columns = { "tau", "tau_lo", "tau_hi" }
		def.groups[1].failed = { a = { tau = 0.0, tau_lo = 0.0, tau_hi = 0.0, nb = 5 },
			b = { tau = 0.5, tau_lo = 0.0, tau_hi = 1.0, nb = 0 } }
	end)
	local a, b = m.points[1], m.points[2]
	local ratio, lo, hi = m:ratio(a, b, "tau")
	expect.equal(ratio, 0.0)
	expect.equal(lo, 0.0)
	expect.equal(hi, math.huge)
	expect.equal(m:ratio(a, b, "nb"), nil)
	expect.equal(m:ratio(b, a, "nb"), 0.0)
end

-- Samples that were preempted concern the times of steps, and what is made of these.
function t.what_was_preempted_has_no_interval()
	local function derived(name, is_sampled)
		return function (m) m.derived[name] = { is_sampled = is_sampled } end
	end
	local function sampled(column, change)
		local m = run()
		if change then change(m) end
		return disturbed.is_sampled(m, column)
	end
	expect.equal(sampled "step_ms", true)
	expect.equal(sampled "step_ms_lo", true)
	expect.equal(sampled "build_ms", false)
	expect.equal(sampled "nb", false)
	expect.equal(sampled("mine", derived("mine", true)), true)
	expect.equal(sampled("step_ms_of_counts", derived("step_ms_of_counts", false)), false)
	local m = run()
	expect.equal(disturbed.is(m, { disturbed = 1 }, "step_ms"), true)
	expect.equal(disturbed.is(m, { disturbed = 0 }, "step_ms"), false)
	expect.equal(disturbed.is(m, {}, "step_ms"), false)
end

-- Counts and hashes are what verify and machines compare; times and what names a row are not.
function t.counted_columns_are_those_that_repeat()
	local names = measured.counted { "scenario", "point", "algorithm", "hash", "nb", "contacts", "step_ms",
		"build_ms", "ratio_to_first" }
	expect.equal(table.concat(names, " "), "hash nb contacts")
end

return t
