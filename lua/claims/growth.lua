-- The methods of `r` about growth (lua/claims/claims.lua): how a time grows along a swept column, linearly or
-- as a power. A verdict is undecided if the interval, widened by the A/A noise of the points, contains the
-- limit.
local arguments = require "claims.arguments"
local claim_machines = require "claims.machines"
local disturbed = require "data.disturbed"
local lists = require "base.lists"
local measured = require "data.measured"
local notation = require "text.notation"
local ratio_verdicts = require "claims.ratio_verdicts"
local selections = require "claims.selections"
local verdicts = require "claims.verdicts"

local verdict_new = verdicts.new
local interval_text, differing_text, shared_text = selections.interval_text, selections.differing_text,
	selections.shared_text

local growth = {}

-- The functions of lua/claims/claims.lua that these methods share with others.
local point_find, value_known, unknown, selection_check, compared
local is_count, derived_text

-- The first and the last point of the selection along a swept column, and the distance of their values.
local function ends_find(self, selection, along)
	self.m:column_check(along, "along")
	local values = lists.kept(self:values(along, selection), function (value) return type(value) == "number" end)
	if #values < 2 then
		unknown(self, ("%s: fewer than two values of %s"):format(measured.where_text(selection), along))
	end
	local first = point_find(self, lists.copy(selection, { [along] = values[1] }))
	local last = point_find(self, lists.copy(selection, { [along] = values[#values] }))
	return first, last, values[#values] - values[1]
end

local function slopes_of(self, first, last, distance, per)
	local slopes = {}
	local at_last, at_first, sessions = self.m:paired(last, first, "step_ms", true)
	for i = 1, #at_last do slopes[i] = (at_last[i] - at_first[i]) / distance * per end
	return slopes, sessions
end

local function known_bound(value)
	if value == value then return value end
end

-- r:growth({ moving = "large", algorithm = "bsp" }, "faces", 1000): how many ms a step grows per 1,000 faces
-- from the first to the last value, with its interval over rounds, and last over first.
local function growth_of(self, selection, along, per)
	local first, last, distance = ends_find(self, selection, along)
	local value_first, value_last = value_known(self, first, "step_ms"), value_known(self, last, "step_ms")
	local grown = {
		slope = (value_last - value_first) / distance * per, ratio = value_last / value_first,
		first = value_first, last = value_last,
	}
	grown.slopes, grown.sessions = slopes_of(self, first, last, distance, per)
	if #grown.slopes > 0 then
		local median, lo, hi = self.m.env.interval(grown.slopes, grown.sessions)
		grown.slope, grown.lo, grown.hi = median, known_bound(lo), known_bound(hi)
	end
	grown.is_disturbed = disturbed.is(self.m, first, "step_ms") or disturbed.is(self.m, last, "step_ms")
	if grown.is_disturbed then grown.lo, grown.hi = nil, nil end
	grown.text = ("%s ms per %s %s, last / first %s"):format(interval_text(grown.slope, grown.lo, grown.hi),
		notation.text(per), along, notation.number(grown.ratio))
	return grown
end

function growth:growth(selection, along, per)
	selection_check(self, selection)
	return claim_machines.number(self, function () return growth_of(self, selection, along, per or 1) end,
		unknown, true)
end

-- The half width of the noise band of a row's group around a ratio of 1; 0 if the band is not known.
local function band_of(self, row, column)
	local lo, hi = self.m:noise(row, column)
	return lo and math.max(hi - 1, 1 - lo) or 0
end

-- The difference of two growths that noise alone could make: at both ends the larger of the two times may be
-- off by the noise band.
local function noise_of_difference(self, a, b, along, per)
	local first_a, last_a, distance = ends_find(self, a, along)
	local first_b, last_b = ends_find(self, b, along)
	local function at(row_a, row_b)
		local larger = math.max(value_known(self, row_a, "step_ms"), value_known(self, row_b, "step_ms"))
		return larger * math.max(band_of(self, row_a, "step_ms"), band_of(self, row_b, "step_ms"))
	end
	return (at(first_a, first_b) + at(last_a, last_b)) / distance * (per or 1)
end

-- r:grows_less(a, b, "faces", 1000): does a's time grow less than b's, by the interval of the difference over
-- the rounds that both took part in, widened by the A/A noise?
function growth:grows_less(a, b, along, per)
	selection_check(self, a)
	selection_check(self, b)
	return compared(self, function ()
		local growth_a, growth_b = self:growth(a, along, per), self:growth(b, along, per)
		local differences, sessions = {}, {}
		for i = 1, math.min(#growth_a.slopes, #growth_b.slopes) do
			differences[i], sessions[i] = growth_a.slopes[i] - growth_b.slopes[i], growth_a.sessions[i]
		end
		local name_a, name_b = differing_text(a, b):match("^(.*) / (.*)$")
		local text = ("%s%s grows by %s; %s by %s"):format(shared_text(a, b), name_a, growth_a.text, name_b,
			growth_b.text)
		local nearest = verdicts.nearest(growth_a.slope / growth_b.slope, 1, "<")
		if growth_a.is_disturbed or growth_b.is_disturbed then
			local v = verdict_new("undecided", text .. ", others had the core", nearest)
			return verdicts.opened(v, "others had the core")
		end
		if #differences == 0 then return verdict_new("undecided", text .. ", no common rounds", nearest) end
		local median, lo, hi = self.m.env.interval(differences, sessions)
		if not (known_bound(lo) and known_bound(hi)) then
			return verdicts.opened(verdict_new("undecided", text .. ", too few rounds for an interval", nearest),
				"too few rounds")
		end
		local noise = noise_of_difference(self, a, b, along, per)
		local verdict = verdicts.word(hi + noise < 0, lo - noise > 0)
		if verdict == "undecided" and (hi < 0 or lo > 0) then text = text .. ", inside the A/A noise" end
		local function over_b(difference) return growth_b.slope > 0 and 1 + difference / growth_b.slope or 0 end
		return ratio_verdicts.bounded(verdict_new(verdict, text, nearest),
			{ ratio = over_b(median), lo = over_b(lo - noise), hi = over_b(hi + noise) }, 1)
	end)
end

-- r:grows_least({ moving = "large" }, "dassd", "faces", 1000): grows_less against every other algorithm.
function growth:grows_least(where, algorithm, along, per)
	return self:all(lists.map(self:values("algorithm", where), function (other)
		return not measured.value_equal(other, algorithm) and self:grows_less(
			lists.copy(where, { algorithm = algorithm }), lists.copy(where, { algorithm = other }), along, per)
	end))
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
			local row = point_find(self, lists.copy(selection, { [along] = value }))
			local y, lo, hi = value_known(self, row, column)
			if type(y) ~= "number" then unknown(self, ("%s is no number"):format(column)) end
			local is_disturbed = disturbed.is(self.m, row, column)
			points.is_disturbed = points.is_disturbed or is_disturbed
			local is_exact = is_count(self, column) and not (lo and hi) -- tau has bounds
			if is_exact and not is_disturbed then lo, hi = y, y end
			if y <= 0 then unknown(self, ("%s: no logarithm of 0 in %s"):format(self.m:point_text(row), column)) end
			points.has_zero = points.has_zero or lo ~= nil and lo <= 0
			local band = measured.is_timed(column) and math.log(1 + band_of(self, row, column)) or 0
			points[#points + 1] = { x = math.log(value), y = math.log(y), band = band,
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
local function exponent_of(self, selection, along, options)
	local column = options.column or "step_ms"
	local points = logarithms(self, selection, along, column, options.from or 0)
	local mean, sum, noise, out = 0, 0, 0, { exponent = 0, lo = 0, hi = 0 }
	for _, p in ipairs(points) do mean = mean + p.x / #points end
	for _, p in ipairs(points) do sum = sum + (p.x - mean) ^ 2 end
	for _, p in ipairs(points) do
		local weight = (p.x - mean) / sum
		local least, most = p.lo, p.hi
		if weight < 0 then least, most = most, least end
		out.exponent = out.exponent + weight * p.y
		out.lo = out.lo and least and most and out.lo + weight * least
		out.hi = out.lo and out.hi + weight * most
		noise = noise + math.abs(weight) * p.band
	end
	out.wide_lo, out.wide_hi = out.lo and out.lo - noise, out.hi and out.hi + noise
	out.no_interval = points.is_disturbed and "others had the core"
		or points.has_zero and "a lower bound is 0" or "too few rounds for an interval"
	out.text = ("%s^%.2f"):format(along, out.exponent)
	if out.lo and out.lo ~= out.hi then
		out.text = ("%s [%.2f, %.2f]"):format(out.text, out.lo, out.hi)
	end
	return out
end

function growth:exponent(selection, along, options)
	selection_check(self, selection)
	options = arguments.options("exponent", options, { column = "string", from = "number" })
	return claim_machines.number(self, function () return exponent_of(self, selection, along, options) end,
		unknown)
end

-- r:grows_as(selection, "count", { lo = 1, hi = 1.25 }): is the exponent between the two, with its interval
-- widened by the A/A noise?
function growth:grows_as(selection, along, options)
	arguments.range("grows_as", options, { column = "string", from = "number" })
	return compared(self, function ()
		local e = self:exponent(selection, along, { column = options.column, from = options.from })
		local text = ("%s: %s, wanted %s to %s"):format(measured.where_text(selection), e.text,
			notation.text(options.lo), notation.text(options.hi)) .. derived_text(self, options.column)
		local nearest = verdicts.nearer(verdicts.nearest(e.exponent, options.lo, ">"),
			verdicts.nearest(e.exponent, options.hi, "<"))
		if not e.lo then return verdict_new("undecided", text .. ", " .. e.no_interval, nearest) end
		local lo, hi = options.lo - 1e-9, options.hi + 1e-9 -- logarithms are rounded, and n^2 is n^2
		local holds, refuted = e.wide_lo >= lo and e.wide_hi <= hi, e.wide_hi < lo or e.wide_lo > hi
		if not (holds or refuted) and (e.lo >= lo and e.hi <= hi or e.hi < lo or e.lo > hi) then
			text = text .. ", within the A/A noise of a limit"
		end
		return verdict_new(verdicts.word(holds, refuted), text, nearest)
	end)
end

-- Adds the methods to the class of `r`. core: the shared functions, by name.
function growth.install(Reader, core)
	point_find, value_known, unknown = core.point_find, core.value_known, core.unknown
	selection_check, compared = core.selection_check, core.compared
	is_count, derived_text = core.is_count, core.derived_text
	for _, name in ipairs { "growth", "grows_less", "grows_least", "exponent", "grows_as" } do
		Reader[name] = growth[name]
	end
end

return growth
