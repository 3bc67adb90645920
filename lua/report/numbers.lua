-- The numbers of a run's tables as LaTeX macros, for the text of a paper: numbers.tex. \harness{table}{row}
-- {column} is a value, \harness[ratio]{...} another form of it; \harnessfact{rounds} is a fact about the run.
-- Keys are those of the columns `row` and `column` of the table's CSV file. A key that is missing is an error
-- of LaTeX.
local csv = require "text.csv"
local latex_numbers = require "text.latex_numbers"
local columns = require "data.columns"
local measured = require "data.measured"
local notation = require "text.notation"
local provenance = require "report.provenance"
local table_notes = require "tables.notes"

local paper_numbers = {}

-- Stored under a name of the prefix, the keys and the form. Two spaces separate them: TeX makes one space of
-- several in an argument, so no key holds two. \detokenize makes plain characters of every key.
local MACROS = [[
\ifdefined\harnessprefix\else\gdef\harnessprefix{}\fi
\providecommand{\harnessnoisemark}{\ensuremath{\approx}}
\providecommand{\harnessmark}[1]{\,\textbf{#1}}
\gdef\harness@name#1#2#3#4{harness\space\space#1\space\space
  \detokenize{#2}\space\space\detokenize{#3}\space\space#4}
\gdef\harness@cell#1#2#3{\gdef\harness@put##1##2{\expandafter\gdef\csname
  \harness@name{\harnessprefix\detokenize{#1}}{#2}{#3}{##1}\endcsname{##2}}}
\gdef\harness@fact#1#2{\expandafter\gdef\csname
  harness fact\space\space\harnessprefix\detokenize{#1}\endcsname{#2}}
\gdef\harness@missing#1{\PackageError{harness}{There is no #1}{%
  The keys are those of the columns row and column of the table's CSV file.}\textbf{??}}
\DeclareRobustCommand{\harness}[4][value]{%
  \ifcsname\harness@name{\detokenize{#2}}{#3}{#4}{#1}\endcsname
    \csname\harness@name{\detokenize{#2}}{#3}{#4}{#1}\endcsname
  \else
    \ifcsname\harness@name{\detokenize{#2}}{#3}{#4}{status}\endcsname
      \harness@missing{form '#1' of \detokenize{#2}, \detokenize{#3}, \detokenize{#4}, which is
        \csname\harness@name{\detokenize{#2}}{#3}{#4}{status}\endcsname}%
    \else
      \harness@missing{number \detokenize{#2}, \detokenize{#3}, \detokenize{#4}}%
    \fi
  \fi}
\DeclareRobustCommand{\harnessfact}[1]{%
  \ifcsname harness fact\space\space\detokenize{#1}\endcsname
    \csname harness fact\space\space\detokenize{#1}\endcsname
  \else
    \harness@missing{fact \detokenize{#1}}%
  \fi}
]]

-- A second run without a prefix would change numbers of the first one unseen.
local GUARD = [[
\ifcsname harness run \harnessprefix\endcsname
  \expandafter\ifx\csname harness run \harnessprefix\endcsname\harness@run\else
    \PackageError{harness}{Two runs have the prefix '\harnessprefix'}{%
      Write \string\def\string\harnessprefix{other-} before the second \string\input.}%
  \fi
\fi
\expandafter\global\expandafter\let\csname harness run \harnessprefix\endcsname\harness@run
]]

-- A key as an argument of a macro. The paper writes it in the same way: a backslash stands before # % { } \.
local function key_text(value)
	local text = value
	if type(value) == "number" then text = csv.number(value) end
	if type(value) == "boolean" then text = value and "1" or "0" end
	return (text:gsub("[#%%{}\\]", "\\%0"))
end

local function interval_text(t, value, lo, hi)
	local text, low, high = notation.interval(value, lo, hi, t.digits)
	local number = latex_numbers.text(text)
	local bounds = low and { latex_numbers.text(low), latex_numbers.text(high) }
	return number, bounds and ("%s~[%s,~%s]"):format(number, bounds[1], bounds[2]) or nil, bounds
end

local function marks_text(m, cell)
	local marks = {}
	if m.quick then marks[1] = "QUICK" end
	if cell.unsound then marks[#marks + 1] = "UNSOUND" end
	if cell.unchecked then marks[#marks + 1] = "UNCHECKED" end
	return #marks > 0 and ("\\harnessmark{%s}"):format(table.concat(marks, ", ")) or ""
end

-- The forms of our value.
local function add_value(m, t, cell, put)
	local marks, _, unit = marks_text(m, cell), columns.title(t.value_column, m.own)
	if type(cell.value) ~= "number" then
		if cell.value ~= nil then put("value", notation.latex(notation.text(cell.value)) .. marks) end
		return
	end
	local number, interval, bounds = interval_text(t, cell.value, cell.lo, cell.hi)
	unit = t.unit or unit ~= columns.all_steps and unit or nil
	if t.score then unit = nil end
	local with_unit = unit and "~" .. notation.latex(unit) or ""
	put("value", number .. marks)
	put("unit", number .. with_unit .. marks)
	if not interval then return end
	put("interval", interval .. marks)
	put("interval unit", interval .. with_unit .. marks)
	put("lo", bounds[1] .. marks)
	put("hi", bounds[2] .. marks)
end

local function add_ratios(m, t, cell, put)
	if cell.ratio then
		local number, interval = interval_text(t, cell.ratio, cell.ratio_lo, cell.ratio_hi)
		local noise, marks = cell.is_noise and "\\harnessnoisemark\\," or "", marks_text(m, cell)
		put("ratio", noise .. number .. marks)
		if interval then put("ratio interval", noise .. interval .. marks) end
	end
	if cell.published_ratio then
		put("published ratio", (interval_text(t, cell.published_ratio)))
	end
end

local function add_cell(m, t, lines, i, j)
	local cell = t.cells[i][j]
	if not (cell.row or cell.published or t.score) then return end
	lines[#lines + 1] = ("\\harness@cell{%s}{%s}{%s}%%"):format(key_text(t.name), key_text(t.row_values[i]),
		key_text(t.column_values[j]))
	local function put(form, text) lines[#lines + 1] = ("\\harness@put{%s}{%s}%%"):format(form, text) end
	local left_out = m:is_left_out(t.value_column) and measured.LEFT_OUT
	local is_here = cell.row or t.score
	put("status", left_out or is_here and notation.latex(cell.status or "missing") or "not in this run")
	if cell.n then put("n", notation.text(cell.n)) end
	if cell.bound then
		put("bound", "$\\ge$~" .. latex_numbers.text(notation.number(cell.bound, nil, t.digits)))
	end
	add_value(m, t, cell, put)
	add_ratios(m, t, cell, put)
	if cell.published then put("published", latex_numbers.text(notation.text(cell.published))) end
end

-- The facts about the run, for a caption.
local function facts_of(m, spec)
	local manifest = m.env.manifest or {}
	local facts, rounds = {}, table_notes.rounds_text(m.points)
	local function add(name, value)
		if value ~= nil and value ~= "" and type(value) ~= "table" then
			facts[#facts + 1] = { name, notation.latex(notation.text(value)) }
		end
	end
	add("scenario", spec.name)
	add("title", spec.title)
	add("rounds", rounds)
	add("points", #m.points)
	add("machine", manifest.cpu)
	for _, name in ipairs { "cores", "arch", "kernel", "compiler", "flags" } do add(name, manifest[name]) end
	add("commit", manifest.commit and manifest.commit .. provenance.changes_text(manifest))
	add("date", manifest.started and tostring(manifest.started):match "^%d+-%d+-%d+")
	add("seed", (m.env.plan or {}).seed)
	local noise = m:noise_percent(m.points)
	add("noise", noise and notation.number(noise, 1))
	local codes = provenance.warning_codes(m)
	add("warnings", #codes > 0 and table.concat(codes, ", ") or "none")
	return facts
end

local function facts_text(m, spec, made)
	local lines = {}
	local function add(name, text)
		lines[#lines + 1] = ("\\harness@fact{%s}{%s}%%"):format(key_text(name), text)
	end
	for _, fact in ipairs(facts_of(m, spec)) do add(fact[1], fact[2]) end
	for _, entry in ipairs(made) do
		local t = entry.table
		local marks = #t.marks > 0 and "\\textbf{" .. table.concat(t.marks, ", ") .. "} " or ""
		add(t.name .. " caption", ("%s%s: %s"):format(marks, notation.latex(t.title), notation.latex(t.caption)))
		local rounds = measured.is_timed(t.value_column) and table_notes.rounds_text(t.found)
		if rounds then add(t.name .. " rounds", rounds) end
	end
	return table.concat(lines, "\n") .. "\n"
end

local function cells_text(m, made)
	local lines = {}
	for _, entry in ipairs(made) do
		for i in ipairs(entry.table.row_values) do
			for j in ipairs(entry.table.column_values) do
				local cell = {}
				add_cell(m, entry.table, cell, i, j)
				if #cell > 0 then lines[#lines + 1] = table.concat(cell, "\n") end
			end
		end
	end
	return #lines > 0 and table.concat(lines, "\n") .. "\n" or ""
end

local HEAD = [[
%% Numbers of %s for the text of a paper: \input this file in the preamble.
%% \harness{table}{row}{column} is a value; \harness[form]{table}{row}{column} has the form unit, interval,
%% interval unit, lo, hi, ratio, ratio interval, published, published ratio, bound, n or status.
%% \harnessfact{name} is a fact: rounds, machine, commit, date, noise, ..., "<table> caption".
%% Two runs in one paper: \def\harnessprefix{old-} before \input, then \harness{old-table}{row}{column}.
]]

-- The text of numbers.tex. made: the tables of the report, as { table = t }.
function paper_numbers.text(m, spec, made)
	local manifest = m.env.manifest or {}
	local run = ("%s %s"):format(spec.name or "?", manifest.started or "")
	return table.concat {
		HEAD:format((run:gsub("%c", " "))), "\\edef\\harnessatcode{\\the\\catcode`\\@}\\catcode`\\@=11\n", MACROS,
		("\\gdef\\harness@run{%s}%%\n"):format(notation.latex(run)), GUARD,
		facts_text(m, spec, made), cells_text(m, made),
		"\\gdef\\harnessprefix{}\n\\catcode`\\@=\\harnessatcode\\relax\n",
	}
end

return paper_numbers
