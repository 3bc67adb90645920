-- Tables and figures of a run in which -s gave several values to a key that has one value in the scenario.
-- A definition that names neither the key nor a value of it then stands for one table for each value.
local check = require "base.check"
local lists = require "base.lists"
local measured = require "data.measured"
local notation = require "text.notation"

local splits = {}

local AXES = { "rows", "columns", "x", "series", "panels" }

-- The columns that a table's or figure's definition spreads its points over.
local function axes_of(def)
	local out = lists.map(AXES, function (axis) return def[axis] end)
	local has_algorithm = def.rows and def.columns == nil or def.x and def.series == nil
	if has_algorithm then out[#out + 1] = "algorithm" end
	return out
end

-- Whether two points would share a place of the table or figure though they differ in the column `key`.
local function is_ambiguous(m, def, key)
	local axes, seen = axes_of(def), {}
	local read = m:reader(axes)
	for _, row in ipairs(m:find(def.where, "where", axes)) do
		local parts = lists.map(axes, function (axis) return notation.text(read(row, axis)) end)
		local place, value = table.concat(parts, "\31"), notation.text(row[key])
		if seen[place] and seen[place] ~= value then return true end
		seen[place] = value
	end
	return false
end

local function narrowed(entry, key, value)
	local where = lists.copy(entry.def.where or {}, { [key] = value })
	return { name = ("%s %s=%s"):format(entry.name, key, notation.text(value)),
		def = lists.copy(entry.def, { where = where }) }
end

local function split(m, list, key)
	local out = {}
	for _, entry in ipairs(list) do
		local values = measured.values(m:find(entry.def.where, "where"), key)
		if #values > 1 and is_ambiguous(m, entry.def, key) then
			lists.add(out, lists.map(values, function (value) return narrowed(entry, key, value) end))
		else
			out[#out + 1] = entry
		end
	end
	return out
end

-- The keys to which -s gave several values, sorted.
function splits.keys(m)
	local settings = (m.env.plan or {}).settings or {}
	return lists.kept(check.sorted_keys(settings), function (key)
		return type(settings[key]) == "table" and #settings[key] > 1 and m.known[key]
	end)
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
