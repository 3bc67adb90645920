-- A table for a paper: booktabs, made for \input inside a table environment. Intervals and published values
-- go through macros that the paper may define otherwise; the caption is left in \harnesscaption.
local notation = require "notation"
local tables = require "tables"

local latex = {}

local preamble = [[
\providecommand{\harnessinterval}[2]{\,{\scriptsize[#1, #2]}}
\providecommand{\harnesspublished}[1]{\textit{#1}}
\providecommand{\harnessnoise}[1]{{\ifdefined\color\color[gray]{0.5}\fi\ensuremath{\approx}\,#1}}
]]

local function number_text(text)
	if text == "inf" then return "$\\infty$" end
	local mantissa, exponent = text:match("^(.+)e([+-]%d+)$")
	if mantissa then return ("$%s\\cdot10^{%d}$"):format(mantissa, math.tointeger(tonumber(exponent))) end
	return text:find("^-") and "$" .. text .. "$" or text
end

local function interval_text(value, lo, hi)
	local text, low, high = notation.interval(value, lo, hi)
	if not low then return number_text(text) end
	return ("%s\\harnessinterval{%s}{%s}"):format(number_text(text), number_text(low), number_text(high))
end

local function value_text(cell)
	if cell.bound then
		local text = "$\\ge$ " .. number_text(notation.number(cell.bound))
		return cell.bound_text == "timeout" and text or text .. " (" .. notation.latex(cell.bound_text) .. ")"
	end
	if not cell.row then return "--" end
	if cell.status ~= "ok" then return "\\textit{" .. notation.latex(cell.status or "missing") .. "}" end
	if cell.value == nil then return "" end
	if type(cell.value) ~= "number" then return notation.latex(notation.text(cell.value)) end
	return interval_text(cell.value, cell.lo, cell.hi) .. (cell.unsound and "\\,\\textbf{!}" or "")
		.. (cell.unchecked and "\\,\\textbf{?}" or "")
end

local function ratio_text(cell)
	if not cell.ratio then return "" end
	local text = interval_text(cell.ratio, cell.ratio_lo, cell.ratio_hi)
	return cell.is_noise and "\\harnessnoise{" .. text .. "}" or text
end

local function published_wrap(header, rows)
	for j, name in ipairs(header) do
		if name == "published" then
			for _, row in ipairs(rows) do
				if row[j] ~= "" then row[j] = "\\harnesspublished{" .. number_text(row[j]) .. "}" end
			end
		end
	end
end

local function tabular(header, rows)
	published_wrap(header, rows)
	local lines = {
		"\\begin{tabular}{@{}l" .. ("r"):rep(#header - 1) .. "@{}}", "\\toprule",
		table.concat(header, " & ") .. " \\\\", "\\midrule",
	}
	for _, row in ipairs(rows) do lines[#lines + 1] = table.concat(row, " & ") .. " \\\\" end
	lines[#lines + 1] = "\\bottomrule"
	lines[#lines + 1] = "\\end{tabular}%"
	return table.concat(lines, "\n") .. "\n"
end

local function comment(text)
	return "% " .. text:gsub("%c", " ") .. "\n"
end

-- The text of the .tex file: the values, and below them the ratios.
function latex.table(t)
	local parts = { comment(tables.heading(t)) }
	for _, note in ipairs(t.notes) do parts[#parts + 1] = comment(note) end
	parts[#parts + 1] = comment("Needs \\usepackage{booktabs}; with xcolor, what is noise is grey.")
	parts[#parts + 1] = preamble
	local marks = #t.marks > 0 and "\\textbf{" .. table.concat(t.marks, ", ") .. "} " or ""
	parts[#parts + 1] = ("\\gdef\\harnesscaption{%s%s: %s}%%\n"):format(marks, notation.latex(t.title),
		notation.latex(t.caption))
	if #t.row_values == 0 or #t.column_values == 0 then
		parts[#parts + 1] = "\\emph{" .. notation.latex(t.notes[1] or "empty") .. "}%\n"
		return table.concat(parts)
	end
	-- a table that lost its caption still shows the UNSOUND mark
	if marks ~= "" then parts[#parts + 1] = marks .. "\\par\n" end
	parts[#parts + 1] = tabular(tables.value_block(t, notation.latex, value_text))
	local header, rows = tables.ratio_block(t, notation.latex, ratio_text)
	if header then
		parts[#parts + 1] = "\n\\medskip\n"
		parts[#parts + 1] = tabular(header, rows)
	end
	return table.concat(parts)
end

return latex
