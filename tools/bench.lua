-- Writes the parts of docs/measured/peers.md and machines.md that show how other libraries stand beside ours,
-- for tools/pages.lua.
--   lua5.4 tools/bench.lua SCORES [RUN...] > PARTS
-- Each run is the folder of a finished run whose scenario has a table `score`. SCORES is a CSV file with the
-- scores of each machine that `make bench` was run on. Those of a run's machine and scenario are replaced
-- there, unless the run was shortened.
package.path = "lua/?.lua;lua/?/init.lua;" .. package.path
local csv = require "text.csv"

local function read(path)
	local file = assert(io.open(path))
	local text = file:read "a"
	file:close()
	return text
end

-- A field of manifest.json that is a text.
local function fact(manifest, name)
	return manifest:match('"' .. name .. '":%s*"([^"]*)"') or error("manifest.json has no " .. name, 0)
end

-- The heading of a table as a paragraph: the page has its own headings.
local function table_text(path)
	local text, count = read(path):gsub("^#+ score: ([^\n]*)", "**%1**", 1)
	if count ~= 1 then error(path .. ": has no heading 'score: ...'", 0) end
	return (text:gsub("%s+$", ""))
end

-- A processor's name and the instruction set of the kernels: a name alone is that of several processors.
local function machine_of(manifest)
	return ("%s, %s"):format(fact(manifest, "cpu"):gsub("%s+", " "), fact(manifest, "simd"))
end

local TEXTS = { machine = true, day = true, commit = true, scenario = true, row = true, column = true }
local COLUMNS = { "machine", "day", "commit", "scenario", "row", "column", "value", "lo", "hi", "groups",
	"groups_total", "sample_lo", "sample_hi" }

local function scores_read(path)
	local file = io.open(path)
	if not file then return {} end
	local text = file:read "a"
	file:close()
	return (csv.parse(text, TEXTS))
end

local function scores_write(path, scores)
	local i = 0
	local text = csv.format(COLUMNS, function ()
		i = i + 1
		return scores[i]
	end)
	local file = assert(io.open(path .. ".tmp", "w"))
	file:write(text)
	file:close()
	assert(os.rename(path .. ".tmp", path))
end

-- Puts the scores of a run in the place of those that its machine had.
local function scores_replace(scores, run, about)
	for i = #scores, 1, -1 do
		local old = scores[i]
		if old.machine == about.machine and old.scenario == about.scenario then table.remove(scores, i) end
	end
	for _, cell in ipairs((csv.parse(read(run .. "/tables/score.csv"), TEXTS))) do
		if cell.value then
			scores[#scores + 1] = { machine = about.machine, day = about.day, commit = about.commit,
				scenario = about.scenario, row = cell.row, column = cell.column, value = cell.value, lo = cell.lo,
				hi = cell.hi, groups = cell.groups, groups_total = cell.groups_total, sample_lo = cell.sample_lo,
				sample_hi = cell.sample_hi }
		end
	end
end

-- Side by side
-- ----------------------------------------------------------------------------------------------------------

local function number(value) return (value < 999.5 and "%.3g" or "%.0f"):format(value) end

local function score_text(s)
	local text = number(s.value)
	if s.lo and s.hi then text = ("%s [%s, %s]"):format(text, number(s.lo), number(s.hi)) end
	if s.groups < s.groups_total then text = ("%s (%d of %d)"):format(text, s.groups, s.groups_total) end
	return text
end

-- The values of a key, in the order in which they come first.
local function distinct(list, key)
	local out, seen = {}, {}
	for _, one in ipairs(list) do
		local value = key(one)
		if not seen[value] then seen[value], out[#out + 1] = true, value end
	end
	return out
end

local function line(cells) return "| " .. table.concat(cells, " | ") .. " |" end

-- The scores of one scenario: a row for each of its scores, a column for each machine.
local function side_by_side(scores, scenario)
	local own, cells = {}, {}
	for _, s in ipairs(scores) do
		if s.scenario == scenario then own[#own + 1] = s end
	end
	local function row_of(s) return ("%s | %s"):format(s.row, s.column) end
	local function machine(s) return ("%s; %s, commit %s"):format(s.machine, s.day, s.commit) end
	for _, s in ipairs(own) do cells[row_of(s) .. "\0" .. machine(s)] = score_text(s) end
	local machines = distinct(own, machine)
	local out = { line { "", "", table.concat(machines, " | ") }, "|---|---|" .. ("---:|"):rep(#machines) }
	for _, row in ipairs(distinct(own, row_of)) do
		local texts = { row }
		for _, of in ipairs(machines) do texts[#texts + 1] = cells[row .. "\0" .. of] or "-" end
		out[#out + 1] = line(texts)
	end
	return table.concat(out, "\n")
end

local function machines_part(scores)
	local out = {}
	for _, scenario in ipairs(distinct(scores, function (s) return s.scenario end)) do
		out[#out + 1] = ("**%s**\n\n%s"):format(scenario, side_by_side(scores, scenario))
	end
	return table.concat(out, "\n\n")
end

local path = table.remove(arg, 1) or error("usage: lua5.4 tools/bench.lua SCORES [RUN...]", 0)
local out, first, scores = {}, nil, scores_read(path)
for _, run in ipairs(arg) do
	local manifest = read(run .. "/manifest.json")
	local about = { machine = machine_of(manifest), day = fact(manifest, "started"):match "^[%d-]+",
		commit = fact(manifest, "commit"):sub(1, 12), scenario = fact(manifest, "scenario") }
	local where = ("%s, commit %s, %s"):format(about.machine, about.commit, about.day)
	first = first or where
	if first ~= where then where = where .. " (another machine, commit or day)" end
	out[#out + 1] = ("%s\n\n`harness scenarios/%s.lua`: %s"):format(table_text(run .. "/tables/score.md"),
		about.scenario, where)
	if not manifest:find '"quick":%s*true' then scores_replace(scores, run, about) end
end
scores_write(path, scores)
if #out > 0 then print("<!-- peers -->\n\n" .. table.concat(out, "\n\n")) end
if #scores > 0 then print("\n<!-- machines -->\n\n" .. machines_part(scores)) end
