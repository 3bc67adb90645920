-- Verdicts of papers' claims by where the claims come from.
local expect = require "expect"
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

function t.a_number_beside_several_rows_is_printed_once()
	local numbers = { { table = "t", value = 1.9 }, { table = "t", value = 1.9 }, { table = "t", value = 2.5 },
		{ value = 7 }, { value = 7 } }
	expect.equal(papers.printed(numbers), 4)
end

function t.the_ratio_of_several_verdicts_is_one_that_decided()
	local near = verdicts.new("holds", "", verdicts.nearest(0.993, 1, "<"))
	local beyond = verdicts.new("refuted", "", verdicts.nearest(1.5, 1, "<"))
	expect.equal(verdicts.all({ near, beyond }).nearest.ratio, 1.5)
	expect.equal(verdicts.all({ near, near }).nearest.ratio, 0.993)
end

return t
