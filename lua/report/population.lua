-- What the report says of a population: how each algorithm compares to the first of its group, over all
-- instances.
local blocks = require "blocks.blocks"
local notation = require "text.notation"
local populations = require "claims.populations"
local selections = require "claims.selections"

local population = {}

local MOST = 40 -- lines

local function line_of(m, row, first)
	local found = m:drawn(row, first)
	if not found then return nil end
	local parts = m:swept_texts(row)
	local function ratio_text(name)
		return selections.interval_text(found[name], found[name .. "_lo"], found[name .. "_hi"])
	end
	local head = ("%s%s / %s"):format(#parts > 0 and table.concat(parts, ", ") .. ": " or "", row.algorithm,
		first.algorithm)
	local single = ("nine of ten instances from %s to %s, at most %s (instance %d)"):format(
		notation.number(found.ratio_p05), notation.number(found.ratio_p95), notation.number(found.ratio_most),
		found.most_instance)
	return ("%s: %s over the population (%d counted, %d timed); timed alone %s; faster in %s; %s"):format(head,
		ratio_text "drawn_ratio", found.instances, found.timed, ratio_text "timed_ratio",
		populations.share_text(found), single)
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

-- The blocks of the report; none for a run without a population, or one that only counted.
function population.section(m)
	if not m.env.drawn() then return {} end
	local lines = {}
	for _, group in ipairs(m.groups) do
		for i = 2, #group.points do lines[#lines + 1] = line_of(m, group.points[i], group.points[1]) end
	end
	if #lines == 0 then return {} end
	return { blocks.list(notation.capped(lines, MOST)), note_on_looks(m.env.drawn()) }
end

return population
