local claim_case = require "claim_case"
local expect = require "expect"

local t = {}

local judge = claim_case.judge
local A, B = { algorithm = "a" }, { algorithm = "b" }

local function score(where, a, b, change)
	local found
	local judged = judge(function (r)
		found = r:score(where, a, b)
		return true
	end, change)
	return found, judged
end

local function failed(algorithm, values)
	return function (def)
		def.more_columns = { "missed_pairs", "extra_pairs" }
		def.groups[1].failed = { [algorithm] = values }
	end
end

-- b / a is 1.5, 1 and 2.25 in the three groups.
function t.a_score_is_the_geometric_mean_of_the_groups_ratios()
	local all = score({}, B, A)
	expect.near(all.median, (1.5 * 1 * 2.25) ^ (1 / 3))
	expect.equal(all.groups, 3)
	expect.equal(all.lo <= all.median and all.median <= all.hi, true)
	expect.near(score({ faces = { 1000, 4000 } }, B, A).median, 2.25 ^ 0.5)
	expect.near(score({}, A, B).median, 1 / all.median)
end

function t.of_several_rows_the_least_of_each_group_counts()
	local least = score({}, { algorithm = { "b", "c" } }, A)
	expect.near(least.median, (2.001 / 2 * 1 * 2.2 / 4) ^ (1 / 3))
	local without = score({}, { algorithm = { "b", "c" } }, A, failed("c", { status = "timeout" }))
	expect.near(without.median, (1.5 * 1 * 2.2 / 4) ^ (1 / 3))
	local wrong = score({}, { algorithm = { "b", "c" } }, A, failed("c", { missed_pairs = 1 }))
	expect.near(wrong.median, without.median)
	local judged = judge(function (r)
		return r:score_at_most({}, { algorithm = { "b", "c" } }, A, { limit = 2 })
	end)
	expect.contains(judged.text, "b|c / a = 0.819")
end

function t.scores_are_held_against_limits()
	local function verdict(method, limit)
		return judge(function (r) return r[method](r, {}, B, A, { limit = limit }) end)
	end
	expect.equal(verdict("score_at_least", 1.3).verdict, "holds")
	expect.equal(verdict("score_at_least", 1.7).verdict, "refuted")
	expect.equal(verdict("score_at_least", 1.5).verdict, "undecided")
	expect.equal(verdict("score_at_most", 1.7).verdict, "holds")
	expect.equal(verdict("score_at_most", 1.3).verdict, "refuted")
	expect.contains(verdict("score_at_least", 1.7).text, "b / a = 1.5")
	expect.contains(verdict("score_at_least", 1.7).text,
		"over 3 groups ([0.55, 4.11] as a sample), wanted at least 1.7")
end

-- The three ratios are 1.5, 1 and 2.25: as a sample they leave open what they decide about themselves.
function t.groups_may_be_a_sample_of_others()
	local function verdict(method, limit, change)
		return judge(function (r) return r[method](r, {}, B, A, { limit = limit, groups = "sample" }) end, change)
	end
	expect.equal(verdict("score_at_least", 1.3).verdict, "undecided")
	expect.equal(verdict("score_at_least", 0.5).verdict, "holds")
	expect.equal(verdict("score_at_least", 4.5).verdict, "refuted")
	expect.equal(verdict("score_at_most", 4.5).verdict, "holds")
	expect.contains(verdict("score_at_most", 4.5).text, "b / a = 1.50 [0.55, 4.11] over 3 groups as a sample")
	local few = verdict("score_at_least", 0.5, function (def) table.remove(def.groups) end)
	expect.equal(few.verdict, "undecided")
	expect.contains(few.text, "fewer than 3 groups are no sample")
	local bare = verdict("score_at_least", 0.5, function (def) def.rounds = 3 end)
	expect.equal(bare.verdict, "undecided")
	expect.error("groups is 'smaple', not 'sample'", function ()
		judge(function (r) return r:score_at_least({}, B, A, { groups = "smaple" }) end)
	end)
	local counts = judge(function (r)
		return r:score_at_most({}, B, A, { column = "nb", limit = 20, groups = "sample" })
	end)
	expect.equal(counts.verdict, "holds")
end

-- b / a is 1.5 over three groups, with no interval to speak of; the noise of each group goes either way.
function t.noise_widens_a_score()
	local function verdict(limit, band)
		return judge(function (r) return r:score_at_least({}, B, A, { limit = limit }) end,
			function (def) def.band, def.spread = band, 0.001 end).verdict
	end
	expect.equal(verdict(1.45, 0.01), "holds")
	expect.equal(verdict(1.45, 0.05), "undecided")
	expect.equal(verdict(1.55, 0.01), "refuted")
	expect.equal(verdict(1.55, 0.05), "undecided")
end

function t.what_is_missing_or_wrong_leaves_a_score_undecided()
	local function told(where, a, b, change)
		local judged = judge(function (r) return r:score_at_least(where, a, b) end, change)
		expect.equal(judged.verdict, "undecided")
		return judged.text
	end
	expect.contains(told({}, B, A, failed("b", { status = "timeout" })), "timeout")
	expect.contains(told({}, B, A, failed("a", { status = "timeout" })), "timeout")
	expect.contains(told({}, B, A, failed("a", { extra_pairs = 2 })), "its answer is not exact")
	expect.contains(told({ faces = 3000 }, B, A), "no point of this run has")
end

-- tau is enclosed: 1.5 times as much at least in each group, and 3 times at most.
function t.a_score_of_enclosed_values_has_their_bounds()
	local function enclosed(def)
		def.more_columns = { "tau", "tau_lo", "tau_hi" }
		for _, group in ipairs(def.groups) do
			group.failed = { a = { tau = 1.0, tau_lo = 1.0, tau_hi = 1.0 },
				b = { tau = 2.0, tau_lo = 1.5, tau_hi = 3.0 } }
		end
	end
	local function verdict(limit)
		return judge(function (r) return r:score_at_least({}, B, A, { column = "tau", limit = limit }) end,
			enclosed).verdict
	end
	expect.equal(verdict(1.2), "holds")
	expect.equal(verdict(1.9), "undecided")
	expect.equal(verdict(3), "refuted")
end

function t.a_baseline_of_several_rows_is_an_error()
	expect.error("name also", function ()
		judge(function (r) return r:score_at_least({}, A, { algorithm = { "b", "c" } }) end)
	end)
end

return t
