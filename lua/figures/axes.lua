-- Axes of a figure: range, tics and their labels. They are decided here, so that panels share them and a
-- figure does not depend on the version of gnuplot.
local lists = require "base.lists"
local notation = require "text.notation"

local axes = {}

-- 10^n exactly as the decimal literal says it; a power function might differ in the last bit.
local function power10(n)
	return tonumber(("1e%d"):format(n))
end

local si = { { 1e9, "G" }, { 1e6, "M" } }

-- "2000", "0.25", "100k", "1.5M": short enough to stand side by side.
function axes.tic_label(value)
	local size = math.abs(value)
	for _, unit in ipairs(si) do
		if size >= unit[1] and size < 1e12 then
			return (("%.6g"):format(value / unit[1]):gsub(",", ".")) .. unit[2]
		end
	end
	if size >= 1e5 and size < 1e6 and value % 1000 == 0 then return ("%.0fk"):format(value / 1000) end
	return (("%.6g"):format(value):gsub(",", "."))
end

local function step_nice(span, count)
	local raw = span / count
	local base = power10(notation.exponent(raw))
	for _, factor in ipairs { 1, 2, 5, 10 } do
		if factor * base >= raw * 0.999 then return factor * base end
	end
	return 20 * base
end

-- The tics at multiples of a step, from the first to the last.
local function tics_of(step, first, last)
	local tics = {}
	for k = first, last do tics[#tics + 1] = { at = k * step, label = axes.tic_label(k * step) } end
	return tics
end

-- An axis about the only value that there is.
local function axis_of_one(value)
	local half = value == 0 and 1 or math.abs(value) / 2
	return { lo = value - half, hi = value + half, tics = { { at = value, label = axes.tic_label(value) } } }
end

-- Few round numbers over [lo, hi]; times start at zero, so that lengths on the page are honest.
local function axis_linear(lo, hi, from_zero)
	if from_zero and lo >= 0 then lo, hi = 0, hi > 0 and hi or 1 end
	if lo == hi then
		local room = lo == 0 and 1 or math.abs(lo) / 2
		lo, hi = lo - room, hi + room
	end
	local step = step_nice(hi - lo, 6)
	local first, last = math.floor(lo / step), math.ceil(hi / step - 1e-9)
	return { lo = first * step, hi = last * step, tics = tics_of(step, first, last) }
end

-- Tics of a linear axis that need not begin or end on one: the data fill it but for a little room.
local function axis_tight(lo, hi, least_step)
	if lo == hi then return axis_of_one(lo) end
	local room = (hi - lo) * 0.06
	local step = math.max(step_nice(hi - lo, 4), least_step or 0)
	return { lo = lo - room, hi = hi + room,
		tics = tics_of(step, math.ceil((lo - room) / step), math.floor((hi + room) / step)) }
end

local function tics_log(lo, hi)
	local first, last = notation.exponent(lo), notation.exponent(hi)
	local decades = last - first
	local tics = {}
	for e = first - 1, last + 1 do
		for digit = 1, 9 do
			local at = digit * power10(e)
			local labelled = digit == 1 and (decades <= 6 or e % 3 == 0)
				or decades <= 2 and (digit == 2 or digit == 5)
			if at >= lo and at <= hi and (labelled or decades <= 6) then
				tics[#tics + 1] = { at = at, label = labelled and axes.tic_label(at) or "" }
			end
		end
	end
	return tics
end

-- The tics of an axis from lo to hi, both of which may lie between two tics. A logarithmic axis that has
-- fewer than two round numbers of its own has those of a linear one.
local function tics_between(lo, hi, is_log)
	if is_log then
		local tics = tics_log(lo, hi)
		if lists.count(tics, function (tic) return tic.label ~= "" end) > 1 then return tics end
	end
	local step = step_nice(hi - lo, 5)
	return tics_of(step, math.ceil(lo / step - 1e-9), math.floor(hi / step + 1e-9))
end

local function axis_log(lo, hi)
	lo, hi = lo / 1.3, hi * 1.3
	return { lo = lo, hi = hi, tics = tics_between(lo, hi, true), log = true }
end

-- Tics at the values that were measured, such as 1, 2, 4, 8: those that the axis shows.
function axes.tics_of_values(axis, values)
	return lists.map(values, function (value)
		return value >= axis.lo and value <= axis.hi and { at = value, label = axes.tic_label(value) }
	end)
end

local function values_apart(values)
	for i = 2, #values do
		if values[i] / values[i - 1] < 1.25 then return false end
	end
	return #values <= 8
end

-- wanted: true or false from the scenario, nil: logarithmic where the values span more than a decade.
function axes.is_log(wanted, lo, hi)
	if lo <= 0 then return false end
	if wanted ~= nil then return wanted end
	return hi / lo > 10
end

-- An axis over measured values (an ordinate).
function axes.of_values(lo, hi, wanted_log)
	if axes.is_log(wanted_log, lo, hi) then return axis_log(lo, hi) end
	return axis_linear(lo, hi, true)
end

-- An axis over the swept values (an abscissa), ascending numbers.
function axes.of_parameter(values, wanted_log)
	local lo, hi = values[1], values[#values]
	if not axes.is_log(wanted_log, lo, hi) then return axis_tight(lo, hi) end
	local axis = axis_log(lo, hi)
	if values_apart(values) then axis.tics = axes.tics_of_values(axis, values) end
	return axis
end

-- An axis with the range that the scenario wants: { least, greatest }. False in place of either leaves
-- that end as it is. An axis that would have no extent reaches from the wanted end to its double, or
-- half.
function axes.within(axis, range)
	local lo, hi = range[1] or axis.lo, range[2] or axis.hi
	if lo >= hi then
		if range[1] then hi = lo > 0 and lo * 2 or lo + 1 else lo = hi > 0 and hi / 2 or hi - 1 end
	end
	local is_log = axis.log and lo > 0 or nil
	return { lo = lo, hi = hi, log = is_log, tics = tics_between(lo, hi, is_log) }
end

-- The scale of a heat map's colours: exactly the values' own range.
function axes.of_colours(lo, hi, wanted_log)
	local is_log = axes.is_log(wanted_log, lo, hi) or nil
	local axis = lo == hi and axis_of_one(lo) or { lo = lo, hi = hi, tics = tics_between(lo, hi, is_log) }
	axis.log = is_log
	return axis
end

-- An axis over the numbers of steps: linear unless wanted otherwise, with tics at whole numbers.
function axes.of_steps(values, wanted_log)
	if wanted_log or #values == 0 then return axes.of_parameter(#values > 0 and values or { 1 }, wanted_log) end
	return axis_tight(values[1], values[#values], 1)
end

-- An axis with one place for each name, in order.
function axes.of_names(names)
	local axis = { lo = 0.5, hi = math.max(#names, 1) + 0.5, tics = {}, category = true }
	for i, name in ipairs(names) do axis.tics[i] = { at = i, label = notation.text(name) } end
	return axis
end

return axes
