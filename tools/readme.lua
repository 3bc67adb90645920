-- Writes the parts of README.md that come from the reference results.
--   lua5.4 tools/readme.lua [README] [PARTS]
-- PARTS (results/reference/papers/readme.md) has a line `<!-- NAME -->` before each part. In README.md a part
-- stands between the lines `<!-- NAME -->` and `<!-- end of NAME -->`.
local readme_path = arg[1] or "README.md"
local parts_path = arg[2] or "results/reference/papers/readme.md"

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

local text = read(readme_path)
for name, lines in pairs(parts_of(read(parts_path))) do
	local part = table.concat(lines, "\n"):gsub("^\n+", ""):gsub("\n+$", "")
	local first, last = ("<!-- %s -->"):format(name), ("<!-- end of %s -->"):format(name)
	local _, from = text:find(first, 1, true)
	local to = text:find(last, 1, true)
	if not from or not to then error(("%s: there is no %s ... %s"):format(readme_path, first, last), 0) end
	text = text:sub(1, from) .. "\n\n" .. part .. "\n\n" .. text:sub(to)
end
local file = assert(io.open(readme_path, "w"))
file:write(text)
file:close()
