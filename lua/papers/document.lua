-- The document of a paper: each thing that it publishes, beside what the latest run of a scenario has. The
-- same runs give the same bytes.
--
-- A document is made of { paper = what h.paper gave, tables[scenario][name] = the definition of a table,
-- runs[scenario] = of lua/papers/latest_run.lua, nil where there is none }. Its links are relative to the
-- folder of results.
local blocks = require "blocks.blocks"
local csv = require "text.csv"
local explained = require "papers.explained"
local lists = require "base.lists"
local notation = require "text.notation"
local papers = require "vocabulary.paper"
local sources = require "papers.sources"

local document = {}

local function number_text(value, unit)
	return ("%s%s"):format(notation.text(value), unit and " " .. unit or "")
end

-- ---- the numbers ----

local function row_at(rows, number)
	for _, row in ipairs(rows) do
		if row.row == notation.text(number.row) and row.column == notation.text(number.column) then return row end
	end
end

-- The row of a table's CSV file that stands beside a published number, of the entry's first table that has
-- both, and the table's name; nil if the run does not have that point.
local function measured_row(doc, entry, number)
	local run, tables = doc.runs[entry.scenario], doc.tables[entry.scenario] or {}
	for _, name in ipairs(run and number.table and entry.tables or {}) do
		local published = ((tables[name] or {}).published or {})[number.column] or {}
		local row = published[number.row] == number.value and row_at(run:table_rows(name), number)
		if row then return row, name end
	end
end

local NUMBERS = { "paper", "place", "entry", "row", "column", "published", "unit", "ours", "lo", "hi",
	"ours_over_published", "ratio", "published_ratio", "scenario", "table", "claims", "missing", "groups",
	"groups_missing", "groups_left_out", "computed" }

local function number_row(doc, entry, number)
	local ours, shown = measured_row(doc, entry, number)
	ours = ours or {}
	local value, run = type(ours.value) == "number" and ours.value or nil, doc.runs[entry.scenario]
	local needed, lacking, left_out
	if run then needed, lacking, left_out = run:coverage(papers.claim_names(entry)) end
	return { paper = doc.paper.key, place = entry.place, entry = entry.id, row = notation.text(number.row),
		column = number.column ~= nil and notation.text(number.column) or nil, published = number.value,
		unit = number.unit, ours = value, lo = ours.lo, hi = ours.hi,
		ours_over_published = value and number.value ~= 0 and value / number.value or nil,
		ratio = ours.ratio, published_ratio = ours.published_ratio, scenario = entry.scenario,
		table = shown or number.table, claims = entry.claims and table.concat(papers.claim_names(entry), "; "),
		missing = entry.missing, computed = number.computed and 1 or nil,
		groups = needed, groups_missing = lacking, groups_left_out = left_out }
end

-- Every published number of the paper, with ours where a table shows it. An entry without numbers has one
-- row.
local function number_rows(doc)
	local out = {}
	for _, entry in ipairs(doc.paper.entries) do
		local numbers = papers.numbers(entry, doc.tables[entry.scenario] or {})
		for _, number in ipairs(numbers) do out[#out + 1] = number_row(doc, entry, number) end
		if #numbers == 0 then out[#out + 1] = number_row(doc, entry, { row = "" }) end
	end
	return out
end

-- numbers.csv: a line for each published number.
function document.csv(doc) return csv.format(NUMBERS, number_rows(doc)) end

-- ---- an entry ----

-- Published numbers that stand in no cell of the run's table, such as those of a longer sweep.
local function left_block(doc, entry, run)
	local parts = {}
	for _, number in ipairs(run and papers.numbers(entry, doc.tables[entry.scenario]) or {}) do
		if number.table and not measured_row(doc, entry, number) then
			parts[#parts + 1] = { #parts > 0 and "; " or "", notation.text(number.column), " ",
				notation.text(number.row), ": ", number_text(number.value, number.unit) }
		end
	end
	local about = "Published, of points that this run does not have: "
	return #parts > 0 and blocks.paragraph(about, parts, ".") or nil
end

local function text_numbers(entry)
	local rows = lists.map(entry.numbers or {}, function (pair)
		return { pair[1], { raw = number_text(pair[2], entry.unit) } }
	end)
	return #rows > 0 and { kind = "table", header = { "printed", "published" }, rows = rows } or nil
end

local function add_tables(out, doc, entry, run)
	for _, name in ipairs(run and entry.tables or {}) do
		out[#out + 1] = run:table_section(name, 4) or blocks.paragraph("The run has no table ", name, ".")
	end
	if entry.tables then out[#out + 1] = left_block(doc, entry, run) end
end

local function claim_item(run, claim, entry)
	local found = run:claim(claim.name) or { text = { { strong = "not judged" }, ": ", claim.name } }
	local item = { text = sources.shown(claim, found.text), items = lists.copy(found.items or {}) }
	if claim.lacks then
		item.text = { { strong = papers.UNDECIDABLE }, ", as it lacks ", claim.lacks, ". Ours: ", item.text }
	end
	local _, row = run:verdict(claim.name)
	if row and row.flips then table.insert(item.items, { text = { "under ", row.flips } }) end
	if claim.quote then
		table.insert(item.items, 1, { text = sources.words(claim, entry) })
	end
	return item
end

-- What the lists of claims are called, in the order in which they stand.
local ABOUT_SOURCE = { quoted = "What the paper says:", computed = "What follows from its numbers:",
	ours = "What is ours, and not the paper's:", theorem = "Checks, which cannot fail:" }

local function add_claims(out, entry, run)
	for _, source in ipairs(run and papers.SOURCES or {}) do
		local items = lists.map(entry.claims or {}, function (claim)
			return claim.source == source and claim_item(run, claim, entry)
		end)
		if #items > 0 then
			out[#out + 1] = blocks.paragraph(ABOUT_SOURCE[source])
			out[#out + 1] = { kind = "list", items = items }
		end
	end
end

-- An image of a run; nil if the run does not have it.
local function image(run, path, alt)
	return run:read(path) and { kind = "figure", target = run.path .. path, alt = alt } or nil
end

local function add_figures(out, entry, run)
	for _, name in ipairs(run and entry.figures or {}) do
		local path = "figures/" .. notation.file_name(name)
		local drawn = image(run, path .. ".svg", ("%s, %s"):format(entry.place, name))
		lists.add(out, drawn and { drawn, run:caption(path) }
			or { blocks.paragraph("The figure ", name, " is not drawn; ", { code = "harness report" }, " draws it.") })
	end
end

local function source_block(doc, entry, run)
	if not run then
		return blocks.paragraph("Not run yet: ", { code = "harness paper " .. doc.paper.key }, " runs it.")
	end
	return blocks.paragraph("From ", { link = run.path .. "report.md", text = entry.scenario }, ", ",
		{ code = run:command() }, ".")
end

local function entry_section(doc, entry)
	local run = doc.runs[entry.scenario]
	local out = { blocks.paragraph(entry.about) }
	out[#out + 1] = text_numbers(entry)
	if entry.scenario then out[#out + 1] = source_block(doc, entry, run) end
	add_tables(out, doc, entry, run)
	if run and entry.explain then
		explained.add(out, entry, doc.tables[entry.scenario], run:measured(), doc.readings[entry.scenario])
	end
	add_claims(out, entry, run)
	add_figures(out, entry, run)
	local function say(what, text)
		if text then out[#out + 1] = blocks.paragraph({ strong = what }, ": ", text) end
	end
	say("Missing", entry.missing)
	say(sources.differs(entry, doc.runs) and "Why it differs" or "Note", entry.why)
	return blocks.section(3, { entry.place, (" (%s)"):format(entry.kind) }, out)
end

-- ---- the whole ----

-- A line for each entry: what it is, how many numbers, and the verdicts of its claims by their source.
local function overview_block(doc)
	local rows = {}
	for i, entry in ipairs(doc.paper.entries) do
		local run = doc.runs[entry.scenario]
		local numbers = papers.printed(papers.numbers(entry, doc.tables[entry.scenario] or {}))
		local row = { entry.place, entry.kind, entry.about, ("%d"):format(numbers), entry.scenario or "missing" }
		for _, wanted in ipairs { { "quoted" }, { "computed", "ours" }, { "theorem" } } do
			row[#row + 1] = sources.text(sources.count({ entry }, doc.runs, wanted))
		end
		row[#row + 1] = run and run:coverage_text(papers.claim_names(entry)) or ""
		rows[i] = row
	end
	return { kind = "table", rows = rows, header = { "place", "kind", "what it is", "numbers", "scenario",
		"quoted", "computed and ours", "checks", "groups there" } }
end

document.QUICK = { { strong = "QUICK" }, ": shortened sweeps, to look at and not to publish." }

local function runs_blocks(doc)
	local rows, sum, any_quick = {}, 0, false
	for i, name in ipairs(papers.scenarios(doc.paper)) do
		local run = doc.runs[name]
		local minutes = run and run:minutes()
		sum, any_quick = sum + (minutes or 0), any_quick or run and run:is_quick()
		rows[i] = { name, run and { link = run.path .. "report.md", text = run.id } or "not run",
			minutes and ("%.1f"):format(minutes) or "", run and { code = run:command() } or "" }
	end
	local out = { any_quick and blocks.paragraph(document.QUICK) or nil }
	out[#out + 1] = { kind = "table", header = { "scenario", "run", "minutes", "command" }, rows = rows }
	out[#out + 1] = blocks.paragraph({ code = "harness paper " .. doc.paper.key },
		(" runs them all; measuring took %.1f minutes."):format(sum))
	return out
end

-- The same section of the report of each scenario.
local function sections_of(doc, heading)
	local out = {}
	for _, name in ipairs(papers.scenarios(doc.paper)) do
		local found = doc.runs[name] and doc.runs[name]:section(heading)
		if found then out[#out + 1] = blocks.section(3, { heading, ": ", name }, found) end
	end
	return out
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
local function pictures_of(doc, is_page)
	local out = {}
	for _, name in ipairs(papers.scenarios(doc.paper)) do
		local run = doc.runs[name]
		local path = run and small_picture(run)
		if path then
			local shown = (is_page or path:find "%.svg$") and image(run, path, ("scene of %s"):format(name))
			out[#out + 1] = blocks.section(3, { "Scene: ", name }, {
				shown or blocks.paragraph(("In %s.html; it is a PNG."):format(doc.paper.key)) })
		end
	end
	if #out == 0 then return out end
	out[#out + 1] = blocks.paragraph("All pictures lie in ", { code = "pictures/" },
		" of each run's folder, and in its report.html.")
	return out
end

-- The document. Its links begin at the folder of results. is_page: it is for a page, not for a text;
-- is_short: without pictures of the scenes.
function document.tree(doc, is_page, is_short)
	local entries = lists.map(doc.paper.entries, function (entry) return entry_section(doc, entry) end)
	local out = { blocks.paragraph(papers.reference(doc.paper)) }
	if doc.paper.note then out[2] = blocks.paragraph(doc.paper.note) end
	blocks.add(out, "What it publishes", { sources.block(doc), overview_block(doc) })
	blocks.add(out, "Runs", runs_blocks(doc))
	blocks.add(out, "Published beside ours", entries)
	blocks.add(out, "What was read how", sections_of(doc, "Readings"))
	blocks.add(out, "How algorithms were tuned", sections_of(doc, "Equal tuning"))
	blocks.add(out, "Claims under each reading", sections_of(doc, "Verdicts under each reading"))
	blocks.add(out, "What stands for something else", sections_of(doc, "Stand-ins"))
	blocks.add(out, "Pictures of the scenes", is_short and {} or pictures_of(doc, is_page))
	return { blocks.section(1, { doc.paper.key, ": ", doc.paper.title }, out) }
end

return document
