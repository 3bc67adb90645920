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

-- The relative path from the folder `from` to the folder `to`, both absolute and without links; it ends in
-- "/".
function files.way(from, to)
	local a, b = {}, {}
	for name in from:gmatch "[^/]+" do a[#a + 1] = name end
	for name in to:gmatch "[^/]+" do b[#b + 1] = name end
	local same = 0
	while same < #a and a[same + 1] == b[same + 1] do same = same + 1 end
	return ("../"):rep(#a - same) .. table.concat(b, "/", same + 1) .. "/"
end

-- A folder's path without links. An error if it does not exist.
function files.real(path) return files.must(engine.real_path(path)) end

return files
