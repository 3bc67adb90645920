-- Verdicts of papers' claims by where the claims come from.
local csv = require "text.csv"
local document = require "papers.document"
local expect = require "expect"
local lists = require "base.lists"
local papers = require "vocabulary.paper"
local sources = require "papers.sources"
local verdicts = require "claims.verdicts"

local VERDICTS = { said = "holds", figure = "refuted", own = "refuted", proven = "holds" }
local runs = { s = { verdict = function (_, name) return VERDICTS[name], {} end } }
local entries = { { scenario = "s", claims = { { name = "said", source = "quoted" },
	{ name = "figure", source = "quoted", lacks = "the figure" }, { name = "own", source = "ours" },
	{ name = "proven", source = "theorem" }, { name = "later", source = "computed" } } } }

local function text_of(...) return sources.text(sources.count(entries, runs, { ... })) end

local t = {}

function t.a_theorem_is_checked_and_no_claim_that_holds()
	expect.equal(text_of "theorem", "1 passes")
	expect.equal(text_of("quoted", "computed", "ours"),
		"1 holds, 1 refuted, 1 not decidable from our copy, 1 not judged")
end

function t.what_the_copy_lacks_decides_nothing()
	expect.equal(text_of "quoted", "1 holds, 1 not decidable from our copy")
	expect.equal(sources.verdict(nil, entries[1].claims[2]), "not run")
end

-- Of the paper's own claims: one has the same verdict over the population, one another, two none.
function t.verdicts_over_a_population_are_counted()
	local over = { same = "holds", other = "undecided", untouched = "·", lacking = "–", ours = "refuted" }
	local run = { verdict = function (_, name) return "holds", { ["drawn=population"] = over[name] } end,
		is_population = function () return false end }
	local function of(names)
		return { { scenario = "s", claims = lists.map(names, function (name)
			return { name = name, source = name == "ours" and "ours" or "quoted" }
		end) } }
	end
	local all = of { "same", "other", "untouched", "lacking", "none", "ours" }
	local text, others = sources.population_text(all, { s = run })
	expect.equal(text, "1 of 2")
	expect.equal(table.concat(others, "|"), "other (holds, there undecided)|ours (ours: holds, there refuted)")
	expect.equal((sources.population_text(of { "untouched", "ours" }, { s = run })), "–")
	expect.equal((sources.population_text(all, {})), "–")
	expect.equal(sources.over_population(run, all[1].claims[2]), "undecided")
	expect.equal(sources.over_population(run, all[1].claims[5]), nil)
	-- then its verdicts are those over it, and there is nothing to compare them with
	run.is_population = function () return true end
	expect.equal(sources.over_population(run, all[1].claims[5]), "holds")
	expect.equal((sources.population_text(of { "none" }, { s = run })), "–")
end

function t.a_number_beside_several_rows_is_printed_once()
	local numbers = { { table = "t", value = 1.9 }, { table = "t", value = 1.9 }, { table = "t", value = 2.5 },
		{ value = 7 }, { value = 7 } }
	expect.equal(papers.printed(numbers), 4)
end

function t.what_was_computed_is_not_printed()
	local tables = { t = { published = { a = { x = 3, y = 4 } } } }
	local entry = { tables = { "t" }, numbers = { { "of the text", 5 } } }
	expect.equal(papers.printed(papers.numbers(entry, tables)), 3)
	entry.computed = true
	expect.equal(papers.printed(papers.numbers(entry, tables)), 1)
end

function t.the_ratio_of_several_verdicts_is_one_that_decided()
	local near = verdicts.new("holds", "", verdicts.nearest(0.993, 1, "<"))
	local beyond = verdicts.new("refuted", "", verdicts.nearest(1.5, 1, "<"))
	expect.equal(verdicts.all({ near, beyond }).nearest.ratio, 1.5)
	expect.equal(verdicts.all({ near, near }).nearest.ratio, 0.993)
end

-- Cells of several that are of several themselves are counted one by one.
function t.several_verdicts_say_how_many_hold()
	local holds, refuted = verdicts.new("holds", ""), verdicts.new("refuted", "")
	local all = verdicts.all { holds, verdicts.all { holds, refuted, verdicts.new("undecided", "") }, holds }
	expect.equal(verdicts.cells_text(all.held, all.cells), "3 of 5 hold")
	expect.equal(verdicts.cells_text(holds.held, holds.cells), nil)
	expect.equal(verdicts.all({ holds, refuted }, "one of two").text, "one of two")
end

-- The run's first table has another column, the second the published point, and the third another number
-- there.
function t.a_number_is_shown_beside_any_table_that_has_it()
	local rows = { a = { { row = "x", column = "other", value = 1 } },
		b = { { row = "x", column = "col", value = 6 } }, c = { { row = "y", column = "col", value = 9 } } }
	local run = { table_rows = function (_, name) return rows[name] end, coverage = function () end }
	local entry = { id = "e", place = "Table 1", scenario = "s", tables = { "a", "b", "c" } }
	local doc = { paper = { key = "p", entries = { entry } }, runs = { s = run }, tables = { s = {
		a = { published = { col = { x = 3, y = 4 } } }, b = { published = { col = { x = 3 } } },
		c = { published = { col = { y = 5 } } } } } }
	local shown = csv.parse(document.csv(doc))
	expect.equal(#shown, 2)
	expect.equal(shown[1].ours, 6)
	expect.equal(shown[1].table, "b")
	expect.equal(shown[2].ours, nil)
	expect.equal(shown[2].table, "a")
end

function t.an_entry_whose_claims_all_hold_does_not_differ()
	local function differs(...)
		local claims = {}
		for i, name in ipairs { ... } do
			claims[i] = { name = name, source = name == "proven" and "theorem" or "quoted" }
		end
		return sources.differs({ scenario = "s", claims = #claims > 0 and claims or nil }, runs)
	end
	expect.equal(differs("said", "proven"), false)
	expect.equal(differs("said", "own"), true)
	expect.equal(differs "later", true)
	expect.equal(differs(), true)
end

function t.words_are_quoted_and_cells_are_not()
	local entry = { place = "P" }
	expect.equal(sources.words({ source = "quoted", quote = "faster" }, entry), "P: “faster”")
	expect.equal(sources.words({ source = "computed", quote = "A 1, B 2", place = "Q" }, entry), "Q: A 1, B 2")
end

function t.a_theorem_passes_or_fails_where_its_numbers_stand()
	local text = { { strong = "holds" }, ", 1 of 2 hold", ": a name" }
	expect.equal(sources.shown(entries[1].claims[4], text)[1].strong, "passes")
	expect.equal(sources.shown(entries[1].claims[4], text)[3], ": a name")
	expect.equal(sources.shown(entries[1].claims[1], text), text)
end

return t
