-- Verdicts by themselves: which ratio is told beside them, what makes several one, and where a ratio with an
-- interval stands to a limit.
local expect = require "expect"
local ratio_verdicts = require "claims.ratio_verdicts"
local verdicts = require "claims.verdicts"

local t = {}

local function shown(n) return n and ("%g %s %g"):format(n.ratio, n.relation, n.limit) or "none" end

function t.a_ratio_and_its_limit_are_positive()
	expect.equal(shown(verdicts.nearest(2, 1, "<")), "2 < 1")
	for _, pair in ipairs { { 0, 1 }, { -2, 1 }, { math.huge, 1 }, { 0 / 0, 1 }, { 2, 0 }, { 2, -1 },
		{ 2, math.huge }, {} } do
		expect.equal(verdicts.nearest(pair[1], pair[2], "<"), nil)
	end
end

-- By how many times, up or down: 0.5 is further from 1 than 1.9 is.
function t.the_nearer_ratio_is_nearer_by_its_factor()
	local far, near = verdicts.nearest(0.5, 1, "<"), verdicts.nearest(1.9, 1, "<")
	expect.equal(verdicts.nearer(far, near), near)
	expect.equal(verdicts.nearer(near, far), near)
	expect.equal(verdicts.nearer(nil, far), far)
	expect.equal(verdicts.nearer(far, nil), far)
	expect.equal(verdicts.nearer(nil, nil), nil)
end

function t.an_inverted_verdict_is_of_the_reciprocal()
	local v = verdicts.new("undecided", "text", verdicts.nearest(0.5, 0.8, "<"))
	verdicts.opened(v, "why", 1, 2)
	local inverted = verdicts.inverted(v)
	expect.equal(tostring(inverted), "undecided: text")
	expect.equal(shown(inverted.nearest), "2 > 1.25")
	expect.equal(inverted.open, v.open)
	expect.equal(shown(verdicts.inverted(inverted).nearest), "0.5 < 0.8")
	local bare = verdicts.new("holds", "text")
	expect.equal(verdicts.inverted(bare), bare)
end

-- Of several the ratio is the nearest of those that decided.
function t.of_several_those_that_decided_are_told()
	local function all(...)
		local list = {}
		for i, one in ipairs { ... } do list[i] = verdicts.new(one[1], "", verdicts.nearest(one[2], 1, "<")) end
		return shown(verdicts.all(list).nearest)
	end
	expect.equal(all({ "holds", 0.5 }, { "holds", 0.9 }, { "holds", 0.8 }), "0.9 < 1")
	expect.equal(all({ "holds", 0.99 }, { "refuted", 3 }, { "refuted", 2 }, { "undecided", 1 }), "2 < 1")
	expect.equal(all({ "holds", 0.99 }, { "undecided", 0.9 }), "0.9 < 1")
end

-- Of those that are open the hardest is told: what rounds do not decide, and then what most of them do.
function t.what_is_open_is_counted_and_the_hardest_told()
	local function open(...)
		local list = { verdicts.new "holds" }
		for i, one in ipairs { ... } do
			list[i + 1] = verdicts.opened(verdicts.new "undecided", one[1], one[2], one[3])
		end
		local o = verdicts.all(list).open
		return ("%d of %d: %s %s"):format(o.count, o.total, o.why, o.factor and ("%g"):format(o.factor) or "none")
	end
	expect.equal(open({ "a", 1, 2 }, { "b", 1, 3 }, { "c", 2, 2 }), "3 of 4: b 9")
	expect.equal(open({ "a" }, { "b", 1, 3 }), "2 of 3: a none")
	expect.equal(open({ "b", 1, 3 }, { "a" }), "2 of 3: a none")
	expect.equal(open({ "b", 0, 3 }), "1 of 2: b inf")
	expect.equal(verdicts.all({ verdicts.new "holds" }).open, nil)
end

-- ---- one ratio ----

-- A ratio with an interval, which the noise widens.
local function ratio(lo, median, hi, noise, more)
	local r = { lo = lo, median = median, hi = hi, wide_lo = lo, wide_hi = hi, no_interval = "too few" }
	if noise then
		r.noise_lo, r.noise_hi = 1 - noise, 1 + noise
		r.wide_lo, r.wide_hi = lo / r.noise_hi, hi / r.noise_lo
	end
	for key, value in pairs(more or {}) do r[key] = value end
	return r
end

local function against(r, limit, relation)
	local v = ratio_verdicts.interval(r, limit, "r", relation)
	return ("%s, %s%s"):format(v.verdict, shown(v.nearest), v.open and ", " .. v.open.why or ""), v
end

function t.the_whole_interval_is_on_one_side()
	for relation, wanted in pairs {
		["<"] = { "holds, 0.8 < 1", "refuted, 1.2 < 1", "undecided, 1 < 1, interval holds the limit" },
		["<="] = { "holds, 0.8 < 1", "refuted, 1.2 < 1", "undecided, 1 < 1, interval holds the limit" },
		[">="] = { "refuted, 0.8 > 1", "holds, 1.2 > 1", "undecided, 1 > 1, interval holds the limit" },
	} do
		expect.equal(against(ratio(0.7, 0.8, 0.9), 1, relation), wanted[1], relation)
		expect.equal(against(ratio(1.1, 1.2, 1.3), 1, relation), wanted[2], relation)
		expect.equal(against(ratio(0.9, 1, 1.1), 1, relation), wanted[3], relation)
	end
	expect.equal(against(ratio(nil, 0.8, nil), 1, "<"), "undecided, 0.8 < 1, too few")
end

-- What encloses a value may touch the limit, the interval of a time may not.
function t.bounds_may_touch_and_intervals_may_not()
	local timed = { is_time = true }
	expect.equal(against(ratio(0.5, 0.8, 1), 1, "<="), "holds, 0.8 < 1")
	expect.equal(against(ratio(1, 1.2, 1.5), 1, ">="), "holds, 1.2 > 1")
	expect.equal(against(ratio(0.5, 0.8, 1), 1, "<"):match "^%a+", "undecided")
	expect.equal(against(ratio(0.5, 0.8, 1, nil, timed), 1, "<="):match "^%a+", "undecided")
	expect.equal(against(ratio(1, 1.2, 1.5, nil, timed), 1, ">="):match "^%a+", "undecided")
end

-- Noise is what leaves open what the interval alone decides, on either side; at 1 all of it is.
function t.noise_is_told_where_it_decides()
	local what, v = against(ratio(0.96, 0.97, 0.98, 0.05), 1, "<")
	expect.equal(what, "undecided, 0.97 < 1, inside the noise")
	expect.contains(v.text, "inside the A/A noise [0.950, 1.050]")
	what, v = against(ratio(1.26, 1.28, 1.3, 0.05), 1.25, "<")
	expect.equal(what, "undecided, 1.28 < 1.25, inside the noise")
	expect.contains(v.text, "within the A/A noise [0.950, 1.050] of the limit")
	expect.equal(against(ratio(1.2, 1.22, 1.24, 0.05), 1.25, "<"), "undecided, 1.22 < 1.25, inside the noise")
	what, v = against(ratio(1.2, 1.25, 1.3, 0.05), 1.25, "<")
	expect.equal(what, "undecided, 1.25 < 1.25, interval holds the limit")
	expect.lacks(v.text, "noise")
	expect.contains(select(2, against(ratio(0.99, 1, 1.01, 0.05), 1, "<")).text, "inside the A/A noise")
end

-- ln(1.1 / 0.9) over ln(1 / 0.9): so many times further than the limit the interval reaches.
function t.more_rounds_bring_the_interval_to_the_limit()
	local function factor(lo, median, hi)
		return select(2, against(ratio(lo, median, hi), 1, "<")).open.factor
	end
	expect.near(factor(0.8, 0.9, 1.1), (math.log(1.1 / 0.9) / math.log(1 / 0.9)) ^ 2)
	expect.near(factor(0.8, 1.1, 1.2), (math.log(1.1 / 0.8) / math.log(1.1)) ^ 2)
end

-- 0.58 as a quotient and as a decimal are one number; 50 times it is less than 29, by rounding.
function t.exact_values_are_compared_as_quotients()
	local function exact(a, b, limit, relation)
		local v = ratio_verdicts.exact(a, b, limit, "r", relation)
		return v.verdict .. ", " .. shown(v.nearest)
	end
	local a, b, limit = 29, 50, 0.58
	expect.equal(a / b == limit and limit * b < a, true) -- else this tests nothing
	expect.equal(exact(a, b, limit, "<="), "holds, 0.58 < 0.58")
	expect.equal(exact(a, b, limit, ">="), "holds, 0.58 > 0.58")
	expect.equal(exact(a, b, limit, "<"), "refuted, 0.58 < 0.58")
	expect.equal(exact(1, 0, 5, ">="), "holds, none")
	expect.equal(exact(0, 0, 5, "<"), "refuted, none")
end

-- 1 is not below -2, though 1 / -2 is below 1; and -3 is, though -3 / -2 is not.
function t.values_below_zero_are_compared_by_size()
	local function exact(a, b, limit, relation)
		local v = ratio_verdicts.exact(a, b, limit, "r", relation)
		return v.verdict .. ", " .. shown(v.nearest)
	end
	expect.equal(exact(1, -2, 1, "<"), "refuted, none")
	expect.equal(exact(-3, -2, 1, "<"), "holds, none")
	expect.equal(exact(-3, -2, 2, "<="), "refuted, none")
	expect.equal(exact(-3, -2, 2, ">="), "holds, none")
	expect.equal(exact(-3, 2, 1, "<"), "holds, none")
	expect.equal(ratio_verdicts.exact_text(1, -2), ": 1 against -2")
	local function within(a, b, lo, hi)
		return ratio_verdicts.within_exactly(a, b, { lo = lo, hi = hi }, "r").verdict
	end
	expect.equal(within(-3, -2, 1, 2), "holds") -- between -2 and -4
	expect.equal(within(-5, -2, 1, 2), "refuted")
	expect.equal(within(3, -2, 1, 2), "refuted")
end

return t
