-- Files that must be there, or be written: where the engine cannot, its message and exit code are an error.
local files = {}

-- The value that a call of the engine returned. One that fails returns nothing, a message and an exit code.
function files.must(value, message, exit)
	if not value then error({ text = message, exit = exit }, 0) end
	return value
end

function files.read(path) return files.must(engine.read_file(path)) end

function files.write(path, text) files.must(engine.write_file(path, text)) end

-- The value of a JSON file.
function files.decode(path)
	local value, message, exit = engine.json_decode(files.read(path))
	if value == nil then error({ text = ("%s: %s"):format(path, message), exit = exit }, 0) end
	return value
end

return files
