-- The published values that the scenario's tables have, for figures of the same column.
local check = require "base.check"
local measured = require "data.measured"
local notation = require "text.notation"

local published = {}

-- The published values of a table by the texts of its columns and rows.
function published.by_text(values)
	local out = notation.by_text(values)
	for column, by_row in pairs(out) do out[column] = notation.by_text(by_row) end
	return out
end

-- The published value of each point of one table, by row.
local function add_table(m, def, place, values)
	local read = m:reader { def.rows, def.columns or "algorithm" }
	local by_column = published.by_text(def.published)
	for _, row in ipairs(m:find(def.where or {}, place, { def.rows, def.columns or "algorithm" })) do
		local column, line = read(row, def.columns or "algorithm"), read(row, def.rows)
		local values_of_column = column ~= nil and by_column[notation.text(column)] or {}
		local value = line ~= nil and values_of_column[notation.text(line)]
		-- a table's values are in its own unit: the column's times `scale`
		if value and not values[row] then values[row] = value / (def.scale or 1) end
	end
end

-- A function from a row to the published value of column `value`; nil if there is none. `wanted` is the
-- name of the only table that counts; false: none does.
function published.reader(m, value, wanted)
	if wanted == false then return nil end
	local values = {}
	for _, name in ipairs(check.sorted_keys(m.spec.tables or {})) do
		local def = m.spec.tables[name]
		if def.published and (def.value or "step_ms") == value and (wanted or name) == name then
			add_table(m, def, "tables." .. name, values)
		end
	end
	if next(values) == nil then return nil end
	return function (row) return measured.is_ok(row) and values[row] or nil end
end

return published
