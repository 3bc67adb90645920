-- What the report says of a population: how each algorithm compares to the first of its group, over all
-- instances.
local blocks = require "blocks.blocks"
local notation = require "text.notation"
local populations = require "claims.populations"
local lists = require "base.lists"
local selections = require "claims.selections"
local table_scores = require "tables.scores"

local population = {}

local MOST = 40 -- lines
local MEANING = "Intervals are for all that the instances were drawn from: another seed draws others."
local PERCENTILES_LEAST = 20 -- instances that were timed, of which the 5th and 95th percentile are told
local BESIDE = "drawn=population" -- the reading of a population beside the scene's own poses

-- The row of the scene's own poses whose population a row is of.
local function own_row(m, row)
	for own, other in next, m.under[BESIDE] or {} do
		if other == row then return own end
	end
end

-- "; own poses alone 1.96 [1.94, 2.03]": the ratio of the same two on the scene's own poses, by their rounds;
-- "" where the scene has none of its own.
local function own_text(m, row, first)
	if m:reading(first) ~= BESIDE then return "" end
	local a, b = own_row(m, row), own_row(m, first)
	if not (a and b) then return "" end
	local value, lo, hi = m:ratio(a, b, "step_ms")
	return value and "; own poses alone " .. selections.interval_text(value, lo, hi) or ""
end

-- "slower in 99.0 [98.1, 99.9] %", or "faster in" where that is more.
local function share_text(found)
	if found.faster_share >= 0.5 then return "faster in " .. populations.share_text(found) end
	local lo, hi = found.faster_share_lo, found.faster_share_hi
	return "slower in " .. populations.share_text { faster_share = 1 - found.faster_share,
		faster_share_lo = hi and 1 - hi, faster_share_hi = lo and 1 - lo }
end

-- Single times: of few instances, no percentiles.
local function timed_text(found)
	local text = found.timed >= PERCENTILES_LEAST
		and ("nine of ten of those timed from %s to %s, "):format(notation.number(found.ratio_p05),
		notation.number(found.ratio_p95)) or ""
	return ("%sat most %s (instance %d)"):format(text, notation.number(found.ratio_most), found.most_instance)
end

-- "dassd (box_test=true)": under a reading that the first row is not of.
local function name_of(m, row, first)
	local reading = m:reading(row)
	if not reading or reading == m:reading(first) then return row.algorithm end
	return ("%s (%s)"):format(row.algorithm, reading)
end

local function line_of(m, row, first)
	local found = m:drawn(row, first)
	if not found then return nil end
	local parts, reading = m:swept_texts(row), m:reading(first)
	if reading ~= BESIDE then parts[#parts + 1] = reading end -- of the scene, whose population is another one
	return ("%s%s / %s: %s over %s (%s)%s; %s; %s"):format(
		#parts > 0 and table.concat(parts, ", ") .. ": " or "", name_of(m, row, first),
		first.algorithm, selections.interval_text(found.drawn_ratio, found.drawn_ratio_lo, found.drawn_ratio_hi),
		type(m.spec.drawn) == "table" and m.spec.drawn.about or "the population", populations.counted_text(found),
		own_text(m, row, first), share_text(found), timed_text(found))
end

-- What intervals are, where rounds ended by claims: wider, as each look could have ended them.
local function note_on_looks(rows)
	for _, row in ipairs(rows) do
		local error = row.interval_error
		if error and error < 0.05 then
			return blocks.paragraph(("Rounds end when claims over the population are decided. Their intervals hold at "
				.. "all looks together with 95 %%, so each is one of %.2f %%, and wider than that of a number of rounds "
				.. "that was set before."):format(100 * (1 - error)))
		end
	end
end

-- How an algorithm compares to the first one over models, of which each has one of the groups.
local function line_of_models(m, groups, label)
	local ratios = lists.map(groups, function (group)
		local rows = lists.kept(group.points, function (row) return row.algorithm == label end)
		return rows[1] and m:drawn(rows[1], group.points[1])
			and table_scores.ratio(m, rows[1], group.points[1], "step_ms") or nil
	end)
	if #ratios == 0 then return nil end
	local mean = table_scores.mean(ratios)
	local lo, hi = table_scores.sample(ratios)
	return ("%s%s / %s: %s over %d models as a sample%s"):format(groups.key ~= "" and groups.key .. ": " or "",
		label, groups[1].points[1].algorithm, selections.interval_text(mean, lo, hi), #ratios,
		#ratios < table_scores.SAMPLE_LEAST
			and (", too few for an interval (%d)"):format(table_scores.SAMPLE_LEAST) or "")
end

-- What a group is of beside its model and the machine that measured it: "depth=0.02".
local function beside_model(m, group)
	local row = group.points[1]
	local parts = lists.map(m.columns, function (name)
		local is_told = name ~= "model" and not (m.machines and name == "machine")
		return is_told and row[name] ~= nil and name .. "=" .. notation.text(row[name])
	end)
	if m.is_of_queries then parts[#parts + 1] = "query=" .. notation.text(row.query) end
	return table.concat(parts, ", ")
end

-- Groups that differ in more than their model are no sample of one thing, nor are those of another reading.
local function add_models(m, lines)
	local own = lists.kept(m.groups, function (group)
		return group.points[1] ~= nil and not m:reading(group.points[1])
	end)
	for _, groups in ipairs(lists.grouped(own, function (group) return beside_model(m, group) end)) do
		for _, label in ipairs(m.spec.algorithms or {}) do
			local is_first = label == groups[1].points[1].algorithm
			lines[#lines + 1] = not is_first and line_of_models(m, groups, label) or nil
		end
	end
end

-- The blocks of the report; none for a run without a population, or one that only counted.
function population.section(m)
	if not m.env.drawn() then return {} end
	local lines = {}
	for _, group in ipairs(m.groups) do
		for i = 2, #group.points do lines[#lines + 1] = line_of(m, group.points[i], group.points[1]) end
	end
	if m.spec.has_models then add_models(m, lines) end
	if #lines == 0 then return {} end
	return { blocks.paragraph(MEANING), blocks.list(notation.capped(lines, MOST)), note_on_looks(m.env.drawn()) }
end

return population
