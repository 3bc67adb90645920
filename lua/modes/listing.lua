-- The texts of `harness list` and `harness plan`, in aligned columns.
local check = require "base.check"
local lists = require "base.lists"
local names = require "base.names"
local notation = require "text.notation"
local parts = require "vocabulary.parts"
local short_vectors = require("vocabulary.algorithms").short
local takes = require "runs.takes_line"
local trial = require "runs.trial"

local listing = {}

local width = notation.width

-- Aligns rows of texts. Each column is as wide as its widest cell; the last column is not padded. A cell
-- wider than `wide` does not widen its column; it shifts only the rest of its own row.
local function aligned(rows, indent, wide)
	local widths, lines = {}, {}
	for _, row in ipairs(rows) do
		for i, cell in ipairs(row) do
			widths[i] = math.max(widths[i] or 0, width(cell) <= (wide or math.huge) and width(cell) or 0)
		end
	end
	for _, row in ipairs(rows) do
		local cells = {}
		for i, cell in ipairs(row) do
			cells[i] = i < #row and cell .. (" "):rep(widths[i] - width(cell)) or cell
		end
		lines[#lines + 1] = ((indent or "") .. table.concat(cells, "  ")):gsub("%s+$", "")
	end
	return table.concat(lines, "\n") .. "\n"
end

local function range_text(param)
	if param.type == "names" then return "{" .. table.concat(param.choices, "|") .. ",...}" end
	if param.choices then return table.concat(param.choices, "|") end
	local function shown(x) return engine.number_text(math.tointeger(x) or x) end
	if param.lo then return shown(param.lo) .. ".." .. shown(param.hi) end
	if param.type == "vectors" then return "{{x,y,z},...}" end
	return "true|false"
end

-- The parameters that a preset fixes. Those equal to the base algorithm's default are omitted, except
-- `volume`, which identifies the preset.
local function fixed_text(info, base)
	local default, out = {}, {}
	for _, param in ipairs(base.params) do default[param.name] = param.default end
	for name, value in info.preset:gmatch("(%S+)=(%S+)") do
		if name == "volume" or default[name] ~= value then out[#out + 1] = name .. "=" .. value end
	end
	return ("= %s with %s"):format(base.name, table.concat(out, " "))
end

-- The names of a preset's parameters. Their descriptions are listed with the base algorithm.
local function parameter_names(info, base)
	local all = table.concat(lists.field(info.params, "name"), ", ")
	return ("             %s: as of %s\n"):format(all, base.name)
end

local function class_text(info, base)
	local head = ("  %-10s %s"):format(info.name, info.about or "")
	local notes = {}
	if info.source then notes[#notes + 1] = info.source end
	if base then notes[#notes + 1] = fixed_text(info, base) end
	if info.preset_defaults then notes[#notes + 1] = "by default " .. info.preset_defaults end
	local rows = lists.map(info.params, function (param)
		return { param.name, param.default, range_text(param), param.about or "" }
	end)
	if #rows == 0 and #notes == 0 then return head .. "\n" end
	return head .. "\n" .. (#notes > 0 and ("             (%s)\n"):format(table.concat(notes, "; ")) or "")
		.. (base and parameter_names(info, base) or aligned(rows, "             ", 40))
end

local function classes_text(list)
	return table.concat(lists.map(list, function (info) return class_text(info) end))
end

-- The parts that a parameter chooses from, each with its own parameters.
local function group_text(group)
	local of = group.of and (" of %s"):format(group.of) or (", or %s.<name> { parameter = value }"):format(
		parts.space_of(group))
	return ("\nParts: %s = \"name\"%s: %s\n"):format(group.param, of, group.about) .. classes_text(group.kinds)
end

-- The text of `harness list`: all algorithms with their parameters, then every other name of the vocabulary.
function listing.vocabulary(algorithms, shapes, generators, broads)
	local out = { "Algorithms: h.<name> { parameter = value }; each parameter with its default and range\n" }
	for _, info in ipairs(algorithms.contacts()) do
		if not info.planted then out[#out + 1] = class_text(info, algorithms.by_name[info.preset_of]) end
	end
	lists.add(out, lists.map(parts.groups, group_text))
	lists.add(out, {
		"\nBroad phases: h.broad.<name> { parameter = value }, for a tree's parameter `broad`,\n"
			.. "or algorithms by themselves under query = 'boxes'\n", classes_text(broads),
		"\nShapes: h.shape.<name> { parameter = value }, meshes with exactly so many triangles\n",
		classes_text(shapes),
		"\nGenerated scenes: h.scenes.<name> { parameter = value }, for a scene function to return\n",
		classes_text(generators),
	})
	for _, group in ipairs {
		"mesh", "motion", "drawn pose", "deformation", "sweep form", "parts", "scenario",
	} do
		local rows = lists.map(names.entries, function (entry)
			return entry.group == group and { entry.prefix .. "." .. entry.name, entry.about or "" }
		end)
		out[#out + 1] = ("\n%s:\n%s"):format(group:gsub("^%l", string.upper), aligned(rows, "  "))
	end
	return table.concat(out)
end

local function duration(seconds)
	if seconds < 10 then return ("%.2g s"):format(seconds) end
	if seconds < 120 then return ("%.0f s"):format(seconds) end
	if seconds < 7200 then return ("%.0f min"):format(seconds / 60) end
	return ("%.1f h"):format(seconds / 3600)
end

-- "about 6 s, as earlier runs on this machine took", or as a trial tells, or that neither tells.
local function about_text(p, known)
	if not known then return "no earlier run on this machine tells how long it takes" end
	if not known.seconds then
		return "no earlier run on this machine tells how long it takes, and " .. known.why
	end
	if known.is_trial then
		return ("about %s%s, by a trial of %d to %d s"):format(duration(known.seconds),
			known.is_least and " or more" or "", trial.SECONDS, trial.MOST)
	end
	local part = known.groups < #p.groups and (" for %d of the groups"):format(known.groups) or ""
	return ("about %s, as earlier runs on this machine took%s"):format(duration(known.seconds), part)
end

-- What the file's header says of the whole scenario, as a line.
local function takes_text(p)
	local text = takes.of(p.job.text)
	return text and ("%s: takes %s, in full\n"):format(p.scenario.table.name, text) or ""
end

-- known: nil, or { seconds, groups = how many of these earlier runs told of } or, by a trial,
-- { seconds, is_trial, is_least = whether it may be many more }, or { why = what it did not end }.
function listing.points(p, known)
	local own = lists.kept({ "query", "runs" }, function (key)
		return not check.contains(p.columns, key) and not (key == "runs" and p.job.counts)
	end)
	local last = #p.readings > 0 and { "algorithm", "reading", "parameters" } or { "algorithm", "parameters" }
	local rows = { lists.joined({ "point" }, p.columns, own, last) }
	local group_of = {}
	for _, group in ipairs(p.groups) do
		for _, a in ipairs(group.algorithms) do group_of[a.point] = { group = group, algorithm = a } end
	end
	for i in ipairs(p.points) do
		local group, a = group_of[i].group, group_of[i].algorithm
		local swept = lists.map(p.columns, function (key) return check.text(group.params[key]) end)
		local policies = lists.map(own, function (key) return check.text(group[key]) end)
		local short = a.params:gsub("=(%S+)", function (text) return "=" .. short_vectors(text) end)
		local named = #p.readings > 0 and { a.label, a.reading or "", short } or { a.label, short }
		rows[#rows + 1] = lists.joined({ check.text(i) }, swept, policies, named)
	end
	local budget = p.job.counts and 0 or p.groups[1].budget
	return aligned(rows) .. ("\n%s: %s in %s%s%s; %s\n"):format(
		p.scenario.table.name, notation.plural(#p.points, "point"), notation.plural(#p.groups, "group"),
		(p.job.quick and " (quick)" or "") .. (p.job.counts and "; counts only" or ""),
		budget > 0 and ("; a budget of %s, after a first session of each group"):format(duration(budget)) or "",
		about_text(p, known))
		.. (p.job.counts and "" or takes_text(p))
end

return listing
