-- The methods of `r` about scores (lua/claims/claims.lua): the geometric mean, over groups, of the ratios of
-- one algorithm to another in the same group. It is the mean that a table with score = true shows.
local arguments = require "claims.arguments"
local claim_machines = require "claims.machines"
local disturbed = require "data.disturbed"
local lists = require "base.lists"
local measured = require "data.measured"
local ratio_verdicts = require "claims.ratio_verdicts"
local selections = require "claims.selections"
local table_scores = require "tables.scores"

local scores = {}

-- The functions of lua/claims/claims.lua that these methods share with others.
local row_under, row_usable, value_known, unknown, selection_check, compared, is_count

-- The rows of a selection, by group: { { row, ... }, ... } in the order of the points, and the same by the
-- group.
local function rows_by_group(self, where, selection)
	local rows = self.m:find(lists.copy(where, selection), "score")
	return lists.grouped(rows, function (row) return self.m:group(row) end)
end

-- A score is of exact answers alone.
local function exact_row(self, row)
	row_usable(self, row)
	if (row.missed_pairs or 0) > 0 or (row.extra_pairs or 0) > 0 then
		unknown(self, self.m:point_text(row) .. ": its answer is not exact")
	end
	return row
end

-- Of several rows of a group, the one with the least value. Those that failed or are wrong are left out if
-- another is left.
local function least_row(self, rows, column)
	if #rows == 1 then return exact_row(self, row_under(self, rows[1])) end
	local least, least_value
	for _, row in ipairs(rows) do
		row = row_under(self, row)
		local is_wrong = (row.missed_pairs or 0) > 0 or (row.extra_pairs or 0) > 0
		local value = measured.is_ok(row) and not is_wrong and measured.value(row, column)
		if value and (not least or value < least_value) then least, least_value = row, value end
	end
	return exact_row(self, least or row_under(self, rows[1]))
end

local function ratio_of(self, row, base, column)
	value_known(self, row, column)
	value_known(self, base, column)
	local ratio = table_scores.ratio(self.m, row, base, column)
	if not ratio then
		unknown(self, ("no ratio of %s to %s"):format(self.m:point_text(row), self.m:point_text(base)))
	end
	if is_count(self, column) and not (ratio.lo and ratio.hi) then
		ratio.lo, ratio.hi = ratio.value, ratio.value -- tau has bounds of its own
	end
	ratio.no_interval = disturbed.reason(self.m, column, row, base)
	return ratio
end

-- What a verdict needs of the mean of ratios (lua/claims/ratio_verdicts.lua). as_sample: its interval is that
-- where the groups are a sample of others.
local function mean_of(ratios, column, as_sample)
	local mean, lo, hi = table_scores.mean(ratios)
	local sample_lo, sample_hi = table_scores.sample(ratios)
	local text, other = selections.interval_text(mean, lo, hi), ""
	if as_sample then
		lo, hi = sample_lo, sample_hi
		text, other = selections.interval_text(mean, lo, hi), " as a sample"
	elseif sample_lo then
		other = (" (%s as a sample)"):format(selections.interval_text(mean, sample_lo, sample_hi):match "%[.*")
	end
	local out = { median = mean, lo = lo, hi = hi, wide_lo = lo, wide_hi = hi, groups = #ratios,
		sample_lo = sample_lo, sample_hi = sample_hi,
		is_time = measured.is_timed(column) or nil, no_interval = "a group has no interval" }
	if as_sample and #ratios < table_scores.SAMPLE_LEAST then
		out.no_interval = ("fewer than %d groups are no sample"):format(table_scores.SAMPLE_LEAST)
	end
	for _, ratio in ipairs(ratios) do
		if not (ratio.lo and ratio.hi) then out.no_interval = ratio.no_interval or "a group has no interval" end
	end
	out.noise_lo, out.noise_hi = table_scores.noise(ratios)
	out.is_bare = out.is_time and lo ~= nil and not out.noise_lo
	if lo and hi and out.noise_lo then out.wide_lo, out.wide_hi = lo / out.noise_hi, hi / out.noise_lo end
	out.text = ("%s over %d group%s%s"):format(text, #ratios, #ratios == 1 and "" or "s", other)
	return out
end

local function score_of(self, where, a, b, column, as_sample)
	local of_a = rows_by_group(self, where, a)
	local _, of_b = rows_by_group(self, where, b)
	local ratios = {}
	if #of_a == 0 then
		unknown(self, "no point of this run has " .. measured.where_text(lists.copy(where, a)))
	end
	for i, rows in ipairs(of_a) do
		local base = of_b[rows.key]
		if not base then
			unknown(self, ("the group of %s has no %s"):format(self.m:point_text(rows[1]), measured.where_text(b)))
		end
		if #base > 1 then
			error(("score: points %s of one group have %s; name also: %s"):format(#base, measured.where_text(b),
				self.m:differing(base)), 0)
		end
		ratios[i] = ratio_of(self, least_row(self, rows, column), exact_row(self, row_under(self, base[1])), column)
	end
	return mean_of(ratios, column, as_sample)
end

-- r:score({ query = "all" }, { algorithm = "brute" }, { algorithm = "aabb" }): the geometric mean of the
-- ratios of a to b over the groups that `where` selects. If a selects several rows of a group, the least
-- counts.
function scores:score(where, a, b, column)
	for _, selection in ipairs { where, a, b } do selection_check(self, selection) end
	return claim_machines.number(self, function () return score_of(self, where, a, b, column or "step_ms") end,
		unknown)
end

local function against_limit(self, where, a, b, options, relation)
	for _, selection in ipairs { where, a, b } do selection_check(self, selection) end
	if options.groups ~= nil and options.groups ~= "sample" then
		error(("groups is '%s', not 'sample'"):format(options.groups), 0)
	end
	return compared(self, function ()
		local column, limit = options.column or "step_ms", options.limit or 1
		local score = score_of(self, where, a, b, column, options.groups ~= nil)
		local of = measured.where_text(where)
		local text = ("%s%s = %s%s"):format(of ~= "" and of .. ": " or "", selections.differing_text(a, b),
			score.text, ratio_verdicts.wanted_text(relation, limit))
		return ratio_verdicts.interval(score, limit, text, relation)
	end)
end

local COMPARED = { column = "string", limit = "number", groups = "string" }

-- r:score_at_least(where, a, b, { limit = 2 }): is the score at least the limit, with its interval widened by
-- the A/A noise? groups = "sample": the groups are a sample of others, such as models of all models.
function scores:score_at_least(where, a, b, options)
	return against_limit(self, where, a, b, arguments.options("score_at_least", options, COMPARED), ">=")
end

function scores:score_at_most(where, a, b, options)
	return against_limit(self, where, a, b, arguments.options("score_at_most", options, COMPARED), "<=")
end

-- Adds the methods to the class of `r`. core: the shared functions, by name.
function scores.install(Reader, core)
	row_under, row_usable, value_known = core.row_under, core.row_usable, core.value_known
	unknown, selection_check, compared = core.unknown, core.selection_check, core.compared
	is_count = core.is_count
	for _, name in ipairs { "score", "score_at_least", "score_at_most" } do Reader[name] = scores[name] end
end

return scores
