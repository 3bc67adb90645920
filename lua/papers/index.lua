-- The claims of several papers on one page, and what of them the project's README shows.
local blocks = require "blocks.blocks"
local document = require "papers.document"
local lists = require "base.lists"
local notation = require "text.notation"
local papers = require "vocabulary.paper"
local sources = require "papers.sources"
local verdicts = require "claims.verdicts"

local index = {}

-- The ratio that decides, of a claim over several cells how many hold, and a tie: "1.08 (< 1); 8 of 9 hold".
local function ours_text(row)
	local parts = {}
	if row and type(row["ours ratio"]) == "number" then
		parts[1] = ("%s (%s %s)"):format(notation.number(row["ours ratio"] + 0.0), row["ours relation"],
			notation.number(row["ours limit"] + 0.0))
	end
	parts[#parts + 1] = row and verdicts.cells_text(row.cells_held, row.cells)
	parts[#parts + 1] = row and row.tie and verdicts.tie_text(row.tie) or nil
	return table.concat(parts, "; ")
end

-- The numbers of the paper's text that an entry has: "17.3 %, 34.9 %".
local function printed_text(entry)
	return table.concat(lists.map(entry.numbers or {}, function (pair)
		return notation.text(pair[2]) .. (entry.unit and " " .. entry.unit or "")
	end), ", ")
end

local function claim_row(one, entry, claim)
	local run = one.runs[entry.scenario]
	local verdict, row = sources.verdict(run, claim)
	local words = claim.quote and sources.words(claim, entry) or ""
	local printed = words ~= "" and printed_text(entry) or "" -- the numbers are of what the paper says
	return { entry.place, claim.name, words, printed, { raw = ours_text(row) },
		{ strong = verdict }, sources.over_population(run, claim) or "–", row and row.flips or "",
		run and run:coverage_text { claim.name } or "", run and { code = run:command() } or "" }
end

local HEADER = { "place", "claim", "in the paper's words", "printed", "ours", "verdict",
	"over a population", "another verdict under", "groups there", "command" }

-- The rows of a paper's claims of one source.
local function claim_rows(one, source)
	local rows = {}
	for _, entry in ipairs(one.paper.entries) do
		for _, claim in ipairs(entry.claims or {}) do
			if claim.source == source then rows[#rows + 1] = claim_row(one, entry, claim) end
		end
	end
	return rows
end

local HEADINGS = { quoted = "said by the paper", computed = "computed from its numbers", ours = "ours",
	theorem = "checks of theorems" }

local function add_claims(out, one)
	for _, source in ipairs(papers.SOURCES) do
		local rows = claim_rows(one, source)
		if #rows > 0 then
			out[#out + 1] = blocks.section(3, { one.paper.key, ", ", HEADINGS[source] },
				{ { kind = "table", header = HEADER, rows = rows } })
		end
	end
end

-- How many claims a paper has, the alternative readings of their runs, and the verdicts under these.
local function cells_block(one)
	local claims, alternatives, cells, names = 0, 0, 0, {}
	for _, entry in ipairs(one.paper.entries) do
		local of = names[entry.scenario or ""] or {}
		names[entry.scenario or ""] = of
		for _, name in ipairs(papers.claim_names(entry)) do
			claims = claims + (of[name] and 0 or 1)
			of[name] = true
		end
	end
	for scenario, run in pairs(one.runs) do
		local more, judged = run:cells(names[scenario] or {})
		alternatives, cells = alternatives + more, cells + judged
	end
	return blocks.paragraph(("%d claims and checks, %d alternatives to our readings, %d verdicts under these.")
		:format(claims, alternatives, cells))
end

local function is_any_quick(list)
	for _, one in ipairs(list) do
		for _, run in pairs(one.runs) do
			if run:is_quick() then return true end
		end
	end
	return false
end

local QUICK = { document.QUICK[1], ": of shortened sweeps, to look at and not to publish." }
local ABOUT = { { code = "ours" }, " is the ratio that decides: the nearest to the claim's limit of "
	.. "those that gave the verdict, in brackets what it was to be, and how many cells of the claim hold. After "
	.. "the verdict stand that over the population which the scenario draws beside its own poses (– where it "
	.. "draws none, or the claim reads no time of it), the readings of the paper under which it is another "
	.. "one, and how many of the groups that the claim needs were measured." }

-- The page: a table of claims for each paper. Its links begin at the folder of results.
function index.tree(list)
	local out = { is_any_quick(list) and blocks.paragraph(QUICK) or nil }
	out[#out + 1] = blocks.paragraph(ABOUT)
	for _, one in ipairs(list) do
		local key = one.paper.key
		local shown = { blocks.paragraph(papers.reference(one.paper)),
			blocks.paragraph { link = ("papers/%s/%s.md"):format(key, key), text = "Document" }, sources.block(one),
			cells_block(one) }
		add_claims(shown, one)
		blocks.add(out, key, shown)
	end
	return { blocks.section(1, "The claims of all papers", out) }
end

local function add_gallery(out, list)
	for _, one in ipairs(list) do
		for _, entry in ipairs(one.paper.entries) do
			local run = entry.gallery and one.runs[entry.scenario]
			local path = run and entry.figures and ("figures/%s.svg"):format(entry.figures[1])
			if path and run:read(path) then
				out[#out + 1] = { kind = "figure", target = run.path .. path, alt = entry.about }
				out[#out + 1] = blocks.paragraph { em = { one.paper.key, ", ", entry.place, ": ", entry.about, " ",
					{ code = run:command() } } }
			end
		end
	end
end

-- How many of the claims that each paper makes itself have each verdict. Returns the claims, ours too, that
-- have another one over a population.
local function add_counts(out, list)
	local header, rows = lists.joined({ "" }, sources.VERDICTS, { "the same over a population" }), {}
	local changed = {}
	for _, one in ipairs(list) do
		local counts, key = sources.count(one.paper.entries, one.runs, { "quoted" }), one.paper.key
		if next(counts) then
			local same, others = sources.population_text(one.paper.entries, one.runs)
			rows[#rows + 1] = lists.joined({ { link = ("papers/%s/%s.md"):format(key, key), text = key } },
				lists.map(sources.VERDICTS, function (verdict) return ("%d"):format(counts[verdict] or 0) end), { same })
			for _, other in ipairs(others) do changed[#changed + 1] = ("%s: %s"):format(key, other) end
		end
	end
	out[#out + 1] = { kind = "table", header = header, rows = rows }
	if #changed > 0 then
		out[#out + 1] = blocks.paragraph(("%s, ours too, %s another verdict over a population ("):format(
			notation.plural(#changed, "claim"), #changed == 1 and "has" or "have"),
			{ raw = "[which](docs/measured/verdicts.md)" }, ").")
	end
	return changed
end

-- Parts of the README and of docs/measured (tools/pages.lua), each after a line `<!-- NAME -->`: how many
-- claims of the papers hold, the gallery, and the claims that papers make themselves, with the count of all
-- and those that have another verdict over a population.
function index.readme(list)
	local out, rows = { blocks.paragraph { raw = "<!-- counts -->" } }, {}
	local changed = add_counts(out, list)
	out[#out + 1] = blocks.paragraph { raw = "<!-- gallery -->" }
	add_gallery(out, list)
	for _, one in ipairs(list) do
		for _, row in ipairs(claim_rows(one, "quoted")) do
			table.insert(row, 1, one.paper.key)
			rows[#rows + 1] = row
		end
	end
	out[#out + 1] = blocks.paragraph { raw = "<!-- verdicts -->" }
	if is_any_quick(list) then out[#out + 1] = blocks.paragraph(QUICK) end
	local header = lists.joined({ "paper" }, HEADER)
	for _, one in ipairs(list) do
		out[#out + 1] = blocks.paragraph(one.paper.key, ". ", sources.block(one).text)
	end
	if #changed > 0 then
		out[#out + 1] = blocks.paragraph "Another verdict over a population than over the scenario's own poses:"
		out[#out + 1] = blocks.list(changed)
	end
	if #rows > 0 then out[#out + 1] = { kind = "table", header = header, rows = rows } end
	return out
end

return index
