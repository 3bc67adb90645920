-- A table as rows and columns of values between tabs, to paste into a spreadsheet. A point that failed has
-- its status.
local notation = require "text.notation"

local tsv = {}

local function line(cells) return table.concat(cells, "\t") .. "\n" end

-- A text without the characters that end a cell or a line.
local function text_of(value) return (notation.text(value):gsub("%c", " ")) end

local function value_of(cell) return text_of(cell.value or cell.status or "") end

local function text(_, t)
	local head, out = { t.row_column }, {}
	for j, column in ipairs(t.column_values) do head[j + 1] = text_of(column) end
	out[1] = line(head)
	for i, row in ipairs(t.row_values) do
		local cells = { text_of(row) }
		for j in ipairs(t.column_values) do cells[j + 1] = value_of(t.cells[i][j]) end
		out[i + 1] = line(cells)
	end
	return table.concat(out)
end

tsv.form = { ending = ".tsv", link = "TSV", text = text }

return tsv
