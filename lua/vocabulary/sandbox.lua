-- The environment of scenario code: text and table functions, mathematics with the same results everywhere,
-- and `require` for the vocabulary and for files in the scenario's folder. It has no io, os, load, debug or
-- bytecode.
local check = require "base.check"

local sandbox = { modules = {} } -- names of the scenario's own modules that were loaded, in order

local function copy(library, without)
	local out = {}
	for name, value in next, library do
		if not (without and without[name]) then out[name] = value end
	end
	return out
end

-- Lua's order of keys differs from run to run. `pairs` sorts them, so that scenarios do not depend on it.
local function ordered_pairs(t)
	local meta = getmetatable(t)
	if type(meta) == "table" and meta.__pairs then return pairs(t) end
	if type(t) ~= "table" then return pairs(t) end -- says what is wrong
	local keys, i = check.sorted_keys(t), 0
	return function ()
		local key, value
		repeat
			i = i + 1
			key = keys[i]
			if key == nil then return nil end
			value = rawget(t, key)
		until value ~= nil
		return key, value
	end, t, nil
end

local PRINTED_MAX = 1 << 20
local printed = 0

-- To stderr: stdout carries only the answer.
local function print_to_stderr(...)
	local out = table.pack(...)
	for i = 1, out.n do out[i] = tostring(out[i]) end
	local text = table.concat(out, "\t") .. "\n"
	printed = printed + #text
	if printed > PRINTED_MAX then error("the scenario prints more than 1 MiB", 2) end
	engine.say("P", text)
end

-- Objects and name spaces of the vocabulary do not change; their metatables do not hinder the plain rawset.
local function closed_rawset(t, key, value)
	if type(t) == "table" and (check.kind(t) or getmetatable(t) == false) then
		error("rawset: the vocabulary cannot be changed", 2)
	end
	return rawset(t, key, value)
end

local environment = {
	assert = assert, error = engine.error, getmetatable = getmetatable, ipairs = ipairs, next = next,
	pcall = pcall,
	print = print_to_stderr, rawequal = rawequal, rawget = rawget, rawlen = rawlen, rawset = closed_rawset,
	select = select, setmetatable = setmetatable, tonumber = tonumber, tostring = tostring, type = type,
	xpcall = xpcall, _VERSION = _VERSION, pairs = ordered_pairs,
	string = copy(string, { dump = true }), table = copy(table), math = copy(math), utf8 = copy(utf8),
	coroutine = copy(coroutine),
}
environment._G = environment
environment.collectgarbage = function (what)
	if what ~= nil and what ~= "count" then error("collectgarbage: only 'count' is allowed here", 2) end
	return collectgarbage("count")
end
sandbox.environment = environment

-- Methods of strings come from a table that scenario code cannot reach.
local string_meta = getmetatable("")
string_meta.__index = copy(string, { dump = true })
string_meta.__metatable = false

local folder, folder_named
local loaded = {}

-- Where modules are read; `named`: where errors say that they are, if that is elsewhere.
function sandbox.set_folder(path, named) folder, folder_named = path, named or path end

-- Runs a text as scenario code; `name` is what errors call it.
function sandbox.run(text, name)
	check.sources[name] = text
	-- as lua does: an editor's byte order mark and a first line for the shell are no part of the program
	local program = text:gsub("^\xEF\xBB\xBF", ""):gsub("^#[^\n]*", "")
	local chunk, message = engine.load_chunk(program, "@" .. name, environment)
	if not chunk then check.stop(sandbox.syntax_message(name, message), 3) end
	return chunk()
end

-- Lua shortens long names ("...y/long.lua:3: what"), and says no line where a text is nested too deep.
function sandbox.syntax_message(name, message)
	local line, what = message:match("^[^\n]-:(%d+): (.*)$")
	return ("%s:%s: %s"):format(name, line or 1, line and what or message)
end

local function module_path(at, name)
	local good = type(name) == "string" and name:find("^[%w_-]+[%w_./-]*$") and not name:find("..", 1, true)
	if not good or name:find("//", 1, true) then
		check.raise(at, nil,
			("require: %s is no name of a module in the scenario's folder"):format(check.shown(name)))
	end
	return (name:gsub("%.", "/")) .. ".lua"
end

environment.require = engine.located(function (file, line, name)
	local at = { file = file, line = line }
	if name == "harness" then return (require "vocabulary.harness") end
	local relative = module_path(at, name)
	local entry = loaded[relative]
	if entry == false then check.raise(at, nil, ("require: '%s' requires itself"):format(name)) end
	if entry then return entry.value end
	local text, path = engine.read_file(folder .. "/" .. relative), folder_named .. "/" .. relative
	if not text then
		check.raise(at, nil, ("require: no module '%s': there is no file %s"):format(name, path))
	end
	loaded[relative] = false
	local value = sandbox.run(text, path)
	loaded[relative] = { value = value == nil and true or value }
	sandbox.modules[#sandbox.modules + 1] = { path = relative, text = text }
	return loaded[relative].value
end)

return sandbox
