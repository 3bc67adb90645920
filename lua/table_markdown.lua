-- A table as Markdown, aligned for a terminal.
local notation = require "notation"
local table_grid = require "table_grid"
local table_scores = require "table_scores"

local table_markdown = {}

local function interval_text(t, value, lo, hi)
	local text, low, high = notation.interval(value, lo, hi, t.digits)
	return low and t.intervals and ("%s [%s, %s]"):format(text, low, high) or text
end

-- The text of a cell. A missing value is never shown as 0.
local function value_text(t, cell)
	if cell.bound then
		return ">= " .. notation.number(cell.bound, nil, t.digits) .. " (" .. cell.bound_text .. ")"
	end
	if not cell.row then return "-" end
	if cell.status ~= "ok" then return cell.status or "missing" end
	if cell.stated then
		return ("(%s)"):format(interval_text(t, cell.stated, cell.stated_lo, cell.stated_hi))
			.. (cell.unsound and " UNSOUND" or "")
	end
	if cell.value == nil then return "" end
	if type(cell.value) ~= "number" then return notation.markdown(notation.text(cell.value)) end
	local text = interval_text(t, cell.value, cell.lo, cell.hi)
	return (cell.best and ("**%s**"):format(text) or text) .. (cell.unsound and " UNSOUND" or "")
		.. (cell.unchecked and " UNCHECKED" or "")
end

local function ratio_text(t, cell)
	if not cell.ratio then return "" end
	return (cell.is_noise and "≈ " or "") .. interval_text(t, cell.ratio, cell.ratio_lo, cell.ratio_hi)
end

-- A score, and of how many groups it is if some were left out.
local function score_text(t, cell)
	if not cell.value then return "-" .. table_scores.left_out_text(cell) end
	return (cell.is_noise and "≈ " or "") .. interval_text(t, cell.value, cell.lo, cell.hi)
		.. table_scores.left_out_text(cell) .. (cell.unchecked and " UNCHECKED" or "")
end

local texts = {
	value = value_text, ratio = ratio_text, score = score_text,
	published = function (_, cell, column)
		return cell.published and notation.number(cell.published + 0.0, column.decimals) or ""
	end,
	published_ratio = function (t, cell)
		return cell.published_ratio and notation.number(cell.published_ratio, nil, t.digits) or ""
	end,
}

local function block_text(t, block)
	local header, rows = { notation.markdown(block.stub) }, {}
	for _, name in ipairs(block.told) do header[#header + 1] = notation.markdown(name) end
	for i, row in ipairs(block.rows) do
		rows[i] = { notation.markdown(row.label) }
		for _, text in ipairs(row.told) do table.insert(rows[i], notation.markdown(text)) end
	end
	for _, column in ipairs(block.columns) do
		header[#header + 1] = notation.markdown(column.head)
		for i, cell in ipairs(column.cells) do rows[i][#header] = texts[column.field](t, cell, column) end
	end
	return notation.markdown_table(header, rows)
end

-- "Ratios to aabb, paired by round"
local function ratios_heading(t, block)
	local is_of_algorithms = t.row_column == "algorithm" or t.column_column == "algorithm"
	return ("Ratios to %s%s\n"):format(notation.markdown(block.base),
		t.value_column == "step_ms" and is_of_algorithms and ", paired by round" or "")
end

-- The table under a heading of this level.
function table_markdown.text(t, level)
	local parts = { ("%s %s\n\n%s\n"):format(("#"):rep(level or 3), notation.markdown(table_grid.heading(t)),
		notation.markdown(t.caption)) }
	for _, block in ipairs(table_grid.blocks(t)) do
		if block.name == "ratios" then parts[#parts + 1] = ratios_heading(t, block) end
		parts[#parts + 1] = block_text(t, block)
	end
	local notes = {}
	for i, note in ipairs(t.notes) do notes[i] = "- " .. notation.markdown(note) end
	if #notes > 0 then parts[#parts + 1] = table.concat(notes, "\n") .. "\n" end
	return table.concat(parts, "\n")
end

return table_markdown
