-- scenes.csv: the hash of each scene file of a run. A copy of the run without its scene files is verified by
-- it: the scenes are baked again and their hashes are compared.
local csv = require "text.csv"

local hashes = {}

-- The text of scenes.csv; nil if there is no scene. hash_of(path): the hash of a scene file of the run; nil
-- if it is not known.
function hashes.text(plan, hash_of)
	local rows, seen = {}, {}
	for _, group in ipairs(plan and plan.groups or {}) do
		local scene = group.scene
		local hash = scene and not seen[scene] and hash_of(scene)
		if hash then
			rows[#rows + 1], seen[scene] = { scene = scene, hash = hash }, true
		end
	end
	return #rows > 0 and csv.format({ "scene", "hash" }, rows) or nil
end

-- The recorded hashes by scene file; {} without text. text: that of scenes.csv, or nil.
function hashes.recorded(text)
	local rows, out = text and csv.parse(text, { scene = true, hash = true }) or {}, {}
	for _, row in ipairs(rows) do out[row.scene] = row.hash end
	return out
end

return hashes
