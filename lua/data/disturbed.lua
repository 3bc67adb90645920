-- Disturbed rows: too many rounds of the group had a preempted sample, so that some of these rounds count, or
-- the core was slow, the row's samples do not tell what that took, and quiet ones are not enough. A median is
-- shown, but it has no interval, and no claim is decided by it.
local columns = require "data.columns"
local lists = require "base.lists"

local disturbed = {}

-- Whether a column holds what samples were taken for: times of steps, or what is derived from such times.
-- Builds and single steps have passes of their own. m is the measured run.
function disturbed.is_sampled(m, column)
	local own = m.derived[column]
	if own then return own.is_sampled == true end
	return columns.is_timed(column) and column ~= "build_ms" or column:find "^step_ms_" ~= nil
end

-- Whether the row's value in a column is undecided.
function disturbed.is(m, row, column)
	return row.disturbed == 1 and disturbed.is_sampled(m, column)
end

-- Why a value has no interval, for a verdict: others had the core, or the rounds are too few.
function disturbed.reason(m, column, ...)
	for _, row in ipairs { ... } do
		if disturbed.is(m, row, column) then return "others had the core" end
	end
	return "too few rounds for an interval"
end

-- The number of rows with a value that is undecided.
function disturbed.count(m, rows, column)
	return lists.count(rows, function (row)
		return row.status == "ok" and row[column] ~= nil and disturbed.is(m, row, column)
	end)
end

-- What strained the machine while it measured, and may have decided a verdict about times.
local STRAINS = { W002 = "busy", W008 = "throttled", W009 = "swapping" }

-- "on a busy machine (W002)"; nil if no warning of the run says that the machine was strained.
function disturbed.strain_text(m)
	local words, codes = {}, {}
	for _, warning in ipairs((m.env.manifest or {}).warnings or {}) do
		local word = type(warning) == "table" and STRAINS[warning.code]
		if word then words[#words + 1], codes[#codes + 1] = word, warning.code end
	end
	if #words == 0 then return nil end
	return ("on a %s machine (%s)"):format(table.concat(words, ", "), table.concat(codes, ", "))
end

return disturbed
