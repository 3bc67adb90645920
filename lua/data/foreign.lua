-- What a report says of algorithms that are not the engine's: what their contacts are, and the times that
-- another program states. Such times were not measured here, so they stand in columns of their own
-- (stated_ms), and no ratio, order or claim compares them with measured ones.
local blocks = require "blocks.blocks"
local lists = require "base.lists"
local measured = require "data.measured"
local notation = require "text.notation"

local stated = {}

stated.reason = "its times are those of another program's file, not measured here"

-- Whether a time of another program is what there is to show for a row's time of a step.
function stated.stands_for(row, column)
	return column == "step_ms" and row.step_ms == nil and row.stated_ms ~= nil and measured.is_ok(row)
end

local function float(x) return x and x + 0.0 end -- so that it is printed as a time, with digits

-- The stated time of a step, with its bounds.
function stated.interval(row)
	return float(row.stated_ms), float(row.stated_ms_lo), float(row.stated_ms_hi)
end

local function passes_text(row)
	local n = row.stated_n
	return n == 1 and "1 pass, so without an interval" or ("%s passes"):format(notation.text(n))
end

-- "theirs (11 passes)", of each label once.
local function labels_text(rows, column)
	local shown = lists.kept(rows, function (row) return stated.stands_for(row, column) end)
	local by_label = lists.grouped(shown, function (row) return notation.text(row.algorithm) end)
	local out = lists.map(by_label, function (group)
		return ("%s (%s)"):format(group.key, passes_text(group[1]))
	end)
	return #out > 0 and table.concat(out, ", ") or nil
end

-- The note of a table that shows such times; nil: it shows none.
function stated.note(rows, column)
	local labels = labels_text(rows, column)
	local text = "In parentheses: times that another program states, not measured here and in no ratio: %s."
	return labels and text:format(labels) or nil
end

-- What is told of a row's stated times; nil: there are none.
local function times_line(m, row)
	if not row.stated_ms then return nil end
	local text = ("%s: not measured here: %s ms a step by its file, %s"):format(m:point_text(row),
		notation.bounded(stated.interval(row)), passes_text(row))
	if not (row.stated_run and row.stated_ratio) then return text end
	local ratio = notation.bounded(float(row.stated_ratio), float(row.stated_ratio_lo),
		float(row.stated_ratio_hi))
	return ("%s, %s of the first of the interleaved run %s"):format(text, ratio, notation.text(row.stated_run))
end

-- The blocks on semantics; none if all algorithms are the engine's.
function stated.section(m)
	if not m.known.semantics then return {} end
	local told = lists.kept(m.points, function (row) return row.semantics ~= nil end)
	local lines = lists.map(lists.grouped(told, function (row) return row.semantics end), function (group)
		local labels = lists.distinct(lists.map(group, function (row) return notation.text(row.algorithm) end))
		return { table.concat(labels, ", "), ": ", notation.text(group.key) }
	end)
	for _, row in ipairs(m.points) do lines[#lines + 1] = times_line(m, row) end
	local about = "What the contacts of each algorithm are. Compare times of rows that answer the same."
	return { blocks.paragraph(about), #lines > 0 and blocks.list(lines) or nil }
end

return stated
