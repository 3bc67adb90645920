-- Writes the part of docs/measured/peers.md that shows how other libraries stand beside ours, for
-- tools/pages.lua.
--   lua5.4 tools/bench.lua RUN... > PARTS
-- Each run is the folder of a finished run whose scenario has a table `score`.

local function read(path)
	local file = assert(io.open(path))
	local text = file:read "a"
	file:close()
	return text
end

-- A field of manifest.json that is a text.
local function fact(manifest, name)
	return manifest:match('"' .. name .. '":%s*"([^"]*)"') or error("manifest.json has no " .. name, 0)
end

-- The heading of a table as a paragraph: the page has its own headings.
local function table_text(path)
	local text, count = read(path):gsub("^#+ score: ([^\n]*)", "**%1**", 1)
	if count ~= 1 then error(path .. ": has no heading 'score: ...'", 0) end
	return (text:gsub("%s+$", ""))
end

local out, machine = {}, nil
for _, run in ipairs(arg) do
	local manifest = read(run .. "/manifest.json")
	local scenario = fact(manifest, "scenario")
	local where = ("%s, commit %s, %s"):format(fact(manifest, "cpu"), fact(manifest, "commit"):sub(1, 12),
		fact(manifest, "started"):match "^[%d-]+")
	if machine and machine ~= where then where = where .. " (another machine, commit or day)" end
	machine = machine or where
	out[#out + 1] = ("%s\n\n`harness scenarios/%s.lua`: %s"):format(table_text(run .. "/tables/score.md"),
		scenario, where)
end
if #out == 0 then error("usage: lua5.4 tools/bench.lua RUN...", 0) end
print("<!-- peers -->\n\n" .. table.concat(out, "\n\n"))
