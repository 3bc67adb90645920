-- Plug-ins: h.plugin("path or name", { parameter = value }) is an algorithm like h.aabb { ... }. The shared
-- object is read by a process of its own (engine/host/plugin_process.h), once for each file.
local absent = require "vocabulary.unverifiable"
local check = require "base.check"
local columns = require "data.columns"
local lists = require "base.lists"
local scenes = require "vocabulary.scenes"

local plugins = { list = {} } -- the descriptions that are used, for the plan

local described, added = {}, {} -- file -> its descriptions; description -> what engine.algorithms() has of it

-- A path is relative to the scenario's folder. A name is looked for beside the scenario, then in the current
-- directory.
local function candidates(at, name)
	local places, named = engine.plugin_places(name)
	if not places then check.raise(at, nil, named) end
	return lists.distinct(lists.joined(lists.map(places, scenes.model_path), named and places or {}))
end

local function find_file(name, tried)
	for _, path in ipairs(tried) do
		if engine.is_file(path) then return engine.real_path(path) end
	end
	return nil, ("there is no plug-in '%s': no file %s"):format(name, table.concat(tried, ", "))
end

local function describe(file)
	if not described[file] then
		local texts, message = engine.plugin_describe(file)
		if not texts then return nil, message end
		described[file] = lists.map(texts, function (text)
			return { text = text, name = engine.json_decode(text).name }
		end)
	end
	return described[file]
end

-- Which of a file's algorithms: "file:algorithm", or the only one.
local function choose(list, name, wanted)
	for _, entry in ipairs(list) do
		if entry.name == wanted or #list == 1 and not wanted then return entry.text end
	end
	local names = lists.field(list, "name")
	if wanted then
		return nil, ("plug-in '%s' has no algorithm '%s'%s"):format(name, wanted, check.suggestion(wanted, names))
	end
	return nil, ("plug-in '%s' has several algorithms: write '%s:%s'; there are %s"):format(name, name, names[1],
		table.concat(names, ", "))
end

-- The description of an algorithm; or nil and why there is none. tried: where its file may be.
local function look(name, wanted, tried)
	local file, message = find_file(name, tried)
	local list
	if file then list, message = describe(file) end
	if not list then return nil, message end
	return choose(list, name, wanted)
end

local function last_part(path) return path:match "[^/]*$" end

-- Whether a recorded description is of one of these files, which may have lain in another folder.
local function is_of(entry, files)
	return lists.any(files, function (path) return last_part(path) == last_part(entry.file) end)
end

-- Columns are called by the plug-in and its parameter or counter. None may be a column that there is already.
local function check_columns(at, info)
	for _, what in ipairs { "parameter", "counter" } do
		for _, entry in ipairs(what == "parameter" and info.params or info.counters) do
			local name = info.name .. "_" .. entry.name
			if columns.of(name) then
				check.raise(at, nil, ("plug-in '%s': the column of its %s '%s' would be %s, which there is already")
					:format(info.name, what, entry.name, name))
			end
		end
	end
end

-- The algorithm of a description, as engine.algorithms() has it.
function plugins.add(at, text)
	if not added[text] then
		local info, message = engine.plugin_add(text)
		if not info then check.raise(at, nil, message) end
		check_columns(at, info)
		added[text] = info
		plugins.list[#plugins.list + 1] = text
	end
	return added[text]
end

-- The algorithm that a text names, as engine.algorithms() describes it.
function plugins.find(at, text)
	local name, wanted = text:match "^(.-):([%w_]+)$"
	name = name or text
	local tried = candidates(at, name)
	local found, message = look(name, wanted, tried)
	found, message = absent.description(found, message, function (entry)
		return (not wanted or entry.name == wanted) and is_of(entry, tried)
	end)
	if not found then check.raise(at, nil, message) end
	return plugins.add(at, found)
end

return plugins
