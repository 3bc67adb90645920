-- What the report says of maps: a sentence of each.
local blocks = require "blocks.blocks"
local lists = require "base.lists"

local maps = {}

function maps.section(m)
	local lines = lists.map(m:map_names(), function (name)
		return ("%s: %s"):format(name, m:map_sentence(name))
	end)
	return #lines > 0 and { blocks.list(lines) } or {}
end

return maps
