-- Describes the tables of the vocabulary as data: a list of fields, each { name, type, ... }. The same list
-- checks and reads a call, is printed by `harness list`, and becomes annotations for editors
-- (lua/vocabulary/luacats.lua). So the three always agree.
--
-- A field: { "count", "integer", lo = 1, hi = 100, default = 6, about = "poses" }
--   [1]       the key: a name, or 1, 2, ...
--   [2]       a name of fields.types; nil if the field has its own `read` and `luacats`
--   default   the value if the key is missing
--   optional  true: the key may be missing, and its value is then nil
--   lo, hi    the range of a number
--   choices   the list of a choice, or a function that returns the list
--   read      function (at, path, v, field, context): checks v and returns the value
--   luacats   the type in the notation of lua-language-server
--
-- A field without `default` and `optional` must be given.
local check = require "base.check"
local lists = require "base.lists"

local fields = { types = {} }

local function type_of(name, luacats, read)
	fields.types[name] = { luacats = luacats, read = read }
end

local function choices_of(field)
	return type(field.choices) == "function" and field.choices() or field.choices
end
fields.choices = choices_of

type_of("integer", "integer", function (at, path, v, field)
	return check.integer(at, path, v, field.lo or math.mininteger, field.hi or math.maxinteger)
end)
type_of("number", "number", function (at, path, v, field)
	return check.number(at, path, v, field.lo, field.hi)
end)
type_of("positive", "number", check.positive)
type_of("string", "string", check.string)
type_of("boolean", "boolean", check.boolean)
type_of("vec3", "number[]", check.vec3)
-- `what`: of what, for messages
type_of("function", "function", function (at, path, v, field)
	if type(v) ~= "function" then check.must(at, path, v, field.what or "a function") end
	return v
end)
type_of("any", "any", function (_, _, v) return v end) -- which is checked elsewhere
type_of("texts", "string[]", function (at, path, v)
	for inner, text in check.items(at, path, v, "a list of texts") do check.string(at, inner, text) end
	return v
end)
type_of("choice", nil, function (at, path, v, field) return check.one_of(at, path, v, choices_of(field)) end)
-- Some of the choices, each once.
type_of("choices", "string[]", function (at, path, v, field)
	local out, seen = {}, {}
	for inner, name, i in check.items(at, path, v, ("a list such as { '%s' }"):format(field.example)) do
		out[i] = check.one_of(at, inner, name, choices_of(field))
		check.once(at, inner, seen, name)
	end
	return out
end)

-- The class name of a kind of object in the annotations for editors.
function fields.class_name(kind) return "harness." .. kind:gsub("[^%w]", "_") end

-- Adds a type for a kind of object of the vocabulary, such as a mesh. The error message suggests `example`.
function fields.object_type(kind, example)
	type_of(kind, fields.class_name(kind), function (at, path, v)
		if check.kind(v) ~= kind then
			check.must(at, path, v, ("%s %s, such as %s"):format(kind:find("^[aeiou]") and "an" or "a", kind, example))
		end
		return v
	end)
end

function fields.names(list) return lists.field(list, 1) end

function fields.is_optional(field) return field.optional == true or field.default ~= nil end

-- Checks one value by its field and returns the value that was read.
function fields.value(at, path, v, field, context)
	local read = field.read or fields.types[field[2]].read
	return read(at, path, v, field, context)
end

local function shown(v)
	if type(v) == "number" then return engine.number_text(v) end
	if type(v) == "string" then return ("%q"):format(v) end
	if type(v) ~= "table" then return tostring(v) end
	return "{ " .. table.concat(lists.map(v, shown), ", ") .. " }"
end
fields.shown = shown

-- A one-line usage such as "{ count, seed = 1, on, [axis] }": required keys, keys with their defaults, and
-- optional keys in brackets.
function fields.usage(list)
	local names = lists.map(list, function (field)
		local name = tostring(field[1])
		if field.default ~= nil then return ("%s = %s"):format(name, shown(field.default)) end
		return field.optional and ("[%s]"):format(name) or name
	end)
	return "{ " .. table.concat(names, ", ") .. " }"
end

local names_by_list = setmetatable({}, { __mode = "k" })

-- Reads a whole table. It may have only the keys of `list`; each value is checked, and missing keys get their
-- defaults. `context` is passed to each field's `read`.
function fields.read(at, path, t, list, context)
	-- a large sweep reads hundred thousands of tables: what only a message needs is made for a message
	if type(t) ~= "table" or check.kind(t) then check.plain(at, path, t, fields.usage(list)) end
	names_by_list[list] = names_by_list[list] or fields.names(list)
	check.keys(at, path, t, names_by_list[list])
	local out = {}
	for _, field in ipairs(list) do
		local name, v = field[1], t[field[1]]
		if v == nil and fields.is_optional(field) then
			out[name] = field.default
		else
			out[name] = fields.value(at, check.join(path, name), v, field, context)
		end
	end
	return out
end

return fields
