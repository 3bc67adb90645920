-- A table: { header = spans by column, rows = { { spans by column } ... }, is_text = whether its columns are
-- flush left and not aligned for who reads the Markdown }.
local html = require "text.html"
local notation = require "text.notation"

local grid = {}

local function texts_of(cells, writer)
	local out = {}
	for i, cell in ipairs(cells) do out[i] = writer:text(cell) end
	return out
end

local function plain_markdown(b, writer)
	local function line(cells) return ("| %s |\n"):format(table.concat(texts_of(cells, writer), " | ")) end
	local out = { line(b.header), "|" .. ("---|"):rep(#b.header) .. "\n" }
	for _, row in ipairs(b.rows) do out[#out + 1] = line(row) end
	return table.concat(out)
end

function grid.markdown(b, writer)
	if b.is_text then return plain_markdown(b, writer) end
	local rows = {}
	for i, row in ipairs(b.rows) do rows[i] = texts_of(row, writer) end
	return notation.markdown_table(texts_of(b.header, writer), rows)
end

local function cells_of(b, cells, writer, is_header)
	local out = {}
	for i, cell in ipairs(cells) do
		out[i] = { html = writer:text(cell), right = not b.is_text and i > 1,
			value = not is_header and html.sort_value(writer.plain(cell)) or nil }
	end
	return out
end

function grid.html(b, writer)
	local rows = {}
	for i, row in ipairs(b.rows) do rows[i] = html.row(cells_of(b, row, writer)) end
	return html.table(cells_of(b, b.header, writer, true), rows)
end

-- Columns side by side. What is too wide for the terminal is cut, of the widest column.
function grid.terminal(b, writer)
	local rows = { texts_of(b.header, writer) }
	for _, row in ipairs(b.rows) do rows[#rows + 1] = texts_of(row, writer) end
	return writer:columns(rows, b.is_text)
end

-- The share of the line that each column has, by its longest text.
local function shares_of(b, rows)
	local shares, sum = {}, 0
	for k in ipairs(b.header) do
		local most = 6
		for _, row in ipairs(rows) do most = math.max(most, math.min(40, notation.width(row[k] or ""))) end
		shares[k], sum = most, sum + most
	end
	for k, share in ipairs(shares) do shares[k] = 0.97 * share / sum end
	return shares
end

function grid.latex(b, writer)
	local rows, columns = { texts_of(b.header, writer) }, {}
	for _, row in ipairs(b.rows) do rows[#rows + 1] = texts_of(row, writer) end
	for k, share in ipairs(shares_of(b, rows)) do
		columns[k] = (">{\\raggedright\\arraybackslash}p{%.3f\\linewidth}"):format(share):gsub(",", ".")
	end
	for i, row in ipairs(rows) do
		for k in ipairs(b.header) do row[k] = row[k] or "" end
		rows[i] = table.concat(row, " & ") .. (i == 1 and " \\\\\n\\midrule" or " \\\\")
	end
	return ("{\\footnotesize\\setlength{\\tabcolsep}{1pt}\n\\begin{longtable}{@{}%s@{}}\n\\toprule\n%s\n"
		.. "\\bottomrule\n\\end{longtable}}\n"):format(table.concat(columns), table.concat(rows, "\n"))
end

function grid.example(text) return { header = { text, text }, rows = { { text, text } } } end

return grid
