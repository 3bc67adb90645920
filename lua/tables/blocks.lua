-- A table of results as blocks: its caption, its values, the ratios to the baseline, and its notes.
local blocks = require "blocks.blocks"
local lists = require "base.lists"
local markdown = require "blocks.markdown"
local notation = require "text.notation"
local table_grid = require "tables.grid"
local table_scores = require "tables.scores"

local table_blocks = {}

local function interval_text(t, value, lo, hi)
	local text, low, high = notation.interval(value, lo, hi, t.digits)
	return low and t.intervals and ("%s [%s, %s]"):format(text, low, high) or text
end

-- The text of a cell. A missing value is never shown as 0.
local function value_text(t, cell)
	if cell.bound then
		return { raw = ">= " .. notation.number(cell.bound, nil, t.digits) .. " (" .. cell.bound_text .. ")" }
	end
	if not cell.row then return { raw = "-" } end
	if cell.status ~= "ok" then return { raw = cell.status or "missing" } end
	local unsound = cell.unsound and " UNSOUND" or ""
	if cell.stated then
		return { raw = ("(%s)%s"):format(interval_text(t, cell.stated, cell.stated_lo, cell.stated_hi), unsound) }
	end
	if cell.value == nil then return "" end
	if type(cell.value) ~= "number" then return notation.text(cell.value) end
	local text = { raw = interval_text(t, cell.value, cell.lo, cell.hi) }
	return { cell.best and { strong = text } or text, unsound .. (cell.unchecked and " UNCHECKED" or "") }
end

local function ratio_text(t, cell)
	if not cell.ratio then return "" end
	return { raw = (cell.is_noise and "≈ " or "") .. interval_text(t, cell.ratio, cell.ratio_lo, cell.ratio_hi) }
end

-- A score, and of how many groups it is if some were left out.
local function score_text(t, cell)
	if not cell.value then return { raw = "-" .. table_scores.left_out_text(cell) } end
	return { raw = (cell.is_noise and "≈ " or "") .. interval_text(t, cell.value, cell.lo, cell.hi)
		.. table_scores.left_out_text(cell) .. (cell.unchecked and " UNCHECKED" or "") }
end

local texts = {
	value = value_text, ratio = ratio_text, score = score_text,
	published = function (_, cell, column)
		return cell.published and { raw = notation.number(cell.published + 0.0, column.decimals) } or ""
	end,
	published_ratio = function (t, cell)
		return cell.published_ratio and { raw = notation.number(cell.published_ratio, nil, t.digits) } or ""
	end,
}

local function block_of(t, block)
	local header = { block.stub, table.unpack(block.told) }
	local rows = lists.map(block.rows, function (row) return { row.label, table.unpack(row.told) } end)
	for _, column in ipairs(block.columns) do
		header[#header + 1] = column.head
		for i, cell in ipairs(column.cells) do rows[i][#header] = texts[column.field](t, cell, column) end
	end
	return { kind = "table", header = header, rows = rows }
end

-- "Ratios to aabb, paired by round"
local function ratios_heading(t, block)
	local is_of_algorithms = t.row_column == "algorithm" or t.column_column == "algorithm"
	local is_paired = t.value_column == "step_ms" and is_of_algorithms
	return blocks.paragraph("Ratios to ", block.base, is_paired and ", paired by round" or "")
end

-- The table as a section of this level. Its id is the path of its files in the run.
function table_blocks.section(t, level, path)
	local out = { blocks.paragraph(t.caption) }
	for _, block in ipairs(table_grid.blocks(t)) do
		if block.name == "ratios" then out[#out + 1] = ratios_heading(t, block) end
		out[#out + 1] = block_of(t, block)
	end
	if #t.notes > 0 then out[#out + 1] = blocks.list(t.notes) end
	return blocks.section(level or 3, table_grid.heading(t), out, path)
end

function table_blocks.markdown(t, level) return markdown.text { table_blocks.section(t, level) } end

table_blocks.form = { ending = ".md", text = function (_, t) return table_blocks.markdown(t, 2) end }

return table_blocks
