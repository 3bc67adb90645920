-- Files that must be there, or be written: where the engine cannot, its message and exit code are an error.
local files = {}

-- The value that a call of the engine returned. One that fails returns nothing, a message and an exit code.
function files.must(value, message, exit)
	if not value then error({ text = message, exit = exit }, 0) end
	return value
end

function files.read(path) return files.must(engine.read_file(path)) end

function files.write(path, text) files.must(engine.write_file(path, text)) end

local PART = 1 << 22 -- bytes

-- A function that returns the next part of a file each time, and nil at its end.
function files.parts(path)
	local at = 0
	return function ()
		local part = files.must(engine.read_file(path, PART, at))
		at = at + #part
		return part ~= "" and part or nil
	end
end

-- The value of a JSON file. key, f: for the elements of an array at the key of the file's object, see
-- engine.json_decode.
function files.decode(path, key, f)
	local value, message, exit = engine.json_decode(files.read(path), key, f)
	if value == nil then error({ text = ("%s: %s"):format(path, message), exit = exit }, 0) end
	return value
end

return files
