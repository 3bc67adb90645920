-- A table: { header = spans by column, rows = { { spans by column } ... }, is_text = whether its columns are
-- flush left and not aligned for who reads the Markdown }.
local html = require "text.html"
local lists = require "base.lists"
local notation = require "text.notation"

local grid = {}

-- The texts of the header and of all rows.
local function texts_of(b, writer)
	local function texts(cells) return lists.map(cells, function (cell) return writer:text(cell) end) end
	return texts(b.header), lists.map(b.rows, texts)
end

local function plain_markdown(header, rows)
	local function line(texts) return ("| %s |\n"):format(table.concat(texts, " | ")) end
	return line(header) .. "|" .. ("---|"):rep(#header) .. "\n" .. table.concat(lists.map(rows, line))
end

function grid.markdown(b, writer)
	return (b.is_text and plain_markdown or notation.markdown_table)(texts_of(b, writer))
end

local function cells_of(b, cells, writer, is_header)
	return lists.map(cells, function (cell, i)
		return { html = writer:text(cell), right = not b.is_text and i > 1,
			value = not is_header and html.sort_value(writer.plain(cell)) or nil }
	end)
end

function grid.html(b, writer)
	local rows = lists.map(b.rows, function (row) return html.row(cells_of(b, row, writer)) end)
	return html.table(cells_of(b, b.header, writer, true), rows)
end

-- Columns side by side. What is too wide for the terminal is cut, of the widest column.
function grid.terminal(b, writer)
	local header, rows = texts_of(b, writer)
	return writer:columns(lists.joined({ header }, rows), b.is_text)
end

-- The share of the line that each column has, by its longest text.
local function shares_of(b, rows)
	local shares, sum = {}, 0
	for k in ipairs(b.header) do
		shares[k] = lists.most(rows, function (row) return math.min(40, notation.width(row[k] or "")) end, 6)
		sum = sum + shares[k]
	end
	return lists.map(shares, function (share) return 0.97 * share / sum end)
end

function grid.latex(b, writer)
	local header, others = texts_of(b, writer)
	local rows, columns = lists.joined({ header }, others), {}
	for k, share in ipairs(shares_of(b, rows)) do
		columns[k] = (">{\\raggedright\\arraybackslash}p{%.3f\\linewidth}"):format(share):gsub(",", ".")
	end
	for i, row in ipairs(rows) do
		for k in ipairs(b.header) do row[k] = row[k] or "" end
		rows[i] = table.concat(row, " & ") .. (i == 1 and " \\\\\n\\midrule" or " \\\\")
	end
	local form = "{\\footnotesize\\setlength{\\tabcolsep}{1pt}\n\\begin{longtable}{@{}%s@{}}\n\\toprule\n%s\n"
		.. "\\bottomrule\n\\end{longtable}}\n"
	return writer.wide(form:format(table.concat(columns), table.concat(rows, "\n")))
end

function grid.example(text) return { header = { text, text }, rows = { { text, text } } } end

return grid
