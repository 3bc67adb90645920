-- A table for a paper: booktabs, with numbers aligned at the point by siunitx, made for \input inside a table
-- environment. Intervals and marks go through macros that the paper may define otherwise; the caption is left
-- in \harnesscaption.
local latex_numbers = require "text.latex_numbers"
local lists = require "base.lists"
local notation = require "text.notation"
local table_grid = require "tables.grid"
local table_scores = require "tables.scores"

local latex = {}

-- Each line ends in %, because a space would count where a paper puts the table into a box.
local PREAMBLE = [[
\ifdefined\sisetup\else\errmessage{This table needs \string\usepackage{siunitx}}\fi%
\providecommand{\harnessinterval}[2]{{\scriptsize[#1, #2]}}%
\providecommand{\harnesspublished}[1]{\textit{#1}}%
\providecommand{\harnessnoisemark}{\ensuremath{\approx}}%
\providecommand{\harnessheading}[1]{\begin{tabular}[b]{@{}c@{}}#1\end{tabular}}%
]]
local BEST = "\\ifdefined\\harnessbest\\else\\protected\\gdef\\harnessbest{\\bfseries}\\fi%\n"
local FITTED = "\\providecommand{\\harnesssize}{\\footnotesize}%\n\\providecommand{\\harnesscolsep}{3pt}%\n"

-- Sizes in points: of the text and of intervals under \footnotesize in a paper of 10 pt, and half the space
-- between two columns, usual and fitted.
local SIZE, SMALL, USUAL_SEP, FITTED_SEP = 8, 7, 6, 3
local CENTIMETRES = 2.54 / 72.27

-- ---- cells ----

-- A cell to be written: { number } or { text, plain }, and mark (noise), best, lo, hi, after (other marks).
local function number_cell(t, value, lo, hi)
	local text, low, high = notation.interval(value, lo, hi, t.digits)
	text = latex_numbers.plain(text)
	local cell = { lo = t.intervals and low or nil, hi = t.intervals and high or nil }
	if latex_numbers.is_number(text) then
		cell.number = text
	else
		cell.text, cell.plain = latex_numbers.text(text), text
	end
	return cell
end

local function text_cell(text, plain) return { text = text, plain = plain or text } end

local function value_cell(t, cell)
	if cell.bound then
		local number = notation.number(cell.bound, nil, t.digits)
		local is_timeout = cell.bound_text == "timeout"
		return text_cell("$\\ge$ " .. latex_numbers.text(number)
			.. (is_timeout and "" or " (" .. notation.latex(cell.bound_text) .. ")"),
			">= " .. number .. (is_timeout and "" or cell.bound_text))
	end
	if not cell.row then return text_cell "--" end
	if cell.status ~= "ok" then
		return text_cell("\\textit{" .. notation.latex(cell.status or "missing") .. "}", cell.status or "missing")
	end
	if cell.stated then
		local number = notation.number(cell.stated, nil, t.digits)
		return text_cell("(" .. latex_numbers.text(number) .. ")" .. (cell.unsound and "\\textbf{!}" or ""),
			"(" .. number .. ")")
	end
	if cell.value == nil then return text_cell "" end
	if type(cell.value) ~= "number" then
		return text_cell(notation.latex(notation.text(cell.value)), notation.text(cell.value))
	end
	local out = number_cell(t, cell.value, cell.lo, cell.hi)
	out.best = cell.best
	out.after = (cell.unsound and "\\textbf{!}" or "") .. (cell.unchecked and "\\textbf{?}" or "")
	return out
end

local makers = {
	value = value_cell,
	ratio = function (t, cell)
		if not cell.ratio then return text_cell "" end
		local out = number_cell(t, cell.ratio, cell.ratio_lo, cell.ratio_hi)
		out.mark = cell.is_noise
		return out
	end,
	score = function (t, cell)
		local of = table_scores.left_out_text(cell)
		if not cell.value then return text_cell("--" .. of) end
		local out = number_cell(t, cell.value, cell.lo, cell.hi)
		out.mark = cell.is_noise
		local small = of ~= "" and "{\\scriptsize\\ " .. of:sub(2) .. "}" or ""
		out.after = small .. (cell.unchecked and "\\textbf{?}" or "")
		return out
	end,
	published = function (_, cell, column)
		if not cell.published then return text_cell "" end
		return { number = latex_numbers.plain(notation.number(cell.published + 0.0, column.decimals)) }
	end,
	published_ratio = function (t, cell)
		return cell.published_ratio and number_cell(t, cell.published_ratio) or text_cell ""
	end,
}

-- ---- columns ----

local function any(cells, field)
	return lists.any(cells, function (cell) return cell[field] and cell[field] ~= "" end)
end

local function widest(cells, text_of)
	return lists.most(cells, function (cell) return latex_numbers.width(text_of(cell) or "") end)
end

local function interval_plain(cell) return cell.lo and ("[%s, %s]"):format(cell.lo, cell.hi) or "" end

-- The width in points of a column with its mark and its interval, and of its heading.
local function widths_of(column)
	local number = column.format and latex_numbers.format_width(column.format) or 0
	number = math.max(number, widest(column.cells, function (cell) return cell.plain end)) * SIZE
	local mark = column.has_mark and 1.0 * SIZE or 0
	local after = 0
	if column.has_after then
		after = 0.17 * SIZE + widest(column.cells, interval_plain) * SMALL
			+ (any(column.cells, "after") and 0.6 * SIZE or 0)
	end
	return mark + number + after
end

-- A column of the block with its cells, and what it needs: a number format, a place for ≈ before the number,
-- and one for the interval and other marks behind it. is_lone: nothing stands above its heading.
local function column_new(t, of, is_lone)
	local column = { field = of.field, cells = lists.map(of.cells, function (cell)
		return makers[of.field](t, cell, of)
	end) }
	local numbers = lists.field(column.cells, "number")
	column.format = #numbers > 0 and latex_numbers.format(numbers) or nil
	column.has_mark, column.has_best = any(column.cells, "mark"), any(column.cells, "best")
	column.has_after = any(column.cells, "lo") or any(column.cells, "after")
	column.width = widths_of(column)
	column.heading = latex_numbers.wrap(is_lone and of.head or of.short,
		math.max(9, column.width / (0.55 * SIZE)))
	column.parts = 1 + (column.has_mark and 1 or 0) + (column.has_after and 1 or 0)
	return column
end

local function columns_of(t, block)
	return lists.map(block.columns, function (column) return column_new(t, column, #block.columns == 1) end)
end

local function specification(column)
	local number = "r"
	if column.format then
		-- text, as the intervals are: in a paper set in Times, digits of formulas have another font
		local bold = column.has_best and ",detect-weight" or ""
		number = ("S[table-format=%s,mode=text%s]"):format(column.format, bold)
	end
	return (column.has_mark and "r@{\\,}" or "") .. number .. (column.has_after and "@{\\,}l" or "")
end

local function heading_text(column, is_last)
	local text = table.concat(lists.map(column.heading, notation.latex), "\\\\")
	if #column.heading > 1 then text = "\\harnessheading{" .. text .. "}" end
	if column.field:find "published" then text = "\\harnesspublished{" .. text .. "}" end
	if column.parts == 1 then return "{" .. text .. "}" end
	return ("\\multicolumn{%d}{c%s}{%s}"):format(column.parts, is_last and "@{}" or "", text)
end

-- The text of a cell: one part for each part of its column.
local function cell_text(column, cell)
	local parts = {}
	if column.has_mark then parts[1] = cell.mark and "\\harnessnoisemark" or "" end
	local number = cell.number and (cell.best and "\\harnessbest " or "") .. cell.number
	parts[#parts + 1] = number or column.format and "{" .. cell.text .. "}" or cell.text
	if column.has_after then
		local interval = cell.lo and ("\\harnessinterval{%s}{%s}"):format(latex_numbers.text(cell.lo),
			latex_numbers.text(cell.hi)) or ""
		parts[#parts + 1] = interval .. (cell.after or "")
	end
	return table.concat(parts, " & ")
end

-- ---- blocks ----

-- What stands above all columns of a block, and above its rows.
local function block_titles(block)
	if block.name == "values" then return block.spanner, block.stub end
	if block.rows[1].short then return block.spanner, "ratio to " .. block.base end
	return "ratio to " .. block.base, block.stub
end

-- A line of the tabular: its label, further texts, and the cells, which are LaTeX.
local function row_line(label, told, cells)
	local texts = lists.map(lists.joined({ label }, told), notation.latex)
	return table.concat(lists.joined(texts, cells), " & ") .. " \\\\"
end

local function header_lines(block, columns)
	local above, stub = block_titles(block)
	local before, parts, lines = 1 + #block.told, 0, {}
	for _, column in ipairs(columns) do parts = parts + column.parts end
	if above and #columns > 1 then
		lines[1] = ("%s\\multicolumn{%d}{c@{}}{%s} \\\\"):format(("& "):rep(before), parts, notation.latex(above))
		lines[2] = ("\\cmidrule(l){%d-%d}"):format(before + 1, before + parts)
	end
	lines[#lines + 1] = row_line(stub, block.told, lists.map(columns, function (column, i)
		return heading_text(column, i == #columns)
	end))
	return lines
end

local function tabular(t, block)
	local columns = columns_of(t, block)
	local specs = table.concat(lists.map(columns, specification))
	local begin = "\\begin{tabular}{@{}l" .. ("l"):rep(#block.told) .. specs .. "@{}}"
	local lines = lists.joined({ begin, "\\toprule" }, header_lines(block, columns), { "\\midrule" })
	for i, row in ipairs(block.rows) do
		lines[#lines + 1] = row_line(row.short or row.label, row.told,
			lists.map(columns, function (column) return cell_text(column, column.cells[i]) end))
	end
	return table.concat(lines, "\n") .. "\n\\bottomrule\n\\end{tabular}%\n"
end

-- ---- widths ----

local function stub_width(block, told)
	local _, stub = block_titles(block)
	return lists.most(block.rows, function (row)
		return latex_numbers.width(told and row.told[told] or row.short or row.label)
	end, latex_numbers.width(told and block.told[told] or stub)) * SIZE
end

local function block_width(t, block)
	local before, points = stub_width(block), 0
	local sep = 2 * (t.width and FITTED_SEP or USUAL_SEP)
	for k = 1, #block.told do before = before + sep + stub_width(block, k) end
	for _, column in ipairs(columns_of(t, block)) do
		local heading = lists.most(column.heading, latex_numbers.width) * SIZE
		points = points + sep + math.max(column.width, heading)
	end
	local above = #block.columns > 1 and block_titles(block) or ""
	return before + math.max(points, sep + latex_numbers.width(above) * SIZE)
end

-- About how wide the table is under \footnotesize in a paper of 10 pt, in cm.
function latex.width(t)
	return lists.most(table_grid.blocks(t), function (block) return block_width(t, block) end) * CENTIMETRES
end

-- ---- the file ----

local function comment(text)
	return "% " .. text:gsub("%c", " ") .. "\n"
end

local function head_text(t)
	local comments = lists.joined({ table_grid.heading(t) }, t.notes, { "Needs \\usepackage{booktabs,siunitx}.",
		("About %.1f cm wide under \\footnotesize in a paper of 10 pt."):format(latex.width(t)) })
	return table.concat(lists.map(comments, comment)) .. PREAMBLE .. (t.best and BEST or "")
		.. (t.width and FITTED or "")
end

-- The text of the .tex file: the values, and below them the ratios.
function latex.table(t)
	local parts = { head_text(t) }
	local marks = #t.marks > 0 and "\\textbf{" .. table.concat(t.marks, ", ") .. "} " or ""
	parts[#parts + 1] = ("\\gdef\\harnesscaption{%s%s: %s}%%\n"):format(marks, notation.latex(t.title),
		notation.latex(t.caption))
	local blocks = table_grid.blocks(t)
	if #blocks == 0 then
		parts[#parts + 1] = "\\emph{" .. notation.latex(t.notes[1] or "empty") .. "}%\n"
		return table.concat(parts)
	end
	-- a table that lost its caption still shows the UNSOUND mark
	if marks ~= "" then parts[#parts + 1] = marks .. "\\par\n" end
	if t.width then parts[#parts + 1] = "{\\harnesssize\\setlength{\\tabcolsep}{\\harnesscolsep}%\n" end
	for i, block in ipairs(blocks) do
		if i > 1 then parts[#parts + 1] = "\n\\medskip\n" end
		parts[#parts + 1] = tabular(t, block)
	end
	if t.width then parts[#parts + 1] = "}%\n" end
	return table.concat(parts)
end

latex.form = { ending = ".tex", link = "LaTeX", text = function (_, t) return latex.table(t) end }

return latex
