-- Edits files at random: a digit, a byte or a row of each. Prints their names.
--   lua5.4 tests/edits.lua SEED FOLDER FILE...
math.randomseed(math.tointeger(tonumber(arg[1])))

local function read(path)
	local file = assert(io.open(path, "rb"))
	local text = file:read "a"
	file:close()
	return text
end

local function put(text, at, byte) return text:sub(1, at - 1) .. string.char(byte) .. text:sub(at + 1) end

local function a_digit(text)
	local places = {}
	for at in text:gmatch "()%d" do places[#places + 1] = at end
	if #places == 0 then return nil end
	local at = places[math.random(#places)]
	return put(text, at, 48 + (text:byte(at) - 48 + math.random(9)) % 10)
end

local function a_byte(text)
	local kind, at = math.random(3), math.random(#text)
	if kind == 1 then return text:sub(1, at) .. string.char(math.random(0, 255)) .. text:sub(at + 1) end
	if kind == 2 then return text:sub(1, at - 1) .. text:sub(at + 1) end
	return put(text, at, (text:byte(at) + math.random(255)) % 256)
end

local function a_row(text)
	local lines = {}
	for line in text:gmatch "[^\n]*\n?" do lines[#lines + 1] = line ~= "" and line or nil end
	if #lines < 2 then return nil end
	local at, kind = math.random(#lines), math.random(2)
	if kind == 1 then table.remove(lines, at) else table.insert(lines, at, lines[at]) end
	return table.concat(lines)
end

local EDITS = { a_digit, a_byte, a_row }

for i = 3, #arg do
	local path = arg[2] .. "/" .. arg[i]
	local text = read(path)
	local edited
	repeat edited = EDITS[math.random(3)](text) until edited and edited ~= text
	local file = assert(io.open(path, "wb"))
	file:write(edited)
	file:close()
	print(arg[i])
end
