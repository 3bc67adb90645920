-- The curves of a figure (lua/figures/figures.lua): for each panel and each series the marks, one for each
-- point of the run. A heat map has one curve in each panel, whose marks are its cells.
--
-- A mark: { row, x, y, lo, hi, bound, published, noise_lo, noise_hi, is_noise, is_undecided, status, n }
--   x          the place along the x axis; down: along the other side of a heat map
--   y          the value; nil if the point failed, so that it keeps its place and is drawn as a gap
--   lo, hi     the bounds of the value
--   bound      the lower bound of a point that a time limit ended
--   published  what a table of the scenario says that a paper has
--   noise_lo, noise_hi  the noise band of the group about its reference mark
--   is_noise   whether noise alone could make the difference from the reference mark; nil if unknown
--   is_undecided  of a heat map: whether others had the core of the mark's group: it has no interval
local axes = require "figures.axes"
local disturbed = require "data.disturbed"
local lists = require "base.lists"
local measured = require "data.measured"
local notation = require "text.notation"

local curves = {}

local function mark_of(f, row)
	local mark = { row = row, x = f.read(row, f.x), status = row.status, n = row.n }
	mark.down = f.kind.is_grid and f.read(row, f.y) or nil
	local y, lo, hi = measured.value(row, f.value)
	if type(y) == "number" then mark.y, mark.lo, mark.hi = y, lo, hi end
	mark.bound = measured.lower_bound(row, f.value)
	mark.published = f.published and f.published(row)
	if f.kind.mark then f.kind.mark(f, row, mark) end
	return mark
end

local function curve_fits(f, row, panel, series)
	return f.read(row, f.x) ~= nil and (f.panels == nil or measured.value_equal(f.read(row, f.panels), panel))
		and (f.series == nil or measured.value_equal(f.read(row, f.series), series))
		and (not f.kind.is_grid or f.read(row, f.y) ~= nil)
end

-- The text of a mark's place. Two marks of a curve on one place are an error.
local function place_text(mark)
	return notation.text(mark.x) .. (mark.down ~= nil and "\31" .. notation.text(mark.down) or "")
end

local function curve_make(m, f, panel, series)
	local curve, seen = { marks = {} }, {}
	for _, row in ipairs(f.found) do
		if curve_fits(f, row, panel, series) then
			local mark = mark_of(f, row)
			local key = place_text(mark)
			if seen[key] then
				error(("figures.%s: points %s and %s fall on one place; name in where (or as x, %s, panels): %s")
					:format(f.name, notation.text(seen[key].point), notation.text(row.point),
						f.kind.is_grid and "y" or "series", m:differing({ row, seen[key] })), 0)
			end
			seen[key] = row
			curve.marks[#curve.marks + 1] = mark
		end
	end
	if not f.category then lists.sort(curve.marks, "x") end
	return curve
end

function curves.make(m, f)
	f.curves = {}
	for p, panel in ipairs(f.panel_values) do
		for s, series in ipairs(f.series_values) do
			local curve = curve_make(m, f, panel, series)
			if #curve.marks > 0 then
				curve.panel, curve.series, curve.number = p, s, #f.curves + 1
				f.curves[#f.curves + 1] = curve
			end
		end
	end
	if f.kind.finish then f.kind.finish(f) end
end

-- A distribution: each curve's marks by their value, from the least to the greatest, along their ranks, or
-- of instances along the share of them in percent. A mark without a value is left out.
function curves.rank(f)
	local most = 0
	for _, curve in ipairs(f.curves) do
		local ranked = lists.sort(lists.kept(curve.marks, function (mark) return mark.y end), "y",
			function (mark) return mark.row.point end)
		for rank, mark in ipairs(ranked) do mark.x = f.by_instance and 100 * (rank - 0.5) / #ranked or rank end
		curve.marks, most = ranked, math.max(most, #ranked)
	end
	f.x, f.x_values = "rank", {}
	for rank = 1, f.by_instance and 100 or most do f.x_values[rank] = rank end
end

-- Calls visit(mark, curve) for all marks.
function curves.each(f, visit)
	for _, curve in ipairs(f.curves) do
		for _, mark in ipairs(curve.marks) do visit(mark, curve) end
	end
end

-- How many marks of a curve have a value of this kind.
function curves.count(curve, key)
	return lists.count(curve.marks, function (mark) return mark[key] end)
end

function curves.has(curve, key) return curves.count(curve, key) > 0 end

-- ---- noise ----

-- The reference mark of each group in a panel, or in all: that of the first algorithm that is drawn. The
-- group's other marks are compared with it.
local function references_of(m, f, panel)
	local references = {}
	curves.each(f, function (mark, curve)
		local group = m:group(mark.row)
		local have = references[group]
		local is_first = mark.y and (not have or mark.row.point < have.mark.row.point)
		local is_here = is_first and curve.panel == (panel or curve.panel)
		if is_here then references[group] = { mark = mark, curve = curve } end
	end)
	return references
end

-- Whether noise alone could explain the difference between a mark and its group's reference; nil if unknown.
local function mark_is_noise(m, f, mark, reference)
	if mark == reference then return nil end
	local _, lo, hi = m:ratio(mark.row, reference.row, f.value)
	return m:is_noise(mark.row, reference.row, f.value, lo, hi)
end

-- A heat map has no curves of series: a group's first point is the reference of all its cells, whichever
-- panel it is in.
local function noise_of_cells(m, f)
	local references = references_of(m, f)
	curves.each(f, function (mark)
		local reference = references[m:group(mark.row)]
		if mark.y and reference then mark.is_noise = mark_is_noise(m, f, mark, reference.mark) end
		mark.is_undecided = mark.y ~= nil and disturbed.is(m, mark.row, f.value)
	end)
end

-- Sets the noise band about the reference of each group. The band follows the reference's curve over all
-- marks of the group; if a parameter of algorithms is the axis, these span the whole panel. No noise is known
-- for single steps and levels, and a heat map has no room for a band; its cells are marked one by one.
function curves.noise(m, f)
	if not measured.is_timed(f.value) or f.by_step or f.by_level or f.by_rank then return end
	if f.kind.is_grid then return noise_of_cells(m, f) end
	for panel = 1, #f.panel_values do
		local references = references_of(m, f, panel)
		for _, curve in ipairs(f.curves) do
			for _, mark in ipairs(curve.panel == panel and curve.marks or {}) do
				local reference = references[m:group(mark.row)]
				local low, high = m:noise(mark.row, f.value)
				if low and reference and reference.curve == curve then
					mark.noise_lo, mark.noise_hi = reference.mark.y * low, reference.mark.y * high
					curve.is_of_groups = curve.is_of_groups or reference.mark ~= (curve.reference or reference.mark)
					curve.reference = reference.mark
				end
				if mark.y and reference then mark.is_noise = mark_is_noise(m, f, mark, reference.mark) end
			end
		end
	end
end

-- ---- the range of the values ----

-- A range that grows with the values given to it.
local function include(range, value)
	if not value then return end
	range.lo, range.hi = math.min(range.lo or value, value), math.max(range.hi or value, value)
end

-- How far beyond the values an interval may reach before it is an outlier: half of the values' own span,
-- which starts at 0 on a linear axis.
local REACH = 0.5

-- The least and greatest value that an interval may have.
local function limits_of(values, is_log)
	if is_log then
		local reach = math.max(2, (values.hi / values.lo) ^ REACH)
		return values.lo / reach, values.hi * reach
	end
	local reach = (values.hi - math.min(0, values.lo)) * REACH
	return values.lo - reach, values.hi + reach
end

-- The pairs of these two fields over all marks. The value stands for an end that is not known.
local function intervals_of(f, lo, hi)
	local intervals = {}
	curves.each(f, function (mark)
		if mark.y and (mark[lo] or mark[hi]) then
			intervals[#intervals + 1] = { mark[lo] or mark.y, mark[hi] or mark.y }
		end
	end)
	return intervals
end

-- Widens the range by intervals. Few intervals that reach beyond the limits are outliers: they do not set the
-- range, and the figure cuts them. Many such intervals are no outliers.
local function include_intervals(range, intervals, least, most)
	local beyond = lists.count(intervals, function (ends) return ends[1] < least or ends[2] > most end)
	local are_cut = #intervals >= 3 and beyond <= math.max(1, #intervals // 10)
	for _, ends in ipairs(intervals) do
		if not are_cut or ends[1] >= least then include(range, ends[1]) end
		if not are_cut or ends[2] <= most then include(range, ends[2]) end
	end
end

-- The least and greatest value that the axis of the values must show.
function curves.range(f, wanted_log)
	local range, bound = {}, nil
	curves.each(f, function (mark)
		include(range, mark.y)
		include(range, mark.bound)
		include(range, mark.published)
		if mark.bound then bound = math.max(bound or 0, mark.bound) end
	end)
	if not range.lo then return 0, 1 end
	if f.kind.is_grid then return range.lo, range.hi end
	local least, most = limits_of(range, axes.is_log(wanted_log, range.lo, range.hi))
	include_intervals(range, intervals_of(f, "lo", "hi"), least, most)
	include_intervals(range, intervals_of(f, "noise_lo", "noise_hi"), least, most)
	local lo, hi = range.lo, range.hi
	-- leaves room for the arrow above a bound
	if bound then hi = math.max(hi, bound * 1.4, lo > 0 and bound * (hi / lo) ^ 0.09 or 0) end
	return lo, hi
end

-- Marks what the axis of the values cuts: cut_lo and cut_hi of a mark whose interval goes on beyond it.
-- Counts the marks that lie outside.
function curves.cut(f)
	local axis = f.y_axis
	f.outside = 0
	curves.each(f, function (mark)
		local is_outside = mark.y and (mark.y < axis.lo or mark.y > axis.hi)
		local x_outside = not f.category and (mark.x < f.x_axis.lo or mark.x > f.x_axis.hi)
		if mark.y and (is_outside or x_outside) then f.outside = f.outside + 1 end
		mark.cut_lo = mark.y and not is_outside and mark.lo and mark.lo < axis.lo or nil
		mark.cut_hi = mark.y and not is_outside and mark.hi and mark.hi > axis.hi or nil
	end)
end

return curves
