-- Points by the values of swept columns. A claim about a large sweep names thousands of points one by one; no
-- selection should look at all of them.
local notation = require "text.notation"

local point_index = {}

-- The points of a run by the text of a column's value, in their order. Equal values have the same text.
local function index_of(m, name)
	local index = m.index_by_column[name]
	if index then return index end
	index = {}
	for _, row in ipairs(m.points) do
		local text = notation.text(row[name])
		index[text] = index[text] or {}
		table.insert(index[text], row)
	end
	m.index_by_column[name] = index
	return index
end

-- Whether the column's values are known when the run is read, and stay.
local function is_fixed(m, name)
	if name == "algorithm" then return true end
	for _, swept in ipairs(m.columns) do
		if swept == name then return name ~= "reading" end
	end
	return false
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
