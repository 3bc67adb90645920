-- The document of a paper: each thing that it publishes, beside what the latest run of a scenario has. The
-- same runs give the same bytes.
--
-- A document is made of { paper = what h.paper gave, tables[scenario][name] = the definition of a table,
-- runs[scenario] = of lua/paper_run.lua, nil where there is none }. Its links are relative to the folder of
-- results.
local csv = require "csv"
local notation = require "notation"
local papers = require "paper"

local document = {}

local function number_text(value, unit)
	return ("%s%s"):format(notation.text(value), unit and " " .. unit or "")
end

-- ---- the numbers ----

-- The row of a table's CSV file that has a published number; nil if the run does not have that point.
local function measured_row(rows, number)
	for _, row in ipairs(rows) do
		if row.row == notation.text(number.row) and row.column == notation.text(number.column) then return row end
	end
end

local NUMBERS = { "paper", "place", "entry", "row", "column", "published", "unit", "ours", "lo", "hi",
	"ours_over_published", "ratio", "published_ratio", "scenario", "table", "claims", "missing" }

local function number_row(doc, entry, number, rows)
	local ours = number.table and measured_row(rows, number) or {}
	local value = type(ours.value) == "number" and ours.value or nil
	return { paper = doc.paper.key, place = entry.place, entry = entry.id, row = notation.text(number.row),
		column = number.column ~= nil and notation.text(number.column) or nil, published = number.value,
		unit = number.unit, ours = value, lo = ours.lo, hi = ours.hi,
		ours_over_published = value and number.value ~= 0 and value / number.value or nil,
		ratio = ours.ratio, published_ratio = ours.published_ratio, scenario = entry.scenario,
		table = number.table, claims = entry.claims and table.concat(entry.claims, "; "), missing = entry.missing }
end

-- Every published number of the paper, with ours where a table shows it. An entry without numbers has one
-- row.
local function number_rows(doc)
	local out = {}
	for _, entry in ipairs(doc.paper.entries) do
		local run = doc.runs[entry.scenario]
		local rows = run and entry.tables and run:table_rows(entry.tables[1]) or {}
		local numbers = papers.numbers(entry, doc.tables[entry.scenario] or {})
		for _, number in ipairs(numbers) do out[#out + 1] = number_row(doc, entry, number, rows) end
		if #numbers == 0 then out[#out + 1] = number_row(doc, entry, { row = "" }, rows) end
	end
	return out
end

-- numbers.csv: a line for each published number.
function document.csv(doc) return csv.format(NUMBERS, number_rows(doc)) end

-- ---- an entry ----

-- Published numbers that stand in no cell of the run's table, such as those of a longer sweep.
local function left_text(doc, entry, run)
	local rows, parts = run and run:table_rows(entry.tables[1]) or {}, {}
	for _, number in ipairs(papers.numbers(entry, doc.tables[entry.scenario])) do
		local is_left = number.table and not measured_row(rows, number)
		if is_left then
			parts[#parts + 1] = ("%s %s: %s"):format(notation.markdown(notation.text(number.column)),
				notation.markdown(notation.text(number.row)), number_text(number.value, number.unit))
		end
	end
	return #parts > 0 and ("Published, of points that this run does not have: %s.\n"):format(
		table.concat(parts, "; ")) or nil
end

local function text_numbers(entry)
	local rows = {}
	for i, pair in ipairs(entry.numbers or {}) do
		rows[i] = { notation.markdown(pair[1]), number_text(pair[2], entry.unit) }
	end
	return #rows > 0 and notation.markdown_table({ "printed", "published" }, rows) or nil
end

local function add_tables(out, doc, entry, run)
	for _, name in ipairs(entry.tables or {}) do
		if run then
			out[#out + 1] = run:table_text(name, 4) or ("The run has no table %s.\n"):format(notation.markdown(name))
		end
	end
	if entry.tables then out[#out + 1] = left_text(doc, entry, run) end
end

local function add_claims(out, entry, run)
	local lines = {}
	for _, name in ipairs(run and entry.claims or {}) do
		local found = run:claim_lines(name) or { "- **not judged**: " .. notation.markdown(name) }
		table.move(found, 1, #found, #lines + 1, lines)
		local _, row = run:verdict(name)
		if row and row.flips then lines[#lines + 1] = ("  - under %s"):format(notation.markdown(row.flips)) end
	end
	if #lines > 0 then out[#out + 1] = table.concat(lines, "\n") .. "\n" end
end

-- An image of a run; nil if the run does not have it.
local function image(run, path, alt)
	return run:read(path) and ("![%s](@up@%s%s)\n"):format(notation.markdown(alt), run.path, path) or nil
end

local function add_figures(out, entry, run)
	for _, name in ipairs(run and entry.figures or {}) do
		out[#out + 1] = image(run, ("figures/%s.svg"):format(name), ("%s, %s"):format(entry.place, name))
			or ("The figure %s is not drawn; `harness report` draws it.\n"):format(notation.markdown(name))
	end
end

local function source_text(doc, entry, run)
	if not run then return ("Not run yet: `harness paper %s` runs it.\n"):format(doc.paper.key) end
	return ("From [%s](@up@%sreport.md), `%s`.\n"):format(notation.markdown(entry.scenario), run.path,
		run:command())
end

local function entry_text(doc, entry)
	local run = doc.runs[entry.scenario]
	local out = { ("### %s (%s)\n"):format(notation.markdown(entry.place), entry.kind),
		notation.markdown(entry.about) .. "\n" }
	out[#out + 1] = text_numbers(entry)
	if entry.scenario then out[#out + 1] = source_text(doc, entry, run) end
	add_tables(out, doc, entry, run)
	add_claims(out, entry, run)
	add_figures(out, entry, run)
	if entry.missing then out[#out + 1] = ("**Missing**: %s\n"):format(notation.markdown(entry.missing)) end
	if entry.why then out[#out + 1] = ("**Why it differs**: %s\n"):format(notation.markdown(entry.why)) end
	return table.concat(out, "\n")
end

-- ---- the whole ----

local function plain_verdict(run, name)
	return run and (run:verdict(name) or "not judged") or "not run"
end

-- A line for each entry: what it is, how many numbers, and the verdicts of its claims.
local function overview_text(doc)
	local rows = {}
	for i, entry in ipairs(doc.paper.entries) do
		local counts, parts = {}, {}
		for _, name in ipairs(entry.claims or {}) do
			local verdict = plain_verdict(doc.runs[entry.scenario], name)
			counts[verdict] = (counts[verdict] or 0) + 1
		end
		for _, verdict in ipairs { "holds", "refuted", "undecided", "not judged", "not run" } do
			if counts[verdict] then parts[#parts + 1] = ("%d %s"):format(counts[verdict], verdict) end
		end
		local numbers = papers.numbers(entry, doc.tables[entry.scenario] or {})
		rows[i] = { notation.markdown(entry.place), entry.kind, ("%d"):format(#numbers),
			entry.scenario and notation.markdown(entry.scenario) or "missing", table.concat(parts, ", ") }
	end
	return notation.markdown_table({ "place", "kind", "numbers", "scenario", "verdicts" }, rows)
end

local function runs_text(doc)
	local rows, sum, any_quick = {}, 0, false
	for i, name in ipairs(papers.scenarios(doc.paper)) do
		local run = doc.runs[name]
		local minutes = run and run:minutes()
		sum, any_quick = sum + (minutes or 0), any_quick or run and run:is_quick()
		local link = run and ("[%s](@up@%sreport.md)"):format(run.id, run.path)
		rows[i] = { notation.markdown(name), link or "not run",
			minutes and ("%.1f"):format(minutes) or "", run and ("`%s`"):format(run:command()) or "" }
	end
	return (any_quick and "**QUICK**: shortened sweeps, to look at and not to publish.\n\n" or "")
		.. notation.markdown_table({ "scenario", "run", "minutes", "command" }, rows)
		.. ("\n`harness paper %s` runs them all; measuring took %.1f minutes.\n"):format(doc.paper.key, sum)
end

-- The same section of the report of each scenario.
local function sections_text(doc, heading)
	local parts = {}
	for _, name in ipairs(papers.scenarios(doc.paper)) do
		local text = doc.runs[name] and doc.runs[name]:section(heading)
		if text then parts[#parts + 1] = ("### %s: %s\n\n%s"):format(heading, notation.markdown(name), text) end
	end
	return table.concat(parts, "\n")
end

local PICTURE_MOST = 192 << 10 -- bytes: a document that shows every scene in full could not be kept

-- The first picture of a run's scenes that is small enough; nil if there is none.
local function small_picture(run)
	for _, path in ipairs(run:pictures()) do
		local bytes = run:read(path)
		if bytes and #bytes <= PICTURE_MOST then return path end
	end
end

-- One picture of each scenario. A page holds its images, so it has PNGs too, which the text would only link.
local function pictures_text(doc, is_page)
	local parts = {}
	for _, name in ipairs(papers.scenarios(doc.paper)) do
		local run = doc.runs[name]
		local path = run and small_picture(run)
		if path then
			local shown = (is_page or path:find "%.svg$") and image(run, path, ("scene of %s"):format(name))
			parts[#parts + 1] = ("### Scene: %s\n\n%s"):format(notation.markdown(name),
				shown or ("In %s.html; it is a PNG.\n"):format(doc.paper.key))
		end
	end
	local rest = "\nAll pictures lie in `pictures/` of each run's folder, and in its report.html.\n"
	return #parts > 0 and table.concat(parts, "\n") .. rest or ""
end

local function section(parts, heading, text)
	if text ~= "" then parts[#parts + 1] = ("## %s\n\n%s"):format(heading, text) end
end

-- The document in Markdown. up: the way from it to the folder of results, ending in "/"; "" for the text of a
-- page.
function document.markdown(doc, up)
	local entries = {}
	for i, entry in ipairs(doc.paper.entries) do entries[i] = entry_text(doc, entry) end
	local parts = { ("# %s: %s\n\n%s\n"):format(doc.paper.key, notation.markdown(doc.paper.title),
		notation.markdown(papers.reference(doc.paper))) }
	if doc.paper.note then parts[1] = parts[1] .. "\n" .. notation.markdown(doc.paper.note) .. "\n" end
	section(parts, "What it publishes", overview_text(doc))
	section(parts, "Runs", runs_text(doc))
	section(parts, "Published beside ours", table.concat(entries, "\n"))
	section(parts, "What was read how", sections_text(doc, "Readings"))
	section(parts, "Claims under each reading", sections_text(doc, "Verdicts under each reading"))
	section(parts, "What stands for something else", sections_text(doc, "Stand-ins"))
	section(parts, "Pictures of the scenes", pictures_text(doc, up == ""))
	return (table.concat(parts, "\n"):gsub("@up@", (up:gsub("%%", "%%%%"))))
end

return document
