-- Limits of claims: the noise that widens intervals, time limits, equal counts, published numbers; and what
-- stands beside a verdict.
local claim_case = require "claim_case"
local claims = require "claims.claims"
local expect = require "expect"

local sweep, judge, point = claim_case.sweep, claim_case.judge, claim_case.point

local t = {}

-- a / b is 2 / 3 at 2000 faces, within 2 % of each side: the band of 1 % widens the interval at every limit.
function t.noise_widens_the_interval_at_every_limit()
	local function verdicts(limit, band)
		local out = {}
		for i, method in ipairs { "below", "at_most", "at_least", "above" } do
			out[i] = judge(function (r)
				return r[method](r, point(2000, "a"), point(2000, "b"), { limit = limit })
			end, function (def) def.band = band end).verdict
		end
		return table.concat(out, " ")
	end
	expect.equal(verdicts(0.7, 0.01), "holds holds refuted refuted")
	expect.equal(verdicts(0.7, 0.06), "undecided undecided undecided undecided")
	expect.equal(verdicts(0.6, 0.01), "refuted refuted holds holds")
	expect.equal(verdicts(0.6, 0.12), "undecided undecided undecided undecided")
	local function within(lo, hi, band)
		return judge(function (r)
			return r:within(point(2000, "a"), point(2000, "b"), { lo = lo, hi = hi })
		end, function (def) def.band = band end)
	end
	expect.equal(within(0.6, 0.7, 0.01).verdict, "holds")
	expect.equal(within(0.6, 0.7, 0.06).verdict, "undecided")
	expect.contains(within(0.6, 0.7, 0.06).text, "within the A/A noise [0.940, 1.060] of a limit")
	expect.equal(within(0.7, 0.8, 0.01).verdict, "refuted")
	expect.equal(within(0.7, 0.8, 0.06).verdict, "undecided")
	local across = judge(function (r)
		return r:below(point(1000, "a"), point(2000, "a"), { limit = 0.55 })
	end, function (def) def.band = 0.1 end)
	expect.equal(across.verdict, "undecided")
end

-- a / b is 2 / 3. Widened by 1 % that is a tie, by 6 % it is noise, and beside another limit it is decided.
function t.an_undecided_ratio_next_to_its_limit_is_a_tie()
	local function below(limit, band)
		return judge(function (r) return r:below(point(2000, "a"), point(2000, "b"), { limit = limit }) end,
			function (def) def.band = band end)
	end
	local tie = below(2 / 3, 0.01)
	expect.equal(tie.verdict, "undecided")
	expect.contains(tie.text, ", a tie within 1.0 %") -- 0.99 is the nearer bound of the band
	expect.equal(tie.open.why, "a tie within 1.0 %")
	expect.equal(math.abs(tie.open.tie - (1 / 0.99 - 1)) < 1e-9, true)
	for _, other in ipairs { below(2 / 3, 0.06), below(0.7, 0.06), below(0.7, 0.01) } do
		expect.equal(other.text:find "a tie", nil)
		expect.equal(other.open and other.open.tie, nil)
	end
	local function both(second, more)
		return judge(function (r)
			local list = { r:below(point(2000, "a"), point(2000, "b"), { limit = 2 / 3 }),
				r:within(point(2000, "a"), point(2000, "b"), second) }
			if more then table.insert(list, 2, r:undecided "an open one that is no tie") end
			return r:all(list)
		end, function (def) def.band = 0.01 end)
	end
	expect.equal(both({ lo = 2 / 3, hi = 2 }).open.count, 2)
	expect.equal(both({ lo = 2 / 3, hi = 2 }).open.tie, tie.open.tie)
	expect.equal(both({ lo = 0.6, hi = 0.7 }).open.tie, tie.open.tie) -- the other holds
	expect.equal(both({ lo = 2 / 3, hi = 2 }, true).open.tie, nil)
end

function t.a_ratio_that_a_claim_computed_may_be_a_tie_too()
	local function stated(verdict, of)
		return judge(function (r) return r[verdict](r, "text", of) end)
	end
	local tie = stated("undecided", { ratio = 1.5, limit = 1.5, lo = 1.45, hi = 1.53 })
	expect.equal(tie.text, "text, a tie within 3.4 %")
	expect.equal(math.abs(tie.open.tie - (1.5 / 1.45 - 1)) < 1e-9, true)
	for _, other in ipairs { stated("undecided", { ratio = 1.5, limit = 1.5, lo = 1.4, hi = 1.53 }),
		stated("undecided", { ratio = 1.5, limit = 1.5 }),
		stated("holds", { ratio = 1.5, limit = 1.51, lo = 1.49, hi = 1.505 }) } do
		expect.equal(other.text, "text")
		expect.equal(other.open and other.open.tie, nil)
	end
end

-- a grows by 1 ms per 1,000 faces, b by 1.0033: a tie if both are known to less than 5 %, and none of the
-- growth of b, which may be nothing, or less.
function t.growths_that_are_known_to_be_alike_tie()
	local function tie(band, last_b)
		local judged = judge(function (r)
			return r:grows_less({ algorithm = "a" }, { algorithm = "b" }, "faces", 1000)
		end, function (def)
			def.band = band
			def.groups[3].times.b = last_b
		end)
		expect.equal(judged.verdict, "undecided")
		return judged.open.tie
	end
	expect.equal(tie(0.005, 4.01) < 0.02, true)
	expect.equal(tie(0.05, 4.01), nil)
	expect.equal(tie(1.5, 1.0), nil)
	expect.equal(tie(3, 0.9), nil)
end

function t.noise_widens_growth()
	local function least(band)
		return judge(function (r) return r:grows_less({ algorithm = "c" }, { algorithm = "a" }, "faces", 1000) end,
			function (def) def.band = band end)
	end
	expect.equal(least(0.01).verdict, "holds")
	expect.equal(least(0.5).verdict, "undecided") -- 0.9 ms apart, and (4 + 1.9) * 0.5 / 3 ms may be noise
	expect.contains(least(0.5).text, "inside the A/A noise")
	local function power(band)
		return judge(function (r) return r:grows_as({ algorithm = "a" }, "faces", { lo = 0.9, hi = 1.1 }) end,
			function (def) def.band = band end)
	end
	expect.equal(power(0.01).verdict, "holds")
	expect.equal(power(0.1).verdict, "undecided")
	expect.contains(power(0.1).text, "within the A/A noise of a limit")
end

-- tau is 1, 2 and 4, where each may be a tenth more or less.
function t.bounds_of_enclosed_values_leave_a_power_open()
	local judged = judge(function (r)
		return r:grows_as({ algorithm = "a" }, "faces", { lo = 0.95, hi = 1.05, column = "tau" })
	end, function (def)
		def.more_columns = { "tau", "tau_lo", "tau_hi" }
		for _, group in ipairs(def.groups) do
			local tau = group.params.faces / 1000
			group.failed = { a = { tau = tau, tau_lo = 0.9 * tau, tau_hi = 1.1 * tau } }
		end
	end)
	expect.equal(judged.verdict, "undecided")
	expect.contains(judged.text, "faces^1.00 [0.86, 1.14]")
end

function t.equal_counts_are_equal()
	local function judged(method, a, b, options)
		local m = sweep()
		for i, row in ipairs(m.points) do row.nb = ({ 120, 120, 0, 0, 60 })[i] or 7 end
		options = options or {}
		options.column = "nb"
		return claims.judge(m, "the claim", function (r) return r[method](r, a, b, options) end)
	end
	local a, b, zero, other = point(2000, "a"), point(2000, "b"), point(2000, "c"), point(1000, "a")
	expect.equal(judged("at_most", a, b).verdict, "holds")
	expect.equal(judged("at_least", a, b).verdict, "holds")
	expect.equal(judged("below", a, b).verdict, "refuted")
	expect.equal(judged("above", a, b).verdict, "refuted")
	expect.contains(judged("below", a, b).text, "a / b: equal, 120 each")
	expect.contains(judged("at_most", a, b).text, "equal, 120 each, wanted at most 1")
	expect.equal(judged("at_most", zero, other).verdict, "holds")
	expect.contains(judged("at_most", zero, other).text, "equal, 0 each")
	expect.equal(judged("below", zero, other).verdict, "refuted")
	expect.equal(judged("at_most", a, zero).verdict, "refuted")
	expect.contains(judged("at_most", a, zero).text, "120 against 0")
	expect.equal(judged("at_least", a, zero, { limit = 5 }).verdict, "holds")
	expect.equal(judged("within", zero, other, { lo = 0.5, hi = 2 }).verdict, "holds")
	expect.equal(judged("within", a, zero, { lo = 0.5, hi = 2 }).verdict, "refuted")
	expect.equal(judged("at_most", point(1000, "b"), a, { limit = 0.5 }).verdict, "holds")
	expect.equal(judged("at_most", point(1000, "b"), a, { limit = 0.49 }).verdict, "refuted")
	expect.equal(judged("at_least", point(1000, "b"), a, { limit = 0.5 }).verdict, "holds")
end

-- Two columns have no rounds in common: the bounds enclose, and decide without the noise of a group.
function t.a_ratio_of_two_columns_is_enclosed_by_the_bounds_of_both()
	local function within(lo, hi, bare)
		local m = sweep()
		m.known.box_ns, m.known.box_points_ns = true, true
		for _, row in ipairs(m.points) do
			row.box_ns, row.box_ns_lo, row.box_ns_hi = 400, 380, 420
			row.box_points_ns, row.box_points_ns_lo, row.box_points_ns_hi = 200, not bare and 190 or nil, 210
		end
		return claims.judge(m, "the claim", function (r)
			return r:within(point(2000, "a"), point(2000, "b"),
				{ lo = lo, hi = hi, column = "box_ns", over = "box_points_ns" })
		end)
	end
	expect.equal(within(1.8, 2.22).verdict, "holds")
	expect.contains(within(1.8, 2.22).text, "(box_ns / box_points_ns) = 2.00 [1.81, 2.21], wanted 1.8 to 2.22")
	expect.equal(within(1.9, 2.22).verdict, "undecided")
	expect.equal(within(1, 1.8).verdict, "refuted")
	expect.equal(within(1, 1.8).nearest.limit, 1.8)
	expect.equal(within(1.8, 2.22, true).verdict, "undecided")
end

function t.nested_verdicts_mark_the_line_that_failed()
	local text = judge(function (r)
		return r:all { r:all { r:refuted "first", r:holds "second" }, r:holds "third", r:all { true, false } }
	end).text
	expect.equal(text, "first (refuted)\nsecond\nthird\nverdict 2 (refuted)")
end

function t.a_strained_machine_is_told_beside_verdicts_of_times()
	local function strain(code, column)
		return judge(function (r)
			return r:below(point(2000, "a"), point(2000, "b"), { column = column })
		end, function (def) def.manifest = { warnings = { { code = code, text = "..." } } } end).strain
	end
	expect.equal(strain("W002"), "on a busy machine (W002)")
	expect.equal(strain("W008"), "on a throttled machine (W008)")
	expect.equal(strain("W001"), nil)
	expect.equal(strain("W002", "nb"), nil)
end

function t.published_numbers_are_there_for_claims()
	local spec_tables = { time = { rows = "faces", published = { b = { [2000] = 2.5 } } } }
	local function asked(name, row, column)
		local m, out = sweep(), nil
		m.spec.tables = spec_tables
		claims.judge(m, "the claim", function (r)
			out = r:published(name, row, column)
			return true
		end)
		return out
	end
	expect.equal(asked("time", 2000, "b"), 2.5)
	expect.equal(asked("time", "2000", "b"), 2.5)
	expect.error("there is no table 'tine'; did you mean 'time'?", asked, "tine", 2000, "b")
	expect.error("table 'time' has nothing published for column 'c'", asked, "time", 2000, "c")
	expect.error("nothing published for row '200'; did you mean '2000'?", asked, "time", 200, "b")
end

-- The limit ended c at 2000 faces: after a counting pass, which bounds no time, or a timed one.
function t.a_time_limit_decides_one_side()
	local function ended(pass, change)
		return function (def)
			def.groups[1].failed = { c = { status = "timeout", censored = 1,
				detail = "over the time limit of 1 s: a " .. pass .. " pass, >= 10 ms a step" } }
			if change then change(def) end
		end
	end
	local function below(a, b, limit)
		return function (r) return r:below(point(2000, a), point(2000, b), { limit = limit }) end
	end
	local text = judge(below("a", "c"), ended "timed")
	expect.equal(text.verdict, "holds")
	expect.contains(text.text, "a / c <= 0.204, by the time limit")
	expect.equal(judge(below("c", "a"), ended "timed").verdict, "refuted")
	expect.equal(judge(below("a", "c", 0.1), ended "timed").verdict, "undecided")
	expect.equal(judge(below("c", "a", 20), ended "timed").verdict, "undecided")
	expect.equal(judge(below("a", "c"), ended "counting").verdict, "undecided")
	expect.equal(judge(below("a", "c"), ended("timed", function (def) def.rounds = 3 end)).verdict, "undecided")
	local wide = ended("timed", function (def) def.band = 0.9 end) -- 0.204 is inside the noise
	expect.equal(judge(below("a", "c"), wide).verdict, "undecided")
	local least = judge(function (r) return r:at_least(point(2000, "c"), point(2000, "a"), { limit = 4 }) end,
		ended "timed")
	expect.equal(least.verdict, "holds") -- c / a >= 4.9
	local function within(lo, hi)
		return judge(function (r) return r:within(point(2000, "a"), point(2000, "c"), { lo = lo, hi = hi }) end,
			ended "timed").verdict
	end
	expect.equal(within(0.5, 2), "refuted")
	expect.equal(within(0.1, 0.3), "undecided")
end

function t.few_rounds_decide_nothing()
	local result = judge(function (r) return r:below(point(2000, "a"), point(2000, "b")) end,
		function (def) def.rounds = 3 end)
	expect.equal(result.verdict, "undecided")
	expect.contains(result.text, "too few rounds")
end

return t
