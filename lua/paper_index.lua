-- The claims of several papers on one page, and what of them the project's README shows.
local notation = require "notation"
local papers = require "paper"

local index = {}

-- The ratio nearest to the claim's limit: "1.08 (< 1)"; "" if the claim has none.
local function nearest_text(row)
	if not row or type(row["ours ratio"]) ~= "number" then return "" end
	return ("%s (%s %s)"):format(notation.number(row["ours ratio"] + 0.0), row["ours relation"],
		notation.number(row["ours limit"] + 0.0))
end

-- The numbers of the paper's text that an entry has: "17.3 %, 34.9 %".
local function printed_text(entry)
	local parts = {}
	for i, pair in ipairs(entry.numbers or {}) do
		parts[i] = notation.text(pair[2]) .. (entry.unit and " " .. entry.unit or "")
	end
	return table.concat(parts, ", ")
end

local function claim_row(one, entry, name)
	local run = one.runs[entry.scenario]
	local verdict, row
	if run then verdict, row = run:verdict(name) end
	return { notation.markdown(entry.place), notation.markdown(name), notation.markdown(printed_text(entry)),
		nearest_text(row), verdict and ("**%s**"):format(verdict) or run and "not judged" or "not run",
		notation.markdown(row and row.flips or ""), run and ("`%s`"):format(run:command()) or "" }
end

local HEADER = { "place", "claim", "printed", "ours", "verdict", "another verdict under", "command" }

-- The rows of a paper's claims. is_short: the first of each entry that is no formula.
local function claim_rows(one, is_short)
	local rows = {}
	for _, entry in ipairs(one.paper.entries) do
		for i, name in ipairs(entry.claims or {}) do
			local is_shown = not is_short or i == 1 and entry.kind ~= "formula"
			if is_shown then rows[#rows + 1] = claim_row(one, entry, name) end
		end
	end
	return rows
end

local function is_any_quick(list)
	for _, one in ipairs(list) do
		for _, run in pairs(one.runs) do
			if run:is_quick() then return true end
		end
	end
	return false
end

local QUICK = "**QUICK**: of shortened sweeps, to look at and not to publish.\n"
local ABOUT = "`ours` is the ratio that came nearest to the claim's limit, and in brackets what it was to "
	.. "be. The last column but one names the readings of the paper under which the verdict is another one.\n"

-- The page: a table of claims for each paper. up: the way to the folder of results.
function index.markdown(list, up)
	local parts = { "# The claims of all papers\n", is_any_quick(list) and QUICK or nil }
	parts[#parts + 1] = ABOUT
	for _, one in ipairs(list) do
		local key = one.paper.key
		parts[#parts + 1] = ("## %s\n\n%s\n\n[%s](%spapers/%s/%s.md)\n"):format(key,
			notation.markdown(papers.reference(one.paper)), "Document", up, key, key)
		local rows = claim_rows(one, false)
		parts[#parts + 1] = #rows > 0 and notation.markdown_table(HEADER, rows) or "No claims.\n"
	end
	return table.concat(parts, "\n")
end

local function gallery(list)
	local parts = {}
	for _, one in ipairs(list) do
		for _, entry in ipairs(one.paper.entries) do
			local run = entry.gallery and one.runs[entry.scenario]
			local path = run and entry.figures and ("figures/%s.svg"):format(entry.figures[1])
			if path and run:read(path) then
				parts[#parts + 1] = ("![%s](results/reference/%s%s)\n\n*%s, %s: %s `%s`*\n"):format(
					notation.markdown(entry.about), run.path, path, one.paper.key, notation.markdown(entry.place),
					notation.markdown(entry.about), run:command())
			end
		end
	end
	return table.concat(parts, "\n")
end

-- Two parts of docs/measured (tools/pages.lua), each after a line `<!-- NAME -->`: the gallery, and the first
-- claim of each entry that is no formula.
function index.readme(list)
	local parts = { "<!-- gallery -->\n", gallery(list), "<!-- verdicts -->\n" }
	local rows = {}
	for _, one in ipairs(list) do
		for _, row in ipairs(claim_rows(one, true)) do
			table.insert(row, 1, one.paper.key)
			rows[#rows + 1] = row
		end
	end
	local header = table.move(HEADER, 1, #HEADER, 2, { "paper" })
	if is_any_quick(list) then parts[#parts + 1] = QUICK end
	parts[#parts + 1] = #rows > 0 and notation.markdown_table(header, rows) or ""
	return table.concat(parts, "\n")
end

return index
