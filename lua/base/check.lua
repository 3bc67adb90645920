-- Checks of values that scenario code gives. Every error names the file, the line and the path of the key,
-- and suggests what was probably meant. `at` is the place of the call: { file, line, callee = the name before
-- the brace, owner = the name in errors, exit = the exit code if it is not 3 }.
local locate = require "base.key_lines"

local check = { sources = {} } -- texts of the scenario's files by name, for lines of keys

local EXIT_SCENARIO = 3

-- Objects of the vocabulary have a kind, the __name of their metatable: { __name = "mesh", __metatable =
-- false }.
local kinds = setmetatable({}, { __mode = "k" })
function check.object(meta, fields)
	local object = setmetatable(fields, meta)
	kinds[object] = meta.__name
	return object
end
function check.kind(v) return kinds[v] end

local function key_text(path)
	local out = {}
	for i, key in ipairs(path) do
		if math.type(key) then
			out[#out + 1] = ("[%s]"):format(engine.number_text(key))
		elseif type(key) == "string" and key:find("^[%a_][%w_]*$") then
			out[#out + 1] = (i > 1 and "." or "") .. key
		else
			out[#out + 1] = ('["%s"]'):format(tostring(key))
		end
	end
	return table.concat(out)
end

-- Ends with a message that is about no line of a scenario: of the command line (2), or of a run's files (7).
function check.stop(message, exit) error({ text = message, exit = exit or 2 }, 0) end

-- Throws an error with this message, at the line of the key.
function check.raise(at, path, message, exit)
	local line, source = at.line, check.sources[at.file]
	if source and path and #path > 0 then line = locate.line(source, at.line, at.callee, path) or line end
	local text = at.file == "" and message or ("%s:%d: %s"):format(at.file, line, message)
	error({ text = text, exit = exit or at.exit or EXIT_SCENARIO }, 0)
end

function check.fail(at, path, message, exit)
	local parts = {}
	if at.owner then parts[#parts + 1] = at.owner end
	if path and #path > 0 then parts[#parts + 1] = key_text(path) end
	parts[#parts + 1] = message
	check.raise(at, path, table.concat(parts, ": "), exit)
end

function check.contains(list, v)
	for _, item in ipairs(list) do
		if item == v then return true end
	end
	return false
end

function check.join(path, ...)
	local out = table.move(path, 1, #path, 1, {})
	for _, key in ipairs { ... } do out[#out + 1] = key end
	return out
end

-- The text of a value that is a number, a text, true or false.
function check.text(v) return type(v) == "number" and engine.number_text(v) or tostring(v) end

-- The text by which errors show a value.
function check.shown(v)
	if v == nil then return "missing" end
	if type(v) == "number" then return engine.number_text(v) end
	if type(v) == "boolean" then return tostring(v) end
	if type(v) == "string" then return ("'%s'"):format(#v > 40 and v:sub(1, 40) .. "..." or v) end
	return "a " .. (check.kind(v) or type(v))
end

local function must(at, path, v, what)
	if v == nil then check.fail(at, path, ("is missing, must be %s"):format(what)) end
	check.fail(at, path, ("must be %s, not %s"):format(what, check.shown(v)))
end
check.must = must

function check.suggestion(word, names)
	local nearest = type(word) == "string" and engine.nearest(word, names)
	return nearest and ("; did you mean '%s'?"):format(nearest) or ""
end

-- The same, or else all names where they are few.
function check.suggestion_or_all(word, names)
	if #names == 0 or #names > 16 then return check.suggestion(word, names) end
	return check.suggestion_or_first(word, names, 16)
end

-- The same, or else the first names.
function check.suggestion_or_first(word, names, most)
	local hint = check.suggestion(word, names)
	if hint ~= "" then return hint end
	return ("; there are '%s'"):format(table.concat(names, "', '", 1, math.min(#names, most or 12)))
end

-- The keys of a table in an order that is the same in every run: numbers first, then all others as texts.
function check.sorted_keys(t)
	local keys, are_texts = {}, true
	for key in next, t do
		keys[#keys + 1] = key
		are_texts = are_texts and type(key) == "string"
	end
	table.sort(keys, not are_texts and function (a, b)
		if type(a) == "number" and type(b) == "number" then return a < b end
		if type(a) ~= type(b) then return type(a) < type(b) end
		return tostring(a) < tostring(b)
	end or nil)
	return keys
end

function check.table(at, path, v, what)
	if type(v) ~= "table" then must(at, path, v, what or "a table") end
	return v
end

-- Checks for a plain table: no mesh, sweep or other object.
function check.plain(at, path, v, what)
	if check.kind(v) then must(at, path, v, what or "a table") end
	return check.table(at, path, v, what)
end

-- The sorted names of the parameters in a table: that of a call, or the one at `path` in it.
function check.parameters(at, t, path)
	path = path or {}
	local keys = check.sorted_keys(check.table(at, path, t, "a table of parameters"))
	for _, key in ipairs(keys) do
		if type(key) ~= "string" then
			check.fail(at, check.join(path, key), "a parameter needs its name: name = value")
		end
	end
	return keys
end

-- Checks that a table has only these keys.
function check.keys(at, path, t, names)
	local others = {}
	for key in next, t do
		if not check.contains(names, key) then others[key] = true end
	end
	for _, key in ipairs(check.sorted_keys(others)) do
		check.fail(at, check.join(path, key), "unknown key" .. check.suggestion(key, names))
	end
end

local function range_text(what, lo, hi)
	if lo == -math.huge and hi == math.huge then return what end
	if hi == math.huge then return ("%s from %s on"):format(what, engine.number_text(lo)) end
	return ("%s from %s to %s"):format(what, engine.number_text(lo), engine.number_text(hi))
end

function check.integer(at, path, v, lo, hi)
	local n = type(v) == "number" and math.tointeger(v)
	if not n or n < lo or n > hi then must(at, path, v, range_text("a whole number", lo, hi)) end
	return n
end

-- Checks for a finite number from lo to hi.
function check.number(at, path, v, lo, hi)
	lo, hi = lo or -math.huge, hi or math.huge
	if type(v) ~= "number" or v ~= v or math.abs(v) == math.huge or v < lo or v > hi then
		must(at, path, v, range_text("a finite number", lo, hi))
	end
	return v + 0.0
end

function check.positive(at, path, v)
	if type(v) ~= "number" or not (v > 0 and v < math.huge) then must(at, path, v, "a finite number above 0") end
	return v + 0.0
end

function check.string(at, path, v)
	if type(v) ~= "string" or v == "" then must(at, path, v, "a string that is not empty") end
	if v:find("%c") then check.fail(at, path, "must not hold control characters") end
	if not utf8.len(v) then check.fail(at, path, "is not UTF-8") end -- nor would JSON be with it
	return v
end

function check.boolean(at, path, v)
	if type(v) ~= "boolean" then must(at, path, v, "true or false") end
	return v
end

function check.one_of(at, path, v, names)
	if check.contains(names, v) then return v end
	must(at, path, v, "one of '" .. table.concat(names, "', '") .. "'")
end

-- Notes a value that may not stand twice. seen: those that stand before it.
function check.once(at, path, seen, v)
	if seen[v] then check.fail(at, path, ("%s stands twice"):format(check.shown(v))) end
	seen[v] = true
end

-- Checks for n numbers in a row. what: "three numbers, { x, y, z }".
function check.numbers(at, path, v, n, what)
	if type(v) ~= "table" then must(at, path, v, what) end
	local out = {}
	for _, key in ipairs(check.sorted_keys(v)) do
		if type(key) ~= "number" then
			check.fail(at, check.join(path, key), ("must be %s, without a key"):format(what))
		elseif not math.tointeger(key) or key < 1 or key > n then
			check.fail(at, check.join(path, key), ("must be %s"):format(what))
		end
	end
	for i = 1, n do out[i] = check.number(at, check.join(path, i), v[i]) end
	return out
end

function check.vec3(at, path, v) return check.numbers(at, path, v, 3, "three numbers, { x, y, z }") end

-- Checks for a list without holes and without other keys. Returns its length.
function check.list(at, path, v, what)
	check.plain(at, path, v, what)
	local n = 0
	for key in next, v do
		if math.type(key) ~= "integer" or key < 1 then
			check.fail(at, check.join(path, key), ("must be %s, without a key"):format(what or "a list"))
		end
		n = n + 1
	end
	for i = 1, n do
		if v[i] == nil then check.fail(at, path, ("has a hole: item %d is nil"):format(i)) end
	end
	return n
end

-- The items of such a list, for a loop: the path of each, the item, and its number.
function check.items(at, path, v, what)
	local n, i = check.list(at, path, v, what), 0
	return function ()
		i = i + 1
		if i <= n then return check.join(path, i), v[i], i end
	end
end

-- The entries of a table, for a loop, sorted by their keys: the path of each, its key and its value.
function check.entries(at, path, t, what)
	local keys, i = check.sorted_keys(check.table(at, path, t, what)), 0
	return function ()
		i = i + 1
		local key = keys[i]
		if key ~= nil then return check.join(path, key), key, t[key] end
	end
end

return check
