-- What the report says of equal tuning: how each algorithm of the reading `tuned` was chosen.
local blocks = require "blocks.blocks"
local lists = require "base.lists"
local notation = require "text.notation"

local tuning = {}

local HEADER = { "algorithm", "chosen", "times as fast", "candidates left", "rounds of them", "samples",
	"of the grid's", "measured s" }
local MEANING = "Settings were chosen on some instances, by their ranks in paired rounds, and the gain is on "
	.. "others. The grid's samples are those of all candidates at the last three's rounds. tuned.json has the "
	.. "ranks."

local function trace_text(trace, key)
	return table.concat(lists.map(trace, function (rung) return ("%d"):format(rung[key]) end), ", ")
end

local function cells_of(family)
	local gain = next(family.settings) and family.gain
	return { { code = family.label }, { code = family.chosen },
		gain and notation.bounded(gain, family.gain_lo, family.gain_hi) or "",
		trace_text(family.trace, "candidates"), trace_text(family.trace, "rounds"), ("%d"):format(family.samples),
		("%.3f"):format(family.samples / family.grid_samples), notation.number(family.seconds) }
end

-- The blocks of the report; none of a run without a choice, or whose plan is from before it kept the trace.
function tuning.section(m)
	local families = (m.env.plan.options or {}).tuned or {}
	if #families == 0 or lists.any(families, function (family) return not family.trace end) then return {} end
	return { blocks.paragraph(MEANING),
		{ kind = "table", header = HEADER, rows = lists.map(families, cells_of) } }
end

return tuning
