-- Arranges the cells of a table in blocks for its texts (lua/tables/blocks.lua, lua/tables/latex.lua): one of
-- the values, with the published ones beside ours, and one of the ratios to the baseline.
--
-- A block: { name = "values" or "ratios", stub, told, rows, columns }
--   stub      the heading of the first column, which labels the rows
--   told      the headings of further text columns of a list
--   rows      { label, told = texts }
--   columns   { head, short, field, cells }: head names the column by itself; short leaves out what all
--             headings of the block have in common; field is the cells' field that the column shows
local lists = require "base.lists"
local notation = require "text.notation"
local table_labels = require "tables.labels"

local table_grid = {}

-- The table with rows and columns exchanged.
local function flipped(t)
	local view = setmetatable({ cells = {} }, { __index = t })
	view.row_column, view.column_column = t.column_column, t.row_column
	view.row_values, view.column_values = t.column_values, t.row_values
	view.down = not t.down
	for j in ipairs(t.column_values) do
		view.cells[j] = {}
		for i in ipairs(t.row_values) do view.cells[j][i] = t.cells[i][j] end
	end
	return view
end

-- The table as it is shown.
function table_grid.view(t) return t.transpose and not t.is_list and flipped(t) or t end

function table_grid.heading(t)
	local marks = #t.marks > 0 and (" [%s]"):format(table.concat(t.marks, ", ")) or ""
	return (t.title == t.name and t.name or t.name .. ": " .. t.title) .. marks
end

local function has(cells, field)
	return lists.any(cells, function (cell) return cell[field] ~= nil end)
end

-- The cells of a column, without the row `skipped`.
local function cells_of(t, j, skipped)
	return lists.map(t.cells, function (cells, i) return i ~= skipped and cells[j] end)
end

local function column_label(t, j, is_heading)
	if t.is_list then return t.value_title end
	return table_labels.of(t, t.column_column, t.column_values[j], is_heading)
end

local function rows_of(t, skipped)
	return lists.map(t.row_values, function (value, i)
		local told = t.is_list and t.told[i] or {}
		return i ~= skipped and { label = table_labels.of(t, t.row_column, value), told = told }
	end)
end

local function block_new(t, name, skipped)
	local is_spanned = not t.is_list and t.column_column ~= "algorithm"
	return { name = name, stub = table_labels.name(t, t.row_column), told = t.is_list and t.told_columns or {},
		rows = rows_of(t, skipped), columns = {},
		spanner = is_spanned and table_labels.name(t, t.column_column) or nil }
end

-- The number of digits after the point of a column's published values: the most that any of them has.
local function published_decimals(cells)
	return lists.most(lists.field(cells, "published"), function (value)
		return #(notation.text(value):match("%.(%d+)$") or "")
	end)
end

local function values_block(t)
	local block = block_new(t, "values")
	for j in ipairs(t.column_values) do
		local cells = cells_of(t, j)
		table.insert(block.columns, { head = column_label(t, j, true), short = column_label(t, j),
			field = t.score and "score" or "value", cells = cells })
		if has(cells, "published") then
			table.insert(block.columns, { head = "published", short = "published", field = "published",
				cells = cells, decimals = published_decimals(cells) })
		end
	end
	return block
end

-- The labels of the values that are compared, and the column that they are of.
local function compared(t)
	if t.down then return t.row_column, t.row_values end
	return t.column_column, t.column_values
end

-- "Ratios to aabb": the label of the baseline.
function table_grid.baseline(t)
	local column, values = compared(t)
	return table_labels.of(t, column, values[t.base], not t.down)
end

local function over(t, i)
	local column, values = compared(t)
	return ("%s / %s"):format(table_labels.of(t, column, values[i], true),
		table_labels.of(t, column, values[t.base], true))
end

-- Names the rows of ratios down a column "aabb / brute".
local function name_rows(t, block)
	local at = 0
	for i in ipairs(t.row_values) do
		if i ~= t.base then
			at = at + 1
			block.rows[at].short, block.rows[at].label = block.rows[at].label, over(t, i)
		end
	end
end

-- Nil if there are no ratios.
local function ratios_block(t)
	if not t.base then return nil end
	local block = block_new(t, "ratios", t.down and t.base or nil)
	block.base = table_grid.baseline(t)
	if t.down then name_rows(t, block) end
	for j in ipairs(t.column_values) do
		local cells = cells_of(t, j, t.down and t.base or nil)
		local is_shown = t.down or j ~= t.base
		if is_shown and (has(cells, "ratio") or has(cells, "published_ratio")) then
			table.insert(block.columns, { head = t.down and column_label(t, j, true) or over(t, j),
				short = column_label(t, j), field = "ratio", cells = cells })
		end
		if is_shown and has(cells, "published_ratio") then
			table.insert(block.columns, { head = "published", short = "published", field = "published_ratio",
				cells = cells })
		end
	end
	return #block.columns > 0 and #block.rows > 0 and block or nil
end

-- The blocks that the table shows.
function table_grid.blocks(t)
	local view, blocks = table_grid.view(t), {}
	if #t.row_values == 0 or #t.column_values == 0 then return blocks end
	local ratios = t.ratios ~= false and ratios_block(view) or nil
	if t.ratios ~= "only" or not ratios then blocks[1] = values_block(view) end
	blocks[#blocks + 1] = ratios
	return blocks
end

return table_grid
