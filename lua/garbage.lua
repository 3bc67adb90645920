-- How much garbage Lua holds before it collects: as much as all the rest, which is too much where the rest is
-- large.
local garbage = {}

-- From so many points or groups on, a collection begins when memory has grown to so many percent of what the last
-- one left.
local PAUSES = { { 20000, 170 }, { 80000, 125 } }

-- Says how many points or groups will be held.
function garbage.expect(count)
	local pause
	for _, entry in ipairs(PAUSES) do
		if count > entry[1] then pause = entry[2] end
	end
	if pause then collectgarbage("setpause", pause) end
end

return garbage
