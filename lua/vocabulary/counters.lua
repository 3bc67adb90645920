-- Reads the names of counters that a scenario's `counters` and the option --counters take. The names are
-- those of engine.counters; each counter has its own columns in summary.csv.
local check = require "base.check"

local counters = {}

-- The names of all counters.
function counters.names()
	local out = {}
	for i, counter in ipairs(engine.counters) do out[i] = counter.name end
	return out
end

function counters.read(at, path, v)
	local list, seen = {}, {}
	for i = 1, check.list(at, path, v, "a list such as { 'instructions' }") do
		local inner = check.join(path, i)
		check.one_of(at, inner, v[i], counters.names())
		if seen[v[i]] then check.fail(at, inner, ("%s stands twice"):format(check.shown(v[i]))) end
		list[i], seen[v[i]] = v[i], true
	end
	return list
end

-- The scenario's counters and those of the command line ("cycles,rss"), without duplicates.
function counters.all(own, text)
	local list, seen = {}, {}
	local function add(name)
		if not seen[name] then list[#list + 1] = name end
		seen[name] = true
	end
	for _, name in ipairs(own) do add(name) end
	for name in (text or ""):gmatch "[^,]+" do add(name) end
	return list
end

return counters
