-- How much garbage Lua holds before it collects: as much as all the rest, which is too much where the rest is
-- large.
local garbage = {}

local LARGE = 20000

-- Says how many points or groups will be held. Of many, garbage takes about a quarter as much again.
function garbage.expect(count)
	if count > LARGE then collectgarbage("setpause", 125) end
end

-- Collects now, between two parts of which each leaves much.
function garbage.drop(count)
	if count > LARGE then collectgarbage() end
end

return garbage
