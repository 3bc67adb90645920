-- Claims over a population: rows of drawn.csv, made up.
local claim_case = require "claim_case"
local claims = require "claims.claims"
local drawn_rows = require "data.drawn_rows"
local expect = require "expect"
local fake_engine = require "fake_engine"
local lists = require "base.lists"
local population = require "report.population"
local refutability = require "claims.refutability"

local STUDENT_29 = 2.045230

local t = {}

local point = claim_case.point

-- A pair of the first group, whose points are a, b, c: 1, 2, 3.
local function pair(role, a, b, ratio, half, share, share_half)
	return { role = role, point = a, over_point = b, instances = 1000, timed = 132, drawn_ratio = ratio,
		drawn_ratio_lo = half and ratio / half, drawn_ratio_hi = half and ratio * half, timed_ratio = ratio,
		counted_ratio_lo = half and ratio / half, counted_ratio_hi = half and ratio * half,
		ratio_p05 = ratio / 2, ratio_p95 = ratio * 2, ratio_most = ratio * 3, most_instance = 713,
		faster_share = share, faster_share_lo = half and share - share_half,
		faster_share_hi = half and share + share_half }
end

local function with(...)
	local rows = { ... }
	return function (def) def.drawn = rows end
end

local twin = pair("aa", 1, 1, 1, 1.02, 0.5, 0.3)

local function judge(method, options, ...)
	local judged = claim_case.judge(function (r)
		return r[method](r, point(2000, "a"), point(2000, "b"), options)
	end, with(...))
	return judged.verdict, judged.text
end

local function over(limit) return { over = "drawn", limit = limit } end

function t.ratios_over_the_population_have_verdicts()
	local fast, slow = pair("point", 1, 2, 0.8, 1.05, 0.95, 0.02), pair("point", 2, 1, 1.25, 1.05, 0.05, 0.02)
	expect.equal(judge("below", over(), fast, twin), "holds")
	expect.equal(judge("above", over(), fast, slow, twin), "refuted")
	expect.equal(judge("at_most", over(0.8), fast, twin), "undecided")
	expect.equal(judge("at_least", over(0.9), fast, twin), "refuted")
	expect.contains(select(2, judge("below", over(0.5), fast, twin)),
		"a / b = 0.800 [0.762, 0.840] over the population (1000 counted, 132 timed), wanted below 0.500")
end

-- The twin is as much of an equal as there is: what does not stand out of its interval is no difference.
function t.the_twin_widens_the_interval()
	local near = pair("point", 1, 2, 0.97, 1.02, 0.6, 0.1)
	expect.equal(judge("below", over(), near, pair("aa", 1, 1, 1, 1.001, 0.5, 0.3)), "holds")
	local verdict, text = judge("below", over(), near, twin)
	expect.equal(verdict, "undecided")
	expect.contains(text, "inside the A/A noise")
	expect.equal(judge("at_least", over(), pair("point", 1, 2, 1.03, 1.02, 0.4, 0.1), twin), "undecided")
	expect.contains(select(2, judge("below", over(), near)), "A/A noise not known")
end

function t.without_an_interval_nothing_is_decided()
	local bare = pair("point", 1, 2, 0.5, nil, 1)
	expect.equal(judge("below", over(), bare, twin), "undecided")
	expect.equal(judge("share", { at_least = 0.5 }, bare), "undecided")
	expect.contains(select(2, judge("below", over(), twin)), "were not timed over a population")
end

function t.shares_have_verdicts()
	local most = pair("point", 1, 2, 0.8, 1.05, 0.9, 0.04)
	expect.contains(select(2, judge("share", { at_least = 0.86 }, most)),
		"a / b: faster in 90.0 [86.0, 94.0] % over the population (1000 counted, 132 timed), wanted at least 86 %")
	expect.equal(judge("share", { at_least = 0.86 }, most), "holds")
	expect.equal(judge("share", { at_least = 0.9 }, most), "undecided")
	expect.equal(judge("share", { at_least = 0.95 }, most), "refuted")
	expect.equal(judge("share", { at_most = 0.95 }, most), "holds")
	expect.equal(judge("share", { at_most = 0.8 }, most), "refuted")
end

-- Of each bound there is a row; of an earlier program those of 1, without a bound.
function t.a_share_may_be_below_another_ratio()
	local fast, far = pair("point", 1, 2, 0.8, 1.05, 0.95, 0.02), pair("point", 1, 2, 0.8, 1.05, 0.3, 0.02)
	far.share_bound = 0.7
	expect.equal(judge("share", { at_least = 0.9 }, fast, far), "holds")
	expect.equal(judge("share", { at_least = 0.9, below = 0.7 }, fast, far), "refuted")
	expect.contains(select(2, judge("share", { at_most = 0.5, below = 0.7 }, fast, far)),
		"a / b: below 0.7 in 30.0 [28.0, 32.0] %")
	local verdict, text = judge("share", { at_most = 0.5, below = 0.6 }, fast, far)
	expect.equal(verdict, "undecided")
	expect.contains(text, "tells of no share below 0.6")
	expect.error("below is a ratio above 0", judge, "share", { at_most = 0.5, below = 0 }, fast)
end

function t.a_share_tells_why_it_has_no_interval()
	local bare = pair("point", 1, 2, 0.5, nil, 1)
	local function text_of(disturbed)
		local m = claim_case.sweep(with(bare))
		m:find(point(2000, "b"), "here")[1].disturbed = disturbed
		return claims.judge(m, "the claim", function (r)
			return r:share(point(2000, "a"), point(2000, "b"), { at_least = 0.5 })
		end).text
	end
	expect.contains(text_of(1), "others had the core")
	expect.contains(text_of(0), "too few rounds for an interval")
end

-- What claims compare, and with what: by these questions a run knows when they are decided.
function t.comparisons_are_questions()
	local fast, slow = pair("point", 1, 2, 0.8, 1.05, 0.95, 0.02), pair("point", 2, 1, 1.25, 1.05, 0.05, 0.02)
	local far = pair("point", 1, 2, 0.8, 1.05, 0.3, 0.02)
	far.share_bound = 0.7
	local m, asked = claim_case.sweep(with(fast, slow, far, twin)), {}
	function m.on_question(a, b, question)
		local below = question.below and ("below %g: "):format(question.below) or ""
		asked[#asked + 1] = ("%d/%d %s%s"):format(a.point, b.point, below, question.limit)
	end
	local function questions(claim)
		asked = {}
		claims.judge(m, "the claim", claim)
		return table.concat(asked, ", ")
	end
	local a, b = point(2000, "a"), point(2000, "b")
	expect.equal(questions(function (r) return r:below(a, b) end), "1/2 nil, 1/2 1")
	expect.equal(questions(function (r) return r:at_most(a, b, { limit = 0.9 }) end), "1/2 nil, 1/2 0.9")
	expect.equal(questions(function (r) return r:above(a, b, { limit = 0.5 }) end), "2/1 nil, 2/1 2.0")
	expect.equal(questions(function (r) return r:within(a, b, { lo = 0.7, hi = 0.9 }) end),
		"1/2 nil, 1/2 0.7, 1/2 0.9")
	expect.equal(questions(function (r) return r:share(a, b, { at_least = 0.9 }) end), "1/2 below 1: 0.9")
	expect.equal(questions(function (r) return r:share(a, b, { at_least = 0.9, below = 0.7 }) end),
		"1/2 below 0.7: 0.9")
	expect.equal(questions(function (r) return r:ratio(a, b).median < 1 end), "1/2 nil")
	expect.equal(questions(function (r) return r:below(a, b, { column = "nb" }) end), "")
end

function t.mistakes_are_told()
	local fast = pair("point", 1, 2, 0.8, 1.05, 0.95, 0.02)
	expect.error("unknown option 'ovr'; did you mean 'over'?", judge, "below", { ovr = "drawn" }, fast)
	expect.error("column is given besides over", judge, "below", { over = "drawn", column = "nb" }, fast)
	expect.error("at_least or at_most is to be given", judge, "share", {}, fast)
	expect.error("at_least or at_most is to be given", judge, "share", { at_least = 0.1, at_most = 0.9 }, fast)
	expect.error("the scenario has no `drawn`", function ()
		claim_case.judge(function (r) return r:below(point(2000, "a"), point(2000, "b"), over()) end)
	end)
end

-- Rows of an earlier program: 30 instances, each timed twice. Counts say 0.3 of them, and leave 0.1.
function t.intervals_of_earlier_runs_are_for_others_too()
	local function row(instances)
		return { instances = instances, times = 60, drawn_ratio = 0.8, drawn_ratio_lo = 0.8 / 1.01,
			drawn_ratio_hi = 0.8 * 1.01, faster_share = 0.9, faster_share_lo = 0.85, faster_share_hi = 0.95,
			deviation_instance = (0.3 ^ 2 + 0.1 ^ 2) ^ 0.5, deviation_left = 0.1 }
	end
	local few, many, none = row(30), row(1000000), row(30)
	none.drawn_ratio_lo, none.drawn_ratio_hi = nil, nil
	local half_faster = row(30)
	half_faster.faster_share, half_faster.faster_share_lo, half_faster.faster_share_hi = 0.6, 0.55, 0.65
	drawn_rows.complete { few, many, none, half_faster }
	local half = STUDENT_29 * (0.3 ^ 2 / 30 + 0.1 ^ 2 * (1 / 30 - 1 / 60)) ^ 0.5
	expect.near(math.log(few.drawn_ratio_hi / 0.8), (math.log(1.01) ^ 2 + half ^ 2) ^ 0.5)
	expect.near(few.drawn_ratio_lo * few.drawn_ratio_hi, 0.64)
	expect.near(few.counted_ratio_hi, 0.8 * 1.01)
	expect.equal(few.faster_share_lo, nil) -- 3 of 30
	expect.near(half_faster.faster_share_lo, 0.6 - (0.05 ^ 2 + (STUDENT_29 ^ 2 * 0.24 / 30)) ^ 0.5)
	expect.equal(many.drawn_ratio_hi < 0.8 * 1.0101, true)
	expect.equal(none.counted_ratio_lo, nil)
	local before = few.drawn_ratio_hi
	drawn_rows.complete { few } -- once is enough
	expect.equal(few.drawn_ratio_hi, before)
end

-- Where few were drawn, the interval of these alone stands beside it.
function t.the_drawn_alone_are_told_where_they_say_more()
	local fast = pair("point", 1, 2, 0.8, 1.3, 0.95, 0.02)
	fast.counted_ratio_lo, fast.counted_ratio_hi = 0.79, 0.81
	local verdict, text = judge("below", over(), fast, twin)
	expect.equal(verdict, "undecided")
	expect.contains(text, "0.800 [0.615, 1.040] over the population (1000 counted, 132 timed; of these alone "
		.. "[0.790, 0.810])")
end

function t.the_report_has_a_sentence()
	local section = population.section(claim_case.sweep(with(pair("point", 2, 1, 1.25, 1.05, 0.05, 0.02))))
	expect.equal(#section[2].items, 1)
	expect.contains(section[2].items[1].text, "faces=2000: b / a: 1.25 [1.19, 1.31] over the "
		.. "population (1000 counted, 132 timed)")
	expect.contains(section[2].items[1].text, "slower in 95.0 [93.0, 97.0] %")
	expect.equal(#population.section(claim_case.sweep()), 0)
	local of_reading = claim_case.sweep(with(pair("point", 2, 1, 1.25, 1.05, 0.05, 0.02)))
	function of_reading.reading(_, row) return row.algorithm == "b" and "k=8" or nil end
	expect.contains(population.section(of_reading)[2].items[1].text, "faces=2000: b (k=8) / a: 1.25")
	local m = claim_case.sweep(with(pair("point", 2, 1, 0.8, 1.05, 0.9, 0.02)))
	m.spec.drawn = { about = "poses in contact" }
	expect.contains(population.section(m)[2].items[1].text,
		"0.800 [0.762, 0.840] over poses in contact (1000 counted, 132 timed); faster in 90.0 [88.0, 92.0] %")
end

function t.a_population_of_one_has_a_report()
	local one = pair("point", 2, 1, 0.8, 1.05, 1, 0)
	one.drawn_ratio_lo, one.drawn_ratio_hi, one.instances = nil, nil, 1
	local text = population.section(claim_case.sweep(with(one)))[2].items[1].text
	expect.contains(text, "b / a: 0.800 over the population (1 counted, 132 timed); faster in 100.0")
end

-- The twin of this run leaves everything open. Values that are made up have a noise of their own.
function t.varied_claims_can_hold_and_be_refuted()
	local m = claim_case.sweep(with(pair("point", 1, 2, 0.8, 1.05, 0.95, 0.02),
		pair("aa", 1, 1, 1, 1e6, 0.5, 0.3)))
	local function seed_of(text) -- FNV-1a, mixed
		local hash = 0xcbf29ce484222325
		for i = 1, #text do hash = (hash ~ text:byte(i)) * 0x100000001b3 end
		hash = (hash ~ (hash >> 29)) * 0xbf58476d1ce4e5b9
		return hash ~ (hash >> 32)
	end
	local text = fake_engine.with({ seed_of = seed_of }, refutability.run, m, { claims = { c = function (r)
		return r:below(point(2000, "a"), point(2000, "b"))
	end } }, 500)
	expect.contains(text, "both      c: held ")
end

-- Three models at two depths are two samples of three.
function t.models_are_a_sample_at_each_of_the_other_values()
	local rows, groups, models = {}, {}, { "pot", "torus", "blob" }
	for i = 1, 6 do
		groups[i] = { params = { depth = (i + 2) // 3, model = models[(i - 1) % 3 + 1] },
			times = { a = 1.0, b = 2.0 } }
		rows[i] = pair("point", 2 * i, 2 * i - 1, i > 3 and 4.0 or 2 ^ (i - 2), 1.05, 0.05, 0.02)
	end
	local function lines(change)
		local m = claim_case.sweep(function (def)
			def.columns, def.algorithms, def.groups, def.drawn = { "model", "depth" }, { "a", "b" }, groups, rows
		end)
		m.spec.has_models = true
		if change then change(m) end
		return lists.kept(lists.field(population.section(m)[2].items, "text"), function (text)
			return text:find "as a sample"
		end)
	end
	local both = lines()
	expect.equal(#both, 2)
	expect.contains(both[1], "depth=1: b / a: 1.00 [")
	expect.contains(both[1], "over 3 models as a sample")
	expect.contains(both[2], "depth=2: b / a: 4.00")
	expect.contains(both[2], "over 3 models as a sample")
	local own = lines(function (m)
		function m.reading(_, row) return row.depth == 2 and "turned=1" or nil end
	end)
	expect.equal(#own, 1)
	expect.contains(own[1], "depth=1: b / a: 1.00 [")
end

-- Beside a population are the scene's own poses. What another reading of the scene stands beside is a
-- population too.
function t.own_poses_are_beside_a_population_alone()
	local function line(reading)
		local m = claim_case.sweep(with(pair("point", 2, 1, 1.25, 1.05, 0.05, 0.02)))
		m.under[reading] = { [m.points[7]] = m.points[1], [m.points[8]] = m.points[2] }
		function m.reading(_, row) return row.faces == 2000 and reading or nil end
		return population.section(m)[2].items[1].text
	end
	expect.contains(line "drawn=population", "faces=2000: b / a: 1.25")
	expect.contains(line "drawn=population", "; own poses alone 2.25")
	expect.contains(line "turned=1", "faces=2000, turned=1: b / a: 1.25")
	expect.lacks(line "turned=1", "own poses")
end

return t
