-- Prints the columns of a summary.csv that must be the same on every machine, a line a row.
--   lua5.4 tests/golden/columns.lua results/teapot_faces/latest/summary.csv
local root = arg[0]:match("^(.*)/tests/golden/") or "."
package.path = root .. "/lua/?.lua;" .. root .. "/tests/lua/?.lua"
require "dictionary"
local columns = require "data.columns"
local csv = require "text.csv"

local file = assert(io.open(arg[1]))
local text = file:read("a")
file:close()
local rows = csv.parse(text)
local kept = {}
for _, name in ipairs(rows.columns) do
	if not columns.is_measured(name) then kept[#kept + 1] = name end
end
print(table.concat(kept, ","))
for _, row in ipairs(rows) do
	local cells = {}
	for i, name in ipairs(kept) do
		local v = row[name]
		local cell = v == nil and "" or math.type(v) == "float" and ("%.17g"):format(v) or tostring(v)
		cells[i] = cell:find '[,"\n]' and '"' .. cell:gsub('"', '""') .. '"' or cell
	end
	print(table.concat(cells, ","))
end
