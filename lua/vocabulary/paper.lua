-- h.paper { ... }: what a paper publishes. Each entry is a table, figure, formula, claim or number of the
-- paper, with the scenario that shows it or the reason why none does. The numbers of a table are those that
-- the scenario's table has as `published`; only numbers that stand in the paper's text are in the entry.
local check = require "base.check"
local fields = require "base.fields"
local lists = require "base.lists"
local names = require "base.names"

local paper = {}

local function read_texts(at, path, v)
	if check.list(at, path, v, "a list of texts") == 0 then check.fail(at, path, "is empty") end
	return fields.types.texts.read(at, path, v)
end

-- A list of { label, number }: what the number is, as few words as tell it from the entry's others.
local function read_numbers(at, path, v)
	local seen = {}
	for inner, pair in check.items(at, path, v, "a list of { label, number }") do
		if check.list(at, inner, pair, "{ label, number }") ~= 2 then
			check.must(at, inner, pair, "{ label, number }")
		end
		local label = check.string(at, check.join(inner, 1), pair[1])
		check.number(at, check.join(inner, 2), pair[2])
		if seen[label] then check.fail(at, inner, ("the label %s stands twice"):format(check.shown(label))) end
		seen[label] = true
	end
	return v
end

-- Where a claim comes from. What stands in the paper or follows from its numbers has the paper's own words.
paper.SOURCES = { "quoted", "computed", "ours", "theorem" }
local HAS_QUOTE = { quoted = true, computed = true }

local CLAIM = {
	{ 1, "string", about = "name of a claim or check of the scenario" },
	{ "source", "choice", choices = paper.SOURCES, luacats = "string",
		about = "quoted: the paper says so; computed: it follows from numbers that it prints; ours: it says no "
			.. "such thing; theorem: it cannot fail, and checks the program" },
	{ "quote", "string", optional = true,
		about = "the paper's own words, or numbers that it prints; needed where quoted or computed" },
	{ "place", "string", optional = true, about = "where they stand, if not at the entry's place" },
	{ "lacks", "string", optional = true,
		about = "what our copy lacks to decide it" },
}

-- A list of { name, source = ... }, to be read by name.
local function read_claims(at, path, v)
	local out = {}
	for inner, given, i in check.items(at, path, v, "a list of claims") do
		local claim = fields.read(at, inner, check.table(at, inner, given, "{ name, source = ... }"), CLAIM)
		claim.name = claim[1]
		if HAS_QUOTE[claim.source] and not claim.quote then
			check.fail(at, inner, ("is %s, but has no `quote`: the paper's own words"):format(claim.source))
		end
		if claim.lacks and not HAS_QUOTE[claim.source] then
			check.fail(at, check.join(inner, "lacks"), "is for what is quoted or computed")
		end
		out[i] = claim
	end
	if #out == 0 then check.fail(at, path, "is empty") end
	return out
end

local EXPLAIN = {
	{ "tables", read = read_texts, luacats = "string[]", about = "whose published times are explained" },
	{ "algorithms", read = read_texts, luacats = "string[]", about = "labels of rows whose counts are taken" },
	{ "published", read = read_texts, luacats = "string[]", optional = true,
		about = "labels beside which their times stand in the tables, if other ones" },
	{ "counts", read = read_texts, luacats = "string[]",
		about = "columns of summary.csv, each of which has a constant: { 'nu', 'axes' }" },
}

local function read_explain(at, path, v)
	local out = {}
	for inner, what, i in check.items(at, path, v, "a list of { tables, algorithms, counts }") do
		out[i] = fields.read(at, inner, what, EXPLAIN)
		if #out[i].counts > 6 then check.fail(at, check.join(inner, "counts"), "are more than 6") end
		if out[i].published and #out[i].published ~= #out[i].algorithms then
			check.fail(at, check.join(inner, "published"), ("are %d labels, but there are %d algorithms"):format(
				#out[i].published, #out[i].algorithms))
		end
	end
	return out
end

local ENTRY = {
	{ "id", "string", about = "short name within the paper" },
	{ "kind", "choice", choices = { "table", "figure", "formula", "claim", "number" }, luacats = "string",
		about = "what it is" },
	{ "place", "string", about = "where in the paper: 'Table 2, Nb'; no two entries have the same" },
	{ "about", "string", about = "what the paper says there, in one line" },
	{ "scenario", "string", optional = true, about = "name of the scenario that shows it" },
	{ "tables", read = read_texts, luacats = "string[]", optional = true,
		about = "of its tables; the published values of the first are the entry's numbers, and ours stands in the "
			.. "first that has both" },
	{ "figures", read = read_texts, luacats = "string[]", optional = true, about = "of its figures" },
	{ "claims", read = read_claims, luacats = "harness.paper_claim[]", optional = true,
		about = "of its claims: { { name, source = ... }, ... }" },
	{ "numbers", read = read_numbers, luacats = "any[]", optional = true,
		about = "numbers of the paper's text: { { label, number }, ... }" },
	{ "unit", "string", optional = true, about = "of these numbers" },
	{ "computed", "boolean", optional = true,
		about = "true: the published values of its table are computed from what the paper prints" },
	{ "explain", read = read_explain, luacats = "harness.paper_explain[]", optional = true,
		about = "published times that constants of counts are fitted to, under every reading" },
	{ "missing", "string", optional = true, about = "why there is nothing beside it" },
	{ "why", "string", optional = true, about = "why ours differs" },
	{ "gallery", "boolean", optional = true, about = "true: its first figure is shown in the gallery" },
}

local function shows_something(entry) return entry.tables or entry.figures or entry.claims end

local function entry_check(at, path, entry, seen)
	if entry.scenario and not shows_something(entry) then
		check.fail(at, path, "names a scenario, but none of its tables, figures or claims")
	end
	if shows_something(entry) and not entry.scenario then check.fail(at, path, "names no scenario") end
	if not entry.scenario and not entry.missing then
		check.fail(at, path, "has neither `scenario` nor `missing`, which says why there is none")
	end
	if entry.computed and not entry.tables then
		check.fail(at, check.join(path, "computed"), "is about the published values of a table, and there is none")
	end
	for _, key in ipairs { "id", "place" } do
		local other = seen[key .. entry[key]]
		if other then
			local message = ("%s is also that of entry %d"):format(check.shown(entry[key]), other)
			check.fail(at, check.join(path, key), message)
		end
		seen[key .. entry[key]] = path[#path]
	end
end

local function read_entries(at, path, v)
	local out, seen = {}, {}
	for inner, entry, i in check.items(at, path, v, "a list of entries") do
		out[i] = fields.read(at, inner, entry, ENTRY)
		entry_check(at, inner, out[i], seen)
	end
	return out
end

local PAPER = {
	{ "key", "string", about = "as scenarios name it: the file is papers/KEY.lua" },
	{ "authors", read = read_texts, luacats = "string[]", about = "in the paper's order" },
	{ "title", "string", about = "in English" },
	{ "original_title", "string", optional = true, about = "in the paper's language" },
	{ "journal", "string", about = "full name, or the proceedings" },
	{ "year", "integer", about = "of publication" },
	{ "volume", "string", optional = true, about = "volume and number: 30(11)" },
	{ "pages", "string", optional = true, about = "first and last" },
	{ "doi", "string", optional = true, about = "if it is printed" },
	{ "note", "string", optional = true, about = "what holds for all entries" },
	{ "entries", read = read_entries, luacats = "harness.paper_entry[]", about = "what it publishes" },
}

local meta = { __name = "paper", __metatable = false }

local function new(at, t)
	at = { file = at.file, line = at.line, callee = at.callee }
	local read = fields.read(at, {}, t, PAPER)
	read.at = at
	return check.object(meta, read)
end

function paper.define()
	names.class("paper_claim", "a claim, and where it comes from", CLAIM)
	names.class("paper_explain", "times that counts are to explain", EXPLAIN)
	names.class("paper_entry", "something that a paper publishes", ENTRY)
	names.class("paper_keys", "what h.paper takes", PAPER)
	names.class("paper", "what papers/KEY.lua returns", {})
	names.func("h", "paper", new, "scenario", "what a paper publishes, and which scenario shows it",
		{ args = { { "t", "harness.paper_keys" } }, returns = "harness.paper" })
end

-- The verdict of a claim that our copy of the paper cannot decide.
paper.UNDECIDABLE = "not decidable from our copy"

-- How many numbers the paper prints: one that stands in several rows or columns of a table of ours, beside
-- every row that may be what the paper measured, is printed once. What is computed from others is not.
function paper.printed(numbers)
	return #lists.distinct(lists.map(numbers, function (number)
		return not number.computed and (number.table and number.value or number)
	end))
end

-- The names of an entry's claims.
function paper.claim_names(entry) return lists.field(entry.claims or {}, "name") end

-- The names of the scenarios of a paper's entries, each once, in their order.
function paper.scenarios(p) return lists.distinct(lists.field(p.entries, "scenario")) end

-- "Authors. Title. Journal, volume, year: pages. DOI".
function paper.reference(p)
	local title = p.title .. (p.original_title and (" (%s)"):format(p.original_title) or "")
	local where = p.journal .. (p.volume and ", " .. p.volume or "") .. (", %d"):format(p.year)
	local text = ("%s. %s. %s%s."):format(table.concat(p.authors, ", "), title, where,
		p.pages and ": " .. p.pages or "")
	return text .. (p.doi and " DOI " .. p.doi .. "." or "")
end

-- The published numbers of an entry: a list of { row, column, value, unit, computed }. Those of the entry's
-- text have their label as row and no column. tables: the scenario's tables by name.
function paper.numbers(entry, tables)
	local out = {}
	local name = entry.tables and entry.tables[1]
	local def = name and tables[name]
	for _, column in ipairs(def and check.sorted_keys(def.published or {}) or {}) do
		for _, row in ipairs(check.sorted_keys(def.published[column])) do
			out[#out + 1] = { row = row, column = column, value = def.published[column][row],
				unit = def.unit, table = name, computed = entry.computed }
		end
	end
	for _, pair in ipairs(entry.numbers or {}) do
		out[#out + 1] = { row = pair[1], value = pair[2], unit = entry.unit }
	end
	return out
end

return paper
