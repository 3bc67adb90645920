-- The name spaces of the vocabulary: h.<name>, h.bv.<name>, h.broad.<name>. Each module registers its names
-- here, with their arguments and results. Registering a name twice is an error.
local check = require "base.check"
local fields = require "base.fields"

local names = { spaces = {}, order = {}, classes = {}, aliases = {} }
local contents = setmetatable({}, { __mode = "k" }) -- space -> { name -> value }

-- Makes a name space: a table that scenario code can read but not change. Reading an unknown name is an error
-- that suggests the nearest known name.
function names.space(prefix)
	local values = {}
	local space = setmetatable({}, {
		__index = function (_, name)
			local value = values[name]
			if value ~= nil then return value end
			local file, line = engine.here()
			check.raise({ file = file, line = line }, nil, ("%s.%s: unknown name%s"):format(prefix, tostring(name),
				check.suggestion_or_all(name, check.sorted_keys(values))))
		end,
		__newindex = function (_, name)
			local file, line = engine.here()
			check.raise({ file = file, line = line }, nil, ("%s.%s: the vocabulary cannot be changed")
				:format(prefix, tostring(name)))
		end,
		__metatable = false,
	})
	contents[space] = values
	names.spaces[prefix] = space
	names.order[#names.order + 1] = prefix
	return space
end

local entries = {} -- for `harness list`
names.entries = entries

local function add(prefix, name, value, group, about, signature)
	local space = names.spaces[prefix]
	local values = contents[space]
	if values[name] ~= nil then
		error(("the name %s.%s is taken twice"):format(prefix, name), 0)
	end
	values[name] = value
	entries[#entries + 1] = { prefix = prefix, name = name, group = group, about = about, signature = signature }
end

-- Registers a class for editors: a kind of table or object with its fields (lua/base/fields.lua) and its
-- methods. A method is { name, about, args = { { name, type } }, returns = type }. Types are in the notation
-- of lua-language-server.
function names.class(name, about, list, methods)
	names.classes[#names.classes + 1] = { name = name, about = about, fields = list, methods = methods or {} }
end

-- Registers an alias of a type, for editors.
function names.alias(name, about, luacats)
	names.aliases[#names.aliases + 1] = { name = name, about = about, luacats = luacats }
end

-- Adds a value that is not a function.
function names.value(prefix, name, value, group, about) add(prefix, name, value, group, about) end

-- Adds a function. `implementation` gets the place of the call as an extra first argument.
-- signature, for editors: { args = { { name, type, optional = true } }, returns = type }.
function names.func(prefix, name, implementation, group, about, signature)
	local owner, places = prefix .. "." .. name, {}
	-- descriptions keep the place, and thousands may be of one line
	local function place(file, line)
		local lines = places[file] or {}
		places[file] = lines
		lines[line] = lines[line] or { file = file, line = line, callee = name, owner = owner }
		return lines[line]
	end
	local f = engine.located(function (file, line, ...) return implementation(place(file, line), ...) end)
	add(prefix, name, f, group, about, signature)
	return f
end

-- Adds a function that takes a table of parameters which the engine declares; no table stands for an empty
-- one. info: the engine's entry; class: of the parameters, for editors; returns: the kind of the result if it
-- is not the group.
function names.of_parameters(prefix, info, class, group, implementation, returns)
	return names.func(prefix, info.name, function (at, t) return implementation(at, t == nil and {} or t) end,
		group, info.about, { args = { { "t", ("harness.%s_parameters"):format(class), optional = true } },
			returns = fields.class_name(returns or group) })
end

-- The methods of objects of a kind, such as mesh:faces(), as a table for __index. functions: f(at, object,
-- ...) by name. called: how messages call an object; owner: that of errors at the object's keys, or nil.
function names.methods(kind, called, functions, owner)
	local methods = {}
	for name, f in next, functions do
		methods[name] = engine.located(function (file, line, object, ...)
			local at = { file = file, line = line, callee = owner and name, owner = owner }
			if check.kind(object) ~= kind then
				check.raise(at, nil, ("%s is a %s's method: write %s:%s()"):format(name, kind, called, name))
			end
			return f(at, object, ...)
		end)
	end
	return methods
end

-- Adds a function that takes one table with the fields of `list`. `implementation` gets the place of the call
-- and the table after reading: checked, with defaults filled in. `returns` is the kind of its result
-- ("mesh").
function names.constructor(prefix, name, list, returns, group, about, implementation)
	local class = (prefix .. "." .. name):gsub("^h%.", ""):gsub("%.", "_")
	names.class(class .. "_keys", ("what %s.%s takes"):format(prefix, name), list)
	return names.func(prefix, name, function (at, t) return implementation(at, fields.read(at, {}, t, list)) end,
		group, ("%s.%s %s: %s"):format(prefix, name, fields.usage(list), about),
		{ args = { { "t", "harness." .. class .. "_keys" } }, returns = fields.class_name(returns) })
end

function names.value_of(entry) return contents[names.spaces[entry.prefix]][entry.name] end

function names.has(prefix, name) return contents[names.spaces[prefix]][name] ~= nil end

return names
