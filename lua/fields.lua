-- What a table of the vocabulary may hold, as data: a list of fields, each { name, type, ... }. One list is
-- what a call is checked and read by, what `harness list` shows, and what editors are told (lua/luacats.lua),
-- so the three cannot differ.
--
-- A field: { "count", "integer", lo = 1, hi = 100, default = 6, about = "poses" }
--   [1]       the key: a name, or 1, 2, ...
--   [2]       a name of fields.types; or nil, with `read` and `luacats` given here
--   default   the value where the key is missing; optional = true: nil then; else the key must be there
--   lo, hi    of numbers; choices: the list of a choice, or a function that gives it
--   read      function (at, path, v, field, context): the value checked
--   luacats   its type as lua-language-server writes it
local check = require "check"

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
type_of("function", "function", function (at, path, v)
	if type(v) ~= "function" then check.must(at, path, v, "a function") end
	return v
end)
type_of("choice", nil, function (at, path, v, field) return check.one_of(at, path, v, choices_of(field)) end)
-- A key that is reserved: about says what to use for now, or nothing.
type_of("unbuilt", nil, function (at, path, _, field)
	check.fail(at, path, "is not built yet" .. (field.about and "; " .. field.about or ""))
end)

-- What editors call a kind of object.
function fields.class_name(kind) return "harness." .. kind:gsub("[^%w]", "_") end

-- An object of the vocabulary, such as a mesh: `example` is what its error suggests.
function fields.object_type(kind, example)
	type_of(kind, fields.class_name(kind), function (at, path, v)
		if check.kind(v) ~= kind then
			check.must(at, path, v, ("%s %s, such as %s"):format(kind:find("^[aeiou]") and "an" or "a", kind, example))
		end
		return v
	end)
end

function fields.names(list)
	local out = {}
	for i, field in ipairs(list) do out[i] = field[1] end
	return out
end

function fields.is_optional(field)
	return field.optional == true or field.default ~= nil or field[2] == "unbuilt"
end

-- One value of a field.
function fields.value(at, path, v, field, context)
	local read = field.read or fields.types[field[2]].read
	return read(at, path, v, field, context)
end

local function shown(v)
	if type(v) == "number" then return engine.number_text(v) end
	if type(v) == "string" then return ("%q"):format(v) end
	if type(v) ~= "table" then return tostring(v) end
	local out = {}
	for i, item in ipairs(v) do out[i] = shown(item) end
	return "{ " .. table.concat(out, ", ") .. " }"
end
fields.shown = shown

-- "{ count, seed = 1, on, [axis] }": what must be there, defaults, [what may be missing].
function fields.usage(list)
	local out = {}
	for _, field in ipairs(list) do
		local name = tostring(field[1])
		if field.default ~= nil then
			name = ("%s = %s"):format(name, shown(field.default))
		elseif field.optional then
			name = ("[%s]"):format(name)
		end
		if field[2] ~= "unbuilt" then out[#out + 1] = name end
	end
	return "{ " .. table.concat(out, ", ") .. " }"
end

-- The whole table: only these keys, each checked, defaults filled in. `context` goes to each read.
function fields.read(at, path, t, list, context)
	check.plain(at, path, t, fields.usage(list))
	check.keys(at, path, t, fields.names(list))
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
