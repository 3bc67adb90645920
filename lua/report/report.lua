-- The report of a run: tables, figures, claims, and report.md with all of them. It depends only on the run's
-- data and the current scenario. All input and output goes through `env`. The same input gives the same
-- bytes.
local blocks = require "blocks.blocks"
local check = require "base.check"
local columns = require "data.columns"
local coverage = require "claims.coverage"
local csv = require "text.csv"
local derived = require "data.derived"
local distributions = require "report.distributions"
local figures = require "figures.figures"
local gnuplot = require "figures.gnuplot"
local forms = require "tables.forms"
local latex = require "blocks.latex"
local lists = require "base.lists"
local machines = require "data.machines"
local matrix = require "claims.readings_matrix"
local markdown = require "blocks.markdown"
local measured = require "data.measured"
local notation = require "text.notation"
local paper_numbers = require "report.numbers"
local pictures = require "data.pictures"
local population = require "report.population"
local provenance = require "report.provenance"
local scene_hashes = require "data.scene_hashes"
local screen = require "report.screen"
local splits = require "data.splits"
local stated = require "data.foreign"
local tables = require "tables.tables"
local terminal = require "blocks.terminal"
local verdicts = require "claims.verdicts"

local report = {}

local function names_ordered(spec, what)
	return spec.order_of and spec.order_of[what] or check.sorted_keys(spec[what] or {})
end

-- A file name for the table or figure `name`. Two names that would share a file name are an error. A figure
-- has two: its form for LaTeX has -latex behind the first.
function report.file_name(taken, kind, name)
	local file = notation.file_name(name)
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
	for _, form in ipairs(forms) do env.write(path .. form.ending, form.text(m, t)) end
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

-- Writes a file that is made of a list. That of an earlier report is replaced even if the list is empty now.
local function list_write(env, name, list, text_of)
	if #list > 0 or env.read(name) then env.write(name, text_of()) end
end

-- Writes derived.csv, and columns.csv, which describes each column of each file of the run.
local function columns_write(m, spec, env)
	local list = columns.dictionary(env.rows, env.header, spec.parameters, m.derived_list)
	env.write("columns.csv", csv.format(columns.dictionary_fields, list))
	list_write(env, "derived.csv", m.derived_list, function () return derived.csv(m) end)
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
local function failures_of(failures)
	return lists.map(failures, function (problem)
		return (tostring(problem):gsub("^%c", ""):gsub("^[^\n]-:(%d+): ", "line %1: "))
	end)
end

local function add_numbers(item, text)
	for one in text:gmatch("[^\n]+") do table.insert(item.items, { text = one }) end
end

-- A claim or check: its verdict under the scenario's own reading, and the numbers below.
local function verdict_item(line)
	local ours = line.ours
	local cells = ours.verdict ~= "holds" and verdicts.cells_text(ours.held, ours.cells)
	local tie = cells and ours.open and ours.open.tie -- of one cell its text says so
	local item = { id = "claim " .. line.name, verdict = ours.verdict, items = {},
		text = { { strong = ours.verdict }, ours.lacks and ", " .. ours.lacks or cells and ", " .. cells or "",
			tie and ", " .. verdicts.tie_text(tie) or "", ours.strain and ", " .. ours.strain or "", ": ",
			line.name } }
	add_numbers(item, ours.text)
	return item
end

local function items_of(made, more)
	local items = {}
	for i, line in ipairs(made) do
		items[i] = verdict_item(line)
		if more then more(items[i], line) end
	end
	return #items > 0 and { { kind = "list", items = items } } or {}
end

-- A check must hold under every reading, so the readings under which it does not are named.
local function add_readings(item, line)
	for _, id in ipairs(check.sorted_keys(line.under)) do
		local judged = line.under[id]
		if judged.verdict ~= "holds" then
			add_numbers(item, ("under %s %s: %s"):format(id, judged.verdict, judged.text:gsub("\n", "; ")))
		end
	end
end

-- How many claims are refuted, and how many checks, under whichever reading.
local function refuted_count(made)
	local function is_refuted(line) return line.ours.verdict == "refuted" end
	return lists.count(made.claims, is_refuted) + lists.count(made.checks, function (line)
		local refuted = is_refuted(line)
		for _, judged in pairs(line.under) do refuted = refuted or judged.verdict == "refuted" end
		return refuted
	end)
end

-- What a figure shows, for who cannot see it.
local function figure_alternative(f)
	if f.kind.is_grid then return ("%s over %s and %s"):format(f.z_label, f.x_label, f.y_label) end
	return f.y_label .. " against " .. f.x_label
end

-- The links to the files of a figure or table: { text, ending } of each.
local function links_of(path, files)
	local spans = {}
	for i, file in ipairs(files) do
		spans[#spans + 1] = i > 1 and " · " or nil
		spans[#spans + 1] = { link = path .. file[2], text = file[1] }
	end
	return { kind = "paragraph", text = spans, is_files = true }
end

local DRAWN = { { "PDF", ".pdf" }, { "PNG", ".png" }, { "LaTeX", "-latex.tex" }, { "data", ".csv" },
	{ "script", ".gp" } }
local UNDRAWN = { { "data", ".csv" }, { "script", ".gp" } }

local function figure_section(entry, made)
	local f, out = entry.figure, {}
	local name = f.title ~= f.name and f.name .. ": " or ""
	out[1] = entry.drawn and { kind = "figure", target = entry.path .. ".svg", alt = figure_alternative(f) }
		or blocks.paragraph("Not drawn (", { code = "--no-figures" }, "); ", { code = "harness report" },
			" draws it.")
	local function add(...) out[#out + 1] = blocks.paragraph(...) end
	add(f.caption ~= "" and f.caption or "As measured", ".")
	if f.left_out > 0 then add(("%d points have no "):format(f.left_out), f.x, " and are not drawn.") end
	for _, note in ipairs(f.layout.notes) do add(note, ".") end
	if f.drawn == 0 then add "No point of this run could be drawn." end
	lists.add(out, distributions.blocks(f, made.pictures))
	out[#out + 1] = links_of(entry.path, entry.drawn and DRAWN or UNDRAWN)
	return blocks.section(3, name .. figures.heading(f), out, entry.path)
end

local function table_section(entry, with_links)
	local one = tables.section(entry.table, 3, entry.path)
	local files = lists.map(forms, function (form) return form.link and { form.link, form.ending } end)
	if with_links then table.insert(one.blocks, links_of(entry.path, files)) end
	return one
end

local function list_of(texts) return #texts > 0 and { blocks.list(texts) } or {} end

local TUNED = { "algorithm", "chosen", "times as fast", "candidates left", "rounds of them", "samples",
	"of the grid's", "measured s" }
local TUNED_MEANING = "Settings were chosen on some instances, by their ranks in paired rounds, and the gain "
	.. "is on others. The grid's samples are those of all candidates at the last three's rounds. tuned.json has "
	.. "the ranks."

local function trace_text(trace, key)
	return table.concat(lists.map(trace, function (rung) return ("%d"):format(rung[key]) end), ", ")
end

local function tuned_cells(family)
	local gain = next(family.settings) and family.gain
	return { { code = family.label }, { code = family.chosen },
		gain and notation.bounded(gain, family.gain_lo, family.gain_hi) or "",
		trace_text(family.trace, "candidates"), trace_text(family.trace, "rounds"), ("%d"):format(family.samples),
		("%.3f"):format(family.samples / family.grid_samples), notation.number(family.seconds) }
end

-- How each algorithm of the reading `tuned` was chosen; nothing of a run without a choice, or whose plan is
-- from before it kept the trace.
local function tuned_blocks(m)
	local families = (m.env.plan.options or {}).tuned or {}
	if #families == 0 or lists.any(families, function (family) return not family.trace end) then return {} end
	return { blocks.paragraph(TUNED_MEANING),
		{ kind = "table", header = TUNED, rows = lists.map(families, tuned_cells) } }
end

-- The sections about claims: verdicts, checks, readings, how algorithms were tuned, the matrix of verdicts
-- under each reading, and stand-ins.
local function sections_of_claims(out, m, spec, made)
	blocks.add(out, "Claims", items_of(made.claims))
	blocks.add(out, "Checks", items_of(made.checks, add_readings))
	blocks.add(out, "Readings", matrix.readings(spec.readings or {}, spec.untuned))
	blocks.add(out, "Equal tuning", tuned_blocks(m))
	blocks.add(out, "Verdicts under each reading", matrix.section(m, made.claims))
	blocks.add(out, "Stand-ins", list_of(spec.stand_ins or {}))
end

-- The claims with their numbers, which a page shows when it is asked for them.
local function fold_claims(sections)
	for _, one in ipairs(sections) do
		local what = one.text:lower()
		local count = one.blocks[1].items and ("%d %s"):format(#one.blocks[1].items, what) or what
		one.blocks = { { kind = "folded", text = count, blocks = one.blocks } }
	end
	return sections
end

-- The answer stands first, then what shows it, then what it is made of.
local function document(m, spec, made)
	local out, claims = screen.blocks(m, made), {}
	blocks.add(out, "Not made", list_of(failures_of(made.failures)))
	blocks.add(out, "Coverage", coverage.section(m.env))
	blocks.add(out, "Figures", lists.map(made.figures, function (entry)
		return figure_section(entry, made)
	end))
	blocks.add(out, "Tables", lists.map(made.tables, function (entry) return table_section(entry, true) end))
	blocks.add(out, "Over the population", population.section(m))
	blocks.add(out, "Who wins where", m:map_section())
	sections_of_claims(claims, m, spec, made)
	lists.add(out, fold_claims(claims))
	blocks.add(out, "Agreement", made.agreement)
	blocks.add(out, "Semantics", stated.section(m))
	blocks.add(out, "Machines", machines.section(m))
	blocks.add(out, "Pictures", pictures.section(made.pictures))
	blocks.add(out, "What was measured", { provenance.overview(m, spec) })
	blocks.add(out, "Machine and build", list_of(provenance.machine(m)))
	local warnings = list_of(provenance.warnings(m))
	blocks.add(out, "Warnings", #warnings > 0 and warnings or { blocks.paragraph "None." })
	blocks.add(out, "Again", provenance.repeating(m, spec))
	return { blocks.section(1, spec.title or spec.name, out) }
end

local function files_of(m, made)
	local endings = table.concat(lists.field(forms, "ending"), " ")
	local lines = lists.map(made.tables, function (entry) return entry.path .. endings end)
	for _, entry in ipairs(made.figures) do
		local drawings = entry.drawn and ".svg .pdf .png -latex.tex" or ""
		lines[#lines + 1] = ("%s%s .gp .csv"):format(entry.path, drawings)
	end
	if #made.pictures > 0 then lines[#lines + 1] = ("%d in pictures/"):format(#made.pictures) end
	local files = "report.html report.md %ssummary.csv %ssamples.csv builds.csv %s%scolumns.csv %smanifest.json"
	lines[#lines + 1] = files:format(#made.tables > 0 and "numbers.tex " or "",
		#m.derived_list > 0 and "derived.csv " or "", m.env.drawn() and "instances.csv drawn.csv costs.csv " or "",
		m.env.maps and m.env.maps() and "maps.csv " or "",
		#made.claims > 0 and "matrix.csv " or "")
	return blocks.list(lists.map(lines, function (line) return { raw = line } end))
end

local function answer(m, spec, made)
	local out = lists.map(made.tables, function (entry) return table_section(entry, false) end)
	blocks.add(out, "Coverage", coverage.section(m.env))
	blocks.add(out, "Agreement", made.agreement)
	blocks.add(out, "Semantics", stated.section(m))
	blocks.add(out, "Machines", machines.section(m))
	blocks.add(out, "Over the population", population.section(m))
	blocks.add(out, "Who wins where", m:map_section())
	sections_of_claims(out, m, spec, made)
	blocks.add(out, "Warnings", list_of(provenance.warnings(m)))
	blocks.add(out, "Not made", list_of(failures_of(made.failures)))
	local files = { files_of(m, made) }
	if m.env.directory then table.insert(files, 1, blocks.paragraph { raw = m.env.directory }) end
	blocks.add(out, "Files", files)
	return { blocks.section(1, spec.title or spec.name, out) }
end

-- What is printed on a terminal: the answer, each table that still fits on the screen, and where the page is.
local function on_terminal(m, spec, made, width)
	local function head(fewer)
		local text = terminal.text({ blocks.section(1, spec.title or spec.name, {}) }, width)
			.. terminal.text(screen.blocks(m, made, fewer), width)
		return text, select(2, text:gsub("\n", ""))
	end
	local out, used = head(0)
	if used > screen.LINES - 3 then out, used = head(used - (screen.LINES - 3)) end
	for _, entry in ipairs(made.tables) do
		local text = "\n" .. terminal.text({ tables.section(entry.table) }, width)
		local _, lines = text:gsub("\n", "")
		if used + lines > screen.LINES - 3 then break end
		out, used = out .. text, used + lines
	end
	local page = m.env.directory and ("\n%s/report.html\n"):format(m.env.real(m.env.directory)) or "\n"
	return out .. page .. "--full prints all tables and the numbers of claims\n"
end

-- Writes all files. Returns the text to print, the gnuplot scripts to run, how many claims and checks are
-- refuted, and the messages of the parts that failed. width: of the terminal on which the text is printed;
-- nil: whatever reads it gets all of it.
function report.run(spec, env, width)
	local m = measured.new(spec, env)
	columns_write(m, spec, env)
	local failures = {}
	local made = {
		tables = parts_write(m, spec, env, "tables", table_write, failures),
		figures = parts_write(m, spec, env, "figures", figure_write, failures),
		agreement = provenance.agreement(m), pictures = pictures.list(env), failures = failures,
	}
	made.claims, made.checks = judge(m, spec, "claims", failures), judge(m, spec, "checks", failures)
	list_write(env, "matrix.csv", made.claims, function () return matrix.csv(m, made.claims) end)
	list_write(env, "numbers.tex", made.tables, function () return paper_numbers.text(m, spec, made.tables) end)
	local scenes = scene_hashes.text(env.plan, env.scene_hash)
	if scenes then env.write("scenes.csv", scenes) end
	local agreement = machines.csv(env)
	if agreement ~= "" then env.write("machines.csv", agreement) end
	local tree = document(m, spec, made)
	env.keep(tree)
	env.write("report.md", markdown.text(tree))
	env.write("report.tex", latex.text(tree))
	local scripts = lists.map(made.figures, function (entry) return entry.path .. ".gp" end)
	local text = width and on_terminal(m, spec, made, width) or markdown.text(answer(m, spec, made))
	return { stdout = text, gnuplot = scripts, refuted = refuted_count(made),
		failures = failures }
end

return report
