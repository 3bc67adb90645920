-- Results of another program: h.external { file = "theirs.csv", ... } stands in a sweep like an algorithm.
-- Its contacts are judged by the same oracle; its times are those of a file, not measured here
-- (docs/howto/external.md).
local absent = require "vocabulary.unverifiable"
local check = require "base.check"
local lists = require "base.lists"
local plugins = require "vocabulary.plugins"
local scenes = require "vocabulary.scenes"

local externals = {}

local ANSWERS = { "exact", "inexact", "candidates" } -- HN_PLUGIN_EXACT and so on, from 0

local function read_scene(at, path, v)
	if not (type(v) == "string" and v:find "^%x+$" and #v == 32) then
		check.must(at, path, v, "32 hexadecimal digits, as scenes.csv of a run has them")
	end
	return v:lower()
end

externals.fields = {
	{ "file", "string", about = "of contacts, CSV, relative to the scenario" },
	{ "name", "string", about = "what the algorithm is called: a lower-case identifier" },
	{ "semantics", "string", about = "what its contacts are: surfaces only, touching counts, float or double" },
	{ "times", "string", optional = true, about = "a file of times, CSV" },
	{ "library", "string", optional = true, about = "the program and its version" },
	{ "answers", "choice", choices = ANSWERS, default = "inexact",
		about = "what it promises: anything else is a mismatch" },
	{ "boxes", "boolean", default = false, about = "whether its pairs are those of query = 'boxes'" },
	{ "scene", read = read_scene, luacats = "string", optional = true,
		about = "hash of the scene that it is of; another is an error" },
	{ "sha256", read = scenes.read_sha256, luacats = "string", optional = true,
		about = "of the file of contacts; another is an error" },
	{ "label", "string", optional = true, about = "what tables and figures call it" },
}

-- The description of the results; or nil, why there is none, and the key of the file that is missing.
local function describe(t)
	local found, answers = {}, nil
	for _, key in ipairs { "file", "times" } do
		local path = t[key] and scenes.model_path(t[key])
		if path and not engine.is_file(path) then return nil, ("there is no file %s"):format(path), key end
		found[key] = path and engine.real_path(path)
	end
	for i, name in ipairs(ANSWERS) do answers = name == t.answers and i - 1 or answers end
	return engine.external_describe {
		name = t.name, semantics = t.semantics, library = t.library, answers = answers, boxes = t.boxes,
		scene = t.scene, sha256 = t.sha256, file = found.file, times = found.times,
	}
end

-- What engine.algorithms() would have of it.
function externals.find(at, t)
	local text, message, key = describe(t)
	text, message = absent.description(text, message, function (entry) return entry.name == t.name end)
	if not text then
		if type(key) == "string" then check.fail(at, { key }, message) end
		check.raise(at, nil, message)
	end
	return plugins.add(at, text)
end

-- Results of another program cannot be the first of a group, which is what times are related to, and they are
-- of one scene.
function externals.check_groups(s, groups, by_name)
	local seen = {}
	for _, group in ipairs(groups) do
		for i, a in ipairs(group.algorithms) do
			if by_name[a.kind].external then
				if i == 1 then
					check.fail(s.at, nil, ("%s: results of another program cannot come first: times are related to "
						.. "those of the first algorithm, which must be measured"):format(a.label))
				elseif seen[a.kind] then
					check.fail(s.at, nil, ("%s: its file is of one scene, and the scenario has several; "
						.. "h.where leaves it out of the others"):format(a.label))
				end
				seen[a.kind] = true
			end
		end
	end
end

-- What a table or claim needs for a column that only some runs have; nil: it is there.
function externals.lacks(column, list, by_name)
	local wanted = column.needs
	if wanted ~= "outside" and wanted ~= "external" then return nil end
	local is_there = lists.any(list, function (a)
		local info = by_name[a.kind]
		return info and (info.external or wanted == "outside" and info.plugin)
	end)
	if is_there then return nil end
	return wanted == "external" and "h.external among the algorithms"
		or "h.plugin or h.external among the algorithms"
end

return externals
