-- What the document of a paper shows of a scenario's latest run. All of it is read from the run's files, so a
-- document made again from the same runs has the same bytes.
local blocks = require "blocks.blocks"
local check = require "base.check"
local csv = require "text.csv"
local lists = require "base.lists"
local matrix = require "claims.readings_matrix"
local pictures = require "data.pictures"

local run = { POPULATION = "drawn=population" } -- the reading

local Run = {}
Run.__index = Run

local function is_reported(env, dir)
	return env.read(dir .. "/manifest.json") and env.read(dir .. "/report.json")
end

local function is_finished(env, dir)
	return env.read(dir .. "/manifest.json") and env.decode(dir .. "/manifest.json").complete == true
end

-- The folder of the latest run; where is_wanted(env, folder) refuses that, of the newest that it does not.
local function latest_folder(env, base, is_wanted)
	local names = lists.kept(env.list(base), function (name) return name:find "^%d+T%d+Z%-" end)
	for i = #names + 1, 1, -1 do
		local dir = env.real_path(base .. (names[i] or "latest"))
		if dir and is_wanted(env, dir) then return dir end
	end
end

-- The folder of the latest finished run of a scenario, with or without a report; nil: it has none.
-- folder: where results are. env: read(path) gives a file's text or nil; real_path, decode, list (path).
function run.finished(env, folder, scenario)
	local base = ("%s/%s/"):format(folder, scenario)
	local dir = latest_folder(env, base, is_finished)
	return dir and base .. dir:match "[^/]*$"
end

-- The latest run of a scenario; while that is under way, the newest that has a report; nil: it has none.
-- only_finished: others are left out.
function run.latest(env, folder, scenario, only_finished)
	local dir = latest_folder(env, ("%s/%s/"):format(folder, scenario), function (_, path)
		return is_reported(env, path) and (not only_finished or is_finished(env, path))
	end)
	if not dir then return nil end
	local id = dir:match "[^/]*$" -- and the path is from the folder of results
	return setmetatable({ env = env, dir = dir, scenario = scenario, id = id,
		path = ("%s/%s/"):format(scenario, id), manifest = env.decode(dir .. "/manifest.json"),
		tree = env.decode(dir .. "/report.json") }, Run)
end

function Run:read(relative) return self.env.read(self.dir .. "/" .. relative) end

function Run:is_quick() return self.manifest.quick == true end

-- The blocks of a section of the report; nil if there is none.
function Run:section(heading)
	local found = blocks.find(self.tree, function (b) return b.kind == "section" and b.text == heading end)
	return found and found.blocks
end

local function with_id(tree, id) return blocks.find(tree, function (b) return b.id == id end) end

-- A table of the run, as a section of this level; nil if the run has no such table.
function Run:table_section(name, level)
	local found = with_id(self.tree, "tables/" .. name)
	if not found then return nil end
	local shown = lists.kept(found.blocks, function (block) return not block.is_files end)
	return blocks.section(level, found.text, shown)
end

-- What the report says below a figure; nil if it has no such figure.
function Run:caption(path)
	local found = with_id(self.tree, path)
	return found and found.blocks[2]
end

-- The rows of a table's CSV file; {} if there is none.
function Run:table_rows(name)
	local text = self:read(("tables/%s.csv"):format(name))
	return text and csv.parse(text, { row = true, column = true }) or {}
end

-- Its points, the columns by which they differ, and what was planned for each: as data.alternatives has a
-- run. A plan may be left out of a copy.
function Run:measured()
	local rows = lists.kept(csv.parse(self:read "summary.csv"), function (row) return row.role == "point" end)
	local plan, planned = self:read "plan.json" and self.env.decode(self.dir .. "/plan.json") or {}, {}
	for _, group in ipairs(plan.groups or {}) do
		for _, algorithm in ipairs(group.algorithms) do planned[algorithm.point] = algorithm end
	end
	return { points = rows, columns = plan.columns or {}, planned = planned }
end

-- The item of a claim or check in the report, with its numbers; nil if the run has none of that name.
function Run:claim(name) return with_id(self.tree, "claim " .. name) end

-- The verdict of a claim or check under the scenario's own reading, and the row of matrix.csv, which has
-- those of claims under the others. nil: the run has no such claim.
function Run:verdict(name)
	local item = self:claim(name)
	if not item then return nil end
	for _, row in ipairs(self:verdicts()) do
		if row.claim == name then return row.ours, row end
	end
	return item.verdict, {}
end

-- The rows of matrix.csv.
function Run:verdicts()
	self.matrix = self.matrix or csv.parse(self:read "matrix.csv" or "claim\n", { claim = true })
	return self.matrix
end

-- Whether it has no poses but those of a population: one that has is judged over its population as a reading.
function Run:is_population()
	if self.no_others == nil then
		self.no_others = not check.contains(self:verdicts().columns, run.POPULATION)
			and self:read "drawn.csv" ~= nil
	end
	return self.no_others
end

-- How many alternatives to the scenario's own reading the run has, and in how many cells of matrix.csv one of
-- these claims, a set of names, is judged under one.
function Run:cells(claims)
	local rows, alternatives, cells = self:verdicts(), 0, 0
	for _, name in ipairs(rows.columns or {}) do
		local reading = name:match "^(.*) ratio$"
		local function has(row) return row[reading] ~= matrix.ABSENT end
		if reading and reading ~= "ours" and lists.any(rows, has) then
			alternatives = alternatives + 1
			for _, row in ipairs(rows) do
				local is_judged = row[reading] ~= matrix.SAME and has(row)
				if claims[row.claim] and is_judged then cells = cells + 1 end
			end
		end
	end
	return alternatives, cells
end

-- How many groups these claims need, how many of them the run lacks, both sums, and how many groups of the
-- scenario it leaves out by wish; nil where the run does not tell.
function Run:coverage(names)
	local needed, missing, left_out
	for _, name in ipairs(names) do
		local _, row = self:verdict(name)
		if row and row.groups then
			needed, missing = (needed or 0) + row.groups, (missing or 0) + row.groups_missing
			left_out = row.groups_left_out
		end
	end
	return needed, missing, left_out
end

-- The same as a text: "7 of 8, 3 left out by wish", "" where the run does not tell.
function Run:coverage_text(names)
	local needed, missing, left_out = self:coverage(names)
	return needed and ("%d of %d"):format(needed - missing, needed)
		.. ((left_out or 0) > 0 and (", %d left out by wish"):format(left_out) or "") or ""
end

-- Pictures of its scenes, as paths within the run.
function Run:pictures()
	return lists.field(pictures.list { read = function (path) return self:read(path) end }, "path")
end

local SECONDS = { d = 86400, h = 3600, m = 60 }

-- Days of the Gregorian calendar before a date, counted from a fixed day.
local function days(year, month, day)
	if month < 3 then year, month = year - 1, month + 12 end
	return 365 * year + year // 4 - year // 100 + year // 400 + (153 * month - 457) // 5 + day
end

local function seconds_of(text)
	local y, mo, d, h, mi, s = tostring(text):match "^(%d+)-(%d+)-(%d+)T(%d+):(%d+):(%d+)Z$"
	if not y then return nil end
	return days(tonumber(y), tonumber(mo), tonumber(d)) * SECONDS.d + tonumber(h) * SECONDS.h
		+ tonumber(mi) * SECONDS.m + tonumber(s)
end

-- The minutes that all sessions of the run took together; nil if the manifest does not tell.
function Run:minutes()
	if not self.manifest.sessions then return nil end -- as that of a merged run
	local sum = 0
	for _, session in ipairs(self.manifest.sessions) do
		local from, to = seconds_of(session.started), seconds_of(session.ended)
		if not from or not to then return nil end
		sum = sum + (to - from)
	end
	return sum / SECONDS.m
end

-- The options by which it was measured, as its plan has them; a plan may be left out of a copy.
local function policy_text(self)
	local path = self.dir .. "/plan.json"
	local options = self.env.read(path) and self.env.decode(path).options or {}
	local out = {}
	if options.runs then out[#out + 1] = (" --runs %d"):format(options.runs) end
	if options.precision then out[#out + 1] = (" --precision %g%%"):format(100 * options.precision) end
	local budget, is_whole = options.budget, (options.budget or 0) % SECONDS.m == 0
	if budget then out[#out + 1] = (" --budget %g%s"):format(is_whole and budget / SECONDS.m or budget,
		is_whole and "m" or "s") end
	return table.concat(out)
end

-- The command that makes such a run.
function Run:command()
	self.policy = self.policy or policy_text(self)
	return ("harness %s%s%s%s"):format(tostring(self.manifest.file), self.manifest.drawn and " --drawn" or "",
		self:is_quick() and " --quick" or "", self.policy)
end

return run
