-- The report of a run: tables, figures, claims, and report.md with all of them. It depends only on the run's
-- data and the current scenario. All input and output goes through `env`. The same input gives the same
-- bytes.
local columns = require "columns"
local csv = require "csv"
local derived = require "derived"
local figures = require "figures"
local gnuplot = require "gnuplot"
local latex = require "latex"
local matrix = require "matrix"
local measured = require "measured"
local notation = require "notation"
local provenance = require "provenance"
local tables = require "tables"

local report = {}

local function names_ordered(spec, what)
	local order = spec.order_of and spec.order_of[what]
	if order then return order end
	local names = {}
	for name in pairs(spec[what] or {}) do names[#names + 1] = name end
	table.sort(names)
	return names
end

-- A file name for the table or figure `name`. Two names that would share a file name are an error.
local function file_name(taken, kind, name)
	local file = name:gsub("[^%w_.-]", "_"):gsub("^%.", "_")
	if taken[file] then
		error(("%s.%s and %s.%s would both be written to '%s'"):format(kind, taken[file], kind, name, file), 0)
	end
	taken[file] = name
	return file
end

local function tables_write(m, spec, env)
	local made, taken = {}, {}
	for i, name in ipairs(names_ordered(spec, "tables")) do
		local t = tables.make(m, name, spec.tables[name])
		local path = "tables/" .. file_name(taken, "tables", name)
		env.write(path .. ".md", tables.markdown(t, 2))
		env.write(path .. ".tex", latex.table(t))
		env.write(path .. ".csv", tables.csv(m, t))
		made[i] = { table = t, path = path }
	end
	return made
end

local function figures_write(m, spec, env)
	local made, taken = {}, {}
	for i, name in ipairs(names_ordered(spec, "figures")) do
		local f = figures.make(m, name, spec.figures[name])
		local file = file_name(taken, "figures", name)
		local text, at = figures.csv(f)
		env.write("figures/" .. file .. ".csv", text)
		env.write("figures/" .. file .. ".gp", gnuplot.script(f, file, at))
		local path = "figures/" .. file
		made[i] = { figure = f, path = path, drawn = not spec.undrawn or env.read(path .. ".svg") ~= nil }
	end
	return made
end

-- Writes derived.csv, and columns.csv, which describes each column of each file of the run.
local function columns_write(m, spec, env)
	local headers = {
		["samples.csv"] = env.header "samples.csv", ["builds.csv"] = env.header "builds.csv",
		["steps.csv"] = (env.steps() or {}).columns, ["levels.csv"] = (env.levels() or {}).columns,
	}
	local list = columns.dictionary(env.rows, headers, spec.parameters, m.derived_list)
	env.write("columns.csv", csv.format(columns.dictionary_fields, list))
	-- a derived.csv of an earlier report is replaced even if there are no derived columns now
	if #m.derived_list > 0 or env.read "derived.csv" then env.write("derived.csv", derived.csv(m)) end
end

local function judge(m, spec, what)
	return matrix.judge(m, spec[what] or {}, names_ordered(spec, what))
end

-- Writes matrix.csv. A file of an earlier report is replaced even if there are no claims now.
local function matrix_write(m, lines, env)
	if #lines > 0 or env.read "matrix.csv" then env.write("matrix.csv", matrix.csv(m, lines)) end
end

local function add_numbers(lines, text)
	for one in text:gmatch("[^\n]+") do lines[#lines + 1] = "  - " .. notation.markdown(one) end
end

-- A line for each claim with its verdict under the scenario's own reading, and the numbers below.
local function claims_text(made)
	local lines = {}
	for _, line in ipairs(made) do
		lines[#lines + 1] = ("- **%s**: %s"):format(line.ours.verdict, notation.markdown(line.name))
		add_numbers(lines, line.ours.text)
	end
	return #lines > 0 and table.concat(lines, "\n") .. "\n" or ""
end

-- The same for checks. A check must hold under every reading, so the readings under which it does not are
-- named.
local function checks_text(made)
	local lines = {}
	for _, line in ipairs(made) do
		lines[#lines + 1] = ("- **%s**: %s"):format(line.ours.verdict, notation.markdown(line.name))
		add_numbers(lines, line.ours.text)
		for id, judged in pairs(line.under) do
			if judged.verdict ~= "holds" then
				add_numbers(lines, ("under %s %s: %s"):format(id, judged.verdict, judged.text:gsub("\n", "; ")))
			end
		end
	end
	return #lines > 0 and table.concat(lines, "\n") .. "\n" or ""
end

-- How many claims are refuted, and how many checks, under whichever reading.
local function refuted_count(made)
	local count = 0
	for _, line in ipairs(made.claims) do count = count + (line.ours.verdict == "refuted" and 1 or 0) end
	for _, line in ipairs(made.checks) do
		local refuted = line.ours.verdict == "refuted"
		for _, judged in pairs(line.under) do refuted = refuted or judged.verdict == "refuted" end
		count = count + (refuted and 1 or 0)
	end
	return count
end

local function stand_ins_text(spec)
	local lines = {}
	for i, text in ipairs(spec.stand_ins or {}) do lines[i] = "- " .. notation.markdown(text) .. "\n" end
	return table.concat(lines)
end

local CELLS = "Each verdict has the ratio that came nearest to its limit, and in brackets what it was to be. "
	.. "· says that no number that the claim reads differs.\n"

local function matrix_text(m, made)
	if #made.claims == 0 or #(m.spec.readings or {}) == 0 then return "" end
	return CELLS .. "\n" .. matrix.markdown(m, made.claims)
end

local function figures_text(made)
	local parts = {}
	for i, entry in ipairs(made) do
		local f, lines = entry.figure, {}
		local name = f.title ~= f.name and f.name .. ": " or ""
		lines[1] = ("### %s\n"):format(notation.markdown(name .. figures.heading(f)))
		lines[2] = entry.drawn
			and ("![%s](%s.svg)\n"):format(notation.markdown(f.y_label .. " against " .. f.x_label), entry.path)
			or "Not drawn (`--no-figures`); `harness report` draws it.\n"
		lines[3] = ("%s.\n"):format(notation.markdown(f.caption ~= "" and f.caption or "As measured"))
		if f.left_out > 0 then
			local column = notation.markdown(f.x)
			lines[#lines + 1] = ("%d points have no %s and are not drawn.\n"):format(f.left_out, column)
		end
		if f.drawn == 0 then lines[#lines + 1] = "No point of this run could be drawn.\n" end
		local drawings = entry.drawn and "[PDF](@.pdf) · [PNG](@.png) · " or ""
		lines[#lines + 1] = (drawings .. "[data](@.csv) · [script](@.gp)\n"):gsub("@", entry.path)
		parts[i] = table.concat(lines, "\n")
	end
	return table.concat(parts, "\n")
end

local function tables_text(made, with_links)
	local parts = {}
	for i, entry in ipairs(made) do
		parts[i] = tables.markdown(entry.table, 3)
		if with_links then
			parts[i] = parts[i] .. ("\n[LaTeX](%s.tex) · [data](%s.csv)\n"):format(entry.path, entry.path)
		end
	end
	return table.concat(parts, "\n")
end

local function section(parts, heading, text)
	if text == "" then return end
	parts[#parts + 1] = ("## %s\n"):format(heading)
	parts[#parts + 1] = text
end

-- The sections about claims: verdicts, checks, readings, the matrix of verdicts under each reading, and
-- stand-ins.
local function sections_of_claims(parts, m, spec, made)
	section(parts, "Claims", claims_text(made.claims))
	section(parts, "Checks", checks_text(made.checks))
	section(parts, "Readings", matrix.readings_text(spec.readings or {}))
	section(parts, "Verdicts under each reading", matrix_text(m, made))
	section(parts, "Stand-ins", stand_ins_text(spec))
end

local function document(m, spec, made)
	local marks = m:marks(m.points)
	local parts = {
		("# %s\n"):format(notation.markdown(spec.title or spec.name)),
		#marks > 0 and ("**%s**\n"):format(table.concat(marks, ", ")) or nil,
	}
	parts[#parts + 1] = provenance.overview(m, spec)
	section(parts, "Agreement", made.agreement)
	sections_of_claims(parts, m, spec, made)
	section(parts, "Tables", tables_text(made.tables, true))
	section(parts, "Figures", figures_text(made.figures))
	section(parts, "Machine and build", provenance.machine(m))
	local warnings = provenance.warnings(m)
	section(parts, "Warnings", warnings ~= "" and warnings or "None.\n")
	section(parts, "Again", provenance.repeating(m, spec))
	return table.concat(parts, "\n")
end

local function files_text(m, made)
	local lines = {}
	for _, entry in ipairs(made.tables) do lines[#lines + 1] = ("- %s.md .tex .csv"):format(entry.path) end
	for _, entry in ipairs(made.figures) do
		lines[#lines + 1] = ("- %s%s .gp .csv"):format(entry.path, entry.drawn and ".svg .pdf .png" or "")
	end
	local files = "- report.html report.md summary.csv %ssamples.csv builds.csv columns.csv %smanifest.json"
	lines[#lines + 1] = files:format(#m.derived_list > 0 and "derived.csv " or "",
		#made.claims > 0 and "matrix.csv " or "")
	return table.concat(lines, "\n") .. "\n"
end

local function answer(m, spec, made)
	local parts = { ("# %s\n"):format(notation.markdown(spec.title or spec.name)) }
	if #made.tables > 0 then parts[#parts + 1] = tables_text(made.tables, false) end
	section(parts, "Agreement", made.agreement)
	sections_of_claims(parts, m, spec, made)
	section(parts, "Warnings", provenance.warnings(m))
	section(parts, "Files", (m.env.directory and m.env.directory .. "\n\n" or "") .. files_text(m, made))
	return table.concat(parts, "\n")
end

-- Writes all files. Returns the text to print, the gnuplot scripts to run, and how many claims and checks are
-- refuted.
function report.run(spec, env)
	local m = measured.new(spec, env)
	columns_write(m, spec, env)
	local made = {
		tables = tables_write(m, spec, env), figures = figures_write(m, spec, env),
		agreement = provenance.agreement(m),
	}
	made.claims, made.checks = judge(m, spec, "claims"), judge(m, spec, "checks")
	matrix_write(m, made.claims, env)
	env.write("report.md", document(m, spec, made))
	local scripts = {}
	for i, entry in ipairs(made.figures) do scripts[i] = entry.path .. ".gp" end
	return { stdout = answer(m, spec, made), gnuplot = scripts, refuted = refuted_count(made) }
end

return report
