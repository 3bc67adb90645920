-- What all parts of the layer for LuaJIT stand on: the public headers, the library, errors, and texts of
-- parameters.
local ffi = require "ffi"

local here = debug.getinfo(1, "S").source:match "^@(.*)/[^/]*$" or "."

local function read(path)
	local file = io.open(path, "rb")
	if not file then return nil end
	local text = file:read "*a"
	file:close()
	return text
end

-- Declares the public headers. They lie in engine/api beside lua/ in the source tree, and in include/harness
-- in an installation.
local function declare()
	local places = { here .. "/../../../engine/api", here .. "/../../../../include/harness" }
	for _, place in ipairs(places) do
		local umbrella = read(place .. "/engine.h")
		if umbrella then
			for name in umbrella:gmatch '#include "([%w_]+%.h)"' do
				ffi.cdef(read(place .. "/" .. name) or error("engine_ffi: no " .. place .. "/" .. name, 0))
			end
			return
		end
	end
	error("engine_ffi: no engine.h in " .. table.concat(places, " or "), 0)
end

local function load_library()
	local named = os.getenv "HARNESS_LIB"
	if named and named ~= "" then return ffi.load(named) end
	for _, path in ipairs { here .. "/../../../libharness.so", here .. "/../../../../lib/libharness.so" } do
		local file = io.open(path, "rb")
		if file then
			file:close()
			return ffi.load(path)
		end
	end
	return ffi.load "harness" -- in the system's library path
end

declare()
local C = load_library()
if C.hn_api_version() ~= C.HN_API_VERSION then
	error(("engine_ffi: the library has version %d of the interface, the headers %d")
		:format(C.hn_api_version(), C.HN_API_VERSION), 0)
end

local engine = { C = C }

-- Raises the engine's error at the caller of the calling function. The further arguments are returned;
-- passing an object here keeps it alive during the engine call that used its address.
local function check(status, ...)
	if status < 0 then error(ffi.string(C.hn_error_text()), 3) end
	return ...
end

-- Checks that a value is an integer of 32 bits, or below `most`. LuaJIT would silently truncate 1.5 to 1.
local function whole(value, what, most)
	if type(value) ~= "number" or value % 1 ~= 0 or math.abs(value) >= (most or 2 ^ 31) then
		error(("%s is %s, must be a whole number"):format(what, tostring(value)), 3)
	end
	return value
end

-- Checks that a value is a string. LuaJIT itself would pass nil as NULL, which the engine does not allow.
local function word(value, what)
	if type(value) ~= "string" then
		error(("%s is %s, must be a string"):format(what, tostring(value)), 3)
	end
	if value:find("%z") then error(what .. " has a zero byte", 3) end -- the engine would read up to there
	return value
end

-- Checks that a table has the required keys, and beside these only the optional ones and 1 to count. Both are
-- texts of names. level: where the error is, as the calling function would name it (2).
local function check_keys(t, required, optional, count, level)
	local known = {}
	for name in (required .. " " .. optional):gmatch "%w+" do known[name] = true end
	for key in pairs(t) do
		if not known[key] and not (type(key) == "number" and key >= 1 and key <= count) then
			error(("unknown key '%s'"):format(tostring(key)), (level or 2) + 1)
		end
	end
	for name in required:gmatch "%w+" do
		if t[name] == nil then error(("'%s' is missing"):format(name), (level or 2) + 1) end
	end
end

-- An iterator over what the last query of an object left in its list. Each query of the object overwrites the
-- list and counts on its `generation`. row(element): what the iterator gives.
local function each(object, list, row)
	local i, generation = -1, object.generation
	return function ()
		if object.generation ~= generation then
			error("the list that is iterated over was overwritten by another call", 2)
		end
		i = i + 1
		if i < list.count then return row(list.data[i]) end
	end
end

local function text_of(chars) return chars ~= nil and ffi.string(chars) or nil end

local function hex_of(hash)
	local hex = ffi.new("char[?]", C.HN_HASH_HEX_SIZE)
	C.hn_hash_to_hex(hash, hex)
	return ffi.string(hex)
end

-- The text of a parameter's value in the engine's notation. A list of vectors becomes "1,0,0;0,1,0", a list
-- of names "a+b".
local function value_text(value, separator)
	if type(value) == "number" then return ("%.17g"):format(value) end
	if type(value) ~= "table" then return tostring(value) end
	local texts = {}
	for i, item in ipairs(value) do texts[i] = value_text(item, ",") end
	if #value == 0 then return "none" end
	return table.concat(texts, type(value[1]) == "string" and "+" or separator)
end

local function params_text(params)
	if type(params) == "string" then return params end
	local words = {}
	for name, value in pairs(params or {}) do words[#words + 1] = name .. "=" .. value_text(value, ";") end
	table.sort(words)
	return table.concat(words, " ")
end

return { C = C, engine = engine, check = check, whole = whole, word = word, check_keys = check_keys,
	each = each, text_of = text_of, hex_of = hex_of, params_text = params_text }
