-- Claims: what a scenario says its numbers show. A claim is a function of `r`, which answers questions about
-- the points. It returns a verdict, or true or false and its numbers. A claim that needs a point which failed
-- or is missing is undecided, never false. A claim may be judged under an alternative reading: then `r`
-- answers with that reading's row wherever there is one.
local arguments = require "arguments"
local bounds = require "bounds"
local columns = require "columns"
local measured = require "measured"
local methods = require "claim_methods"
local notation = require "notation"
local verdicts = require "verdicts"

local claims = {}

local verdict_new = verdicts.new

local Reader = { __metatable = false }
local STATE = { m = true, asked = true, rows_under = true, reason = true, unsound = true, unchecked = true }

Reader.__index = function (_, name)
	if Reader[name] ~= nil or STATE[name] then return Reader[name] end
	arguments.unknown_method(methods, tostring(name))
end

-- Throws where a number is not known: the claim is then undecided, for this reason. The reader keeps the
-- reason, because the error may get a place added to it on its way through scenario code.
local function unknown(self, reason)
	self.reason = reason
	error(reason, 0)
end

local function is_unknown(self, problem)
	return self.reason ~= nil and tostring(problem):find(self.reason, 1, true) ~= nil
end

local function selection_check(self, selection)
	if type(selection) ~= "table" then
		error(("a point is named by a table like { algorithm = \"...\" }, not by a %s"):format(type(selection)), 0)
	end
	for name in pairs(selection) do self.m:column_check(name, "selection") end
end

-- The row that is read in place of a row of the scenario's own. Every row that a claim asks about is noted,
-- so that one can tell which readings matter to the claim.
local function row_under(self, row)
	self.asked[row] = true
	return self.rows_under and self.rows_under[row] or row
end

-- The one point of the selection, whether it is ok or failed. Throws `unknown` if there is no such point.
local function row_find(self, selection)
	selection_check(self, selection)
	local found = self.m:find(selection, "selection")
	local text = measured.where_text(selection)
	if #found == 0 then unknown(self, "no point of this run has " .. text) end
	if #found > 1 then
		error(("%d points have %s; name also: %s"):format(#found, text, self.m:differing(found)), 0)
	end
	return row_under(self, found[1])
end

-- The one point of the selection, which must be ok. Throws `unknown` if it failed or is missing.
local function point_find(self, selection)
	local row = row_find(self, selection)
	if not measured.is_ok(row) then
		unknown(self, self.m:point_text(row) .. ": " .. measured.failure_text(row))
	end
	if self.m:is_unchecked(row) then self.unchecked = true end
	if measured.is_unsound(row) then self.unsound = true end
	return row
end

local function value_known(self, row, column)
	self.m:column_check(column, "value")
	local value, lo, hi = measured.value(row, column)
	if value == nil then unknown(self, ("%s has no %s"):format(self.m:point_text(row), column)) end
	return value, lo, hi
end

-- r:value{ faces = 2124, algorithm = "aabb" }: the median of a column, step_ms unless said otherwise.
function Reader:value(selection, column)
	return (value_known(self, point_find(self, selection), column or "step_ms"))
end

-- r:interval{...}: median, lo, hi. The bounds are nil if the column has none.
function Reader:interval(selection, column)
	return value_known(self, point_find(self, selection), column or "step_ms")
end

local OF_SCENE = { triangles = true, steps = true } -- counted, but they name rows as a swept key does

-- Whether a column holds what was counted or measured. All other columns say which row it is; under every
-- reading these are the values of the scenario's own rows.
local function is_result(self, column)
	local known = columns.of(column, "summary.csv")
	return self.m.derived[column] ~= nil or known ~= nil and known.kind ~= "named" and not OF_SCENE[column]
end

-- r:values "faces": the distinct values of a column over the points, ascending; `where` narrows the points.
function Reader:values(column, where)
	self.m:column_check(column, "values")
	local rows = self.m:find(where or {}, "values")
	for i, row in ipairs(is_result(self, column) and rows or {}) do rows[i] = row_under(self, row) end
	local values = measured.values(rows, column)
	table.sort(values, notation.less)
	return values
end

-- r:expected(149941): a number that the scenario itself states, such as a published one, for claims about
-- models alone. It returns the number, except where claims are tried on other numbers (lua/vary.lua).
function Reader:expected(number)
	arguments.options("expected", { number = number }, { number = "number" }, { "number" })
	return self.m.expected and self.m.expected(number) or number
end

-- r:has{...}: is there such a point, with a value?
function Reader:has(selection)
	local m, told = self.m, self.m.on_selection
	m.on_selection = nil -- asking is no mistake
	local ok, problem = pcall(point_find, self, selection)
	m.on_selection = told
	if not ok and not is_unknown(self, problem) then error(problem, 0) end
	return ok
end

local function interval_text(value, lo, hi)
	local text, low, high = notation.interval(value, lo, hi)
	return low and ("%s [%s, %s]"):format(text, low, high) or text
end

-- r:ratio(a, b): { median, lo, hi } of a over b, paired by round if both are in one group. The bounds are nil
-- if there are too few rounds.
function Reader:ratio(a, b, column)
	column = column or "step_ms"
	local row_a, row_b = point_find(self, a), point_find(self, b)
	value_known(self, row_a, column)
	value_known(self, row_b, column)
	local median, lo, hi = self.m:ratio(row_a, row_b, column)
	if not median then
		unknown(self, ("no ratio of %s to %s"):format(self.m:point_text(row_a), self.m:point_text(row_b)))
	end
	local ratio = { median = median, lo = lo, hi = hi, text = interval_text(median, lo, hi) }
	if not measured.is_timed(column) then return ratio end
	if self.m:group(row_a) == self.m:group(row_b) then
		ratio.noise_lo, ratio.noise_hi = self.m:noise(row_a, column)
		ratio.is_bare = lo ~= nil and not ratio.noise_lo
	else
		ratio.is_across = lo ~= nil
	end
	return ratio
end

-- The part of two selections in which they differ, as a text: "dassd / aabb".
local function differing_text(a, b)
	local parts_a, parts_b = {}, {}
	for name, value in pairs(a) do
		if not measured.value_equal(value, b[name]) then
			parts_a[name] = value
			parts_b[name] = b[name]
		end
	end
	local function text(parts)
		local names = 0
		for _ in pairs(parts) do names = names + 1 end
		return names == 1 and parts.algorithm and notation.text(parts.algorithm) or measured.where_text(parts)
	end
	return text(parts_a) .. " / " .. text(parts_b)
end

local function shared_text(a, b)
	local shared = {}
	for name, value in pairs(a) do
		if measured.value_equal(value, b[name]) then shared[name] = value end
	end
	local text = measured.where_text(shared)
	return text ~= "" and text .. ": " or ""
end

-- Runs f. If a number that f needs is not known, the result is an undecided verdict, and the claim goes on.
local function undecided_where_unknown(self, f)
	local ok, result = pcall(f)
	if ok then return result end
	if is_unknown(self, result) then return verdict_new("undecided", self.reason) end
	error(result, 0)
end

-- Whether a column is judged by its value alone: counts are the same each time, and derived columns have no
-- interval.
local function is_count(self, column)
	if self.m.derived[column] then return true end
	return not (measured.is_timed(column) or column:find "_ms" or column:find "_ns$")
end

-- The note on a verdict that was decided by a derived value alone.
local function derived_text(self, column)
	return self.m.derived[column] and (", %s is derived and has no interval"):format(column) or ""
end

-- Compares the interval of a ratio with a limit. A ratio inside the A/A noise is undecided.
local function ratio_verdict(ratio, limit, text)
	local nearest = verdicts.nearest(ratio.median, limit, "<")
	if not (ratio.lo and ratio.hi) then
		return verdict_new("undecided", text .. ", too few rounds for an interval", nearest)
	end
	if limit == 1 and ratio.noise_lo and ratio.lo <= ratio.noise_hi and ratio.hi >= ratio.noise_lo then
		return verdict_new("undecided", text .. (", inside the A/A noise [%s, %s]"):format(
			notation.number(ratio.noise_lo, 3), notation.number(ratio.noise_hi, 3)), nearest)
	end
	if ratio.is_bare then text = text .. ", A/A noise not known" end
	if ratio.is_across then text = text .. ", measured at different times" end
	local verdict = ratio.hi < limit and "holds" or ratio.lo > limit and "refuted" or "undecided"
	return verdict_new(verdict, text, nearest)
end

-- If the time limit ended exactly one of the two points, its lower bound may decide. Otherwise nil. `lo` and
-- `hi` are the limits of the ratio; lo = nil means no lower limit.
local function bounded_verdict(self, a, b, column, lo, hi)
	local ratio = bounds.ratio(row_find(self, a), row_find(self, b), column)
	if not ratio then return nil end
	if self.m:is_unchecked(ratio.other) then self.unchecked = true end
	if measured.is_unsound(ratio.other) then self.unsound = true end
	local text = ("%s%s %s, by the time limit"):format(shared_text(a, b), differing_text(a, b), ratio.text)
	if not (ratio.lo or ratio.hi) then
		return verdict_new("undecided", text .. ", too few rounds for an interval")
	end
	local noise_lo, noise_hi = 1, 1
	if lo == nil and hi == 1 then -- is there any difference?
		noise_lo, noise_hi = self.m:noise(ratio.other, column)
	end
	noise_lo, noise_hi = noise_lo or 1, noise_hi or 1
	local refuted = ratio.lo and ratio.lo > hi * noise_hi or ratio.hi and lo and ratio.hi < lo
	local holds = ratio.hi and not lo and ratio.hi < hi * noise_lo
	return verdict_new(refuted and "refuted" or holds and "holds" or "undecided", text,
		verdicts.nearest(ratio.lo or ratio.hi, hi, "<"))
end

-- r:below(a, b): is a faster than b? With a limit: is a below limit * b? Counts and places are compared
-- exactly.
function Reader:below(a, b, options)
	options = arguments.options("below", options, { column = "string", limit = "number" })
	selection_check(self, a)
	selection_check(self, b)
	return undecided_where_unknown(self, function ()
		local column, limit = options.column or "step_ms", options.limit or 1
		local bounded = bounded_verdict(self, a, b, column, nil, limit)
		if bounded then return bounded end
		local ratio = self:ratio(a, b, column)
		local text = shared_text(a, b) .. differing_text(a, b) .. " = " .. ratio.text
			.. (limit ~= 1 and ", wanted below " .. notation.number(limit + 0.0) or "") .. derived_text(self, column)
		if is_count(self, column) and not ratio.lo then
			return verdict_new(ratio.median < limit and "holds" or "refuted", text,
				verdicts.nearest(ratio.median, limit, "<"))
		end
		return ratio_verdict(ratio, limit, text)
	end)
end

-- r:above(a, b): is a slower than b? With a limit: is a above limit * b?
function Reader:above(a, b, options)
	options = arguments.options("above", options, { column = "string", limit = "number" })
	local limit = options.limit or 1
	if limit <= 0 then error("above: limit is 0 or less", 0) end
	return verdicts.inverted(self:below(b, a, { column = options.column, limit = 1 / limit }))
end

-- r:within(a, b, { lo = 1.5, hi = 2.5 }): is a over b between the two? It holds if the whole interval is, and
-- is refuted if no part of the interval is.
function Reader:within(a, b, options)
	selection_check(self, a)
	selection_check(self, b)
	arguments.range("within", options, { column = "string" })
	return undecided_where_unknown(self, function ()
		local bounded = bounded_verdict(self, a, b, options.column or "step_ms", options.lo, options.hi)
		if bounded then return bounded end
		local ratio = self:ratio(a, b, options.column)
		local text = ("%s%s = %s, wanted %s to %s"):format(shared_text(a, b), differing_text(a, b), ratio.text,
			notation.text(options.lo), notation.text(options.hi)) .. derived_text(self, options.column)
		local exact = is_count(self, options.column or "step_ms") and ratio.median
		local lo, hi = ratio.lo or exact, ratio.hi or exact
		local nearest = verdicts.nearer(verdicts.nearest(ratio.median, options.lo, ">"),
			verdicts.nearest(ratio.median, options.hi, "<"))
		if not lo then return verdict_new("undecided", text .. ", too few rounds for an interval", nearest) end
		local holds, refuted = lo >= options.lo and hi <= options.hi, hi < options.lo or lo > options.hi
		return verdict_new(holds and "holds" or refuted and "refuted" or "undecided", text, nearest)
	end)
end

local function verdict_of(value, text)
	if verdicts.is(value) then return value end
	if value == true then return verdict_new("holds", text) end
	if value == false then return verdict_new("refuted", text) end
	error(("a claim answers with a verdict, true or false, not with a %s"):format(type(value)), 0)
end

-- r:all{ verdict, ... }: refuted if one is refuted, else undecided if one is undecided. Its text has the
-- numbers of all.
function Reader:all(given)
	if type(given) ~= "table" then error("all takes a list of verdicts", 0) end
	local list = {}
	for i = 1, #given do list[i] = verdict_of(given[i]) end
	return verdicts.all(list)
end

-- A verdict of the claim's own. options: the ratio that decided it and the limit that it was to stay below.
local function own_verdict(verdict, text, options)
	options = arguments.options(verdict, options, { ratio = "number", limit = "number" })
	return verdict_new(verdict, arguments.text(text), verdicts.nearest(options.ratio, options.limit or 1, "<"))
end

function Reader:holds(text, options) return own_verdict("holds", text, options) end
function Reader:refuted(text, options) return own_verdict("refuted", text, options) end
function Reader:undecided(text, options) return own_verdict("undecided", text, options) end

local function selection_with(selection, column, value)
	local copy = {}
	for name, have in pairs(selection) do copy[name] = have end
	copy[column] = value
	return copy
end

-- The first and the last point of the selection along a swept column, and the distance of their values.
local function ends_find(self, selection, along)
	self.m:column_check(along, "along")
	local values = {}
	for _, value in ipairs(self:values(along, selection)) do
		if type(value) == "number" then values[#values + 1] = value end
	end
	if #values < 2 then
		unknown(self, ("%s: fewer than two values of %s"):format(measured.where_text(selection), along))
	end
	local first = point_find(self, selection_with(selection, along, values[1]))
	local last = point_find(self, selection_with(selection, along, values[#values]))
	return first, last, values[#values] - values[1]
end

local function slopes_of(self, first, last, distance, per)
	local slopes = {}
	local at_last, at_first, sessions = self.m:paired(last, first, "step_ms")
	for i = 1, #at_last do slopes[i] = (at_last[i] - at_first[i]) / distance * per end
	return slopes, sessions
end

local function known_bound(value)
	if value == value then return value end
end

-- r:growth({ moving = "large", algorithm = "bsp" }, "faces", 1000): how many ms a step grows per 1,000 faces
-- from the first to the last value, with its interval over rounds, and last over first.
function Reader:growth(selection, along, per)
	selection_check(self, selection)
	per = per or 1
	local first, last, distance = ends_find(self, selection, along)
	local value_first, value_last = value_known(self, first, "step_ms"), value_known(self, last, "step_ms")
	local growth = {
		slope = (value_last - value_first) / distance * per, ratio = value_last / value_first,
		first = value_first, last = value_last,
	}
	growth.slopes, growth.sessions = slopes_of(self, first, last, distance, per)
	if #growth.slopes > 0 then
		local median, lo, hi = self.m.env.interval(growth.slopes, growth.sessions)
		growth.slope, growth.lo, growth.hi = median, known_bound(lo), known_bound(hi)
	end
	growth.text = ("%s ms per %s %s, last / first %s"):format(interval_text(growth.slope, growth.lo, growth.hi),
		notation.text(per), along, notation.number(growth.ratio))
	return growth
end

-- r:grows_less(a, b, "faces", 1000): does a's time grow less than b's, by the interval of the difference over
-- the rounds that both took part in?
function Reader:grows_less(a, b, along, per)
	selection_check(self, a)
	selection_check(self, b)
	return undecided_where_unknown(self, function ()
		local growth_a, growth_b = self:growth(a, along, per), self:growth(b, along, per)
		local differences, sessions = {}, {}
		for i = 1, math.min(#growth_a.slopes, #growth_b.slopes) do
			differences[i], sessions[i] = growth_a.slopes[i] - growth_b.slopes[i], growth_a.sessions[i]
		end
		local name_a, name_b = differing_text(a, b):match("^(.*) / (.*)$")
		local text = ("%s%s grows by %s; %s by %s"):format(shared_text(a, b), name_a, growth_a.text, name_b,
			growth_b.text)
		local nearest = verdicts.nearest(growth_a.slope / growth_b.slope, 1, "<")
		if #differences == 0 then return verdict_new("undecided", text .. ", no common rounds", nearest) end
		local _, lo, hi = self.m.env.interval(differences, sessions)
		if not (known_bound(lo) and known_bound(hi)) then
			return verdict_new("undecided", text .. ", too few rounds for an interval", nearest)
		end
		return verdict_new(hi < 0 and "holds" or lo > 0 and "refuted" or "undecided", text, nearest)
	end)
end

-- r:grows_least({ moving = "large" }, "dassd", "faces", 1000): grows_less against every other algorithm.
function Reader:grows_least(where, algorithm, along, per)
	local list = {}
	for _, other in ipairs(self:values("algorithm", where)) do
		if not measured.value_equal(other, algorithm) then
			list[#list + 1] = self:grows_less(selection_with(where, "algorithm", algorithm),
				selection_with(where, "algorithm", other), along, per)
		end
	end
	return self:all(list)
end

-- The logarithms of the selection's points along a swept column, from a value on: { x, y, lo, hi }.
local function logarithms(self, selection, along, column, from)
	self.m:column_check(along, "along")
	local points = {}
	for _, value in ipairs(self:values(along, selection)) do
		if type(value) ~= "number" or value <= 0 then
			unknown(self, ("%s=%s has no logarithm"):format(along, notation.text(value)))
		end
		if value >= from then
			local row = point_find(self, selection_with(selection, along, value))
			local y, lo, hi = value_known(self, row, column)
			if type(y) ~= "number" then unknown(self, ("%s is no number"):format(column)) end
			if is_count(self, column) then lo, hi = y, y end
			if y <= 0 then unknown(self, ("%s: no logarithm of 0 in %s"):format(self.m:point_text(row), column)) end
			points[#points + 1] = { x = math.log(value), y = math.log(y),
				lo = lo and lo > 0 and math.log(lo) or nil, hi = hi and math.log(hi) }
		end
	end
	if #points < 2 then
		unknown(self, ("%s: fewer than two values of %s%s"):format(measured.where_text(selection), along,
			from > 0 and " from " .. notation.text(from) .. " on" or ""))
	end
	return points
end

-- r:exponent({ algorithm = "kdtree" }, "count", { column = "step_ms", from = 1000 }): the exponent e of a
-- column that grows as count^e. It is the slope of the least squares line through the logarithms, for counts
-- of `from` or more. Its bounds are the extremes that the points' intervals allow.
function Reader:exponent(selection, along, options)
	selection_check(self, selection)
	options = arguments.options("exponent", options, { column = "string", from = "number" })
	local column = options.column or "step_ms"
	local points = logarithms(self, selection, along, column, options.from or 0)
	local mean, sum, out = 0, 0, { exponent = 0, lo = 0, hi = 0 }
	for _, p in ipairs(points) do mean = mean + p.x / #points end
	for _, p in ipairs(points) do sum = sum + (p.x - mean) ^ 2 end
	for _, p in ipairs(points) do
		local weight = (p.x - mean) / sum
		local least, most = p.lo, p.hi
		if weight < 0 then least, most = most, least end
		out.exponent = out.exponent + weight * p.y
		out.lo = out.lo and least and most and out.lo + weight * least
		out.hi = out.lo and out.hi + weight * most
	end
	out.text = ("%s^%.2f"):format(along, out.exponent)
	if out.lo and not is_count(self, column) then
		out.text = ("%s [%.2f, %.2f]"):format(out.text, out.lo, out.hi)
	end
	return out
end

-- r:grows_as(selection, "count", { lo = 1, hi = 1.25 }): is the exponent between the two, with its interval?
function Reader:grows_as(selection, along, options)
	arguments.range("grows_as", options, { column = "string", from = "number" })
	return undecided_where_unknown(self, function ()
		local e = self:exponent(selection, along, { column = options.column, from = options.from })
		local text = ("%s: %s, wanted %s to %s"):format(measured.where_text(selection), e.text,
			notation.text(options.lo), notation.text(options.hi)) .. derived_text(self, options.column)
		local nearest = verdicts.nearer(verdicts.nearest(e.exponent, options.lo, ">"),
			verdicts.nearest(e.exponent, options.hi, "<"))
		if not e.lo then return verdict_new("undecided", text .. ", too few rounds for an interval", nearest) end
		local lo, hi = options.lo - 1e-9, options.hi + 1e-9 -- logarithms are rounded, and n^2 is n^2
		local holds, refuted = e.lo >= lo and e.hi <= hi, e.hi < lo or e.lo > hi
		return verdict_new(holds and "holds" or refuted and "refuted" or "undecided", text, nearest)
	end)
end

local function claim_judge(reader, claim)
	return undecided_where_unknown(reader, function ()
		local value, text = claim(reader)
		return verdict_of(value, arguments.text(text))
	end)
end

-- Judges one claim. `reading` is the id of the alternative under which it is judged; nil is the scenario's
-- own reading. An error that the claim throws gets the claim's name. `asked` in the result is the set of the
-- scenario's own rows that the claim read.
function claims.judge(m, name, claim, reading)
	local reader = setmetatable({ m = m, asked = {}, rows_under = reading and m.under[reading] }, Reader)
	local ok, result = pcall(claim_judge, reader, claim)
	if not ok then error(("%s (claim \"%s\")"):format(tostring(result), name), 0) end
	local text = result.text
	if reader.unsound then text = text .. (text ~= "" and " " or "") .. "(UNSOUND)" end
	if reader.unchecked then text = text .. (text ~= "" and " " or "") .. "(UNCHECKED)" end
	return { name = name, verdict = result.verdict, text = text, nearest = result.nearest, asked = reader.asked }
end

function claims.define()
	local names = require "names"
	local listed = { __index = true, __metatable = true }
	for _, method in ipairs(methods) do listed[method[1]] = assert(Reader[method[1]], method[1]) end
	for name in pairs(Reader) do assert(listed[name], name) end
	names.class("verdict", "holds, refuted or undecided, with its numbers", {})
	names.class("results", "what a claim asks; points are named by { column = value }", {}, methods)
end

return claims
