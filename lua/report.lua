-- The report of a run: tables, figures, claims, and report.md with all of them. It depends only on the run's
-- data and the current scenario. All input and output goes through `env`. The same input gives the same
-- bytes.
local columns = require "columns"
local csv = require "csv"
local derived = require "derived"
local figures = require "figures"
local gnuplot = require "gnuplot"
local latex = require "latex"
local machines = require "machines"
local matrix = require "matrix"
local measured = require "measured"
local notation = require "notation"
local paper_numbers = require "paper_numbers"
local pictures = require "pictures"
local provenance = require "provenance"
local scene_hashes = require "scene_hashes"
local splits = require "splits"
local stated = require "stated"
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

-- A file name for the table or figure `name`. Two names that would share a file name are an error. A figure
-- has two: its form for LaTeX has -latex behind the first.
function report.file_name(taken, kind, name)
	local file = name:gsub("[^%w_.-]", "_"):gsub("^%.", "_")
	for _, ending in ipairs { "", kind == "figures" and "-latex" or nil } do
		local whole = file .. ending
		if taken[whole] then
			error(("%s.%s and %s.%s would both be written to '%s'"):format(kind, taken[whole], kind, name, whole), 0)
		end
		taken[whole] = name
	end
	return file
end

local function table_write(m, _, env, name, def, file)
	local t, path = tables.make(m, name, def), "tables/" .. file
	env.write(path .. ".md", tables.markdown(t, 2))
	env.write(path .. ".tex", latex.table(t))
	env.write(path .. ".csv", tables.csv(m, t))
	return { table = t, path = path }
end

local function figure_write(m, spec, env, name, def, file)
	local f, path = figures.make(m, name, def), "figures/" .. file
	local text, at = figures.csv(f)
	env.write(path .. ".csv", text)
	env.write(path .. ".gp", gnuplot.script(f, file, at))
	return { figure = f, path = path, drawn = not spec.undrawn or env.read(path .. ".svg") ~= nil }
end

-- Appends what f(...) returns. If f fails, its message goes into `failures`, so that all other parts of the
-- report are made. An error of the environment, such as a full disk, ends the report.
local function attempt(made, failures, f, ...)
	local ok, result = pcall(f, ...)
	if ok then
		made[#made + 1] = result
	elseif type(result) == "table" or tostring(result):find("not enough memory", 1, true) then
		error(result, 0)
	else
		failures[#failures + 1] = result
	end
end

-- Writes the tables or the figures.
local function parts_write(m, spec, env, what, write, failures)
	local made, taken = {}, {}
	for _, name in ipairs(names_ordered(spec, what)) do
		for _, one in ipairs(splits.of(m, name, spec[what][name])) do
			attempt(made, failures, function ()
				return write(m, spec, env, one.name, one.def, report.file_name(taken, what, one.name))
			end)
		end
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

local function judge(m, spec, what, failures)
	local made = {}
	for _, name in ipairs(names_ordered(spec, what)) do
		attempt(made, failures, function () return matrix.judge(m, spec[what] or {}, { name })[1] end)
	end
	return made
end

-- The parts that could not be made, and why. The message of an error in a claim begins with the path of the
-- scenario, which may have moved since; its line is kept.
local function failures_text(failures)
	local lines = {}
	for i, problem in ipairs(failures) do
		local text = tostring(problem):gsub("^%c", ""):gsub("^[^\n]-:(%d+): ", "line %1: ")
		lines[i] = "- " .. notation.markdown(text) .. "\n"
	end
	return table.concat(lines)
end

-- Writes matrix.csv. A file of an earlier report is replaced even if there are no claims now.
local function matrix_write(m, lines, env)
	if #lines > 0 or env.read "matrix.csv" then env.write("matrix.csv", matrix.csv(m, lines)) end
end

-- Writes numbers.tex. A file of an earlier report is replaced even if there are no tables now.
local function numbers_write(m, spec, made, env)
	if #made > 0 or env.read "numbers.tex" then env.write("numbers.tex", paper_numbers.text(m, spec, made)) end
end

local function add_numbers(lines, text)
	for one in text:gmatch("[^\n]+") do lines[#lines + 1] = "  - " .. notation.markdown(one) end
end

-- A line for each claim with its verdict under the scenario's own reading, and the numbers below.
local function claims_text(made)
	local lines = {}
	for _, line in ipairs(made) do
		lines[#lines + 1] = ("- **%s**%s: %s"):format(line.ours.verdict,
			line.ours.strain and ", " .. line.ours.strain or "", notation.markdown(line.name))
		add_numbers(lines, line.ours.text)
	end
	return #lines > 0 and table.concat(lines, "\n") .. "\n" or ""
end

-- The same for checks. A check must hold under every reading, so the readings under which it does not are
-- named.
local function checks_text(made)
	local lines = {}
	for _, line in ipairs(made) do
		lines[#lines + 1] = ("- **%s**%s: %s"):format(line.ours.verdict,
			line.ours.strain and ", " .. line.ours.strain or "", notation.markdown(line.name))
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

-- What a figure shows, for who cannot see it.
local function figure_alternative(f)
	if f.kind == "heat" then return ("%s over %s and %s"):format(f.z_label, f.x_label, f.y_label) end
	return f.y_label .. " against " .. f.x_label
end

local function figures_text(made)
	local parts = {}
	for i, entry in ipairs(made) do
		local f, lines = entry.figure, {}
		local name = f.title ~= f.name and f.name .. ": " or ""
		lines[1] = ("### %s\n"):format(notation.markdown(name .. figures.heading(f)))
		lines[2] = entry.drawn
			and ("![%s](%s.svg)\n"):format(notation.markdown(figure_alternative(f)), entry.path)
			or "Not drawn (`--no-figures`); `harness report` draws it.\n"
		lines[3] = ("%s.\n"):format(notation.markdown(f.caption ~= "" and f.caption or "As measured"))
		if f.left_out > 0 then
			local column = notation.markdown(f.x)
			lines[#lines + 1] = ("%d points have no %s and are not drawn.\n"):format(f.left_out, column)
		end
		for _, note in ipairs(f.layout.notes) do lines[#lines + 1] = notation.markdown(note) .. ".\n" end
		if f.drawn == 0 then lines[#lines + 1] = "No point of this run could be drawn.\n" end
		local drawings = entry.drawn and "[PDF](@.pdf) · [PNG](@.png) · [LaTeX](@-latex.tex) · " or ""
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
	section(parts, "Not made", failures_text(made.failures))
	section(parts, "Agreement", made.agreement)
	section(parts, "Semantics", stated.section(m))
	section(parts, "Machines", machines.section(m))
	sections_of_claims(parts, m, spec, made)
	section(parts, "Tables", tables_text(made.tables, true))
	section(parts, "Figures", figures_text(made.figures))
	section(parts, "Pictures", pictures.markdown(made.pictures))
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
		local drawings = entry.drawn and ".svg .pdf .png -latex.tex" or ""
		lines[#lines + 1] = ("- %s%s .gp .csv"):format(entry.path, drawings)
	end
	if #made.pictures > 0 then lines[#lines + 1] = ("- %d in pictures/"):format(#made.pictures) end
	local files = "- report.html report.md %ssummary.csv %ssamples.csv builds.csv columns.csv %smanifest.json"
	lines[#lines + 1] = files:format(#made.tables > 0 and "numbers.tex " or "",
		#m.derived_list > 0 and "derived.csv " or "", #made.claims > 0 and "matrix.csv " or "")
	return table.concat(lines, "\n") .. "\n"
end

local function answer(m, spec, made)
	local parts = { ("# %s\n"):format(notation.markdown(spec.title or spec.name)) }
	if #made.tables > 0 then parts[#parts + 1] = tables_text(made.tables, false) end
	section(parts, "Agreement", made.agreement)
	section(parts, "Semantics", stated.section(m))
	section(parts, "Machines", machines.section(m))
	sections_of_claims(parts, m, spec, made)
	section(parts, "Warnings", provenance.warnings(m))
	section(parts, "Not made", failures_text(made.failures))
	section(parts, "Files", (m.env.directory and m.env.directory .. "\n\n" or "") .. files_text(m, made))
	return table.concat(parts, "\n")
end

-- Writes all files. Returns the text to print, the gnuplot scripts to run, how many claims and checks are
-- refuted, and the messages of the parts that failed.
function report.run(spec, env)
	local m = measured.new(spec, env)
	columns_write(m, spec, env)
	local failures = {}
	local made = {
		tables = parts_write(m, spec, env, "tables", table_write, failures),
		figures = parts_write(m, spec, env, "figures", figure_write, failures),
		agreement = provenance.agreement(m), pictures = pictures.list(env), failures = failures,
	}
	made.claims, made.checks = judge(m, spec, "claims", failures), judge(m, spec, "checks", failures)
	matrix_write(m, made.claims, env)
	numbers_write(m, spec, made.tables, env)
	local scenes = scene_hashes.text(env.plan, env.scene_hash)
	if scenes then env.write("scenes.csv", scenes) end
	local agreement = machines.csv(env)
	if agreement ~= "" then env.write("machines.csv", agreement) end
	env.write("report.md", document(m, spec, made))
	local scripts = {}
	for i, entry in ipairs(made.figures) do scripts[i] = entry.path .. ".gp" end
	return { stdout = answer(m, spec, made), gnuplot = scripts, refuted = refuted_count(made),
		failures = failures }
end

return report
