-- Verdicts of a paper's claims, counted by where the claims come from: what the paper says leads, the rest is
-- counted apart, and a theorem is a check.
local blocks = require "blocks.blocks"
local latest_run = require "papers.latest_run"
local lists = require "base.lists"
local papers = require "vocabulary.paper"

local sources = {}

sources.VERDICTS = { "holds", "refuted", "undecided", papers.UNDECIDABLE } -- of a claim that was judged

local JUDGED = { holds = true, refuted = true, undecided = true }

local CHECKED = { holds = "passes", refuted = "fails" }

-- The verdict of a claim as documents show it, and the row of matrix.csv. A theorem is checked, not judged.
function sources.verdict(run, claim)
	if not run then return "not run" end
	local verdict, row = run:verdict(claim.name)
	if not verdict then return "not judged" end
	if claim.source == "theorem" then return CHECKED[verdict] or verdict, row end
	return claim.lacks and papers.UNDECIDABLE or verdict, row
end

-- The text of a claim in a report, which begins with its verdict, with the word for a theorem.
function sources.shown(claim, text)
	local word = claim.source == "theorem" and CHECKED[text[1].strong]
	return word and lists.joined({ { strong = word } }, { table.unpack(text, 2) }) or text
end

-- How many of the entries' claims of these sources have each verdict.
function sources.count(entries, runs, wanted)
	local counts = {}
	for _, entry in ipairs(entries) do
		for _, claim in ipairs(entry.claims or {}) do
			for _, source in ipairs(wanted) do
				local verdict = claim.source == source and sources.verdict(runs[entry.scenario], claim)
				if verdict then counts[verdict] = (counts[verdict] or 0) + 1 end
			end
		end
	end
	return counts
end

-- The verdict of a claim over the population that its scenario draws beside its own poses, and that over
-- these; nil: it is not judged over one.
local function beside(run, claim)
	local verdict, row = sources.verdict(run, claim)
	local over = row and row[latest_run.POPULATION]
	return JUDGED[over or ""] and over or nil, verdict
end

-- The verdict of a claim over a population; nil: it is not judged over one.
function sources.over_population(run, claim)
	local over, verdict = beside(run, claim)
	return over or JUDGED[verdict] and run:is_population() and verdict or nil
end

-- How many of the paper's own claims that are judged over a population have the same verdict there, "7 of 9",
-- and all claims that have another: "its name (ours: holds, there undecided)".
function sources.population_text(entries, runs)
	local all, same, others = 0, 0, {}
	for _, entry in ipairs(entries) do
		for _, claim in ipairs(entry.claims or {}) do
			local over, verdict = beside(runs[entry.scenario], claim)
			local is_own = claim.source == "quoted"
			if over and not claim.lacks then
				all, same = all + (is_own and 1 or 0), same + (is_own and over == verdict and 1 or 0)
				others[#others + 1] = over ~= verdict and ("%s (%s%s, there %s)"):format(claim.name,
					is_own and "" or claim.source .. ": ", verdict, over) or nil
			end
		end
	end
	return all > 0 and ("%d of %d"):format(same, all) or "–", others
end

-- Whether an entry has other numbers or verdicts than the paper: each but one whose claims all hold.
function sources.differs(entry, runs)
	local counts = sources.count({ entry }, runs, papers.SOURCES)
	counts.holds, counts.passes = nil, nil
	return not entry.claims or next(counts) ~= nil
end

-- The paper's own words, with their place. Cells of a table that a claim is computed from are not quoted.
function sources.words(claim, entry)
	local words = claim.source == "quoted" and "%s: \u{201c}%s\u{201d}" or "%s: %s"
	return words:format(claim.place or entry.place, claim.quote)
end

local ORDER = { "holds", "passes", "refuted", "fails", "undecided", papers.UNDECIDABLE,
	"not judged", "not run" }

-- "2 holds, 1 refuted", "" for none.
function sources.text(counts)
	return table.concat(lists.map(ORDER, function (verdict)
		return counts[verdict] and ("%d %s"):format(counts[verdict], verdict)
	end), ", ")
end

local ABOUT = { quoted = "What the paper says", computed = "Computed from its numbers", ours = "Ours",
	theorem = "Checks of theorems" }

-- A paragraph of all claims of a paper.
function sources.block(one)
	local parts = {}
	for _, source in ipairs(papers.SOURCES) do
		local text = sources.text(sources.count(one.paper.entries, one.runs, { source }))
		if text ~= "" then
			local shown = ("%s: %s"):format(ABOUT[source], text)
			parts[#parts + 1] = { #parts > 0 and "; " or "", source == "quoted" and { strong = shown } or shown }
		end
	end
	return blocks.paragraph(#parts > 0 and parts or "No claims", ".")
end

return sources
