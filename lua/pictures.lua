-- The pictures of a run's scenes, which engine/export/pictures.h draws before the report is made.
local csv = require "csv"
local notation = require "notation"

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

-- One line for report.md: a link for each picture. Empty without pictures.
function pictures.markdown(list)
	local links = {}
	for i, one in ipairs(list) do
		links[i] = ("[%s](%s)"):format(notation.markdown(one.path:match("[^/]*$")), one.path)
	end
	return #links > 0 and ("Scenes: %s.\n"):format(table.concat(links, " · ")) or ""
end

return pictures
