-- How claims name points, which they select by tables like { faces = 2124, algorithm = "aabb" }, and how they
-- write numbers.
local measured = require "data.measured"
local notation = require "text.notation"

local selections = { interval_text = notation.bounded }

-- The part of two selections in which they differ, as a text: "dassd / aabb".
function selections.differing_text(a, b)
	local parts_a, parts_b = {}, {}
	for name, value in pairs(a) do
		if not measured.value_equal(value, b[name]) then
			parts_a[name] = value
			parts_b[name] = b[name]
		end
	end
	local function text(parts)
		local names = 0
		for _ in pairs(parts) do names = names + 1 end
		local is_named = names == 1 and parts.algorithm
		return is_named and measured.wanted_text(parts.algorithm) or measured.where_text(parts)
	end
	return text(parts_a) .. " / " .. text(parts_b)
end

-- What two selections share, as a text before others: "faces=2124: ", or "".
function selections.shared_text(a, b)
	local shared = {}
	for name, value in pairs(a) do
		if measured.value_equal(value, b[name]) then shared[name] = value end
	end
	local text = measured.where_text(shared)
	return text ~= "" and text .. ": " or ""
end

return selections
