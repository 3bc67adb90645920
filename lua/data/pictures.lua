-- The pictures of a run's scenes, which engine/export/pictures.h draws before the report is made.
local blocks = require "blocks.blocks"
local csv = require "text.csv"

local pictures = {}

-- The pictures that exist, in the order of the scenes: { { path, points } ... }. points: numbers with spaces.
function pictures.list(env)
	local text = env.read "pictures/pictures.csv"
	local out = {}
	for _, row in ipairs(text and csv.parse(text) or {}) do
		if row.picture then out[#out + 1] = { path = "pictures/" .. row.picture, points = tostring(row.points) } end
	end
	return out
end

-- A link for each picture; no block without pictures.
function pictures.section(list)
	local links = {}
	for _, one in ipairs(list) do
		if #links > 0 then links[#links + 1] = " · " end
		links[#links + 1] = { link = one.path, text = one.path:match "[^/]*$" }
	end
	return #links > 0 and { blocks.paragraph("Scenes: ", links, ".") } or {}
end

return pictures
