-- Points by the values of swept columns. A claim about a large sweep names thousands of points one by one; no
-- selection should look at all of them.
local check = require "base.check"
local lists = require "base.lists"
local notation = require "text.notation"

local point_index = {}

-- The points of a run by the text of a column's value, in their order. Equal values have the same text.
local function index_of(m, name)
	if not m.index_by_column[name] then
		local _, index = lists.grouped(m.points, function (row) return notation.text(row[name]) end)
		m.index_by_column[name] = index
	end
	return m.index_by_column[name]
end

-- Whether the column's values are known when the run is read, and stay.
local function is_fixed(m, name)
	return name == "algorithm" or name ~= "reading" and check.contains(m.columns, name)
end

-- Points in their order, among them all that have the values of `where`. names: the columns of `where`.
function point_index.candidates(m, where, names)
	local best = m.points
	for _, name in ipairs(names) do
		local want = where[name]
		-- a list is several values, and true also selects 1
		if type(want) ~= "table" and type(want) ~= "boolean" and is_fixed(m, name) then
			local list = index_of(m, name)[notation.text(want)] or {}
			if #list < #best then best = list end
		end
	end
	return best
end

return point_index
