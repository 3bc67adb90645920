-- Tables and figures of a run in which -s gave several values to a key that has one value in the scenario.
-- A definition that names neither the key nor a value of it then stands for one table for each value.
local measured = require "data.measured"
local notation = require "text.notation"

local splits = {}

local AXES = { "rows", "columns", "x", "series", "panels" }

-- The columns that a table's or figure's definition spreads its points over.
local function axes_of(def)
	local out = {}
	for _, axis in ipairs(AXES) do out[#out + 1] = def[axis] end
	local has_algorithm = def.rows and def.columns == nil or def.x and def.series == nil
	if has_algorithm then out[#out + 1] = "algorithm" end
	return out
end

-- Whether two points would share a place of the table or figure though they differ in the column `key`.
local function is_ambiguous(m, def, key)
	local axes, seen = axes_of(def), {}
	local read = m:reader(axes)
	for _, row in ipairs(m:find(def.where, "where", axes)) do
		local parts = {}
		for i, axis in ipairs(axes) do parts[i] = notation.text(read(row, axis)) end
		local place, value = table.concat(parts, "\31"), notation.text(row[key])
		if seen[place] and seen[place] ~= value then return true end
		seen[place] = value
	end
	return false
end

local function narrowed(entry, key, value)
	local def, where = {}, {}
	for name, v in pairs(entry.def) do def[name] = v end
	for name, v in pairs(entry.def.where or {}) do where[name] = v end
	def.where, where[key] = where, value
	return { name = ("%s %s=%s"):format(entry.name, key, notation.text(value)), def = def }
end

local function split(m, list, key)
	local out = {}
	for _, entry in ipairs(list) do
		local values = measured.values(m:find(entry.def.where, "where"), key)
		if #values > 1 and is_ambiguous(m, entry.def, key) then
			for _, value in ipairs(values) do out[#out + 1] = narrowed(entry, key, value) end
		else
			out[#out + 1] = entry
		end
	end
	return out
end

-- The keys to which -s gave several values, sorted.
function splits.keys(m)
	local out = {}
	for key, values in pairs((m.env.plan or {}).settings or {}) do
		if type(values) == "table" and #values > 1 and m.known[key] then out[#out + 1] = key end
	end
	table.sort(out)
	return out
end

-- The tables or figures that a definition stands for: { { name, def }, ... }. Usually that is the definition
-- itself.
function splits.of(m, name, def)
	local list = { { name = name, def = def } }
	if def.score then return list end -- it is a mean over the values
	for _, key in ipairs(splits.keys(m)) do list = split(m, list, key) end
	return list
end

return splits
