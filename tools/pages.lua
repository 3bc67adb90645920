-- Writes what comes from results into pages: into those of docs/measured/, and into the README.
--   lua5.4 tools/pages.lua [PARTS] [ROOT]
-- PARTS (results/reference/papers/readme.md) has a line `<!-- NAME -->` before each part. Below ROOT it is
-- in docs/measured/NAME.md (README.md for `counts`), between `<!-- NAME -->` and `<!-- end of NAME -->`.
local parts_path = arg[1] or "results/reference/papers/readme.md"
local root = arg[2] or "."
local UP = "](../../results/" -- parts name files from the project's root
local AT_ROOT = { counts = "README.md" }

local function read(path)
	local file = assert(io.open(path))
	local text = file:read "a"
	file:close()
	return text
end

local function parts_of(text)
	local out, name = {}, nil
	for line in (text .. "\n"):gmatch "(.-)\n" do
		local begun = line:match "^<!%-%- (%l+) %-%->$"
		name = begun or name
		if begun then
			out[name] = {}
		elseif name then
			table.insert(out[name], line)
		end
	end
	return out
end

local function write_page(name, lines)
	local path = ("%s/%s"):format(root, AT_ROOT[name] or ("docs/measured/%s.md"):format(name))
	local part = table.concat(lines, "\n"):gsub("^\n+", ""):gsub("\n+$", "")
	if not AT_ROOT[name] then part = part:gsub("%]%(results/", UP) end
	local first, last = ("<!-- %s -->"):format(name), ("<!-- end of %s -->"):format(name)
	local text = read(path)
	local _, from = text:find(first, 1, true)
	local to = text:find(last, 1, true)
	if not from or not to then error(("%s: there is no %s ... %s"):format(path, first, last), 0) end
	local file = assert(io.open(path, "w"))
	file:write(text:sub(1, from), "\n\n", part, "\n\n", text:sub(to))
	file:close()
end

for name, lines in pairs(parts_of(read(parts_path))) do write_page(name, lines) end
