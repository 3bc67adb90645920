-- The names of counters that a scenario's `counters` and the option --counters take: those of
-- engine.counters. Each counter has its own columns in summary.csv.
local lists = require "base.lists"

local counters = {}

-- The names of all counters.
function counters.names() return lists.field(engine.counters, "name") end

-- The scenario's counters and those of the command line ("cycles,rss"), without duplicates.
function counters.all(own, text)
	local list = lists.copy(own)
	for name in (text or ""):gmatch "[^,]+" do list[#list + 1] = name end
	return lists.distinct(list)
end

return counters
